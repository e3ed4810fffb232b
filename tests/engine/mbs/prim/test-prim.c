/* Derivatives of every primitive against differences, at ordinary and at special poses. */
#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/prim/prim.h"
#include "support/check.h"
#include "support/seed.h"

/* Least distance of a drawn fixture from the singularity of its primitive: twenty times the largest
 * step of the differences. */
static const double LEAST_CLEARANCE = 0.2;

/* A primitive between two poses, and the data of the differences. */
typedef struct Fixture {
  TrPrim prim;
  double r[2][3], q[2][4];
  double lambda[3], v[12];
} Fixture;

static void
fill_random(double *x, int n)
{
  for (int i = 0; i < n; i++)
    x[i] = g_test_rand_double_range(-1, 1);
}

static void
draw(Fixture *f, TrPrimType type, double angle)
{
  double axis[3];

  memset(f, 0, sizeof *f);
  f->prim.type = type;
  fill_random(f->prim.u, 3);
  if (type == TR_PRIM_DISTANCE) /* a length; the value is singular at 0 */
    f->prim.u[0] = g_test_rand_double_range(0.5, 1.5);
  fill_random(f->prim.w, 3);
  fill_random(f->prim.s_a, 3);
  fill_random(f->prim.s_b, 3);
  fill_random(f->prim.k, 3);
  fill_random(f->lambda, 3);
  fill_random(f->v, 12);
  for (int k = 0; k < 2; k++) {
    fill_random(f->r[k], 3);
    fill_random(axis, 3);
    for (int i = 0; i < 3; i++)
      axis[i] *= angle / tr_vec3_norm(axis);
    tr_quat_exp(f->q[k], axis);
    angle *= 0.7;
  }
}

/* Places displaced by a tangent, and the primitive by a change of its geometry. */
static void
displace(TrPlace places[2], TrPrim *prim, const Fixture *f, const double *dx, const double *dy)
{
  static const double none[12] = {0};

  dx = dx ? dx : none;
  dy = dy ? dy : none;
  for (int k = 0; k < 2; k++) {
    double q[4];

    for (int i = 0; i < 3; i++)
      places[k].r[i] = f->r[k][i] + dx[6 * k + i];
    tr_quat_retract(q, f->q[k], dx + 6 * k + 3);
    tr_quat_matrix(places[k].rot, q);
  }
  *prim = f->prim;
  for (int i = 0; i < 3; i++) {
    prim->u[i] += dy[i];
    prim->w[i] += dy[3 + i];
    prim->s_a[i] += dy[6 + i];
    prim->s_b[i] += dy[9 + i];
  }
}

/* Distance from where the primitive has no derivative: of LENGTH where the points meet, of ANGLE
 * where u is parallel to the axis and both dot products vanish. */
static double
find_clearance(const Fixture *f)
{
  TrPlace places[2];
  TrPrim prim;
  TrReal cosine, sine;

  displace(places, &prim, f, NULL, NULL);
  if (prim.type == TR_PRIM_LENGTH) {
    tr_prim_value(&cosine, &prim, &places[0], &places[1]);
    return cosine;
  }
  if (prim.type != TR_PRIM_ANGLE)
    return INFINITY;
  prim.type = TR_PRIM_DOT;
  tr_prim_value(&cosine, &prim, &places[0], &places[1]);
  tr_vec3_cross(prim.w, f->prim.w, f->prim.k);
  tr_prim_value(&sine, &prim, &places[0], &places[1]);
  return hypot(cosine, sine);
}

static void
set_up(Fixture *f, TrPrimType type, double angle)
{
  do
    draw(f, type, angle);
  while (find_clearance(f) < LEAST_CLEARANCE);
}

/* G^T lambda and G v of a displaced primitive. */
static void
force(double out[12], const Fixture *f, const double *dx, const double *dy)
{
  TrPlace places[2];
  TrPrim prim;
  double jac[36];

  displace(places, &prim, f, dx, dy);
  tr_prim_jacobian(jac, &prim, &places[0], &places[1]);
  for (int j = 0; j < 12; j++) {
    out[j] = 0;
    for (int r = 0; r < tr_prim_rows(prim.type); r++)
      out[j] += f->lambda[r] * jac[12 * r + j];
  }
}

static void
rate(double *out, const Fixture *f, const double *dx, const double *dy)
{
  TrPlace places[2];
  TrPrim prim;
  double jac[36];

  displace(places, &prim, f, dx, dy);
  tr_prim_jacobian(jac, &prim, &places[0], &places[1]);
  for (int r = 0; r < tr_prim_rows(prim.type); r++) {
    out[r] = 0;
    for (int j = 0; j < 12; j++)
      out[r] += jac[12 * r + j] * f->v[j];
  }
}

/* Values of ANGLE are relative to that of the fixture and modulo 2 pi: at a half turn they jump. */
static void
value(double *out, const Fixture *f, const double *dx, const double *dy)
{
  TrPlace places[2];
  TrPrim prim;
  double start;

  displace(places, &prim, f, dx, dy);
  tr_prim_value(out, &prim, &places[0], &places[1]);
  if (prim.type != TR_PRIM_ANGLE)
    return;
  displace(places, &prim, f, NULL, NULL);
  tr_prim_value(&start, &prim, &places[0], &places[1]);
  out[0] = tr_real_wrap_angle(out[0] - start);
}

static void
value_by_pose(double *out, const double *dx, void *user)
{
  value(out, user, dx, NULL);
}

