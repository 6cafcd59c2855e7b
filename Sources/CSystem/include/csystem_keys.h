/// The terminal, held so that each key comes at once.
#ifndef CSYSTEM_KEYS_H
#define CSYSTEM_KEYS_H

/// Sets the terminal at a descriptor so that each key can be read as it is pressed and is not shown;
/// Ctrl-C, Ctrl-Z and Ctrl-\ stay signals, and output stays as it is. Whatever ends or stops the
/// process gives the terminal back first (SIGKILL excepted), and takes it again when it goes on.
/// One terminal at a time. -1 with `errno` where it cannot be done.
int csys_keys_hold(int descriptor);

/// Gives the terminal back as it was. Does nothing where it is not held. May be called from a signal
/// handler.
void csys_keys_release(void);

#endif
