/* Energy observations: the balance of energy over windows of steps, as residuals with a variance of
 * their own (theory 15.8).
 *
 *   y = sum_k (v + v+)/2 . r_k = E(end) - E(begin) - W(motors, drives, springs) + W(friction),
 *
 * r_k the impulse [N s] that step k lacks (est/step/residual.h), E the kinetic and potential energy
 * [J].  A window has the nodes of its steps, so that the normal matrix stays banded. */
#pragma once

#include "engine/est/problem/problem.h"

/* Steps of the longest window: the work of a fit grows with its square. */
enum { TR_ENERGY_STEPS = 12 };

/* Steps of a window; 0 where the task has no energy observations. */
int tr_energy_steps(const TrTask *task);

/* Number of the windows of a log. */
int tr_energy_windows(const TrProblem *problem, int log);

/* Balance of a window [J]. */
typedef struct TrEnergyValue {
  int node, touched; /* consecutive nodes of the log that it depends on */
  bool is_used;      /* no step of it is excluded from the fit; else the others are 0 */
  double residual;   /* y */
  double held;       /* with the frozen weight of the state error, where steps are tried with it */
} TrEnergyValue;

/* Returns the rms over the windows of the sum of |K+ - K| over their steps [J], with the kinetic
 * energy K of the present motion and parameters. */
double tr_energy_exchanged(TrProblem *problem);

/* Evaluates a window of the present point, or of the tried one.  If jac is not NULL, also the
 * derivative of y [touched n + columns] by the tangents of the nodes and by the parameters. */
TR_NODISCARD TrStatus tr_energy_eval(
    TrEnergyValue *out, TrProblem *problem, bool trial, int log, int window, double *jac);
