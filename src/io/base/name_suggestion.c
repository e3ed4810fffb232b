#include "io/base/name_suggestion.h"

#include <string.h>

#include "io/base/bilingual.h"

enum { MAX_NAMES = 3 };

/* Returns the number of insertions, deletions, replacements and swaps of neighbours that turn `a`
 * into `b`: optimal string alignment, with three rows of the table. */
static guint
find_distance(const char *a, const char *b)
{
  gsize n = strlen(a), m = strlen(b);
  g_autofree guint *rows = g_new(guint, 3 * (m + 1));
  guint *before = rows, *last = rows + m + 1, *row = rows + 2 * (m + 1);

  for (gsize j = 0; j <= m; j++)
    last[j] = (guint)j;
  for (gsize i = 1; i <= n; i++) {
    row[0] = (guint)i;
    for (gsize j = 1; j <= m; j++) {
      row[j] = MIN(MIN(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = MIN(row[j], before[j - 2] + 1);
    }
    guint *oldest = before;
    before = last;
    last = row;
    row = oldest;
  }
  return last[m];
}

/* Returns the name with the smallest distance among those that are not yet chosen. */
static int
pick_nearest(const char *word, const char *const *names, const int *taken, int n_taken)
{
  guint best_distance = G_MAXUINT;
  int best = -1;

  for (int i = 0; names[i]; i++) {
    guint distance = find_distance(word, names[i]);
    gboolean is_taken = FALSE;
    for (int k = 0; k < n_taken; k++)
      is_taken |= taken[k] == i;
    if (!is_taken && distance < best_distance) {
      best_distance = distance;
      best = i;
    }
  }
  return best;
}

char *
trammel_name_suggest(const char *word, const char *const *names)
{
  int taken[MAX_NAMES], n = 0;
  GString *text;

  while (n < MAX_NAMES && (taken[n] = pick_nearest(word, names, taken, n)) >= 0)
    n++;
  if (n == 0)
    return NULL;
  text = g_string_new(NULL);
  for (int i = 0; i < n; i++)
    g_string_append_printf(text, "%s'%s'",
                           i == 0       ? ""
                           : i == n - 1 ? TRAMMEL_WORD(" or ")
                                        : ", ",
                           names[taken[i]]);
  return g_string_free(text, FALSE);
}
