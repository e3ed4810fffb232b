#include "fuzz/fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *
fuzz_write_file(const uint8_t *data, size_t size)
{
  static char path[64];
  static int file = -1;

  if (file < 0) {
    file = memfd_create("input", 0);
    g_assert_cmpint(file, >=, 0);
    /* by number of the process: the helper of MAT files opens it, too */
    g_snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
  }
  g_assert_cmpint(ftruncate(file, 0), ==, 0);
  g_assert_cmpint(pwrite(file, data, size, 0), ==, (gssize)size);
  return path;
}

void
fuzz_check_error(const GError *error)
{
  g_assert_nonnull(error);
  g_assert_cmpuint(strlen(error->message), >, 5);
  g_assert_true(g_utf8_validate(error->message, -1, NULL));
}
