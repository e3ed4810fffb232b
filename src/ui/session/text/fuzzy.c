#include "ui/session/text/fuzzy.h"

enum { LETTER = 4, WORD_START = 12, IN_A_ROW = 8, MAX_LETTERS = 128 };

/* Splits a text into letters without case; a text is cut after MAX_LETTERS. */
static guint
fold(const char *text, gunichar letters[MAX_LETTERS])
{
  guint n = 0;

  for (const char *p = text; *p && n < MAX_LETTERS; p = g_utf8_next_char(p))
    letters[n++] = g_unichar_tolower(g_utf8_get_char(p));
  return n;
}

static gboolean
is_word_start(const gunichar *text, guint i)
{
  return i == 0 || (g_unichar_isalnum(text[i]) && !g_unichar_isalnum(text[i - 1]));
}

/* best[i]: best score of the letters so far with the last one matched at i, -1 for none. */
int
trammel_fuzzy_score(const char *text, const char *typed)
{
  gunichar letters[MAX_LETTERS], wanted[MAX_LETTERS];
  int best[MAX_LETTERS], next[MAX_LETTERS];
  guint n = fold(text, letters), m = fold(typed, wanted), used = 0;
  int score = -1;

  for (guint k = 0; k < m; k++) {
    int before = -1; /* best score that ends left of i */
    if (g_unichar_isspace(wanted[k]))
      continue;
    for (guint i = 0; i < n; i++) {
      int row = used > 0 && i > 0 && best[i - 1] >= 0 ? best[i - 1] + IN_A_ROW : -1;
      int from = MAX(row, used == 0 ? 0 : before);
      next[i] = letters[i] == wanted[k] && from >= 0
                    ? from + LETTER + (is_word_start(letters, i) ? WORD_START : 0)
                    : -1;
      before = used > 0 ? MAX(before, best[i]) : before;
    }
    for (guint i = 0; i < n; i++)
      best[i] = next[i];
    used++;
  }
  if (used == 0)
    return 0;
  for (guint i = 0; i < n; i++)
    score = MAX(score, best[i]);
  return score < 0 ? -1 : MAX(0, 8 * score - (int)n);
}
