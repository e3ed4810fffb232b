/* Formulations whose unknowns are the poses alone; est/step/residual.h has their residual. */
#include "engine/est/step/contacts.h"
#include "engine/est/step/formulation.h"

static TrStatus
step(double *r,
     double *jac,
     TrStepWork *work,
     const TrStepContext *context,
     const TrStates *states,
     const double *u)
{
  int size = context->mechanism->n_bodies * TR_POSE;
  TrStepInput in = {states->pose, states->pose + size, states->pose + 2 * size, u};

  return jac ? tr_step_linearize(r, jac, work, context, &in)
             : tr_step_residual(r, work, context, &in);
}

static int
initial(double *r,
        double *jac,
        TrStepWork *work,
        const TrStepContext *context,
        const TrStates *state,
        const double *u)
{
  return tr_step_initial(r, jac, work, context, state->pose, u);
}

static void
retract(double *pose,
        double *velocity,
        TrStepWork *work,
        const TrStepContext *context,
        const TrStates *from,
        const double *step)
{
  (void)velocity;
  tr_step_retract(pose, work, context, from->pose, step);
}

const TrFormulation tr_formulation_predicted = {
    .name = "predicted",
    .node_blocks = 1,
    .step_blocks = 1,
    .touched = 3,
    .first_step = 1,
    .initial_nodes = 2,
    .auto_tau = TR_SPOOK_TAU,
    .is_weighed = true,
    .has_lanes = true,
    .step = step,
    .initial = initial,
    .retract = retract,
};

/* Formulation `second-order`: with gyroscopic and viscous terms at the midpoint velocity and a
 * constraint relaxation that hardly delays the centripetal force, errors of inertias fall with h^2
 * (theory 6.8, 11.1). */
const TrFormulation tr_formulation_second_order = {
    .name = "second-order",
    .node_blocks = 1,
    .step_blocks = 1,
    .touched = 3,
    .first_step = 1,
    .initial_nodes = 2,
    .midpoint = true,
    .auto_tau = TR_SECOND_ORDER_TAU,
    .is_weighed = true,
    .has_lanes = true,
    .step = step,
    .initial = initial,
    .retract = retract,
};

static TrStatus
step_with_contacts(double *r,
                   double *jac,
                   TrStepWork *work,
                   const TrStepContext *context,
                   const TrStates *states,
                   const double *u)
{
  int size = context->mechanism->n_bodies * TR_POSE;
  TrStepInput in = {states->pose, states->pose + size, states->pose + 2 * size, u};

  return tr_step_with_contacts(r, jac, work, context, &in, states->before);
}

const TrFormulation tr_formulation_contacts = {
    .name = "predicted",
    .node_blocks = 1,
    .step_blocks = 1,
    .touched = 3,
    .first_step = 1,
    .initial_nodes = 2,
    .auto_tau = TR_SPOOK_TAU,
    .is_weighed = true,
    .step = step_with_contacts,
    .initial = initial,
    .retract = retract,
};
