/* Unexplained force: the share of the forces required by the measured motion that the model leaves
 * unexplained.
 *
 * On the filtered measured motion, independent of kappa: the missing joint forces e, e_j = T_j^T
 * r/h with the state error r (est/step/residual.h) and the bodies' twist T_j for a unit rate of
 * joint j, over the largest of the inertial, the gravity and the motor forces; root mean squares
 * over the log, separately for hinges and slides, the worse of the two.  Where a joint sticks,
 * forces within its dry friction count as explained. [Published for EMPS: 4.1 %.] */
#pragma once

#include "engine/est/problem/problem.h"

/* Sets *error at the problem's present parameters; NAN when a joint of the log is not measured.
 * Allocates memory; returns TR_NO_MEMORY, or why a step cannot be evaluated. */
TR_NODISCARD TrStatus tr_unexplained_force(double *error, TrProblem *problem, int log);
