/* Quaternions, exponential and logarithm with their Jacobians. */
#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "support/check.h"

static const double angles[] = TR_CHECK_ANGLES;

static void
rotation_of(double phi[3], double angle)
{
  static const double axis[3] = {0.36, -0.48, 0.8};

  for (int i = 0; i < 3; i++)
    phi[i] = angle * axis[i];
}

static void
test_log_inverts_exp(void)
{
  for (size_t i = 0; i < G_N_ELEMENTS(angles); i++) {
    double phi[3], back[3], q[4];

    rotation_of(phi, angles[i]);
    tr_quat_exp(q, phi);
    tr_quat_log(back, q);
    for (int k = 0; k < 3; k++)
      tr_assert_close(back[k], phi[k], 1e-13, 1e-18);
    for (int k = 0; k < 4; k++)
      q[k] = -q[k];
    tr_quat_log(back, q);
    for (int k = 0; k < 3; k++)
      tr_assert_close(back[k], phi[k], 1e-13, 1e-18);
  }
}

static void
test_matrix_is_a_product(void)
{
  double phi[3], a[4], b[4], ab[4], back[4], ra[9], rb[9], rab[9], product[9];

  rotation_of(phi, 1.3);
  tr_quat_exp(a, phi);
  tr_quat_exp(b, (double[]){0.2, 0.9, -0.4});
  tr_quat_multiply(ab, a, b);
  tr_quat_matrix(ra, a);
  tr_quat_matrix(rb, b);
  tr_quat_matrix(rab, ab);
  tr_mat3_multiply(product, ra, rb);
  tr_assert_close_array(rab, product, 9, 1e-14, 0);
  tr_quat_relative(back, a, ab);
  tr_assert_close_array(back, b, 4, 1e-14, 0);
}

/* Log(Exp(phi)^-1 Exp(phi + d)): its derivative at zero is the right Jacobian. */
static void
turn_by_vector(double *out, const double *d, void *user)
{
  const double *phi = user;
  double sum[3], a[4], b[4], relative[4];

  tr_vec3_add_scaled(sum, phi, 1, d);
  tr_quat_exp(a, phi);
  tr_quat_exp(b, sum);
  tr_quat_relative(relative, a, b);
  tr_quat_log(out, relative);
}

/* Log(Exp(phi) Exp(d)): its derivative at zero is the inverse. */
static void
vector_by_turn(double *out, const double *d, void *user)
{
  double q[4];

  tr_quat_exp(q, user);
  tr_quat_retract(q, q, d);
  tr_quat_log(out, q);
}

static void
test_jacobians(void)
{
  for (size_t i = 0; i < G_N_ELEMENTS(angles); i++) {
    double phi[3], jac[9];
    TrDerivative derivative = {.m = 3, .n = 3, .jacobian = jac, .user = phi, .is_exact = true};

    rotation_of(phi, angles[i]);
    if (angles[i] > 3)
      derivative.step = 1e-4; /* the logarithm turns over at pi */
    tr_so3_right_jacobian(jac, phi);
    derivative.name = "right Jacobian";
    derivative.func = turn_by_vector;
    tr_assert_derivative(&derivative);
    tr_so3_right_jacobian_inverse(jac, phi);
    derivative.name = "inverse right Jacobian";
    derivative.func = vector_by_turn;
    tr_assert_derivative(&derivative);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/linalg/quat/log-inverts-exp", test_log_inverts_exp);
  g_test_add_func("/engine/linalg/quat/product", test_matrix_is_a_product);
  g_test_add_func("/engine/linalg/quat/jacobians", test_jacobians);
  return g_test_run();
}
