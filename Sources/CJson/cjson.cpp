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

extern "C" int cjson_fields(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after,
    const char *const *keys, const size_t *key_lengths, size_t key_count, cjson_token *results,
    size_t *error_offset) {
  const cjson::Wanted wanted = {keys, key_lengths, key_count, results};
  cjson::clear(wanted);
  int code = cjson::walk_document(
      parser, bytes, length, capacity_after, error_offset,
      [&] {
        return cjson::FieldSink(wanted, parser->strings.get());
      },
      [&](const cjson::FieldSink &sink) { return sink.is_object ? CJSON_OK : CJSON_NOT_OBJECT; });
  // Nothing of a document with a mistake counts.
  if (code < 0) cjson::clear(wanted);
  return code;
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

extern "C" int cjson_read(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after,
    cjson_token *results, size_t *error_offset) {
  const cjson::Wanted wanted = {
      parser->key_starts.data(), parser->key_lengths.data(), parser->keys.size(), results};
  bool is_readable = bytes && capacity_after >= CJSON_PADDING &&
                     parser->strings.reserve(2 * (length + CJSON_PADDING));
  uint8_t *strings = parser->strings.get();
  uint8_t *scratch = strings + length + CJSON_PADDING;
  bool is_known = is_readable && cjson::read_by_skeleton(
                                     &parser->skeletons, bytes, length, wanted, strings, scratch);
  if (is_known) return CJSON_OK;
  if (is_readable) {
    // Learnt before it is known to be good: a skeleton says nothing of what is between.
    cjson::learn_skeleton(&parser->skeletons, bytes, length, wanted, strings, scratch);
  }
  return cjson_fields(
      parser, bytes, length, capacity_after, wanted.keys, wanted.lengths, wanted.count, results,
      error_offset);
}

extern "C" int cjson_block_begin(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after) {
  parser->block = nullptr;
  if (!bytes || capacity_after < CJSON_PADDING) return 0;
  if (cjson::starts_with_mark(bytes, length)) {
    bytes += 3;
    length -= 3;
  }
  if (cjson::run_stage(parser, bytes, length) != CJSON_OK) return 0;
  parser->block = bytes;
  parser->block_length = length;
  parser->block_next = parser->stage->structural_indexes.get();
  return 1;
}

extern "C" void cjson_block_end(cjson_parser *parser) { parser->block = nullptr; }

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
