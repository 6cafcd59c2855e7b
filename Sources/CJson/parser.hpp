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
  // The block whose structure `stage` holds, if any, and how far it was walked.
  const uint8_t *block = nullptr;
  size_t block_length = 0;
  const uint32_t *block_next = nullptr;
  // What `cjson_read` looks for.
  std::vector<std::string> keys;
  std::vector<const char *> key_starts;
  std::vector<size_t> key_lengths;
  cjson::Skeletons skeletons;
};
