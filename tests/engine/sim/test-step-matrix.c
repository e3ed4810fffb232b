/* The sparse matrix of a step: its solution in the equations, and mechanisms of many bodies against
 * the same ones alone. */
#include <math.h>
#include <string.h>

#include "engine/mbs/force/balance.h"
#include "engine/sim/spook.h"
#include "engine/sim/step_matrix.h"
#include "support/check.h"
#include "support/many.h"
#include "support/mechanisms.h"

enum { N = 6 * TR_TEST_BODIES, M = TR_TEST_ROWS, STEPS = 200 };

/* A step of a mechanism at a pose on its constraints. */
typedef struct Case {
  TrModel *model;
  TrMechanism *mechanism;
  int n, m;
  double mass[N * N], jac[M * N], axes[TR_TEST_JOINTS * N];
  double sigma[M], axial[TR_TEST_JOINTS];
  double local_jac[(M + TR_TEST_JOINTS) * TR_LOCAL], local_axes[TR_TEST_JOINTS * TR_LOCAL];
} Case;

static void
open_case(Case *c, TrModel *model, double sigma)
{
  double position[TR_TEST_JOINTS] = {0.3, -0.2, 0.4, 0.1}, pose[TR_TEST_BODIES * TR_POSE];
  TrPlace places[TR_TEST_BODIES];

  *c = (Case){.model = model, .mechanism = tr_mechanism_new(model), .n = 6 * model->n_bodies};
  c->m = c->mechanism->n_rows;
  g_assert_cmpint(c->m, <=, M);
  tr_mechanism_motion(pose, NULL, model, position, NULL);
  tr_mechanism_places(places, model->n_bodies, pose);
  tr_mechanism_jacobian(c->jac, c->mechanism, places);
  tr_mechanism_axes(c->axes, c->mechanism, places);
  tr_local_jacobian(c->local_jac, c->mechanism, places);
  tr_local_axes(c->local_axes, c->mechanism, places);
  tr_balance_mass(c->mass, c->n, model);
  for (int j = 0; j < model->n_joints; j++) {
    const double *axis = c->axes + j * c->n;

    c->axial[j] = 0.01 * (j + 1);
    for (int i = 0; i < c->n; i++)
      for (int k = 0; k < c->n; k++)
        c->mass[i * c->n + k] += c->axial[j] * axis[i] * axis[k];
  }
  for (int r = 0; r < c->m; r++)
    c->sigma[r] = sigma * (r + 1);
}

static void
close_case(Case *c)
{
  tr_mechanism_free(c->mechanism);
  tr_model_free(c->model);
}

static double
dot(const double *a, const double *b, int n, int stride)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += a[i * stride] * b[i];
  return sum;
}

/* M_v v - G^T lambda - G-bar^T F = p, G v + Sigma lambda = c, G-bar v + give F = target for joints
 * that are held; F = 0 for others. */
static void
check_equations(const Case *c, const TrStepSides *sides, const double *give, double tolerance)
{
  for (int i = 0; i < c->n; i++)
    tr_assert_close(dot(c->mass + i * c->n, sides->v, c->n, 1) -
                        dot(c->jac + i, sides->lambda, c->m, c->n) -
                        dot(c->axes + i, sides->held, c->model->n_joints, c->n),
                    sides->p[i], 0, tolerance);
  for (int r = 0; r < c->m; r++)
    tr_assert_close(dot(c->jac + r * c->n, sides->v, c->n, 1) + c->sigma[r] * sides->lambda[r],
                    sides->c ? sides->c[r] : 0, 0, tolerance);
  for (int j = 0; j < c->model->n_joints; j++)
    if (give[j] >= 0)
      tr_assert_close(dot(c->axes + j * c->n, sides->v, c->n, 1) + give[j] * sides->held[j],
                      sides->target[j], 0, tolerance);
    else
      g_assert_cmpfloat(sides->held[j], ==, 0);
}

/* The solution with the joints held that have a give; in the second turn the matrix is factored
 * again in the same memory. */
