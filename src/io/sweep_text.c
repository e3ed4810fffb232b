/* A sweep as JSON and as a table. */
#include <math.h>

#include "io/csv_text.h"
#include "io/json_writer.h"
#include "io/sweep.h"

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
write_point(TrammelJsonWriter *json, const TrammelSweep *sweep, const TrammelSweepPoint *point)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_key(json, "settings");
  trammel_json_writer_begin_object(json);
  for (guint i = 0; i < sweep->axes->len; i++)
    trammel_json_writer_add_number(json, ((const TrammelSweepAxis *)sweep->axes->pdata[i])->name,
                                   point->at[i]);
  trammel_json_writer_end_object(json);
  trammel_json_writer_add_string(json, "status", point->status);
  trammel_json_writer_add_string(json, "message", point->message);
  trammel_json_writer_add_integer(json, "iterations", point->iterations);
  trammel_json_writer_add_number(json, "seconds", point->seconds);
  trammel_json_writer_add_number(json, "kappa", point->kappa);
  write_cost(json, point);
  write_parameters(json, sweep, point);
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
  for (guint i = 0; i < sweep->ids->len; i++)
    g_string_append_printf(table, "\t%s\tsigma", (const char *)sweep->ids->pdata[i]);
  g_string_append_c(table, '\n');
  for (guint i = 0; i < sweep->points->len; i++)
    append_row(table, sweep, sweep->points->pdata[i]);
  return g_string_free(table, FALSE);
}
