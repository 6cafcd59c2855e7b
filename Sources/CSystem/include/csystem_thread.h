/// Threads.
#ifndef CSYSTEM_THREAD_H
#define CSYSTEM_THREAD_H

/// Starts a thread that nobody waits for, with all signals held off: those are the first thread's.
/// Returns 0, or an `errno`.
int csys_start_thread(void (*body)(void *context), void *context);

/// A lock with a condition to wait for: what threads share is looked at and changed between `lock` and
/// `unlock`; `wait` lets others in until somebody wakes all, or for no reason.
typedef struct csys_monitor csys_monitor;

/// NULL when there is no memory.
csys_monitor *csys_monitor_new(void);
void csys_monitor_free(csys_monitor *monitor);
void csys_monitor_lock(csys_monitor *monitor);
void csys_monitor_unlock(csys_monitor *monitor);
void csys_monitor_wait(csys_monitor *monitor);
void csys_monitor_wake_all(csys_monitor *monitor);

/// How many processors this process may use at once, at least 1.
int csys_processor_count(void);

#endif
