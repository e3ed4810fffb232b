/* Base parameters: their number against the literature and LAPACK's rank, and their values as
 * invariants of the forces. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "engine/est/regress/base.h"
#include "engine/linalg/quat.h"
#include "support/mechanisms.h"
#include "support/seed.h"

void dgeqp3_(const int *m,
             const int *n,
             double *a,
             const int *lda,
             int *jpvt,
             double *tau,
             double *work,
             const int *lwork,
             int *info);

/* Rank of rows[n x nz] by LAPACK's QR with column pivoting. */
static int
rank_by_lapack(double *rows, int n, int nz)
{
  int lwork = 64 * (nz + 1), info, rank = 0;
  g_autofree double *a = g_new(double, (gsize)(n * nz));
  g_autofree double *tau = g_new(double, (gsize)nz), *work = g_new(double, (gsize)lwork);
  g_autofree int *pivot = g_new0(int, (gsize)nz);

  for (int j = 0; j < nz; j++) {
    double square = 0;

    for (int k = 0; k < n; k++)
      square += rows[k * nz + j] * rows[k * nz + j];
    for (int k = 0; k < n; k++)
      a[j * n + k] = square > 1e-16 ? rows[k * nz + j] / sqrt(square) : 0;
  }
  dgeqp3_(&n, &nz, a, &n, pivot, tau, work, &lwork, &info);
  g_assert_cmpint(info, ==, 0);
  while (rank < nz && fabs(a[rank * n + rank]) > 1e-6 * fabs(a[0]))
    rank++;
  return rank;
}

static TrBase *
base_of(const TrModel *model, const char *name)
{
  TrBase *base = NULL;
  TrError error = {0};

  if (tr_base_new(&base, model, &error) != TR_OK)
    g_error("%s: %s", name, error.text);
  return base;
}

static void
test_rank_of_lapack(void)
{
  for (int i = 0; i < tr_n_mechanisms; i++) {
    TrModel *model = tr_mechanisms[i].create();
    TrBase *base = base_of(model, tr_mechanisms[i].name);
    int n;
    double *rows = tr_base_sample(&n, model, &base->coefficients);

    if (base->rank != rank_by_lapack(rows, n, base->coefficients.n))
      g_error("%s: rank %d, LAPACK has %d", tr_mechanisms[i].name, base->rank,
              rank_by_lapack(rows, n, base->coefficients.n));
    free(rows);
    tr_base_free(base);
    tr_model_free(model);
  }
}

/* Kinematics by Denavit and Hartenberg's modified parameters: twist, length, offset. */
typedef struct {
  double alpha, a, d;
} Link;

static TrModel *
make_chain(const Link *links, int n)
{
  TrModel *model = g_new0(TrModel, 1);

  model->gravity = tr_gravity_default();
  model->gravity.direction[1] = 0;
  model->gravity.direction[2] = -1;
  model->n_bodies = model->n_joints = n;
  model->bodies = calloc((size_t)n, sizeof *model->bodies);
  model->joints = calloc((size_t)n, sizeof *model->joints);
  model->motors = calloc(1, sizeof *model->motors);
  model->sensors = calloc(1, sizeof *model->sensors);
  for (int i = 0; i < n; i++) {
    TrJoint *joint = &model->joints[i];

    model->bodies[i] = tr_body_default();
    *joint = tr_joint_default();
    joint->parent = i - 1;
    joint->child = i;
    joint->parent_frame.position[0] = links[i].a;
    joint->parent_frame.position[1] = -sin(links[i].alpha) * links[i].d;
    joint->parent_frame.position[2] = cos(links[i].alpha) * links[i].d;
    joint->parent_frame.quat[0] = cos(links[i].alpha / 2);
    joint->parent_frame.quat[1] = sin(links[i].alpha / 2);
    joint->child_frame = tr_frame_identity();
  }
  return model;
}

static void
free_chain(TrModel *model)
{
  free(model->bodies);
  free(model->joints);
  free(model->motors);
  free(model->sensors);
  g_free(model);
}

/* Franka Emika Panda: 43 dynamic coefficients in the literature. */
static void
test_panda(void)
{
  const Link links[] = {{0, 0, 0.333},       {-M_PI_2, 0, 0},           {M_PI_2, 0, 0.316},
                        {M_PI_2, 0.0825, 0}, {-M_PI_2, -0.0825, 0.384}, {M_PI_2, 0, 0},
                        {M_PI_2, 0.088, 0}};
  TrModel *model = make_chain(links, 7);
  TrBase *base = base_of(model, "panda");

  g_assert_cmpint(base->inertial_rank, ==, 43);
  g_assert_cmpint(base->rank, ==, 43);
  tr_base_free(base);
  free_chain(model);
}

/* Two hinges in a vertical plane: I1 + m2 l^2, I2, two first moments each. */
static void
test_planar_arm(void)
{
  const Link links[] = {{M_PI_2, 0, 0}, {0, 0.3, 0}};
  TrModel *model = make_chain(links, 2);
  TrBase *base = base_of(model, "arm");
  double values[16], expected;

  g_assert_cmpint(base->rank, ==, 6);
  model->bodies[0].mass = 2;
  model->bodies[0].com[0] = 0.1;
  model->bodies[1].mass = 1.5;
  model->bodies[1].com[0] = 0.2;
  tr_base_get(values, base, model);
  for (int k = 0; k < base->rank; k++) {
    const TrCoefficient *lead = &base->coefficients.list[base->lead[k]];

    if (lead->owner == 0 && lead->kind == TR_COEFFICIENT_INERTIA) {
      expected = 0.01 + 2 * 0.01 + 1.5 * 0.09;
      g_assert_cmpint(lead->axis, ==, TR_ZZ);
      g_assert_cmpfloat_with_epsilon(values[k], expected, 1e-9);
    } else if (lead->owner == 0 && lead->axis == 0) {
      g_assert_cmpfloat_with_epsilon(values[k], 2 * 0.1 + 1.5 * 0.3, 1e-9);
    }
  }
  tr_base_free(base);
  free_chain(model);
}

/* A change of the coefficients that leaves the combinations alone changes no force. */
static void
test_combinations_are_all(void)
{
  GRand *random = tr_test_rand_new();
  TrModel *model = tr_mechanism_furuta();
  TrBase *base = base_of(model, "furuta");
  int n, nz = base->coefficients.n;
  double *rows = tr_base_sample(&n, model, &base->coefficients);
  g_autofree double *change = g_new0(double, (gsize)nz);

  for (int j = 0; j < nz; j++)
    change[j] = g_rand_double_range(random, -1, 1);
  for (int k = 0; k < base->rank; k++) /* leads take back what the others do */
    change[base->lead[k]] = 0;
  for (int k = 0; k < base->rank; k++)
    for (int j = 0; j < nz; j++)
      if (j != base->lead[k])
        change[base->lead[k]] -= base->factor[k * nz + j] * change[j];
  for (int i = 0; i < n; i++) {
    double force = 0;

    for (int j = 0; j < nz; j++)
      force += rows[i * nz + j] * change[j];
    g_assert_cmpfloat(fabs(force), <, 1e-7);
  }
  free(rows);
  tr_base_free(base);
  tr_model_free(model);
  g_rand_free(random);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/est/regress/base/lapack", test_rank_of_lapack);
  g_test_add_func("/engine/est/regress/base/panda", test_panda);
  g_test_add_func("/engine/est/regress/base/planar-arm", test_planar_arm);
  g_test_add_func("/engine/est/regress/base/all", test_combinations_are_all);
  return g_test_run();
}
