// The memory behind a parser, kept from document to document.
#pragma once

#include <simdjson.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "include/cjson.h"
#include "skeleton.hpp"
#include "walk.hpp"

namespace cjson {

// Grows, never shrinks; what it held is lost when it grows.
template <class Element>
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { free(memory); }

  Element *get() const { return memory; }

  bool reserve(size_t wanted) {
    if (wanted <= capacity) return true;
    size_t rounded = wanted + wanted / 2 + 64;
    void *grown = rounded <= SIZE_MAX / sizeof(Element) ? malloc(rounded * sizeof(Element)) : nullptr;
    if (!grown) return false;
    free(memory);
    memory = static_cast<Element *>(grown);
    capacity = rounded;
    return true;
  }

 private:
  Element *memory = nullptr;
  size_t capacity = 0;
};

}  // namespace cjson

struct cjson_parser {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stage;
  cjson::Buffer<uint8_t> padded;
  cjson::Buffer<uint8_t> strings;
  cjson::Buffer<cjson_token> tokens;
  // What `cjson_read_rows` looks for.
  std::vector<std::string> keys;
  std::vector<const char *> key_starts;
  std::vector<size_t> key_lengths;
  cjson::Skeletons skeletons;
  // The unescaped strings of the rows read since `cjson_begin_rows`, and where the next goes.
  cjson::Buffer<uint8_t> row_strings;
  size_t row_strings_used = 0;
  size_t row_strings_room = 0;
};
