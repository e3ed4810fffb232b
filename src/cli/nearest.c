#include "cli/nearest.h"

#include "io/base/bilingual.h"
#include "io/base/name_suggestion.h"

guint
trammel_cli_distance(const char *a, const char *b)
{
  return trammel_find_distance(a, b);
}

char *
trammel_cli_find_nearest(const char *word, const char *const *names)
{
  g_autofree char *words = trammel_find_nearest(word, names);

  return words ? trammel_words_dup_english(words) : NULL;
}
