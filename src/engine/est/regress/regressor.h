/* Regressor: the forces that a motion needs, as rows of coefficients (theory 15.1, 12.2).
 *
 * With A the rows of the constraints and of as many freedoms as the constraints leave, N solves
 * A N = [0; 1]: the twists of all bodies at unit rates of these freedoms.  For any virtual motion
 * along N the constraints do no work, and for freedom i
 *
 *   N_i^T (Y z_bodies) + sum_j S_ji (friction_j + spring_j + rotor_j - motor_j) = 0,  S = G-bar N
 *
 * a row of the regressor times the coefficients z is zero.  Y are the Newton-Euler equations of the
 * bodies about their origins.  Freedoms of prescribed motions are locked: their forces are unknown.
 */
#pragma once

#include "engine/est/regress/coefficients.h"
#include "engine/mbs/mechanism/mechanism.h"

/* Kinds of freedoms, with the meaning of row. */
typedef enum TrFreedomKind {
  TR_FREEDOM_AXIS,  /* the coordinate of a hinge or slide: in tr_mechanism_axes() */
  TR_FREEDOM_JOINT, /* a rate that a joint leaves free: in tr_mechanism_freedoms() */
  TR_FREEDOM_BODY   /* a component of the twists, where a body moves in a way that no joint has */
} TrFreedomKind;

/* A freedom that has an equation. */
typedef struct TrRegressFreedom {
  TrFreedomKind kind;
  int joint; /* that has it; the first one of a body */
  int row;
} TrRegressFreedom;

typedef struct TrRegressor TrRegressor;

/* Returns a regressor of a model whose bodies have com 0, so that poses are those of their origins
 * (tr_model_at_origins()); NULL when memory is out.  Model and coefficients are kept. */
TrRegressor *tr_regressor_new(const TrModel *model, const TrCoefficients *coefficients);
void tr_regressor_free(TrRegressor *regressor);

/* Returns a copy of a model with all com 0; NULL when memory is out. */
TrModel *tr_model_at_origins(const TrModel *model);

/* Chooses the freedoms at a closed pose: those of joints with a motor first, then of joints with a
 * position sensor, then others, then those of bodies.  TR_BAD_MODEL when all motion is prescribed.
 */
TR_NODISCARD TrStatus tr_regressor_choose(TrRegressor *regressor,
                                          const double *pose,
                                          TrError *error);
int tr_regressor_n_freedoms(const TrRegressor *regressor);
const TrRegressFreedom *tr_regressor_freedom(const TrRegressor *regressor, int i);

/* Takes a pose.  TR_NOT_DEFINITE in a configuration in which the chosen freedoms do not determine
 * the motion. */
TR_NODISCARD TrStatus tr_regressor_place(TrRegressor *regressor, const double *pose);

/* Rates of the chosen freedoms [n_freedoms] of a twist of all bodies, at the pose taken. */
void tr_regressor_rates(double *rates, const TrRegressor *regressor, const double *twist);

/* Rates of a motion. */
typedef struct TrRegressMotion {
  const double *rates, *accelerations;   /* [n_freedoms] of the chosen freedoms */
  const double *driven, *driven_changes; /* [n_drives] rates and accelerations of the joints that
                                            drives prescribe, in the motors' order */
} TrRegressMotion;

/* Takes a motion at the pose taken; all bodies follow by the constraints. */
void tr_regressor_move(TrRegressor *regressor, const TrRegressMotion *motion);

/* Twists and accelerations [6 n_bodies] of the motion taken, and rates [n_joints] of the joints. */
const double *tr_regressor_twist(const TrRegressor *regressor);
const double *tr_regressor_acceleration(const TrRegressor *regressor);
const double *tr_regressor_joint_rates(const TrRegressor *regressor);

/* Forces beside the motion. */
typedef struct TrRegressInput {
  const double *u;         /* inputs (mbs/model/model.h) */
  const double *load;      /* [n_joints] of dry friction [N m] or [N]; 1 without load */
  const double *smoothing; /* [n_joints] rates; 0: the sign of the rate */
} TrRegressInput;

/* Computes rows [n_freedoms x n_coefficients] [N m] or [N] per unit of the coefficient. */
void tr_regressor_rows(double *rows, TrRegressor *regressor, const TrRegressInput *in);

/* Computes the loads of dry friction [n_joints] from the constraint forces of the motion taken
 * under coefficients z (theory 4.4); the least forces where constraints are redundant. */
TR_NODISCARD TrStatus tr_regressor_loads(double *load,
                                         TrRegressor *regressor,
                                         const double *z,
                                         const TrRegressInput *in);
