/* Balance of free bodies over a step, for the stepper and the estimator alike (theory 3.1, 6.2):
 * the mass matrix and the impulses that a change of the twist needs, without joints. */
#pragma once

#include "engine/linalg/vec3.h"
#include "engine/mbs/model/model.h"

/* Fills the elements of a body's mass matrix diag(m I, J) [6 x 6] that are not zero, in rows of
 * `stride` numbers. */
static inline void
tr_balance_body_mass(TrReal *out, int stride, const TrBody *body)
{
  TrReal tensor[9];

  tr_mat3_from_tensor(tensor, body->inertia);
  for (int i = 0; i < 3; i++) {
    out[i * stride + i] = tr_real(body->mass);
    for (int j = 0; j < 3; j++)
      out[(3 + i) * stride + 3 + j] = tensor[3 * i + j];
  }
}

/* Fills out[n x n], n = 6 n_bodies, with the mass matrix of all bodies. */
static inline void
tr_balance_mass(TrReal *out, int n, const TrModel *model)
{
  tr_real_clear(out, n * n);
  for (int b = 0; b < model->n_bodies; b++)
    tr_balance_body_mass(out + 6 * b * (n + 1), n, &model->bodies[b]);
}

/* Sets out[6] = (m (x - h g), J x_angular + h omega x J omega) [N s, N m s] of a body: the impulse
 * for a change x of its twist under gravity g, less that of the gyroscopic moment at omega.  With
 * -h in place of h it is the momentum that a twist x has after the step. */
static inline void
tr_balance_body(TrReal out[6],
                const TrBody *body,
                const TrReal x[6],
                const TrReal omega[3],
                const double gravity[3],
                double h)
{
  TrReal tensor[9], moment[3], spin[3], gyro[3];

  tr_mat3_from_tensor(tensor, body->inertia);
  tr_mat3_apply(moment, tensor, x + 3);
  tr_mat3_apply(spin, tensor, omega);
  tr_vec3_cross(gyro, omega, spin);
  for (int i = 0; i < 3; i++) {
    out[i] = body->mass * (x[i] - h * gravity[i]);
    out[3 + i] = moment[i] + h * gyro[i];
  }
}
