/* Internal interface of est/step/residual: scratch of one step (or of one step per lane) and shared
 * functions. */
#pragma once

#include "engine/est/step/pattern.h"
#include "engine/est/step/residual.h"
#include "engine/mbs/force/swing.h"

/* TrStepWork.turn: rotational blocks of dv/dq-, dv/dq, dv+/dq, dv+/dq+ (the translational ones are
 * -+1/h). */
enum { TR_TURN_V_BEFORE, TR_TURN_V_NOW, TR_TURN_AFTER_NOW, TR_TURN_AFTER_AFTER, TR_N_TURNS };

/* Derivatives have columns = 3n + n_params of the present context: by v, v+, the present pose, the
 * parameters; for a tree n_params, those of the parameters alone.  The joints' impulses f and the
 * multipliers are intermediate variables:
 *
 *   da0 = d_a0 - G-bar^T d_force,  with M_a in d_a0 and the rotors left out of d_force
 *   M_a de = da0 + d_left - G^T dlambda,  G de = dc0 + Sigma dlambda - d(G) e */
struct TrStepWork {
  int n, m, n_joints, n_freedoms, columns;
  int state_columns;               /* 3n; of a tree's steps 0 */
  void *block;                     /* owns all arrays below */
  TrPlace *places;                 /* [n_bodies] */
  TrAxial *axial;                  /* [n_joints] */
  TrAxialInput *axial_in;          /* [n_joints] */
  TrStepPattern pattern;           /* of M_a and of G M_a^-1 G^T */
  struct TrStepContacts *contacts; /* est/step/contacts.h; NULL without contacts */
  bool is_loaded;                  /* some joint's friction depends on lambda */

  TrReal *v, *v_after, *e, *a0;  /* [n] */
  TrReal *g, *c0, *lambda, *eta; /* [m] */
  TrReal *impulse;               /* [n_joints] f */
  TrReal *jac;                   /* [m x n] G */
  TrReal *axes;                  /* [n_joints x n] G-bar */
  TrReal *mass, *mass_factor;    /* [n x n] M_a, its factor */
  TrReal *y;                     /* [n x m] M_a^-1 G^T */
  TrReal *rows_factor;           /* [m x m] of G G^T */
  TrReal *small_factor;          /* [m x m] of G M_a^-1 G^T + Sigma, factored */
  TrReal *response;              /* [m x n_joints] -dlambda/df */
  TrReal *load_gradient;         /* [n_joints x m] dload/dlambda */

  TrReal *d_a0;     /* [n x columns], dr in the end */
  TrReal *d_left;   /* [n x (n + n_params)] of pose and parameters: -d(G^T) lambda - d(M_a) e */
  TrReal *d_force;  /* [n_joints x columns] */
  TrReal *d_c0;     /* [m x columns] */
  TrReal *d_mult;   /* [m x columns] d(G) e - dc0, then dlambda, finally deta */
  TrReal *d_load;   /* [n_joints x columns] scratch */
  TrReal *feedback; /* [n_joints x n_joints] scratch */
  TrReal *turn[TR_N_TURNS]; /* [n_bodies x 9] */

  /* of a tree's steps: balances without the joints' impulses, distributed on the rows and freedoms
   * of the joints (theory 6.10c) */
  TrReal *tree_inverse;    /* [n_bodies x 36] K_child^-1 in the order of the tree */
  TrReal *tree_lambda;     /* [m] along the rows */
  TrReal *tree_along;      /* [n_freedoms] along the freedoms */
  TrReal *tree_kept;       /* [m + n_joints] scratch */
  TrReal *rate[3];         /* [m x n] d(G v)/dq, for v+ and for e */
  TrReal *axis_rate[3];    /* [n_joints x n] of G-bar */
  TrReal *small_vector[3]; /* [n + m + n_joints] scratch */

