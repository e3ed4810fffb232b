/* Regression: its equations against the energy of a motion, its estimates against formulas. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/regress/cutoff_sweep.h"
#include "engine/est/regress/energy.h"
#include "engine/est/regress/regression.h"
#include "engine/est/regress/regressor.h"
#include "engine/est/regress/swing.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/force/friction.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/gravity.h"
#include "support/check.h"
#include "support/mechanisms.h"
#include "support/seed.h"

enum { MOST_COEFFICIENTS = 100, MOST_FREEDOMS = 18 };

/* Kinetic and potential energy of poses of origins and their twists, by formulas about the centres
 * of mass. */
static double
energy_of(const TrModel *model, const double *pose, const double *twist)
{
  double gravity[3], sum = 0;

  tr_gravity_vector(gravity, &model->gravity);
  for (int b = 0; b < model->n_bodies; b++) {
    const TrBody *body = &model->bodies[b];
    const double *at = pose + TR_POSE * b, *v = twist + TR_TWIST * b, *omega = v + 3;
    double rot[9], tensor[9], momentum[3], arm[3], swirl[3], turned[3], velocity[3];

    tr_quat_matrix(rot, at + 3);
    tr_mat3_apply(arm, rot, body->com);
    tr_vec3_cross(swirl, omega, body->com);
    tr_mat3_apply(turned, rot, swirl);
    tr_vec3_add_scaled(velocity, v, 1, turned);
    tr_vec3_add_scaled(arm, at, 1, arm);
    tr_mat3_from_tensor(tensor, body->inertia);
    tr_mat3_apply(momentum, tensor, omega);
    sum += body->mass * tr_vec3_dot(velocity, velocity) / 2 + tr_vec3_dot(omega, momentum) / 2 -
           body->mass * tr_vec3_dot(gravity, arm);
  }
  return sum;
}

/* Pose and twist after a time t at constant acceleration. */
static void
move(double *pose, double *twist, const TrRegressor *r, const double *from, int n_bodies, double t)
{
  const double *v = tr_regressor_twist(r), *a = tr_regressor_acceleration(r);

  for (int b = 0; b < n_bodies; b++) {
    double turn[3];

    for (int i = 0; i < TR_TWIST; i++)
      twist[TR_TWIST * b + i] = v[TR_TWIST * b + i] + t * a[TR_TWIST * b + i];
    for (int i = 0; i < 3; i++) {
      int k = TR_TWIST * b + i;

      pose[TR_POSE * b + i] = from[TR_POSE * b + i] + t * v[k] + t * t / 2 * a[k];
      turn[i] = t * v[k + 3] + t * t / 2 * a[k + 3];
    }
    tr_quat_retract(pose + TR_POSE * b + 3, from + TR_POSE * b + 3, turn);
  }
}

/* Power that friction and springs take from a motion, less that of the motors. */
static double
lost_power(const TrModel *model, const TrRegressor *r, const double *pose, const double *load)
{
  const double *rates = tr_regressor_joint_rates(r);
  double sum = 0;

  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];

    if (!tr_joint_has_axis(joint))
      continue;
    sum += rates[j] * tr_friction_force(&joint->friction, rates[j], load[j]);
    if (joint->spring.stiffness > 0)
      sum += rates[j] * joint->spring.stiffness *
             (tr_joint_position(model, j, pose) - joint->spring.rest);
  }
  return sum;
}

/* The stored energies per coefficient add up to that of the motion. */
static void
check_stored(const TrModel *model,
             const TrCoefficients *coefficients,
             const TrRegressor *r,
             const double *pose,
             const double *z)
{
  double stored[MOST_COEFFICIENTS], sum = 0;
  double expected = energy_of(model, pose, tr_regressor_twist(r));

  tr_energy_stored(stored, model, coefficients, r, pose);
  for (int i = 0; i < coefficients->n; i++)
    sum += stored[i] * z[i];
  tr_assert_close(sum, expected, 1e-10, 1e-10);
}

/* The rows times the coefficients are forces along the freedoms: their power is the change of the
 * energy plus what friction takes. */
