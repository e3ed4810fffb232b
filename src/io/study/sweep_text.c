/* Sweep as JSON, as a table and as CSV. */
#include <math.h>

#include "io/base/table.h"
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

static TrammelTable *
make_axes(const TrammelSweep *sweep)
{
  TrammelTable *table = trammel_table_new("");

  for (guint i = 0; i < sweep->axes->len; i++)
    trammel_table_add_columns(table, ((const TrammelSweepAxis *)sweep->axes->pdata[i])->name, NULL);
  return table;
}

static void
add_place(TrammelTable *table, const TrammelSweep *sweep, const TrammelSweepPoint *point)
{
  trammel_table_add_numbers(table, point->at, sweep->axes->len);
  trammel_table_add_text(table, point->status);
  trammel_table_add_number(table, point->iterations);
}

static void
add_values(TrammelTable *table, const TrammelSweep *sweep, const TrammelSweepPoint *point)
{
  for (guint i = 0; i < sweep->ids->len; i++) {
    trammel_table_add_number(table, point->values ? point->values[i].value : NAN);
    trammel_table_add_number(table, point->values ? point->values[i].sigma : NAN);
  }
}

char *
trammel_sweep_to_text(const TrammelSweep *sweep)
{
  g_autoptr(TrammelTable) table = make_axes(sweep);

  trammel_table_add_columns(table, "status", "iterations", "cost", "observation_mse", "state_mse",
                            NULL);
  if (sweep->scored->len > 0)
    trammel_table_add_columns(table, "nrmse_percent", NULL);
  for (guint i = 0; i < sweep->ids->len; i++)
    trammel_table_add_columns(table, sweep->ids->pdata[i], "sigma", NULL);
  for (guint i = 0; i < sweep->points->len; i++) {
    const TrammelSweepPoint *point = sweep->points->pdata[i];
    add_place(table, sweep, point);
    trammel_table_add_number(table, point->cost.total);
    trammel_table_add_number(table, point->observation_mse);
    trammel_table_add_number(table, point->state_mse);
    if (sweep->scored->len > 0)
      trammel_table_add_number(table, point->score.nrmse_percent);
    add_values(table, sweep, point);
  }
  return trammel_table_to_tsv(table);
}

static void
add_csv_columns(TrammelTable *table, const TrammelSweep *sweep)
{
  trammel_table_add_columns(table, "status", "iterations", "kappa_used", "cost", "observation_mse",
                            "state_mse", "observation_misfit", "state_misfit", NULL);
  if (sweep->scored->len > 0) {
    trammel_table_add_columns(table, "score_rmse", "score_nrmse_percent", NULL);
    trammel_table_add_column(table, "score_horizon", "s", NULL);
  }
  for (guint i = 0; i < sweep->ids->len; i++) {
    g_autofree char *sigma = g_strdup_printf("%s sigma", (const char *)sweep->ids->pdata[i]);
    trammel_table_add_column(table, sweep->ids->pdata[i], sweep->units->pdata[i], NULL);
    trammel_table_add_column(table, sigma, sweep->units->pdata[i], NULL);
  }
}

char *
trammel_sweep_to_csv(const TrammelSweep *sweep)
{
  g_autoptr(TrammelTable) table = make_axes(sweep);

  add_csv_columns(table, sweep);
  for (guint i = 0; i < sweep->points->len; i++) {
    const TrammelSweepPoint *p = sweep->points->pdata[i];
    add_place(table, sweep, p);
    trammel_table_add_numbers(table,
                              (double[]){p->kappa, p->cost.total, p->observation_mse, p->state_mse,
                                         p->misfit.observation, p->misfit.state},
                              6);
    if (sweep->scored->len > 0)
      trammel_table_add_numbers(
          table, (double[]){p->score.rmse, p->score.nrmse_percent, p->score.horizon}, 3);
    add_values(table, sweep, p);
  }
  return trammel_table_to_csv(table);
}
