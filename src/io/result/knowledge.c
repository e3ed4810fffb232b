#include "io/result/knowledge.h"

#include <math.h>

#include "engine/base/normal.h"
#include "engine/est/task/reported.h"
#include "engine/est/uncertainty/information.h"

/* Largest number of bins of a log's information. */
enum { MAX_BINS = 500 };

double
trammel_result_prior_shift(const TrTask *task, const TrFit *fit, int parameter)
{
  const TrFree *free = &task->free[parameter];

  return fit->estimates[parameter].prior_is_stated
             ? (tr_fit_report(fit, parameter).value - free->prior_mean) / free->prior_sigma
             : NAN;
}

void
trammel_result_interval(double interval[2], const TrFit *fit, int parameter)
{
  const TrEstimate *e = &fit->estimates[parameter];
  TrReported r = tr_fit_report(fit, parameter);
  double by = TR_NORMAL_95 * r.sigma;
  TrBound bound = r.is_physical ? TR_BOUND_NONE : e->bound;

  interval[0] = bound == TR_BOUND_LOWER   ? r.value
                : bound == TR_BOUND_UPPER ? e->limit
                                          : r.value - by;
  interval[1] = bound == TR_BOUND_LOWER   ? e->limit
                : bound == TR_BOUND_UPPER ? r.value
                                          : r.value + by;
}

static void
write_prior(TrammelJsonWriter *json, const TrFree *free, const TrEstimate *e)
{
  trammel_json_writer_key(json, "prior");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "mean", e->prior_is_stated ? free->prior_mean : free->start);
  trammel_json_writer_add_number(json, "sigma", e->prior_sd);
  trammel_json_writer_add_boolean(json, "stated", e->prior_is_stated);
  trammel_json_writer_end_object(json);
}

void
trammel_result_write_knowledge(TrammelJsonWriter *json,
                               const TrTask *task,
                               const TrFit *fit,
                               int parameter)
{
  static const char *const bounds[] = {
      [TR_BOUND_NONE] = NULL, [TR_BOUND_LOWER] = "lower", [TR_BOUND_UPPER] = "upper"};
  const TrEstimate *e = &fit->estimates[parameter];
  double interval[2];

  trammel_result_interval(interval, fit, parameter);
  write_prior(json, &task->free[parameter], e);
  trammel_json_writer_add_number(json, "data_share", e->data_share);
  trammel_json_writer_add_number(json, "prior_shift",
                                 trammel_result_prior_shift(task, fit, parameter));
  trammel_json_writer_add_number(json, "sigma_over_prior",
                                 tr_fit_report(fit, parameter).sigma / e->prior_sd);
  trammel_json_writer_key(json, "interval");
  trammel_json_writer_numbers(json, interval, 2);
  trammel_json_writer_add_string(json, "bound", bounds[e->bound]);
  trammel_json_writer_add_number(json, "bound_slope", e->at_bound ? e->slope : NAN);
}

static void
write_shares(TrammelJsonWriter *json, const TrTask *task, const TrInformationBins *bins)
{
  g_autofree double *row = g_new(double, (gsize)bins->n_bins + 1);

  trammel_json_writer_key(json, "shares");
  trammel_json_writer_begin_object(json);
  for (int i = 0; i < bins->n_params; i++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, i);
    for (int b = 0; b < bins->n_bins; b++)
      row[b] = bins->share[b * bins->n_params + i];
    trammel_json_writer_key(json, id);
    trammel_json_writer_numbers(json, row, (gsize)bins->n_bins);
  }
  trammel_json_writer_end_object(json);
}

/* Writes the information of a log and adds its sums to `total`. */
static void
write_log(TrammelJsonWriter *json, const TrTask *task, const TrFit *fit, int log, double *total)
{
  TrInformationBins bins;

  if (tr_information_bins(&bins, fit, task, log, MAX_BINS) != TR_OK)
    g_error("out of memory");
  for (int k = 0; k < bins.n_bins * bins.n_params; k++)
    total[k % bins.n_params] += bins.share[k];
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "name", task->logs[log].name);
  trammel_json_writer_key(json, "edges");
  trammel_json_writer_numbers(json, bins.edges, (gsize)bins.n_bins + 1);
  write_shares(json, task, &bins);
  trammel_json_writer_end_object(json);
  tr_information_bins_clear(&bins);
}

void
trammel_result_write_information(TrammelJsonWriter *json, const TrTask *task, const TrFit *fit)
{
  g_autofree double *total = g_new0(double, (gsize)fit->n_free + 1);

  if (fit->n_logs == 0 || !fit->logs[0].information)
    return;
  trammel_json_writer_key(json, "information");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_key(json, "logs");
  trammel_json_writer_begin_array(json);
  for (int l = 0; l < fit->n_logs; l++)
    write_log(json, task, fit, l, total);
  trammel_json_writer_end_array(json);
  trammel_json_writer_key(json, "prior");
  trammel_json_writer_begin_object(json);
  for (int i = 0; i < fit->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, i);
    trammel_json_writer_add_number(json, id, isnan(total[i]) ? NAN : fmax(1 - total[i], 0));
  }
  trammel_json_writer_end_object(json);
  trammel_json_writer_end_object(json);
}
