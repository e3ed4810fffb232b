/* Contacts in a step of the stepper: pushes of all touches that may close, with the stops and the
 * friction of the joints as pushes along their axes (mbs/contact/push.h). */
#pragma once

#include "engine/mbs/contact/push.h"
#include "engine/mbs/contact/touch.h"
#include "engine/sim/spook.h"

typedef struct TrContacts TrContacts;

/* Returns the contacts of a model; NULL when memory is out.  Steps allocate nothing. */
TrContacts *tr_contacts_new(const TrModel *model, const TrSpook *spook);
void tr_contacts_free(TrContacts *contacts);

/* Solves for the twist after the step; momentum, rows, rates and stops of the stepper are those of
 * the step, and its multipliers and axial impulses are set. */
TR_NODISCARD TrStatus tr_contacts_solve(TrSpook *spook, double *twist);

/* Returns whether the last step needed the fallback of its solver (mbs/contact/push.h). */
bool tr_contacts_fell_back(const TrContacts *contacts);
