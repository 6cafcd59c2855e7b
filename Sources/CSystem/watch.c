#include "include/csystem_watch.h"

#include <errno.h>

#ifdef __linux__

#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

int csys_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int csys_watch_file(int watch, int descriptor) {
  // By descriptor, since the name may stand for another file by now.
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return inotify_add_watch(watch, path, IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF);
}

int csys_watch_directory(int watch, const char *path) {
  uint32_t what = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR;
  return inotify_add_watch(watch, path, what);
}

void csys_watch_remove(int watch, int number) { inotify_rm_watch(watch, number); }

int csys_watch_drain(int watch, const char *name) {
  union {
    struct inotify_event first;
    char bytes[4096];
  } buffer;
  int arrivals = 0;
  int is_lossy = 0;
  ssize_t count;
  while ((count = read(watch, buffer.bytes, sizeof buffer)) > 0) {
    for (ssize_t at = 0; at < count;) {
      // The kernel keeps events aligned.
      const struct inotify_event *event = (const void *)(buffer.bytes + at);
      if (event->mask & IN_Q_OVERFLOW) is_lossy = 1;
      if ((event->mask & (IN_CREATE | IN_MOVED_TO)) && event->len > 0 &&
          strcmp(event->name, name) == 0) {
        arrivals++;
      }
      at += (ssize_t)(sizeof *event + event->len);
    }
  }
  return is_lossy ? -1 : arrivals;
}

#else

int csys_watch_open(void) {
  errno = ENOSYS;
  return -1;
}

int csys_watch_file(int watch, int descriptor) {
  (void)watch;
  (void)descriptor;
  errno = ENOSYS;
  return -1;
}

int csys_watch_directory(int watch, const char *path) {
  (void)watch;
  (void)path;
  errno = ENOSYS;
  return -1;
}

void csys_watch_remove(int watch, int number) {
  (void)watch;
  (void)number;
}

int csys_watch_drain(int watch, const char *name) {
  (void)watch;
  (void)name;
  return 0;
}

#endif