static void
test_power_is_change_of_energy(void)
{
  GRand *random = tr_test_rand_new();

  for (int i = 0; i < tr_n_mechanisms; i++) {
    TrModel *model = tr_mechanisms[i].create(), *origins;
    double q[8], rate[8], pose[TR_POSE * TR_TEST_BODIES], twist[TR_TWIST * TR_TEST_BODIES];
    double rates[MOST_FREEDOMS], changes[MOST_FREEDOMS], load[8], smoothing[8] = {0};
    double driven[4] = {0}, rows[MOST_FREEDOMS * MOST_COEFFICIENTS], z[MOST_COEFFICIENTS];
    double u[16] = {0}, power = 0, energy[2];
    TrCoefficients coefficients;

    for (int b = 0; b < model->n_bodies; b++)
      for (int k = 0; k < 3; k++)
        model->bodies[b].com[k] = g_rand_double_range(random, -0.1, 0.1);
    for (int m = 0; m < model->n_motors; m++)
      model->motors[m].rotor_inertia = model->motors[m].bias = 0;
    g_assert_cmpint(tr_coefficients_new(&coefficients, model), ==, TR_OK);
    origins = tr_model_at_origins(model);
    TrRegressor *r = tr_regressor_new(origins, &coefficients);

    for (int k = 0; k < 8; k++) {
      q[k] = g_rand_double_range(random, -0.3, 0.3);
      rate[k] = g_rand_double_range(random, 0.5, 1);
      load[k] = 0.2;
    }
    tr_mechanism_motion(pose, twist, origins, q, rate);
    TrError error = {0};
    if (tr_regressor_choose(r, pose, &error) != TR_OK)
      g_error("%s: %s", tr_mechanisms[i].name, error.text);
    int nf = tr_regressor_n_freedoms(r);
    g_assert_cmpint(tr_regressor_place(r, pose), ==, TR_OK);
    tr_regressor_rates(rates, r, twist);
    for (int f = 0; f < nf; f++)
      changes[f] = g_rand_double_range(random, -2, 2);
    tr_regressor_move(r, &(TrRegressMotion){rates, changes, driven, driven});
    tr_regressor_rows(rows, r, &(TrRegressInput){u, load, smoothing});
    tr_coefficients_get(z, &coefficients, model);
    check_stored(model, &coefficients, r, pose, z);
    for (int f = 0; f < nf; f++)
      for (int k = 0; k < coefficients.n; k++)
        power += rates[f] * rows[f * coefficients.n + k] * z[k];
    if (tr_model_n_drives(model) == 0) {
      const double t = 1e-5;
      double moved[TR_POSE * TR_TEST_BODIES], after[TR_TWIST * TR_TEST_BODIES];

      for (int side = 0; side < 2; side++) {
        move(moved, after, r, pose, model->n_bodies, side ? t : -t);
        energy[side] = energy_of(model, moved, after);
      }
      double expected = (energy[1] - energy[0]) / (2 * t) + lost_power(origins, r, pose, load);
      if (fabs(power - expected) > 1e-6 * (1 + fabs(expected)))
        g_error("%s: power %g, change of energy %g", tr_mechanisms[i].name, power, expected);
    }
    tr_regressor_free(r);
    tr_coefficients_clear(&coefficients);
    tr_model_free(origins);
    tr_model_free(model);
  }
  g_rand_free(random);
}

/* Sides of a body that is given about its centre of mass and about its origin agree. */
static void
test_coefficients_of_a_body(void)
{
  TrModel *model = tr_mechanism_pendulum();
  TrCoefficients coefficients;
  double z[MOST_COEFFICIENTS];

  model->bodies[0].mass = 2;
  model->bodies[0].com[0] = 0.3;
  model->bodies[0].com[1] = -0.1;
  model->bodies[0].com[2] = 0;
  memset(model->bodies[0].inertia, 0, sizeof model->bodies[0].inertia);
  g_assert_cmpint(tr_coefficients_new(&coefficients, model), ==, TR_OK);
  tr_coefficients_get(z, &coefficients, model);
  const double expected[] = {2, 0.6, -0.2, 0, 0.02, 0.18, 0.2, 0.06, 0, 0};
  for (int i = 0; i < TR_BODY_COEFFICIENTS; i++)
    g_assert_cmpfloat_with_epsilon(z[i], expected[i], 1e-15);
  tr_coefficients_clear(&coefficients);
  tr_model_free(model);
}

