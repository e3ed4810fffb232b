#include "engine/est/step/formulation.h"

#include <math.h>

#include "engine/mbs/model/active.h"

/* Compliances up to here are too small for `explicit` [m/N, rad/(N m)]. */
#define STIFF_COMPLIANCE 1e-6

static const TrFormulation *const formulations[TR_N_FORMULATIONS] = {
    [TR_FORMULATION_PREDICTED] = &tr_formulation_predicted,
    [TR_FORMULATION_EXPLICIT] = &tr_formulation_explicit,
    [TR_FORMULATION_SECOND_ORDER] = &tr_formulation_second_order,
    [TR_FORMULATION_REGRESSION] = &tr_formulation_second_order,
};

const TrFormulation *
tr_formulation(TrFormulationKind kind)
{
  TR_ASSERT(kind >= 0 && kind < TR_N_FORMULATIONS);
  return formulations[kind];
}

const TrFormulation *
tr_formulation_of(const TrTask *task)
{
  if (tr_model_has_impacts(task->model))
    return &tr_formulation_contacts;
  return tr_formulation(task->settings.formulation);
}

TrFormulationKind
tr_formulation_for(const TrModel *model, TrFormulationKind wanted)
{
  TR_ASSERT(model);
  return wanted == TR_FORMULATION_SECOND_ORDER && tr_model_has_impacts(model)
             ? TR_FORMULATION_PREDICTED
             : wanted;
}

const char *
tr_formulation_name(TrFormulationKind kind)
{
  return kind == TR_FORMULATION_REGRESSION ? "regression" : formulations[kind]->name;
}

TrSolver
tr_formulation_solver(TrFormulationKind kind)
{
  return formulations[kind]->midpoint ? TR_SOLVER_SECOND_ORDER : TR_SOLVER_SPOOK;
}

/* Smallest compliance of a joint in use. */
static double
least_compliance(const TrTask *task, int joint)
{
  const TrJoint *j = &task->model->joints[joint];

  return task->settings.compliance_scale * fmin(j->compliance_linear, j->compliance_angular);
}

bool
tr_task_is_stiff(const TrTask *task)
{
  TR_ASSERT(task);
  for (int j = 0; j < task->model->n_joints; j++)
    if (least_compliance(task, j) <= STIFF_COMPLIANCE * (1 + 1e-9))
      return task->settings.formulation == TR_FORMULATION_EXPLICIT;
  return false;
}

/* Name of a contact, or of a joint whose stops the estimator has. */
static const char *
name_impact(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].has_stops)
      return model->joints[j].name;
  return model->contacts[0].name;
}

/* Contacts and stops are part of `predicted` alone, beside joints whose friction has a known bound.
 */
static TrStatus
check_impacts(const TrTask *task, TrError *error)
{
  const TrModel *model = task->model;

  if (!tr_model_has_impacts(model))
    return TR_OK;
  if (task->settings.formulation != TR_FORMULATION_PREDICTED)
    return tr_error_set(error, TR_BAD_SETTING,
                        "formulation '%s' has no contacts and stops, and the model has those of "
                        "'%s'; use 'predicted'",
                        tr_formulation_name(task->settings.formulation), name_impact(model));
  for (int j = 0; j < model->n_joints; j++)
    if (tr_axial_is_loaded(&model->joints[j]))
      return tr_error_set(error, TR_BAD_SETTING,
                          "joint '%s' has friction in proportion to its load, which is not "
                          "estimated beside contacts and stops; give its friction the load 'none'",
                          model->joints[j].name);
  return TR_OK;
}

/* The work of the error of a step is known where its only unknowns are poses, without impacts. */
static TrStatus
check_energy(const TrTask *task, TrError *error)
{
  if (!(task->settings.energy > 0))
    return TR_OK;
  if (tr_model_has_impacts(task->model))
    return tr_error_set(error, TR_BAD_SETTING,
                        "energy observations do not know the work of contacts and stops, and the "
                        "model has those of '%s'; set energy to \"none\"",
                        name_impact(task->model));
  if (tr_formulation(task->settings.formulation)->node_blocks > 1)
    return tr_error_set(error, TR_BAD_SETTING,
                        "formulation '%s' has no energy observations; use 'second-order' or set "
                        "energy to \"none\"",
                        tr_formulation_name(task->settings.formulation));
  return TR_OK;
}

/* The impulse at a switch is found in steps whose only unknowns are poses. */
static TrStatus
check_switches(const TrTask *task, TrError *error)
{
  if (!tr_model_switches(task->model) ||
      tr_formulation(task->settings.formulation)->node_blocks == 1)
    return TR_OK;
  for (int j = 0; j < task->model->n_joints; j++)
    if (task->model->joints[j].active.n > 0)
      return tr_error_set(error, TR_BAD_SETTING,
                          "formulation '%s' has no joints that hold in spans of time, and joint "
                          "'%s' does; use 'second-order' or 'predicted'",
                          tr_formulation_name(task->settings.formulation),
                          task->model->joints[j].name);
  return TR_OK;
}

TrStatus
tr_formulation_check(const TrTask *task, TrError *error)
{
  TR_ASSERT(task);
  TR_TRY(check_impacts(task, error));
  TR_TRY(check_energy(task, error));
  TR_TRY(check_switches(task, error));
  for (int j = 0; j < task->model->n_joints; j++)
    if (task->settings.formulation == TR_FORMULATION_EXPLICIT && !(least_compliance(task, j) > 0))
      return tr_error_set(error, TR_BAD_SETTING,
                          "formulation 'explicit' divides by the compliance, but joint '%s' has "
                          "none; give it one (1e-4 works) or use 'predicted'",
                          task->model->joints[j].name);
  return TR_OK;
}
