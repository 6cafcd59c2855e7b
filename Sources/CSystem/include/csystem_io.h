/// System calls that Swift cannot call (variadic) or that differ from system to system.
///
/// Unless said otherwise a function returns -1 and sets `errno` where it fails, and a call that a
/// signal interrupted is made again.
#ifndef CSYSTEM_IO_H
#define CSYSTEM_IO_H

#include <stddef.h>
#include <stdint.h>

/// Opens for reading, never as the controlling terminal, closed on exec. A FIFO without a writer
/// does not hold the caller up; the descriptor itself is blocking.
int csys_open_read(const char *path);
/// Creates the file (mode 0666 less the umask) or truncates it, or extends it with `append`.
int csys_open_write(const char *path, int append);
/// Never interrupted: the descriptor is gone whatever it returns.
int csys_close(int descriptor);
ptrdiff_t csys_read(int descriptor, void *bytes, size_t count);
/// Reads at an offset, without the descriptor's own position.
ptrdiff_t csys_read_at(int descriptor, void *bytes, size_t count, int64_t offset);
/// Writes once: an interrupted call fails with EINTR, so that Ctrl-C gets out of a stalled write.
ptrdiff_t csys_write(int descriptor, const void *bytes, size_t count);
/// The first offset from `offset` on that does not lie in a hole of the file; `offset` itself where
/// the system cannot tell.
int64_t csys_next_data(int descriptor, int64_t offset);

/// Fills what is closed of standard input, output and error with a descriptor that refuses, so that
/// no file opened later gets one of their numbers and with it what was meant for them.
void csys_hold_standard_descriptors(void);
int csys_is_terminal(int descriptor);

/// A pipe, both ends closed on exec; `write_nonblocking` for one that a signal handler fills.
int csys_pipe(int *read_end, int *write_end, int write_nonblocking);

/// From now on reading and writing it fail with EAGAIN in place of waiting. Only for descriptors whose
/// open file is nobody else's.
void csys_set_nonblocking(int descriptor);

/// What a descriptor stands for.
typedef struct {
  int64_t size;
  uint64_t device;
  uint64_t inode;
  uint8_t is_regular;
  uint8_t is_directory;
  /// Pipe, FIFO, socket, terminal or other device: what may have nothing to read yet.
  uint8_t is_stream;
} csys_status;

int csys_status_of(int descriptor, csys_status *status);
int csys_status_at(const char *path, csys_status *status);

/// Tells the system that a file will be read from start to end. No more than a hint.
void csys_will_read_all(int descriptor);

/// Columns and rows of the terminal; 0 where the descriptor is none.
int csys_terminal_size(int descriptor, int *columns, int *rows);

int64_t csys_monotonic_now(void);
/// Nanoseconds since 1970 in UTC.
int64_t csys_wall_now(void);

typedef struct {
  int descriptor;
  /// Wait for room to write instead of for something to read.
  uint8_t for_writing;
  /// Set by the call: readable, writable, hung up or broken.
  uint8_t is_ready;
} csys_wait;

/// Waits until one is ready or `nanoseconds` have passed (negative: without limit; to the
/// nanosecond where the system can). Returns how many are ready; 0 as well when a signal came.
/// Descriptors below 0 are left out.
int csys_wait_for(csys_wait *waits, size_t count, int64_t nanoseconds);

/// The reason an `errno` stands for, written to `text`.
void csys_error_text(int code, char *text, size_t capacity);

/// Where a symbolic link leads: the bytes of its target, written to `target`, NUL-terminated. 0 for
/// what exists and is no link, -1 where nothing has the name or a target is too long.
ptrdiff_t csys_link_target(const char *path, char *target, size_t capacity);

/// The working directory, NUL-terminated: 1, or -1.
int csys_working_directory(char *path, size_t capacity);

#endif
