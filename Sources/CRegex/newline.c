// Reads a pattern that PCRE2 has accepted and admits only what is known to stay inside a line.
// Anything not listed here (a negated class, \s, \W, \A, a verb, a condition...) says no.

#include "newline.h"

#include <string.h>

#include "include/cregex.h"

typedef struct {
  const char *at;
  const char *end;
} reader;

static int is_alnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Called after the backslash. Numbers are back-references or octal: \0 and two or more digits may
// be the newline's own code.
static int escape_is_safe(reader *r, int in_class) {
  if (r->at == r->end) return 0;
  char c = *r->at++;
  if (!is_alnum(c)) return c != '\n';
  if (strchr("dwhtfae", c)) return 1;
  if (in_class) return 0;
  if (c == 'b' || c == 'B') return 1;
  int next_is_digit = r->at < r->end && *r->at >= '0' && *r->at <= '9';
  return c >= '1' && c <= '9' && !next_is_digit;
}

// Called after `[:`.
static int posix_class_is_safe(reader *r) {
  static const char *const safe[] = {"alnum:]", "alpha:]", "blank:]", "digit:]", "graph:]",
                                     "lower:]", "print:]", "punct:]", "upper:]", "word:]", "xdigit:]"};
  for (size_t i = 0; i < sizeof safe / sizeof *safe; i++) {
    size_t length = strlen(safe[i]);
    if ((size_t)(r->end - r->at) >= length && memcmp(r->at, safe[i], length) == 0) {
      r->at += length;
      return 1;
    }
  }
  return 0;
}

// Called after the opening bracket. Bytes below the blank say no, so that no range can span the
// newline.
static int class_is_safe(reader *r) {
  if (r->at < r->end && *r->at == '^') return 0;
  int first = 1;
  while (r->at < r->end) {
    char c = *r->at++;
    if (c == ']' && !first) return 1;
    first = 0;
    if (c == '[' && r->at < r->end && (*r->at == ':' || *r->at == '.' || *r->at == '=')) {
      if (*r->at++ != ':' || !posix_class_is_safe(r)) return 0;
    } else if (c == '\\') {
      // A range that starts at a control character (`\t-z`) would span the newline.
      int control = r->at < r->end && strchr("tfae", *r->at) != NULL;
      if (!escape_is_safe(r, 1)) return 0;
      if (control && r->at < r->end && *r->at == '-') return 0;
    } else if ((unsigned char)c < ' ') {
      return 0;
    }
  }
  return 0;
}

// Called after `(?`.
static int group_is_safe(reader *r) {
  if (r->at == r->end) return 0;
  char c = *r->at;
  if (strchr(":=!>|#", c)) {
    // A comment may hold anything up to its bracket.
    if (c == '#') {
      while (r->at < r->end && *r->at != ')') r->at++;
    } else {
      r->at++;
    }
    return 1;
  }
  if (c == 'P' && r->at + 1 < r->end && r->at[1] == '<') r->at++;
  if (*r->at == '<' || *r->at == '\'') {
    r->at++;
    return 1;
  }
  // Options: only `i` is harmless; `s`, `m`, `x`, `n`, `^` change what the rest means.
  while (r->at < r->end && (*r->at == 'i' || *r->at == '-')) r->at++;
  return r->at < r->end && (*r->at == ':' || *r->at == ')');
}

int cregex_pattern_is_newline_free(const char *pattern, size_t length, uint32_t flags) {
  if (flags & (CREGEX_DOTALL | CREGEX_EXTENDED)) return 0;
  reader r = {pattern, pattern + length};
  while (r.at < r.end) {
    char c = *r.at++;
    if (c == '\\') {
      if (!escape_is_safe(&r, 0)) return 0;
    } else if (c == '[') {
      if (!class_is_safe(&r)) return 0;
    } else if (c == '(' && r.at < r.end && *r.at == '*') {
      return 0;
    } else if (c == '(' && r.at < r.end && *r.at == '?') {
      r.at++;
      if (!group_is_safe(&r)) return 0;
    } else if (c == '\n' || c == '\r') {
      return 0;
    }
  }
  return 1;
}
