/* A bolt that slides and turns in its bore: against the closed form of both motions, and identified
 * from a log of them. */
#include <math.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/solve/solve.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

/* Stopping distance of an inertia m from a rate v against viscous friction c and dry friction f: m
 * v' = -c v - f until it stands. */
static double
run_out(double m, double v, double c, double f)
{
  return m * v / c - m * f / (c * c) * log1p(c * v / f);
}

/* The bolt without the attached bodies, and without weight. */
static TrModel *
make_bolt(void)
{
  static const double viscous[] = {0.9, 1e-3}, coulomb[] = {0.5, 5e-3};
  TrModel *model = tr_mechanism_bolt();

  model->n_bodies = 1;
  model->n_joints = 3;
  model->n_motors = 0;
  model->gravity.magnitude = 0;
  for (int j = 0; j < 2; j++) {
    model->joints[j].friction.viscous = viscous[j];
    model->joints[j].friction.coulomb = coulomb[j];
  }
  return model;
}

static void
free_bolt(TrModel *model)
{
  model->n_motors = 1;
  tr_model_free(model);
}

/* A bolt slides and turns at once, each against its own friction, and stops where both come to
 * rest. */
static void
test_bolt(void)
{
  const double slides = 0.8, turns = 9, arm = 0.01;
  TrSimOptions options = {.h = 1e-4, .duration = 1.5, .compliance_scale = 1, .damping_scale = 1};
  TrModel *model = make_bolt();
  double pose[TR_POSE] = {0.08, -0.06, 0.02, 1}, twist[TR_TWIST] = {slides, 0, 0, turns};
  TrTrajectory *t;
  TrError error = {0};

  /* the axis is beside the centre of mass */
  twist[2] = -arm * turns;
  tr_assert_ok(tr_simulate(&t, model, &(TrSimCase){pose, twist, 0, NULL}, &options, NULL, &error),
               &error);

  const double *end = tr_trajectory_pose(t, t->n_nodes - 1);

  for (int j = 0; j < 2; j++) {
    const TrFriction *f = &model->joints[j].friction;
    double inertia = j ? model->bodies[0].inertia[0] + 0.5 * arm * arm : 0.5;
    double way = run_out(inertia, j ? turns : slides, f->viscous, f->coulomb);
    double place = tr_joint_position(model, j, end);

    g_test_message("%s: %g of %g", tr_joint_type_name(model->joints[j].type), place, way);
    tr_assert_close(j ? remainder(place - way, 2 * G_PI) : place - way, 0, 0, 1e-3 * way);
    g_assert_cmpfloat(
        fabs(tr_joint_velocity(model, j, end, tr_trajectory_twist(t, t->n_nodes - 1))), <, 1e-9);
  }
  tr_trajectory_free(t);
  free_bolt(model);
}

enum { N_SAMPLES = 4001, N_FREE = 2 };

/* A bolt pushed to and fro for four seconds, logged every millisecond by a stepper in which
 * friction sticks. */
typedef struct Log {
  TrModel *model;
  double t[N_SAMPLES], u[N_SAMPLES], place[N_SAMPLES], angle[N_SAMPLES], truth[N_FREE];
  TrChannel channels[3];
  TrLog log;
  TrFree free[N_FREE];
  TrTask task;
} Log;

static void
record(Log *s)
{
  TrSimOptions options = {.h = 1e-3,
                          .duration = (N_SAMPLES - 1) * 1e-3,
                          .compliance_scale = 1,
                          .damping_scale = 1,
                          .solver = TR_SOLVER_SECOND_ORDER};
  double pose[TR_POSE] = {0.08, -0.06, 0.02, 1}, twist[TR_TWIST] = {0};
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  TrTrajectory *t;

