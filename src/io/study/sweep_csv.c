/* Sweep as CSV. */
#include <math.h>

#include "io/base/csv_text.h"
#include "io/study/sweep.h"

static void
append_number(GString *csv, double value)
{
  char text[TRAMMEL_NUMBER_SIZE];

  g_string_append_c(csv, ',');
  g_string_append(csv, trammel_csv_format_number(text, value));
}

/* Appends a comma, then `name suffix [unit]` as one cell. */
static void
append_title(GString *csv, const char *name, const char *suffix, const char *unit)
{
  g_autofree char *title = unit && *unit ? g_strdup_printf("%s%s [%s]", name, suffix, unit)
                                         : g_strdup_printf("%s%s", name, suffix);

  g_string_append_c(csv, ',');
  trammel_csv_append_text(csv, title);
}

static void
append_header(GString *csv, const TrammelSweep *sweep)
{
  for (guint i = 0; i < sweep->axes->len; i++) {
    trammel_csv_append_text(csv, ((const TrammelSweepAxis *)sweep->axes->pdata[i])->name);
    g_string_append_c(csv, ',');
  }
  g_string_append(csv, "status,iterations,kappa_used,cost,observation_mse,state_mse,"
                       "observation_misfit,state_misfit");
  if (sweep->scored->len > 0)
    g_string_append(csv, ",score_rmse,score_nrmse_percent,score_horizon [s]");
  for (guint i = 0; i < sweep->ids->len; i++) {
    append_title(csv, sweep->ids->pdata[i], "", sweep->units->pdata[i]);
    append_title(csv, sweep->ids->pdata[i], " sigma", sweep->units->pdata[i]);
  }
  g_string_append(csv, "\n");
}

static void
append_row(GString *csv, const TrammelSweep *sweep, const TrammelSweepPoint *point)
{
  char text[TRAMMEL_NUMBER_SIZE];

  for (guint i = 0; i < sweep->axes->len; i++)
    g_string_append_printf(csv, "%s,", trammel_csv_format_number(text, point->at[i]));
  g_string_append_printf(csv, "%s,%d", point->status, point->iterations);
  append_number(csv, point->kappa);
  append_number(csv, point->cost.total);
  append_number(csv, point->observation_mse);
  append_number(csv, point->state_mse);
  append_number(csv, point->misfit.observation);
  append_number(csv, point->misfit.state);
  if (sweep->scored->len > 0) {
    append_number(csv, point->score.rmse);
    append_number(csv, point->score.nrmse_percent);
    append_number(csv, point->score.horizon);
  }
  for (guint i = 0; i < sweep->ids->len; i++) {
    append_number(csv, point->values ? point->values[i].value : NAN);
    append_number(csv, point->values ? point->values[i].sigma : NAN);
  }
  g_string_append(csv, "\n");
}

char *
trammel_sweep_to_csv(const TrammelSweep *sweep)
{
  GString *csv = g_string_new(NULL);

  append_header(csv, sweep);
  for (guint i = 0; i < sweep->points->len; i++)
    append_row(csv, sweep, sweep->points->pdata[i]);
  return g_string_free(csv, FALSE);
}