  /* of the weight by joint, nd = n_freedoms (est/step/joint_weight.c) */
  bool has_loop;                  /* freedoms depend on one another */
  double *one;                    /* [nd] */
  TrReal *free_rows;              /* [nd x n] D */
  TrReal *basis, *spread, *probe; /* [nd x n] H^T, then Y^T = (H X - c M_a H A^-1)^T; V^T */
  TrReal *mix, *root, *factor;    /* [nd x nd] R, X, scratch */
  TrReal *along;                  /* [nd x columns] scratch */
};

/* A matrix a[n_rows x n] whose rows are zero outside their spans. */
typedef struct TrSpannedRows {
  const TrReal *a;
  const TrStepSpan *spans;
  int n_rows, n;
} TrSpannedRows;

/* Sum of row[i] v[i] over a span. */
static inline TrReal
tr_step_dot(const TrReal *row, TrStepSpan span, const TrReal *v)
{
  TrReal sum = tr_real(0);

  for (int i = span.begin; i < span.end; i++)
    sum += row[i] * v[i];
  return sum;
}

/* out[n] += s A^T x, x[n_rows]. */
static inline void
tr_step_add_rows(TrReal *out, double s, TrSpannedRows rows, const TrReal *x)
{
  for (int r = 0; r < rows.n_rows; r++) {
    const TrReal *row = rows.a + r * rows.n;
    TrReal factor = s * x[r];

    for (int i = rows.spans[r].begin; i < rows.spans[r].end; i++)
      out[i] += factor * row[i];
  }
}

/* First column of the derivatives by the pose. */
static inline int
tr_step_pose_column(const TrStepWork *work)
{
  return work->state_columns / 3 * 2;
}

/* First column of the derivatives by the parameters. */
static inline int
tr_step_param_column(const TrStepWork *work)
{
  return work->state_columns;
}

/* Finds where the rows, axes and M_a of a model are zero, if its rotors are not those before;
 * whatever fills rows or axes of a work does this first. */
void tr_step_find_pattern(TrStepWork *work, const TrMechanism *mechanism, const TrModel *model);

/* Computes places, constraint values, rows, axes and M_a at a pose under its node's inputs. */
void
tr_step_place(TrStepWork *work, const TrStepContext *context, const TrReal *now, const TrReal *u);

/* Adds the rotors to the mass matrix: G-bar^T J_s G-bar. */
void tr_step_add_rotors(TrStepWork *work, const TrModel *model);

/* Body rates omega at which a body's gyroscopic torque is evaluated [rad/s]. */
void
tr_step_gyro_rate(TrReal omega[3], const TrStepWork *work, const TrStepContext *context, int body);

/* Derivative of the gyroscopic impulse h omega x J omega by the body rates of v: h ([omega]x J - [J
 * omega]x); with `midpoint` half of it by v and by v+ each. */
void
tr_step_gyro_slope(TrReal gyro[9], const TrStepWork *work, const TrStepContext *context, int body);

/* Computes c0 = G v+ + gamma (4 g/h - G v), a0 without the joints' impulses, and these impulses
 * without a load, from the velocities in the work. */
void tr_step_balance(TrStepWork *work, const TrStepContext *context, const TrReal *u);

/* Returns the stretch of a joint's spring at the places; if row is not NULL, also its derivative
 * row[12] by the tangents of parent and child. */
TrReal
tr_step_stretch(TrReal *row, const TrStepWork *work, const TrStepContext *context, int joint);

/* Returns whether a joint's rotor, or one that is a parameter, feels the turning of its axis ... */
bool tr_step_swings(const TrStepContext *context, int joint);

/* ... and what it feels (mbs/force/swing.h), with its derivatives if slopes is not NULL. */
TrReal tr_step_swing(TrSwingSlopes *slopes,
                     const TrStepWork *work,
                     const TrStepContext *context,
                     int joint);

/* Computes the joints' impulses under the load of work->lambda. */
void tr_step_load_joints(TrStepWork *work, const TrStepContext *context);

/* feedback = dload/dlambda response: the derivative of the joints' loads by their impulses, except
 * for the sign. */
void tr_step_fill_feedback(TrStepWork *work);
/* Solves x <- (I + d_load feedback)^-1 x, x[n_joints x columns]; overwrites the feedback.  It
 * closes the loop between load, friction and multipliers. */
