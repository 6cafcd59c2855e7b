/// Regular expressions over bytes: PCRE2 with its JIT, bounded in time and memory.
///
/// A handle holds the compiled pattern and its own match state, so it serves one thread at a time.
#ifndef CREGEX_H
#define CREGEX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cregex cregex;

/// Letters of any case match (`i`).
static const uint32_t CREGEX_CASELESS = 1;
/// `^` and `$` match at each line (`m`).
static const uint32_t CREGEX_MULTILINE = 2;
/// `.` matches a newline too (`s`).
static const uint32_t CREGEX_DOTALL = 4;
/// Blanks and `#` comments in the pattern are left out (`x`).
static const uint32_t CREGEX_EXTENDED = 8;

/// The longest pattern that is compiled, in bytes.
static const size_t CREGEX_PATTERN_LIMIT = 65536;
/// Steps one search may take, unless `cregex_set_match_limit` says otherwise. PCRE2's own default
/// of ten million lets a hostile pattern burn a quarter of a second on each subject.
static const uint32_t CREGEX_MATCH_LIMIT = 100000;
/// Heap one search may take, in KiB (binds the interpreter; the JIT has its own stack).
static const uint32_t CREGEX_HEAP_LIMIT = 20000;
/// The largest JIT stack, in bytes; what needs more ends in `CREGEX_LIMIT`.
static const size_t CREGEX_STACK_LIMIT = 1048576;

/// The search gave up: match, depth, heap or stack limit. Not the same as "no match".
static const int CREGEX_LIMIT = -1;
/// Anything else that is wrong with the search (a start outside the subject, no memory).
static const int CREGEX_ERROR = -2;
/// In an offset pair: the group took no part in the match.
static const ptrdiff_t CREGEX_UNSET = -1;

/// Compiles `pattern` (UTF-8, `length` bytes). NULL on a mistake: then `error_offset` is the byte
/// of the pattern it was found at and `error_text` (of `text_capacity` bytes) says what it is.
/// Either may be NULL.
cregex *cregex_compile(
    const char *pattern, size_t length, uint32_t flags, size_t *error_offset, char *error_text,
    size_t text_capacity);
void cregex_free(cregex *regex);

void cregex_set_match_limit(cregex *regex, uint32_t steps);

/// Searches `subject` from byte `start` on. `ovector` gets the bounds of the match and of its
/// groups as pairs of byte offsets, at most `max_pairs` of them; `CREGEX_UNSET` twice for a group
/// that took no part. Returns the number of pairs written (at least 1 where `max_pairs` is), 0 for
/// no match, else `CREGEX_LIMIT` or `CREGEX_ERROR`. With `max_pairs` 0 a match gives 1.
///
/// The subject may hold anything: bytes that are not UTF-8 never match and never fail.
int cregex_match(
    cregex *regex, const uint8_t *subject, size_t length, size_t start, ptrdiff_t *ovector,
    size_t max_pairs);

/// Searches many lines at once: `found[n]` is 1 where line n matches, else 0. The lines lie in one
/// stretch of memory in this order, each behind a newline (or the start) and before one (or the
/// end), with no carriage return among them; between them there may be other lines. Returns 1, or 0
/// where they must be searched one by one: the pattern may reach over a newline, a limit was hit.
int cregex_match_lines(
    cregex *regex, const uint8_t *const *starts, const ptrdiff_t *lengths, size_t count,
    ptrdiff_t *found);

/// Capture groups in the pattern, the whole match not counted.
uint32_t cregex_group_count(const cregex *regex);
/// Named groups, and the one at `index` (ordered by name): its number and the length of its name,
/// which belongs to the handle.
uint32_t cregex_name_count(const cregex *regex);
const char *cregex_name(const cregex *regex, uint32_t index, uint32_t *group, size_t *length);

/// Whether the JIT took the pattern; without it the interpreter does the same more slowly.
int cregex_is_compiled(const cregex *regex);

/// Whether a search of a block of lines finds, line by line, what searching each line alone would
/// find, given that the pattern was compiled with `CREGEX_MULTILINE`, the block stops before its last
/// newline and no line ends in a carriage return. Judged from the pattern and conservative: 0 where
/// in doubt. A search of a block that ends in `CREGEX_LIMIT` says nothing about its lines; search
/// them one by one then.
int cregex_find_newline_free(const cregex *regex);

#ifdef __cplusplus
}
#endif
#endif
