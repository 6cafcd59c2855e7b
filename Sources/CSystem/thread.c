#include "include/csystem_thread.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

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
