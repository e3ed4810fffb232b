/* Constraint rows of a model: all primitives of all joints in one list, gears, then a coordinate of
 * each joint whose motion is prescribed, with dense assembly of their values and derivatives over
 * all bodies.
 *
 * n = 6 n_bodies is the size of the tangent of all poses (and of all twists), m = n_rows.  Matrices
 * are row-major; functions that "add" accumulate into their output. */
#pragma once

#include "engine/mbs/model/joint.h"
#include "engine/mbs/model/param.h"
#include "engine/mbs/model/trajectory.h"

/* A primitive between two bodies, and its rows. */
typedef struct TrConstraint {
  TrPrim prim;
  int joint;
  int body_a, body_b; /* body_a may be TR_WORLD */
  int row, n_rows;    /* index among the m rows */
  bool angular;       /* rows of directions (compliance and load count them as angular) */
  bool is_rate;       /* rows of rates alone, without a value */
  bool is_off;        /* the joint does not hold at present: its rows are zero */
  int motor;          /* that prescribes this coordinate of the joint; -1: the joint's own row */
  int input;          /* index of its numbers among the inputs of a step */
  int gear;           /* joint of type gear whose row this coordinate is a part of; -1: none */
  double scale;       /* factor of the primitive in its rows: 1, or that of a gear's part */
  double shift;       /* of a gear's first part: subtracted from the row [rad or m] */
  double period;      /* of a gear: period of the row, 0: none */
} TrConstraint;

/* A gear is a row over the bodies of two joints (mbs/model/gears.h):
 *
 *   g = s_second - ratio s_first - offset, to the nearest tooth
 *
 * stored as two parts, one of each joint, since a part is a primitive like all others. */
typedef struct TrMechanism {
  int n_bodies, n_joints, n_rows, n_constraints;
  int n_rates;  /* rows of rates alone */
  double time;  /* [s] of joints and contacts that are not always active; NAN: none is */
  int n_drives; /* the last of them */
  TrConstraint *constraints; /* [n_constraints] */
  int *first_of;             /* [n_joints + 1] first of the constraints of each joint's own rows,
                                which follow each other; drives are behind all */
  TrConstraint *axes;        /* [n_joints] axial row of each joint; n_rows 0 where it has none */
  int n_free_constraints;    /* primitives whose rates are those that the joints leave free ... */
  int n_freedoms;            /* ... and their rows */
  TrConstraint *freedoms;    /* [n_free_constraints] */
  int n_gears;               /* their rows follow those of the joints, before those of drives */
  TrConstraint *gears;       /* [2 n_gears] second and first joint of each */
} TrMechanism;

/* Returns the mechanism of a model that has passed tr_model_check(); NULL when memory is out.  The
 * caller frees it. */
TrMechanism *tr_mechanism_new(const TrModel *model);
void tr_mechanism_free(TrMechanism *mechanism);

/* Updates arms and directions after a change of the model's numbers. */
void tr_mechanism_update(TrMechanism *mechanism, const TrModel *model);

/* Sets the time at which joints hold and contacts are there (TrActive).  A new mechanism has that
 * of none: what knows no time (assembly, start motions) lets such joints go. */
void tr_mechanism_switch(TrMechanism *mechanism, const TrModel *model, double time);

/* Removes the rows of prescribed motions.  Do not call tr_mechanism_update() afterwards. */
void tr_mechanism_drop_drives(TrMechanism *mechanism);

/* Rotation matrices of all poses [n_bodies x 7]. */
void tr_mechanism_places(TrPlace *places, int n_bodies, const TrReal *pose);

/* Constraint values g[m] and their Jacobian G[m x n].  For a drive, the value is the coordinate
 * until tr_mechanism_take_drives() subtracts the prescribed one. */
void tr_mechanism_value(TrReal *g, const TrMechanism *mechanism, const TrPlace *places);
void tr_mechanism_jacobian(TrReal *jac, const TrMechanism *mechanism, const TrPlace *places);

/* g <- g - s_u for the step's inputs u[n_inputs], angles to the nearest turn; without inputs
 * only differences of angles are reduced to the nearest turn, and those of gears to the nearest
 * tooth. */
void tr_mechanism_take_drives(TrReal *g, const TrMechanism *mechanism, const TrReal *u);

/* G-bar[n_joints x n]: the rates of the joints are G-bar v. */
void tr_mechanism_axes(TrReal *jac, const TrMechanism *mechanism, const TrPlace *places);

/* Sets the rows of rates alone in a matrix [m x columns] to zero: dg/dx is G
 * but for them. */
void tr_mechanism_clear_rates(TrReal *rows, const TrMechanism *mechanism, int columns);

