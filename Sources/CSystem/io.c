#define _GNU_SOURCE

#include "include/csystem_io.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int open_again(const char *path, int flags, mode_t mode) {
  int descriptor;
  do {
    descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

int csys_open_read(const char *path) {
  int descriptor = open_again(path, O_RDONLY | O_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  // Only the opening was not to block. The open file is this process's own, so nobody else sees
  // the flag change.
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0) fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
  return descriptor;
}

int csys_open_write(const char *path, int append) {
  return open_again(path, O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC), 0666);
}

int csys_close(int descriptor) { return close(descriptor); }

ptrdiff_t csys_read(int descriptor, void *bytes, size_t count) {
  ssize_t result;
  do {
    result = read(descriptor, bytes, count);
  } while (result < 0 && errno == EINTR);
  return result;
}

ptrdiff_t csys_read_at(int descriptor, void *bytes, size_t count, int64_t offset) {
  ssize_t result;
  do {
    result = pread(descriptor, bytes, count, (off_t)offset);
  } while (result < 0 && errno == EINTR);
  return result;
}

ptrdiff_t csys_write(int descriptor, const void *bytes, size_t count) {
  return write(descriptor, bytes, count);
}

int64_t csys_next_data(int descriptor, int64_t offset) {
#ifdef SEEK_DATA
  // Moves the position, which the callers of csys_read_at do not use.
  off_t found = lseek(descriptor, (off_t)offset, SEEK_DATA);
  if (found >= offset) return found;
#endif
  return offset;
}

void csys_hold_standard_descriptors(void) {
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is this one. Opened the wrong way round: reading it or writing it
    // fails as it would have done.
    if (open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

int csys_is_terminal(int descriptor) { return isatty(descriptor); }

int csys_pipe(int *read_end, int *write_end, int write_nonblocking) {
  int ends[2];
#ifdef __linux__
  // At once, for a thread may start a program meanwhile.
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
#else
  if (pipe(ends) < 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  if (write_nonblocking) {
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
  }
  *read_end = ends[0];
  *write_end = ends[1];
  return 0;
}

void csys_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0) fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

static void fill(csys_status *status, const struct stat *from) {
  status->size = from->st_size;
  status->device = (uint64_t)from->st_dev;
  status->inode = (uint64_t)from->st_ino;
  status->is_regular = S_ISREG(from->st_mode);
  status->is_directory = S_ISDIR(from->st_mode);
  status->is_stream = S_ISFIFO(from->st_mode) || S_ISSOCK(from->st_mode) || S_ISCHR(from->st_mode);
}

int csys_status_of(int descriptor, csys_status *status) {
  struct stat from;
  if (fstat(descriptor, &from) < 0) return -1;
  fill(status, &from);
  return 0;
}

int csys_status_at(const char *path, csys_status *status) {
  struct stat from;
  if (stat(path, &from) < 0) return -1;
  fill(status, &from);
  return 0;
}

void csys_will_read_all(int descriptor) {
#ifdef __linux__
  posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
#else
  fcntl(descriptor, F_RDAHEAD, 1);
#endif
}

int csys_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  *columns = 0;
  *rows = 0;
  if (ioctl(descriptor, TIOCGWINSZ, &size) < 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

static int64_t now(clockid_t clock) {
  struct timespec time = {0, 0};
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t csys_monotonic_now(void) { return now(CLOCK_MONOTONIC); }

int64_t csys_wall_now(void) { return now(CLOCK_REALTIME); }

// glibc's strerror_r with _GNU_SOURCE returns the text, the POSIX one a code.
static const char *text_of(char *result, const char *buffer) {
  (void)buffer;
  return result;
}
static const char *text_of_code(int result, const char *buffer) {
  return result == 0 ? buffer : "unknown error";
}

void csys_error_text(int code, char *text, size_t capacity) {
  if (capacity == 0) return;
  char buffer[256] = "";
  const char *message = _Generic(
      strerror_r(code, buffer, sizeof buffer), char *: text_of, default: text_of_code)(
      strerror_r(code, buffer, sizeof buffer), buffer);
  size_t length = strlen(message);
  if (length >= capacity) length = capacity - 1;
  memcpy(text, message, length);
  text[length] = 0;
}

ptrdiff_t csys_link_target(const char *path, char *target, size_t capacity) {
  ssize_t length = readlink(path, target, capacity);
  if (length < 0) {
    // It exists, but is no link.
    if (errno == EINVAL) return 0;
    return -1;
  }
  if ((size_t)length >= capacity) {
    errno = ENAMETOOLONG;
    return -1;
  }
  target[length] = 0;
  return length;
}

int csys_working_directory(char *path, size_t capacity) {
  return getcwd(path, capacity) ? 1 : -1;
}
