#include "engine/est/task/kappa_rule.h"

#include <math.h>

bool
tr_task_has_impact_passes(const TrTask *task)
{
  TR_ASSERT(task);
  return isnan(task->settings.kappa) && task->settings.kappa_rule == TR_KAPPA_AUTO &&
         task->settings.formulation != TR_FORMULATION_EXPLICIT &&
         task->settings.formulation != TR_FORMULATION_REGRESSION && task->n_free > 0 &&
         tr_model_is_thrown(task->model);
}

bool
tr_task_finds_variances(const TrTask *task)
{
  TR_ASSERT(task);

  const TrSettings *s = &task->settings;

  /* without a free parameter a simulation cannot tell one kappa from another */
  bool is_wanted =
      s->kappa_rule == TR_KAPPA_AUTO || (s->kappa_rule == TR_KAPPA_VALIDATE && task->n_free == 0);

  return isnan(s->kappa) && is_wanted && !tr_task_has_impact_passes(task) &&
         s->formulation != TR_FORMULATION_EXPLICIT && s->formulation != TR_FORMULATION_REGRESSION;
}

bool
tr_task_searches_kappa(const TrTask *task)
{
  TR_ASSERT(task);
  return isnan(task->settings.kappa) && task->settings.kappa_rule == TR_KAPPA_VALIDATE &&
         task->n_free > 0 && task->settings.formulation != TR_FORMULATION_REGRESSION;
}
