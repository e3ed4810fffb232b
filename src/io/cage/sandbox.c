#include "io/cage/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* Timer of the CPU time without progress. */
static struct itimerval patience;

static rlim_t
get_smaller(rlim_t wanted, rlim_t most)
{
  return most != RLIM_INFINITY && most < wanted ? most : wanted;
}

/* Sets the limits, or the hard limit that the system has set where that is smaller. */
static bool
set_limit(int what, rlim_t soft, rlim_t hard)
{
  struct rlimit r;

  if (getrlimit((__rlimit_resource_t)what, &r) != 0)
    return false;
  r = (struct rlimit){get_smaller(soft, r.rlim_max), get_smaller(hard, r.rlim_max)};
  return setrlimit((__rlimit_resource_t)what, &r) == 0;
}

static bool
limit_resources(const TrammelCageLimits *limits)
{
  rlim_t seconds = limits->cpu_seconds;
  bool ok = set_limit(RLIMIT_CPU, seconds, seconds + 1) && set_limit(RLIMIT_FSIZE, 0, 0) &&
            set_limit(RLIMIT_CORE, 0, 0) && set_limit(RLIMIT_NPROC, 0, 0);

  patience.it_value.tv_sec = limits->patience_milliseconds / 1000;
  patience.it_value.tv_usec = limits->patience_milliseconds % 1000 * 1000;
  ok = ok && setitimer(ITIMER_PROF, &patience, NULL) == 0;
#ifndef __SANITIZE_ADDRESS__
  ok = ok && set_limit(RLIMIT_AS, limits->memory, limits->memory);
#endif
  return ok;
}

#ifndef __SANITIZE_ADDRESS__

/* System calls of Matio, HDF5, Assimp, zlib and the C library for reading and, at the worst,
 * aborting. */
static const int plain_calls[] = {
    SCMP_SYS(read),          SCMP_SYS(pread64),      SCMP_SYS(readv),
    SCMP_SYS(close),         SCMP_SYS(lseek),        SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),    SCMP_SYS(stat),         SCMP_SYS(lstat),
    SCMP_SYS(statx),         SCMP_SYS(access),       SCMP_SYS(munmap),
    SCMP_SYS(mremap),        SCMP_SYS(madvise),      SCMP_SYS(brk),
    SCMP_SYS(futex),         SCMP_SYS(exit),         SCMP_SYS(exit_group),
    SCMP_SYS(rt_sigreturn),  SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(getpid),        SCMP_SYS(gettid),       SCMP_SYS(dup),
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(getrandom),
    SCMP_SYS(getcwd),        SCMP_SYS(readlink),     SCMP_SYS(restart_syscall)};

static bool
allow(scmp_filter_ctx filter, int call, struct scmp_arg_cmp condition)
{
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, condition) == 0;
}

/* Signals go to this process only, and no descriptor sends them to another one. */
static bool
allow_calls(scmp_filter_ctx filter)
{
  const struct scmp_arg_cmp no_code = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  static const int commands[] = {F_GETFL, F_GETFD, F_SETFD};

  for (size_t i = 0; i < sizeof plain_calls / sizeof *plain_calls; i++)
    if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, plain_calls[i], 0) != 0)
      return false;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (!allow(filter, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)commands[i])))
      return false;
  return allow(filter, SCMP_SYS(mmap), no_code) && allow(filter, SCMP_SYS(mprotect), no_code) &&
         allow(filter, SCMP_SYS(write), SCMP_A0(SCMP_CMP_EQ, STDOUT_FILENO)) &&
         allow(filter, SCMP_SYS(write), SCMP_A0(SCMP_CMP_EQ, STDERR_FILENO)) &&
         allow(filter, SCMP_SYS(setitimer), SCMP_A0(SCMP_CMP_EQ, ITIMER_PROF)) &&
         allow(filter, SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
}

static bool
load_filter(void)
{
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  bool ok = filter && allow_calls(filter) && seccomp_load(filter) == 0;

  if (filter)
    seccomp_release(filter);
  return ok;
}

#endif

bool
trammel_cage_enter(const TrammelCageLimits *limits)
{
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !limit_resources(limits))
    return false;
#ifdef __SANITIZE_ADDRESS__
  return true;
#else
  return load_filter();
#endif
}

void
trammel_cage_note_progress(void)
{
  setitimer(ITIMER_PROF, &patience, NULL);
}
