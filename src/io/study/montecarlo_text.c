/* Monte-Carlo study as a table, as JSON and as CSV. */
#include <math.h>

#include "io/base/csv_text.h"
#include "io/study/montecarlo.h"

static void
get_id(char id[TR_ID_SIZE], const TrammelMonteCarlo *study, int i)
{
  const TrTask *task = trammel_problem_get_task(study->problem);

  tr_task_param_id(id, task, task->free[i].param);
}

static const char *
get_unit(const TrammelMonteCarlo *study, int i)
{
  const TrTask *task = trammel_problem_get_task(study->problem);

  return tr_task_param_unit(task, task->free[i].param);
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
  GString *table = g_string_new("id\tvalue\tsigma\tmean\tscatter\trms_sigma\tlow\thigh\tcoverage\t"
                                "unit\n");

  for (int i = 0; i < study->fit->n_free; i++) {
    TrammelSpread s;
    char id[TR_ID_SIZE], text[TRAMMEL_NUMBER_SIZE];

    trammel_montecarlo_get_spread(&s, study, i);
    get_id(id, study, i);
    double numbers[] = {study->fit->estimates[i].value,
                        get_own_sigma(study, i),
                        s.mean,
                        s.scatter,
                        s.sigma,
                        s.low,
                        s.high,
                        get_coverage(&s)};
    g_string_append(table, id);
    for (gsize k = 0; k < G_N_ELEMENTS(numbers); k++)
      g_string_append_printf(table, "\t%s", trammel_csv_format_number(text, numbers[k]));
    g_string_append_printf(table, "\t%s\n", get_unit(study, i));
  }
  return g_string_free(table, FALSE);
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
append_header(GString *csv, const TrammelMonteCarlo *study)
{
  g_string_append(csv, "draw,status,kappa");
  for (int i = 0; i < study->fit->n_free; i++) {
    const char *unit = get_unit(study, i);
    char id[TR_ID_SIZE];

    get_id(id, study, i);
    g_autofree char *value = g_strdup_printf("%s [%s]", id, unit);
    g_autofree char *sigma = g_strdup_printf("%s sigma [%s]", id, unit);
    g_string_append_c(csv, ',');
    trammel_csv_append_text(csv, value);
    g_string_append_c(csv, ',');
    trammel_csv_append_text(csv, sigma);
  }
  g_string_append_c(csv, '\n');
}

static void
append_number(GString *csv, double number)
{
  char text[TRAMMEL_NUMBER_SIZE];

  g_string_append_printf(csv, ",%s", trammel_csv_format_number(text, number));
}

char *
trammel_montecarlo_to_csv(const TrammelMonteCarlo *study)
{
  GString *csv = g_string_new(NULL);

  append_header(csv, study);
  for (guint i = 0; i < study->draws->len; i++) {
    const TrammelDraw *draw = study->draws->pdata[i];
    g_string_append_printf(csv, "%u,%s", i + 1, draw->status);
    append_number(csv, draw->kappa);
    for (int k = 0; k < study->fit->n_free; k++) {
      append_number(csv, draw->values ? draw->values[k] : NAN);
      append_number(csv, draw->sigmas ? draw->sigmas[k] : NAN);
    }
    g_string_append_c(csv, '\n');
  }
  return g_string_free(csv, FALSE);
}
