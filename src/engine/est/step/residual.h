/* Residual of one time step in formulation `predicted` (theory 6.2, 6.4).
 *
 * From three consecutive poses, v = (q - q-)/h and v+ = (q+ - q)/h (differences on the manifold).
 * With M_a = M + G-bar^T J_s G-bar, the velocity error e against the implicit prediction and the
 * multipliers lambda solve
 *
 *   M_a e = a0 - G^T lambda,  G e = c0 + Sigma lambda
 *   a0 = M (v+ - v) - h (f - omega x J omega) - G-bar^T f_axial
 *   c0 = G v+ + (4/h) gamma g - gamma G v
 *
 * (for a drive's row g = s(q) - s_u, and both rates are less those of s_u: theory 2.5; with
 * `midpoint`, omega and the viscous rate are those of (v + v+)/2, which makes it second-order) and
 * the residual is
 *
 *   r = (M_a + G^T Sigma_w^-1 G) e = a0 + G^T eta,  eta = Sigma_w^-1 (c0 + Sigma lambda) - lambda
 *
 * Dry friction depends on lambda through its bound: Newton steps over lambda (est/step/load.c).
 * The second form of r has no M_a and gives the derivative by the implicit function theorem. */
#pragma once

#include "engine/mbs/force/axial.h"
#include "engine/mbs/mechanism/mechanism.h"
#include "engine/mbs/model/param.h"

/* Derivative of a motor's mean input over the step, or of a drive's prescribed motion, by a
 * parameter of its channel. */
typedef struct TrInputSlope {
  int motor;
  double slope;                   /* du/dp; 0: no dependence */
  double drive[TR_DRIVE_NUMBERS]; /* of position and rates; all 0 of other motors */
} TrInputSlope;

/* Data common to all steps of a log.  The arrays belong to the caller. */
typedef struct TrStepContext {
  const TrModel *model;
  const TrMechanism *mechanism;
  int n_params;
  int n_frozen;                   /* the last of them are columns W de, independent of
                                     weight_is_frozen */
  const TrParam *params;          /* [n_params] columns of the Jacobian */
  double h;                       /* [s] */
  bool is_rigid;                  /* the poses meet the constraints, and c0 = 0 (theory 6.10) */
  const struct TrTree *tree;      /* that a rigid step belongs to (est/step/tree.h); NULL: none */
  bool midpoint;                  /* gyroscopic and viscous terms at (v + v+)/2 */
  const double *sigma;            /* [m] Sigma at the true compliance */
  const double *sigma_w;          /* [m] Sigma_w of the weight */
  const double *gamma;            /* [m] */
  bool weight_is_frozen;          /* columns of parameters are W de instead of W de + dW e */
  const double *smoothing;        /* [n_joints] smoothing rates of dry friction */
  double chord;                   /* its slopes are those of rates (1 + chord) times as wide */
  const double *joint_sigma;      /* [n_freedoms] relative sd of the state error along the freedoms
                                     of the joints; NULL: of all bodies alike */
  const double *constraint_scale; /* with joint_sigma: factor on impulses of constraints */
  const bool *touching;           /* [n_contacts] those that are there in the step; NULL: all ... */
  const bool *touched; /* ... and in the step before, whose impacts rebound in this one */
  const TrInputSlope *input_slopes; /* [lanes x n_params] of the present steps; may be NULL without
                                       parameters of channels */
} TrStepContext;

/* Scratch of a step, which also keeps its results. */
typedef struct TrStepWork TrStepWork;

/* Returns scratch for mechanisms of this size and at most n_params parameters; NULL when memory is
 * out. */
TrStepWork *tr_step_work_new(const TrMechanism *mechanism, int n_params);
void tr_step_work_free(TrStepWork *work);

/* Poses [n_bodies x 7] of the three nodes of a step, and its inputs u[n_inputs]. */
typedef struct TrStepInput {
  const TrReal *before, *now, *after;
  const TrReal *u;
} TrStepInput;

/* Computes r[n], n = 6 n_bodies.  Returns TR_NOT_DEFINITE when M_a or the small system is not
 * positive definite. */
TR_NODISCARD TrStatus tr_step_residual(TrReal *r,
                                       TrStepWork *work,
                                       const TrStepContext *context,
                                       const TrStepInput *in);

/* The same and its Jacobian [n x (3n + n_params)], row-major: tangents of the poses before, now and
 * after, then the parameters. */
TR_NODISCARD TrStatus tr_step_linearize(
    TrReal *r, TrReal *jac, TrStepWork *work, const TrStepContext *context, const TrStepInput *in);

/* Derivative out[n x n_joints] of the residual that was evaluated last by forces along the joints
 * whose friction has no load. */
void tr_step_by_force(TrReal *out, const TrStepWork *work, const TrStepContext *context);

/* Axial impulse of a joint over h, f/h [N m, N]: motor, spring, friction at the step's load, drive.
 * If row is not NULL, also its derivative row[3n + n_params], columns as above. */
TR_NODISCARD TrStatus tr_step_effort(TrReal *effort,
                                     TrReal *row,
                                     TrStepWork *work,
                                     const TrStepContext *context,
                                     int joint,
                                     const TrStepInput *in);

