// The line tasks by hand: what one thread can do that reads large blocks, finds the lines with
// memchr and knows everything about its input. `limit TASK FILE`
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { block_size = 1 << 20, output_size = 1 << 16, table_size = 4096, key_size = 95 };

static char output[output_size];
static size_t output_count;

static void flush_output(void) {
  for (size_t done = 0; done < output_count;) {
    ssize_t count = write(1, output + done, output_count - done);
    if (count < 0) exit(1);
    done += (size_t)count;
  }
  output_count = 0;
}

static inline char *reserve(size_t count) {
  if (output_count + count > sizeof output) flush_output();
  char *start = output + output_count;
  output_count += count;
  return start;
}

static inline void put(const char *text, size_t count) { memcpy(reserve(count), text, count); }

// Calls `task` with each line, newline excluded.
#define each_line(task)                                                  \
  do {                                                                   \
    size_t kept = 0;                                                     \
    for (ssize_t got; (got = read(file, block + kept, block_size)) > 0;) { \
      kept += (size_t)got;                                               \
      char *line = block, *end = block + kept, *newline;                 \
      while ((newline = memchr(line, '\n', (size_t)(end - line)))) {     \
        task(line, (size_t)(newline - line));                            \
        line = newline + 1;                                              \
      }                                                                  \
      kept = (size_t)(end - line);                                       \
      memmove(block, line, kept);                                        \
    }                                                                    \
  } while (0)

typedef struct {
  uint64_t hash;
  char key[key_size];
  int length;
  long count, sum;
} entry;

static entry table[table_size];

static entry *find(const char *key, int length) {
  uint64_t hash = 1469598103934665603u;
  for (int i = 0; i < length; i++) hash = (hash ^ (uint8_t)key[i]) * 1099511628211u;
  hash |= 1;
  for (size_t place = hash % table_size;; place = (place + 1) % table_size) {
    entry *e = table + place;
    if (!e->hash) {
      e->hash = hash;
      e->length = length < key_size ? length : key_size;
      memcpy(e->key, key, (size_t)e->length);
      return e;
    }
    if (e->hash == hash && e->length == length && !memcmp(e->key, key, (size_t)length)) return e;
  }
}

static int by_count(const void *a, const void *b) {
  long x = ((const entry *)a)->count, y = ((const entry *)b)->count;
  return (x < y) - (x > y);
}

static inline int number(const char *digits) {
  int value = 0;
  while (*digits >= '0' && *digits <= '9') value = value * 10 + *digits++ - '0';
  return value;
}

// The place after `key`, which must be there.
static inline char *after(char *line, size_t length, const char *key, size_t key_length) {
  return (char *)memmem(line, length, key, key_length) + key_length;
}

#define after_key(line, end, key) after(line, (size_t)((end) - (line)), key, sizeof(key) - 1)

typedef struct {
  char *path;
  int path_length, status;
  long bytes;
} request;

// The request stands between the first two quotes, status and bytes behind them.
static inline request parse_request(char *line, size_t length) {
  char *end = line + length;
  char *quote = memchr(line, '"', length);
  char *path = (char *)memchr(quote, ' ', (size_t)(end - quote)) + 1;
  char *blank = memchr(path, ' ', (size_t)(end - path));
  char *query = memchr(path, '?', (size_t)(blank - path));
  char *second = memchr(blank, '"', (size_t)(end - blank));
  return (request){path, (int)((query ? query : blank) - path), number(second + 2),
                   number(second + 6)};
}

static long total;
static long sums[1000], counts[1000];
static char previous[block_size];
static size_t previous_length = SIZE_MAX;
static int window[10];
static long window_sum, window_index;

static inline void count_long(char *line, size_t length) {
  (void)line;
  total += length > 3;
}

static inline void upper(char *line, size_t length) {
  if (length <= 3) return;
  char *to = reserve(length + 1);
  for (size_t i = 0; i < length; i++)
    to[i] = (char)(line[i] - ((line[i] >= 'a' && line[i] <= 'z') << 5));
  to[length] = '\n';
}

