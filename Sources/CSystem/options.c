#include "csystem_options.h"

#include <getopt.h>
#include <stddef.h>

enum { MOST_OPTIONS = 64 };

int csys_next_option(
    int argc, char *const argv[], const char *letters, const csys_option *options, int option_count,
    int *index, const char **argument) {
  struct option table[MOST_OPTIONS + 1] = {{0}};
  for (int i = 0; i < option_count && i < MOST_OPTIONS; i++) {
    table[i].name = options[i].name;
    table[i].has_arg = options[i].has_argument;
    table[i].val = options[i].value;
  }
  opterr = 0;
  optind = *index;
  int found = getopt_long(argc, argv, letters, table, NULL);
  *index = optind;
  *argument = optarg;
  return found;
}
