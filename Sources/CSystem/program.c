#define _GNU_SOURCE

#include "include/csystem_program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "include/csystem_io.h"
#include "include/csystem_signal.h"

extern char **environ;

// Programs that are not reaped yet, for a handler that ends them all; more than these it misses.
static atomic_int running[1024];
#define RUNNING (sizeof running / sizeof *running)

static void note(int from, int to) {
  for (size_t i = 0; i < RUNNING; i++) {
    int expected = from;
    if (atomic_compare_exchange_strong(&running[i], &expected, to)) return;
  }
}

void csys_programs_kill(void) {
  for (size_t i = 0; i < RUNNING; i++) {
    int program = atomic_load(&running[i]);
    if (program > 0) kill(-program, SIGKILL);
  }
}

// MARK: Starting

static int plan_stream(posix_spawn_file_actions_t *actions, int descriptor, int number) {
  if (descriptor == CSYS_PROGRAM_INHERITS) return 0;
  if (descriptor == CSYS_PROGRAM_NOTHING) {
    return posix_spawn_file_actions_addopen(
        actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0);
  }
  return posix_spawn_file_actions_adddup2(actions, descriptor, number);
}

static int plan(
    posix_spawn_file_actions_t *actions, const char *directory, int input, int output, int errors) {
  int code = plan_stream(actions, input, 0);
  if (code == 0) code = plan_stream(actions, output, 1);
  if (code == 0) code = plan_stream(actions, errors, 2);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  // Besides what is closed on exec anyway: libraries have descriptors of their own.
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
  if (code == 0 && directory) code = posix_spawn_file_actions_addchdir_np(actions, directory);
  return code;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setpgroup(attributes, 0);
  return posix_spawnattr_setflags(attributes, flags);
}

int csys_program_start(
    char *const arguments[], const char *directory, int input, int output, int errors) {
  // A hangup must not leave it behind.
  csys_catch_hangup();
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code == 0) {
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
      pid_t program = -1;
      code = plan(&actions, directory, input, output, errors);
      if (code == 0) code = set_attributes(&attributes);
      if (code == 0)
        code = posix_spawnp(&program, arguments[0], &actions, &attributes, arguments, environ);
      posix_spawnattr_destroy(&attributes);
      posix_spawn_file_actions_destroy(&actions);
      if (code == 0) {
        note(0, program);
        return program;
      }
    } else {
      posix_spawn_file_actions_destroy(&actions);
    }
  }
  errno = code;
  return -1;
}

// MARK: Watching

int csys_program_watch(int program) {
#if defined(__linux__) && defined(SYS_pidfd_open)
  // Closed on exec by itself.
  return (int)syscall(SYS_pidfd_open, program, 0);
#else
  (void)program;
  errno = ENOSYS;
  return -1;
#endif
}

static int reap(int program, int flags, int *status) {
  int code = 0;
  pid_t found;
  do {
    found = waitpid(program, &code, flags);
  } while (found < 0 && errno == EINTR);
  if (found == 0) return 0;
  note(program, 0);
  // Somebody else's wait took it: all that can be said is that it has ended.
  *status = found < 0 ? 0 : WIFSIGNALED(code) ? -WTERMSIG(code) : WEXITSTATUS(code);
  return 1;
}

int csys_program_reap(int program, int *status) { return reap(program, WNOHANG, status); }

// MARK: Ending

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_ended = PTHREAD_COND_INITIALIZER;
static int ending;

typedef struct {
  int program;
  int64_t grace;
} task;

// Waits until the program has ended or the time is over; it is not reaped, so that its number stays
// its own.
static void wait_for_end(const task *task) {
  int watch = csys_program_watch(task->program);
  int64_t until = csys_monotonic_now() + task->grace;
  for (;;) {
    siginfo_t information = {0};
    if (waitid(P_PID, (id_t)task->program, &information, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        information.si_pid != 0) {
      break;
    }
    int64_t left = until - csys_monotonic_now();
    if (left <= 0) break;
    // Without a watch it is looked up from time to time.
    const int64_t look = 5000000;
    csys_wait wait = {.descriptor = watch, .for_writing = 0, .is_ready = 0};
    csys_wait_for(&wait, 1, watch < 0 && left > look ? look : left);
  }
  if (watch >= 0) close(watch);
}

static void finish(const task *task) {
  int status;
  kill(-task->program, SIGTERM);
  // A stopped one would not hear it.
  kill(-task->program, SIGCONT);
  if (!reap(task->program, WNOHANG, &status)) {
    wait_for_end(task);
    if (!reap(task->program, WNOHANG, &status)) {
      kill(-task->program, SIGKILL);
      reap(task->program, 0, &status);
    }
  }
}

static void *finish_on_thread(void *context) {
  finish(context);
  free(context);
  pthread_mutex_lock(&lock);
  if (--ending == 0) pthread_cond_broadcast(&all_ended);
  pthread_mutex_unlock(&lock);
  return NULL;
}

void csys_program_end(int program, int64_t grace) {
  task *mine = malloc(sizeof *mine);
  pthread_t thread;
  if (mine) {
    *mine = (task){.program = program, .grace = grace};
    pthread_mutex_lock(&lock);
    ending++;
    pthread_mutex_unlock(&lock);
    // Signals are for the loop's thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int code = pthread_create(&thread, NULL, finish_on_thread, mine);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code == 0) {
      pthread_detach(thread);
      return;
    }
    free(mine);
    pthread_mutex_lock(&lock);
    if (--ending == 0) pthread_cond_broadcast(&all_ended);
    pthread_mutex_unlock(&lock);
  }
  // No thread to be had: by force.
  finish(&(task){.program = program, .grace = 0});
}

void csys_programs_await(void) {
  pthread_mutex_lock(&lock);
  while (ending > 0) pthread_cond_wait(&all_ended, &lock);
  pthread_mutex_unlock(&lock);
}
