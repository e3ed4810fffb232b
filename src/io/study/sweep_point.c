/* Points of a sweep: memory, results of a fit, and exchange with other processes. */
#include <math.h>

#include "io/result/result.h"
#include "io/study/sweep_private.h"

void
trammel_sweep_point_free(gpointer data)
{
  TrammelSweepPoint *point = data;

  if (!point)
    return;
  g_free(point->at);
  g_free(point->message);
  g_free(point->score.message);
  g_free(point->values);
  g_free(point);
}

TrammelSweepPoint *
trammel_sweep_point_new(const GPtrArray *axes, gsize index)
{
  TrammelSweepPoint *point = g_new0(TrammelSweepPoint, 1);

  point->at = g_new(double, axes->len);
  point->status = "failed";
  point->kappa = point->observation_mse = point->state_mse = NAN;
  point->cost = (TrCost){NAN, NAN, NAN, NAN};
  point->misfit = (TrammelSweepMisfit){NAN, NAN};
  point->score = (TrammelSweepScore){NAN, NAN, NAN, NULL};
  for (guint i = axes->len; i-- > 0;) {
    const TrammelSweepAxis *axis = axes->pdata[i];
    point->at[i] = axis->values[index % axis->n];
    index /= axis->n;
  }
  return point;
}

TrammelSweepPoint *
trammel_sweep_point_copy(const TrammelSweepPoint *point, gsize n_axes, gsize n_values)
{
  TrammelSweepPoint *copy = g_memdup2(point, sizeof *point);

  copy->at = g_memdup2(point->at, n_axes * sizeof *point->at);
  copy->message = g_strdup(point->message);
  copy->score.message = g_strdup(point->score.message);
  copy->values = g_memdup2(point->values, (n_values + 1) * sizeof *point->values);
  return copy;
}

gboolean
trammel_sweep_point_has_converged(const TrammelSweepPoint *point)
{
  return point && g_str_equal(point->status, "converged");
}

static TrammelSweepMisfit
measure_misfit(const TrFit *fit, const TrTask *task)
{
  double sum = 0;
  long n = 0;

  for (int i = 0; i < fit->n_logs; i++)
    for (int k = 0; k < fit->logs[i].n_sensors; k++) {
      const TrSensorFit *s = &fit->logs[i].sensors[k];
      double stated = task->model->sensors[s->sensor].sigma;
      double ratio = isnan(stated) ? 1 : s->sigma / stated;

      sum += s->n_residuals * s->chi2_per_sample * ratio * ratio;
      n += s->n_residuals;
    }
  return (TrammelSweepMisfit){sqrt(sum / (double)n), sqrt(fit->state_mse)};
}

void
trammel_sweep_point_take(TrammelSweepPoint *point,
                         const TrFit *fit,
                         const TrTask *task,
                         gboolean is_warm)
{
  g_free(point->message);
  g_free(point->values);
  point->status = trammel_result_get_status(fit);
  point->message = g_strdup(fit->message);
  point->iterations = fit->iterations;
  point->seconds = fit->seconds;
  point->is_warm = is_warm;
  point->kappa = fit->kappa;
  point->cost = fit->iterations > 0 ? fit->cost : (TrCost){NAN, NAN, NAN, NAN};
  point->observation_mse = fit->observation_mse;
  point->state_mse = fit->state_mse;
  point->misfit = measure_misfit(fit, task);
  point->values = g_new0(TrammelSweepValue, (gsize)fit->n_free + 1);
  for (int i = 0; i < fit->n_free; i++) {
    const TrEstimate *e = &fit->estimates[i];
    point->values[i] = (TrammelSweepValue){.value = e->value,
                                           .sigma = e->identifiable ? e->sigma : NAN,
                                           .identifiable = e->identifiable,
                                           .at_bound = e->at_bound};
  }
}

static GVariant *
pack_values(const TrammelSweepPoint *point, gsize n_values)
{
  GVariantBuilder builder;

  if (!point->values)
    return g_variant_new("ma(ddbb)", NULL);
  g_variant_builder_init(&builder, G_VARIANT_TYPE("a(ddbb)"));
  for (gsize i = 0; i < n_values; i++) {
    const TrammelSweepValue *v = &point->values[i];
    g_variant_builder_add(&builder, "(ddbb)", v->value, v->sigma, v->identifiable, v->at_bound);
  }
  return g_variant_new_maybe(NULL, g_variant_builder_end(&builder));
}

GVariant *
trammel_sweep_point_pack(const TrammelSweepPoint *p, gsize n_values)
{
  return g_variant_new(
      "(smsidbd(dddd)dd(dd)(dddms)@ma(ddbb))", p->status, p->message, p->iterations, p->seconds,
      p->is_warm, p->kappa, p->cost.total, p->cost.observation, p->cost.state, p->cost.prior,
      p->observation_mse, p->state_mse, p->misfit.observation, p->misfit.state, p->score.rmse,
      p->score.nrmse_percent, p->score.horizon, p->score.message, pack_values(p, n_values));
}

void
trammel_sweep_point_unpack(TrammelSweepPoint *p, GVariant *packed)
{
  const char *status;
  g_autoptr(GVariantIter) values = NULL;
  TrammelSweepValue v;
  gsize n = 0;

  g_free(p->message);
  g_free(p->score.message);
  g_clear_pointer(&p->values, g_free);
  g_variant_get(packed, "(&smsidbd(dddd)dd(dd)(dddms)ma(ddbb))", &status, &p->message,
                &p->iterations, &p->seconds, &p->is_warm, &p->kappa, &p->cost.total,
                &p->cost.observation, &p->cost.state, &p->cost.prior, &p->observation_mse,
                &p->state_mse, &p->misfit.observation, &p->misfit.state, &p->score.rmse,
                &p->score.nrmse_percent, &p->score.horizon, &p->score.message, &values);
  p->status = g_intern_string(status);
  if (!values)
    return;
  p->values = g_new0(TrammelSweepValue, g_variant_iter_n_children(values) + 1);
  while (g_variant_iter_next(values, "(ddbb)", &v.value, &v.sigma, &v.identifiable, &v.at_bound))
    p->values[n++] = v;
}
