#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "csystem_width.h"

#include <locale.h>
#include <pthread.h>
#include <wchar.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The width of a character must not depend on LC_ALL of whoever starts the program: messages and
// their tests would differ.
static void find_utf8(void) {
  static const char *const names[] = {"C.UTF-8", "C.utf8", "UTF-8", "en_US.UTF-8"};
  for (size_t i = 0; utf8 == (locale_t)0 && i < sizeof names / sizeof *names; i++)
    utf8 = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
}

int csystem_columns(uint32_t scalar) {
  pthread_once(&once, find_utf8);
  if (utf8 == (locale_t)0) return -2;
  locale_t before = uselocale(utf8);
  int columns = wcwidth((wchar_t)scalar);
  uselocale(before);
  return columns;
}
