/* How much of the forces that the measured motion needs the model leaves unexplained.
 *
 * On the filtered measured motion, whatever kappa is: the joint forces e that are missing,
 * e_j = T_j^T r/h with the state error r (est/step/residual.h) and the bodies' twist T_j for a unit
 * rate of joint j, over the largest of the inertial, the gravity and the motor forces; root mean
 * squares over the log, hinges and slides each for themselves, the worse of the two.  Where a joint
 * sticks, what its dry friction can bear counts as explained.  [Published for EMPS: 4.1 %.] */
#pragma once

#include "engine/est/problem/problem.h"

/* With the problem's present parameters; NAN when a joint of the log is not measured.  Takes
 * memory. */
TR_NODISCARD TrStatus tr_force_error(double *error, TrProblem *problem, int log);