static void
value_by_geometry(double *out, const double *dy, void *user)
{
  value(out, user, NULL, dy);
}

static void
force_by_pose(double *out, const double *dx, void *user)
{
  force(out, user, dx, NULL);
}

static void
force_by_geometry(double *out, const double *dy, void *user)
{
  force(out, user, NULL, dy);
}

static void
rate_by_pose(double *out, const double *dx, void *user)
{
  rate(out, user, dx, NULL);
}

static void
rate_by_geometry(double *out, const double *dy, void *user)
{
  rate(out, user, NULL, dy);
}

static void
check(const char *name, int rows, const double *jac, TrVectorFunc func, Fixture *f)
{
  TrDerivative derivative = {
      .name = name, .m = rows, .n = 12, .jacobian = jac, .func = func, .user = f, .is_exact = true};

  tr_assert_derivative(&derivative);
}

static void
check_all(Fixture *f)
{
  TrPlace places[2];
  TrPrim prim;
  double jac[144];
  const TrPlace *a = &places[0], *b = &places[1];
  int rows = tr_prim_rows(f->prim.type);

  displace(places, &prim, f, NULL, NULL);
  if (!tr_prim_is_rate(f->prim.type)) {
    tr_prim_jacobian(jac, &prim, a, b);
    check("value by pose", rows, jac, value_by_pose, f);
    tr_prim_value_geometry(jac, &prim, a, b);
    check("value by geometry", rows, jac, value_by_geometry, f);
  }
  tr_prim_force_derivative(jac, &prim, a, b, f->lambda);
  check("force by pose", 12, jac, force_by_pose, f);
  tr_prim_force_geometry(jac, &prim, a, b, f->lambda);
  check("force by geometry", 12, jac, force_by_geometry, f);
  tr_prim_rate_derivative(jac, &prim, a, b, f->v);
  check("rate by pose", rows, jac, rate_by_pose, f);
  tr_prim_rate_geometry(jac, &prim, a, b, f->v);
  check("rate by geometry", rows, jac, rate_by_geometry, f);
}

static void
test_derivatives(void)
{
  static const double angles[] = TR_CHECK_ANGLES;

  for (int type = 0; type < TR_N_PRIM_TYPES; type++)
    for (size_t i = 0; i < G_N_ELEMENTS(angles); i++) {
      Fixture f;

      g_test_message("type %d, angle %g", type, angles[i]);
      set_up(&f, (TrPrimType)type, angles[i]);
      check_all(&f);
    }
}

/* The axial rate is the child's axis times the difference of the angular velocities. */
static void
test_axis_rate(void)
{
  Fixture f;
  TrPlace places[2];
  TrPrim prim;
  double world_a[3], world_b[3], axis[3], g;

  set_up(&f, TR_PRIM_AXIS, 1.1);
  displace(places, &prim, &f, NULL, NULL);
  tr_mat3_apply(world_a, places[0].rot, f.v + 3);
  tr_mat3_apply(world_b, places[1].rot, f.v + 9);
  tr_mat3_apply(axis, places[1].rot, prim.w);
  rate(&g, &f, NULL, NULL);
  tr_assert_close(g, tr_vec3_dot(axis, world_b) - tr_vec3_dot(axis, world_a), 1e-12, 1e-14);
}

/* A hinge turned by an angle about its axis has that angle, for any orientation of its frames, and
 * a rate that is its derivative. */
static void
test_hinge_angle(void)
{
  static const double angles[] = {0, 1e-9, 0.4, -2.9, 3.1};

  for (size_t i = 0; i < G_N_ELEMENTS(angles); i++) {
    TrPlace places[2] = {{{0}, {0}}, {{0}, {0}}};
    TrPrim prim = {TR_PRIM_ANGLE, {1, 0, 0}, {1, 0, 0}, {0}, {0}, {0, 0, 1}};
    double tilt[4], turn[4], child[4], jac[12], g;

    tr_quat_exp(tilt, (double[]){0.3, -0.8, 0.5});
    tr_quat_exp(turn, (double[]){0, 0, angles[i]});
    tr_quat_multiply(child, tilt, turn);
    tr_quat_matrix(places[0].rot, tilt);
    tr_quat_matrix(places[1].rot, child);
    tr_prim_value(&g, &prim, &places[0], &places[1]);
    tr_assert_close(g, angles[i], 1e-12, 1e-15);
    tr_prim_jacobian(jac, &prim, &places[0], &places[1]);
    for (int k = 0; k < 12; k++)
      tr_assert_close(jac[k], k == 11 ? 1 : k == 5 ? -1 : 0, 1e-12, 1e-12);
  }
}

static void
test_wrap(void)
{
  tr_assert_close(tr_real_wrap_angle(0.5 + 14 * M_PI), 0.5, 1e-12, 0);
  tr_assert_close(tr_real_wrap_angle(-0.5 - 14 * M_PI), -0.5, 1e-12, 0);
  g_assert_true(tr_real_wrap_angle(M_PI) == M_PI);
  tr_assert_close(tr_real_wrap_angle(-M_PI), M_PI, 1e-15, 0);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/mbs/prim/derivatives", test_derivatives);
  g_test_add_func("/engine/mbs/prim/axis-rate", test_axis_rate);
  g_test_add_func("/engine/mbs/prim/hinge-angle", test_hinge_angle);
  g_test_add_func("/engine/mbs/prim/wrap", test_wrap);
  return g_test_run();
}