static void
test_pendulum_by_formula(void)
{
  Swing *s = make_swing();
  TrFit *fit = NULL;
  TrError error = {0};

  g_assert_cmpint(tr_identify(&fit, &s->task, &error), ==, TR_OK);
  g_assert_nonnull(fit->regression);
  g_assert_cmpint(fit->regression->n_freedoms, ==, 1);
  g_assert_cmpfloat_with_epsilon(fit->estimates[0].value / s->model->bodies[0].inertia[TR_ZZ], 1,
                                 2e-3);
  g_assert_cmpfloat_with_epsilon(fit->estimates[1].value, 0.02, 2e-4);
  g_assert_cmpfloat_with_epsilon(fit->estimates[2].value, 0.05, 2e-4);
  for (int i = 0; i < 3; i++)
    g_assert_true(fit->estimates[i].identifiable && fit->estimates[i].sigma > 0);
  g_assert_cmpfloat(fit->logs[0].force_error, <, 0.02);
  tr_fit_free(fit);
  free_swing(s);
}

/* The balances of energy are further equations, which the true values fulfil, too. */
static void
test_energy(void)
{
  Swing *s = make_swing();
  TrFit *fit = NULL;

  s->task.settings.energy = 0.1;
  g_assert_cmpint(tr_identify(&fit, &s->task, NULL), ==, TR_OK);
  g_assert_cmpint(fit->energy.n_windows, >, 10);
  tr_assert_close(fit->energy.window, 0.1, 1e-6, 0);
  g_assert_true(fit->energy.sigma > 0 && fit->energy.rms > 0);
  tr_assert_close(fit->estimates[0].value, s->model->bodies[0].inertia[TR_ZZ], 2e-3, 0);
  tr_assert_close(fit->estimates[1].value, 0.02, 0, 2e-4);
  tr_assert_close(fit->estimates[2].value, 0.05, 0, 2e-4);
  tr_fit_free(fit);
  free_swing(s);
}

/* Each iteration has the largest part of the step that led to it. */
static void
check_steps(const TrFit *fit)
{
  g_assert_cmpint(fit->n_history, >, 1);
  for (int k = 1; k < fit->n_history; k++) {
    const double *now = fit->history_parameters + k * fit->n_free;
    double most = 0;

    for (int i = 0; i < fit->n_free; i++)
      most = fmax(most, fabs(now[i] - now[i - fit->n_free]) / fit->estimates[i].scale);
    tr_assert_close(fit->history[k].step, most, 1e-6, 1e-12);
  }
}

/* A mass that stays at its value gives the forces their scale: the motor's gain may be free. */
static void
test_gain_is_free(void)
{
  Swing *s = make_swing();
  TrFit *fit = NULL;

  s->free[3].start = 3;
  s->task.n_free = 4;
  g_assert_cmpint(tr_identify(&fit, &s->task, NULL), ==, TR_OK);
  g_assert_cmpfloat_with_epsilon(fit->estimates[3].value, 1, 2e-3);
  check_steps(fit);
  tr_fit_free(fit);
  free_swing(s);
}

static void
expect_refusal(Swing *s, const char *words)
{
  TrFit *fit = NULL;
  TrError error = {0};

  g_assert_cmpint(tr_identify(&fit, &s->task, &error), !=, TR_OK);
  g_assert_null(fit);
  if (!strstr(error.text, words))
    g_error("expected '%s' in: %s", words, error.text);
}

/* Noise moves the values at high cutoffs, the filter at low ones: the sweep chooses between. */
static void
test_cutoff_sweep(void)
{
  GRand *random = tr_test_rand_new();
  Swing *s = make_swing();
  TrCutoffSweep sweep;
  TrFit *fit = NULL;

  for (int i = 0; i < N; i++)
    s->q[i] += 2e-4 * g_rand_double_range(random, -1, 1);
  g_assert_cmpint(tr_cutoff_sweep(&sweep, &s->task, NULL), ==, TR_OK);
  g_assert_cmpint(sweep.n, >=, 6);
  g_assert_cmpfloat(sweep.points[0].cutoff, ==, 2.5);
  tr_assert_close(sweep.cutoff, sqrt(2) * sweep.points[sweep.best].cutoff, 1e-12, 0);
  g_assert_true(sweep.cutoff > 2.5 && sweep.cutoff < 80);
  g_assert_cmpfloat(sweep.points[sweep.best].left_over, <, 0.1);
  s->task.settings.cutoff = sweep.cutoff;
  g_assert_cmpint(tr_identify(&fit, &s->task, NULL), ==, TR_OK);
  tr_assert_close(fit->estimates[0].value, s->model->bodies[0].inertia[TR_ZZ], 2e-2, 0);
  tr_fit_free(fit);
  free_swing(s);
  g_rand_free(random);
}

