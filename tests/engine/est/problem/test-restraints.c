/* Restraints of slip rates: they hold the rates that they are for, have no gradient, end after a
 * few linearisations, and are found where a step goes across the smoothing rate. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/session_task.h"
#include "engine/est/problem/problem.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "support/check.h"

/* A weight beside which all others are small, and a share of a step that is small. */
#define FIRM  1e12
#define SHARE 1e-4

enum { JOINT = 1, N_BODIES = 2, N_JOINTS = 2, BLOCK = 40 };

typedef struct Rig {
  Fixture fixture;
  TrPrepared prepared;
  TrProblem *problem;
} Rig;

/* Decrease that a linearisation predicts, with the step that it takes. */
static double
linearize(Rig *rig)
{
  double decrease, step, gradient;
  TrCost cost;

  tr_assert_ok(tr_problem_ops.linearize(rig->problem, &cost), NULL);
  tr_assert_ok(tr_problem_ops.solve(rig->problem, 1e-6, &decrease, &step, &gradient), NULL);
  return decrease;
}

static void
set_up(Rig *rig)
{
  TrTask *task = &rig->fixture.task;

  memset(rig, 0, sizeof *rig);
  tr_session_fixture_init(&rig->fixture);
  task->settings.formulation = TR_FORMULATION_SECOND_ORDER;
  rig->fixture.model->joints[JOINT].friction.model = TR_FRICTION_COULOMB;
  rig->fixture.model->joints[JOINT].friction.coulomb = 1e-3;
  rig->fixture.model->joints[JOINT].friction.rate = 0.02;
  tr_assert_ok(tr_prepare(&rig->prepared, task, NULL), NULL);
  rig->problem = tr_problem_new(task, &rig->prepared);
  g_assert_nonnull(rig->problem->restraints.cost);
}

static void
tear_down(Rig *rig)
{
  tr_problem_free(rig->problem);
  tr_prepared_clear(&rig->prepared);
  tr_session_fixture_clear(&rig->fixture);
}

static double *
weights(const Rig *rig, int block)
{
  return rig->problem->restraints.weight + 2 * (block * N_JOINTS + JOINT);
}

static double
find_rate(const Rig *rig, const double *poses, int node)
{
  const double *pose = poses + (size_t)node * N_BODIES * TR_POSE;

  return (tr_joint_position(rig->problem->model, JOINT, pose + (size_t)N_BODIES * TR_POSE) -
          tr_joint_position(rig->problem->model, JOINT, pose)) /
         STEP;
}

/* Change of the rates before and after a step's middle node by a share of the step. */
static void
find_changes(double changes[2], const Rig *rig)
{
  TrCost cost;

  tr_assert_ok(tr_problem_ops.try_step(rig->problem, SHARE, &cost), NULL);
  for (int side = 0; side < 2; side++)
    changes[side] = find_rate(rig, rig->problem->trial_pose, BLOCK + side) -
                    find_rate(rig, rig->problem->pose, BLOCK + side);
}

static void
test_hold(void)
{
  for (int side = 0; side < 2; side++) {
    double free[2], held[2];
    Rig rig;

    set_up(&rig);
    linearize(&rig);
    find_changes(free, &rig);
    weights(&rig, BLOCK)[side] = FIRM;
    rig.problem->restraints.left = 3;
    linearize(&rig);
    find_changes(held, &rig);
    g_assert_cmpfloat(fabs(held[side]), <, 1e-3 * fabs(free[side]));
    g_assert_cmpfloat(fabs(held[1 - side]), >, 1e-2 * fabs(free[1 - side]));
    tear_down(&rig);
  }
}

static void
test_end(void)
{
  double free, held;
  Rig rig;

  set_up(&rig);
  free = linearize(&rig);
  weights(&rig, BLOCK)[0] = FIRM;
  rig.problem->restraints.left = 2;
  held = linearize(&rig);
  g_assert_cmpfloat(held, <, free);
  tr_assert_close(linearize(&rig), free, 1e-12, 0);
  g_assert_true(weights(&rig, BLOCK)[0] == 0);
  tear_down(&rig);
}

/* The information of the residuals, which sigmas and variances are made of, has no restraints. */
static void
test_drop(void)
{
  double free, decrease, step, gradient;
  TrCost cost;
  Rig rig;

  set_up(&rig);
  free = linearize(&rig);
  weights(&rig, BLOCK)[0] = FIRM;
  rig.problem->restraints.left = 3;
  linearize(&rig);
  tr_assert_ok(tr_problem_linearize_on(rig.problem, &cost), NULL);
  tr_assert_ok(tr_problem_ops.solve(rig.problem, 1e-6, &decrease, &step, &gradient), NULL);
  tr_assert_close(decrease, free, 1e-12, 0);
  tear_down(&rig);
}

/* A step that turns some rates round raises the cost of their time steps, and only those get a
 * weight. */
static void
test_find(void)
{
  int n = 0, n_steps;
  double free;
  Rig rig;

  set_up(&rig);
  free = linearize(&rig);
  n_steps = rig.prepared.logs[0].n_nodes - 2;
  for (int i = 0; i < rig.problem->first[1] * rig.problem->node_size; i++)
    rig.problem->step[i] *= 3;
  tr_assert_ok(tr_problem_ops.restrain(rig.problem), NULL);
  for (int k = 0; k < n_steps; k++) {
    const double *w = weights(&rig, k);

    n += w[0] > 0 || w[1] > 0;
    g_assert_true(w[0] >= 0 && w[1] >= 0 && isfinite(w[0]) && isfinite(w[1]));
    g_assert_true(w[-2] == 0 && w[-1] == 0); /* the other joint is not dry */
  }
  g_test_message("%d of %d time steps are restrained", n, n_steps);
  g_assert_cmpint(n, >, 0);
  g_assert_cmpint(n, <, n_steps);
  g_assert_cmpfloat(linearize(&rig), <, free);
  tear_down(&rig);
}

/* Without dry friction there is nothing to restrain. */
static void
test_none(void)
{
  Fixture fixture;
  TrPrepared prepared;
  TrProblem *problem;

  tr_session_fixture_init(&fixture);
  fixture.task.settings.formulation = TR_FORMULATION_SECOND_ORDER;
  for (int j = 0; j < N_JOINTS; j++)
    fixture.model->joints[j].friction.model = TR_FRICTION_VISCOUS;
  tr_assert_ok(tr_prepare(&prepared, &fixture.task, NULL), NULL);
  problem = tr_problem_new(&fixture.task, &prepared);
  g_assert_null(problem->restraints.cost);
  tr_assert_ok(tr_problem_ops.restrain(problem), NULL);
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
  tr_session_fixture_clear(&fixture);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/restraints/hold", test_hold);
  g_test_add_func("/engine/est/restraints/end", test_end);
  g_test_add_func("/engine/est/restraints/drop", test_drop);
  g_test_add_func("/engine/est/restraints/find", test_find);
  g_test_add_func("/engine/est/restraints/none", test_none);
  return g_test_run();
}
