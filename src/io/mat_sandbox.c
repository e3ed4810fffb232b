#include "io/mat_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BASE_SECONDS = 5, BYTES_PER_SECOND = 20 * 1024 * 1024 };

#define BASE_MEMORY  (1024ULL * 1024 * 1024)
#define MEMORY_RATIO 8

/* The soft limit is what is meant; for CPU time it must lie below the hard one to send SIGXCPU. */
static bool
limit(int what, rlim_t value)
{
  struct rlimit r = {value, what == RLIMIT_CPU ? value + 1 : value};

  return setrlimit((__rlimit_resource_t)what, &r) == 0;
}

static bool
limit_resources(const char *path)
{
  struct stat info;
  rlim_t size = stat(path, &info) == 0 ? (rlim_t)info.st_size : 0;
  unsigned seconds = BASE_SECONDS + (unsigned)(size / BYTES_PER_SECOND);
  bool ok = limit(RLIMIT_CPU, seconds) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_CORE, 0);

  /* a sanitizer maps terabytes of shadow memory */
#ifndef __SANITIZE_ADDRESS__
  ok = ok && limit(RLIMIT_AS, BASE_MEMORY + MEMORY_RATIO * size);
#endif
  alarm(2 * seconds);
  return ok;
}

static bool
allow_calls(scmp_filter_ctx filter)
{
  static const int calls[] = {SCMP_SYS(read),
                              SCMP_SYS(pread64),
                              SCMP_SYS(readv),
                              SCMP_SYS(write),
                              SCMP_SYS(writev),
                              SCMP_SYS(close),
                              SCMP_SYS(lseek),
                              SCMP_SYS(fstat),
                              SCMP_SYS(newfstatat),
                              SCMP_SYS(stat),
                              SCMP_SYS(lstat),
                              SCMP_SYS(statx),
                              SCMP_SYS(access),
                              SCMP_SYS(mmap),
                              SCMP_SYS(munmap),
                              SCMP_SYS(mremap),
                              SCMP_SYS(mprotect),
                              SCMP_SYS(madvise),
                              SCMP_SYS(brk),
                              SCMP_SYS(futex),
                              SCMP_SYS(exit),
                              SCMP_SYS(exit_group),
                              SCMP_SYS(rt_sigreturn),
                              SCMP_SYS(rt_sigaction),
                              SCMP_SYS(rt_sigprocmask),
                              SCMP_SYS(sigaltstack),
                              SCMP_SYS(getpid),
                              SCMP_SYS(gettid),
                              SCMP_SYS(tgkill),
                              SCMP_SYS(clock_gettime),
                              SCMP_SYS(gettimeofday),
                              SCMP_SYS(getrandom),
                              SCMP_SYS(getcwd),
                              SCMP_SYS(readlink),
                              SCMP_SYS(fcntl),
                              SCMP_SYS(sched_yield),
                              SCMP_SYS(restart_syscall)};

  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) != 0)
      return false;

  /* opening is allowed for reading only */
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                          SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY)) ==
             0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(open), 1,
                          SCMP_A1(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY)) ==
             0;
}

static bool
filter_calls(void)
{
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  bool ok = filter && allow_calls(filter) && seccomp_load(filter) == 0;

  if (filter)
    seccomp_release(filter);
  return ok;
}

bool
trammel_mat_sandbox_enter(const char *path)
{
  /* file locks are of no use to a reader and would be refused */
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !limit_resources(path))
    return false;
#ifdef __SANITIZE_ADDRESS__
  return true; /* its run-time needs calls that a reader does not */
#else
  return filter_calls();
#endif
}
