#include "include/cregex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "newline.h"

struct cregex {
  // A pattern may be asked on several threads; what a search finds stands in `data`.
  pthread_mutex_t lock;
  pcre2_code *code;
  pcre2_match_context *context;
  pcre2_match_data *data;
  // Made when a search first needs more than the 32 KiB of the machine stack.
  pcre2_jit_stack *stack;
  uint32_t groups;
  uint32_t names;
  uint32_t name_size;
  PCRE2_SPTR name_table;
  uint8_t is_jit;
  uint8_t is_newline_free;
  // For many lines at once; made at the first need. `tried` also where it cannot be.
  struct cregex *lines;
  uint8_t lines_tried;
  uint32_t flags;
  uint32_t steps;
  size_t pattern_length;
  char *pattern;
};

static void say(char *text, size_t capacity, const char *message) {
  if (!text || capacity == 0) return;
  size_t length = strlen(message);
  if (length >= capacity) length = capacity - 1;
  memcpy(text, message, length);
  text[length] = 0;
}

static uint32_t options_for(uint32_t flags) {
  // No \C: it would cut a character in two. PCRE2_MATCH_INVALID_UTF implies PCRE2_UTF.
  uint32_t options = PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C;
  if (flags & CREGEX_CASELESS) options |= PCRE2_CASELESS;
  // `^` also after a newline that ends the subject: an empty last line is a line.
  if (flags & CREGEX_MULTILINE) options |= PCRE2_MULTILINE | PCRE2_ALT_CIRCUMFLEX;
  if (flags & CREGEX_DOTALL) options |= PCRE2_DOTALL;
  if (flags & CREGEX_EXTENDED) options |= PCRE2_EXTENDED;
  return options;
}

static pcre2_code *compile_code(
    const char *pattern, size_t length, uint32_t flags, int *error, size_t *offset) {
  pcre2_compile_context *context = pcre2_compile_context_create(NULL);
  if (!context) {
    *error = PCRE2_ERROR_NOMEMORY;
    return NULL;
  }
  // The same meaning wherever the library was built.
  pcre2_set_newline(context, PCRE2_NEWLINE_LF);
  pcre2_set_bsr(context, PCRE2_BSR_UNICODE);
  pcre2_code *code = pcre2_compile(
      (PCRE2_SPTR)pattern, length, options_for(flags), error, offset, context);
  pcre2_compile_context_free(context);
  return code;
}

static int prepare(cregex *regex, const char *pattern, size_t length, uint32_t flags) {
  regex->context = pcre2_match_context_create(NULL);
  regex->data = pcre2_match_data_create_from_pattern(regex->code, NULL);
  if (!regex->context || !regex->data) return 0;
  cregex_set_match_limit(regex, CREGEX_MATCH_LIMIT);
  pcre2_set_heap_limit(regex->context, CREGEX_HEAP_LIMIT);
  regex->is_jit = pcre2_jit_compile(regex->code, PCRE2_JIT_COMPLETE) == 0;
  pcre2_pattern_info(regex->code, PCRE2_INFO_CAPTURECOUNT, &regex->groups);
  pcre2_pattern_info(regex->code, PCRE2_INFO_NAMECOUNT, &regex->names);
  pcre2_pattern_info(regex->code, PCRE2_INFO_NAMEENTRYSIZE, &regex->name_size);
  pcre2_pattern_info(regex->code, PCRE2_INFO_NAMETABLE, &regex->name_table);
  uint32_t has_newline = 1;
  pcre2_pattern_info(regex->code, PCRE2_INFO_HASCRORLF, &has_newline);
  regex->is_newline_free =
      !has_newline && cregex_pattern_is_newline_free(pattern, length, flags);
  return 1;
}

cregex *cregex_compile(
    const char *pattern, size_t length, uint32_t flags, size_t *error_offset, char *error_text,
    size_t text_capacity) {
  if (error_offset) *error_offset = 0;
  if (!pattern) pattern = "";
  if (length > CREGEX_PATTERN_LIMIT) {
    if (error_offset) *error_offset = CREGEX_PATTERN_LIMIT;
    say(error_text, text_capacity, "the pattern is longer than 65536 bytes");
    return NULL;
  }
  int error = 0;
  PCRE2_SIZE offset = 0;
  pcre2_code *code = compile_code(pattern, length, flags, &error, &offset);
  if (!code) {
    if (error_offset) *error_offset = offset <= length ? offset : length;
    PCRE2_UCHAR message[256];
    if (pcre2_get_error_message(error, message, sizeof message) < 0) message[0] = 0;
    say(error_text, text_capacity, (const char *)message);
    return NULL;
  }
  cregex *regex = calloc(1, sizeof *regex);
  if (!regex) {
    pcre2_code_free(code);
    say(error_text, text_capacity, "no memory left");
    return NULL;
  }
  pthread_mutex_init(&regex->lock, NULL);
  regex->code = code;
  regex->flags = flags;
  regex->pattern_length = length;
  regex->pattern = malloc(length + 1);
  if (regex->pattern) memcpy(regex->pattern, pattern, length);
  if (!prepare(regex, pattern, length, flags)) {
    cregex_free(regex);
    say(error_text, text_capacity, "no memory left");
    return NULL;
  }
  return regex;
}

void cregex_free(cregex *regex) {
  if (!regex) return;
  pcre2_match_data_free(regex->data);
  pcre2_match_context_free(regex->context);
  pcre2_jit_stack_free(regex->stack);
  pcre2_code_free(regex->code);
  cregex_free(regex->lines);
  free(regex->pattern);
  pthread_mutex_destroy(&regex->lock);
  free(regex);
}