/* Noise draws the inertia to its bound at high cutoffs, where it no longer moves: no reason to
 * choose them. */
static void
test_bounds_determine_nothing(void)
{
  GRand *random = tr_test_rand_new();
  Swing *s = make_swing();
  TrCutoffSweep sweep;

  for (int i = 0; i < N; i++)
    s->q[i] += 2e-2 * g_rand_double_range(random, -1, 1);
  s->free[0].min = 1e-6;
  g_assert_cmpint(tr_cutoff_sweep(&sweep, &s->task, NULL), ==, TR_OK);
  g_assert_cmpint(sweep.points[sweep.n - 1].n_determined, <, 3);
  g_assert_true(sweep.cutoff < 40);
  free_swing(s);
  g_rand_free(random);
}

/* Sweep of a robot whose values stand still at the highest cutoffs, where noise has taken the place
 * of the accelerations: a pair must explain the forces, too. */
static void
test_choice_of_a_pair(void)
{
  TrCutoffSweep sweep = {.n = 6,
                         .points = {{5, 60, 0.12, 58, 0.024},
                                    {10, 60, 0.10, 58, 0.027},
                                    {20, 60, 0.15, 57, 0.06},
                                    {40, 60, 0.20, 55, 0.2},
                                    {80, 82, 0.01, 82, 0.6},
                                    {160, 82, NAN, 0, 0.8}}};

  tr_cutoff_choose(&sweep);
  g_assert_cmpint(sweep.best, ==, 1);
  tr_assert_close(sweep.cutoff, sqrt(2) * 10, 1e-12, 0);

  /* one that compares few parameters */
  sweep.points[1].n_shared = 20;
  tr_cutoff_choose(&sweep);
  g_assert_cmpint(sweep.best, ==, 0);

  /* without forces that could be compared, the change alone decides */
  for (int k = 0; k < sweep.n; k++)
    sweep.points[k].left_over = NAN;
  tr_cutoff_choose(&sweep);
  g_assert_cmpint(sweep.best, ==, 4);

  sweep.n = 1;
  tr_cutoff_choose(&sweep);
  g_assert_cmpint(sweep.best, ==, -1);
  g_assert_true(isnan(sweep.cutoff));
}

static void
test_filter_beyond_the_samples(void)
{
  Swing *s = make_swing();

  s->task.settings.cutoff = 600;
  expect_refusal(s, "cutoff must be below 450 Hz");
  free_swing(s);
}

static void
test_nothing_is_known(void)
{
  Swing *s = make_swing();

  s->model->gravity.magnitude = 0;
  s->free[0] = free_of(TR_PARAM_INERTIA, 0, TR_ZZ, 0.1);
  s->free[3] = free_of(TR_PARAM_MASS, 0, 0, 1);
  s->task.n_free = 4;
  s->log.n_channels = 1;
  expect_refusal(s, "no log has the channel of a motor's force");
  free_swing(s);
}

static void
test_all_motion_is_prescribed(void)
{
  Swing *s = make_swing();

  s->model->motors[0].drive = TR_DRIVE_POSITION;
  expect_refusal(s, "every motion is prescribed");
  free_swing(s);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/est/regress/power", test_power_is_change_of_energy);
  g_test_add_func("/engine/est/regress/coefficients", test_coefficients_of_a_body);
  g_test_add_func("/engine/est/regress/pendulum", test_pendulum_by_formula);
  g_test_add_func("/engine/est/regress/energy", test_energy);
  g_test_add_func("/engine/est/regress/gain", test_gain_is_free);
  g_test_add_func("/engine/est/regress/cutoffs", test_cutoff_sweep);
  g_test_add_func("/engine/est/regress/choice-of-a-pair", test_choice_of_a_pair);
  g_test_add_func("/engine/est/regress/bounds", test_bounds_determine_nothing);
  g_test_add_func("/engine/est/regress/filter", test_filter_beyond_the_samples);
  g_test_add_func("/engine/est/regress/no-scale", test_nothing_is_known);
  g_test_add_func("/engine/est/regress/drives", test_all_motion_is_prescribed);
  return g_test_run();
}
