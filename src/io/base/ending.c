#include "io/base/ending.h"

#include <string.h>

gboolean
trammel_has_ending(const char *path, const char *ending)
{
  gsize length = strlen(path), tail = strlen(ending);

  return length >= tail && g_ascii_strcasecmp(path + length - tail, ending) == 0;
}
