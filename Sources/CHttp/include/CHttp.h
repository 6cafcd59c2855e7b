/// HTTP by libcurl, which is loaded at the first need: whoever asks for nothing pays nothing.
///
/// A client has one thread, on which all transfers run; what comes waits in a bounded queue of its
/// request until it is read, and the transfer waits where that is full. Requests are for one thread.
#ifndef CHTTP_H
#define CHTTP_H

#include <stddef.h>
#include <stdint.h>

typedef struct chttp_client chttp_client;
typedef struct chttp_request chttp_request;

/// Bytes of an answer that wait to be read.
#define CHTTP_QUEUE (256 * 1024)
/// Bytes of the lines before the body.
#define CHTTP_HEAD (256 * 1024)
#define CHTTP_REDIRECTS 10
/// Connections at a time; further requests wait.
#define CHTTP_CONNECTIONS 256

typedef struct {
  const char *url;
  /// NULL: GET, or POST where there is a body.
  const char *method;
  /// `Name: value`, ended by NULL.
  char *const *headers;
  /// NULL for none.
  const void *body;
  size_t body_count;
  /// Milliseconds for the whole of it; 0 for no limit.
  int64_t timeout;
} chttp_options;

/// Why a request failed.
typedef enum {
  CHTTP_NO_FAILURE,
  /// No URL, or none of http and https.
  CHTTP_URL,
  CHTTP_DNS,
  CHTTP_CONNECT,
  CHTTP_TIMEOUT,
  CHTTP_TLS,
  /// The connection was lost before the end.
  CHTTP_DROPPED,
  CHTTP_TOO_MANY_REDIRECTS,
  CHTTP_OTHER
} chttp_failure;

/// A client; NULL where libcurl cannot be had, with the reason.
chttp_client *chttp_open(const char **reason);
/// Ends all transfers and the thread. Requests still have to be released, before.
void chttp_close(chttp_client *client);

/// Starts a request, whose client must outlive it; NULL with `errno`.
chttp_request *chttp_start(chttp_client *client, const chttp_options *options);
/// Lets go of a request, whatever has become of it, at once: nothing of it happens any more that
/// could be seen.
void chttp_release(chttp_request *request);

/// Can be read when there is something to read, or an end.
int chttp_descriptor(const chttp_request *request);

#define CHTTP_WAIT (-1)
#define CHTTP_FAILED (-2)
/// Bytes of the body: how many, 0 at its end, CHTTP_WAIT where there are none yet, CHTTP_FAILED.
ptrdiff_t chttp_read(chttp_request *request, void *bytes, size_t count);

/// The status; 0 before `chttp_read` has given something else than CHTTP_WAIT or CHTTP_FAILED.
long chttp_status(chttp_request *request);
/// The header lines of the answer as they came, good while the request is.
const char *chttp_headers(chttp_request *request, size_t *count);
/// Why it failed, with libcurl's words.
chttp_failure chttp_reason(chttp_request *request, const char **words);

#endif
