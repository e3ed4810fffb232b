/* Tests of the mass properties of solids: closed forms, parts that make up a whole, turned boxes,
 * and a capsule by slices. */
#include <math.h>

#include "engine/linalg/quat.h"
#include "engine/mbs/model/model.h"
#include "engine/mbs/model/solid.h"
#include "support/check.h"

#define PI 3.14159265358979323846

static void
check_close(double got, double expected, double scale)
{
  g_assert_cmpfloat(fabs(got - expected), <, 1e-12 * scale);
}

static void
test_closed_forms(void)
{
  const TrSolid box = {
      .kind = TR_SOLID_BOX, .from = {1, 2, 3}, .size = {0.1, 0.2, 0.4}, .quat = {1}};
  const TrSolid ball = {.kind = TR_SOLID_SPHERE, .from = {1, 0, 0}, .radius = 0.5};
  const TrSolid rod = {.kind = TR_SOLID_CYLINDER, .to = {0, 2, 0}, .radius = 0.5};
  TrMass m;

  tr_solids_weigh(&m, &box, 1, 1000);
  check_close(m.mass, 8, 1);
  check_close(m.com[1], 2, 1);
  check_close(m.inertia[TR_XX], 8 * (0.04 + 0.16) / 12, 1);
  check_close(m.inertia[TR_ZZ], 8 * (0.01 + 0.04) / 12, 1);
  check_close(m.inertia[TR_XY], 0, 1);
  tr_solids_weigh(&m, &ball, 1, 3);
  check_close(m.mass, PI / 2, 1);
  check_close(m.inertia[TR_YY], 0.4 * PI / 2 * 0.25, 1);
  tr_solids_weigh(&m, &rod, 1, 1);
  check_close(m.mass, PI / 2, 1);
  check_close(m.com[1], 1, 1);
  check_close(m.inertia[TR_YY], 0.5 * m.mass * 0.25, 1);
  check_close(m.inertia[TR_XX], m.mass * (3 * 0.25 + 4) / 12, 1);
}

/* Two halves of a turned box are the box, and turning a box turns its tensor. */
static void
test_parts(void)
{
  const double phi[3] = {0.3, -0.8, 1.1};
  TrSolid whole = {.kind = TR_SOLID_BOX, .from = {0.2, 0.1, -0.4}, .size = {0.6, 0.2, 0.1}},
          parts[2];
  double turn[9], along[3];
  TrMass a, b;

  tr_quat_exp(whole.quat, phi);
  tr_quat_matrix(turn, whole.quat);
  for (int i = 0; i < 3; i++)
    along[i] = turn[3 * i];
  for (int k = 0; k < 2; k++) {
    parts[k] = whole;
    parts[k].size[0] = 0.3;
    for (int i = 0; i < 3; i++)
      parts[k].from[i] += (k ? 0.15 : -0.15) * along[i];
  }
  tr_solids_weigh(&a, &whole, 1, 500);
  tr_solids_weigh(&b, parts, 2, 500);
  check_close(b.mass, a.mass, 1);
  for (int i = 0; i < 3; i++)
    check_close(b.com[i], a.com[i], 1);
  for (int i = 0; i < 6; i++)
    check_close(b.inertia[i], a.inertia[i], 1);
  g_assert_cmpfloat(fabs(a.inertia[TR_XY]), >, 1e-3);
  /* the first moment about its own long axis is m/12 (s_1^2 + s_2^2) */
  double moment = 0;
  const int index[3][3] = {{TR_XX, TR_XY, TR_XZ}, {TR_XY, TR_YY, TR_YZ}, {TR_XZ, TR_YZ, TR_ZZ}};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      moment += along[i] * a.inertia[index[i][k]] * along[k];
  check_close(moment, a.mass / 12 * (0.04 + 0.01), 1);
}

/* A capsule is the sum of its slices across the axis. */
static void
test_capsule(void)
{
  enum { N = 200000 };
  const double r = 0.2, l = 0.7;
  const TrSolid rod = {
      .kind = TR_SOLID_CAPSULE, .from = {0, 0, -l / 2}, .to = {0, 0, l / 2}, .radius = r};
  double mass = 0, along = 0, across = 0, dz = (l + 2 * r) / N;
  TrMass m;

  for (int i = 0; i < N; i++) {
    double z = -l / 2 - r + (i + 0.5) * dz, beyond = fmax(0, fabs(z) - l / 2);
    double area = PI * (r * r - beyond * beyond), slice = area * dz, rho2 = area / PI;
    mass += slice;
    along += slice * rho2 / 2;
    across += slice * (rho2 / 4 + z * z);
  }
  tr_solids_weigh(&m, &rod, 1, 1);
  g_assert_cmpfloat_with_epsilon(m.mass, mass, 1e-9);
  g_assert_cmpfloat_with_epsilon(m.inertia[TR_ZZ], along, 1e-9);
  g_assert_cmpfloat_with_epsilon(m.inertia[TR_XX], across, 1e-9);
}

static void
test_nothing(void)
{
  const TrSolid flat = {.kind = TR_SOLID_CYLINDER, .radius = 1};
  TrMass m;

  tr_solids_weigh(&m, NULL, 0, 1000);
  g_assert_true(m.mass == 0 && m.com[0] == 0 && m.inertia[TR_XX] == 0);
  tr_solids_weigh(&m, &flat, 1, 1000);
  g_assert_true(m.mass == 0 && isfinite(m.com[0]) && isfinite(m.inertia[TR_XX]));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/mbs/model/solid/closed-forms", test_closed_forms);
  g_test_add_func("/engine/mbs/model/solid/parts", test_parts);
  g_test_add_func("/engine/mbs/model/solid/capsule", test_capsule);
  g_test_add_func("/engine/mbs/model/solid/nothing", test_nothing);
  return g_test_run();
}
