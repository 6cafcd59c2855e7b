/// Other programs: starting, watching and ending them.
///
/// A program runs in a process group of its own, so that Ctrl-C at the terminal does not reach it and
/// all that it started can be ended with it.
#ifndef CSYSTEM_PROGRAM_H
#define CSYSTEM_PROGRAM_H

#include <stdint.h>

/// What a program has for a standard stream besides a descriptor: that of this process, or nothing.
static const int CSYS_PROGRAM_INHERITS = -1;
static const int CSYS_PROGRAM_NOTHING = -2;

/// Starts a program that is looked for in PATH unless its name has a slash; `arguments` begin with
/// it and end with NULL. `directory`: where it starts, NULL for the working directory. It gets no
/// other descriptors than these, and signals as a new process has them. Returns its number, or -1 with
/// `errno`, also where there is no such program.
int csys_program_start(
    char *const arguments[], const char *directory, int input, int output, int errors);

/// A descriptor that becomes readable when a program has ended; -1 with `errno` where the system has
/// none.
int csys_program_watch(int program);

/// Looks whether a program has ended, and takes note of it once and for all: 1 with its exit status,
/// or the negative number of the signal that ended it; 0 while it runs.
int csys_program_reap(int program, int *status);

/// Ends a program with its group: asks it to (SIGTERM), ends it by force (SIGKILL) when `grace`
/// nanoseconds have passed, and reaps it. Returns at once; the rest happens on a thread.
void csys_program_end(int program, int64_t grace);

/// Waits until all programs are reaped that are being ended.
void csys_programs_await(void);

/// Ends all programs by force, at once. For signal handlers.
void csys_programs_kill(void);

#endif
