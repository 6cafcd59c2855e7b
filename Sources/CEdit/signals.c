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

// What is done about a signal while a line is read.
enum policy {
  // Noted for the reader.
  NOTE,
  // A request to end. By default it does end the process, which first gives the terminal back; a
  // program with a handler for it ends as it likes, and the reader helps it by an end of input.
  REQUEST,
  // The end, though the program may have a handler that reports it (Swift has).
  CRASH
};

static const struct {
  int signal;
  enum policy policy;
  unsigned note;
} taken[] = {
    {SIGINT, NOTE, CEDIT_INTERRUPT},  {SIGWINCH, NOTE, CEDIT_WINDOW},
    {SIGTSTP, NOTE, CEDIT_SUSPEND},   {SIGCONT, NOTE, CEDIT_CONTINUE},
    {SIGHUP, REQUEST, CEDIT_REQUEST}, {SIGTERM, REQUEST, CEDIT_REQUEST},
    {SIGQUIT, CRASH, 0},              {SIGABRT, CRASH, 0},
    {SIGILL, CRASH, 0},               {SIGTRAP, CRASH, 0},
    {SIGSEGV, CRASH, 0},              {SIGBUS, CRASH, 0},
    {SIGFPE, CRASH, 0}};
#define TAKEN (sizeof taken / sizeof *taken)

static struct sigaction previous[TAKEN];

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
  // In the background the terminal is someone else's, and setting it would stop the process.
  if (tcgetpgrp(input_descriptor) != getpgrp()) return;
  if (uses_bracketed_paste) put(paste_off);
  while (tcsetattr(input_descriptor, TCSANOW, &saved_settings) != 0 && errno == EINTR) continue;
}

static int is_handled(const struct sigaction *action) {
  return action->sa_flags & SA_SIGINFO
      || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

static void note(int signal, siginfo_t *information, void *machine) {
  int failure = errno;
  for (size_t i = 0; i < TAKEN; i++) {
    if (taken[i].signal != signal) continue;
    atomic_fetch_or(&noted, taken[i].note);
    // A full pipe already wakes the reader.
    (void)!write(wake_pipe[1], "", 1);
    const struct sigaction *before = &previous[i];
    if (taken[i].policy == NOTE && !(signal == SIGINT && forwards_interrupt)) continue;
    if (before->sa_flags & SA_SIGINFO)
      before->sa_sigaction(signal, information, machine);
    else if (is_handled(before))
      before->sa_handler(signal);
  }
  errno = failure;
}

static void die(int signal) {
  if (entered) {
    entered = 0;
    restore_terminal();
  }
  for (size_t i = 0; i < TAKEN; i++)
    if (taken[i].signal == signal) sigaction(signal, &previous[i], NULL);
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
  // No SA_RESTART: a read or write that waits must come back to see the note.
  struct sigaction noting, dying;
  memset(&noting, 0, sizeof noting);
  memset(&dying, 0, sizeof dying);
  sigemptyset(&noting.sa_mask);
  sigemptyset(&dying.sa_mask);
  noting.sa_sigaction = note;
  noting.sa_flags = SA_SIGINFO;
  dying.sa_handler = die;
  for (size_t i = 0; i < TAKEN; i++) {
    sigaction(taken[i].signal, NULL, &previous[i]);
    int is_handled_before = is_handled(&previous[i]);
    // What is ignored (nohup) stays so.
    if (taken[i].policy != NOTE && !is_handled_before && previous[i].sa_handler == SIG_IGN) continue;
    int is_noted = taken[i].policy == NOTE || (taken[i].policy == REQUEST && is_handled_before);
    sigaction(taken[i].signal, is_noted ? &noting : &dying, NULL);
  }
  if (uses_bracketed_paste) put(paste_on);
  return 0;
}

void cedit_leave(void) {
  if (!entered) return;
  entered = 0;
  // An interrupt key pressed from now on is for what comes after the line: as soon as the terminal
  // makes a signal of it again, the signal must not be taken for the editor's.
  for (size_t i = 0; i < TAKEN; i++)
    if (taken[i].signal == SIGINT) sigaction(SIGINT, &previous[i], NULL);
  restore_terminal();
  int is_awaited = 0;
  for (size_t i = 0; i < TAKEN; i++) {
    sigaction(taken[i].signal, &previous[i], NULL);
    if (taken[i].signal == SIGINT) is_awaited = is_handled(&previous[i]);
  }
  // One that was noted when the line had been read already is for what comes after it, too.
  int is_noted = (cedit_take_signals() & CEDIT_INTERRUPT) != 0;
  if (is_noted && is_awaited && !forwards_interrupt) raise(SIGINT);
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
