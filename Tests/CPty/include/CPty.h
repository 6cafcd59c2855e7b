// Children on a pseudo-terminal, for tests.
#ifndef CPTY_H
#define CPTY_H

#include <sys/types.h>

// Starts a program in a new session on a new pseudo-terminal of a size. `arguments` and
// `environment` are ended by NULL. With `supervised` a parent in that session acts as a shell with
// job control: when the program stops, it writes "[stopped]", reads a line and lets it go on.
// Returns the terminal's other side and the process, or -1.
int cpty_spawn(
    const char *program, char *const arguments[], char *const environment[], int columns, int rows,
    int supervised, pid_t *process);

// A new pseudo-terminal of a size, which nobody's session owns. `program_side` becomes the end for a
// program, in raw mode. Returns the other side, or -1.
int cpty_open(int columns, int rows, int *program_side);

// Gives the terminal another size, which tells the program.
int cpty_resize(int terminal, int columns, int rows);

// Waits until the terminal has output, at most so many milliseconds, and reads it. Returns the
// count, 0 when the time is over, -1 at the end.
long cpty_read(int terminal, char *buffer, size_t size, int milliseconds);

// Writes all bytes, reading nothing. Returns 0 where it worked.
int cpty_write(int terminal, const char *bytes, size_t size);

// Waits for the process; its exit status, or 128 and the signal that ended it.
int cpty_wait(pid_t process);

// The folder of the file that holds this code: of the program under test too.
const char *cpty_folder(void);

// Whether the terminal echoes what is typed, which an editor turns off.
int cpty_echoes(int terminal);

#endif
