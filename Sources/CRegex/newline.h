#ifndef CREGEX_NEWLINE_H
#define CREGEX_NEWLINE_H

#include <stddef.h>
#include <stdint.h>

/// Whether no part of the pattern can match or look at a newline, nor at the ends of the subject.
int cregex_pattern_is_newline_free(const char *pattern, size_t length, uint32_t flags);

#endif
