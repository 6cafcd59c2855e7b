#define _GNU_SOURCE

#include "include/csystem_keys.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Signals and the terminal belong to the process, and so does this state.
static struct termios before;
static struct termios held;
static int terminal = -1;
static volatile sig_atomic_t is_held;

// What would end the process with the terminal as it is: by default, or by Swift's report of a crash.
static const int deadly[] = {SIGHUP,  SIGINT,  SIGTERM, SIGQUIT, SIGABRT,
                             SIGILL,  SIGTRAP, SIGSEGV, SIGBUS,  SIGFPE};
#define DEADLY (sizeof deadly / sizeof *deadly)
static struct sigaction previous[DEADLY];
static struct sigaction previous_stop;
static struct sigaction previous_continue;

static void set(const struct termios *settings) {
  while (tcsetattr(terminal, TCSANOW, settings) != 0 && errno == EINTR) continue;
}

// In the background the terminal is someone else's, and setting it would stop the process.
static int is_in_front(void) { return tcgetpgrp(terminal) == getpgrp(); }

static void give_back(void) {
  if (is_held && is_in_front()) set(&before);
}

static void take_again(void) {
  if (is_held && is_in_front()) set(&held);
}

static void die(int number) {
  give_back();
  is_held = 0;
  for (size_t i = 0; i < DEADLY; i++)
    if (deadly[i] == number) sigaction(number, &previous[i], NULL);
  raise(number);
}

static void stop(int number) {
  int code = errno;
  give_back();
  struct sigaction action = {0}, ours;
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, &ours);
  raise(number);
  // It goes on.
  sigaction(number, &ours, NULL);
  take_again();
  errno = code;
}

static void go_on(int number) {
  (void)number;
  int code = errno;
  take_again();
  errno = code;
}

static void release_at_exit(void) { csys_keys_release(); }

static int is_default(const struct sigaction *action) {
  return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_DFL;
}

static int is_ignored(const struct sigaction *action) {
  return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_IGN;
}

static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

int csys_keys_hold(int descriptor) {
  static int is_registered;
  if (is_held) {
    errno = EBUSY;
    return -1;
  }
  if (tcgetattr(descriptor, &before) != 0) return -1;
  held = before;
  held.c_lflag &= (tcflag_t) ~(ICANON | ECHO | IEXTEN);
  // Return and Ctrl-J are two keys, Ctrl-S and Ctrl-Q keys like others.
  held.c_iflag &= (tcflag_t) ~(ICRNL | INLCR | IGNCR | IXON | ISTRIP);
  held.c_cc[VMIN] = 1;
  held.c_cc[VTIME] = 0;
  if (!is_registered && atexit(release_at_exit) == 0) is_registered = 1;
  terminal = descriptor;
  for (size_t i = 0; i < DEADLY; i++) {
    sigaction(deadly[i], NULL, &previous[i]);
    // A request to end that the process answers itself ends it in order; what is ignored stays so.
    int is_request = deadly[i] == SIGHUP || deadly[i] == SIGINT || deadly[i] == SIGTERM;
    if (is_ignored(&previous[i]) || (is_request && !is_default(&previous[i]))) continue;
    handle(deadly[i], die, SA_NODEFER);
  }
  sigaction(SIGTSTP, NULL, &previous_stop);
  sigaction(SIGCONT, NULL, &previous_continue);
  // Without SA_RESTART a wait comes back; with SA_NODEFER the handler can stop the process itself.
  if (is_default(&previous_stop)) handle(SIGTSTP, stop, SA_NODEFER);
  if (!is_ignored(&previous_continue)) handle(SIGCONT, go_on, 0);
  is_held = 1;
  set(&held);
  return 0;
}

void csys_keys_release(void) {
  if (!is_held) return;
  give_back();
  is_held = 0;
  for (size_t i = 0; i < DEADLY; i++) sigaction(deadly[i], &previous[i], NULL);
  sigaction(SIGTSTP, &previous_stop, NULL);
  sigaction(SIGCONT, &previous_continue, NULL);
}