  for (int k = 0; k < N_SAMPLES; k++) {
    s->t[k] = k * 1e-3;
    s->u[k] = 2 * sin(4.4 * s->t[k]) + sin(12 * s->t[k] + 1);
  }
  s->channels[0] = (TrChannel){.kind = TR_SIGNAL_MOTOR, .n = N_SAMPLES, .t = s->t, .y = s->u};
  tr_assert_ok(tr_simulate(&t, s->model, &(TrSimCase){pose, twist, 1, &s->channels[0]}, &options,
                           NULL, NULL),
               NULL);
  for (int k = 0; k < N_SAMPLES; k++) {
    const double *at = tr_trajectory_pose(t, k);

    s->place[k] = tr_joint_position(s->model, 0, at) + g_rand_double_range(random, -4e-5, 4e-5);
    s->angle[k] = tr_joint_position(s->model, 1, at) + g_rand_double_range(random, -2e-3, 2e-3);
  }
  tr_trajectory_free(t);
}

static void
set_up(Log *s)
{
  static const TrParamKind kinds[N_FREE] = {TR_PARAM_VISCOUS, TR_PARAM_COULOMB};

  s->model = make_bolt();
  s->model->n_motors = 1;
  s->model->motors[0].gain = 1;
  s->model->motors[0].rotor_inertia = 0;
  s->model->joints[1].friction.coulomb = 0; /* nothing turns it */
  for (int j = 0; j < 3; j++)
    s->model->joints[j].compliance_linear = s->model->joints[j].compliance_angular = 1e-9;
  s->model->sensors[0].sigma = 4e-5 / sqrt(3);
  s->model->sensors[1].sigma = 2e-3 / sqrt(3);
  record(s);
  s->channels[1] = (TrChannel){.n = N_SAMPLES, .t = s->t, .y = s->place};
  s->channels[2] = (TrChannel){.n = N_SAMPLES, .t = s->t, .y = s->angle, .index = 1};
  for (int c = 1; c < 3; c++)
    s->channels[c].kind = TR_SIGNAL_SENSOR;
  s->log = (TrLog){.name = "log", .end = 4, .n_channels = 3, .channels = s->channels};
  s->task = (TrTask){.model = s->model,
                     .n_free = N_FREE,
                     .free = s->free,
                     .n_logs = 1,
                     .logs = &s->log,
                     .settings = tr_settings_default()};
  s->task.settings.h = 0.005;
  s->task.settings.kappa = 1;
  s->task.settings.max_iterations = 60;
  for (int i = 0; i < N_FREE; i++) {
    s->free[i] =
        (TrFree){.param = {.kind = kinds[i]}, .min = 0, .max = INFINITY, .prior_sigma = INFINITY};
    s->truth[i] = tr_param_get(s->model, s->free[i].param);
    s->free[i].start = 0.5 * s->truth[i];
  }
}

/* Sticking friction identified with smooth friction: the wider the smoothing the larger the errors,
 * whatever the step, and the uncertainty covers them. */
static void
test_smoothing(void)
{
  static const double rates[] = {2e-3, 2e-2, 5e-2};
  static Log s;

  set_up(&s);
  for (size_t k = 0; k < G_N_ELEMENTS(rates); k++) {
    TrError error = {0};
    TrFit *fit;

    s.model->joints[0].friction.rate = rates[k];
    tr_assert_ok(tr_identify(&fit, &s.task, &error), &error);
    tr_assert_ok(tr_physical(fit, &s.task), NULL);
    tr_assert_ok(fit->physical->status, NULL);
    g_assert_true(fit->physical->is_smoothed);
    for (int i = 0; i < N_FREE; i++) {
      const TrPhysicalValue *v = &fit->physical->values[i];
      double off = fabs(v->value - s.truth[i]), by_step = fabs(v->fine - v->coarse);

      g_test_message("smoothed over %g m/s: %g of %g, sigma %.2g, by the step %.2g, by smoothing "
                     "%.2g",
                     rates[k], v->value, s.truth[i], v->noise, by_step, v->smoothing);
      g_assert_cmpfloat(off, <, hypot(v->step, v->smoothing) + 2 * v->noise);
      /* the change by the step alone does not cover the error */
      if (k > 0)
        g_assert_cmpfloat(off, >, by_step);
    }
    tr_fit_free(fit);
  }
  free_bolt(s.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/bolt/runs-out", test_bolt);
  g_test_add_func("/engine/bolt/smoothing", test_smoothing);
  return g_test_run();
}
