/* Impulses along the joints' axes over one step (theory 4.0a):
 *
 *   f = - h b s+  +  sum_motors [ gear^2 J_s (s - s+ - c) + h gear (K w + bias) ]  +  friction
 *       - h k (stretch + h (s+ - s)/4),   c the swing of the axis (mbs/force/swing.h)
 *   friction = - bound D - h offset,  bound = (coulomb + delta exp(-zeta s^2)) load
 *   or, of the model `tanh`, - h (dry(s+) + g5 s+ + offset)                  (mbs/force/smooth.h)
 *
 * with the direction D of dry friction at s+ (mbs/force/slip.h), and the asymmetric parts times
 * 1 + asymmetry tanh(s+/rate).  With `midpoint`, viscous and smooth friction and the Stribeck rise
 * are at (s + s+)/2, and D is the mean from s to s+. s, s+ rates before and after the step, w the
 * mean input u over the step, for a motor under voltage (u - k_e gear s+)/R, whose back-EMF acts
 * like viscous friction.  The load is an impulse: hinge  radius sum |lambda_linear| + sum
 * |lambda_angular|           (theory 4.4) slide  sum |lambda_linear| + sum |lambda_angular| /
 * radius "none" h The action of a drive is the multiplier of its own row: neither an axial impulse
 * nor a load. Here friction is smooth, for the estimator; the stepper treats it by complementarity.
 */
#pragma once

#include "engine/mbs/force/slip.h"
#include "engine/mbs/force/smooth.h"
#include "engine/mbs/mechanism/mechanism.h"
#include "engine/mbs/model/param.h"

/* |lambda| is smoothed to sqrt(lambda^2 + d^2) [N s, N m s]. */
#define TR_LOAD_SMOOTHING 1e-7

/* State and inputs of a joint in a step. */
typedef struct TrAxialInput {
  double h;
  const TrReal *u;         /* [n_inputs] */
  TrReal rate, rate_after; /* s, s+ */
  TrReal load;
  TrReal stretch;   /* of the spring (mbs/force/spring.h) */
  TrReal swing;     /* c, counts with a rotor alone */
  double smoothing; /* rate over which dry friction changes sign */
  double chord;     /* slopes of dry friction are those of a rate (1 + chord) times as wide */
  bool midpoint;    /* friction over the step from s to s+ instead of at s+ */
} TrAxialInput;

/* Impulse of a joint and its derivatives. */
typedef struct TrAxial {
  TrReal impulse;      /* f [N m s] or [N s] */
  TrReal d_rate;       /* df/ds */
  TrReal d_rate_after; /* df/ds+ */
  TrReal d_load;       /* df/dload */
  TrReal d_stretch;    /* df/dstretch */
  TrSlip slip;         /* direction of dry friction */
  TrReal decay;        /* exp(-zeta s^2) */
} TrAxial;

/* Computes the impulse of a joint and its derivatives. */
void tr_axial_eval(TrAxial *out, const TrModel *model, int joint, const TrAxialInput *in);

/* The same for another load, the new value of in->load: the impulse is linear in it. */
void tr_axial_change_load(
    TrAxial *axial, const TrModel *model, int joint, TrAxialInput *in, TrReal load);

/* Returns df/dp at the point where `axial` was evaluated, 0 when the parameter does not belong to
 * the joint. */
TrReal tr_axial_param(
    const TrModel *model, int joint, TrParam param, const TrAxialInput *in, const TrAxial *axial);

/* Sum of gear^2 J_s over the motors of a joint. */
double tr_axial_inertia(const TrModel *model, int joint);

/* The spring's part of f. */
TrReal tr_axial_spring(const TrModel *model, int joint, const TrAxialInput *in);

/* Equivalent inertia of a spring along its axis: h^2 k/4. */
double tr_axial_spring_inertia(const TrJoint *joint, double h);

/* Torque or force on the joint per unit of a motor's input, gear K or gear K/R, at constant rate.
 */
double tr_motor_slope(const TrMotor *motor);

/* Torque or force of a joint's motors, without their rotors, at the rate used for viscous friction.
 */
TrReal tr_motor_force(const TrModel *model, int joint, const TrReal *u, TrReal rate);

/* Contribution of the back-EMF of a joint's motors to its viscous friction. */
double tr_motor_damping(const TrModel *model, int joint);

/* Rate used for viscous friction: s+, or with `midpoint` (s + s+)/2. */
TrReal tr_axial_viscous_rate(const TrAxialInput *in);

/* Factor of the load in dry friction: coulomb + delta exp(-zeta s^2); 0 without dry friction. */
TrReal tr_axial_dry_coefficient(const TrFriction *friction, TrReal rate);

/* Returns whether the joint's friction depends on the multipliers. */
bool tr_axial_is_loaded(const TrJoint *joint);

/* Step of a load, and its smoothing. */
typedef struct TrLoadScale {
  double h; /* [s] the load of friction that depends on none */
  double d; /* [N s, N m s] of each multiplier: sqrt(lambda^2 + d^2); 0 for the exact 1-norm */
} TrLoadScale;

/* Load of a joint and, if gradient[m] is given, its derivative by the multipliers in the joint's
 * rows (others are left alone). */
TrReal tr_axial_load(TrReal *gradient,
                     const TrModel *model,
                     const TrMechanism *mechanism,
                     int joint,
                     const TrReal *lambda,
                     TrLoadScale scale);
