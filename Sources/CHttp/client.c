#define _GNU_SOURCE

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "request.h"

// The longest sleep of the thread, in milliseconds; it is woken for all that matters.
static const int longest_sleep = 60000;

chttp_client *chttp_open(const char **reason) {
  const chttp_library *curl = chttp_load(reason);
  if (!curl) return NULL;
  *reason = "out of memory";
  chttp_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->curl = curl;
  client->multi = curl->multi_init();
  if (!client->multi) {
    free(client);
    return NULL;
  }
  curl->multi_setopt(client->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)CHTTP_CONNECTIONS);
  pthread_mutex_init(&client->lock, NULL);
  return client;
}

static void add_new(chttp_client *client, chttp_request **active) {
  pthread_mutex_lock(&client->lock);
  chttp_request *added = client->added;
  client->added = NULL;
  pthread_mutex_unlock(&client->lock);
  while (added) {
    chttp_request *request = added;
    added = request->next;
    request->next = *active;
    *active = request;
    client->curl->multi_add_handle(client->multi, request->easy);
  }
}

// What the readers want: to be rid of a request, or to have more of it.
static void obey(chttp_client *client, chttp_request **active) {
  for (chttp_request **place = active; *place;) {
    chttp_request *request = *place;
    pthread_mutex_lock(&request->lock);
    bool is_released = request->is_released;
    bool must_resume = request->must_resume;
    request->must_resume = false;
    pthread_mutex_unlock(&request->lock);
    if (is_released) {
      *place = request->next;
      client->curl->multi_remove_handle(client->multi, request->easy);
      chttp_finish(request, CURLE_ABORTED_BY_CALLBACK);
      continue;
    }
    if (must_resume) client->curl->easy_pause(request->easy, CURLPAUSE_CONT);
    place = &request->next;
  }
}

static void finish_done(chttp_client *client, chttp_request **active) {
  int left = 0;
  CURLMsg *message;
  while ((message = client->curl->multi_info_read(client->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    CURL *easy = message->easy_handle;
    CURLcode code = message->data.result;
    for (chttp_request **place = active; *place; place = &(*place)->next) {
      chttp_request *request = *place;
      if (request->easy != easy) continue;
      *place = request->next;
      client->curl->multi_remove_handle(client->multi, easy);
      chttp_finish(request, code);
      break;
    }
  }
}

static bool must_end(chttp_client *client) {
  pthread_mutex_lock(&client->lock);
  bool must_end = client->must_end;
  pthread_mutex_unlock(&client->lock);
  return must_end;
}

static void *transfer(void *context) {
  chttp_client *client = context;
  chttp_request *active = NULL;
  while (!must_end(client)) {
    int running = 0;
    add_new(client, &active);
    obey(client, &active);
    client->curl->multi_perform(client->multi, &running);
    finish_done(client, &active);
    client->curl->multi_poll(client->multi, NULL, 0, longest_sleep, NULL);
  }
  add_new(client, &active);
  while (active) {
    chttp_request *request = active;
    active = request->next;
    client->curl->multi_remove_handle(client->multi, request->easy);
    chttp_finish(request, CURLE_ABORTED_BY_CALLBACK);
  }
  return NULL;
}

int chttp_run(chttp_client *client) {
  if (client->has_thread) return 0;
  // Signals are for the loop's thread.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  int code = pthread_create(&client->thread, NULL, transfer, client);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (code != 0) {
    errno = code;
    return -1;
  }
  client->has_thread = true;
  return 0;
}

void chttp_close(chttp_client *client) {
  pthread_mutex_lock(&client->lock);
  client->must_end = true;
  pthread_mutex_unlock(&client->lock);
  client->curl->multi_wakeup(client->multi);
  if (client->has_thread) pthread_join(client->thread, NULL);
  client->curl->multi_cleanup(client->multi);
  pthread_mutex_destroy(&client->lock);
  free(client);
}
