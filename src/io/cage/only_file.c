/* open() and fopen() are defined under both of their names, without the wrappers of the C library's
 * headers. */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE

#include "io/cage/only_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *only_path;
static int only_file = -1;

bool
trammel_only_file_open(const char *path)
{
  only_path = path;
  only_file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  return only_file >= 0;
}

int
trammel_only_file_get(void)
{
  return only_file;
}

/* Returns a new descriptor at the begin of the file; it shares its offset with the others. */
static int
hand_out(const char *path)
{
  if (only_file < 0 || strcmp(path, only_path) != 0) {
    errno = EPERM;
    return -1;
  }
  int file = dup(only_file);
  if (file >= 0)
    lseek(file, 0, SEEK_SET);
  return file;
}

static FILE *
hand_out_stream(const char *path)
{
  int file = hand_out(path);

  return file >= 0 ? fdopen(file, "rb") : NULL;
}

int
open(const char *path, int flags, ...)
{
  return hand_out(path);
}

FILE *
fopen(const char *restrict path, const char *restrict mode)
{
  return hand_out_stream(path);
}

#ifdef __GLIBC__
int
open64(const char *path, int flags, ...)
{
  return hand_out(path);
}

FILE *
fopen64(const char *restrict path, const char *restrict mode)
{
  return hand_out_stream(path);
}
#endif
