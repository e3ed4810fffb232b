#include "io/check/direction.h"

#include "engine/est/uncertainty/covariance.h"
#include "io/base/bilingual.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Least share of a common factor of all forces in a direction of that kind. */
#define FACTOR_SHARE 0.95

static gboolean
is_force(TrParamKind kind)
{
  return kind == TR_PARAM_MASS || kind == TR_PARAM_INERTIA || kind == TR_PARAM_ROTOR_INERTIA ||
         kind == TR_PARAM_VISCOUS || kind == TR_PARAM_COULOMB || kind == TR_PARAM_STRIBECK_DELTA ||
         kind == TR_PARAM_GAIN || kind == TR_PARAM_BIAS ||
         (kind >= TR_PARAM_SERVO_KP && kind <= TR_PARAM_SERVO_KD);
}

gboolean
trammel_direction_is_scale(const TrTask *task, const TrFit *fit, int direction)
{
  const double *loading = fit->directions[direction].loading;
  double along = 0, size = 0;
  int n = 0;

  for (int i = 0; i < fit->n_free; i++) {
    double value = fit->estimates[i].value / fit->estimates[i].scale;
    if (!is_force(task->free[i].param.kind))
      continue;
    along += value * loading[i];
    size += value * value;
    n += tr_fit_is_moved(fit, direction, i);
  }
  return n > 1 && along * along > FACTOR_SHARE * size;
}

/* Returns the parameters whose loadings have this sign, all when it is 0. */
static GPtrArray *
list_ids(const TrTask *task, const TrFit *fit, int direction, int sign)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);

  for (int i = 0; i < fit->n_free; i++) {
    char id[TR_ID_SIZE];
    if (!tr_fit_is_moved(fit, direction, i) || sign * fit->directions[direction].loading[i] < 0)
      continue;
    tr_task_free_id(id, task, i);
    g_ptr_array_add(ids, g_strdup(id));
  }
  return ids;
}

/* Returns "a, b and c". */
static char *
join(const GPtrArray *ids)
{
  GString *text = g_string_new(NULL);

  for (guint i = 0; i < ids->len; i++)
    g_string_append_printf(text, "%s%s",
                           i == 0             ? ""
                           : i + 1 < ids->len ? ", "
                                              : TRAMMEL_WORD(" and "),
                           (const char *)ids->pdata[i]);
  return g_string_free(text, FALSE);
}

char *
trammel_direction_dup_text(const TrTask *task, const TrFit *fit, int direction)
{
  g_autoptr(GPtrArray) all = list_ids(task, fit, direction, 0);
  g_autoptr(GPtrArray) up = list_ids(task, fit, direction, 1);
  g_autoptr(GPtrArray) down = list_ids(task, fit, direction, -1);
  g_autofree char *ids = join(all), *raised = join(up), *lowered = join(down);

  if (trammel_direction_is_scale(task, fit, direction))
    return trammel_bilingual_dup(
        N_("The logs do not determine the scale of %s: no known force or inertia fixes it, and a "
           "common factor on all of them changes no measurement. Fix one of them, for example a "
           "mass that was weighed, or give it a prior."),
        ids);
  if (all->len == 1)
    return trammel_bilingual_dup(
        N_("The logs do not determine %s. Fix it, give it a prior, or use a "
           "log that depends on it."),
        ids);
  if (up->len == 0 || down->len == 0)
    return trammel_bilingual_dup(
        N_("The logs do not determine %s separately: raising all of them together fits equally "
           "well. Fix one of them, give it a prior, or use a log that distinguishes them."),
        ids);
  return trammel_bilingual_dup(
      N_("The logs do not determine %s separately: raising %s while lowering %s fits equally well. "
         "Fix one of them, give it a prior, or use a log that distinguishes them."),
      ids, raised, lowered);
}
