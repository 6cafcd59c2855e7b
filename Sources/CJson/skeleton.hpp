// Reading members of objects that look like ones read before: the same keys in the same order with
// nothing but scalars behind them and no blanks, as programs write lines of JSON. What does not look
// so is left to the walk, which also tells what is wrong with it: nothing is accepted here that the
// walk would refuse, and what is found is the same.
#pragma once

#include "number.hpp"
#include "sinks.hpp"

namespace cjson {

// How one kind of object begins each of its members: `{"key":` or `,"key":`.
struct Skeleton {
  static const uint32_t most_members = 48;
  static const uint32_t most_bytes = 32;

  struct Member {
    uint8_t bytes[most_bytes];
    uint32_t length;
    // Which of the wanted keys it is, or -1.
    int32_t wanted;
  };

  uint32_t count = 0;
  Member members[most_members];
};

// The skeletons of a parser, for its list of wanted keys.
struct Skeletons {
  static const uint32_t most = 4;
  // A stream whose lines all differ must not learn for ever.
  static const uint32_t most_lessons = 64;

  uint32_t count = 0;
  uint32_t recent = 0;
  uint32_t lessons = 0;
  Skeleton all[most];
};

// Moves over a string without `\u`, control characters and what is after its quote; null where it
// has them. `at` is the first byte after the opening quote; `high` collects whether any byte is not
// ASCII. 32 bytes after the end can be read.
inline const uint8_t *skip_plain_string(
    const uint8_t *at, const uint8_t *end, bool *has_escape, uint32_t *high) {
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i control = _mm_set1_epi8(0x1F);
  while (at < end) {
    __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
    __m128i stops = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(block, quote), _mm_cmpeq_epi8(block, backslash)),
        _mm_cmpeq_epi8(_mm_min_epu8(block, control), block));
    *high |= static_cast<uint32_t>(_mm_movemask_epi8(block));
    uint32_t mask = static_cast<uint32_t>(_mm_movemask_epi8(stops));
    if (mask == 0) {
      at += 16;
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
    if (*at != '\\' || end - at < 2 || !strchr("\"\\/bfnrt", at[1]) || at[1] == 0) return nullptr;
    *has_escape = true;
    at += 2;
  }
  return nullptr;
}

// A whole number of at most 18 digits, the usual kind; null for any other.
inline const uint8_t *skip_whole_number(const uint8_t *at, const uint8_t *end, int64_t *value) {
  bool negative = *at == '-';
  if (negative) at++;
  const uint8_t *digits = at;
  uint64_t sum = 0;
  while (at < end && static_cast<uint8_t>(*at - '0') < 10) {
    sum = sum * 10 + static_cast<uint64_t>(*at - '0');
    at++;
  }
  ptrdiff_t count = at - digits;
  if (count == 0 || count > 18 || (count > 1 && *digits == '0')) return nullptr;
  if (at >= end || (*at != ',' && *at != '}')) return nullptr;
  *value = negative ? -static_cast<int64_t>(sum) : static_cast<int64_t>(sum);
  return at;
}

// One value at `at`, into `token` unless that is null; null where it is no plain scalar.
inline const uint8_t *read_plain_value(
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
      scan.end = skip_whole_number(at, end, &scan.integer);
      if (!scan.end) scan = scan_number(at, end, scratch);
      if (scan.end && token) set_number(token, scan, at);
      return scan.end;
    }
  }
}

inline bool begins_with(const uint8_t *at, const Skeleton::Member &member) {
#ifdef __SSE2__
  const __m128i *have = reinterpret_cast<const __m128i *>(at);
  const __m128i *want = reinterpret_cast<const __m128i *>(member.bytes);
  uint32_t same =
      static_cast<uint32_t>(
          _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(have), _mm_loadu_si128(want)))) |
      static_cast<uint32_t>(_mm_movemask_epi8(
          _mm_cmpeq_epi8(_mm_loadu_si128(have + 1), _mm_loadu_si128(want + 1)))) << 16;
  uint32_t needed = member.length == 32 ? UINT32_MAX : (1u << member.length) - 1;
  return (same & needed) == needed;
