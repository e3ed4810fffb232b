/* Tests of io/cage/sandbox.h: the remaining rights of a helper process.  The sandbox cannot be
 * left, so each test runs in its own process. */
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "io/cage/sandbox.h"

#define SELF "/proc/self/exe"

static const TrammelCageLimits limits = {
    .cpu_seconds = 3, .patience_milliseconds = 1500, .memory = 1024ULL * 1024 * 1024};

typedef gboolean (*Attempt)(void);

static int file;   /* open before the sandbox is entered */
static pid_t self; /* the test program, not the process in the sandbox */

static gboolean
try_open_to_write(void)
{
  return open("/tmp/trammel-sandbox", O_WRONLY | O_CREAT, 0600) >= 0;
}

static gboolean
try_append(void)
{
  return open(SELF, O_RDWR) >= 0;
}

static gboolean
try_socket(void)
{
  return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}

static gboolean
try_fork(void)
{
  return fork() >= 0;
}

static gboolean
try_exec(void)
{
  return execl("/bin/true", "true", NULL) == 0;
}

static gboolean
try_code(void)
{
  return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static gboolean
try_memory(void)
{
  return mmap(NULL, 4ULL << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
         MAP_FAILED;
}

static gboolean
try_unlink(void)
{
  return unlink("/tmp/trammel-sandbox-victim") == 0 || errno != EPERM;
}

static gboolean
try_open_to_read(void)
{
  return open(SELF, O_RDONLY) >= 0;
}

/* Signal 0 only tests for the right to send. */
static gboolean
try_signal_other(void)
{
  return syscall(SYS_tgkill, self, self, 0) == 0;
}

static gboolean
try_signal_group(void)
{
  return kill(0, 0) == 0;
}

static gboolean
try_own_for_other(void)
{
  return fcntl(file, F_SETOWN, self) == 0;
}

static gboolean
try_choose_signal(void)
{
  return fcntl(file, F_SETSIG, SIGKILL) == 0;
}

static gboolean
try_read(void)
{
  char c;

  return read(file, &c, 1) == 1 && pread(file, &c, 1, 0) == 1;
}

static gboolean
try_stream(void)
{
  int copy = dup(file);
  FILE *stream = copy >= 0 ? fdopen(copy, "rb") : NULL;

  return stream && fgetc(stream) != EOF;
}

/* abort() needs it. */
static gboolean
try_signal_itself(void)
{
  return syscall(SYS_tgkill, getpid(), gettid(), 0) == 0;
}

enum { GRANTED, REFUSED, NO_CAGE };

/* Runs an attempt in a child process inside the sandbox. */
static int
run_caged(Attempt attempt)
{
  pid_t child = fork();
  int status = 0;

  if (child == 0) {
    if (!trammel_cage_enter(&limits))
      _exit(NO_CAGE);
    _exit(attempt() ? GRANTED : REFUSED);
  }
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  g_assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void
test_refused(void)
{
  static const struct {
    const char *name;
    Attempt attempt;
  } attempts[] = {
      {"create a file", try_open_to_write},
      {"open a file to write", try_append},
      {"open a socket", try_socket},
      {"start a process", try_fork},
      {"start a program", try_exec},
      {"map code", try_code},
      {"take 4 GiB", try_memory},
      {"delete a file", try_unlink},
      {"open a file to read", try_open_to_read},
      {"signal another process", try_signal_other},
      {"signal the group", try_signal_group},
      {"let a file signal another process", try_own_for_other},
      {"choose the signal of a file", try_choose_signal},
  };

#ifdef __SANITIZE_ADDRESS__
  g_test_skip("the sanitizer's run-time needs what the cage forbids");
  return;
#endif
  for (gsize i = 0; i < G_N_ELEMENTS(attempts); i++) {
    g_test_message("%s", attempts[i].name);
    g_assert_cmpint(run_caged(attempts[i].attempt), ==, REFUSED);
  }
}

static void
test_granted(void)
{
  g_assert_cmpint(run_caged(try_read), ==, GRANTED);
  g_assert_cmpint(run_caged(try_stream), ==, GRANTED);
  g_assert_cmpint(run_caged(try_signal_itself), ==, GRANTED);
}

/* Hard limits of the system that are smaller than those of the sandbox stay; the sandbox is entered
 * all the same. */
static void
test_lower_limits(void)
{
#ifdef __SANITIZE_ADDRESS__
  g_test_skip("the sanitizer's run-time needs the memory");
  return;
#endif
  pid_t child = fork();
  int status = 0;

  if (child == 0) {
    const rlim_t bytes = 512 << 20;
    const struct rlimit memory = {bytes, bytes}, time = {2, 2};
    if (setrlimit(RLIMIT_AS, &memory) != 0 || setrlimit(RLIMIT_CPU, &time) != 0)
      _exit(NO_CAGE);
    if (!trammel_cage_enter(&limits))
      _exit(NO_CAGE);
    _exit(mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? GRANTED
                                                                                         : REFUSED);
  }
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  g_assert_true(WIFEXITED(status) && WEXITSTATUS(status) == GRANTED);
}

/* Computes for this CPU time [ms], with or without progress; returns the status of the process. */
static int
run_busy(gboolean has_progress, clock_t milliseconds)
{
  pid_t child = fork();
  int status = 0;

  if (child == 0) {
    if (!trammel_cage_enter(&limits))
      _exit(NO_CAGE);
    for (clock_t begin = clock(); clock() - begin < milliseconds * CLOCKS_PER_SEC / 1000;)
      if (has_progress)
        trammel_cage_note_progress();
    _exit(GRANTED);
  }
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  return status;
}

/* A process without progress ends after 1.5 s of CPU, long before the limit of the whole file. */
static void
test_no_progress(void)
{
  int status = run_busy(FALSE, 2000);

  g_assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF);
  status = run_busy(TRUE, 2000);
  g_assert_true(WIFEXITED(status) && WEXITSTATUS(status) == GRANTED);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  file = open(SELF, O_RDONLY);
  self = getpid();
  g_test_add_func("/io/cage-sandbox/refused", test_refused);
  g_test_add_func("/io/cage-sandbox/granted", test_granted);
  g_test_add_func("/io/cage-sandbox/lower-limits", test_lower_limits);
  g_test_add_func("/io/cage-sandbox/no-progress", test_no_progress);
  return g_test_run();
}
