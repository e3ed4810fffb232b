#include "engine/est/task/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A sensor that is given more than so many times the noise that its samples show takes what the
 * model lacks. */
#define MOST_SCATTER 20.0

const char *
tr_outcome_text(TrStatus status)
{
  static const char *const texts[] = {
#define OUTCOME(code, text) [code] = text,
      TR_OUTCOME_LIST(OUTCOME)
#undef OUTCOME
  };
  bool is_listed = (size_t)status < TR_COUNT(texts) && texts[status];

  return texts[is_listed ? status : TR_NOT_DEFINITE];
}

const char *
tr_stop_text(TrStopReason stop)
{
  static const char *const texts[] = {
#define REASON(code, brief, exact) [code] = brief,
      TR_STOP_LIST(REASON)
#undef REASON
  };

  TR_ASSERT((size_t)stop < TR_COUNT(texts));
  return texts[stop];
}

static TrPhysicalGap
find_gap(const TrFree *free, const TrEstimate *coarse, const TrEstimate *fine, double value)
{
  if (coarse->at_bound || fine->at_bound)
    return TR_PHYSICAL_AT_BOUND;
  if (!coarse->identifiable || !fine->identifiable || isnan(coarse->sigma) || isnan(fine->sigma))
    return TR_PHYSICAL_NOT_DETERMINED;
  if (value < fmax(free->min, tr_param_floor(free->param)) || value > free->max)
    return TR_PHYSICAL_OUT_OF_BOUNDS;
  return TR_PHYSICAL_KNOWN;
}

static TrPhysicalValue
make_value(double coarse, double fine, TrPhysicalGap gap)
{
  return (TrPhysicalValue){.value = NAN,
                           .noise = NAN,
                           .step = NAN,
                           .smoothing = NAN,
                           .coarse = coarse,
                           .fine = fine,
                           .gap = gap};
}

TrPhysicalValue
tr_physical_value_begin(const TrFree *free,
                        const TrEstimate *coarse,
                        const TrEstimate *fine,
                        double value)
{
  TR_ASSERT(free && coarse && fine);
  return make_value(coarse->value, fine->value, find_gap(free, coarse, fine, value));
}

void
tr_physical_give_up(TrPhysical *out, TrStatus status, const char *which, const char *text)
{
  TR_ASSERT(out && which && text);
  out->status = status;
  for (int i = 0; i < out->n_free; i++)
    out->values[i] = make_value(NAN, NAN, TR_PHYSICAL_NOT_DETERMINED);
  snprintf(out->message, sizeof out->message, "%s: %.200s", which,
           text[0] ? text : tr_status_text(status));
}

void
tr_physical_free(TrPhysical *physical)
{
  if (!physical)
    return;
  free(physical->values);
  free(physical->fades);
  free(physical);
}

void
tr_preferences_free(TrPreferences *preferences)
{
  if (!preferences)
    return;
  free(preferences->all);
  free(preferences->storage);
  free(preferences);
}

void
tr_multistart_free(TrMultistart *multistart)
{
  if (!multistart)
    return;
  free(multistart->optima);
  free(multistart->ends);
  free(multistart->storage);
  free(multistart);
}

void
tr_impact_passes_free(TrImpactPasses *passes)
{
  if (!passes)
    return;
  free(passes->values);
  free(passes->sigmas);
  free(passes);
}

static void
free_log(TrLogFit *log)
{
  tr_model_free(log->model);
  tr_trajectory_free(log->trajectory);
  tr_trajectory_free(log->start);
  free(log->state_residual);
  free(log->joint_impulse);
  free(log->input);
  free(log->friction_rate);
  free(log->information);
  free(log->influence);
  free(log->predictions);
  for (int s = 0; log->sensors && s < log->n_sensors; s++) {
    free(log->sensors[s].t);
    free(log->sensors[s].measured);
    free(log->sensors[s].estimated);
    free(log->sensors[s].scaled);
  }
  free(log->sensors);
}

void
tr_fit_free(TrFit *fit)
{
  if (!fit)
    return;
  for (int l = 0; l < fit->n_logs; l++)
    free_log(&fit->logs[l]);
  for (int i = 0; fit->directions && i < fit->n_free; i++)
    free(fit->directions[i].loading);
  free(fit->directions);
  free(fit->logs);
  free(fit->state_sigmas);
  free(fit->forces);
  free(fit->force_shifts);
  free(fit->estimates);
  free(fit->covariance);
  free(fit->information);
  free(fit->history);
  free(fit->history_parameters);
  free(fit->constraints);
  tr_model_free(fit->model);
  tr_physical_free(fit->physical);
  tr_preferences_free(fit->preferences);
  free(fit->timing);
  tr_multistart_free(fit->multistart);
  tr_impact_passes_free(fit->passes);
  free(fit->kappa_search);
  if (fit->regression)
    free(fit->regression->forces);
  free(fit->regression);
  free(fit);
}

const TrSensorFit *
tr_fit_find_taken(double *ratio, const TrFit *fit)
{
  TR_ASSERT(ratio && fit);
  const TrSensorFit *worst = NULL;

  *ratio = MOST_SCATTER;
  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++) {
      const TrSensorFit *sensor = &fit->logs[l].sensors[s];

      if (sensor->scatter > 0 && sensor->sigma > *ratio * sensor->scatter) {
        *ratio = sensor->sigma / sensor->scatter;
        worst = sensor;
      }
    }
  return worst;
}

void
tr_settings_hold_kappa(TrSettings *settings, const TrFit *fit)
{
  TR_ASSERT(settings && fit);
  settings->kappa = fit->kappa;
  settings->weighting = fit->weight_is_frozen_in_step ? TR_WEIGHTING_HELD : TR_WEIGHTING_JOINT;
}

/* Holds the relative sds of the state error of all joints: the rms over the freedoms of a kind. */
static void
hold_state_errors(TrModel *model, const TrFit *fit)
{
  for (int j = 0; j < model->n_joints; j++)
    for (int kind = 0; kind < TR_N_KINDS; kind++) {
      double sum = 0;
      int n = 0;

      for (int i = 0; i < fit->n_freedoms; i++) {
        const TrStateSigma *s = &fit->state_sigmas[i];

        if (s->joint != j || s->kind != kind)
          continue;
        sum += s->sigma * s->sigma;
        n++;
      }
      if (n > 0)
        model->joints[j].state_error[kind] = sqrt(sum / n);
    }
}

void
tr_model_hold_sigmas(TrModel *model, const TrFit *fit)
{
  TR_ASSERT(fit && tr_model_is_whole(model));
  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++) {
      const TrSensorFit *sensor = &fit->logs[l].sensors[s];

      if (sensor->sigma > 0)
        model->sensors[sensor->sensor].sigma = sensor->sigma;
    }
  hold_state_errors(model, fit);
}

TrModel *
tr_task_continue(TrTask *task, double *start, const TrFit *fit)
{
  TR_ASSERT(task && fit && tr_is_array(start, task->n_free));
  TR_ASSERT(fit->n_free == task->n_free);

  TrModel *model = tr_model_copy(task->model);

  if (!model)
    return NULL;
  for (int i = 0; i < fit->n_free; i++)
    start[i] = fit->estimates[i].value;
  task->warm_start = start;
  if (!fit->passes)
    tr_settings_hold_kappa(&task->settings, fit);
  tr_model_hold_sigmas(model, fit);
  task->model = model;
  return model;
}
