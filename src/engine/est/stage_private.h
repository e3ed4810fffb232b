/* Scratch of one step and the functions that its three files share. */
#pragma once

#include "engine/est/stage.h"

struct TrStageWork {
  int n, m, n_joints, columns; /* columns = 3n + n_params */
  void *block;                 /* owns all arrays below */
  TrPlace *places;             /* [n_bodies] */
  TrAxial *axial;              /* [n_joints] at the last pass */
  int *pivot;                  /* [m] order of the independent rows */
  TrAxialInput *axial_in;      /* [n_joints] */

  double *v, *v_after, *e, *a0, *reaction;  /* [n] */
  double *g, *c0, *lambda, *eta, *previous; /* [m] */
  double *impulse;                          /* [n_joints] axial f */
  double *jac;                              /* [m x n] G */
  double *axes;                             /* [n_joints x n] G-bar */
  double *mass;                             /* [n x n] Cholesky factor of M_a */
  double *y;                                /* [n x m] M_a^-1 G^T */
  double *small, *small_factor;             /* [m x m] G M_a^-1 G^T + Sigma */
  double *load_gradient;                    /* [n_joints x m] */

  double *d_a0;              /* [n x columns] */
  double *d_lhs;             /* [n x columns] da0 - dG^T lambda - dM_a e */
  double *d_c0;              /* [m x columns] */
  double *d_mult;            /* [m x columns] right side, then dlambda of this pass, at last deta */
  double *d_lambda;          /* [m x columns] dlambda of the pass before */
  double *by_v, *by_v_after; /* [n x n] da0 by the velocities */
  double *turn[4];           /* [n_bodies x 9] see stage_jacobian.c */
  double *rate_v, *rate_v_after, *rate_e; /* [m x n] d(G v)/dq */
  double *axis_v, *axis_v_after, *axis_e; /* [n_joints x n] */
  double *small_vector[3];                /* [max(n, m, n_joints)] */
};

/* Dense mass matrix M (without rotors) into out[n x n]. */
void tr_stage_fill_mass(double *out, int n, const TrModel *model);

/* Velocities, rows and the factored system at the present pose, axial rates; the multipliers of the
 * pass before the first are zero. */
TR_NODISCARD TrStatus tr_stage_prepare(TrStageWork *work,
                                       const TrStageContext *context,
                                       const double *before,
                                       const double *now,
                                       const double *after,
                                       const double *u);

/* Passes that the mechanism needs: one, or three when friction depends on the load. */
int tr_stage_passes(const TrStageContext *context);

/* One pass: axial impulses with the load of the previous multipliers, then lambda, e and eta. */
void tr_stage_pass(TrStageWork *work, const TrStageContext *context);

/* r = a0 + G^T eta. */
void tr_stage_finish(double *r, const TrStageWork *work);

/* Sets the parameter columns of d_a0, d_lhs, d_c0 and of d_mult (d(G e) - dc0), and adds the
 * explicit part of d(G^T eta) to jac; d_a0 and d_lhs arrive zero there. */
void tr_stage_params(double *jac, TrStageWork *work, const TrStageContext *context);
