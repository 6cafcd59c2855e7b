#define _GNU_SOURCE

#include "request.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int open_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC | O_NONBLOCK);
#else
  if (pipe(ends) < 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return 0;
#endif
}

// Under the lock.
static void announce(chttp_request *request) {
  if (request->has_news || request->is_released) return;
  request->has_news = true;
  (void)!write(request->news[1], "", 1);
}

static void forget_news(chttp_request *request) {
  char byte;
  while (read(request->news[0], &byte, 1) > 0) continue;
  request->has_news = false;
}

// MARK: On the thread

// The answer's own head, not that of a redirect or of a proxy, is the one before the first byte.
static void complete_head(chttp_request *request) {
  if (request->has_head) return;
  request->has_head = true;
  request->client->curl->easy_getinfo(request->easy, CURLINFO_RESPONSE_CODE, &request->status);
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  chttp_request *request = context;
  size_t length = size * count;
  pthread_mutex_lock(&request->lock);
  // Behind the body they are trailers.
  if (!request->has_head) {
    if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0) request->head_count = 0;
    if (request->head_count + length > CHTTP_HEAD) {
      length = 0;
    } else {
      char *larger = realloc(request->head, request->head_count + length + 1);
      if (larger) {
        request->head = larger;
        memcpy(larger + request->head_count, bytes, length);
        request->head_count += length;
      } else {
        length = 0;
      }
    }
  }
  pthread_mutex_unlock(&request->lock);
  return length;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  chttp_request *request = context;
  size_t length = size * count;
  size_t result = length;
  pthread_mutex_lock(&request->lock);
  complete_head(request);
  if (request->is_released) {
    result = 0;
  } else if (request->queue_count > 0 && request->queue_count + length > CHTTP_QUEUE) {
    request->is_paused = true;
    result = CURL_WRITEFUNC_PAUSE;
  } else {
    size_t needed = request->queue_count + length;
    memmove(request->queue, request->queue + request->queue_start, request->queue_count);
    request->queue_start = 0;
    char *larger = realloc(request->queue, needed > CHTTP_QUEUE ? needed : CHTTP_QUEUE);
    if (larger) {
      request->queue = larger;
      memcpy(larger + request->queue_count, bytes, length);
      request->queue_count = needed;
      announce(request);
    } else {
      result = 0;
    }
  }
  pthread_mutex_unlock(&request->lock);
  return result;
}

static chttp_failure failure_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return CHTTP_NO_FAILURE;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL: return CHTTP_URL;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return CHTTP_DNS;
    case CURLE_COULDNT_CONNECT: return CHTTP_CONNECT;
    case CURLE_OPERATION_TIMEDOUT: return CHTTP_TIMEOUT;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_SHUTDOWN_FAILED:
    case CURLE_USE_SSL_FAILED: return CHTTP_TLS;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return CHTTP_DROPPED;
    case CURLE_TOO_MANY_REDIRECTS: return CHTTP_TOO_MANY_REDIRECTS;
    default: return CHTTP_OTHER;
  }
}

void chttp_finish(chttp_request *request, CURLcode code) {
  const chttp_library *curl = request->client->curl;
  pthread_mutex_lock(&request->lock);
  if (code == CURLE_OK) complete_head(request);
  request->failure = failure_of(code);
  if (code != CURLE_OK && !request->words[0]) {
    strncpy(request->words, curl->easy_strerror(code), sizeof request->words - 1);
  }
  request->is_done = true;
  announce(request);
  pthread_mutex_unlock(&request->lock);
  curl->easy_cleanup(request->easy);
  request->easy = NULL;
  chttp_disown(request);
}

void chttp_disown(chttp_request *request) {
  if (atomic_fetch_sub(&request->owners, 1) > 1) return;
  const chttp_library *curl = request->client->curl;
  if (request->easy) curl->easy_cleanup(request->easy);
  curl->slist_free_all(request->headers);
  free(request->body);
  free(request->head);
  free(request->queue);
  pthread_mutex_destroy(&request->lock);
  free(request);
}

// MARK: Setting up

static int set_method(chttp_request *request, const chttp_options *options) {
  const chttp_library *curl = request->client->curl;
  const char *method = options->method;
  CURLcode code = CURLE_OK;
  if (options->body) {
    request->body = malloc(options->body_count + 1);
    if (!request->body) return -1;
    memcpy(request->body, options->body, options->body_count);
    code |= curl->easy_setopt(request->easy, CURLOPT_POST, 1L);
    code |= curl->easy_setopt(
        request->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)options->body_count);
    code |= curl->easy_setopt(request->easy, CURLOPT_POSTFIELDS, request->body);
    if (method && strcasecmp(method, "POST") == 0) method = NULL;
  } else if (method && strcasecmp(method, "POST") == 0) {
    code |= curl->easy_setopt(request->easy, CURLOPT_POST, 1L);
    code |= curl->easy_setopt(request->easy, CURLOPT_POSTFIELDSIZE, 0L);
    code |= curl->easy_setopt(request->easy, CURLOPT_POSTFIELDS, "");
    method = NULL;
  } else if (method && strcasecmp(method, "HEAD") == 0) {
    code |= curl->easy_setopt(request->easy, CURLOPT_NOBODY, 1L);
    method = NULL;
  } else if (method && strcasecmp(method, "GET") == 0) {
    method = NULL;
  }
  // Only one that is none of these: it would be kept over redirects that ask for GET.
  if (method) code |= curl->easy_setopt(request->easy, CURLOPT_CUSTOMREQUEST, method);
  return code == CURLE_OK ? 0 : -1;
}