/* r[n] = W_0 e of the step that `work` has just evaluated with `context`, with the weight W_0 of
 * the model and mechanism in `held`. Where a centre of mass differs, e is converted to that of
 * `held` for the same motion. scratch is of the same mechanism. */
void tr_step_freeze_weight(TrReal *r,
                           TrStepWork *scratch,
                           const TrStepContext *held,
                           const TrStepWork *work,
                           const TrStepContext *context);

/* Call it after tr_step_freeze_weight(): jac[n x columns] of that step, with the weight frozen,
 * becomes W_0 W^-1 jac.  This is the derivative of W_0 e up to a term of second order: e times the
 * difference between the pose derivatives of W and W_0. */
TR_NODISCARD TrStatus tr_step_freeze_jacobian(TrReal *jac,
                                              TrStepWork *scratch,
                                              const TrStepContext *held,
                                              const TrStepWork *work,
                                              const TrStepContext *context);

/* Whitens r[n] and its Jacobian jac[n x (3n + n_params)] of the step that `work` has just evaluated
 * (or frozen) with `context`, by the relative sds of impulses along the freedoms of the joints
 * (est/step/joint_weight.c).  TR_NOT_DEFINITE when a covariance is singular. */
TR_NODISCARD TrStatus tr_step_weigh_joints(TrReal *r,
                                           TrReal *jac,
                                           TrStepWork *work,
                                           const TrStepContext *context);

/* Returns the whitening of the last call, [2 n_freedoms x n]: rows H^T, then rows Y^T; the whitened
 * r is c r + Y H^T r, c = tr_step_constraint_scale(). */
const TrReal *tr_step_whitening(const TrStepWork *work);

/* Returns the factor c on impulses of constraints, one where all bodies count alike. */
static inline double
tr_step_constraint_scale(const TrStepContext *context)
{
  return context->joint_sigma ? *context->constraint_scale : 1;
}

/* Sets out[n_freedoms], the impulses along the freedoms of the joints that explain best the
 * impulses r[n] on the bodies at a pose under its inputs: each an estimate from all freedoms of its
 * loop by the relative sds of `context`.  TR_NOT_DEFINITE when the freedoms are singular. */
TR_NODISCARD TrStatus tr_step_joint_impulses(TrReal *out,
                                             TrStepWork *work,
                                             const TrStepContext *context,
                                             const TrStepInput *in,
                                             const TrReal *r);

/* After tr_step_weigh_joints() or tr_step_joint_terms(): rows [n_freedoms x n] whose products with
 * the whitened r are the estimates of the impulses along the freedoms, each by its relative sd. */
const TrReal *tr_step_joint_probe(const TrStepWork *work);

enum { TR_JOINT_TERMS = 3 };

/* Sets out[TR_JOINT_TERMS x n_freedoms], impulses along the freedoms of the joints in a step: of
 * inertia, of gravity, and of the joints' motors, springs and friction without load.  Where
 * freedoms depend on one another, those of the smallest sum of squares.  TR_NOT_DEFINITE when the
 * freedoms are singular. */
TR_NODISCARD TrStatus tr_step_joint_terms(TrReal *out,
                                          TrStepWork *work,
                                          const TrStepContext *context,
                                          const TrStepInput *in);

/* Multipliers [m] of the last call. */
const TrReal *tr_step_lambda(const TrStepWork *work);

/* State of a joint during a step. */
typedef struct TrStepJoint {
  double rate, rate_after; /* before and after it [rad/s or m/s] */
  double load;             /* of dry friction */
  double stretch;          /* of the spring [rad or m]; 0 without one */
} TrStepJoint;

/* Returns a joint of the last call, in one lane. */
TrStepJoint tr_step_joint(const TrStepWork *work, int joint, int lane);

/* Largest |g| of the last call [m, 1]. */
double tr_step_violation(const TrStepWork *work);

/* Initial-state residual of a pose under its node's inputs: r = W G^+ g/h with W = M + G^T
 * Sigma_w^-1 G, and, unless jac is NULL, its Jacobian [n x (n + n_params)] with W and G^+ frozen.
 * Returns the number of independent rows. */
int tr_step_initial(TrReal *r,
                    TrReal *jac,
                    TrStepWork *work,
                    const TrStepContext *context,
                    const TrReal *pose,
                    const TrReal *u);

/* out = pose (+) step, then moved back onto g = g(pose) + G step: the effect of the step on the
 * constraints by the linear model that it was computed with.  Without this second-order correction
 * a rotation by phi violates a joint with arm s by s phi^2/2, whose cost prevents long steps. */
void tr_step_retract(TrReal *out,
                     TrStepWork *work,
                     const TrStepContext *context,
                     const TrReal *pose,
                     const TrReal *step);

/* v[6 n_bodies] = (to - from)/h on the manifold. */
void tr_pose_velocity(TrReal *v, int n_bodies, const TrReal *from, const TrReal *to, double h);

/* pose <- pose (+) step, step[6 n_bodies]; out may be pose. */
void tr_pose_retract(TrReal *out, int n_bodies, const TrReal *pose, const TrReal *step);
