#include "ui/pages/identify/fit-rounds.h"

#include "ui/session/run/kappa.h"

static void
clear_mark(gpointer mark)
{
  g_free(((TrammelMark *)mark)->text);
}

gboolean
trammel_fit_rounds_begin_at(const TrIteration *history, int i)
{
  return i > 0 && history[i].round != history[i - 1].round;
}

static gboolean
has_one_kappa(const TrIteration *history, int n)
{
  for (int i = 1; i < n; i++)
    if (history[i].kappa != history[0].kappa)
      return FALSE;
  return TRUE;
}

GArray *
trammel_fit_rounds_new_marks(const TrIteration *history, int n)
{
  GArray *marks = g_array_new(FALSE, FALSE, sizeof(TrammelMark));

  g_array_set_clear_func(marks, clear_mark);
  if (n == 0 || has_one_kappa(history, n))
    return marks;
  for (int i = 0; i < n; i++) {
    TrammelMark mark = {.x = i};
    if (i > 0 && !trammel_fit_rounds_begin_at(history, i))
      continue;
    g_autofree char *kappa = trammel_kappa_format(history[i].kappa, 2);
    mark.text = g_strconcat("κ ", kappa, NULL);
    g_array_append_val(marks, mark);
  }
  return marks;
}