int chttp_prepare(chttp_request *request, const chttp_options *options) {
  const chttp_library *curl = request->client->curl;
  CURL *easy = request->easy = curl->easy_init();
  if (!easy) return -1;
  for (char *const *header = options->headers; *header; header++) {
    struct curl_slist *longer = curl->slist_append(request->headers, *header);
    if (!longer) return -1;
    request->headers = longer;
  }
  CURLcode code = CURLE_OK;
  code |= curl->easy_setopt(easy, CURLOPT_URL, options->url);
  // Nothing but these, neither at first nor behind a redirect: no files of this machine.
  code |= curl->easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  code |= curl->easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  code |= curl->easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  code |= curl->easy_setopt(easy, CURLOPT_MAXREDIRS, (long)CHTTP_REDIRECTS);
  code |= curl->easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  code |= curl->easy_setopt(easy, CURLOPT_HTTPHEADER, request->headers);
  code |= curl->easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)options->timeout);
  code |= curl->easy_setopt(easy, CURLOPT_ERRORBUFFER, request->words);
  code |= curl->easy_setopt(easy, CURLOPT_PRIVATE, (void *)request);
  code |= curl->easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
  code |= curl->easy_setopt(easy, CURLOPT_HEADERDATA, (void *)request);
  code |= curl->easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
  code |= curl->easy_setopt(easy, CURLOPT_WRITEDATA, (void *)request);
  if (code != CURLE_OK) return -1;
  // Not everywhere: compressed answers, and ends that do not wait for a slow name server.
  curl->easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
#if LIBCURL_VERSION_NUM >= 0x075700
  curl->easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
  curl->easy_setopt(easy, CURLOPT_USERAGENT, "rxp");
  return set_method(request, options);
}

chttp_request *chttp_start(chttp_client *client, const chttp_options *options) {
  chttp_request *request = calloc(1, sizeof *request);
  if (!request || chttp_run(client) != 0) {
    free(request);
    return NULL;
  }
  if (open_pipe(request->news) != 0) {
    free(request);
    return NULL;
  }
  request->client = client;
  atomic_init(&request->owners, 1);
  pthread_mutex_init(&request->lock, NULL);
  if (chttp_prepare(request, options) != 0) {
    chttp_release(request);
    errno = ENOMEM;
    return NULL;
  }
  atomic_fetch_add(&request->owners, 1);
  pthread_mutex_lock(&client->lock);
  request->next = client->added;
  client->added = request;
  pthread_mutex_unlock(&client->lock);
  client->curl->multi_wakeup(client->multi);
  return request;
}

// MARK: By the reader

void chttp_release(chttp_request *request) {
  pthread_mutex_lock(&request->lock);
  request->is_released = true;
  close(request->news[0]);
  close(request->news[1]);
  pthread_mutex_unlock(&request->lock);
  request->client->curl->multi_wakeup(request->client->multi);
  chttp_disown(request);
}

int chttp_descriptor(const chttp_request *request) { return request->news[0]; }

ptrdiff_t chttp_read(chttp_request *request, void *bytes, size_t count) {
  bool wakes = false;
  ptrdiff_t result;
  pthread_mutex_lock(&request->lock);
  if (request->queue_count > 0) {
    if (count > request->queue_count) count = request->queue_count;
    memcpy(bytes, request->queue + request->queue_start, count);
    request->queue_start += count;
    request->queue_count -= count;
    if (request->is_paused && request->queue_count <= CHTTP_QUEUE / 2) {
      request->is_paused = false;
      request->must_resume = true;
      wakes = true;
    }
    result = (ptrdiff_t)count;
  } else if (request->is_done) {
    result = request->failure == CHTTP_NO_FAILURE ? 0 : CHTTP_FAILED;
  } else {
    forget_news(request);
    result = CHTTP_WAIT;
  }
  pthread_mutex_unlock(&request->lock);
  if (wakes) request->client->curl->multi_wakeup(request->client->multi);
  return result;
}

long chttp_status(chttp_request *request) {
  pthread_mutex_lock(&request->lock);
  long status = request->status;
  pthread_mutex_unlock(&request->lock);
  return status;
}

const char *chttp_headers(chttp_request *request, size_t *count) {
  pthread_mutex_lock(&request->lock);
  // Not changed any more once it is whole.
  const char *head = request->has_head ? request->head : NULL;
  *count = head ? request->head_count : 0;
  pthread_mutex_unlock(&request->lock);
  return head;
}

chttp_failure chttp_reason(chttp_request *request, const char **words) {
  pthread_mutex_lock(&request->lock);
  chttp_failure failure = request->failure;
  *words = request->words;
  pthread_mutex_unlock(&request->lock);
  return failure;
}