void cregex_set_match_limit(cregex *regex, uint32_t steps) {
  regex->steps = steps;
  pcre2_set_match_limit(regex->context, steps);
  if (regex->lines) pcre2_set_match_limit(regex->lines->context, steps);
}

static int search(cregex *regex, const uint8_t *subject, size_t length, size_t start) {
  int result = pcre2_match(
      regex->code, subject, length, start, 0, regex->data, regex->context);
  if (result != PCRE2_ERROR_JIT_STACKLIMIT || regex->stack) return result;
  regex->stack = pcre2_jit_stack_create(32768, CREGEX_STACK_LIMIT, NULL);
  if (!regex->stack) return PCRE2_ERROR_NOMEMORY;
  pcre2_jit_stack_assign(regex->context, NULL, regex->stack);
  return pcre2_match(regex->code, subject, length, start, 0, regex->data, regex->context);
}

static int match(
    cregex *regex, const uint8_t *subject, size_t length, size_t start, ptrdiff_t *ovector,
    size_t max_pairs) {
  // An empty Swift buffer has no address.
  if (!subject) subject = (const uint8_t *)"";
  if (start > length) return CREGEX_ERROR;
  int result = search(regex, subject, length, start);
  if (result < 0) {
    switch (result) {
      case PCRE2_ERROR_NOMATCH:
        return 0;
      case PCRE2_ERROR_MATCHLIMIT:
      case PCRE2_ERROR_DEPTHLIMIT:
      case PCRE2_ERROR_HEAPLIMIT:
      case PCRE2_ERROR_JIT_STACKLIMIT:
        return CREGEX_LIMIT;
      default:
        return CREGEX_ERROR;
    }
  }
  const PCRE2_SIZE *found = pcre2_get_ovector_pointer(regex->data);
  size_t pairs = (size_t)regex->groups + 1;
  if (pairs > max_pairs) pairs = max_pairs;
  for (size_t pair = 0; pair < pairs; pair++) {
    int is_set = pair < (size_t)result && found[2 * pair] != PCRE2_UNSET;
    ovector[2 * pair] = is_set ? (ptrdiff_t)found[2 * pair] : CREGEX_UNSET;
    ovector[2 * pair + 1] = is_set ? (ptrdiff_t)found[2 * pair + 1] : CREGEX_UNSET;
  }
  return pairs ? (int)pairs : 1;
}

int cregex_match(
    cregex *regex, const uint8_t *subject, size_t length, size_t start, ptrdiff_t *ovector,
    size_t max_pairs) {
  pthread_mutex_lock(&regex->lock);
  int result = match(regex, subject, length, start, ovector, max_pairs);
  pthread_mutex_unlock(&regex->lock);
  return result;
}

// The same pattern, of which `^` and `$` mean the ends of lines.
static cregex *for_lines(cregex *regex) {
  if (regex->lines_tried) return regex->lines;
  regex->lines_tried = 1;
  if (!regex->is_newline_free || !regex->pattern) return NULL;
  regex->lines = cregex_compile(
      regex->pattern, regex->pattern_length, regex->flags | CREGEX_MULTILINE, NULL, NULL, 0);
  if (regex->lines) cregex_set_match_limit(regex->lines, regex->steps);
  return regex->lines;
}

static int match_lines(
    cregex *regex, const uint8_t *const *starts, const ptrdiff_t *lengths, size_t count,
    ptrdiff_t *found) {
  cregex *lines = for_lines(regex);
  if (!lines || count == 0) return 0;
  const uint8_t *first = starts[0];
  size_t length = (size_t)(starts[count - 1] + lengths[count - 1] - first);
  memset(found, 0, count * sizeof *found);
  const PCRE2_SIZE *match = pcre2_get_ovector_pointer(lines->data);
  size_t row = 0;
  while (row < count) {
    int result = search(lines, first, length, (size_t)(starts[row] - first));
    if (result == PCRE2_ERROR_NOMATCH) return 1;
    if (result < 0) return 0;
    const uint8_t *at = first + match[0];
    while (row + 1 < count && starts[row + 1] <= at) row++;
    // What lies between two rows is no row.
    if (at <= starts[row] + lengths[row]) found[row] = 1;
    row++;
  }
  return 1;
}

int cregex_match_lines(
    cregex *regex, const uint8_t *const *starts, const ptrdiff_t *lengths, size_t count,
    ptrdiff_t *found) {
  pthread_mutex_lock(&regex->lock);
  int result = match_lines(regex, starts, lengths, count, found);
  pthread_mutex_unlock(&regex->lock);
  return result;
}

uint32_t cregex_group_count(const cregex *regex) { return regex->groups; }

uint32_t cregex_name_count(const cregex *regex) { return regex->names; }

const char *cregex_name(const cregex *regex, uint32_t index, uint32_t *group, size_t *length) {
  if (index >= regex->names) return NULL;
  // An entry is the group's number in two bytes, high one first, and its name with a NUL.
  PCRE2_SPTR entry = regex->name_table + (size_t)index * regex->name_size;
  if (group) *group = (uint32_t)entry[0] << 8 | entry[1];
  if (length) *length = strlen((const char *)entry + 2);
  return (const char *)entry + 2;
}

int cregex_is_compiled(const cregex *regex) { return regex->is_jit; }

int cregex_find_newline_free(const cregex *regex) { return regex->is_newline_free; }
