// Numbers: RFC 8259's grammar, then the value. What fits neither Int64 nor a finite double keeps
// its text, so that no valid document is refused for a big number.
#pragma once

#include <simdjson.h>

#include "include/cjson.h"

namespace cjson {

struct NumberScan {
  // One past the last byte; null where the text is no number.
  const uint8_t *end;
  uint8_t type;
  int64_t integer;
  double number;
};

inline bool is_digit(const uint8_t *at, const uint8_t *end) {
  return at < end && *at >= '0' && *at <= '9';
}

// Whether a scalar may end before `at`.
inline bool ends_scalar(const uint8_t *at, const uint8_t *end) {
  if (at >= end) return true;
  switch (*at) {
    case ' ': case '\t': case '\n': case '\r': case ',': case ':': case ']': case '}': return true;
    default: return false;
  }
}

// The slow way, for what has many digits or a large exponent. simdjson's parser reads to the first
// byte that is no part of the number, so it gets a copy with a blank behind it in `scratch` (room
// for the text and 16 bytes).
inline bool parse_copied(const uint8_t *at, const uint8_t *end, uint8_t *scratch, double *number) {
  size_t length = static_cast<size_t>(end - at);
  memcpy(scratch, at, length);
  memset(scratch + length, ' ', 16);
  return simdjson::SIMDJSON_BUILTIN_IMPLEMENTATION::numberparsing::parse_double(scratch)
             .get(*number) == simdjson::SUCCESS;
}

inline NumberScan scan_number(const uint8_t *start, const uint8_t *end, uint8_t *scratch) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const NumberScan bad = {nullptr, CJSON_BIGNUM, 0, 0};
  const uint8_t *at = start;
  bool negative = at < end && *at == '-';
  if (negative) at++;
  const uint8_t *digits = at;
  uint64_t mantissa = 0;  // wraps when there are more than 19 digits, and is not used then
  while (is_digit(at, end)) mantissa = mantissa * 10 + static_cast<uint64_t>(*at++ - '0');
  ptrdiff_t digit_count = at - digits;
  if (digit_count == 0 || (digit_count > 1 && *digits == '0')) return bad;
  bool is_integer = true;
  int64_t exponent = 0;
  if (at < end && *at == '.') {
    is_integer = false;
    const uint8_t *fraction = ++at;
    while (is_digit(at, end)) mantissa = mantissa * 10 + static_cast<uint64_t>(*at++ - '0');
    if (at == fraction) return bad;
    exponent = -(at - fraction);
    digit_count += at - fraction;
  }
  if (at < end && (*at | 0x20) == 'e') {
    is_integer = false;
    at++;
    bool negative_exponent = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    const uint8_t *power = at;
    int64_t value = 0;
    while (is_digit(at, end)) {
      if (value < 1000000) value = value * 10 + (*at - '0');
      at++;
    }
    if (at == power) return bad;
    exponent += negative_exponent ? -value : value;
  }
  if (!ends_scalar(at, end)) return bad;
  if (is_integer) {
    uint64_t limit = static_cast<uint64_t>(INT64_MAX) + (negative ? 1 : 0);
    if (digit_count > 19 || mantissa > limit) return {at, CJSON_BIGNUM, 0, 0};
    uint64_t value = negative ? 0 - mantissa : mantissa;
    return {at, CJSON_INT, static_cast<int64_t>(value), 0};
  }
  // Both operands are exact in a double, so one operation rounds correctly.
  if (digit_count <= 19 && mantissa <= (uint64_t(1) << 53) && exponent >= -22 && exponent <= 22) {
    double number = static_cast<double>(mantissa);
    number = exponent < 0 ? number / powers[-exponent] : number * powers[exponent];
    return {at, CJSON_DOUBLE, 0, negative ? -number : number};
  }
  // simdjson refuses an exponent of very many digits, also one that says zero.
  if (mantissa == 0 && digit_count <= 19) exponent = -1000000;
  if (exponent + digit_count < -400) return {at, CJSON_DOUBLE, 0, negative ? -0.0 : 0.0};
  double number = 0;
  if (!parse_copied(start, at, scratch, &number)) return {at, CJSON_BIGNUM, 0, 0};
  return {at, CJSON_DOUBLE, 0, number};
}

}  // namespace cjson
