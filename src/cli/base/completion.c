#include "cli/base/completion.h"

#include <string.h>

enum { MAX_WORDS = 6 };

/* Words that options take, whichever verb they belong to. */
static const struct {
  const char *option, *words[MAX_WORDS];
} values[] = {
    {"formulation", {"auto", "predicted", "second-order", "explicit", "regression"}},
    {"progress", {"bar", "jsonl", "none"}},
    {"kappa", {"auto", "validate"}},
    {"h", {"auto"}},
    {"energy", {"none"}},
    {"max-iterations", {"auto"}},
    {"max-steps", {"auto"}},
    {"solver", {"spook", "second-order"}},
    {"start", {"first-sample", "estimated", "model"}},
    {"values", {"physical", "stepper"}},
    {"predict", {"ladder"}},
};

void
trammel_completion_print(const char *word, const char *meaning)
{
  g_print("%s\t%s\n", word, meaning);
}

static gboolean
takes_value(const GOptionEntry *entry)
{
  return entry->arg != G_OPTION_ARG_NONE;
}

/* TRUE if the description has the word by itself. */
static gboolean
names_word(const GOptionEntry *entry, const char *word)
{
  g_auto(GStrv) parts = g_strsplit_set(entry->description, " ,;:()", -1);

  return g_strv_contains((const char *const *)parts, word);
}

static void
print_words(const GOptionEntry *entry)
{
  for (gsize i = 0; i < G_N_ELEMENTS(values); i++)
    for (gsize k = 0; g_str_equal(values[i].option, entry->long_name) && k < MAX_WORDS; k++)
      if (values[i].words[k] && names_word(entry, values[i].words[k]))
        trammel_completion_print(values[i].words[k], "");
}

static void
print_option(const GOptionEntry *entry)
{
  g_autofree char *word = g_strconcat("--", entry->long_name, takes_value(entry) ? "=" : "", NULL);

  trammel_completion_print(word, entry->description);
}

void
trammel_completion_print_options(const GOptionEntry *const *tables, const char *option)
{
  for (; *tables; tables++)
    for (const GOptionEntry *entry = *tables; entry->long_name; entry++)
      if (!option)
        print_option(entry);
      else if (g_str_has_prefix(option, "--") && g_str_equal(option + 2, entry->long_name))
        print_words(entry);
  if (!option)
    trammel_completion_print("--help", "Show help options");
}
