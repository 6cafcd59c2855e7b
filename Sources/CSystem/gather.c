#include "include/csystem_gather.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__

#include <sys/epoll.h>

int csys_gather_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

int csys_gather_add(int gather, int descriptor, int for_writing) {
  struct epoll_event event;
  memset(&event, 0, sizeof event);
  event.events = for_writing ? EPOLLOUT : EPOLLIN;
  return epoll_ctl(gather, EPOLL_CTL_ADD, descriptor, &event);
}

void csys_gather_remove(int gather, int descriptor, int for_writing) {
  (void)for_writing;
  epoll_ctl(gather, EPOLL_CTL_DEL, descriptor, NULL);
}

#else

#include <sys/event.h>

int csys_gather_open(void) {
  int gather = kqueue();
  if (gather >= 0) fcntl(gather, F_SETFD, FD_CLOEXEC);
  return gather;
}

static int change(int gather, int descriptor, int for_writing, int what) {
  struct kevent event;
  EV_SET(&event, descriptor, for_writing ? EVFILT_WRITE : EVFILT_READ, what, 0, 0, NULL);
  return kevent(gather, &event, 1, NULL, 0, NULL);
}

int csys_gather_add(int gather, int descriptor, int for_writing) {
  return change(gather, descriptor, for_writing, EV_ADD);
}

void csys_gather_remove(int gather, int descriptor, int for_writing) {
  change(gather, descriptor, for_writing, EV_DELETE);
}

#endif