#else
  return memcmp(at, member.bytes, member.length) == 0;
#endif
}

inline void clear(const Wanted &wanted) {
  for (size_t i = 0; i < wanted.count; i++) {
    wanted.results[i].type = CJSON_MISSING;
    wanted.results[i].length = 0;
    wanted.results[i].integer = 0;
  }
}

// Whether the object has this skeleton; then its members are in the results.
inline bool read_by(
    const Skeleton &skeleton, const uint8_t *bytes, size_t length, const Wanted &wanted,
    uint8_t *strings, uint8_t *scratch) {
  // One that was given up.
  if (skeleton.count == 0) return false;
  clear(wanted);
  const uint8_t *at = bytes;
  const uint8_t *end = bytes + length;
  uint32_t high = 0;
  for (uint32_t i = 0; i < skeleton.count; i++) {
    const Skeleton::Member &member = skeleton.members[i];
    if (static_cast<size_t>(end - at) < member.length) return false;
    if (!begins_with(at, member)) return false;
    cjson_token *token = member.wanted < 0 ? nullptr : &wanted.results[member.wanted];
    at = read_plain_value(at + member.length, end, token, &strings, scratch, &high);
    if (!at) return false;
  }
  if (at + 1 != end || *at != '}') return false;
  return high == 0 || simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}

// Takes the skeleton of an object that is known to be good; false where it has none.
inline bool learn(
    const uint8_t *bytes, size_t length, const Wanted &wanted, uint8_t *strings, uint8_t *scratch,
    Skeleton *skeleton) {
  const uint8_t *at = bytes;
  const uint8_t *end = bytes + length;
  uint32_t count = 0;
  uint32_t high = 0;
  while (at < end && *at != '}') {
    if (count == Skeleton::most_members || *at != (count == 0 ? '{' : ',')) return false;
    if (end - at < 2 || at[1] != '"') return false;
    bool has_escape = false;
    const uint8_t *key = at + 2;
    const uint8_t *close = skip_plain_string(key, end, &has_escape, &high);
    if (!close || has_escape || end - close < 2 || close[1] != ':') return false;
    Skeleton::Member &member = skeleton->members[count++];
    size_t size = static_cast<size_t>(close + 2 - at);
    if (size > Skeleton::most_bytes) return false;
    memset(member.bytes, 0, sizeof member.bytes);
    memcpy(member.bytes, at, size);
    member.length = static_cast<uint32_t>(size);
    member.wanted = -1;
    for (size_t i = 0; i < wanted.count; i++) {
      bool is_it = wanted.lengths[i] == static_cast<size_t>(close - key) &&
                   memcmp(wanted.keys[i], key, wanted.lengths[i]) == 0;
      if (is_it) member.wanted = static_cast<int32_t>(i);
    }
    at = read_plain_value(close + 2, end, nullptr, &strings, scratch, &high);
    if (!at) return false;
  }
  skeleton->count = count;
  return count > 0 && at + 1 == end;
}

// Reads by the skeletons known so far; false where none fits.
inline bool read_by_skeleton(
    Skeletons *known, const uint8_t *bytes, size_t length, const Wanted &wanted, uint8_t *strings,
    uint8_t *scratch) {
  for (uint32_t step = 0; step < known->count; step++) {
    uint32_t i = known->recent + step;
    if (i >= known->count) i -= known->count;
    if (read_by(known->all[i], bytes, length, wanted, strings, scratch)) {
      known->recent = i;
      return true;
    }
  }
  return false;
}

inline void learn_skeleton(
    Skeletons *known, const uint8_t *bytes, size_t length, const Wanted &wanted, uint8_t *strings,
    uint8_t *scratch) {
  if (known->lessons >= Skeletons::most_lessons) return;
  known->lessons++;
  uint32_t place = known->lessons % Skeletons::most;
  if (place > known->count) place = known->count;
  if (!learn(bytes, length, wanted, strings, scratch, &known->all[place])) {
    // What it held is no skeleton any more.
    known->all[place].count = 0;
    return;
  }
  if (place == known->count) known->count++;
  known->recent = place;
}

}  // namespace cjson
