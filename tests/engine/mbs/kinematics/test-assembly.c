/* Assembly: loops close, on the branch that the start leads to, with redundant rows; and degrees of
 * freedom. */
#include <math.h>
#include <string.h>

#include "engine/linalg/span.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "support/check.h"
#include "support/mechanisms.h"

typedef struct Fixture {
  TrModel *model;
  TrAssembly *assembly;
  double pose[TR_TEST_BODIES * TR_POSE], held[TR_TEST_JOINTS];
} Fixture;

static void
set_up(Fixture *f, TrModel *model)
{
  TrError error = {0};

  f->model = model;
  f->assembly = tr_assembly_new(model);
  g_assert_nonnull(f->assembly);
  for (int j = 0; j < TR_TEST_JOINTS; j++)
    f->held[j] = NAN;
  tr_assert_ok(tr_assembly_start(f->assembly, f->pose, &error), &error);
}

static void
tear_down(Fixture *f)
{
  tr_assembly_free(f->assembly);
  tr_model_free(f->model);
}

static void
assert_closed(Fixture *f)
{
  double violation[2 * TR_TEST_JOINTS];

  tr_assembly_violation(f->assembly, violation, f->pose);
  for (int i = 0; i < 2 * f->model->n_joints; i++)
    g_assert_cmpfloat(violation[i], <, 1e-11);
}

/* World position of a point of a body [from its origin]. */
static void
find_point(double point[3], const Fixture *f, int body, double x)
{
  TrFrame origin;
  TrPlace place;

  tr_body_origin(&origin, f->model, body, f->pose);
  tr_mechanism_places(&place, 1, f->pose + TR_POSE * body);
  for (int i = 0; i < 3; i++)
    point[i] = origin.position[i] + place.rot[3 * i] * x;
}

/* P2 of the linkage of theory 3.6 by intersecting circles: 2 m from P1, sqrt(13) m from D = (4, 0),
 * above the line. */
static void
intersect(double out[2], double crank)
{
  const double b = 2, c = sqrt(13), p[2] = {cos(crank), sin(crank)};
  double dx = 4 - p[0], dy = -p[1], d = hypot(dx, dy);
  double along = (b * b - c * c + d * d) / (2 * d), across = sqrt(b * b - along * along);

  out[0] = p[0] + (along * dx - across * dy) / d;
  out[1] = p[1] + (along * dy + across * dx) / d;
}

static void
test_four_bar(void)
{
  Fixture f;

  set_up(&f, tr_mechanism_hinge_four_bar());
  g_assert_cmpint(tr_assembly_count_loops(f.assembly), ==, 1);
  /* a full turn on the same branch */
  for (int k = 0; k <= 63; k++) {
    double expected[2], point[3];

    f.held[0] = 0.1 * k;
    tr_assert_ok(tr_assembly_reach(f.assembly, f.pose, f.held, NULL), NULL);
    assert_closed(&f);
    tr_assert_close(sin(tr_joint_position(f.model, 0, f.pose) - f.held[0]), 0, 0, 1e-11);
    intersect(expected, f.held[0]);
    find_point(point, &f, 1, 1);
    tr_assert_close(point[0], expected[0], 0, 1e-9);
    tr_assert_close(point[1], expected[1], 0, 1e-9);
    tr_assert_close(point[2], 0, 0, 1e-9);
  }
  tear_down(&f);
}

/* Another start leads to the other branch; from the stretched position either is found. */
static void
test_branch(void)
{
  TrModel *model = tr_mechanism_hinge_four_bar();
  Fixture f;
  double point[3];

  model->joints[1].start = -1;
  model->joints[2].start = 2;
  set_up(&f, model);
  assert_closed(&f);
  find_point(point, &f, 1, 1);
  g_assert_cmpfloat(point[1], <, -0.5);
  tear_down(&f);

  model = tr_mechanism_hinge_four_bar();
  model->joints[1].start = model->joints[2].start = 0;
  set_up(&f, model);
  assert_closed(&f);
  tear_down(&f);
}

