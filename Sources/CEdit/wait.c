#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CEdit.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>

int cedit_wait(cedit_poll *entries, size_t count, int64_t nanoseconds) {
  struct pollfd *polled = calloc(count + 1, sizeof *polled);
  if (polled == NULL) return -1;
  for (size_t i = 0; i < count; i++) {
    polled[i].fd = entries[i].descriptor;
    polled[i].events = POLLIN;
  }
#if defined(__linux__)
  struct timespec limit = {
      .tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
  int ready = ppoll(polled, (nfds_t)count, nanoseconds < 0 ? NULL : &limit, NULL);
#else
  // Rounded up: waking early would turn the rest of the time into a busy loop.
  int64_t milliseconds = nanoseconds / 1000000 + (nanoseconds % 1000000 > 0);
  if (milliseconds > INT_MAX) milliseconds = INT_MAX;
  int ready = poll(polled, (nfds_t)count, nanoseconds < 0 ? -1 : (int)milliseconds);
#endif
  int failure = errno;
  for (size_t i = 0; i < count; i++)
    entries[i].ready = ready > 0 && (polled[i].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL));
  free(polled);
  errno = failure;
  return ready;
}

int64_t cedit_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
