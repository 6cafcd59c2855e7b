// memmem is hidden in the Swift import of glibc.
#define _GNU_SOURCE

#include "include/csystem_scan.h"

ptrdiff_t csys_find(
    const uint8_t *bytes, size_t count, const uint8_t *needle, size_t needle_count) {
  if (needle_count == 0) return 0;
  if (needle_count > count) return -1;
  const uint8_t *found = memmem(bytes, count, needle, needle_count);
  return found ? found - bytes : -1;
}
