#include "include/cjson.h"

#include <new>

#include "sinks.hpp"
#include "structure.hpp"

extern "C" cjson_parser *cjson_new(void) { return new (std::nothrow) cjson_parser; }

extern "C" void cjson_free(cjson_parser *parser) { delete parser; }

extern "C" int cjson_decode(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after,
    const cjson_token **tokens, size_t *count, size_t *error_offset) {
  *tokens = nullptr;
  *count = 0;
  return cjson::walk_document(
      parser, bytes, length, capacity_after, error_offset,
      [&] { return cjson::TokenSink(parser->tokens.get(), parser->strings.get()); },
      [&](const cjson::TokenSink &sink) {
        *tokens = parser->tokens.get();
        *count = sink.count;
        return CJSON_OK;
      });
}

namespace {

// Reads the wanted members of one document by the walk; unescaped strings go to `*strings`, which is
// moved on.
int walk_fields(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after,
    const cjson::Wanted &wanted, uint8_t **strings, size_t *error_offset) {
  cjson::clear(wanted);
  int code = cjson::walk_document(
      parser, bytes, length, capacity_after, error_offset,
      [&] { return cjson::FieldSink(wanted, *strings ? *strings : parser->strings.get()); },
      [&](const cjson::FieldSink &sink) {
        *strings = sink.unescaped_end();
        return sink.is_object ? CJSON_OK : CJSON_NOT_OBJECT;
      });
  // Nothing of a document with a mistake counts.
  if (code < 0) cjson::clear(wanted);
  return code;
}

// Takes the skeleton of a document that the walk has accepted; `capacity_after` is enough for it to
// be read where it stands.
void learn(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after,
    const cjson::Wanted &wanted) {
  cjson::Skeleton *skeleton = cjson::next_lesson(&parser->skeletons);
  if (!skeleton) return;
  cjson::walk_document(
      parser, bytes, length, capacity_after, nullptr,
      [&] {
        return cjson::SkeletonSink(wanted, bytes, parser->strings.get(), skeleton);
      },
      [&](cjson::SkeletonSink &sink) {
        sink.finish(bytes + length);
        return CJSON_OK;
      });
}

}  // namespace

extern "C" int cjson_fields(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after,
    const char *const *keys, const size_t *key_lengths, size_t key_count, cjson_token *results,
    size_t *error_offset) {
  const cjson::Wanted wanted = {keys, key_lengths, key_count, results};
  uint8_t *strings = nullptr;
  return walk_fields(parser, bytes, length, capacity_after, wanted, &strings, error_offset);
}

extern "C" int cjson_set_keys(
    cjson_parser *parser, const char *const *keys, const size_t *key_lengths, size_t key_count) {
  try {
    parser->keys.clear();
    parser->key_starts.clear();
    parser->key_lengths.assign(key_lengths, key_lengths + key_count);
    for (size_t i = 0; i < key_count; i++) parser->keys.emplace_back(keys[i], key_lengths[i]);
    for (const std::string &key : parser->keys) parser->key_starts.push_back(key.data());
    parser->skeletons = cjson::Skeletons();
  } catch (const std::bad_alloc &) {
    return CJSON_MEMORY;
  }
  return CJSON_OK;
}

extern "C" int cjson_begin_rows(cjson_parser *parser, size_t length) {
  parser->row_strings_used = 0;
  parser->row_strings_room = 0;
  if (!parser->row_strings.reserve(length + CJSON_PADDING)) return CJSON_MEMORY;
  parser->row_strings_room = length;
  return CJSON_OK;
}

extern "C" size_t cjson_read_rows(
    cjson_parser *parser, const uint8_t *const *starts, const intptr_t *lengths, size_t count,
    size_t capacity_after, cjson_token *results, int *code, size_t *error_offset) {
  cjson::Wanted wanted = {
      parser->key_starts.data(), parser->key_lengths.data(), parser->keys.size(), results};
  uint8_t *first = parser->row_strings.get();
  uint8_t *strings = first + parser->row_strings_used;
  uint8_t *end = first + parser->row_strings_room;
  *code = CJSON_OK;
  size_t row = 0;
  for (; row < count; row++, wanted.results += wanted.count) {
    const uint8_t *bytes = starts[row];
    size_t length = static_cast<size_t>(lengths[row]);
    bool has_room = bytes && capacity_after >= CJSON_PADDING &&
                    static_cast<size_t>(end - strings) >= length &&
                    parser->strings.reserve(2 * (length + CJSON_PADDING));
    if (!has_room) {
      *code = CJSON_MEMORY;
      break;
    }
    if (cjson::read_by_skeleton(
            &parser->skeletons, bytes, length, wanted, &strings, parser->strings.get())) {
      continue;
    }
    *code = walk_fields(parser, bytes, length, capacity_after, wanted, &strings, error_offset);
    if (*code < 0) break;
    learn(parser, bytes, length, capacity_after, wanted);
  }
  parser->row_strings_used = static_cast<size_t>(strings - first);
  return row;
}

extern "C" const char *cjson_error_text(int code) {
  switch (code) {
    case CJSON_OK: return "no mistake";
    case CJSON_NOT_OBJECT: return "not an object";
    case CJSON_EMPTY: return "nothing but blanks";
    case CJSON_INCOMPLETE: return "ends too early";
    case CJSON_UNEXPECTED: return "no JSON value starts here";
    case CJSON_BAD_NUMBER: return "not a JSON number";
    case CJSON_BAD_LITERAL: return "expected true, false or null";
    case CJSON_BAD_ESCAPE: return "not an escape that JSON knows";
    case CJSON_CONTROL: return "control character in a string";
    case CJSON_UNCLOSED: return "string without a closing quote";
    case CJSON_UTF8: return "not UTF-8";
    case CJSON_DEPTH: return "nested deeper than 1024";
    case CJSON_TRAILING: return "more text after the value";
    case CJSON_NEEDS_KEY: return "expected a key in quotes";
    case CJSON_NEEDS_COLON: return "expected a colon after the key";
    case CJSON_NEEDS_COMMA: return "expected a comma or a closing bracket";
    case CJSON_TOO_LONG: return "longer than 4 GiB";
    case CJSON_MEMORY: return "no memory left";
    default: return "unknown mistake";
  }
}
