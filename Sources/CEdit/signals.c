#include "CEdit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// One terminal, one editor at a time: signals belong to the process, and so does this state.
static struct termios saved_settings;
static int input_descriptor = -1;
static int output_descriptor = -1;
static int uses_bracketed_paste;
static volatile sig_atomic_t entered;
static int forwards_interrupt;
static int wake_pipe[2] = {-1, -1};
static atomic_uint noted;

static const struct {
  int signal;
  unsigned note;
} noted_signals[] = {
    {SIGINT, CEDIT_INTERRUPT},
    {SIGWINCH, CEDIT_WINDOW},
    {SIGTSTP, CEDIT_SUSPEND},
    {SIGCONT, CEDIT_CONTINUE}};
#define NOTED (sizeof noted_signals / sizeof *noted_signals)

// Those of a crash first.
static const int fatal_signals[] = {SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV,
                                    SIGBUS, SIGFPE, SIGHUP, SIGTERM};
#define CRASHES 7
#define FATAL (sizeof fatal_signals / sizeof *fatal_signals)

static struct sigaction previous_noted[NOTED];
static struct sigaction previous_fatal[FATAL];

static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";

static void put(const char *text) {
  size_t left = strlen(text);
  while (left > 0) {
    ssize_t count = write(output_descriptor, text, left);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    text += count;
    left -= (size_t)count;
  }
}

// Only calls that a signal handler may make.
static void restore_terminal(void) {
  if (uses_bracketed_paste) put(paste_off);
  while (tcsetattr(input_descriptor, TCSANOW, &saved_settings) != 0 && errno == EINTR) continue;
}

static void note(int signal, siginfo_t *information, void *machine) {
  int failure = errno;
  for (size_t i = 0; i < NOTED; i++) {
    if (noted_signals[i].signal != signal) continue;
    atomic_fetch_or(&noted, noted_signals[i].note);
    // A full pipe already wakes the reader.
    (void)!write(wake_pipe[1], "", 1);
    if (signal == SIGINT && forwards_interrupt) {
      const struct sigaction *before = &previous_noted[i];
      if (before->sa_flags & SA_SIGINFO)
        before->sa_sigaction(signal, information, machine);
      else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN)
        before->sa_handler(signal);
    }
  }
  errno = failure;
}

static void die(int signal) {
  if (entered) {
    entered = 0;
    restore_terminal();
  }
  for (size_t i = 0; i < FATAL; i++)
    if (fatal_signals[i] == signal) sigaction(signal, &previous_fatal[i], NULL);
  raise(signal);
}

static void restore_at_exit(void) {
  if (entered) {
    entered = 0;
    restore_terminal();
  }
}

static int open_wake_pipe(void) {
  if (wake_pipe[0] >= 0) return 0;
  if (pipe(wake_pipe) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(wake_pipe[i], F_SETFD, FD_CLOEXEC);
    fcntl(wake_pipe[i], F_SETFL, O_NONBLOCK);
  }
  atexit(restore_at_exit);
  return 0;
}

int cedit_enter(int input, int output, int bracketed_paste, int forward_interrupt) {
  if (entered || open_wake_pipe() != 0) return -1;
  if (tcgetattr(input, &saved_settings) != 0) return -1;
  input_descriptor = input;
  output_descriptor = output;
  uses_bracketed_paste = bracketed_paste;
  forwards_interrupt = forward_interrupt;
  cedit_take_signals();
  entered = 1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  // No SA_RESTART: a read or write that waits must come back to see the note.
  action.sa_sigaction = note;
  action.sa_flags = SA_SIGINFO;
  for (size_t i = 0; i < NOTED; i++)
    sigaction(noted_signals[i].signal, &action, &previous_noted[i]);
  action.sa_handler = die;
  action.sa_flags = 0;
  for (size_t i = 0; i < FATAL; i++) {
    sigaction(fatal_signals[i], NULL, &previous_fatal[i]);
    // What is ignored (nohup) stays so, and a program that answers SIGTERM itself goes on. Of a
    // crash it can only report, which Swift does by a handler: it needs its terminal back too.
    if (previous_fatal[i].sa_handler == SIG_DFL
        || (i < CRASHES && previous_fatal[i].sa_handler != SIG_IGN))
      sigaction(fatal_signals[i], &action, NULL);
  }
  if (uses_bracketed_paste) put(paste_on);
  return 0;
}

void cedit_leave(void) {
  if (!entered) return;
  entered = 0;
  restore_terminal();
  for (size_t i = 0; i < NOTED; i++) sigaction(noted_signals[i].signal, &previous_noted[i], NULL);
  for (size_t i = 0; i < FATAL; i++) sigaction(fatal_signals[i], &previous_fatal[i], NULL);
}

int cedit_signal_descriptor(void) { return wake_pipe[0]; }

unsigned cedit_take_signals(void) {
  char bytes[64];
  while (read(wake_pipe[0], bytes, sizeof bytes) > 0) continue;
  return atomic_exchange(&noted, 0);
}

void cedit_suspend(void) {
  if (!entered) return;
  restore_terminal();
  struct sigaction action, ours;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, &ours);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
  // The shell may have changed them meanwhile for its own use only; ours are what was there first.
  if (uses_bracketed_paste) put(paste_on);
}
