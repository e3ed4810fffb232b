#include "engine/est/regress/force_error.h"

#include <math.h>
#include <stdlib.h>

#include "engine/est/regress/equations.h"

static bool
is_motor_part(TrCoefficientKind kind)
{
  return kind == TR_COEFFICIENT_GAIN || kind == TR_COEFFICIENT_BACK_EMF ||
         kind == TR_COEFFICIENT_BIAS;
}

static TrForceError
measure(const TrEquations *e, int freedom, const double *z)
{
  int nz = e->coefficients.n, n = e->first[e->n_logs];
  double errors = 0, forces = 0;

  for (int k = 0; k < n; k++) {
    const double *row = tr_equations_rows(e, freedom) + (size_t)k * (size_t)nz;
    double residual = 0, motor = 0;

    for (int j = 0; j < nz; j++) {
      residual += row[j] * z[j];
      motor += is_motor_part(e->coefficients.list[j].kind) ? row[j] * z[j] : 0;
    }
    errors += residual * residual;
    forces += motor * motor;
  }
  return (TrForceError){.joint = e->freedom[freedom].joint,
                        .rmse = n > 0 ? sqrt(errors / n) : NAN,
                        .percent = forces > 0 ? 100 * sqrt(errors / forces) : NAN};
}

static TrStatus
fill(TrForceErrors *out, TrEquations *e, const TrModel *model)
{
  double *z = calloc((size_t)e->coefficients.n + 1, sizeof *z);
  TrStatus status = TR_NO_MEMORY;

  out->errors = calloc((size_t)e->n_freedoms + 1, sizeof *out->errors);
  if (z && out->errors) {
    tr_coefficients_get(z, &e->coefficients, model);
    status = tr_equations_load(e, z);
  }
  for (int f = 0; status == TR_OK && f < e->n_freedoms; f++)
    if (e->freedom[f].kind == TR_FREEDOM_AXIS &&
        tr_model_find_force_motor(model, e->freedom[f].joint) >= 0)
      out->errors[out->n++] = measure(e, f, z);
  free(z);
  return status;
}

TrStatus
tr_force_errors(
    TrForceErrors *out, const TrTask *task, int log, const TrTrajectory *motion, TrError *error)
{
  TR_ASSERT(out && tr_task_is_whole(task) && log >= 0 && log < task->n_logs);

  TrTask own = *task;
  TrEquations *equations;
  TrStatus status;

  *out = (TrForceErrors){0};
  own.logs = &task->logs[log];
  own.n_logs = 1;
  status = tr_equations_new_along(&equations, &own, motion, error);
  if (status != TR_OK)
    return status;
  status = fill(out, equations, task->model);
  tr_equations_free(equations);
  if (status != TR_OK)
    tr_force_errors_clear(out);
  return status;
}

void
tr_force_errors_clear(TrForceErrors *errors)
{
  free(errors->errors);
  *errors = (TrForceErrors){0};
}
