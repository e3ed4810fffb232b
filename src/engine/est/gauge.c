#include "engine/est/gauge.h"

#include <math.h>
#include <string.h>

#include "engine/est/stage_private.h"
#include "engine/linalg/dense.h"

/* Share of the impulses that fixed numbers must explain for the scale to be known. */
#define KNOWN_SHARE 1e-6

bool
tr_param_scales_force(const TrModel *model, TrParam param)
{
  switch (param.kind) {
  case TR_PARAM_MASS:
  case TR_PARAM_INERTIA:
  case TR_PARAM_VISCOUS:
  case TR_PARAM_GAIN:
  case TR_PARAM_BIAS:
  case TR_PARAM_ROTOR_INERTIA:
    return true;
  case TR_PARAM_COULOMB:
  case TR_PARAM_STRIBECK_DELTA:
    return model->joints[param.owner].friction.load == TR_LOAD_NONE;
  default:
    return false;
  }
}

/* Energy of an impulse b along the motions that the constraints admit: b^T M_a^-1 (b - G^T lambda)
 * with the lambda that balances b. */
static double
admissible_energy(const TrStageWork *w, const double *b)
{
  double *lambda = w->small_vector[1], *x = w->small_vector[2], energy = 0;

  memset(lambda, 0, (size_t)w->m * sizeof *lambda);
  tr_dense_add_product_tn(lambda, 1, w->y, b, w->n, w->m, 1);
  tr_dense_cholesky_solve(lambda, w->small_factor, w->m, 1);
  memcpy(x, b, (size_t)w->n * sizeof *x);
  tr_dense_add_product_tn(x, -1, w->jac, lambda, w->m, w->n, 1);
  tr_dense_cholesky_solve(x, w->mass, w->n, 1);
  for (int i = 0; i < w->n; i++)
    energy += b[i] * x[i];
  return energy;
}

void
tr_gauge_add(TrGauge *gauge, const TrStageWork *w, const TrStageContext *context)
{
  double *rest = w->small_vector[0];

  /* a0 minus what scales with the free parameters (Euler's theorem for degree one) */
  memcpy(rest, w->a0, (size_t)w->n * sizeof *rest);
  for (int p = 0; p < context->n_params; p++) {
    TrParam param = context->params[p];
    double value;

    if (!tr_param_scales_force(context->model, param))
      continue;
    value = tr_param_get(context->model, param);
    for (int i = 0; i < w->n; i++)
      rest[i] -= value * w->d_a0[(size_t)i * (size_t)w->columns + 3 * w->n + p];
  }
  gauge->unexplained += admissible_energy(w, rest);

  /* all inertial impulses of the step: M_a (v+ - v) */
  for (int i = 0; i < w->n; i++) {
    rest[i] = 0;
    for (int k = 0; k < w->n; k++)
      rest[i] += w->mass[k * w->n + i] * (k >= i ? w->v_after[k] - w->v[k] : 0);
  }
  for (int i = 0; i < w->n; i++)
    gauge->total += rest[i] * rest[i];
}

static bool
is_inertial(TrParam param)
{
  return param.kind == TR_PARAM_MASS || param.kind == TR_PARAM_INERTIA ||
         param.kind == TR_PARAM_ROTOR_INERTIA;
}

/* Scales to unit length; false when there is none. */
static bool
normalize(double *x, int n)
{
  double norm = 0;

  for (int i = 0; i < n; i++)
    norm += x[i] * x[i];
  for (int i = 0; i < n && norm > 0; i++)
    x[i] /= sqrt(norm);
  return norm > 0;
}

void
tr_gauge_decide(TrGauge *gauge,
                const TrStageContext *context,
                const double *parameters,
                const double *scale)
{
  gauge->decided = true;
  gauge->active = gauge->total > 0 && gauge->unexplained < KNOWN_SHARE * gauge->total;
  for (int i = 0; gauge->active && i < gauge->n; i++) {
    TrParam param = context->params[i];

    if (tr_param_scales_force(context->model, param))
      gauge->loading[i] = parameters[i] / scale[i];
    if (is_inertial(param))
      gauge->direction[i] = gauge->loading[i];
  }
  gauge->active = gauge->active && normalize(gauge->loading, gauge->n);
  if (gauge->active && !normalize(gauge->direction, gauge->n))
    memcpy(gauge->direction, gauge->loading, (size_t)gauge->n * sizeof *gauge->direction);
}

double
tr_gauge_offset(const TrGauge *gauge,
                const double *parameters,
                const double *start,
                const double *scale)
{
  double offset = 0;

  for (int i = 0; gauge->active && i < gauge->n; i++)
    offset += gauge->direction[i] * (parameters[i] - start[i]) / scale[i];
  return offset;
}
