#include "io/base/plain_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/base/error.h"

static int
fail(const char *path, int reason, GError **error)
{
  trammel_error_set_unreadable(error, path, reason);
  return -1;
}

static int
check_kind(const struct stat *info, const char *path, GError **error)
{
  if (S_ISREG(info->st_mode))
    return 0;
  if (S_ISDIR(info->st_mode))
    return fail(path, EISDIR, error);
  trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE,
                    "%s is a pipe or a device; copy its data to a file, and name that file", path);
  return -1;
}

int
trammel_plain_file_open(const char *path, GError **error)
{
  struct stat info;

  /* before it is opened, too: opening can start a device */
  if (stat(path, &info) != 0)
    return fail(path, errno, error);
  if (check_kind(&info, path, error) != 0)
    return -1;
  int file = g_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
  if (file < 0)
    return fail(path, errno, error);
  if ((fstat(file, &info) != 0 && fail(path, errno, error) != 0) ||
      check_kind(&info, path, error) != 0) {
    g_close(file, NULL);
    return -1;
  }
  return file;
}
