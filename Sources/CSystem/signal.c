#define _GNU_SOURCE

#include "include/csystem_signal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "include/csystem_io.h"
#include "include/csystem_keys.h"
#include "include/csystem_program.h"

static const int64_t forcing_interval = 1000000000;

static atomic_int press_count;
static atomic_int is_forced;
static atomic_int last_signal;
static _Atomic int64_t last_press;
static int read_end = -1;
static int write_end = -1;

// Async-signal-safe: lock-free atomics, clock_gettime and write.
/// What a forced end exits with; negative while there is none.
static atomic_int forced_status = -1;

/// The terminal with a line on it that a forced end wipes; -1 for none.
static atomic_int wiped_terminal = -1;

static void note_press(int number) {
  int code = errno;
  int64_t now = csys_monotonic_now();
  int64_t before = atomic_exchange(&last_press, now);
  if (atomic_fetch_add(&press_count, 1) > 0 && now - before < forcing_interval) {
    atomic_store(&is_forced, 1);
    int status = atomic_load(&forced_status);
    if (status >= 0) {
      static const char wipe[] = "\r\033[K";
      int terminal = atomic_load(&wiped_terminal);
      if (terminal >= 0) {
        ssize_t ignored = write(terminal, wipe, sizeof wipe - 1);
        (void)ignored;
      }
      csys_keys_release();
      csys_programs_kill();
      _exit(status);
    }
  }
  atomic_store(&last_signal, number);
  if (write_end >= 0) {
    // A full pipe wakes the reader as well.
    ssize_t ignored = write(write_end, "!", 1);
    (void)ignored;
  }
  errno = code;
}

void csys_ignore_sigpipe(void) { signal(SIGPIPE, SIG_IGN); }

int csys_catch_interrupts(void) {
  if (read_end >= 0) return read_end;
  if (csys_pipe(&read_end, &write_end, 1) < 0) return -1;
  struct sigaction action = {0};
  action.sa_handler = note_press;
  sigemptyset(&action.sa_mask);
  // A parent may have started us with them blocked (worker threads block nearly all).
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGINT);
  sigaddset(&wanted, SIGTERM);
  pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  return read_end;
}

void csys_catch_hangup(void) {
  struct sigaction action;
  if (read_end < 0 || sigaction(SIGHUP, NULL, &action) != 0) return;
  if (action.sa_flags & SA_SIGINFO || action.sa_handler != SIG_DFL) return;
  action = (struct sigaction){0};
  action.sa_handler = note_press;
  sigemptyset(&action.sa_mask);
  sigaction(SIGHUP, &action, NULL);
}

void csys_exit_when_forced(int status) { atomic_store(&forced_status, status); }

void csys_wipe_when_forced(int descriptor) { atomic_store(&wiped_terminal, descriptor); }

int csys_interrupt_count(void) { return atomic_load(&press_count); }

int csys_interrupt_is_forced(void) { return atomic_load(&is_forced); }

int csys_interrupt_signal(void) { return atomic_load(&last_signal); }

void csys_forget_interrupts(void) {
  char bytes[64];
  if (read_end >= 0) {
    while (read(read_end, bytes, sizeof bytes) > 0) continue;
  }
  atomic_store(&last_signal, 0);
  atomic_store(&is_forced, 0);
  atomic_store(&press_count, 0);
}

void csys_raise_interrupt(void) { note_press(SIGINT); }
