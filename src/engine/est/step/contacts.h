/* Contacts in the residual of a step (theory 17.4).
 *
 * The prediction v+* = v+ - e is that of the stepper with contacts, and the impulse p of all pushes
 * joins a0:
 *
 *   M_a e + G^T lambda + p(v+ - e) = a0,   G e = c0 + Sigma lambda
 *
 * so that the residual is W e as without contacts, with a0 - p in place of a0.  Where nothing
 * touches, p and its derivative are zero.  The pose two nodes before, which the target of
 * a rebound depends on, counts in the derivatives as moving along with that one node before. */
#pragma once

#include "engine/est/step/residual.h"

/* Scratch of the contacts of a step. */
typedef struct TrStepContacts TrStepContacts;

/* Returns scratch for the contacts of a model; NULL when memory is out. */
TrStepContacts *
tr_step_contacts_new(const TrModel *model, const TrMechanism *mechanism, int n_params);
void tr_step_contacts_free(TrStepContacts *contacts);

/* Gives the scratch of a step that of its contacts, which it owns from then on. */
void tr_step_work_take_contacts(TrStepWork *work, TrStepContacts *contacts);

/* The step with contacts, as tr_step_residual() and, unless jac is NULL, tr_step_linearize();
 * long_before: poses of the node before the first one, NULL at the start of a log. */
TR_NODISCARD TrStatus tr_step_with_contacts(double *r,
                                            double *jac,
                                            TrStepWork *work,
                                            const TrStepContext *context,
                                            const TrStepInput *in,
                                            const double *long_before);

/* Sum of the lengths of the contact impulses of the last step [N s]. */
double tr_step_contact_impulse(const TrStepWork *work);

/* Returns whether the contacts of the last step needed the fallback of their solver. */
bool tr_step_contacts_fell_back(const TrStepWork *work);

/* Makes impulses x[n] on the bodies in the last step, which was evaluated with its Jacobian, the
 * change of the twist after it; false, with x as it was, where nothing touches. */
bool tr_step_contacts_respond(double *x, TrStepWork *work);
