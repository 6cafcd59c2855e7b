/// The functions of libcurl that are used, found when they are needed.
#ifndef CHTTP_LIBRARY_H
#define CHTTP_LIBRARY_H

#include <curl/curl.h>

#define CHTTP_FUNCTIONS(X) \
  X(global_init) \
  X(slist_append) \
  X(slist_free_all) \
  X(easy_init) \
  X(easy_setopt) \
  X(easy_getinfo) \
  X(easy_pause) \
  X(easy_strerror) \
  X(easy_cleanup) \
  X(multi_init) \
  X(multi_setopt) \
  X(multi_add_handle) \
  X(multi_remove_handle) \
  X(multi_perform) \
  X(multi_poll) \
  X(multi_wakeup) \
  X(multi_info_read) \
  X(multi_cleanup)

typedef struct {
#define CHTTP_MEMBER(name) __typeof__(&curl_##name) name;
  CHTTP_FUNCTIONS(CHTTP_MEMBER)
#undef CHTTP_MEMBER
} chttp_library;

/// The library, loaded once; NULL where there is none that suits, with the reason.
const chttp_library *chttp_load(const char **reason);

#endif
