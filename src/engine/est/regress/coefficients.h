/* Coefficients: the numbers of a model that the forces of a given motion are linear in (theory
 * 12.1).
 *
 * Of a body: its mass, first moment mass com, and inertia about its origin, in body axes.  Of a
 * joint: those of its friction and spring.  Of a motor: gain, bias and rotor. */
#pragma once

#include "engine/mbs/model/param.h"

typedef enum TrCoefficientKind {
  TR_COEFFICIENT_MASS,         /* owner = body [kg] */
  TR_COEFFICIENT_MOMENT,       /* axis 0..2: mass com [kg m] */
  TR_COEFFICIENT_INERTIA,      /* axis = TrTensor: about the body's origin [kg m^2] */
  TR_COEFFICIENT_VISCOUS,      /* owner = joint, also of the next ones up to the motors' */
  TR_COEFFICIENT_VISCOUS_SIDE, /* viscous asymmetry */
  TR_COEFFICIENT_DRY,          /* coulomb */
  TR_COEFFICIENT_DRY_SIDE,     /* coulomb asymmetry */
  TR_COEFFICIENT_RISE,         /* stribeck.delta */
  TR_COEFFICIENT_RISE_SIDE,    /* stribeck.delta asymmetry */
  TR_COEFFICIENT_TANH,         /* axis 0, 3, 5: g0, g3, g5 */
  TR_COEFFICIENT_OFFSET,
  TR_COEFFICIENT_STIFFNESS, /* of the spring, stretched from the model's rest */
  TR_COEFFICIENT_PULL,      /* stiffness (rest - the model's rest) [N m] or [N] */
  TR_COEFFICIENT_GAIN,      /* owner = motor: gain, over the resistance where there is one */
  TR_COEFFICIENT_BACK_EMF,  /* gain back_emf/resistance */
  TR_COEFFICIENT_BIAS,
  TR_COEFFICIENT_ROTOR, /* rotor_inertia */
  TR_N_COEFFICIENT_KINDS
} TrCoefficientKind;

/* A coefficient of a body, joint or motor. */
typedef struct TrCoefficient {
  TrCoefficientKind kind;
  int owner, axis;
} TrCoefficient;

/* All coefficients of a model, in the order of bodies, joints and motors. */
typedef struct TrCoefficients {
  int n;
  TrCoefficient *list; /* [n] */
  double *rest;        /* [n_joints] rests of the springs in the model of tr_coefficients_new() */
} TrCoefficients;

enum { TR_BODY_COEFFICIENTS = 10 };

/* Lists the coefficients that the laws of a model's joints and motors have.  TR_NO_MEMORY; clear
 * with tr_coefficients_clear(). */
TR_NODISCARD TrStatus tr_coefficients_new(TrCoefficients *out, const TrModel *model);
void tr_coefficients_clear(TrCoefficients *coefficients);

/* Computes the values z[n] in a model of the same structure. */
void tr_coefficients_get(double *z, const TrCoefficients *coefficients, const TrModel *model);

/* Returns whether a quantity of the model changes these coefficients alone, so that a regression
 * can find it: masses, centres of mass, inertias, linear coefficients of friction, springs and
 * motors. */
bool tr_coefficients_have(const TrModel *model, TrParam param);

/* Inertia about the origin [6] of mass, com and inertia about the centre of mass. */
void tr_inertia_at_origin(double out[6], double mass, const double com[3], const double inertia[6]);
