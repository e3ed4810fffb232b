/* Internal interface of est/regress/regressor: its scratch. */
#pragma once

#include "engine/est/regress/regressor.h"

struct TrRegressor {
  const TrModel *model;
  const TrCoefficients *coefficients;
  TrMechanism *mechanism;
  int n, m, n_joints, n_freedoms; /* tangent, constraint rows, joints, chosen freedoms */
  TrRegressFreedom *freedom;      /* [n] */
  double gravity[3];
  const double *pose;
  TrPlace *places;
  double *jac, *axes, *free_rows;  /* [m x n], [n_joints x n], [mechanism->n_freedoms x n] */
  double *moved_rows, *moved_pose; /* the last at a neighbouring pose */
  double *unit;                    /* [n x n] identity */
  double *normal;                  /* [n x n] Cholesky factor of A^T A */
  double *motion;                  /* [n x n_freedoms] N, row-major */
  double *along;                   /* [n_joints x n_freedoms] S */
  double *twist, *acceleration;    /* [n] */
  double *joint_rate, *joint_acceleration; /* [n_joints] */
  double *slope;                           /* [max(m, n_joints) x n] */
  double *body_rows;                       /* [6 x 10] of one body */
  double *wrench;                          /* [n] */
  double *gram, *lambda;                   /* [m x m], [m] */
  double *scratch;                         /* (rows + 1) x n and more */
};

/* to += s from, of n numbers. */
static inline void
tr_regressor_add_scaled(double *to, double s, const double *from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] += s * from[i];
}
