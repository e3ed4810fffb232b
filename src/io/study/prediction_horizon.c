#include "io/study/prediction_horizon.h"

#include <math.h>

#include "io/base/error.h"
#include "io/study/validation.h"

static int
compare_ints(gconstpointer a, gconstpointer b)
{
  return *(const int *)a - *(const int *)b;
}

static gboolean
has_int(const GArray *array, int value)
{
  for (guint i = 0; i < array->len; i++)
    if (g_array_index(array, int, i) == value)
      return TRUE;
  return FALSE;
}

GArray *
trammel_prediction_horizon_parse(const char *text, GError **error)
{
  g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(int));
  g_auto(GStrv) words = g_strsplit(text, ",", -1);

  if (g_str_equal(text, "ladder"))
    return g_steal_pointer(&steps);
  for (guint i = 0; words[i]; i++) {
    guint64 n;
    if (!g_ascii_string_to_unsigned(g_strstrip(words[i]), 10, 1, G_MAXINT, &n, NULL)) {
      trammel_error_set(
          error, TRAMMEL_ERROR_USAGE,
          "'%s' is not a number of steps; expected numbers from 1 on as in 1,10,100, or the "
          "word ladder",
          words[i]);
      return NULL;
    }
    int value = (int)n;
    if (!has_int(steps, value))
      g_array_append_val(steps, value);
  }
  if (steps->len == 0) {
    trammel_error_set(
        error, TRAMMEL_ERROR_USAGE,
        "no numbers of steps are given; write for example 1,10,100, or the word ladder");
    return NULL;
  }
  g_array_sort(steps, compare_ints);
  return g_steal_pointer(&steps);
}

/* Returns 1, 2, 5, 10, … below `all`, and `all`. */
static GArray *
list_steps(int all)
{
  static const int factors[] = {1, 2, 5};
  GArray *steps = g_array_new(FALSE, FALSE, sizeof(int));

  for (int decade = 1; decade < all; decade *= 10)
    for (guint i = 0; i < G_N_ELEMENTS(factors); i++) {
      int value = factors[i] * decade;
      if (value < all)
        g_array_append_val(steps, value);
    }
  g_array_append_val(steps, all);
  return steps;
}

static int
count_steps(const TrTask *task, int log)
{
  return (int)floor((task->logs[log].end - task->logs[log].start) / task->settings.h + 1e-9);
}

TrammelPredictionHorizon *
trammel_prediction_horizon_new(const TrTask *task,
                               int log,
                               const double *parameters,
                               const GArray *steps,
                               const TrammelValidationOptions *options,
                               GError **error)
{
  int all = MAX(count_steps(task, log), 1);
  g_autoptr(GArray) own = steps->len == 0 ? list_steps(all) : NULL;
  const GArray *wanted = own ? own : steps;
  g_autoptr(TrammelPredictionHorizon) self = g_atomic_rc_box_new0(TrammelPredictionHorizon);
  TrammelValidationOptions each = *options;

  self->scores = g_new0(TrLogScore *, wanted->len);
  each.score.traces = false;
  for (guint i = 0; i < wanted->len; i++) {
    each.score.steps = g_array_index(wanted, int, i);
    if (each.score.steps > all)
      break;
    if (!trammel_score_log(&self->scores[i], task, log, parameters, &each, error) ||
        !self->scores[i])
      return NULL;
    self->n_scores++;
  }
  return g_steal_pointer(&self);
}

TrammelPredictionHorizon *
trammel_prediction_horizon_ref(TrammelPredictionHorizon *self)
{
  return g_atomic_rc_box_acquire(self);
}

static void
clear_scores(gpointer data)
{
  TrammelPredictionHorizon *self = data;

  for (guint i = 0; i < self->n_scores; i++)
    tr_log_score_free(self->scores[i]);
  g_free(self->scores);
}

void
trammel_prediction_horizon_unref(TrammelPredictionHorizon *self)
{
  g_atomic_rc_box_release_full(self, clear_scores);
}
