/* A motor moves a carriage along a turning arm: its rotor feels the carriage's own motion along the
 * arm, not the centrifugal force.  Against the equations of motion, integrated apart,
 *
 *   (I + m R^2) theta'' + 2 m R R' theta' = 0,  (m + J) R'' - m R theta'^2 = K u,  R = 0.3 m + r
 *
 * and identified from a log of them. */
#include <math.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/solve/solve.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_SAMPLES = 1001, N_FREE = 2, FINE = 20 };

#define DURATION 1.0
#define RADIUS   0.3

/* Log of the turret, and what is asked. */
typedef struct Rig {
  TrModel *model;
  double t[N_SAMPLES], u[N_SAMPLES], angle[N_SAMPLES], place[N_SAMPLES];
  TrChannel channels[3];
  TrLog log;
  TrFree free[N_FREE];
  TrTask task;
} Rig;

static double
push(double t)
{
  return 1.2 * sin(7 * t) - 1;
}

/* Derivative of x = (theta, theta', r, r'). */
static void
differentiate(double d[4], const double x[4], double u, const TrModel *model)
{
  double m = model->bodies[1].mass, rotor = model->motors[0].rotor_inertia, radius = RADIUS + x[2];
  double turning = model->bodies[0].inertia[1] + model->bodies[1].inertia[1] + m * radius * radius;

  d[0] = x[1];
  d[1] = -2 * m * radius * x[3] * x[1] / turning;
  d[2] = x[3];
  d[3] = (m * radius * x[1] * x[1] + model->motors[0].gain * u) / (m + rotor);
}

/* A Runge-Kutta step of order four. */
static void
integrate(double x[4], double t, double h, const TrModel *model)
{
  static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  double slope[4] = {0}, sum[4] = {0};

  for (int s = 0; s < 4; s++) {
    double y[4];

    for (int i = 0; i < 4; i++)
      y[i] = x[i] + at[s] * h * slope[i];
    differentiate(slope, y, push(t + at[s] * h), model);
    for (int i = 0; i < 4; i++)
      sum[i] += weight[s] * slope[i] / 6;
  }
  for (int i = 0; i < 4; i++)
    x[i] += h * sum[i];
}

static void
set_up(Rig *rig)
{
  double x[4] = {0, 4, 0, 0}, dt = DURATION / (N_SAMPLES - 1);

  *rig = (Rig){.model = tr_mechanism_turret()};
  for (int j = 0; j < 2; j++) {
    rig->model->joints[j].friction.model = TR_FRICTION_NONE;
    rig->model->joints[j].damping_time = NAN;
    rig->model->joints[j].compliance_linear = rig->model->joints[j].compliance_angular = 1e-10;
    rig->model->sensors[j].sigma = 1e-6;
  }
  for (int k = 0; k < N_SAMPLES; k++) {
    rig->t[k] = k * dt;
    rig->u[k] = push(k * dt);
    rig->angle[k] = x[0];
    rig->place[k] = x[2];
    for (int i = 0; i < FINE; i++)
      integrate(x, (k + (double)i / FINE) * dt, dt / FINE, rig->model);
  }
  rig->channels[0] = (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = N_SAMPLES, .t = rig->t, .y = rig->u};
  for (int c = 1; c < 3; c++)
    rig->channels[c] = (TrChannel){.kind = TR_SIGNAL_SENSOR,
                                   .index = c - 1,
                                   .n = N_SAMPLES,
                                   .t = rig->t,
                                   .y = c == 1 ? rig->angle : rig->place};
}

/* Largest error of the simulated place [m]. */
static double
measure_error(const Rig *rig, double h, TrSolver solver)
{
  TrSimOptions options = {
      .h = h, .duration = DURATION, .compliance_scale = 1, .damping_scale = 1, .solver = solver};
  double pose[2 * TR_POSE], twist[2 * TR_TWIST], rate[2] = {4, 0}, start[2] = {0}, worst = 0;
  int every = (int)lround(h * (N_SAMPLES - 1) / DURATION);
  TrTrajectory *t;

  tr_forward_kinematics(pose, twist, rig->model, start, rate);
  tr_assert_ok(tr_simulate(&t, rig->model, &(TrSimCase){pose, twist, 1, rig->channels}, &options,
                           NULL, NULL),
               NULL);
  for (int k = 0; k < t->n_nodes && k * every < N_SAMPLES; k++)
    worst = fmax(worst, fabs(tr_joint_position(rig->model, 1, tr_trajectory_pose(t, k)) -
                             rig->place[k * every]));
  tr_trajectory_free(t);
  return worst;
}

static void
test_simulation(void)
{
  g_autofree Rig *rig = g_new0(Rig, 1);

  set_up(rig);
  for (int s = 0; s <= TR_SOLVER_SECOND_ORDER; s++) {
    double coarse = measure_error(rig, 4e-3, (TrSolver)s);
    double fine = measure_error(rig, 1e-3, (TrSolver)s);

    g_test_message("%s: %.2g m at 4 ms, %.2g m at 1 ms", tr_solver_name((TrSolver)s), coarse, fine);
    g_assert_cmpfloat(fine, <, 1e-3);
    g_assert_cmpfloat(fine, <, coarse / 3);
  }
  tr_model_free(rig->model);
}

/* The gain alone would leave only the ratio to the inertia; the centrifugal force of the known mass
 * tells them apart. */
static void
test_identification(void)
{
  static const TrParamKind kinds[N_FREE] = {TR_PARAM_ROTOR_INERTIA, TR_PARAM_GAIN};
  g_autofree Rig *rig = g_new0(Rig, 1);
  TrError error = {0};
  TrFit *fit;

  set_up(rig);
  rig->log = (TrLog){.name = "log", .end = DURATION, .n_channels = 3, .channels = rig->channels};
  rig->task = (TrTask){.model = rig->model,
                       .n_free = N_FREE,
                       .free = rig->free,
                       .n_logs = 1,
                       .logs = &rig->log,
                       .settings = tr_settings_default()};
  rig->task.settings.h = 4e-3;
  rig->task.settings.kappa = 1;
  rig->task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
  for (int i = 0; i < N_FREE; i++)
    rig->free[i] = (TrFree){.param = {.kind = kinds[i]},
                            .start = 1,
                            .min = 0,
                            .max = INFINITY,
                            .prior_sigma = INFINITY};
  tr_assert_ok(tr_identify(&fit, &rig->task, &error), &error);
  tr_assert_ok(tr_physical(fit, &rig->task), NULL);
  tr_assert_ok(fit->physical->status, NULL);
  for (int i = 0; i < N_FREE; i++) {
    double found = fit->physical->values[i].value;
    double truth = tr_param_get(rig->model, rig->free[i].param);

    g_test_message("%g of %g", found, truth);
    tr_assert_close(found, truth, 0, 2e-3 * truth);
  }
  tr_fit_free(fit);
  tr_model_free(rig->model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/turret/simulation", test_simulation);
  g_test_add_func("/engine/est/turret/identification", test_identification);
  return g_test_run();
}
