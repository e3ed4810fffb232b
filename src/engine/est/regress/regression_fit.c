/* Result of a regression as a fit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/est/lsq/lm.h"
#include "engine/est/regress/private.h"
#include "engine/est/solve/fit_fill.h"
#include "engine/linalg/quat.h"

/* Least share of a freedom's forces that its motors have. */
#define LEAST_MOTOR 1e-6

/* Moves the centres of mass of the motion from those of the start to those of the parameters: the
 * bodies' origins stay. */
static void
shift_motion(const TrRegressionWork *r, TrProblem *problem)
{
  int nb = r->model->n_bodies, nodes = problem->first[r->task.n_logs];

  for (int k = 0; k < nodes; k++)
    for (int b = 0; b < nb; b++) {
      double *pose = problem->pose + ((size_t)k * (size_t)nb + (size_t)b) * TR_POSE, rot[9];

      tr_quat_matrix(rot, pose + 3);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
          pose[i] +=
              rot[3 * i + j] * (r->model->bodies[b].com[j] - r->task.model->bodies[b].com[j]);
    }
}

static bool
is_motor_part(const TrCoefficient *c)
{
  return c->kind == TR_COEFFICIENT_GAIN || c->kind == TR_COEFFICIENT_BACK_EMF ||
         c->kind == TR_COEFFICIENT_BIAS;
}

/* Squares of the residuals of a freedom over rows, and of the motors' forces. */
static void
square_rows(double out[2], const TrRegressionWork *r, int freedom, int from, int to)
{
  int nz = r->n_z;

  out[0] = out[1] = 0;
  for (int k = from; k < to; k++) {
    const double *row = tr_equations_rows(r->equations, freedom) + (size_t)k * (size_t)nz;
    double residual = 0, motor = 0;

    for (int a = 0; a < nz; a++) {
      residual += row[a] * r->z[a];
      motor += is_motor_part(&r->equations->coefficients.list[a]) ? row[a] * r->z[a] : 0;
    }
    out[0] += residual * residual;
    out[1] += motor * motor;
  }
}

/* Rms of the forces that a freedom's residuals are compared with. */
static double
measure_force(const TrRegressionWork *r, int freedom, double motor_squares, int rows)
{
  double motor = sqrt(motor_squares / rows), largest = tr_regression_force(r, freedom);

  return motor > LEAST_MOTOR * largest ? motor : largest;
}

static void
summarize_energy(TrFit *fit, const TrRegressionWork *r)
{
  const TrEquations *e = r->equations;

  if (e->n_windows == 0)
    return;
  fit->energy =
      (TrEnergyFit){.n_windows = e->n_windows,
                    .window = e->window * e->step,
                    .sigma = r->sigma[e->n_freedoms],
                    .rms = sqrt(tr_regression_square(r, e->n_freedoms, r->z) / e->n_windows)};
}

/* Summary of the equations, and the force error of each log: that of its worst freedom. */
static TrStatus
summarize(TrFit *fit, const TrRegressionWork *r)
{
  const TrEquations *e = r->equations;
  TrRegressionFit *out = fit->regression = calloc(1, sizeof *fit->regression);
  int rows = tr_regression_rows(r);
  double squares[2];

  if (!out || !(out->forces = calloc((size_t)e->n_freedoms + 1, sizeof *out->forces)))
    return TR_NO_MEMORY;
  out->step = e->step;
  out->cutoff = e->cutoff;
  out->n_rows = rows;
  out->n_lost = e->n_lost;
  out->consistency = r->task.settings.consistency;
  out->n_freedoms = e->n_freedoms;
  summarize_energy(fit, r);
  for (int l = 0; l < fit->n_logs; l++)
    fit->logs[l].unexplained = fit->logs[l].force_error = 0;
  for (int f = 0; f < e->n_freedoms; f++) {
    double rms;

    square_rows(squares, r, f, 0, rows);
    rms = measure_force(r, f, squares[1], rows);
    out->forces[f] = (TrRegressionForce){e->freedom[f].joint, sqrt(squares[0] / rows), rms};
    for (int l = 0; l < fit->n_logs; l++) {
      int n = e->first[l + 1] - e->first[l];
      double share;

      square_rows(squares, r, f, e->first[l], e->first[l + 1]);
      share = sqrt(squares[0] / (n > 0 ? n : 1)) / rms;
      fit->logs[l].unexplained = fit->logs[l].force_error = fmax(fit->logs[l].force_error, share);
    }
  }
  return TR_OK;
}

