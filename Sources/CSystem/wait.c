#define _GNU_SOURCE

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>

#include "include/csystem_io.h"

static int poll_for(struct pollfd *polls, size_t count, int64_t nanoseconds) {
#ifdef __linux__
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return ppoll(polls, count, nanoseconds < 0 ? NULL : &limit, NULL);
#else
  // Rounded up: waking early would make the caller spin.
  int64_t milliseconds = nanoseconds < 0 ? -1 : nanoseconds / 1000000 + (nanoseconds % 1000000 > 0);
  return poll(polls, (nfds_t)count, milliseconds > INT_MAX ? INT_MAX : (int)milliseconds);
#endif
}

int csys_wait_for(csys_wait *waits, size_t count, int64_t nanoseconds) {
  // Few descriptors are the rule; more go to the heap.
  struct pollfd few[16];
  struct pollfd *polls = few;
  if (count > sizeof few / sizeof *few) {
    polls = malloc(count * sizeof *polls);
    if (!polls) return -1;
  }
  for (size_t i = 0; i < count; i++) {
    polls[i].fd = waits[i].descriptor;
    polls[i].events = waits[i].for_writing ? POLLOUT : POLLIN;
    polls[i].revents = 0;
    waits[i].is_ready = 0;
  }
  int ready = poll_for(polls, count, nanoseconds);
  int code = errno;
  for (size_t i = 0; i < count && ready > 0; i++) waits[i].is_ready = polls[i].revents != 0;
  if (polls != few) free(polls);
  errno = code;
  return ready < 0 && code == EINTR ? 0 : ready;
}
