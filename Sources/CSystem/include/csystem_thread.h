/// Threads.
#ifndef CSYSTEM_THREAD_H
#define CSYSTEM_THREAD_H

/// Starts a thread that nobody waits for, with all signals held off: those are the first thread's.
/// Returns 0, or an `errno`.
int csys_start_thread(void (*body)(void *context), void *context);

#endif
