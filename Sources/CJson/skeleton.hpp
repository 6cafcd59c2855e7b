// Reading members of objects that look like ones read before: programs write lines of JSON that are
// the same but for the scalars in them. The text between the scalars of one line, which the walk has
// checked, is its skeleton; where a line has the same text around scalars that are good, the walk
// would accept it and find the same. What does not look so is left to the walk, which also tells what
// is wrong with it.
#pragma once

#include "plain.hpp"
#include "sinks.hpp"

namespace cjson {

// What stands around the scalars of one kind of object: before each, and after the last.
struct Skeleton {
  static const uint32_t most_scalars = 64;
  static const uint32_t most_bytes = 64;

  struct Text {
    // Filled up with zeros.
    uint8_t bytes[most_bytes];
    uint32_t length;
    // Which of the wanted keys the scalar behind it belongs to, or -1.
    int32_t wanted;
  };

  // Whether it is one: places are given up.
  bool is_set = false;
  uint32_t count = 0;
  Text before[most_scalars + 1];

  const Text &last() const { return before[count]; }
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

// A sink that takes the skeleton of the document walked.
class SkeletonSink {
 public:
  SkeletonSink(const Wanted &wanted, const uint8_t *bytes, uint8_t *strings, Skeleton *skeleton)
      : wanted(wanted), bytes(bytes), strings(strings), skeleton(skeleton) {
    skeleton->is_set = false;
    skeleton->count = 0;
  }

  void begin(bool is_object, const uint8_t *) {
    // A wanted array or object is no scalar, and what is no object has no members.
    if (depth == 0 ? !is_object : depth == 1 && current >= 0) is_good = false;
    depth++;
  }

  void end(bool, const uint8_t *) { depth--; }

  void key(const uint8_t *text, const uint8_t *stop, bool has_escape) {
    if (depth != 1) return;
    if (has_escape) {
      stop = unescape(text, stop, strings);
      text = strings;
    }
    size_t place = find_key(wanted, text, static_cast<size_t>(stop - text), 0);
    current = place == SIZE_MAX ? -1 : static_cast<int32_t>(place);
  }

  void string(const uint8_t *text, const uint8_t *stop, bool) { scalar(text - 1, stop + 1); }
  void literal(uint8_t, const uint8_t *at, ptrdiff_t length) { scalar(at, at + length); }
  void number(const NumberScan &scan, const uint8_t *at) { scalar(at, scan.end); }

  // The document ends there.
  void finish(const uint8_t *end) {
    add(end, -1);
    skeleton->is_set = is_good;
  }

 private:
  const Wanted &wanted;
  // The end of the scalar before.
  const uint8_t *bytes;
  uint8_t *strings;
  Skeleton *skeleton;
  bool is_good = true;
  uint32_t depth = 0;
  int32_t current = -1;

  void scalar(const uint8_t *at, const uint8_t *end) {
    if (depth == 0 || skeleton->count == Skeleton::most_scalars) is_good = false;
    if (!add(at, depth == 1 ? current : -1)) return;
    skeleton->count++;
    bytes = end;
  }

  bool add(const uint8_t *end, int32_t member) {
    size_t length = static_cast<size_t>(end - bytes);
    if (length > Skeleton::most_bytes) is_good = false;
    if (!is_good) return false;
    Skeleton::Text &text = skeleton->before[skeleton->count];
    memset(text.bytes, 0, sizeof text.bytes);
    memcpy(text.bytes, bytes, length);
    text.length = static_cast<uint32_t>(length);
    text.wanted = member;
    return true;
  }
};

// Whether a text stands at `at`. `CJSON_PADDING` bytes after the document can be read.
__attribute__((always_inline)) inline bool begins_with(const uint8_t *at, const uint8_t *end, const Skeleton::Text &text) {
  if (static_cast<size_t>(end - at) < text.length) return false;
#ifdef __SSE2__
  uint32_t rest = text.length;
  for (const uint8_t *bytes = text.bytes;; bytes += 16, at += 16, rest -= 16) {
    __m128i have = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
    __m128i want = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes));
    uint32_t same = static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(have, want)));
    uint32_t needed = rest >= 16 ? 0xFFFFu : (1u << rest) - 1;
    if ((same & needed) != needed) return false;
    if (rest <= 16) return true;
  }
#else
  return memcmp(at, text.bytes, text.length) == 0;
#endif
}

// Whether the object has this skeleton; then its members are in the results, and `*strings` is moved
// on behind what was unescaped.
inline bool read_by(
    const Skeleton &skeleton, const uint8_t *bytes, size_t length, const Wanted &wanted,
    uint8_t **strings, uint8_t *scratch) {
  if (!skeleton.is_set) return false;
  clear(wanted);
  const uint8_t *at = bytes;
  const uint8_t *end = bytes + length;
  uint8_t *unescaped = *strings;
  uint32_t high = 0;
  for (uint32_t i = 0; i < skeleton.count; i++) {
    const Skeleton::Text &text = skeleton.before[i];
    if (!begins_with(at, end, text)) return false;
    cjson_token *token = text.wanted < 0 ? nullptr : &wanted.results[text.wanted];
    at = read_plain_value(at + text.length, end, token, &unescaped, scratch, &high);
    if (!at) return false;
  }
  if (static_cast<size_t>(end - at) != skeleton.last().length) return false;
  if (!begins_with(at, end, skeleton.last())) return false;
  if (high != 0 && !simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length)) {
    return false;
  }
  *strings = unescaped;
  return true;
}

// Reads by the skeletons known so far; false where none fits.
inline bool read_by_skeleton(
    Skeletons *known, const uint8_t *bytes, size_t length, const Wanted &wanted, uint8_t **strings,
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

// The place for one more skeleton, in turn; null once enough have been learnt.
inline Skeleton *next_lesson(Skeletons *known) {
  if (known->lessons >= Skeletons::most_lessons) return nullptr;
  uint32_t place = known->lessons % Skeletons::most;
  known->lessons++;
  if (place == known->count) known->count++;
  known->recent = place;
  return &known->all[place];
}

}  // namespace cjson
