#ifdef __linux__
#define _GNU_SOURCE
#include <sched.h>
#endif

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "include/csystem_thread.h"

// As much as the first thread has by default: pipelines call as deeply on every thread.
static const size_t stack_bytes = 8 << 20;

typedef struct {
  void (*body)(void *context);
  void *context;
} work;

static void *run(void *argument) {
  work given = *(work *)argument;
  free(argument);
  given.body(given.context);
  return NULL;
}

int csys_start_thread(void (*body)(void *context), void *context) {
  work *given = malloc(sizeof *given);
  if (!given) return 12;
  *given = (work){body, context};
  sigset_t all, before;
  sigfillset(&all);
  // A thread begins with the mask of the one that starts it.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_t thread;
  int code = pthread_create(&thread, &attributes, run, given);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (code != 0) free(given);
  return code;
}

struct csys_monitor {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
};

csys_monitor *csys_monitor_new(void) {
  csys_monitor *monitor = malloc(sizeof *monitor);
  if (!monitor) return NULL;
  pthread_mutex_init(&monitor->mutex, NULL);
  pthread_cond_init(&monitor->condition, NULL);
  return monitor;
}

void csys_monitor_free(csys_monitor *monitor) {
  if (!monitor) return;
  pthread_cond_destroy(&monitor->condition);
  pthread_mutex_destroy(&monitor->mutex);
  free(monitor);
}

void csys_monitor_lock(csys_monitor *monitor) { pthread_mutex_lock(&monitor->mutex); }
void csys_monitor_unlock(csys_monitor *monitor) { pthread_mutex_unlock(&monitor->mutex); }
void csys_monitor_wait(csys_monitor *monitor) {
  pthread_cond_wait(&monitor->condition, &monitor->mutex);
}
void csys_monitor_wake_all(csys_monitor *monitor) { pthread_cond_broadcast(&monitor->condition); }

int csys_processor_count(void) {
#ifdef __linux__
  // Those that it may run on, which may be fewer than there are.
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0) {
    return CPU_COUNT(&allowed);
  }
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (int)count;
}
