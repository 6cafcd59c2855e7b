#if defined(__linux__)
#define _XOPEN_SOURCE 700
#endif
#include "CEdit.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static int is_utf8(void) {
  const char *codeset = nl_langinfo(CODESET);
  return strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0;
}

int cedit_use_utf8_locale(void) {
  static const char *const fallbacks[] = {"C.UTF-8", "C.utf8", "UTF-8", "en_US.UTF-8"};
  setlocale(LC_CTYPE, "");
  for (size_t i = 0; !is_utf8() && i < sizeof fallbacks / sizeof *fallbacks; i++)
    setlocale(LC_CTYPE, fallbacks[i]);
  return is_utf8();
}

int cedit_columns(uint32_t code_point) {
  wint_t character = (wint_t)code_point;
  if (character == '\t' || character == '\n') return 0;
  if (character < 0x100 && iswcntrl(character)) return 2;
  if (!iswprint(character)) return code_point > 0xffff ? 8 : 7;
  int columns = wcwidth((wchar_t)code_point);
  return columns < 0 ? 0 : columns;
}
