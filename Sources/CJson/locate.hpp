// Where a text is broken: called only when simdjson's first stage refused it, which says what but
// not where.
#pragma once

#include "walk.hpp"

namespace cjson {

// How many bytes the UTF-8 character at `at` takes; 0 where it is none.
inline size_t utf8_length(const uint8_t *at, const uint8_t *end) {
  uint8_t c = at[0];
  if (c < 0x80) return 1;
  size_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
  if (c < 0xC2 || c > 0xF4 || static_cast<size_t>(end - at) < length) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((at[i] & 0xC0) != 0x80) return 0;
  }
  // No overlong forms, no surrogates, nothing past U+10FFFF.
  uint8_t second = at[1];
  bool is_bad = (c == 0xE0 && second < 0xA0) || (c == 0xED && second > 0x9F) ||
                (c == 0xF0 && second < 0x90) || (c == 0xF4 && second > 0x8F);
  return is_bad ? 0 : length;
}

// The first broken byte of the text, with what is wrong there; `otherwise` where none is found.
inline Outcome locate(const uint8_t *start, const uint8_t *end, int otherwise) {
  const uint8_t *quote = nullptr;
  const uint8_t *at = start;
  auto found = [&](int code, const uint8_t *where) {
    return Outcome{code, static_cast<size_t>(where - start)};
  };
  while (at < end) {
    size_t length = utf8_length(at, end);
    if (length == 0) return found(CJSON_UTF8, at);
    if (quote && *at < ' ') {
      // A line's end inside a string is a string that was not closed, in nine cases of ten.
      return *at == '\n' ? found(CJSON_UNCLOSED, quote) : found(CJSON_CONTROL, at);
    }
    if (*at == '"') {
      quote = quote ? nullptr : at;
    } else if (*at == '\\') {
      if (!quote) return found(CJSON_UNEXPECTED, at);
      // What is escaped is looked at by itself unless it could end the string.
      if (end - at > 1 && (at[1] == '"' || at[1] == '\\')) length = 2;
    }
    at += length;
  }
  if (quote) return found(CJSON_UNCLOSED, quote);
  return {otherwise, 0};
}

}  // namespace cjson