static void
check_solution(const Case *c, const double *give, double tolerance)
{
  static const bool can_hold[TR_TEST_JOINTS] = {true, true, true, true};
  TrStepMatrix *matrix = tr_step_matrix_new(c->model, c->mechanism, can_hold);
  TrStepRows rows = {c->local_jac, c->sigma, c->local_axes, c->axial, give};
  double p[N], right[M], v[N], lambda[M], target[TR_TEST_JOINTS] = {0}, held[TR_TEST_JOINTS];

  g_assert_nonnull(matrix);
  for (int turn = 0; turn < 2; turn++) {
    for (int i = 0; i < c->n; i++)
      p[i] = sin(1 + i + turn);
    for (int r = 0; r < c->m; r++)
      right[r] = turn * dot(c->jac + r * c->n, p, c->n, 1); /* no contradiction in dependent rows */
    for (int j = 0; j < c->model->n_joints; j++)
      target[j] = give[j] < 0 ? 0 : turn * dot(c->axes + j * c->n, p, c->n, 1);
    tr_assert_ok(tr_step_matrix_factor(matrix, &rows, 1e-12), NULL);
    TrStepSides sides = {p, turn ? right : NULL, target, v, lambda, held};

    tr_step_matrix_solve(matrix, &sides);
    check_equations(c, &sides, give, tolerance);
  }
  tr_step_matrix_free(matrix);
}

static const double none_held[TR_TEST_JOINTS] = {-1, -1, -1, -1};

static void
test_solution(void)
{
  for (int i = 0; i < tr_n_mechanisms; i++)
    for (int k = 0; k < 2; k++) {
      Case c;

      open_case(&c, tr_mechanisms[i].create(), k == 0 ? 1e-3 : 1e-9);
      g_test_message("%s", tr_mechanisms[i].name);
      check_solution(&c, none_held, 1e-9);
      close_case(&c);
    }
}

/* Joints that stick, or are held by a spring. */
static void
test_held(void)
{
  static const double give[TR_TEST_JOINTS] = {0, 1e-3, -1, 0};

  for (int i = 0; i < tr_n_mechanisms; i++) {
    Case c;

    open_case(&c, tr_mechanisms[i].create(), 1e-3);
    g_test_message("%s", tr_mechanisms[i].name);
    check_solution(&c, give, 1e-9);
    close_case(&c);
  }
}

/* Dependent rows without compliance. */
static void
test_redundant(void)
{
  Case c;

  open_case(&c, tr_mechanism_hinge_four_bar(), 0);
  check_solution(&c, none_held, 1e-4);
  close_case(&c);
}

/* The last of many mechanisms moves as one alone, whose matrix is dense: springs, dry friction in
 * proportion to the load, loops. */
static void
check_repeated(TrModel *(*create)(void), TrSolver solver)
{
  const TrSpookOptions options = {.h = 2e-3, 1, 1, .solver = solver};
  TrModel *one = create(), *many;
  int n = one->n_bodies, count = TR_SPARSE_BODIES / n + 1;
  double position[TR_TEST_JOINTS] = {0.4, 0.8}, rate[TR_TEST_JOINTS] = {2, -1}, u = 0;
  g_autofree double *pose = g_new0(double, count *n *TR_POSE);
  g_autofree double *twist = g_new0(double, count *n *TR_TWIST);
  double pose_of_one[TR_TEST_BODIES * TR_POSE], twist_of_one[TR_TEST_BODIES * TR_TWIST];
  TrSpook *alone, *together;

  one->n_motors = one->n_sensors = 0;
  many = tr_many_repeat(create(), count);
  tr_mechanism_motion(pose_of_one, twist_of_one, one, position, rate);
  for (int i = 0; i < count; i++) {
    memcpy(pose + i * n * TR_POSE, pose_of_one, (size_t)(n * TR_POSE) * sizeof *pose);
    memcpy(twist + i * n * TR_TWIST, twist_of_one, (size_t)(n * TR_TWIST) * sizeof *twist);
  }
  alone = tr_spook_new(one, &options);
  together = tr_spook_new(many, &options);
  for (int k = 0; k < STEPS; k++) {
    tr_assert_ok(tr_spook_step(alone, pose_of_one, twist_of_one, &u), NULL);
    tr_assert_ok(tr_spook_step(together, pose, twist, &u), NULL);
  }
  tr_assert_close_array(pose + (count - 1) * n * TR_POSE, pose_of_one, n * TR_POSE, 0, 1e-7);
  tr_spook_free(alone);
  tr_spook_free(together);
  tr_model_free(one);
  tr_model_free(many);
}

static void
test_repeated(void)
{
  TrModel *(*const create[])(void) = {tr_mechanism_double_pendulum, tr_mechanism_furuta_swing,
                                      tr_mechanism_cart_pole, tr_mechanism_four_bar,
                                      tr_mechanism_sprung};

  for (size_t i = 0; i < G_N_ELEMENTS(create); i++) {
    check_repeated(create[i], TR_SOLVER_SPOOK);
    check_repeated(create[i], TR_SOLVER_SECOND_ORDER);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/step-matrix/solution", test_solution);
  g_test_add_func("/step-matrix/held", test_held);
  g_test_add_func("/step-matrix/redundant", test_redundant);
  g_test_add_func("/step-matrix/repeated", test_repeated);
  return g_test_run();
}
