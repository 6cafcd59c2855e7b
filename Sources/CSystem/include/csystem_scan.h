/// Scanning bytes, inlined into Swift, which has no byte mask of its own.
#ifndef CSYSTEM_SCAN_H
#define CSYSTEM_SCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

/// How many bytes the scanning functions may read, and `csys_copy32` write, after an end.
static const size_t CSYS_PADDING = 64;

/// Bit n is set where byte n of the 64 at `bytes` equals `byte`.
static inline uint64_t csys_byte_mask(const uint8_t *bytes, uint8_t byte) {
#if defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi8((char)byte);
  uint64_t mask = 0;
  for (int i = 0; i < 4; i++) {
    __m128i block = _mm_loadu_si128((const __m128i *)(const void *)(bytes + 16 * i));
    mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block, wanted)) << (16 * i);
  }
  return mask;
#elif defined(__ARM_NEON) && defined(__aarch64__)
  const uint8x16_t wanted = vdupq_n_u8(byte);
  static const uint8_t bit_values[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t bits = vld1q_u8(bit_values);
  uint8x16_t part[4];
  for (int i = 0; i < 4; i++) {
    part[i] = vandq_u8(vceqq_u8(vld1q_u8(bytes + 16 * i), wanted), bits);
  }
  uint8x16_t sum = vpaddq_u8(vpaddq_u8(part[0], part[1]), vpaddq_u8(part[2], part[3]));
  sum = vpaddq_u8(sum, sum);
  return vgetq_lane_u64(vreinterpretq_u64_u8(sum), 0);
#else
  uint64_t mask = 0;
  for (int i = 0; i < 64; i++) mask |= (uint64_t)(bytes[i] == byte) << i;
  return mask;
#endif
}

/// Bit n is set where byte n of the 64 at `bytes` is a newline.
static inline uint64_t csys_newline_mask(const uint8_t *bytes) {
  return csys_byte_mask(bytes, '\n');
}

/// Finds piece `index` of those between separators: whether there is one, where it starts and how
/// long it is. Reads up to `CSYS_PADDING` bytes after the end.
static inline int csys_piece(
    const uint8_t *bytes, size_t count, uint8_t separator, size_t index, size_t *from,
    size_t *length) {
  size_t start = 0;
  size_t seen = 0;
  for (size_t at = 0; at < count; at += 64) {
    uint64_t mask = csys_byte_mask(bytes + at, separator);
    if (count - at < 64) mask &= ((uint64_t)1 << (count - at)) - 1;
    while (mask) {
      size_t end = at + (size_t)__builtin_ctzll(mask);
      if (seen == index) {
        *from = start;
        *length = end - start;
        return 1;
      }
      seen++;
      start = end + 1;
      mask &= mask - 1;
    }
  }
  *from = start;
  *length = count - start;
  return seen == index;
}

/// A hash of some bytes. At least 8 bytes after the end must be readable; what is in them does not
/// matter. `seed` keeps others from choosing bytes that collide.
static inline uint64_t csys_hash(const uint8_t *bytes, size_t count, uint64_t seed) {
  const uint64_t factor = 0x9E3779B97F4A7C15u;
  uint64_t hash = (seed ^ count) * factor;
  uint64_t word;
  while (count > 8) {
    memcpy(&word, bytes, 8);
    hash = (hash ^ word) * factor;
    hash ^= hash >> 32;
    bytes += 8;
    count -= 8;
  }
  memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  if (count < 8) word &= ((uint64_t)1 << (8 * count)) - 1;
  hash = (hash ^ word) * factor;
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9u;
  return hash ^ hash >> 32;
}

/// Reads a whole number of at most 18 digits with an optional minus, and nothing else: 1, or 0 where
/// it is anything else.
static inline int csys_whole_number(const uint8_t *bytes, size_t count, int64_t *number) {
  size_t at = count > 0 && bytes[0] == '-';
  if (count == at || count > at + 18) return 0;
  int64_t value = 0;
  for (; at < count; at++) {
    uint8_t digit = (uint8_t)(bytes[at] - '0');
    if (digit > 9) return 0;
    value = value * 10 + digit;
  }
  *number = bytes[0] == '-' ? -value : value;
  return 1;
}

/// Copies exactly 32 bytes: for short texts whose length is looked at afterwards. Source and
/// destination do not overlap.
static inline void csys_copy32(uint8_t *destination, const uint8_t *source) {
  memcpy(destination, source, 32);
}

/// Whether `count` bytes are equal. At least 16 bytes after the end of each must be readable; what
/// is in them does not matter.
static inline int csys_equal(const uint8_t *a, const uint8_t *b, size_t count) {
#if defined(__SSE2__)
  size_t done = 0;
  do {
    __m128i left = _mm_loadu_si128((const __m128i *)(const void *)(a + done));
    __m128i right = _mm_loadu_si128((const __m128i *)(const void *)(b + done));
    uint32_t different = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(left, right)) ^ 0xFFFF;
    size_t rest = count - done;
    if (rest < 16) return (different & ((1u << rest) - 1)) == 0;
    if (different) return 0;
    done += 16;
  } while (done < count);
  return 1;
#else
  return memcmp(a, b, count) == 0;
#endif
}

/// The same for at most 16 bytes, without a decision in it.
static inline int csys_equal16(const uint8_t *a, const uint8_t *b, size_t count) {
#if defined(__SSE2__)
  __m128i left = _mm_loadu_si128((const __m128i *)(const void *)a);
  __m128i right = _mm_loadu_si128((const __m128i *)(const void *)b);
  uint32_t same = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(left, right));
  return (~same & ((1u << count) - 1)) == 0;
#else
  return memcmp(a, b, count) == 0;
#endif
}

/// Whether `count` bytes are equal. Reads nothing outside the bytes.
static inline int csys_equal_within(const uint8_t *a, const uint8_t *b, size_t count) {
  return memcmp(a, b, count) == 0;
}

/// Lets memory come nearer that will be looked at soon; it may be anywhere.
static inline void csys_expect(const void *place) { __builtin_prefetch(place); }

/// Whether no byte has its high bit set. Reads nothing outside the bytes.
static inline int csys_is_ascii(const uint8_t *bytes, size_t count) {
  uint64_t high = 0;
  while (count >= 32) {
    uint64_t words[4];
    memcpy(words, bytes, 32);
    if ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080u) return 0;
    bytes += 32;
    count -= 32;
  }
  while (count >= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    high |= word;
    bytes += 8;
    count -= 8;
  }
  for (size_t i = 0; i < count; i++) high |= bytes[i];
  return (high & 0x8080808080808080u) == 0;
}

/// The offset of the first `needle` in `bytes`, or -1; 0 for an empty needle.
ptrdiff_t csys_find(
    const uint8_t *bytes, size_t count, const uint8_t *needle, size_t needle_count);

#endif