/* Three of the four hinges' rows are redundant, all of them in the joint that closes the loop. */
static void
test_freedom(void)
{
  static const struct {
    TrModel *(*create)(void);
    int freedom, redundant;
  } cases[] = {
      {tr_mechanism_hinge_four_bar, 1, 3},  {tr_mechanism_four_bar, 1, 0},
      {tr_mechanism_double_pendulum, 2, 0}, {tr_mechanism_rods, 5, 0},
      {tr_mechanism_guides, 2, 0},
  };

  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    Fixture f;
    int redundant[TR_TEST_JOINTS], sum = 0;

    set_up(&f, cases[i].create());
    g_assert_cmpint(tr_assembly_freedom(f.assembly, redundant, f.pose), ==, cases[i].freedom);
    for (int j = 0; j < f.model->n_joints; j++)
      sum += redundant[j];
    g_assert_cmpint(sum, ==, cases[i].redundant);
    g_assert_cmpint(redundant[f.model->n_joints - 1], ==, cases[i].redundant);
    tear_down(&f);
  }
}

/* Velocities satisfy the constraints and are those of poses a moment apart. */
static void
test_move(void)
{
  const double h = 1e-5;
  Fixture f;
  double rates[TR_TEST_JOINTS] = {0.7, NAN, NAN, NAN}, twist[TR_TEST_BODIES * TR_TWIST];
  double unit[TR_TEST_BODIES * TR_TWIST], before[TR_TEST_BODIES * TR_POSE];

  set_up(&f, tr_mechanism_hinge_four_bar());
  f.held[0] = 0.5;
  tr_assert_ok(tr_assembly_reach(f.assembly, f.pose, f.held, NULL), NULL);
  tr_assembly_move(f.assembly, twist, f.pose, rates);
  tr_assembly_move_joint(f.assembly, unit, f.pose, 0);
  memcpy(before, f.pose, sizeof before);
  f.held[0] += 0.7 * h;
  tr_assert_ok(tr_assembly_reach(f.assembly, f.pose, f.held, NULL), NULL);
  for (int b = 0; b < f.model->n_bodies; b++)
    for (int i = 0; i < 6; i++) {
      tr_assert_close(twist[TR_TWIST * b + i], 0.7 * unit[TR_TWIST * b + i], 1e-9, 1e-12);
      if (i < 3)
        tr_assert_close((f.pose[TR_POSE * b + i] - before[TR_POSE * b + i]) / h,
                        twist[TR_TWIST * b + i], 0, 1e-4);
    }
  tr_assert_close(tr_joint_velocity(f.model, 0, before, twist), 0.7, 1e-10, 0);
  tear_down(&f);

  /* of a chain the unit velocities are those of forward kinematics */
  set_up(&f, tr_mechanism_furuta());
  for (int j = 0; j < 2; j++) {
    const double q[2] = {0.3, 1.1}, only[2] = {j == 0, j == 1};

    tr_forward_kinematics(f.pose, twist, f.model, q, only);
    tr_assembly_move_joint(f.assembly, unit, f.pose, j);
    tr_assert_close_array(unit, twist, 12, 1e-9, 1e-12);
  }
  tear_down(&f);
}

