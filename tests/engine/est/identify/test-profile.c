/* Profile likelihoods: where the cost is quadratic they agree with the sigmas; elsewhere their ends
 * agree with an independent fit with the parameter fixed; and contours of known functions. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/motor_rig.h"
#include "engine/est/identify/profile.h"
#include "engine/linalg/dense.h"
#include "support/check.h"

enum { N_FREE = TR_MOTOR_RIG_FREE };

/* A driven pendulum, its angle measured with this noise. */
static void
set_up(TrMotorRig *rig, int n_nodes, double noise, double drive)
{
  tr_motor_rig_set_up(
      rig,
      &(TrMotorRun){
          .n_nodes = n_nodes, .angle = 1, .noise = noise, .drive = drive, .start = 1, .seed = 11});
}

static TrProfiles *
profile(const TrMotorRig *rig, int n, const int *parameters)
{
  TrProfileOptions options = {.n_parameters = n};
  TrError error = {0};
  TrProfiles *result;

  memcpy(options.parameters, parameters, (gsize)n * sizeof *parameters);
  tr_assert_ok(tr_profile(&result, &rig->task, &options, &error), &error);
  g_assert_cmpfloat(result->lowest, >, -1e-3);
  g_test_message("%d fits, %.2f s", result->fits, result->seconds);
  return result;
}

static void
print(const TrProfile *p)
{
  for (int k = 0; k < p->n_points; k++)
    g_test_message("%.6g: %.4f after %d", p->points[k].value, p->points[k].delta,
                   p->points[k].iterations);
  g_test_message("68 %%: %.6g .. %.6g, 95 %%: %.6g .. %.6g, ends %d %d", p->interval[0][0],
                 p->interval[0][1], p->interval[1][0], p->interval[1][1], p->low, p->high);
}

/* Little noise: the cost is quadratic, and the profile is ((v - estimate)/sigma)^2. */
static void
test_quadratic(void)
{
  TrMotorRig rig;

  set_up(&rig, 301, 1e-4, 2);
  for (int i = 0; i < N_FREE; i++) {
    TrProfiles *result = profile(&rig, 1, &i);
    const TrProfile *p = &result->profiles[0];
    int at = 0;

    print(p);
    g_assert_cmpint(p->low, ==, TR_PROFILE_CLOSED);
    g_assert_cmpint(p->high, ==, TR_PROFILE_CLOSED);
    g_assert_cmpint(p->n_points, >=, 15);
    g_assert_cmpint(p->n_points, <=, 21);
    for (int k = 0; k < p->n_points; k++) {
      g_assert_true(k == 0 || p->points[k].value > p->points[k - 1].value);
      at += p->points[k].value < p->estimate;
      g_assert_cmpfloat(p->points[k].parameters[i], ==, p->points[k].value);
      tr_assert_close(sqrt(fmax(p->points[k].delta, 0)),
                      fabs(p->points[k].value - p->estimate) / p->sigma_linear, 0.03, 0.01);
    }
    g_assert_cmpfloat(p->points[at].delta, ==, 0);
    for (int l = 0; l < TR_PROFILE_LEVELS; l++)
      for (int s = 0; s < 2; s++)
        tr_assert_close(p->interval[l][s] - p->estimate,
                        (s ? 1 : -1) * sqrt(tr_profile_level(l, 1)) * p->sigma_linear, 0.03, 0);
    tr_profiles_free(result);
  }
  tr_model_free(rig.model);
}

/* Cost of an independent fit with the parameter fixed at a value; it lacks only the weak prior of
 * that parameter. */
static double
fit_with(const TrMotorRig *rig, int held, double value)
{
  TrMotorRig copy = *rig;
  TrFit *fit;
  TrError error = {0};
  double cost;

  copy.model = tr_model_copy(rig->model);
  tr_param_set(copy.model, rig->free[held].param, value);
  copy.task.model = copy.model;
  for (int i = held; i + 1 < N_FREE; i++)
    copy.free[i] = copy.free[i + 1];
  copy.task.free = copy.free;
  copy.task.n_free = N_FREE - 1;
  tr_assert_ok(tr_identify(&fit, &copy.task, &error), &error);
  cost = fit->cost.total;
  tr_fit_free(fit);
  tr_model_free(copy.model);
  return cost;
}

