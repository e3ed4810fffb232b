/* Sweep as JSON and as a table. */
#include <math.h>

#include "io/base/csv_text.h"
#include "io/base/json_writer.h"
#include "io/study/sweep.h"

static void
write_over(TrammelJsonWriter *json, const TrammelSweep *sweep)
{
  trammel_json_writer_key(json, "over");
  trammel_json_writer_begin_object(json);
  for (guint i = 0; i < sweep->axes->len; i++) {
    const TrammelSweepAxis *axis = sweep->axes->pdata[i];
    trammel_json_writer_key(json, axis->name);
    trammel_json_writer_numbers(json, axis->values, axis->n);
  }
  trammel_json_writer_end_object(json);
}

static void
write_cost(TrammelJsonWriter *json, const TrammelSweepPoint *point)
{
  trammel_json_writer_key(json, "cost");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "total", point->cost.total);
  trammel_json_writer_add_number(json, "observation_mse", point->observation_mse);
  trammel_json_writer_add_number(json, "state_mse", point->state_mse);
  trammel_json_writer_add_number(json, "prior", point->cost.prior);
  trammel_json_writer_end_object(json);
}

static void
write_misfit(TrammelJsonWriter *json, const TrammelSweepPoint *point)
{
  trammel_json_writer_key(json, "l_curve");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "observation", point->misfit.observation);
  trammel_json_writer_add_number(json, "state", point->misfit.state);
  trammel_json_writer_end_object(json);
}

static void
write_score(TrammelJsonWriter *json, const TrammelSweepScore *score)
{
  trammel_json_writer_key(json, "score");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "rmse", score->rmse);
  trammel_json_writer_add_number(json, "nrmse_percent", score->nrmse_percent);
  trammel_json_writer_add_number(json, "horizon", score->horizon);
  trammel_json_writer_add_string(json, "message", score->message);
  trammel_json_writer_end_object(json);
}

static void
write_parameters(TrammelJsonWriter *json, const TrammelSweep *sweep, const TrammelSweepPoint *point)
{
  trammel_json_writer_key(json, "parameters");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; point->values && i < sweep->ids->len; i++) {
    const TrammelSweepValue *v = &point->values[i];
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "id", sweep->ids->pdata[i]);
    trammel_json_writer_add_string(json, "unit", sweep->units->pdata[i]);
    trammel_json_writer_add_number(json, "value", v->value);
    trammel_json_writer_add_number(json, "sigma", v->sigma);
    trammel_json_writer_add_boolean(json, "identifiable", v->identifiable);
    trammel_json_writer_add_boolean(json, "at_bound", v->at_bound);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

static void
write_place(TrammelJsonWriter *json, const TrammelSweep *sweep, const TrammelSweepPoint *point)
{
  trammel_json_writer_key(json, "settings");
  trammel_json_writer_begin_object(json);
  for (guint i = 0; i < sweep->axes->len; i++)
    trammel_json_writer_add_number(json, ((const TrammelSweepAxis *)sweep->axes->pdata[i])->name,
                                   point->at[i]);
  trammel_json_writer_end_object(json);
}

static void
write_point(TrammelJsonWriter *json, const TrammelSweep *sweep, const TrammelSweepPoint *point)
{
  trammel_json_writer_begin_object(json);
  write_place(json, sweep, point);
  trammel_json_writer_add_string(json, "status", point->status);
  trammel_json_writer_add_string(json, "message", point->message);
  trammel_json_writer_add_integer(json, "iterations", point->iterations);
  trammel_json_writer_add_number(json, "seconds", point->seconds);
  trammel_json_writer_add_boolean(json, "warm", point->is_warm);
  trammel_json_writer_add_number(json, "kappa", point->kappa);
  write_cost(json, point);
  write_misfit(json, point);
  if (sweep->scored->len > 0)
    write_score(json, &point->score);
  write_parameters(json, sweep, point);
  trammel_json_writer_end_object(json);
}

