/// JSON documents as flat token arrays: simdjson finds the structure, a walk over it checks the
/// whole grammar. Nothing is thrown; one parser serves one thread at a time.
///
/// What is accepted is RFC 8259, all of it validated, whichever function is used. Choices where it
/// leaves room: a byte order mark at the start is left out; a lone surrogate escape becomes U+FFFD;
/// bytes that are not UTF-8 are an error; of equal keys all are kept in tokens, and the last counts
/// for `cjson_fields`; -0 is the integer 0.
#ifndef CJSON_H
#define CJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cjson_parser cjson_parser;

// Kinds of token.
static const uint8_t CJSON_MISSING = 0;
static const uint8_t CJSON_NULL = 1;
static const uint8_t CJSON_FALSE = 2;
static const uint8_t CJSON_TRUE = 3;
static const uint8_t CJSON_INT = 4;
static const uint8_t CJSON_DOUBLE = 5;
/// A number that fits neither 64-bit integer nor finite double: its text.
static const uint8_t CJSON_BIGNUM = 6;
static const uint8_t CJSON_STRING = 7;
static const uint8_t CJSON_KEY = 8;
static const uint8_t CJSON_ARRAY_BEGIN = 9;
static const uint8_t CJSON_ARRAY_END = 10;
static const uint8_t CJSON_OBJECT_BEGIN = 11;
static const uint8_t CJSON_OBJECT_END = 12;

typedef struct {
  uint8_t type;
  /// Bytes of `text`; for a begin and an end token the number of members.
  uint32_t length;
  union {
    int64_t integer;
    double number;
    /// String and key: unescaped. Bignum: as written. At least 32 bytes after the end are readable.
    /// Points into the document or the parser's memory: good until the parser's next call, while
    /// the document's bytes stay.
    const char *text;
    /// For a begin token the index of its end, for an end token that of its begin.
    uint64_t partner;
  };
} cjson_token;

// What a call returns.
static const int CJSON_OK = 0;
/// `cjson_fields`: a good document, but no object; every result is missing.
static const int CJSON_NOT_OBJECT = 1;
static const int CJSON_EMPTY = -1;
static const int CJSON_INCOMPLETE = -2;
static const int CJSON_UNEXPECTED = -3;
static const int CJSON_BAD_NUMBER = -4;
static const int CJSON_BAD_LITERAL = -5;
static const int CJSON_BAD_ESCAPE = -6;
static const int CJSON_CONTROL = -7;
static const int CJSON_UNCLOSED = -8;
static const int CJSON_UTF8 = -9;
static const int CJSON_DEPTH = -10;
static const int CJSON_TRAILING = -11;
static const int CJSON_NEEDS_KEY = -12;
static const int CJSON_NEEDS_COLON = -13;
static const int CJSON_NEEDS_COMMA = -14;
static const int CJSON_TOO_LONG = -15;
static const int CJSON_MEMORY = -16;

/// Arrays and objects inside one another; one more is `CJSON_DEPTH`.
static const uint32_t CJSON_DEPTH_LIMIT = 1024;
/// Readable bytes after a document that spare a copy of it.
static const size_t CJSON_PADDING = 64;

/// NULL when there is no memory.
cjson_parser *cjson_new(void);
void cjson_free(cjson_parser *parser);

/// Decodes the one document in `bytes`. `capacity_after`: how many bytes after it may be read.
/// `tokens` belong to the parser until its next call. On an error `error_offset` is the byte of the
/// document where it shows (exact for the grammar; for broken text the first broken byte).
int cjson_decode(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after,
    const cjson_token **tokens, size_t *count, size_t *error_offset);

/// Reads the members of a top-level object that have one of the `keys`, in any order. `results` has
/// a token per key: `CJSON_MISSING` where the object has none; for an array or an object the begin
/// token with `text` and `length` of its JSON as written.
int cjson_fields(
    cjson_parser *parser, const uint8_t *bytes, size_t length, size_t capacity_after,
    const char *const *keys, const size_t *key_lengths, size_t key_count, cjson_token *results,
    size_t *error_offset);

/// Sets the keys that `cjson_read_rows` looks for; they are copied. Returns `CJSON_OK` or
/// `CJSON_MEMORY`.
int cjson_set_keys(
    cjson_parser *parser, const char *const *keys, const size_t *key_lengths, size_t key_count);

/// Makes ready for rows of together at most `length` bytes; the strings of rows read before are
/// forgotten. Returns `CJSON_OK` or `CJSON_MEMORY`.
int cjson_begin_rows(cjson_parser *parser, size_t length);

/// Reads documents one after the other as `cjson_fields` does, with the keys that were set: faster
/// for objects that are the same but for their scalars as one read before. `results` has a token per
/// key for each document; strings are good until `cjson_begin_rows`. `capacity_after` is at least
/// `CJSON_PADDING`. Returns how many have been read: where not all, `*code` and `*error_offset` tell
/// of the mistake in the next one.
size_t cjson_read_rows(
    cjson_parser *parser, const uint8_t *const *starts, const intptr_t *lengths, size_t count,
    size_t capacity_after, cjson_token *results, int *code, size_t *error_offset);

/// What a code means, in a few lower-case words.
const char *cjson_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
