/// Watching files for changes: inotify on Linux. Where the system has none, `csys_watch_open` fails
/// with ENOSYS and the caller looks from time to time.
#ifndef CSYSTEM_WATCH_H
#define CSYSTEM_WATCH_H

/// A descriptor that becomes readable when something watched changes; does not block, closed on
/// exec.
int csys_watch_open(void);
/// Watches a file (written to, moved, deleted) or a directory (names that come and go in it).
/// Returns a number for `csys_watch_remove`, or -1 with `errno`.
int csys_watch_add(int watch, const char *path);
void csys_watch_remove(int watch, int number);
/// Reads away what has been told so far. What changed is not said: the caller looks for itself,
/// since a notice may be lost or late.
void csys_watch_drain(int watch);

#endif
