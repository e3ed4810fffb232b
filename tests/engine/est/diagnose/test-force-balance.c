/* Force balance along motions with known truth: simulated with the same model. */
#include <math.h>

#include "engine/est/diagnose/force_balance.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/simulate.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { N_NODES = 801, MOST_JOINTS = 2 };

typedef struct Fixture {
  TrModel *model;
  TrTrajectory *motion;
  TrSettings settings;
  double t[N_NODES], u[N_NODES], input[N_NODES], smoothing[MOST_JOINTS];
  TrForceBalance retrace;
} Fixture;

/* Node k of the estimator's convention: the input of step k acts from q_k to q_k+1. */
static void
set_up(Fixture *f, TrModel *model, double h, double amplitude)
{
  double pose[2 * TR_POSE], twist[2 * TR_TWIST], position[MOST_JOINTS] = {0.7, 0.9}, zero[2] = {0};
  TrSimOptions options = {
      .h = h, .duration = (N_NODES - 1) * h, .compliance_scale = 1, .damping_scale = 1};
  TrChannel input = {.kind = TR_SIGNAL_MOTOR, .n = N_NODES, .t = f->t, .y = f->u};

  f->model = model;
  f->settings = tr_settings_default();
  f->settings.h = h;
  for (int k = 0; k < N_NODES; k++) {
    f->t[k] = k * h;
    f->u[k] = amplitude * sin(2 * G_PI * 0.8 * f->t[k]);
  }
  for (int j = 0; j < MOST_JOINTS; j++)
    f->smoothing[j] = 1e-3;
  tr_forward_kinematics(pose, twist, model, position, zero);
  tr_assert_ok(tr_simulate(&f->motion, model, &(TrSimCase){pose, twist, model->n_motors, &input},
                           &options, NULL, NULL),
               NULL);
  g_assert_cmpint(f->motion->n_nodes, <=, N_NODES);
  for (int k = 0; k + 1 < N_NODES; k++)
    f->input[k] = (f->u[k] + f->u[k + 1]) / 2;
  tr_assert_ok(
      tr_force_balance(&f->retrace, model, f->motion, f->input, f->smoothing, &f->settings), NULL);
}

static void
tear_down(Fixture *f)
{
  tr_force_balance_clear(&f->retrace);
  tr_trajectory_free(f->motion);
  tr_model_free(f->model);
}

/* stored - supplied + lost - unexplained, zero at the start. */
static double
balance(const TrForceBalance *r, int k)
{
  return r->stored[k] - r->supplied[k] + r->lost[k] - r->unexplained[k];
}

static double
largest(const double *x, int n)
{
  double most = 0;

  for (int k = 0; k < n; k++)
    if (isfinite(x[k]))
      most = fmax(most, fabs(x[k]));
  return most;
}

/* Largest |balance| until `end` [s], and the work done until then. */
static double
worst_balance(TrModel *model, double h, double end, double *work)
{
  Fixture f;
  double worst = 0;
  int n = (int)(end / h);

  set_up(&f, model, h, 0.05);
  for (int k = 1; k < n; k++)
    worst = fmax(worst, fabs(balance(&f.retrace, k)));
  *work = largest(f.retrace.supplied, n) + largest(f.retrace.lost, n);
  tear_down(&f);
  return worst;
}

/* A pendulum on a torsion spring with smooth asymmetric friction. */
static TrModel *
make_sprung_pendulum(void)
{
  TrModel *model = tr_mechanism_pendulum();
  TrFriction *friction = &model->joints[0].friction;

  model->joints[0].spring = (TrJointSpring){0.4, -0.3};
  friction->model = TR_FRICTION_TANH;
  friction->tanh[3] = 0.01;
  friction->tanh[4] = 5;
  friction->tanh[5] = 0.003;
  friction->asymmetry[TR_SIDE_DRY] = 0.4;
  return model;
}

/* The energy is balanced up to the losses by the stepper's constraints, which fall with the step.
 */
static void
test_energy(void)
{
  TrModel *(*const models[])(void) = {tr_mechanism_double_pendulum, tr_mechanism_pendulum,
                                      tr_mechanism_furuta, make_sprung_pendulum};

  for (size_t i = 0; i < G_N_ELEMENTS(models); i++) {
    double work, coarse = worst_balance(models[i](), 0.002, 0.39, &work);
    double fine = worst_balance(models[i](), 0.0005, 0.39, &work);
    g_test_message("%zu: %.2g and %.2g of %.2g J", i, coarse, fine, work);
    g_assert_cmpfloat(fine, <, 0.2 * work);
    g_assert_cmpfloat(fine, <, 0.35 * coarse);
  }
}

/* A motion of the model requires its friction and nothing else; with less friction in the model the
 * difference is found. */
