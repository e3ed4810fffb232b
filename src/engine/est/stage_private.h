/* Scratch of one step and the functions that its three files share. */
#pragma once

#include "engine/est/stage.h"

/* TrStageWork.turn: rotational blocks of dv/dq-, dv/dq, dv+/dq, dv+/dq+ (the translational ones are
 * -+1/h). */
enum { TR_TURN_V_BEFORE, TR_TURN_V_NOW, TR_TURN_AFTER_NOW, TR_TURN_AFTER_AFTER };

struct TrStageWork {
  int n, m, n_joints, columns; /* columns = 3n + n_params */
  bool has_velocities;         /* velocities are unknowns themselves; derivatives by v and v+ have
                                  the columns of the poses before and after */
  void *block;                 /* owns all arrays below */
  TrPlace *places;             /* [n_bodies] */
  TrAxial *axial;              /* [n_joints] at the last pass */
  TrAxialInput *axial_in;      /* [n_joints] */

  TrReal *v, *v_after, *e, *a0, *reaction;  /* [n] */
  TrReal *g, *c0, *lambda, *eta, *previous; /* [m] */
  TrReal *impulse;                          /* [n_joints] axial f */
  TrReal *jac;                              /* [m x n] G */
  TrReal *axes;                             /* [n_joints x n] G-bar */
  TrReal *mass;                             /* [n x n] Cholesky factor of M_a */
  TrReal *y;                                /* [n x m] M_a^-1 G^T */
  TrReal *small, *small_factor;             /* [m x m] G M_a^-1 G^T + Sigma */
  TrReal *load_gradient;                    /* [n_joints x m] */

  TrReal *d_a0;              /* [n x columns] */
  TrReal *d_lhs;             /* [n x columns] da0 - dG^T lambda - dM_a e */
  TrReal *d_c0;              /* [m x columns] */
  TrReal *d_mult;            /* [m x columns] right side, then dlambda of this pass, at last deta */
  TrReal *d_lambda;          /* [m x columns] dlambda of the pass before */
  TrReal *d_part;            /* [n x columns] of one residual of several */
  TrReal *by_v, *by_v_after; /* [n x n] da0 by the velocities */
  TrReal *turn[4];           /* [n_bodies x 9] */
  TrReal *rate_v, *rate_v_after, *rate_e; /* [m x n] d(G v)/dq */
  TrReal *axis_v, *axis_v_after, *axis_e; /* [n_joints x n] */
  TrReal *small_vector[3];                /* [max(n, m, n_joints)] */
};

/* Dense mass matrix M (without rotors) into out[n x n]. */
void tr_stage_fill_mass(TrReal *out, int n, const TrModel *model);

/* Places, constraint values, rows, axes and the factored system at the present pose. */
TR_NODISCARD TrStatus tr_stage_place(TrStageWork *work,
                                     const TrStageContext *context,
                                     const TrReal *now);

/* Body rates at which a body's gyroscopic torque is taken. */
void tr_stage_gyro_rate(TrReal omega[3],
                        const TrStageWork *work,
                        const TrStageContext *context,
                        int body);

/* c0 = G v+ + gamma (4 g/h - G v) of the velocities in the work. */
void tr_stage_rows(TrStageWork *work, const TrStageContext *context);

/* Rates of the joints and what their axial impulses need besides the load. */
void tr_stage_axial_rates(TrStageWork *work, const TrStageContext *context, const TrReal *u);

/* a0 with axial impulses whose load is that of the previous multipliers. */
void tr_stage_impulses(TrStageWork *work, const TrStageContext *context);

/* Velocities, rows and the factored system at the present pose, axial rates; the multipliers of the
 * pass before the first are zero. */
TR_NODISCARD TrStatus tr_stage_prepare(TrStageWork *work,
                                       const TrStageContext *context,
                                       const TrReal *before,
                                       const TrReal *now,
                                       const TrReal *after,
                                       const TrReal *u);

/* Passes that the mechanism needs: one, or three when friction depends on the load. */
int tr_stage_passes(const TrStageContext *context);

/* One pass: axial impulses with the load of the previous multipliers, then lambda, e and eta. */
void tr_stage_pass(TrStageWork *work, const TrStageContext *context);

/* r = a0 + G^T eta. */
void tr_stage_finish(TrReal *r, const TrStageWork *work);

/* Sets the parameter columns of d_a0, d_lhs, d_c0 and of d_mult (d(G e) - dc0), and adds the
 * explicit part of d(G^T eta) to jac; d_a0 and d_lhs arrive zero there. */
void tr_stage_params(TrReal *jac, TrStageWork *work, const TrStageContext *context);

/* Derivatives, in this order: what all passes share (velocities by the poses, d(G v)/dq and
 * d(G-bar v)/dq for v and v+, dc0) ... */
void tr_stage_prepare_derivatives(TrStageWork *work, const TrStageContext *context);

/* ... da0 and the left side by the states ... */
void tr_stage_balance_derivatives(TrStageWork *work, const TrStageContext *context);

/* ... jac [n x columns] set to the explicit part of d(G^T eta)/dq; then tr_stage_params() ... */
void tr_stage_start_jacobian(TrReal *jac, TrStageWork *work, const TrStageContext *context);

/* ... and the load of dry friction, which follows the multipliers with d_lambda: da0 (and with it
 * the left side) -= G-bar^T (df/dload) (dload/dlambda) dlambda.  d_mult is scratch. */
void tr_stage_add_load_feedback(TrStageWork *work);

/* Rotational blocks of the velocity between two poses by both of them: with phi = h omega,
 * d phi = J_r^-1(phi) dpsi_to - J_r^-1(-phi) dpsi_from.  The translational ones are -+1/h. */
void tr_stage_turns(TrReal *from, TrReal *to, int n_bodies, const TrReal *v, double h);

/* out[rows x n at column `first` of a matrix with `columns`] += A[rows x n] V, V block diagonal:
 * s I/h for positions and the turns for rotations. */
void tr_stage_add_times_velocity(TrReal *out,
                                 int columns,
                                 int first,
                                 const TrReal *a,
                                 int rows,
                                 int n,
                                 double s_over_h,
                                 const TrReal *turn);

/* Initial residuals: independent rows of G (after tr_stage_place() or the like), their number; x =
 * G^+ b/h; out = (M + G^T weight^-1 G) x for x[n x columns], weight[m]. */
int tr_stage_factor_rows(TrStageWork *work);
void tr_stage_pseudo_inverse(TrReal *x, const TrStageWork *work, double h, const TrReal *b);
void tr_stage_apply_weight(TrReal *out,
                           TrStageWork *work,
                           const TrModel *model,
                           const double *weight,
                           const TrReal *x,
                           int columns);
