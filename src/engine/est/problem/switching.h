/* Joints and contacts that are active in spans of time (TrActive; theory 6.6b).
 *
 * The rows of such a joint are there in steps that lie in a span as a whole.  In a step whose two
 * intervals contain an end of a span, the rows are absent, and an unknown impulse p with prior sd s
 * along each of them acts instead (the reset map M (v+ - v) = ... + G^T p).  It is eliminated: with
 * B = dr/dp, whitened by the step's weight w, the residual and its Jacobian are multiplied by
 *
 *   T = (1 + w s^2 B B^T)^(-1/2)
 *
 * which is kept from the last linearisation, as all whitening is.
 *
 * A contact has three rows for each of its points that is near the surface, with sd s along the
 * normal and friction times s across it; points that are away have none. */
#pragma once

#include "engine/est/problem/problem.h"

/* The switched mechanisms of a problem. */
typedef struct TrSwitching TrSwitching;

/* Creates problem->switching where the model has such joints or contacts; false when memory is out.
 * Twins share it. */
bool tr_switching_take(TrProblem *problem);
void tr_switching_free(TrSwitching *switching);

/* Follows tr_mechanism_update() of the mechanism and of the held one. */
void tr_switching_update(TrProblem *problem, const TrModel *model);
void tr_switching_update_held(TrProblem *problem, const TrModel *model);

/* Sets the mechanisms of both contexts and the contacts to those of a step; or to those without
 * such joints, as for start states and the paths of poses. */
void tr_switching_use(TrProblem *problem, int log, int node);
void tr_switching_leave(TrProblem *problem);

/* Finds T of a step that has been evaluated with its Jacobian, and applies it to problem->scratch's
 * r and jac; nothing for other steps. */
TR_NODISCARD TrStatus tr_switching_soften(TrProblem *problem, int log, int node);

/* Returns whether a step has an unknown impulse. */
bool tr_switching_is_at(const TrProblem *problem, int log, int node);

/* Applies T to r of a step. */
void tr_switching_apply(double *r, const TrProblem *problem, int log, int node);
