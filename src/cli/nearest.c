#include "cli/nearest.h"

#include "io/base/bilingual.h"
#include "io/base/name_suggestion.h"

guint
trammel_cli_distance(const char *a, const char *b)
{
  return trammel_name_distance(a, b);
}

char *
trammel_cli_find_nearest(const char *word, const char *const *names)
{
  g_autofree char *words = trammel_name_suggest(word, names);

  return words ? trammel_bilingual_dup_english(words) : NULL;
}
