// Scalars as they mostly are: strings with short escapes at most, whole numbers of up to 18 digits.
// What has more to it is left to the full scan, or to the walk.
#pragma once

#include "number.hpp"
#include "sinks.hpp"

namespace cjson {

// What may stand behind a backslash but `u`.
inline bool is_short_escape(uint8_t c) {
  switch (c) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': return true;
    default: return false;
  }
}

// Moves over a string without `\u`, control characters and what is after its quote; null where it
// has them. `at` is the first byte after the opening quote; `high` collects whether any byte is not
// ASCII. 32 bytes after the end can be read.
__attribute__((always_inline)) inline const uint8_t *skip_plain_string(
    const uint8_t *at, const uint8_t *end, bool *has_escape, uint32_t *high) {
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i control = _mm_set1_epi8(0x1F);
  auto stops_in = [&](const uint8_t *bytes, uint32_t *not_ascii) {
    __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes));
    *not_ascii = static_cast<uint32_t>(_mm_movemask_epi8(block));
    return static_cast<uint32_t>(_mm_movemask_epi8(_mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(block, quote), _mm_cmpeq_epi8(block, backslash)),
        _mm_cmpeq_epi8(_mm_min_epu8(block, control), block))));
  };
  while (at < end) {
    uint32_t low, upper;
    uint32_t mask = stops_in(at, &low);
    mask |= stops_in(at + 16, &upper) << 16;
    *high |= low | upper;
    if (mask == 0) {
      at += 32;
      continue;
    }
    at += __builtin_ctz(mask);
#else
  while (at < end) {
    if (*at >= 0x20 && *at != '"' && *at != '\\') {
      *high |= *at >> 7;
      at++;
      continue;
    }
#endif
    if (at >= end) return nullptr;
    if (*at == '"') return at;
    if (*at != '\\' || end - at < 2 || !is_short_escape(at[1])) return nullptr;
    *has_escape = true;
    at += 2;
  }
  return nullptr;
}

#ifdef __SSE2__

// How many of the 16 bytes at `at` are digits before the first that is none.
inline uint32_t leading_digits(const uint8_t *at) {
  __m128i digits = _mm_sub_epi8(
      _mm_loadu_si128(reinterpret_cast<const __m128i *>(at)), _mm_set1_epi8('0'));
  __m128i good = _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits);
  return static_cast<uint32_t>(
      __builtin_ctz(~static_cast<uint32_t>(_mm_movemask_epi8(good))));
}

// The number of `count` digits, at most 8: pairs, fours and eights of them are put together at once.
inline uint64_t few_digits(const uint8_t *at, uint32_t count) {
  if (count == 0) return 0;
  uint64_t word;
  memcpy(&word, at, 8);
  word -= 0x3030303030303030;
  word <<= 8 * (8 - count);
  word = word * 10 + (word >> 8);
  return (((word & 0x000000FF000000FF) * 0x000F424000000064) +
          (((word >> 16) & 0x000000FF000000FF) * 0x0000271000000001)) >> 32;
}

inline uint64_t read_digits(const uint8_t *at, uint32_t count) {
  static const uint64_t powers[] = {1,     10,     100,     1000,    10000,
                                    100000, 1000000, 10000000, 100000000};
  if (count <= 8) return few_digits(at, count);
  return few_digits(at, 8) * powers[count - 8] + few_digits(at + 8, count - 8);
}

#endif

// A whole number of at most 18 digits with no fraction and no exponent; null for any other.
__attribute__((always_inline)) inline const uint8_t *skip_whole_number(
    const uint8_t *at, const uint8_t *end, bool is_wanted, int64_t *value) {
  bool negative = *at == '-';
  if (negative) at++;
  const uint8_t *digits = at;
  uint64_t sum = 0;
#ifdef __SSE2__
  ptrdiff_t room = end - at;
  uint32_t first = leading_digits(at);
  if (first > room) first = static_cast<uint32_t>(room);
  if (is_wanted) sum = read_digits(at, first);
  at += first;
  if (first == 16) {
#else
  {
#endif
    while (at < end && static_cast<uint8_t>(*at - '0') < 10) {
      sum = sum * 10 + static_cast<uint64_t>(*at - '0');
      at++;
    }
  }
  ptrdiff_t count = at - digits;
  if (count == 0 || count > 18 || (count > 1 && *digits == '0')) return nullptr;
  if (at < end && (*at == '.' || (*at | 0x20) == 'e')) return nullptr;
  *value = negative ? -static_cast<int64_t>(sum) : static_cast<int64_t>(sum);
  return at;
}

// One value at `at`, into `token` unless that is null; null where it is no plain scalar.
__attribute__((always_inline)) inline const uint8_t *read_plain_value(
    const uint8_t *at, const uint8_t *end, cjson_token *token, uint8_t **strings,
    uint8_t *scratch, uint32_t *high) {
  if (at >= end) return nullptr;
  switch (*at) {
    case '"': {
      bool has_escape = false;
      const uint8_t *close = skip_plain_string(at + 1, end, &has_escape, high);
      if (!close) return nullptr;
      if (token) {
        token->type = CJSON_STRING;
        set_string(token, at + 1, close, has_escape, strings);
      }
      return close + 1;
    }
    case 't':
    case 'f':
    case 'n': {
      const char *word = *at == 't' ? "true" : *at == 'f' ? "false" : "null";
      ptrdiff_t length = *at == 'f' ? 5 : 4;
      if (!literal_is(at, end, word, length)) return nullptr;
      if (token) {
        token->type = *at == 't' ? CJSON_TRUE : *at == 'f' ? CJSON_FALSE : CJSON_NULL;
        token->length = 0;
        token->integer = 0;
      }
      return at + length;
    }
    default: {
      if (*at != '-' && static_cast<uint8_t>(*at - '0') >= 10) return nullptr;
      NumberScan scan = {nullptr, CJSON_INT, 0, 0};
      scan.end = skip_whole_number(at, end, token != nullptr, &scan.integer);
      if (!scan.end) scan = scan_number(at, end, scratch);
      if (scan.end && token) set_number(token, scan, at);
      return scan.end;
    }
  }
}

}  // namespace cjson
