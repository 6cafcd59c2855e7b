// Scanning of one scalar: strings and numbers. Reads at most 16 bytes past a document's end, which
// the parser has made readable.
#pragma once

#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cjson {

struct StringScan {
  // The closing quote, or null where there is none before the end.
  const uint8_t *close;
  bool has_escape;
};

// `at` is the first byte after the opening quote.
inline StringScan scan_string(const uint8_t *at, const uint8_t *end) {
  bool has_escape = false;
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  while (at < end) {
    __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
    int mask = _mm_movemask_epi8(
        _mm_or_si128(_mm_cmpeq_epi8(block, quote), _mm_cmpeq_epi8(block, backslash)));
    if (mask == 0) {
      at += 16;
      continue;
    }
    at += __builtin_ctz(static_cast<unsigned>(mask));
    if (at >= end) break;
    if (*at == '"') return {at, has_escape};
    has_escape = true;
    at += 2;
  }
#else
  while (at < end) {
    if (*at == '"') return {at, has_escape};
    if (*at == '\\') {
      has_escape = true;
      at++;
    }
    at++;
  }
#endif
  return {nullptr, has_escape};
}

// Four hexadecimal digits, or -1.
inline int32_t hex4(const uint8_t *at, const uint8_t *end) {
  if (end - at < 4) return -1;
  int32_t value = 0;
  for (int i = 0; i < 4; i++) {
    uint8_t c = at[i];
    uint8_t letter = c | 0x20;
    if (c >= '0' && c <= '9') {
      value = value << 4 | (c - '0');
    } else if (letter >= 'a' && letter <= 'f') {
      value = value << 4 | (letter - 'a' + 10);
    } else {
      return -1;
    }
  }
  return value;
}

inline uint8_t *put_utf8(uint8_t *out, uint32_t c) {
  if (c < 0x80) {
    *out++ = static_cast<uint8_t>(c);
  } else if (c < 0x800) {
    *out++ = static_cast<uint8_t>(0xC0 | c >> 6);
    *out++ = static_cast<uint8_t>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *out++ = static_cast<uint8_t>(0xE0 | c >> 12);
    *out++ = static_cast<uint8_t>(0x80 | (c >> 6 & 0x3F));
    *out++ = static_cast<uint8_t>(0x80 | (c & 0x3F));
  } else {
    *out++ = static_cast<uint8_t>(0xF0 | c >> 18);
    *out++ = static_cast<uint8_t>(0x80 | (c >> 12 & 0x3F));
    *out++ = static_cast<uint8_t>(0x80 | (c >> 6 & 0x3F));
    *out++ = static_cast<uint8_t>(0x80 | (c & 0x3F));
  }
  return out;
}

// Reads the escape whose backslash is at `at`. Returns the byte after it, or null; `character` is
// what it stands for, U+FFFD for half a surrogate pair.
inline const uint8_t *read_escape(const uint8_t *at, const uint8_t *end, uint32_t *character) {
  if (end - at < 2) return nullptr;
  switch (at[1]) {
    case '"': *character = '"'; return at + 2;
    case '\\': *character = '\\'; return at + 2;
    case '/': *character = '/'; return at + 2;
    case 'b': *character = '\b'; return at + 2;
    case 'f': *character = '\f'; return at + 2;
    case 'n': *character = '\n'; return at + 2;
    case 'r': *character = '\r'; return at + 2;
    case 't': *character = '\t'; return at + 2;
    case 'u': break;
    default: return nullptr;
  }
  int32_t unit = hex4(at + 2, end);
  if (unit < 0) return nullptr;
  at += 6;
  *character = static_cast<uint32_t>(unit);
  if (unit < 0xD800 || unit > 0xDFFF) return at;
  *character = 0xFFFD;
  if (unit < 0xDC00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u') {
    int32_t low = hex4(at + 2, end);
    if (low >= 0xDC00 && low <= 0xDFFF) {
      *character = 0x10000 + (static_cast<uint32_t>(unit - 0xD800) << 10) +
                   static_cast<uint32_t>(low - 0xDC00);
      return at + 6;
    }
  }
  return at;
}

// The backslash of the first bad escape in a string's bytes, or null.
inline const uint8_t *find_bad_escape(const uint8_t *at, const uint8_t *end) {
  uint32_t character;
  while ((at = static_cast<const uint8_t *>(memchr(at, '\\', static_cast<size_t>(end - at))))) {
    const uint8_t *next = read_escape(at, end, &character);
    if (!next) return at;
    at = next;
  }
  return nullptr;
}

// Writes a string's bytes without their escapes, which have been checked. An escape is never
// shorter than what it stands for, so `end - at` bytes of room are enough. Returns the end.
inline uint8_t *unescape(const uint8_t *at, const uint8_t *end, uint8_t *out) {
  while (at < end) {
    const void *found = memchr(at, '\\', static_cast<size_t>(end - at));
    const uint8_t *stop = found ? static_cast<const uint8_t *>(found) : end;
    memcpy(out, at, static_cast<size_t>(stop - at));
    out += stop - at;
    at = stop;
    if (at == end) break;
    uint32_t character = 0;
    const uint8_t *next = read_escape(at, end, &character);
    if (!next) break;
    out = put_utf8(out, character);
    at = next;
  }
  return out;
}

}  // namespace cjson
