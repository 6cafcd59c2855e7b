#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#ifdef __APPLE__
static const char file[] = "libcurl.4.dylib";
#else
static const char file[] = "libcurl.so.4";
#endif

static chttp_library library;
static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    failure = "libcurl is not installed";
    return;
  }
  failure = "libcurl is too old";
#define CHTTP_FIND(name) \
  *(void **)(&library.name) = dlsym(handle, "curl_" #name); \
  if (!library.name) return;
  CHTTP_FUNCTIONS(CHTTP_FIND)
#undef CHTTP_FIND
  failure = library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : "libcurl does not start";
}

const chttp_library *chttp_load(const char **reason) {
  pthread_once(&once, load);
  *reason = failure;
  return failure ? NULL : &library;
}