/* A short log with much noise, in which the friction reaches zero on one side: the profile is
 * asymmetric, and its ends are where a fit with the parameter fixed costs 3.84 variances more. */
static void
test_lopsided(void)
{
  TrMotorRig rig;
  TrProfiles *result;
  const TrProfile *p;
  int parameter = TR_MOTOR_RIG_INERTIA;
  double low, high;

  set_up(&rig, 81, 0.06, 1);
  result = profile(&rig, 1, &parameter);
  p = &result->profiles[0];
  print(p);
  low = p->estimate - p->interval[1][0];
  high = p->interval[1][1] - p->estimate;
  g_test_message("-%.3g +%.3g, 1.96 sigma %.3g", low, high, 1.96 * p->sigma_linear);
  g_assert_cmpfloat(fabs(high - low), >, 0.1 * (high + low));
  for (int s = 0; s < 2; s++) {
    double delta = (fit_with(&rig, parameter, p->interval[1][s]) - result->cost) / result->variance;

    g_test_message("delta %.4f", delta);
    tr_assert_close(delta, tr_profile_level(1, 1), 0.02, 0);
  }
  tr_profiles_free(result);
  tr_model_free(rig.model);
}

/* A bound within the interval ends it; a start on it is no obstacle. */
static void
test_bounded(void)
{
  TrMotorRig rig;
  TrProfiles *open, *bounded;
  const TrProfile *p;
  int parameter = TR_MOTOR_RIG_VISCOUS;
  double bound;

  set_up(&rig, 301, 1e-4, 2);
  open = profile(&rig, 1, &parameter);
  /* once inside the interval, once beyond the estimate */
  for (int k = 0; k < 2; k++) {
    bound = open->profiles[0].estimate + (k ? 1 : -1) * open->profiles[0].sigma_linear;
    rig.free[parameter].min = bound;
    rig.free[parameter].start = fmax(bound, rig.truth[parameter]);
    bounded = profile(&rig, 1, &parameter);
    p = &bounded->profiles[0];
    print(p);
    g_assert_cmpint(p->low, ==, TR_PROFILE_BOUND);
    g_assert_cmpint(p->high, ==, TR_PROFILE_CLOSED);
    g_assert_cmpfloat(p->interval[1][0], ==, bound);
    g_assert_cmpfloat(p->interval[1][1], >, bound);
    if (k == 0)
      tr_assert_close(p->interval[1][1], open->profiles[0].interval[1][1], 1e-3, 0);
    else
      g_assert_cmpfloat(p->estimate, ==, bound);
    tr_profiles_free(bounded);
  }
  tr_profiles_free(open);
  tr_model_free(rig.model);
}

/* With a frozen weight the estimate is no minimum of the cost with a moving weight; its profile is
 * that of the cost with the weight of the estimate, which is least there. */
