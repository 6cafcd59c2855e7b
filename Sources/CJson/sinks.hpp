// What a walk's findings become: a flat list of tokens, or the wanted members of the top object.
#pragma once

#include "walk.hpp"

namespace cjson {

inline void set_text(cjson_token *token, const uint8_t *text, const uint8_t *stop) {
  token->length = static_cast<uint32_t>(stop - text);
  token->text = reinterpret_cast<const char *>(text);
}

inline void set_number(cjson_token *token, const NumberScan &scan, const uint8_t *at) {
  token->type = scan.type;
  token->length = 0;
  if (scan.type == CJSON_INT) {
    token->integer = scan.integer;
  } else if (scan.type == CJSON_DOUBLE) {
    token->number = scan.number;
  } else {
    set_text(token, at, scan.end);
  }
}

// Sets a string's token; the unescaped bytes go to `*strings`, which is moved on.
inline void set_string(
    cjson_token *token, const uint8_t *text, const uint8_t *stop, bool has_escape,
    uint8_t **strings) {
  if (has_escape) {
    uint8_t *start = *strings;
    *strings = unescape(text, stop, start);
    text = start;
    stop = *strings;
  }
  set_text(token, text, stop);
}

// `tokens` has room for one token per structural byte, `strings` for the document's bytes.
class TokenSink {
 public:
  TokenSink(cjson_token *tokens, uint8_t *strings) : tokens(tokens), strings(strings) {}

  size_t count = 0;

  void begin(bool is_object, const uint8_t *) {
    member();
    open[depth++] = static_cast<uint32_t>(count);
    cjson_token *token = add(is_object ? CJSON_OBJECT_BEGIN : CJSON_ARRAY_BEGIN);
    token->length = 0;
    is_array = !is_object;
  }

  void end(bool is_object, const uint8_t *) {
    uint32_t start = open[--depth];
    tokens[start].partner = count;
    cjson_token *token = add(is_object ? CJSON_OBJECT_END : CJSON_ARRAY_END);
    token->length = tokens[start].length;
    token->partner = start;
    is_array = depth > 0 && tokens[open[depth - 1]].type == CJSON_ARRAY_BEGIN;
  }

  void key(const uint8_t *text, const uint8_t *stop, bool has_escape) {
    tokens[open[depth - 1]].length++;
    set_string(add(CJSON_KEY), text, stop, has_escape, &strings);
  }

  void string(const uint8_t *text, const uint8_t *stop, bool has_escape) {
    member();
    set_string(add(CJSON_STRING), text, stop, has_escape, &strings);
  }

  void literal(uint8_t type, const uint8_t *, ptrdiff_t) {
    member();
    cjson_token *token = add(type);
    token->length = 0;
    token->integer = 0;
  }

  void number(const NumberScan &scan, const uint8_t *at) {
    member();
    set_number(add(scan.type), scan, at);
  }

 private:
  cjson_token *tokens;
  uint8_t *strings;
  uint32_t depth = 0;
  bool is_array = false;
  uint32_t open[1024];

  cjson_token *add(uint8_t type) {
    tokens[count].type = type;
    return &tokens[count++];
  }

  // An object's members are counted by their keys.
  void member() {
    if (is_array) tokens[open[depth - 1]].length++;
  }
};

struct Wanted {
  const char *const *keys;
  const size_t *lengths;
  size_t count;
  cjson_token *results;
};

// The place of a key among the wanted ones, or SIZE_MAX. Documents of one kind mostly keep their
// order, so the search starts at a guess.
inline size_t find_key(const Wanted &wanted, const uint8_t *text, size_t length, size_t guess) {
  for (size_t step = 0; step < wanted.count; step++) {
    size_t i = guess + step;
    if (i >= wanted.count) i -= wanted.count;
    if (wanted.lengths[i] == length && memcmp(wanted.keys[i], text, length) == 0) return i;
  }
  return SIZE_MAX;
}

inline void clear(const Wanted &wanted) {
  for (size_t i = 0; i < wanted.count; i++) {
    wanted.results[i].type = CJSON_MISSING;
    wanted.results[i].length = 0;
    wanted.results[i].integer = 0;
  }
}

class FieldSink {
 public:
  FieldSink(Wanted wanted, uint8_t *strings) : wanted(wanted), strings(strings) {}

  bool is_object = false;

  // Behind what was unescaped.
  uint8_t *unescaped_end() const { return strings; }

  void begin(bool object, const uint8_t *at) {
    if (depth == 0) is_object = object;
    if (depth == 1) start = at;
    depth++;
  }

  void end(bool object, const uint8_t *stop) {
    depth--;
    if (depth != 1) return;
    if (cjson_token *token = target()) {
      token->type = object ? CJSON_OBJECT_BEGIN : CJSON_ARRAY_BEGIN;
      set_text(token, start, stop);
    }
  }

  void key(const uint8_t *text, const uint8_t *stop, bool has_escape) {
    if (depth != 1) return;
    if (has_escape) {
      // Only compared, so its room is used again by the next one.
      const uint8_t *unescaped = strings;
      stop = unescape(text, stop, strings);
      text = unescaped;
    }
    current = find_key(wanted, text, static_cast<size_t>(stop - text), guess);
    if (current != SIZE_MAX) guess = current + 1 < wanted.count ? current + 1 : 0;
  }

  void string(const uint8_t *text, const uint8_t *stop, bool has_escape) {
    if (cjson_token *token = target()) {
      token->type = CJSON_STRING;
      set_string(token, text, stop, has_escape, &strings);
    }
  }

  void literal(uint8_t type, const uint8_t *, ptrdiff_t) {
    if (cjson_token *token = target()) {
      token->type = type;
      token->length = 0;
      token->integer = 0;
    }
  }

  void number(const NumberScan &scan, const uint8_t *at) {
    if (cjson_token *token = target()) set_number(token, scan, at);
  }

 private:
  Wanted wanted;
  uint8_t *strings;
  size_t depth = 0;
  size_t guess = 0;
  size_t current = SIZE_MAX;
  const uint8_t *start = nullptr;

  cjson_token *target() {
    bool is_wanted = depth == 1 && is_object && current != SIZE_MAX;
    return is_wanted ? &wanted.results[current] : nullptr;
  }
};

}  // namespace cjson
