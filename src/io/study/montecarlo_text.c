/* Monte-Carlo study as a table, as JSON and as CSV. */
#include <math.h>

#include "io/base/table.h"
#include "io/study/montecarlo.h"

static void
get_id(char id[TR_ID_SIZE], const TrammelMonteCarlo *study, int i)
{
  tr_task_free_id(id, trammel_problem_get_task(study->problem), i);
}

static const char *
get_unit(const TrammelMonteCarlo *study, int i)
{
  return tr_task_free_unit(trammel_problem_get_task(study->problem), i);
}

static double
get_own_sigma(const TrammelMonteCarlo *study, int i)
{
  const TrEstimate *e = &study->fit->estimates[i];

  return e->identifiable ? e->sigma : NAN;
}

/* Returns the share of the reported intervals that contain the true value. */
static double
get_coverage(const TrammelSpread *spread)
{
  return spread->n_stated > 0 ? (double)spread->n_held / (double)spread->n_stated : NAN;
}

char *
trammel_montecarlo_to_text(const TrammelMonteCarlo *study)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "id", "value", "sigma", "mean", "scatter", "rms_sigma", "low",
                            "high", "coverage", "unit", NULL);
  for (int i = 0; i < study->fit->n_free; i++) {
    TrammelSpread s;
    char id[TR_ID_SIZE];

    trammel_montecarlo_get_spread(&s, study, i);
    get_id(id, study, i);
    const double numbers[] = {study->fit->estimates[i].value,
                              get_own_sigma(study, i),
                              s.mean,
                              s.scatter,
                              s.sigma,
                              s.low,
                              s.high,
                              get_coverage(&s)};
    trammel_table_add_text(table, id);
    trammel_table_add_numbers(table, numbers, G_N_ELEMENTS(numbers));
    trammel_table_add_text(table, get_unit(study, i));
  }
  return trammel_table_to_tsv(table);
}

static void
write_parameter(TrammelJsonWriter *json, const TrammelMonteCarlo *study, int i)
{
  TrammelSpread s;
  char id[TR_ID_SIZE];

  trammel_montecarlo_get_spread(&s, study, i);
  get_id(id, study, i);
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "id", id);
  trammel_json_writer_add_string(json, "unit", get_unit(study, i));
  trammel_json_writer_add_number(json, "value", study->fit->estimates[i].value);
  trammel_json_writer_add_number(json, "sigma", get_own_sigma(study, i));
  trammel_json_writer_add_number(json, "mean", s.mean);
  trammel_json_writer_add_number(json, "scatter", s.scatter);
  trammel_json_writer_add_number(json, "rms_sigma", s.sigma);
  trammel_json_writer_add_number(json, "low", s.low);
  trammel_json_writer_add_number(json, "high", s.high);
  trammel_json_writer_add_integer(json, "stated", (gint64)s.n_stated);
  trammel_json_writer_add_integer(json, "held", (gint64)s.n_held);
  trammel_json_writer_add_number(json, "coverage", get_coverage(&s));
  trammel_json_writer_end_object(json);
}

static void
write_draw(TrammelJsonWriter *json, const TrammelDraw *draw, gsize n_free)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "status", draw->status);
  trammel_json_writer_add_string(json, "message", draw->message);
  trammel_json_writer_add_number(json, "kappa", draw->kappa);
  trammel_json_writer_key(json, "values");
  trammel_json_writer_numbers(json, draw->values, draw->values ? n_free : 0);
  trammel_json_writer_key(json, "sigmas");
  trammel_json_writer_numbers(json, draw->sigmas, draw->sigmas ? n_free : 0);
  trammel_json_writer_end_object(json);
}

char *
trammel_montecarlo_to_json(const TrammelMonteCarlo *study)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_integer(json, "seed", (gint64)study->seed);
  trammel_json_writer_add_integer(json, "drawn", study->draws->len);
  trammel_json_writer_add_integer(json, "converged",
                                  (gint64)trammel_montecarlo_count_converged(study));
  trammel_json_writer_add_boolean(json, "interrupted", study->interrupted);
  trammel_json_writer_add_number(json, "kappa", study->fit->kappa);
  trammel_json_writer_add_number(json, "state_sigma", study->state_sigma);
  trammel_json_writer_key(json, "parameters");
  trammel_json_writer_begin_array(json);
  for (int i = 0; i < study->fit->n_free; i++)
    write_parameter(json, study, i);
  trammel_json_writer_end_array(json);
  trammel_json_writer_key(json, "draws");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < study->draws->len; i++)
    write_draw(json, study->draws->pdata[i], (gsize)study->fit->n_free);
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

static void
add_csv_columns(TrammelTable *table, const TrammelMonteCarlo *study)
{
  trammel_table_add_columns(table, "draw", "status", "kappa", NULL);
  for (int i = 0; i < study->fit->n_free; i++) {
    char id[TR_ID_SIZE];

    get_id(id, study, i);
    g_autofree char *sigma = g_strdup_printf("%s sigma", id);
    trammel_table_add_column(table, id, get_unit(study, i), NULL);
    trammel_table_add_column(table, sigma, get_unit(study, i), NULL);
  }
}

char *
trammel_montecarlo_to_csv(const TrammelMonteCarlo *study)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  add_csv_columns(table, study);
  for (guint i = 0; i < study->draws->len; i++) {
    const TrammelDraw *draw = study->draws->pdata[i];
    trammel_table_add_number(table, i + 1);
    trammel_table_add_text(table, draw->status);
    trammel_table_add_number(table, draw->kappa);
    for (int k = 0; k < study->fit->n_free; k++) {
      trammel_table_add_number(table, draw->values ? draw->values[k] : NAN);
      trammel_table_add_number(table, draw->sigmas ? draw->sigmas[k] : NAN);
    }
  }
  return trammel_table_to_csv(table);
}
