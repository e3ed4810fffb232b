#include "cli/nearest.h"

#include "io/nearest.h"

guint
trammel_cli_distance(const char *a, const char *b)
{
  return trammel_find_distance(a, b);
}

char *
trammel_cli_find_nearest(const char *word, const char *const *names)
{
  return trammel_find_nearest(word, names);
}
