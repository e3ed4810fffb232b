/* Forces along a motion: per joint the friction of the model and the friction that the motion
 * requires, constraint residuals, and the energy balance.
 *
 * At a node with both neighbours, with v and v+ the velocities of the steps before and after it:
 *
 *   needed friction = the model's - T_j^T r/h of joint j
 *   stored energy   = 1/2 (v + v+)/2 . (M + rotors) (v + v+)/2 - m g . p + 1/2 k stretch^2
 *   supplied power  = motor force x rate,  lost power = friction x rate,  both at (v + v+)/2
 *
 * r is the impulse that the step lacks (est/step/residual.h), T_j the bodies' twist for a unit rate
 * of the joint.
 *
 * Friction counts as positive where it opposes a positive rate.  Motion that follows the model
 * keeps stored - supplied + lost - unexplained constant, up to the square of the step and the
 * losses by the constraints' damping. */
#pragma once

#include "engine/est/task/fit.h"

/* Arrays are NAN at the first and the last node, except positions, rates and violation. */
typedef struct TrForceBalance {
  int n_nodes, n_joints;
  double start, h;         /* [s] */
  double *position, *rate; /* [n_nodes x n_joints] position without jumps by turns */
  double *acceleration;    /* [n_nodes x n_joints] */
  double *friction;        /* [n_nodes x n_joints] of the model [N m] or [N] */
  double *needed;          /* [n_nodes x n_joints] that explains the motion */
  double *load;            /* [n_nodes x n_joints] of the dry friction [N m], [N]; 1 for "none" */
  double *supplied_at;     /* [n_nodes x n_joints] since node 1, by the motors of the joint [J] */
  double *lost_at;         /* [n_nodes x n_joints] since node 1, to its friction [J] */
  double *violation;       /* [n_nodes] largest |g| [m, 1] */
  int n_rows;
  double *multiplier; /* [n_nodes x n_rows] of the constraint rows, as forces [N] and torques [N m]
                         on the bodies by G^T (mbs/mechanism/mechanism.h) */
  double *stored;     /* [n_nodes] kinetic and potential energy since node 1 [J] */
  double *supplied, *lost; /* [n_nodes] since node 1, by motors and to friction [J] */
  double *unexplained;     /* [n_nodes] since node 1, work of the missing impulses [J] */
} TrForceBalance;

/* Computes the forces along a motion of the model under the mean inputs of each step input[n_nodes
 * x n_inputs], with the friction's smoothing rates [n_joints].  Returns TR_NO_MEMORY, or the error
 * of a step without a solution; free with tr_force_balance_clear(). */
TR_NODISCARD TrStatus tr_force_balance(TrForceBalance *out,
                                       const TrModel *model,
                                       const TrTrajectory *motion,
                                       const double *input,
                                       const double *smoothing,
                                       const TrSettings *settings);
void tr_force_balance_clear(TrForceBalance *balance);

/* Energy that changed hands along a motion [J]. */
typedef struct TrEnergyTotals {
  double stored, supplied, lost; /* change, and sums over the joints, at the end */
  double unexplained;            /* in none of these terms */
  double exchanged; /* largest of the turnovers by motors, friction and inertia, there and back */
} TrEnergyTotals;

TrEnergyTotals tr_force_balance_totals(const TrForceBalance *balance);

/* Last node that has a step; its rows of the arrays by joint are the totals. */
static inline int
tr_force_balance_last(const TrForceBalance *balance)
{
  return balance->n_nodes - 2;
}

/* Friction of a joint by the model at rates[n], without smoothing, under one load. */
void tr_friction_curve(
    double *friction, const TrFriction *model, const double *rates, int n, double load);
