/* Zero elements of M_a and of G M_a^-1 G^T at all poses: the pattern against the matrices. */
#include <string.h>

#include "engine/est/step/pattern.h"
#include "engine/linalg/dense.h"
#include "engine/mbs/force/axial.h"
#include "support/check.h"
#include "support/mechanisms.h"
#include "support/seed.h"

enum { MAX_ROWS = 40 };

/* Random poses: the pattern does not depend on them. */
static void
fill_places(TrPlace *places, int n_bodies)
{
  double pose[MAX_ROWS * TR_POSE];

  for (int i = 0; i < n_bodies * TR_POSE; i++)
    pose[i] = g_test_rand_double_range(-1, 1);
  tr_mechanism_places(places, n_bodies, pose);
}

static void
fill_mass(double *mass, const TrMechanism *mechanism, const TrModel *model, const TrPlace *places)
{
  int n = 6 * model->n_bodies;
  g_autofree double *axes = g_new0(double, mechanism->n_joints *n);

  for (int b = 0; b < model->n_bodies; b++)
    for (int i = 0; i < 3; i++) {
      mass[(6 * b + i) * n + 6 * b + i] = model->bodies[b].mass;
      for (int j = 0; j < 3; j++)
        mass[(6 * b + 3 + i) * n + 6 * b + 3 + j] = (i == j) + 0.1;
    }
  tr_mechanism_axes(axes, mechanism, places);
  for (int j = 0; j < mechanism->n_joints; j++)
    tr_dense_add_product_tn(mass, tr_axial_inertia(model, j), axes + j * n, axes + j * n,
                            (TrProductSize){1, n, n});
}

/* Elements before the skyline are zero. */
static void
check_zeros(const double *a, const int *first, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < first[i]; j++)
      tr_assert_close(a[i * n + j], 0, 0, 1e-12);
}

/* Elements of rows outside their spans are zero. */
static void
check_spans(const double *a, const TrStepSpan *spans, int n_rows, int n)
{
  for (int r = 0; r < n_rows; r++)
    for (int i = 0; i < n; i++)
      if (i < spans[r].begin || i >= spans[r].end)
        tr_assert_close(a[r * n + i], 0, 0, 1e-12);
}

/* Blocks of bodies follow one another; M_a couples none to another, and y is zero but for the rows
 * of G that hold one of the block. */
static void
check_blocks(const TrStepPattern *pattern, const double *mass, const double *y, int n, int m)
{
  for (int b = 0; b < n / 6; b = pattern->block_end[b]) {
    int end = pattern->block_end[b];

    g_assert_cmpint(end, >, b);
    g_assert_cmpint(end, <=, n / 6);
    for (int i = 6 * b; i < 6 * end; i++) {
      for (int k = 0; k < 6 * b; k++)
        tr_assert_close(mass[i * n + k], 0, 0, 1e-12);
      check_spans(y + i * m, &pattern->block_rows[b], 1, m);
    }
  }
}

static void
check_axes(const TrStepPattern *pattern, const TrMechanism *mechanism, const TrPlace *places)
{
  int n = 6 * mechanism->n_bodies;
  g_autofree double *axes = g_new0(double, mechanism->n_joints *n);

  tr_mechanism_axes(axes, mechanism, places);
  check_spans(axes, pattern->axis, mechanism->n_joints, n);
}

static void
check_pattern(const TrModel *model)
{
  TrMechanism *mechanism = tr_mechanism_new(model);
  int n = 6 * model->n_bodies, m = mechanism->n_rows;
  g_autofree double *mass = g_new0(double, n *n), *jac = g_new0(double, m *n);
  g_autofree double *y = g_new0(double, n *m), *small = g_new0(double, m *m);
  TrPlace places[MAX_ROWS];
  TrStepPattern pattern;

  g_assert_true(tr_step_pattern_init(&pattern, mechanism));
  g_assert_true(tr_step_pattern_find(&pattern, mechanism, model));
  g_assert_false(tr_step_pattern_find(&pattern, mechanism, model));
  fill_places(places, model->n_bodies);
  fill_mass(mass, mechanism, model, places);
  check_zeros(mass, pattern.mass.first, n);
  tr_mechanism_jacobian(jac, mechanism, places);
  for (int r = 0; r < m; r++)
    for (int i = 0; i < n; i++)
      y[i * m + r] = jac[r * n + i];
  tr_assert_ok(tr_dense_cholesky(mass, n), NULL);
  tr_dense_cholesky_solve(y, mass, n, m);
  tr_dense_add_product(small, 1, jac, y, (TrProductSize){m, n, m});
  check_zeros(small, pattern.small.first, m);
  check_spans(jac, pattern.row, m, n);
  check_axes(&pattern, mechanism, places);
  check_blocks(&pattern, mass, y, n, m);
  tr_step_pattern_clear(&pattern);
  tr_mechanism_free(mechanism);
}

static void
test_mechanisms(void)
{
  for (int i = 0; i < tr_n_mechanisms; i++) {
    TrModel *model = tr_mechanisms[i].create();

    check_pattern(model);
    for (int k = 0; k < model->n_motors; k++)
      model->motors[k].rotor_inertia = 0.1;
    check_pattern(model);
    tr_model_free(model);
  }
}

/* A rotor between two moving bodies couples them; one on a hinge only their turning. */
static void
test_rotor_between_bodies(void)
{
  TrModel *model = tr_mechanism_furuta();
  TrMechanism *mechanism;
  TrStepPattern pattern;

  model->motors[0].joint = 1;
  model->motors[0].rotor_inertia = 0.1;
  check_pattern(model);
  mechanism = tr_mechanism_new(model);
  g_assert_true(tr_step_pattern_init(&pattern, mechanism));
  tr_step_pattern_find(&pattern, mechanism, model);
  g_assert_cmpint(pattern.mass.first[6], ==, 6);
  g_assert_cmpint(pattern.mass.first[9], ==, 3);
  g_assert_cmpint(pattern.mass.first[3], ==, 3);
  g_assert_cmpint(pattern.block_end[0], ==, 2);
  tr_step_pattern_clear(&pattern);
  tr_mechanism_free(mechanism);
  tr_model_free(model);
}

/* Without rotors between them each body is a block, with the rows of its own joints. */
static void
test_separate_bodies(void)
{
  TrModel *model = tr_mechanism_furuta();
  TrMechanism *mechanism = tr_mechanism_new(model);
  TrStepPattern pattern;

  model->motors[0].rotor_inertia = 0;
  g_assert_true(tr_step_pattern_init(&pattern, mechanism));
  g_assert_true(tr_step_pattern_find(&pattern, mechanism, model));
  g_assert_cmpint(pattern.block_end[0], ==, 1);
  g_assert_cmpint(pattern.block_end[1], ==, 2);
  g_assert_cmpint(pattern.block_rows[0].begin, ==, 0);
  g_assert_cmpint(pattern.block_rows[0].end, ==, 10);
  g_assert_cmpint(pattern.block_rows[1].begin, ==, 5);
  g_assert_cmpint(pattern.block_rows[1].end, ==, 10);
  g_assert_cmpint(pattern.row[9].end, ==, 12);
  g_assert_cmpint(pattern.row[0].end, ==, 6);
  tr_step_pattern_clear(&pattern);
  tr_mechanism_free(mechanism);
  tr_model_free(model);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/est/stage-pattern/mechanisms", test_mechanisms);
  g_test_add_func("/engine/est/stage-pattern/rotor-between-bodies", test_rotor_between_bodies);
  g_test_add_func("/engine/est/stage-pattern/separate-bodies", test_separate_bodies);
  return g_test_run();
}