static void
test_friction(void)
{
  Fixture f;
  TrModel *model = tr_mechanism_double_pendulum();
  double viscous = model->joints[0].friction.viscous;
  TrForceBalance other;

  set_up(&f, model, 0.001, 0);
  model->joints[0].friction.viscous = 3 * viscous;
  tr_assert_ok(tr_force_balance(&other, model, f.motion, f.input, f.smoothing, &f.settings), NULL);
  for (int k = 2; k + 2 < f.retrace.n_nodes; k++) {
    int at = k * 2;
    double size = largest(f.retrace.friction, 2 * f.retrace.n_nodes);
    g_assert_cmpfloat(fabs(f.retrace.needed[at] - f.retrace.friction[at]), <, 0.02 * size);
    g_assert_cmpfloat(fabs(f.retrace.friction[at] - viscous * f.retrace.rate[at]), <, 0.05 * size);
    g_assert_cmpfloat(fabs(other.friction[at] - 3 * f.retrace.friction[at]), <, 1e-9);
    g_assert_cmpfloat(fabs(other.needed[at] - f.retrace.needed[at]), <, 1e-9);
  }
  tr_force_balance_clear(&other);
  tear_down(&f);
}

/* What a model with more friction loses without the motion slowing down is unexplained work. */
static void
test_unexplained(void)
{
  Fixture f;
  TrForceBalance other;

  set_up(&f, tr_mechanism_double_pendulum(), 0.001, 0);
  f.model->joints[0].friction.viscous *= 3;
  tr_assert_ok(tr_force_balance(&other, f.model, f.motion, f.input, f.smoothing, &f.settings),
               NULL);
  double most = largest(other.lost, other.n_nodes);
  g_assert_cmpfloat(most, >, 1.5 * largest(f.retrace.lost, other.n_nodes));
  for (int k = 1; k + 1 < other.n_nodes; k++)
    tr_assert_close(other.unexplained[k] - f.retrace.unexplained[k],
                    other.lost[k] - f.retrace.lost[k], 0, 1e-4 * most);
  tr_force_balance_clear(&other);
  tear_down(&f);
}

/* A simulation meets its constraints; a displaced body shows its violation. */
static void
test_violation(void)
{
  Fixture f;
  TrForceBalance torn;

  set_up(&f, tr_mechanism_double_pendulum(), 0.001, 0);
  g_assert_cmpfloat(largest(f.retrace.violation, f.retrace.n_nodes), <, 3e-4);
  tr_trajectory_pose(f.motion, 400)[TR_POSE + 2] += 0.003;
  tr_assert_ok(tr_force_balance(&torn, f.model, f.motion, f.input, f.smoothing, &f.settings), NULL);
  tr_assert_close(torn.violation[400], 0.003, 0.05, 0);
  tr_assert_close(torn.violation[0], f.retrace.violation[0], 1e-12, 0);
  tr_force_balance_clear(&torn);
  tear_down(&f);
}

/* Positions go on over turns; rates and accelerations are their differences. */
static void
test_motion(void)
{
  Fixture f;
  const TrForceBalance *r = &f.retrace;
  double most = 0;

  set_up(&f, tr_mechanism_pendulum(), 0.002, 15);
  for (int k = 1; k + 1 < r->n_nodes; k++) {
    double before = (r->position[k] - r->position[k - 1]) / r->h;
    double after = (r->position[k + 1] - r->position[k]) / r->h;
    double acceleration = (after - before) / r->h;
    most = fmax(most, fabs(r->position[k]));
    g_assert_cmpfloat(fabs(r->rate[k] - before), <, 1e-3 * (1 + fabs(before)));
    g_assert_cmpfloat(fabs(r->acceleration[k] - acceleration), <, 1e-3 * (1 + fabs(acceleration)));
  }
  g_assert_cmpfloat(most, >, 2 * G_PI);
  tear_down(&f);
}

static void
test_curve(void)
{
  const TrFriction friction = {
      .model = TR_FRICTION_STRIBECK, .viscous = 0.2, .coulomb = 0.5, .delta = 0.3, .zeta = 4};
  double rates[] = {-2, 0, 0.5, 2}, values[4];

  tr_friction_curve(values, &friction, rates, 4, 1.5);
  tr_assert_close(values[0], -(0.4 + 1.5 * (0.5 + 0.3 * exp(-16))), 1e-14, 0);
  g_assert_cmpfloat(values[1], ==, 0);
  tr_assert_close(values[2], 0.1 + 1.5 * (0.5 + 0.3 * exp(-1)), 1e-14, 0);
  tr_assert_close(values[3], -values[0], 1e-14, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/retrace/energy", test_energy);
  g_test_add_func("/engine/retrace/friction", test_friction);
  g_test_add_func("/engine/retrace/unexplained", test_unexplained);
  g_test_add_func("/engine/retrace/violation", test_violation);
  g_test_add_func("/engine/retrace/motion", test_motion);
  g_test_add_func("/engine/retrace/curve", test_curve);
  return g_test_run();
}
