/* Rows of constraints and axes over the twelve columns of their two bodies, for mechanisms of many
 * bodies: the rows over all columns (mbs/mechanism/mechanism.h) are nearly all zeros.
 *
 * The rows of a part of a mechanism (tr_mechanism_part()) follow each other; both parts of a gear
 * have a row of their own, and their sum is the gear's. */
#pragma once

#include "engine/mbs/mechanism/private.h"

enum { TR_LOCAL = TR_PRIM_TANGENT };

/* Number of local rows of all parts. */
int tr_local_count(const TrMechanism *mechanism);

/* First local row of the i-th part. */
int tr_local_row(const TrMechanism *mechanism, int part);

/* G to rows[tr_local_count() x 12], G-bar to rows[n_joints x 12]; zero where a joint does not hold
 * or has no axis. */
void tr_local_jacobian(double *rows, const TrMechanism *mechanism, const TrPlace *places);
void tr_local_axes(double *rows, const TrMechanism *mechanism, const TrPlace *places);

/* rate[m] = G v. */
void
tr_local_rates(double *rate, const double *rows, const TrMechanism *mechanism, const double *v);

/* Column among all n of the k-th of a constraint's twelve; -1: of the world. */
static inline int
tr_local_column(const TrConstraint *c, int k)
{
  int body = k < 6 ? c->body_a : c->body_b;

  return body == TR_WORLD ? -1 : 6 * body + k % 6;
}

/* row v, of a constraint's local row and v[n]. */
static inline double
tr_local_dot(const double *row, const TrConstraint *c, const double *v)
{
  double sum = 0;

  for (int k = 0; c->body_a != TR_WORLD && k < 6; k++)
    sum += row[k] * v[6 * c->body_a + k];
  for (int k = 0; c->body_b != TR_WORLD && k < 6; k++)
    sum += row[6 + k] * v[6 * c->body_b + k];
  return sum;
}

/* v += s row^T. */
static inline void
tr_local_add(double *v, double s, const double *row, const TrConstraint *c)
{
  for (int k = 0; c->body_a != TR_WORLD && k < 6; k++)
    v[6 * c->body_a + k] += s * row[k];
  for (int k = 0; c->body_b != TR_WORLD && k < 6; k++)
    v[6 * c->body_b + k] += s * row[6 + k];
}