static inline void count_failures(char *line, size_t length) {
  request r = parse_request(line, length);
  if (r.status >= 500) find(r.path, r.path_length)->count++;
}

static inline void sum_bytes(char *line, size_t length) {
  request r = parse_request(line, length);
  sums[r.status % 1000] += r.bytes;
  counts[r.status % 1000]++;
}

static inline void slow_errors(char *line, size_t length) {
  char *end = line + length;
  char *user = after_key(line, end, "\"user\":\"");
  char *user_end = memchr(user, '"', (size_t)(end - user));
  char *level = after_key(user_end, end, "\"level\":\"");
  if (memcmp(level, "error\"", 6)) return;
  if (number(after_key(level, end, "\"ms\":")) <= 100) return;
  *user_end = '\n';
  put(user, (size_t)(user_end - user) + 1);
}

static inline void sum_levels(char *line, size_t length) {
  char *end = line + length;
  char *level = after_key(line, end, "\"level\":\"");
  char *level_end = memchr(level, '"', (size_t)(end - level));
  entry *e = find(level, (int)(level_end - level));
  e->sum += number(after_key(level_end, end, "\"ms\":"));
  e->count++;
}

static inline void changes(char *line, size_t length) {
  if (length == previous_length && !memcmp(line, previous, length)) return;
  memcpy(previous, line, length);
  previous_length = length;
  line[length] = '\n';
  put(line, length + 1);
}

static inline void count_versions(char *line, size_t length) {
  char *end = line + length;
  for (char *slash = line; (slash = memchr(slash, '/', (size_t)(end - slash))); slash++) {
    char *rest = slash + 1;
    if (end - rest > 5 && !memcmp(rest, "api/v", 5)) rest += 5;
    else if (end - rest > 8 && !memcmp(rest, "static/v", 8)) rest += 8;
    else continue;
    if (*rest >= '0' && *rest <= '9') {
      total++;
      return;
    }
  }
}

static inline void moving_average(char *line, size_t length) {
  int value = number(after_key(line, line + length, "\"ms\":"));
  int *oldest = window + window_index % 10;
  window_sum += value - *oldest;
  *oldest = value;
  char text[32];
  int count;
  if (++window_index < 10) {
    count = snprintf(text, sizeof text, "%.6g\n", (double)window_sum / (double)window_index);
  } else {
    // A tenth of a whole number: its digits with a point before the last.
    char digits[24];
    int digit_count = 0;
    count = 0;
    long whole = window_sum / 10;
    do digits[digit_count++] = (char)('0' + whole % 10);
    while (whole /= 10);
    while (digit_count) text[count++] = digits[--digit_count];
    text[count++] = '.';
    text[count++] = (char)('0' + window_sum % 10);
    text[count++] = '\n';
  }
  put(text, (size_t)count);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int file = open(argv[2], O_RDONLY);
  char *block = malloc(2 * block_size);
  if (file < 0 || !block) return 1;
  switch (argv[1][0]) {
  case 'a': each_line(count_long); printf("%ld\n", total); break;
  case 'b': each_line(upper); break;
  case 'c':
    each_line(count_failures);
    qsort(table, table_size, sizeof *table, by_count);
    for (int i = 0; i < 10; i++) printf("%ld %.*s\n", table[i].count, table[i].length, table[i].key);
    break;
  case 'd':
    each_line(sum_bytes);
    for (int i = 0; i < 1000; i++) if (counts[i]) printf("%d %ld\n", i, sums[i]);
    break;
  case 'e': each_line(slow_errors); break;
  case 'f':
    each_line(sum_levels);
    for (entry *e = table; e < table + table_size; e++)
      if (e->hash) printf("%.*s %.6f\n", e->length, e->key, (double)e->sum / (double)e->count);
    break;
  case 'g': each_line(changes); break;
  case 'h': each_line(count_versions); printf("%ld\n", total); break;
  case 'i': each_line(moving_average); break;
  default: return 2;
  }
  flush_output();
  return 0;
}
