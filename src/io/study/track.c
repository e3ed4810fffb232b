#include "io/study/track.h"

#include "io/base/table.h"

static void
add_parameters(TrammelJsonWriter *json, const TrTask *task)
{
  char id[TR_ID_SIZE];

  trammel_json_writer_key(json, "parameters");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < task->n_free; i++) {
    tr_task_free_id(id, task, i);
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "id", id);
    trammel_json_writer_add_string(json, "unit", tr_task_free_unit(task, i));
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
}

static void
add_point(TrammelJsonWriter *json, const TrFixedLag *lag, int window)
{
  gsize n = (gsize)lag->n_free, at = (gsize)window * n;

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "t", lag->t[window]);
  trammel_json_writer_key(json, "values");
  trammel_json_writer_numbers(json, lag->parameters + at, n);
  trammel_json_writer_key(json, "sigmas");
  trammel_json_writer_numbers(json, lag->sigma + at, n);
  trammel_json_writer_end_object(json);
}

char *
trammel_track_to_json(const TrTask *task, const TrFixedLag *lag, const TrFixedLagOptions *options)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "log", task->logs[0].name);
  trammel_json_writer_add_integer(json, "window", options->window);
  trammel_json_writer_add_integer(json, "shift", options->shift);
  trammel_json_writer_add_number(json, "h", task->settings.h);
  trammel_json_writer_add_number(json, "kappa", task->settings.kappa);
  add_parameters(json, task);
  trammel_json_writer_key(json, "points");
  trammel_json_writer_begin_array(json);
  for (int k = 0; k < lag->n_windows; k++)
    add_point(json, lag, k);
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

char *
trammel_track_to_text(const TrTask *task, const TrFixedLag *lag)
{
  g_autoptr(TrammelTable) table = trammel_table_new("null");
  char id[TR_ID_SIZE];

  trammel_table_add_columns(table, "t", NULL);
  for (int i = 0; i < task->n_free; i++) {
    tr_task_free_id(id, task, i);
    trammel_table_add_columns(table, id, "sigma", NULL);
  }
  for (int k = 0; k < lag->n_windows; k++) {
    trammel_table_add_number(table, lag->t[k]);
    for (int i = 0; i < lag->n_free; i++) {
      gsize at = (gsize)k * (gsize)lag->n_free + (gsize)i;
      trammel_table_add_number(table, lag->parameters[at]);
      trammel_table_add_number(table, lag->sigma[at]);
    }
  }
  return trammel_table_to_tsv(table);
}
