/// Interrupts: Ctrl-C and SIGTERM as a flag and a byte in a pipe.
#ifndef CSYSTEM_SIGNAL_H
#define CSYSTEM_SIGNAL_H

#include <stdint.h>

/// Ignores SIGPIPE for the life of the process: a closed pipe is an error of a write.
void csys_ignore_sigpipe(void);

/// Catches SIGINT and SIGTERM. Each sets the flag and writes a byte to the pipe whose reading end is
/// returned (for waiting on); -1 with `errno` where there is no pipe. Calling it again changes
/// nothing. Without SA_RESTART, so that a blocked read or wait returns.
int csys_catch_interrupts(void);

/// Where interrupts are caught, takes a hangup of the terminal as one too from now on, unless it is
/// ignored or somebody else's.
void csys_catch_hangup(void);

/// From now on a second press within a second of the first ends the process with `status`, whatever
/// it is doing.
void csys_exit_when_forced(int status);
/// Such an end clears the line of this terminal in which the cursor stands; -1 for none.
void csys_wipe_when_forced(int descriptor);

/// Presses since the last `csys_forget_interrupts`.
int csys_interrupt_count(void);
/// Whether two presses came within a second of each other: the user will not wait any longer.
int csys_interrupt_is_forced(void);
/// The last signal that came (SIGINT, SIGTERM), 0 for none.
int csys_interrupt_signal(void);
/// Clears flag and pipe.
void csys_forget_interrupts(void);

/// Does what the handler does, without a signal: for tests and for keys read in raw mode.
void csys_raise_interrupt(void);

#endif