/* A joint is locked where it has no velocity along the constraints. */
static void
test_locked(void)
{
  TrModel *(*const make[])(void) = {tr_mechanism_hinge_four_bar, tr_mechanism_furuta};

  for (size_t i = 0; i < G_N_ELEMENTS(make); i++)
    for (int turned = 0; turned < 2; turned++) {
      TrModel *model = make[i]();
      double pose[TR_TEST_BODIES * TR_POSE], unit[TR_TEST_BODIES * TR_TWIST];
      bool locked[TR_TEST_JOINTS];

      tr_assert_ok(tr_start_pose(pose, model, NULL), NULL);
      for (int k = 0; turned && k < 4; k++) /* a hinge across the plane of a loop cannot turn */
        model->joints[0].parent_frame.quat[k] = model->joints[0].child_frame.quat[k] =
            k < 2 ? M_SQRT1_2 : 0;
      TrAssembly *assembly = tr_assembly_new(model);
      tr_assembly_find_locked(assembly, locked, pose);
      for (int j = 0; j < model->n_joints; j++) {
        double most = 0;
        tr_assembly_move_joint(assembly, unit, pose, j);
        for (int k = 0; k < TR_TWIST * model->n_bodies; k++)
          most = fmax(most, fabs(unit[k]));
        g_assert_true(locked[j] == (tr_joint_has_axis(&model->joints[j]) && most == 0));
      }
      g_assert_true(i > 0 || locked[0] == (turned > 0));
      tr_assembly_free(assembly);
      tr_model_free(model);
    }
}

/* A coupler that is too short. */
static void
test_cannot_close(void)
{
  TrModel *model = tr_mechanism_hinge_four_bar();
  double pose[TR_TEST_BODIES * TR_POSE];
  TrError error = {0};

  model->joints[3].parent_frame.position[0] = 9;
  g_assert_cmpint(tr_start_pose(pose, model, &error), ==, TR_BAD_MODEL);
  g_test_message("%s", error.text);
  g_assert_nonnull(strstr(error.text, "'h4' lacks"));
  g_assert_nonnull(strstr(error.text, " m"));
  tr_model_free(model);
}

/* Least squares of dependent rows, orthogonal to a given span. */
static void
test_span(void)
{
  const double a[12] = {1, 2, 0, 2, 4, 0, 0, 0, 3, 1, 0, 1}, b[4] = {1, 2.5, 3, 1};
  const double first[3] = {0, 0, 2};
  double x[3], basis[9], scratch[3], lack[3] = {0};
  g_autofree char *work = g_malloc0(tr_span_work_size(4, 3));
  TrSpan span = {3, 0, basis};

  g_assert_cmpint(tr_span_solve(x, &(TrSpanEquations){a, b, 4, 3, 1e-10}, NULL, work), ==, 3);
  /* the residual is orthogonal to the columns */
  for (int r = 0; r < 4; r++) {
    double rest = b[r];

    for (int i = 0; i < 3; i++)
      rest -= a[3 * r + i] * x[i];
    for (int i = 0; i < 3; i++)
      lack[i] += a[3 * r + i] * rest;
  }
  for (int i = 0; i < 3; i++)
    tr_assert_close(lack[i], 0, 0, 1e-12);
  g_assert_cmpint(tr_span_solve(x, &(TrSpanEquations){a, b, 2, 3, 1e-10}, NULL, work), ==, 1);
  tr_assert_close(x[0] * 2, x[1], 1e-13, 0);
  tr_assert_close(x[0] + 2 * x[1], (1 + 2 * 2.5) / 5, 1e-13, 0);
  g_assert_true(tr_span_add(&span, first, 0.1, scratch));
  g_assert_false(tr_span_add(&span, first, 0.1, scratch));
  g_assert_cmpint(tr_span_solve(x, &(TrSpanEquations){a, b, 4, 3, 1e-10}, &span, work), ==, 2);
  tr_assert_close(x[2], 0, 0, 1e-15);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/mbs/assembly/span", test_span);
  g_test_add_func("/engine/mbs/assembly/four-bar", test_four_bar);
  g_test_add_func("/engine/mbs/assembly/branch", test_branch);
  g_test_add_func("/engine/mbs/assembly/freedom", test_freedom);
  g_test_add_func("/engine/mbs/assembly/move", test_move);
  g_test_add_func("/engine/mbs/assembly/locked", test_locked);
  g_test_add_func("/engine/mbs/assembly/cannot-close", test_cannot_close);
  return g_test_run();
}
