/* Steps of variances: to the restricted likelihood of groups with random means, whose variances are
 * known in closed form, and within their limits. */
#include <math.h>

#include "engine/est/solve/variance_step.h"
#include "engine/linalg/dense.h"
#include "support/check.h"
#include "support/seed.h"

enum { GROUPS = 12, EACH = 4, SIZE = GROUPS * EACH, KINDS = 2 };

/* y = mean + group + noise, with the variances of group and noise as they are now. */
typedef struct Model {
  double y[SIZE], variance[KINDS];
} Model;

static void
draw(Model *model)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(7);

  for (int g = 0; g < GROUPS; g++) {
    double group = g_rand_double_range(random, -2, 2);

    for (int i = 0; i < EACH; i++)
      model->y[g * EACH + i] = 5 + group + g_rand_double_range(random, -1, 1);
  }
}

/* The variances of the largest restricted likelihood: by the mean squares. */
static void
find_truth(double truth[KINDS], const Model *model)
{
  double mean = 0, within = 0, between = 0;

  for (int i = 0; i < SIZE; i++)
    mean += model->y[i] / SIZE;
  for (int g = 0; g < GROUPS; g++) {
    double own = 0;

    for (int i = 0; i < EACH; i++)
      own += model->y[g * EACH + i] / EACH;
    for (int i = 0; i < EACH; i++)
      within += pow(model->y[g * EACH + i] - own, 2) / (SIZE - GROUPS);
    between += EACH * pow(own - mean, 2) / (GROUPS - 1);
  }
  truth[0] = (between - within) / EACH;
  truth[1] = within;
}

/* Element of the covariance of a kind. */
static double
get_covariance(const Model *model, int kind, int i, int j)
{
  bool is_set = kind == 0 ? i / EACH == j / EACH : i == j;

  return is_set ? model->variance[kind] : 0;
}

/* P = V^-1 - V^-1 1 (1^T V^-1 1)^-1 1^T V^-1 */
static void
fill_projection(double *p, const Model *model)
{
  double v[SIZE * SIZE], sum = 0, row[SIZE];

  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      v[i * SIZE + j] = get_covariance(model, 0, i, j) + get_covariance(model, 1, i, j);
      p[i * SIZE + j] = i == j;
    }
  tr_assert_ok(tr_dense_cholesky(v, SIZE), NULL);
  tr_dense_cholesky_solve(p, v, SIZE, SIZE);
  for (int i = 0; i < SIZE; i++) {
    row[i] = 0;
    for (int j = 0; j < SIZE; j++)
      row[i] += p[i * SIZE + j];
    sum += row[i];
  }
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      p[i * SIZE + j] -= row[i] * row[j] / sum;
}

/* to = a from for a matrix, or for a kind's covariance. */
static void
apply(double *to, const double *a, const double *from)
{
  for (int i = 0; i < SIZE; i++) {
    to[i] = 0;
    for (int j = 0; j < SIZE; j++)
      to[i] += a[i * SIZE + j] * from[j];
  }
}

static void
apply_kind(double *to, const Model *model, int kind, const double *from)
{
  for (int i = 0; i < SIZE; i++) {
    to[i] = 0;
    for (int j = 0; j < SIZE; j++)
      to[i] += get_covariance(model, kind, i, j) * from[j];
  }
}

static double
multiply(const double *a, const double *b)
{
  double sum = 0;

  for (int i = 0; i < SIZE; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Sums, degrees of freedom and coupling of both kinds. */
static void
judge(TrVarianceChange *all, double *coupling, const Model *model)
{
  double p[SIZE * SIZE], py[SIZE], vpy[KINDS][SIZE], pvpy[SIZE];

  fill_projection(p, model);
  apply(py, p, model->y);
  for (int k = 0; k < KINDS; k++) {
    double nu = 0;

    apply_kind(vpy[k], model, k, py);
    for (int i = 0; i < SIZE; i++)
      for (int j = 0; j < SIZE; j++)
        nu += p[i * SIZE + j] * get_covariance(model, k, i, j);
    tr_variance_change_begin(&all[k]);
    all[k].squares = multiply(py, vpy[k]);
    all[k].found = log(all[k].squares / nu);
  }
  for (int k = 0; k < KINDS; k++) {
    apply(pvpy, p, vpy[k]);
    for (int l = 0; l < KINDS; l++)
      coupling[k * KINDS + l] = multiply(pvpy, vpy[l]);
  }
}

/* From far above and far below, in few rounds. */
static void
test_truth(void)
{
  static const double factors[][KINDS] = {{1, 1}, {100, 0.01}, {0.01, 100}, {1e3, 1e3}};
  double truth[KINDS];
  Model model;

  draw(&model);
  find_truth(truth, &model);
  for (size_t f = 0; f < G_N_ELEMENTS(factors); f++) {
    TrVarianceChange all[KINDS] = {{0}};
    double coupling[KINDS * KINDS], change = INFINITY;
    int rounds = 0;

    for (int k = 0; k < KINDS; k++)
      model.variance[k] = factors[f][k] * truth[k];
    while (change > 1e-6) {
      change = 0;
      judge(all, coupling, &model);
      tr_assert_ok(tr_variance_step(all, KINDS, coupling), NULL);
      for (int k = 0; k < KINDS; k++) {
        model.variance[k] *= exp(all[k].change);
        change = fmax(change, fabs(all[k].change));
      }
      g_assert_cmpint(++rounds, <=, 12);
    }
    g_test_message("from %g and %g times: %d rounds", factors[f][0], factors[f][1], rounds);
    tr_assert_close(model.variance[0], truth[0], 1e-5, 0);
    tr_assert_close(model.variance[1], truth[1], 1e-5, 0);
    /* of the logarithm of a variance with so many degrees of freedom */
    tr_assert_close(all[1].variance, 2. / (SIZE - GROUPS), 0.1, 0);
  }
}

/* A variance goes to its floor, and the others as if it did not move; one that the residuals do not
 * show stays. */
static void
test_limits(void)
{
  TrVarianceChange all[3] = {{0}};
  const double coupling[9] = {4, 2, 1, 2, 4, 1, 1, 1, 4};

  for (int k = 0; k < 3; k++) {
    tr_variance_change_begin(&all[k]);
    all[k].squares = 4;
    all[k].found = k == 0 ? -2 : 0.5;
  }
  all[0].least = -0.25;
  all[2].found = NAN;
  tr_assert_ok(tr_variance_step(all, 3, coupling), NULL);
  g_assert_true(all[0].is_floored && !all[1].is_floored);
  tr_assert_close(all[0].change, -0.25, 0, 0);
  tr_assert_close(all[1].change, 0.5, 1e-12, 0);
  tr_assert_close(all[2].change, 0, 0, 0);
  tr_variance_change_begin(&all[1]);
  all[1].squares = 4;
  all[1].found = 3;
  all[1].most = 0.1;
  tr_assert_ok(tr_variance_step(all + 1, 1, coupling), NULL);
  tr_assert_close(all[1].change, 0.1, 0, 0);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/variance-step/truth", test_truth);
  g_test_add_func("/engine/variance-step/limits", test_limits);
  return g_test_run();
}
