#include "io/log/mat/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/log/mat/stream.h"

/* Base memory limit: a variable is held twice while it is read, and packed files expand. */
#define BASE_MEMORY  (1024ULL * 1024 * 1024)
#define MEMORY_RATIO 16

static bool
set_limit(int what, rlim_t soft, rlim_t hard)
{
  struct rlimit r = {soft, hard};

  return setrlimit((__rlimit_resource_t)what, &r) == 0;
}

static bool
limit_resources(const char *path)
{
  struct stat info;
  rlim_t size = stat(path, &info) == 0 ? (rlim_t)info.st_size : 0;
  rlim_t seconds = trammel_mat_cpu_seconds(size);
  bool ok = set_limit(RLIMIT_CPU, seconds, seconds + 1) && set_limit(RLIMIT_FSIZE, 0, 0) &&
            set_limit(RLIMIT_CORE, 0, 0) && set_limit(RLIMIT_NPROC, 0, 0);

#ifndef __SANITIZE_ADDRESS__
  ok = ok &&
       set_limit(RLIMIT_AS, BASE_MEMORY + MEMORY_RATIO * size, BASE_MEMORY + MEMORY_RATIO * size);
#endif
  return ok;
}

#ifndef __SANITIZE_ADDRESS__

/* System calls of Matio, HDF5, zlib and the C library for reading and, at the worst, aborting. */
static const int plain_calls[] = {
    SCMP_SYS(read),           SCMP_SYS(pread64),      SCMP_SYS(readv),
    SCMP_SYS(close),          SCMP_SYS(lseek),        SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),     SCMP_SYS(stat),         SCMP_SYS(lstat),
    SCMP_SYS(statx),          SCMP_SYS(access),       SCMP_SYS(munmap),
    SCMP_SYS(mremap),         SCMP_SYS(madvise),      SCMP_SYS(brk),
    SCMP_SYS(futex),          SCMP_SYS(exit),         SCMP_SYS(exit_group),
    SCMP_SYS(rt_sigreturn),   SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(getpid),         SCMP_SYS(gettid),       SCMP_SYS(tgkill),
    SCMP_SYS(clock_gettime),  SCMP_SYS(gettimeofday), SCMP_SYS(getrandom),
    SCMP_SYS(getcwd),         SCMP_SYS(readlink),     SCMP_SYS(fcntl),
    SCMP_SYS(restart_syscall)};

static bool
allow(scmp_filter_ctx filter, int call, struct scmp_arg_cmp condition)
{
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, condition) == 0;
}

static bool
allow_calls(scmp_filter_ctx filter)
{
  const struct scmp_arg_cmp readonly =
      SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY);
  const struct scmp_arg_cmp no_code = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  const struct scmp_arg_cmp to_stdout = SCMP_A0(SCMP_CMP_EQ, STDOUT_FILENO);
  const struct scmp_arg_cmp to_stderr = SCMP_A0(SCMP_CMP_EQ, STDERR_FILENO);

  for (size_t i = 0; i < sizeof plain_calls / sizeof *plain_calls; i++)
    if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, plain_calls[i], 0) != 0)
      return false;
  return allow(filter, SCMP_SYS(openat), readonly) && allow(filter, SCMP_SYS(mmap), no_code) &&
         allow(filter, SCMP_SYS(mprotect), no_code) && allow(filter, SCMP_SYS(write), to_stdout) &&
         allow(filter, SCMP_SYS(write), to_stderr) &&
         /* the second filter */
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(seccomp), 0) == 0 &&
         allow(filter, SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_NO_NEW_PRIVS));
}

static bool
load_filter(uint32_t otherwise, bool (*add_rules)(scmp_filter_ctx))
{
  scmp_filter_ctx filter = seccomp_init(otherwise);
  bool ok = filter && add_rules(filter) && seccomp_load(filter) == 0;

  if (filter)
    seccomp_release(filter);
  return ok;
}

static bool
refuse_open(scmp_filter_ctx filter)
{
  return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(openat), 0) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(seccomp), 0) == 0;
}

#endif

bool
trammel_mat_sandbox_enter(const char *path)
{
  /* a reader needs no locks; plugins would be external code */
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
  setenv("HDF5_PLUGIN_PRELOAD", "::", 1);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !limit_resources(path))
    return false;
#ifdef __SANITIZE_ADDRESS__
  return true;
#else
  return load_filter(SCMP_ACT_ERRNO(EPERM), allow_calls);
#endif
}

bool
trammel_mat_sandbox_close_files(void)
{
#ifdef __SANITIZE_ADDRESS__
  return true;
#else
  return load_filter(SCMP_ACT_ALLOW, refuse_open);
#endif
}
