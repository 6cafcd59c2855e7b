// Finding a document's structure, by simdjson's first stage.
#pragma once

#include <algorithm>

#include "locate.hpp"
#include "parser.hpp"

namespace cjson {

inline int run_stage(cjson_parser *parser, const uint8_t *bytes, size_t length) {
  if (length > UINT32_MAX - CJSON_PADDING) return CJSON_TOO_LONG;
  auto &stage = parser->stage;
  if (!stage || stage->capacity() < length) {
    size_t capacity = std::min<size_t>(std::max<size_t>(length + length / 2, 4096), UINT32_MAX);
    simdjson::error_code error =
        stage ? stage->set_capacity(capacity)
              : simdjson::get_active_implementation()->create_dom_parser_implementation(
                    capacity, 1, stage);
    if (error) return CJSON_MEMORY;
  }
  switch (stage->stage1(bytes, length, simdjson::stage1_mode::regular)) {
    case simdjson::SUCCESS: return CJSON_OK;
    case simdjson::EMPTY: return CJSON_EMPTY;
    case simdjson::UTF8_ERROR: return CJSON_UTF8;
    case simdjson::UNESCAPED_CHARS: return CJSON_CONTROL;
    case simdjson::UNCLOSED_STRING: return CJSON_UNCLOSED;
    case simdjson::CAPACITY: return CJSON_TOO_LONG;
    default: return CJSON_UNEXPECTED;
  }
}

// A document made ready for the walk: padded, without its byte order mark.
struct Document {
  Structure structure;
  // No more structural bytes than this.
  size_t token_bound;
  size_t skipped;
};

inline bool starts_with_mark(const uint8_t *bytes, size_t length) {
  return length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0;
}

inline Outcome find_structure(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after,
    Document *document) {
  document->skipped = 0;
  if (starts_with_mark(bytes, length)) {
    bytes += 3;
    length -= 3;
    document->skipped = 3;
  }
  if (length == 0) return {CJSON_EMPTY, 0};
  if (capacity_after < CJSON_PADDING) {
    if (!parser->padded.reserve(length + CJSON_PADDING)) return {CJSON_MEMORY, 0};
    memcpy(parser->padded.get(), bytes, length);
    memset(parser->padded.get() + length, ' ', CJSON_PADDING);
    bytes = parser->padded.get();
  }
  int code = run_stage(parser, bytes, length);
  if (code == CJSON_EMPTY || code == CJSON_TOO_LONG || code == CJSON_MEMORY) return {code, 0};
  if (code != CJSON_OK) return locate(bytes, bytes + length, code);
  document->structure = {
      bytes, parser->stage->structural_indexes.get(), static_cast<uint32_t>(length)};
  document->token_bound = parser->stage->n_structural_indexes;
  return {CJSON_OK, 0};
}

// Walks a document with a sink that `make_sink` builds once the structure is known, with room for
// unescaped strings, the copy of one number, and a token for each structural byte. `use_sink` gives
// the code of a good document. The offset of a mistake counts from the document's first byte, byte
// order mark included.
template <class Make, class Use>
int walk_document(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after,
    size_t *error_offset, Make make_sink, Use use_sink) {
  static const uint8_t nothing[1] = {0};
  if (!bytes) bytes = nothing;
  Document document;
  Outcome outcome = find_structure(parser, bytes, length, capacity_after, &document);
  if (outcome.code == CJSON_OK) {
    size_t room = 2 * (length + CJSON_PADDING);
    if (!parser->strings.reserve(room) || !parser->tokens.reserve(document.token_bound)) {
      outcome = {CJSON_MEMORY, 0};
    } else {
      uint8_t *scratch = parser->strings.get() + length + CJSON_PADDING;
      auto sink = make_sink();
      Walk<decltype(sink)> walk(document.structure, scratch, sink);
      outcome = walk.document();
      if (outcome.code == CJSON_OK) return use_sink(sink);
    }
  }
  if (error_offset) *error_offset = outcome.offset + document.skipped;
  return outcome.code;
}

}  // namespace cjson
