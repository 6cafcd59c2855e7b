#include "include/csystem_watch.h"

#include <errno.h>

#ifdef __linux__

#include <sys/inotify.h>
#include <unistd.h>

int csys_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int csys_watch_add(int watch, const char *path) {
  uint32_t what = IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | IN_CREATE |
                  IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;
  return inotify_add_watch(watch, path, what);
}

void csys_watch_remove(int watch, int number) { inotify_rm_watch(watch, number); }

void csys_watch_drain(int watch) {
  char bytes[4096];
  while (read(watch, bytes, sizeof bytes) > 0) continue;
}

#else

int csys_watch_open(void) {
  errno = ENOSYS;
  return -1;
}

int csys_watch_add(int watch, const char *path) {
  (void)watch;
  (void)path;
  errno = ENOSYS;
  return -1;
}

void csys_watch_remove(int watch, int number) {
  (void)watch;
  (void)number;
}

void csys_watch_drain(int watch) { (void)watch; }

#endif
