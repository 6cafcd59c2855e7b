/// What the files of this target know of each other.
#ifndef CHTTP_REQUEST_H
#define CHTTP_REQUEST_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "include/CHttp.h"
#include "library.h"

struct chttp_request {
  chttp_client *client;
  // Held by the reader and by the thread.
  atomic_int owners;
  // The next of the client's list, which is the thread's own, or that of those to be added.
  chttp_request *next;
  // The thread's own.
  CURL *easy;
  struct curl_slist *headers;
  void *body;

  // All below belongs to who holds the lock.
  pthread_mutex_t lock;
  bool is_released;
  bool is_paused;
  bool must_resume;
  bool is_done;
  chttp_failure failure;
  char words[CURL_ERROR_SIZE];
  long status;
  // The head is whole: what comes now belongs to the body, or behind it.
  bool has_head;
  char *head;
  size_t head_count;
  char *queue;
  size_t queue_start;
  size_t queue_count;
  // A byte lies in the pipe while there is something that was not seen.
  bool has_news;
  int news[2];
};

struct chttp_client {
  const chttp_library *curl;
  CURLM *multi;
  pthread_t thread;
  bool has_thread;
  pthread_mutex_t lock;
  // Under the lock.
  chttp_request *added;
  bool must_end;
};

/// Starts the thread, if it does not run yet; 0, or -1 with `errno`.
int chttp_run(chttp_client *client);
/// Sets up the transfer; 0, or -1 where libcurl refuses.
int chttp_prepare(chttp_request *request, const chttp_options *options);
/// The transfer is over.
void chttp_finish(chttp_request *request, CURLcode code);
void chttp_disown(chttp_request *request);

#endif
