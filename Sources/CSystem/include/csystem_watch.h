/// Watching files for changes: inotify on Linux. Where the system has none, `csys_watch_open` fails
/// with ENOSYS and the caller looks from time to time.
#ifndef CSYSTEM_WATCH_H
#define CSYSTEM_WATCH_H

/// A descriptor that becomes readable when something watched changes; does not block, closed on
/// exec.
int csys_watch_open(void);
/// Watches what an open descriptor stands for, under whatever name: written to, cut, deleted.
/// Returns a number for `csys_watch_remove`, or -1 with `errno`.
int csys_watch_file(int watch, int descriptor);
/// Watches the names that come and go in a directory; -1 with `errno` where it fails.
int csys_watch_directory(int watch, const char *path);
void csys_watch_remove(int watch, int number);
/// Reads away what has been told so far. Returns how many times something new took the name `name`
/// in a watched directory, or -1 where notices were lost. All else the caller looks up for itself.
int csys_watch_drain(int watch, const char *name);

#endif