/* D[n_freedoms x n]: the rates that the joints leave free are D v, and a torque or force along one
 * of them acts on the bodies as a row of D. */
void tr_mechanism_freedoms(TrReal *jac, const TrMechanism *mechanism, const TrPlace *places);

/* Adds s d(G^T lambda)/dx (axes: s d(G-bar^T f)/dx, f[n_joints]) to out[n x n] of a matrix with
 * rows of `stride` numbers. */
void tr_mechanism_add_force_derivative(TrReal *out,
                                       int stride,
                                       double s,
                                       const TrMechanism *mechanism,
                                       const TrPlace *places,
                                       const TrReal *lambda);
void tr_mechanism_add_axis_force_derivative(TrReal *out,
                                            int stride,
                                            double s,
                                            const TrMechanism *mechanism,
                                            const TrPlace *places,
                                            const TrReal *f);

/* out[m x n] = d(G v)/dx at constant v[n] (axes: out[n_joints x n]). */
void tr_mechanism_rate_derivative(TrReal *out,
                                  const TrMechanism *mechanism,
                                  const TrPlace *places,
                                  const TrReal *v);
void tr_mechanism_axis_rate_derivative(TrReal *out,
                                       const TrMechanism *mechanism,
                                       const TrPlace *places,
                                       const TrReal *v);

/* Set of arms that a parameter moves along an axis of their body: a centre of mass shifts all arms
 * of its body by minus its change, an anchor one arm of its joint.  A rod's length counts as an
 * arm, too. */
typedef struct TrArm {
  int body;
  int joint; /* -1: all joints of the body */
  int axis;
  bool parent, child; /* on the parent's or the child's side of the joint */
  bool length;        /* the joint's length, on neither side; body and axis are unused */
  bool stays;         /* the points at the arms' ends stay, and the body's centre moves instead */
  double sign;
} TrArm;

/* Returns whether a parameter moves arms: TR_PARAM_COM, TR_PARAM_ANCHOR_PARENT,
 * TR_PARAM_ANCHOR_CHILD, TR_PARAM_LENGTH. */
bool tr_param_moves_arms(TrParam param);
TrArm tr_arm_of(const TrModel *model, TrParam param);

/* Column of the arm in a constraint's geometry, or -1 when the constraint does not depend on it. */
int tr_constraint_arm_column(const TrConstraint *constraint, const TrArm *arm);

/* Derivatives by the parameter of an arm, as columns: value[m] of g, rate[m] of G v, force[n] of
 * G^T lambda; the axial ones rate[n_joints], force[n].  All are set, not added. */
void tr_mechanism_arm_value(TrReal *value,
                            const TrMechanism *mechanism,
                            const TrPlace *places,
                            const TrArm *arm);
void tr_mechanism_arm_rate(TrReal *rate,
                           const TrMechanism *mechanism,
                           const TrPlace *places,
                           const TrArm *arm,
                           const TrReal *v);
void tr_mechanism_arm_force(TrReal *force,
                            const TrMechanism *mechanism,
                            const TrPlace *places,
                            const TrArm *arm,
                            const TrReal *lambda);
void tr_mechanism_arm_axis_rate(TrReal *rate,
                                const TrMechanism *mechanism,
                                const TrPlace *places,
                                const TrArm *arm,
                                const TrReal *v);
void tr_mechanism_arm_axis_force(TrReal *force,
                                 const TrMechanism *mechanism,
                                 const TrPlace *places,
                                 const TrArm *arm,
                                 const TrReal *f);

/* Automatic damping times as shares of h: of SPOOK, and of its variant of second order (theory 3.2,
 * 3.5). */
#define TR_SPOOK_TAU        0.25
#define TR_SECOND_ORDER_TAU 0.1

/* Regularisation of each row for a step h (theory 3.2b): gamma = 1/(1 + 4 tau/h) and Sigma = 4/h^2
 * max(eps, eps_floor) gamma, eps and tau scaled; an automatic tau is auto_tau.  Rows of rates
 * have that Sigma with gamma = 0: G v+ + Sigma lambda = 0 (theory 2.3).  The floor of a
 * gear's row applies at unit length: (1 + ratio^2) eps_floor. */
typedef struct TrRelaxation {
  double h, compliance_scale, damping_scale;
  double auto_tau;  /* [s] */
  double eps_floor; /* [m/N, rad/(N m)] */
  double added_tau; /* [s] to the damping time of each row */
} TrRelaxation;
void tr_mechanism_relaxation(double *sigma,
                             double *gamma,
                             const TrMechanism *mechanism,
                             const TrModel *model,
                             const TrRelaxation *relaxation);
