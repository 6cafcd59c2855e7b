/// The command line, by the C library's own getopt_long.
#ifndef CSYSTEM_OPTIONS_H
#define CSYSTEM_OPTIONS_H

/// A long option: its name, whether it has an argument (0 no, 1 yes, 2 it may), and what it is
/// reported as.
typedef struct {
  const char *name;
  int has_argument;
  int value;
} csys_option;

/// What `csys_next_option` returns at the first operand and at the end.
static const int CSYS_OPTIONS_END = -1;
/// An option that does not exist, and one whose argument is missing.
static const int CSYS_OPTION_UNKNOWN = '?';
static const int CSYS_OPTION_ARGUMENT = ':';

/// The next option: its letter or value; `argument` is what belongs to it. Stops at the first
/// operand. `index` is the place in `argv` to go on from: 1 before the first call.
int csys_next_option(
    int argc, char *const argv[], const char *letters, const csys_option *options, int option_count,
    int *index, const char **argument);

#endif
