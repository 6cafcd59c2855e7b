// The walk over the structure that simdjson's first stage found: checks the grammar and tells a
// sink what comes. One code for whole decoding and for reading a few members, so that both accept
// and refuse the same documents.
#pragma once

#include "include/cjson.h"
#include "number.hpp"
#include "scan.hpp"

namespace cjson {

struct Outcome {
  int code;
  // Where in the walked bytes: the mistake, or the end of what was read.
  size_t offset;
};

// The bytes [0, limit) of `base` with the offsets of their structural characters and of the starts
// of their scalars, ascending; the entry after the last one is at least `limit`.
struct Structure {
  const uint8_t *base;
  const uint32_t *next;
  uint32_t limit;
};

inline bool literal_is(const uint8_t *at, const uint8_t *end, const char *word, ptrdiff_t length) {
  return end - at >= length && memcmp(at, word, static_cast<size_t>(length)) == 0 &&
         ends_scalar(at + length, end);
}

template <class Sink>
class Walk {
 public:
  Walk(Structure structure, uint8_t *scratch, Sink &sink)
      : base(structure.base), end(structure.base + structure.limit), next(structure.next),
        limit(structure.limit), scratch(scratch), sink(sink) {}

  // Walks one document and asks for the end of the text after it.
  Outcome document() {
    if (*next >= limit) return {CJSON_EMPTY, 0};
    bool wants_value = true;
    for (;;) {
      if (wants_value) {
        if (*next >= limit) return incomplete();
        uint8_t c = base[*next];
        if (c == '{' || c == '[') {
          if (depth == CJSON_DEPTH_LIMIT) return fail(CJSON_DEPTH);
          bool is_object = c == '{';
          is_object_at[depth++] = is_object;
          sink.begin(is_object, base + *next++);
          if (*next < limit && base[*next] == (is_object ? '}' : ']')) {
            close();
          } else {
            if (is_object && !key()) return mistake;
            continue;
          }
        } else if (!scalar(c)) {
          return mistake;
        }
      }
      if (depth == 0) break;
      if (*next >= limit) return incomplete();
      uint8_t c = base[*next];
      bool is_object = is_object_at[depth - 1];
      if (c == ',') {
        next++;
        if (is_object && !key()) return mistake;
        wants_value = true;
      } else if (c == (is_object ? '}' : ']')) {
        close();
        wants_value = false;
      } else {
        return fail(CJSON_NEEDS_COMMA);
      }
    }
    if (*next < limit) return fail(CJSON_TRAILING);
    return {CJSON_OK, limit};
  }

 private:
  const uint8_t *base;
  const uint8_t *end;
  const uint32_t *next;
  uint32_t limit;
  uint8_t *scratch;
  Sink &sink;
  uint32_t depth = 0;
  Outcome mistake = {CJSON_OK, 0};
  bool is_object_at[1024];
  static_assert(sizeof is_object_at == 1024, "as many as CJSON_DEPTH_LIMIT");

  Outcome fail(int code) { return {code, *next}; }
  Outcome incomplete() { return {CJSON_INCOMPLETE, limit}; }

  bool set_mistake(Outcome outcome) {
    mistake = outcome;
    return false;
  }

  void close() {
    depth--;
    sink.end(is_object_at[depth], base + *next + 1);
    next++;
  }

  // A string whose quote is the next structural byte; checked, its inner bytes in `text`.
  bool string(const uint8_t **text, const uint8_t **stop, bool *has_escape) {
    const uint8_t *at = base + *next + 1;
    StringScan scan = scan_string(at, end);
    if (!scan.close) return set_mistake(fail(CJSON_UNCLOSED));
    if (scan.has_escape) {
      if (const uint8_t *bad = find_bad_escape(at, scan.close)) {
        return set_mistake({CJSON_BAD_ESCAPE, static_cast<size_t>(bad - base)});
      }
    }
    next++;
    *text = at;
    *stop = scan.close;
    *has_escape = scan.has_escape;
    return true;
  }

  bool key() {
    if (*next >= limit) return set_mistake(incomplete());
    if (base[*next] != '"') return set_mistake(fail(CJSON_NEEDS_KEY));
    const uint8_t *text, *stop;
    bool has_escape;
    if (!string(&text, &stop, &has_escape)) return false;
    sink.key(text, stop, has_escape);
    if (*next >= limit) return set_mistake(incomplete());
    if (base[*next] != ':') return set_mistake(fail(CJSON_NEEDS_COLON));
    next++;
    return true;
  }

  bool scalar(uint8_t c) {
    const uint8_t *at = base + *next;
    switch (c) {
      case '"': {
        const uint8_t *text, *stop;
        bool has_escape;
        if (!string(&text, &stop, &has_escape)) return false;
        sink.string(text, stop, has_escape);
        return true;
      }
      case 't':
        if (!literal_is(at, end, "true", 4)) return set_mistake(fail(CJSON_BAD_LITERAL));
        sink.literal(CJSON_TRUE, at, 4);
        break;
      case 'f':
        if (!literal_is(at, end, "false", 5)) return set_mistake(fail(CJSON_BAD_LITERAL));
        sink.literal(CJSON_FALSE, at, 5);
        break;
      case 'n':
        if (!literal_is(at, end, "null", 4)) return set_mistake(fail(CJSON_BAD_LITERAL));
        sink.literal(CJSON_NULL, at, 4);
        break;
      case '-': case '0': case '1': case '2': case '3': case '4':
      case '5': case '6': case '7': case '8': case '9': {
        NumberScan scan = scan_number(at, end, scratch);
        if (!scan.end) return set_mistake(fail(CJSON_BAD_NUMBER));
        sink.number(scan, at);
        break;
      }
      default:
        return set_mistake(fail(CJSON_UNEXPECTED));
    }
    next++;
    return true;
  }
};

}  // namespace cjson