static void
test_held(void)
{
  enum { N_NODES = 301 };
  TrMotorRig rig;
  GRand *random;
  TrFit *fit;

  set_up(&rig, N_NODES, 1e-3, 2);
  /* forces that the input does not contain, as large as the state error */
  random = g_rand_new_with_seed(5);
  for (int k = 0; k < N_NODES; k++)
    rig.u[k] += g_rand_double_range(random, -0.4, 0.4);
  g_rand_free(random);
  rig.task.settings.kappa = 20;
  rig.task.settings.weighting = TR_WEIGHTING_HELD;
  tr_assert_ok(tr_identify(&fit, &rig.task, NULL), NULL);
  for (int i = 0; i < N_FREE; i++) {
    TrProfiles *result = profile(&rig, 1, &i);
    const TrProfile *p = &result->profiles[0];

    print(p);
    tr_assert_close(p->estimate, fit->estimates[i].value, 0, 0.02 * fit->estimates[i].sigma);
    g_assert_cmpint(p->low, ==, TR_PROFILE_CLOSED);
    g_assert_cmpint(p->high, ==, TR_PROFILE_CLOSED);
    for (int s = 0; s < 2; s++)
      tr_assert_close(p->interval[0][s] - p->estimate, (s ? 1 : -1) * p->sigma_linear, 0.1, 0);
    tr_profiles_free(result);
  }
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* The contours of a quadratic pair are the ellipse of its covariance. */
static void
test_pair(void)
{
  TrMotorRig rig;
  TrProfiles *result;
  TrFit *fit;
  int pair[2] = {TR_MOTOR_RIG_GAIN, TR_MOTOR_RIG_INERTIA};
  double s[N_FREE * N_FREE], spread[N_FREE * N_FREE] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  double a, b, c, det;

  set_up(&rig, 301, 1e-4, 2);
  tr_assert_ok(tr_identify(&fit, &rig.task, NULL), NULL);
  memcpy(s, fit->information, sizeof s);
  tr_assert_ok(tr_dense_cholesky(s, N_FREE), NULL);
  tr_dense_cholesky_solve(spread, s, N_FREE, N_FREE);
  for (int i = 0; i < N_FREE; i++)
    for (int j = 0; j < N_FREE; j++)
      spread[i * N_FREE + j] *=
          fit->estimates[i].scale * fit->estimates[j].scale * fit->cost.total / (double)fit->dof;
  a = spread[TR_MOTOR_RIG_GAIN * N_FREE + TR_MOTOR_RIG_GAIN];
  b = spread[TR_MOTOR_RIG_GAIN * N_FREE + TR_MOTOR_RIG_INERTIA];
  c = spread[TR_MOTOR_RIG_INERTIA * N_FREE + TR_MOTOR_RIG_INERTIA];
  tr_assert_close(sqrt(a), fit->estimates[TR_MOTOR_RIG_GAIN].sigma_linear, 1e-6, 0);
  det = a * c - b * b;
  result = profile(&rig, 2, pair);
  g_assert_cmpint(result->n_profiles, ==, 2);
  g_assert_cmpint(result->grid.n, ==, 11);
  for (int l = 0; l < TR_PROFILE_LEVELS; l++) {
    const TrContour *contour = &result->grid.contour[l];

    g_assert_cmpint(contour->n_lines, ==, 1);
    g_assert_true(contour->lines[0].is_closed);
    for (int k = 0; k < contour->lines[0].n; k++) {
      double x = contour->lines[0].xy[2 * k] - fit->estimates[TR_MOTOR_RIG_GAIN].value;
      double y = contour->lines[0].xy[2 * k + 1] - fit->estimates[TR_MOTOR_RIG_INERTIA].value;

      tr_assert_close(sqrt((c * x * x - 2 * b * x * y + a * y * y) / det),
                      sqrt(tr_profile_level(l, 2)), 0.03, 0);
    }
  }
  tr_fit_free(fit);
  tr_profiles_free(result);
  tr_model_free(rig.model);
}

/* Contours of distance and of a slope: a closed line, open ones, and none across a hole. */
static void
test_contour(void)
{
  enum { N = 21 };
  static double x[N * N], y[N * N], z[N * N];
  TrContour contour;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      x[i * N + j] = i * 0.1 - 1;
      y[i * N + j] = j * 0.1 - 1 + 0.3 * x[i * N + j];
      z[i * N + j] = hypot(x[i * N + j], y[i * N + j]);
    }
  tr_assert_ok(tr_contour_find(&contour, &(TrContourGrid){x, y, z, N, N}, 0.63), NULL);
  g_assert_cmpint(contour.n_lines, ==, 1);
  g_assert_true(contour.lines[0].is_closed);
  g_assert_cmpint(contour.lines[0].n, >, 20);
  for (int k = 0; k < contour.lines[0].n; k++) {
    const double *p = contour.lines[0].xy + 2 * k,
                 *next = k + 1 < contour.lines[0].n ? p + 2 : contour.lines[0].xy;

    /* a chord of the cell is at most 0.17 long: 0.17^2/8/0.63 */
    tr_assert_close(hypot(p[0], p[1]), 0.63, 0, 6e-3);
    g_assert_cmpfloat(hypot(next[0] - p[0], next[1] - p[1]), <, 0.16);
  }
  tr_contour_clear(&contour);
  for (int k = 0; k < N * N; k++)
    z[k] = x[k];
  z[10 * N + 10] = NAN;
  tr_assert_ok(tr_contour_find(&contour, &(TrContourGrid){x, y, z, N, N}, 0.03), NULL);
  g_assert_cmpint(contour.n_lines, ==, 2);
  for (int l = 0; l < 2; l++) {
    g_assert_false(contour.lines[l].is_closed);
    for (int k = 0; k < contour.lines[l].n; k++)
      tr_assert_close(contour.lines[l].xy[2 * k], 0.03, 0, 1e-12);
  }
  tr_contour_clear(&contour);
  tr_assert_ok(tr_contour_find(&contour, &(TrContourGrid){x, y, z, N, N}, 5), NULL);
  g_assert_cmpint(contour.n_lines, ==, 0);
  tr_contour_clear(&contour);
}

