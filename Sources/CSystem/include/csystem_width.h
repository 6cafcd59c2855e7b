/// How many columns of a terminal a character takes.
#ifndef CSYSTEM_WIDTH_H
#define CSYSTEM_WIDTH_H

#include <stdint.h>

/// The columns of a Unicode scalar: 0, 1 or 2; -1 for what cannot be printed, -2 where the system
/// knows no UTF-8. Independent of the locale of the process.
int csystem_columns(uint32_t scalar);

#endif
