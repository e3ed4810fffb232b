/* Tests of io/log/mat/sandbox.h: the remaining rights of the MAT helper.  The sandbox cannot be
 * left, so each test runs in its own process. */
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/log/mat/sandbox.h"

#define SELF "/proc/self/exe"

typedef gboolean (*Attempt)(void);

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
try_read_again(void)
{
  return trammel_mat_sandbox_close_files() && open(SELF, O_RDONLY) >= 0;
}

static gboolean
try_read(void)
{
  char c;
  int file = open(SELF, O_RDONLY);

  return file >= 0 && read(file, &c, 1) == 1 && trammel_mat_sandbox_close_files() &&
         read(file, &c, 1) == 1;
}

enum { GRANTED, REFUSED, NO_CAGE };

/* Runs an attempt in a child process inside the sandbox. */
static int
run_caged(Attempt attempt)
{
  pid_t child = fork();
  int status = 0;

  if (child == 0) {
    if (!trammel_mat_sandbox_enter(SELF))
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
      {"create a file", try_open_to_write}, {"open a file to write", try_append},
      {"open a socket", try_socket},        {"start a process", try_fork},
      {"start a program", try_exec},        {"map code", try_code},
      {"take 4 GiB", try_memory},           {"delete a file", try_unlink},
      {"open once closed", try_read_again},
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
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/mat-sandbox/refused", test_refused);
  g_test_add_func("/io/mat-sandbox/granted", test_granted);
  return g_test_run();
}