/* Number of residuals, and the cost's parts, of the regression instead of the joint estimator. */
static void
fill_cost(TrFit *fit, TrRegressionWork *r, const TrProblem *problem)
{
  int used = 0;

  for (int i = 0; i < r->p; i++)
    used += r->has[i] && !fit->estimates[i].at_bound;
  fit->cost = (TrCost){.total = tr_regression_cost(r, problem, problem->parameters)};
  fit->n_residuals = 0;
  for (int kind = 0; kind < r->n_kinds; kind++) {
    fit->cost.state += tr_regression_square(r, kind, r->z) / (r->sigma[kind] * r->sigma[kind]);
    fit->n_residuals += tr_regression_count(r, kind);
  }
  fit->cost.prior = fit->cost.total - fit->cost.state;
  fit->n_states = 0;
  fit->dof = fit->n_residuals - used;
}

/* Describes the end of a regression whose values make a mechanism that cannot move. */
static void
describe_singular(TrFit *fit, const TrTask *task)
{
  bool kept = task->settings.consistency != TR_INERTIA_RULE_NONE;

  snprintf(fit->message, sizeof fit->message, "Stopped after %d iteration%s: %s.", fit->iterations,
           fit->iterations == 1 ? "" : "s",
           kept ? "a body would have no inertia about one axis; give its inertia a lower bound"
                : "the inertias that fit best belong to no body; set consistency to \"full\"");
}

/* Describes a regression that ended before it had values. */
static void
describe_failure(TrFit *fit)
{
  snprintf(fit->message, sizeof fit->message,
           "Stopped after %d iteration%s: %s. The values are those before it; check bounds and "
           "start values.",
           fit->iterations, fit->iterations == 1 ? "" : "s",
           fit->status == TR_BAD_SETTING ? "no values meet all bounds and inertias of real bodies"
                                         : tr_status_text(fit->status));
}

static void
describe_end(TrFit *fit)
{
  snprintf(fit->message, sizeof fit->message, "%s after %d iteration%s: %s.",
           tr_outcome_text(fit->status), fit->iterations, fit->iterations == 1 ? "" : "s",
           fit->status == TR_OK ? "values and weights no longer change"
                                : "values, weights or loads of dry friction still change");
  fit->stop = fit->status == TR_OK          ? TR_STOP_DECREASE
              : fit->status == TR_CANCELLED ? TR_STOP_CANCELLED
                                            : TR_STOP_ITERATIONS;
}

/* Describes the end: the message is never empty. */
static void
describe(TrFit *fit, const TrRegressionWork *r, TrStatus of_motion)
{
  bool has_values = fit->status == TR_OK || fit->status == TR_NOT_CONVERGED;

  if (fit->status == TR_CANCELLED || (has_values && of_motion == TR_OK))
    describe_end(fit);
  else if (has_values)
    describe_singular(fit, &r->task);
  else
    describe_failure(fit);
}

TrStatus
tr_regression_describe(TrFit *fit, TrRegressionWork *r, TrProblem *problem)
{
  TrStatus of_motion;

  fit->variances.state_sigma = NAN;
  problem->task_is_silent = true;
  shift_motion(r, problem);
  of_motion = tr_fit_fill(fit, problem);
  describe(fit, r, of_motion);
  TR_TRY(summarize(fit, r));
  TR_TRY(of_motion);
  if (fit->status == TR_OK || fit->status == TR_NOT_CONVERGED)
    TR_TRY(tr_regression_judge(fit, r, problem));
  fill_cost(fit, r, problem);
  return fit->status;
}