/* A direction that is not determined has no profile, and the error names the parameter. */
static void
test_refused(void)
{
  TrMotorRig rig;
  TrFree free[N_FREE + 1];
  TrProfileOptions options = {.n_parameters = 1, .parameters = {N_FREE}};
  TrError error = {0};
  TrProfiles *result;

  set_up(&rig, 301, 1e-4, 2);
  memcpy(free, rig.free, sizeof rig.free);
  free[N_FREE] = (TrFree){
      .start = rig.model->bodies[0].mass, .min = 0, .max = INFINITY, .prior_sigma = INFINITY};
  g_assert_true(tr_param_find(&free[N_FREE].param, rig.model, "body.A.mass"));
  rig.task.free = free;
  rig.task.n_free++;
  g_assert_cmpint(tr_profile(&result, &rig.task, &options, &error), ==, TR_BAD_SETTING);
  g_assert_null(result);
  g_assert_nonnull(strstr(error.text, "body.A.mass"));
  options.n_points = 2;
  g_assert_cmpint(tr_profile(&result, &rig.task, &options, &error), ==, TR_BAD_SETTING);
  g_assert_null(result);
  tr_model_free(rig.model);
}

static bool
stop_later(void *user, const void *event)
{
  int *left = user;

  return !event || --*left > 0;
}

/* A cancelled run keeps its partial result. */
static void
test_cancelled(void)
{
  TrMotorRig rig;
  TrProfileOptions options = {.n_parameters = 1};
  TrProfiles *result;
  int left = 6;

  set_up(&rig, 301, 1e-4, 2);
  rig.task.monitor = (TrMonitor){stop_later, &left};
  g_assert_cmpint(tr_profile(&result, &rig.task, &options, NULL), ==, TR_CANCELLED);
  g_assert_nonnull(result);
  g_assert_cmpint(result->status, ==, TR_CANCELLED);
  g_assert_cmpint(result->fits, ==, 6);
  g_assert_cmpint(result->profiles[0].n_points, ==, 5);
  tr_profiles_free(result);
  tr_model_free(rig.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/profile/contour", test_contour);
  g_test_add_func("/engine/est/profile/quadratic", test_quadratic);
  g_test_add_func("/engine/est/profile/lopsided", test_lopsided);
  g_test_add_func("/engine/est/profile/bounded", test_bounded);
  g_test_add_func("/engine/est/profile/held", test_held);
  g_test_add_func("/engine/est/profile/pair", test_pair);
  g_test_add_func("/engine/est/profile/refused", test_refused);
  g_test_add_func("/engine/est/profile/cancelled", test_cancelled);
  return g_test_run();
}
