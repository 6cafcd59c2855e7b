#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CPty.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// Runs in a forked copy of a process with threads: only calls that a signal handler may make.
static void supervise(const char *program, char *const arguments[], char *const environment[]) {
  signal(SIGTTOU, SIG_IGN);
  pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    tcsetpgrp(0, getpid());
    signal(SIGTTOU, SIG_DFL);
    execve(program, arguments, environment);
    _exit(127);
  }
  setpgid(child, child);
  tcsetpgrp(0, child);
  for (;;) {
    int status = 0;
    if (waitpid(child, &status, WUNTRACED) < 0) {
      if (errno == EINTR) continue;
      _exit(126);
    }
    if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
    if (WIFSIGNALED(status)) _exit(128 + WTERMSIG(status));
    tcsetpgrp(0, getpgrp());
    (void)!write(1, "[stopped]\r\n", 11);
    char byte = 0;
    while (byte != '\n' && read(0, &byte, 1) == 1) continue;
    tcsetpgrp(0, child);
    kill(-child, SIGCONT);
  }
}

// The name of a terminal's other side. `ptsname` has one buffer for all threads.
static int side_name(int terminal, char *name, size_t capacity) {
#if defined(__linux__)
  return ptsname_r(terminal, name, capacity);
#else
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  const char *shared = ptsname(terminal);
  int failure = shared && strlen(shared) < capacity ? 0 : -1;
  if (failure == 0) strcpy(name, shared);
  pthread_mutex_unlock(&lock);
  return failure;
#endif
}

int cpty_open(int columns, int rows, int *program_side) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) return -1;
  char name[128];
  int side = -1;
  if (grantpt(terminal) == 0 && unlockpt(terminal) == 0 &&
      side_name(terminal, name, sizeof name) == 0) {
    side = open(name, O_RDWR | O_NOCTTY);
  }
  struct termios settings;
  if (side < 0 || tcgetattr(side, &settings) != 0) {
    if (side >= 0) close(side);
    close(terminal);
    return -1;
  }
  settings.c_oflag &= ~(tcflag_t)OPOST;
  tcsetattr(side, TCSANOW, &settings);
  fcntl(terminal, F_SETFD, FD_CLOEXEC);
  fcntl(side, F_SETFD, FD_CLOEXEC);
  cpty_resize(terminal, columns, rows);
  *program_side = side;
  return terminal;
}

int cpty_spawn(
    const char *program, char *const arguments[], char *const environment[], int columns, int rows,
    int supervised, pid_t *process) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) return -1;
  fcntl(terminal, F_SETFD, FD_CLOEXEC);
  if (grantpt(terminal) != 0 || unlockpt(terminal) != 0) {
    close(terminal);
    return -1;
  }
  char name[128];
  if (side_name(terminal, name, sizeof name) != 0) {
    close(terminal);
    return -1;
  }
  cpty_resize(terminal, columns, rows);
  *process = fork();
  if (*process == 0) {
    setsid();
    int side = open(name, O_RDWR);
    if (side < 0) _exit(125);
    ioctl(side, TIOCSCTTY, 0);
    dup2(side, 0);
    dup2(side, 1);
    dup2(side, 2);
    for (int other = 3; other < 256; other++) close(other);
    // Signals that the test runner ignores or blocks.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    if (supervised) supervise(program, arguments, environment);
    execve(program, arguments, environment);
    _exit(127);
  }
  if (*process < 0) {
    close(terminal);
    return -1;
  }
  return terminal;
}

int cpty_resize(int terminal, int columns, int rows) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  return ioctl(terminal, TIOCSWINSZ, &size);
}

long cpty_read(int terminal, char *buffer, size_t size, int milliseconds) {
  for (;;) {
    struct pollfd polled = {.fd = terminal, .events = POLLIN};
    int ready = poll(&polled, 1, milliseconds);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return 0;
    long count = read(terminal, buffer, size);
    if (count < 0 && errno == EINTR) continue;
    return count > 0 ? count : -1;
  }
}

int cpty_write(int terminal, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t count = write(terminal, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return -1;
    bytes += count;
    size -= (size_t)count;
  }
  return 0;
}

int cpty_wait(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

const char *cpty_folder(void) {
  static char folder[4096];
  Dl_info info;
  if (dladdr((void *)cpty_folder, &info) == 0 || info.dli_fname == NULL) return "";
  char *path = realpath(info.dli_fname, NULL);
  if (path == NULL) return "";
  char *slash = strrchr(path, '/');
  if (slash != NULL && (size_t)(slash - path) < sizeof folder) {
    memcpy(folder, path, (size_t)(slash - path));
    folder[slash - path] = 0;
  }
  free(path);
  return folder;
}

int cpty_echoes(int terminal) {
  struct termios settings;
  if (tcgetattr(terminal, &settings) != 0) return -1;
  return (settings.c_lflag & ECHO) != 0;
}