void tr_step_close_loop(TrReal *x, int columns, TrStepWork *work);

/* Solves lambda = (G y + Sigma)^-1 (y^T a0 - c0), a0 with the impulses under the load of lambda ...
 */
void tr_step_find_multipliers(TrStepWork *work, const TrStepContext *context);

/* ... which a0 does not contain yet: a0 <- a0 - G-bar^T f. */
void tr_step_take_impulses(TrStepWork *work);

/* r = a0 + G^T eta. */
void tr_step_finish(TrReal *r, const TrStepWork *work);

/* First half of a residual: everything but the multipliers, with a0 of the step before the joints'
 * impulses ... */
TR_NODISCARD TrStatus tr_step_begin(TrStepWork *work,
                                    const TrStepContext *context,
                                    const TrStepInput *in);

/* ... second half; and, after tr_step_differentiate(), the Jacobian. */
void tr_step_end(TrReal *r, TrStepWork *work, const TrStepContext *context);
void tr_step_end_jacobian(TrReal *jac, TrStepWork *work, const TrStepContext *context);

/* Sets the number of columns and computes all columns of d_a0, d_left, d_force, d_c0 and d_mult, at
 * constant multipliers ... */
void tr_step_differentiate(TrStepWork *work, const TrStepContext *context);

/* ... then, with dlambda in d_mult: the part of d_force that comes from the load, for given
 * multipliers ... */
void tr_step_add_load(TrReal *d_load, const TrStepWork *work, const TrReal *d_mult);

/* ... and d_a0 <- d_a0 - G-bar^T d_force + G^T d_eta + d(G^T) eta = dr, d_eta[m x columns]. */
void tr_step_collect(TrStepWork *work, const TrStepContext *context, const TrReal *d_eta);

/* Parameter columns of tr_step_differentiate(), which are zero on entry ... */
void tr_step_params(TrStepWork *work, const TrStepContext *context);

/* ... and of tr_step_collect(): d(G^T) eta, less d(W) e where the weight is frozen. */
void tr_step_collect_params(TrStepWork *work, const TrStepContext *context);

/* Rotational blocks of the derivatives of the velocity by both poses: with phi = h omega,
 * d phi = J_r^-1(phi) dpsi_to - J_r^-1(-phi) dpsi_from.  The translational ones are -+1/h. */
void tr_step_turns(TrReal *from, TrReal *to, int n_bodies, const TrReal *v, double h);

/* Derivative V[n x n] of the velocity by a pose, block diagonal: s I/h for positions and the blocks
 * `turn` for rotations. */
typedef struct TrVelocitySlope {
  int n;
  double s_over_h;
  const TrReal *turn; /* [n/6 x 9] */
} TrVelocitySlope;

/* out[rows x n] += A[rows x n] V; the matrices have rows of `out_stride` and `a_stride` numbers. */
void tr_step_add_times_velocity(
    TrReal *out, int out_stride, const TrReal *a, int a_stride, int rows, TrVelocitySlope v);

/* Derivative of one of the drive's numbers by a parameter of its channel, in the row of the drive;
 * 0 elsewhere. */
TrReal
tr_step_drive_slope(const TrStepContext *context, int param, const TrConstraint *drive, int number);

/* Index of the first drive's constraint; the drives' constraints are the last ones of the
 * mechanism. */
static inline int
tr_step_first_drive(const TrStepContext *context)
{
  return context->mechanism->n_constraints - context->mechanism->n_drives;
}

/* Initial residuals: factors the independent rows of G (after tr_step_place() or the like) and
 * returns their number; x = G^+ b/h; out = (M + G^T weight^-1 G) x for x[n x columns],
 * weight[m]. */
int tr_step_factor_rows(TrStepWork *work);
void tr_step_pseudo_inverse(TrReal *x, const TrStepWork *work, double h, const TrReal *b);
void tr_step_apply_weight(TrReal *out,
                          TrStepWork *work,
                          const TrModel *model,
                          const double *weight,
                          const TrReal *x,
                          int columns);