static void
write_corners(TrammelJsonWriter *json, const TrammelSweep *sweep)
{
  int axis = trammel_sweep_find_axis(sweep, "kappa");

  trammel_json_writer_key(json, "corners");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < sweep->corners->len; i++) {
    const TrammelSweepCorner *corner = &g_array_index(sweep->corners, TrammelSweepCorner, i);
    g_autofree char *text = trammel_sweep_corner_dup_text(sweep, corner);
    trammel_json_writer_begin_object(json);
    trammel_json_writer_key(json, "settings");
    trammel_json_writer_begin_object(json);
    if (sweep->axes->len == 2)
      trammel_json_writer_add_number(
          json, ((const TrammelSweepAxis *)sweep->axes->pdata[1 - axis])->name, corner->other);
    trammel_json_writer_end_object(json);
    trammel_json_writer_add_number(json, "kappa", corner->kappa);
    trammel_json_writer_add_number(json, "turn_degrees", corner->corner.turn * 180 / G_PI);
    trammel_json_writer_add_string(json, "text", text);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

/* Writes the scored logs, and the point with the best prediction. */
static void
write_scored(TrammelJsonWriter *json, const TrammelSweep *sweep)
{
  const TrammelSweepPoint *best = trammel_sweep_find_best(sweep);

  trammel_json_writer_key(json, "scored");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_key(json, "logs");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < sweep->scored->len; i++)
    trammel_json_writer_string(json, sweep->scored->pdata[i]);
  trammel_json_writer_end_array(json);
  trammel_json_writer_add_boolean(json, "fitted", sweep->scores_fitted);
  if (best) {
    trammel_json_writer_key(json, "best");
    trammel_json_writer_begin_object(json);
    write_place(json, sweep, best);
    trammel_json_writer_add_number(json, "rmse", best->score.rmse);
    trammel_json_writer_add_number(json, "nrmse_percent", best->score.nrmse_percent);
    trammel_json_writer_add_number(json, "horizon", best->score.horizon);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_object(json);
}

char *
trammel_sweep_to_json(const TrammelSweep *sweep)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  write_over(json, sweep);
  trammel_json_writer_key(json, "points");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < sweep->points->len; i++)
    write_point(json, sweep, sweep->points->pdata[i]);
  trammel_json_writer_end_array(json);
  if (sweep->corners->len > 0)
    write_corners(json, sweep);
  if (sweep->scored->len > 0)
    write_scored(json, sweep);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

static void
append_cell(GString *table, double value)
{
  char text[TRAMMEL_NUMBER_SIZE];

  g_string_append_c(table, '\t');
  g_string_append(table, trammel_csv_format_number(text, value));
}

static void
append_row(GString *table, const TrammelSweep *sweep, const TrammelSweepPoint *point)
{
  char text[TRAMMEL_NUMBER_SIZE];

  for (guint i = 0; i < sweep->axes->len; i++)
    g_string_append_printf(table, "%s\t", trammel_csv_format_number(text, point->at[i]));
  g_string_append_printf(table, "%s\t%d", point->status, point->iterations);
  append_cell(table, point->cost.total);
  append_cell(table, point->observation_mse);
  append_cell(table, point->state_mse);
  if (sweep->scored->len > 0)
    append_cell(table, point->score.nrmse_percent);
  for (guint i = 0; i < sweep->ids->len; i++) {
    append_cell(table, point->values ? point->values[i].value : NAN);
    append_cell(table, point->values ? point->values[i].sigma : NAN);
  }
  g_string_append_c(table, '\n');
}

char *
trammel_sweep_to_text(const TrammelSweep *sweep)
{
  GString *table = g_string_new(NULL);

  for (guint i = 0; i < sweep->axes->len; i++)
    g_string_append_printf(table, "%s\t", ((const TrammelSweepAxis *)sweep->axes->pdata[i])->name);
  g_string_append(table, "status\titerations\tcost\tobservation_mse\tstate_mse");
  if (sweep->scored->len > 0)
    g_string_append(table, "\tnrmse_percent");
  for (guint i = 0; i < sweep->ids->len; i++)
    g_string_append_printf(table, "\t%s\tsigma", (const char *)sweep->ids->pdata[i]);
  g_string_append_c(table, '\n');
  for (guint i = 0; i < sweep->points->len; i++)
    append_row(table, sweep, sweep->points->pdata[i]);
  return g_string_free(table, FALSE);
}
