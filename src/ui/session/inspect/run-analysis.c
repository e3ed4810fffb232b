#include "ui/session/inspect/run-analysis.h"

#include <math.h>
#include <stdlib.h>

#include "engine/est/predict/validate.h"

/* Bins of a log's information, about as many bars as a plot can resolve. */
enum { INFORMATION_BINS = 120 };

static void
require(TrStatus status)
{
  if (status == TR_NO_MEMORY)
    g_error("out of memory");
}

/* Analyses the sensors of a log; requires `out->fits`. */
static void
look_at_sensors(TrammelLogAnalysis *out, const TrLogFit *log, int n_motors)
{
  out->sensors = g_new0(TrammelSensorAnalysis, out->n_sensors);
  for (int s = 0; s < out->n_sensors; s++) {
    require(tr_residual_check(&out->sensors[s].check, log, &out->fits[s], n_motors));
    require(tr_residual_shape(&out->sensors[s].shape, &out->fits[s], &out->sensors[s].check));
    tr_residual_spectrum(&out->sensors[s].spectrum, out->fits[s].t, out->fits[s].scaled,
                         out->fits[s].n_residuals);
  }
}

static void
look_at_log(TrammelLogAnalysis *out, const TrTask *task, const TrFit *fit, int log)
{
  const TrLogFit *from = &fit->logs[log];

  out->n_sensors = from->n_sensors;
  out->fits = from->sensors;
  look_at_sensors(out, from, fit->model->n_motors);
  require(tr_force_balance(&out->retrace, tr_fit_model_of_log(fit, log), from->trajectory,
                           from->input, from->friction_rate, &task->settings));
  if (from->information && fit->n_free > 0)
    require(tr_information_bins(&out->information, fit, task, log, INFORMATION_BINS));
}

/* Computes the base parameters; a cancelled fit has no information on them. */
static void
look_at_base(TrammelRunAnalysis *self, const TrTask *task, const TrFit *fit)
{
  if (fit->n_free == 0 || fit->status == TR_CANCELLED ||
      tr_base_new(&self->base, task->model, NULL) != TR_OK)
    return;
  self->base_value = g_new0(double, (gsize)self->base->rank + 1);
  self->base_sigma = g_new0(double, (gsize)self->base->rank + 1);
  tr_base_get(self->base_value, self->base, fit->model);
  if (tr_base_judge(self->base_sigma, self->base, task, fit) != TR_OK)
    g_clear_pointer(&self->base, tr_base_free);
}

TrammelRunAnalysis *
trammel_run_analysis_new(TrammelRun *run)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrFit *fit = trammel_run_get_fit(run);
  TrammelRunAnalysis *self = g_atomic_rc_box_new0(TrammelRunAnalysis);

  self->run = g_object_ref(run);
  self->n_logs = fit->n_logs;
  self->logs = g_new0(TrammelLogAnalysis, fit->n_logs);
  for (int l = 0; l < fit->n_logs; l++)
    look_at_log(&self->logs[l], task, fit, l);
  /* a cancelled fit has no information, hence no spectrum */
  require(tr_spectrum(&self->spectrum, fit));
  look_at_base(self, task, fit);
  return self;
}

/* Returns the open-loop error as residuals of a sensor; takes ownership of the samples of
 * `score`. */
static TrSensorFit
make_fit(TrSensorScore *score)
{
  TrSensorFit fit = {.sensor = score->sensor,
                     .sigma = score->sigma,
                     .n_samples = score->n_samples,
                     .rmse = score->rmse,
                     .fit_percent = 100 - score->nrmse_percent,
                     .chi2_per_sample = pow(score->rmse / score->sigma, 2),
                     .n_residuals = score->simulated ? (int)score->n_samples : 0,
                     .t = score->t,
                     .measured = score->measured,
                     .estimated = score->simulated};

  fit.scaled = g_new(double, fit.n_residuals + 1);
  for (int i = 0; i < fit.n_residuals; i++)
    fit.scaled[i] = (fit.estimated[i] - fit.measured[i]) / fit.sigma;
  score->t = score->measured = score->simulated = NULL;
  return fit;
}

static void
look_at_open_loop(TrammelLogAnalysis *out, const TrTask *task, const TrFit *fit, int log)
{
  g_autofree double *values = g_new(double, fit->n_free + 1);
  const TrScoreOptions options = {.h = NAN, .traces = true, .motion = fit->logs[log].trajectory};
  TrLogScore *score = NULL;

  for (int i = 0; i < fit->n_free; i++)
    values[i] = fit->estimates[i].value;
  if (tr_score_log(&score, task, log, values, &options, NULL) != TR_OK)
    return;
  out->n_sensors = score->n_sensors;
  out->own = g_new0(TrSensorFit, score->n_sensors + 1);
  for (int s = 0; s < score->n_sensors; s++)
    out->own[s] = make_fit(&score->sensors[s]);
  tr_log_score_free(score);
  out->fits = out->own;
  look_at_sensors(out, &fit->logs[log], fit->model->n_motors);
}

TrammelRunAnalysis *
trammel_run_analysis_new_open_loop(TrammelRun *run)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrFit *fit = trammel_run_get_fit(run);
  TrammelRunAnalysis *self = g_atomic_rc_box_new0(TrammelRunAnalysis);

  self->run = g_object_ref(run);
  self->is_open_loop = TRUE;
  self->n_logs = fit->n_logs;
  self->logs = g_new0(TrammelLogAnalysis, fit->n_logs);
  for (int l = 0; l < fit->n_logs; l++)
    look_at_open_loop(&self->logs[l], task, fit, l);
  return self;
}

static void
clear_own(TrammelLogAnalysis *log)
{
  for (int s = 0; log->own && s < log->n_sensors; s++) {
    free(log->own[s].t);
    free(log->own[s].measured);
    free(log->own[s].estimated);
    g_free(log->own[s].scaled);
  }
  g_free(log->own);
}

static void
clear_log(TrammelLogAnalysis *log)
{
  clear_own(log);
  for (int s = 0; s < log->n_sensors; s++) {
    tr_residual_check_clear(&log->sensors[s].check);
    tr_residual_shape_clear(&log->sensors[s].shape);
  }
  g_free(log->sensors);
  tr_force_balance_clear(&log->retrace);
  tr_information_bins_clear(&log->information);
}

static void
clear_analysis(gpointer data)
{
  TrammelRunAnalysis *self = data;

  for (int l = 0; l < self->n_logs; l++)
    clear_log(&self->logs[l]);
  g_free(self->logs);
  tr_spectrum_clear(&self->spectrum);
  tr_base_free(self->base);
  g_free(self->base_value);
  g_free(self->base_sigma);
  g_object_unref(self->run);
}

TrammelRunAnalysis *
trammel_run_analysis_ref(TrammelRunAnalysis *self)
{
  return g_atomic_rc_box_acquire(self);
}

void
trammel_run_analysis_unref(TrammelRunAnalysis *self)
{
  g_atomic_rc_box_release_full(self, clear_analysis);
}
