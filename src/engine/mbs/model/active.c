#include "engine/mbs/model/active.h"

#include <math.h>

bool
tr_model_switches(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].active.n > 0)
      return true;
  for (int c = 0; c < model->n_contacts; c++)
    if (model->contacts[c].active.n > 0)
      return true;
  return false;
}

bool
tr_active_at(const TrActive *active, double t)
{
  for (int i = 0; i < active->n; i++)
    if (t >= active->begin[i] && t < active->end[i])
      return true;
  return active->n == 0;
}

TrStatus
tr_active_check(const TrActive *active, const char *name, TrError *error)
{
  double before = -INFINITY;

  if (active->n == 0)
    return TR_OK;
  if (!(active->impulse > 0) || !isfinite(active->impulse))
    return tr_error_set(error, TR_BAD_MODEL,
                        "'%s': the switch_impulse is %g N s; it must be above zero", name,
                        active->impulse);
  for (int i = 0; i < active->n; i++) {
    if (!(active->begin[i] < active->end[i]) || !(active->begin[i] >= before))
      return tr_error_set(error, TR_BAD_MODEL,
                          "'%s': active span %d is %g to %g s; each begins before it ends and not "
                          "before the last one has ended",
                          name, i + 1, active->begin[i], active->end[i]);
    before = active->end[i];
  }
  return TR_OK;
}
