#include "ui/session/insight.h"

/* Bins of a log's information: as many bars as a plot shows apart. */
enum { INFORMATION_BINS = 120 };

static void
require(TrStatus status)
{
  if (status == TR_NO_MEMORY)
    g_error("out of memory");
}

static void
look_at_sensor(TrammelSensorInsight *out, const TrLogFit *log, int sensor, int n_motors)
{
  require(tr_residual_check(&out->check, log, &log->sensors[sensor], n_motors));
  require(tr_residual_shape(&out->shape, &log->sensors[sensor], &out->check));
}

static void
look_at_log(TrammelLogInsight *out, const TrTask *task, const TrFit *fit, int log)
{
  const TrLogFit *from = &fit->logs[log];

  out->n_sensors = from->n_sensors;
  out->sensors = g_new0(TrammelSensorInsight, from->n_sensors);
  for (int s = 0; s < from->n_sensors; s++)
    look_at_sensor(&out->sensors[s], from, s, fit->model->n_motors);
  require(tr_retrace(&out->retrace, fit->model, from->trajectory, from->input, from->friction_rate,
                     &task->settings));
  if (from->information && fit->n_free > 0)
    require(tr_information_bins(&out->information, fit, task, log, INFORMATION_BINS));
}

TrammelInsight *
trammel_insight_new(TrammelRun *run)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrFit *fit = trammel_run_get_fit(run);
  TrammelInsight *self = g_atomic_rc_box_new0(TrammelInsight);

  self->run = g_object_ref(run);
  self->n_logs = fit->n_logs;
  self->logs = g_new0(TrammelLogInsight, fit->n_logs);
  for (int l = 0; l < fit->n_logs; l++)
    look_at_log(&self->logs[l], task, fit, l);
  /* a fit that was stopped has no information: then there is no spectrum */
  require(tr_spectrum(&self->spectrum, fit));
  return self;
}

static void
clear_log(TrammelLogInsight *log)
{
  for (int s = 0; s < log->n_sensors; s++) {
    tr_residual_check_clear(&log->sensors[s].check);
    tr_residual_shape_clear(&log->sensors[s].shape);
  }
  g_free(log->sensors);
  tr_retrace_clear(&log->retrace);
  tr_information_bins_clear(&log->information);
}

static void
clear_insight(gpointer data)
{
  TrammelInsight *self = data;

  for (int l = 0; l < self->n_logs; l++)
    clear_log(&self->logs[l]);
  g_free(self->logs);
  tr_spectrum_clear(&self->spectrum);
  g_object_unref(self->run);
}

TrammelInsight *
trammel_insight_ref(TrammelInsight *self)
{
  return g_atomic_rc_box_acquire(self);
}

void
trammel_insight_unref(TrammelInsight *self)
{
  g_atomic_rc_box_release_full(self, clear_insight);
}
