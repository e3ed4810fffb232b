#include "io/result/preference_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/task/reported.h"
#include "io/base/bilingual.h"
#include "io/base/json_writer.h"
#include "io/problem/finding.h"
#include "io/project/put.h"

/* A change is certain from this t on; or, of a channel, where it removes this share of the cost: it
 * then explains so much that what is left has the memory of the wrong motion.  [Examples as they
 * are: t up to 5.4, but less than 1 % of the cost; 11 % of it at t 2.3.] */
#define SURE_T     4.0
#define SURE_SHARE 0.15

/* It matters from this share of the cost on, or from this shift of a parameter in its sigmas on. */
#define LEAST_SHARE 0.02
#define LEAST_SHIFT 4.0

/* Largest relative change of a scale or a quantity of the model that one linearisation can judge.
 */
#define MOST_CHANGE 0.5

/* A delay below zero is none: a signal is preferred to it that explains about as much. */
#define ABOUT_AS_MUCH 0.8

static gboolean
is_of_channel(TrParam param)
{
  return !tr_param_is_of_model(param);
}

/* Shift of a parameter in its sigmas, which here include its error by the step. */
static double
measure_shift(const TrFit *fit, const TrPreference *one, int i)
{
  TrReported r = tr_fit_report(fit, i);
  double step = r.value - fit->estimates[i].value;

  return isfinite(r.sigma) && r.sigma > 0 ? one->shift[i] / hypot(r.sigma, step) : 0;
}

/* Returns the parameter that the change would move most; -1: none. */
static int
find_moved(const TrFit *fit, const TrPreference *one)
{
  int best = -1;

  for (int i = 0; i < fit->n_free; i++)
    if (best < 0 || fabs(measure_shift(fit, one, i)) > fabs(measure_shift(fit, one, best)))
      best = i;
  return best;
}

/* TRUE if one linearisation can judge the change. */
static gboolean
is_small(const TrPreference *one)
{
  return one->param.kind == TR_PARAM_CHANNEL_DELAY || one->param.kind == TR_PARAM_CHANNEL_OFFSET ||
         fabs(one->change) < MOST_CHANGE * fabs(one->value);
}

static gboolean
is_negative_delay(const TrPreference *one)
{
  return one->param.kind == TR_PARAM_CHANNEL_DELAY && one->value + one->change < 0;
}

/* TRUE if something is left over that falls with the step: small preferences then are
 * discretisation, too. */
static gboolean
is_discretised(const TrFit *fit)
{
  const TrPhysical *physical = fit->physical;

  for (int k = 0; physical && physical->fades && k < physical->n_forces; k++)
    if (physical->fades[k])
      return TRUE;
  return FALSE;
}

static gboolean
is_certain(const TrFit *fit, const TrPreference *one)
{
  int moved = find_moved(fit, one);
  double shift = moved < 0 ? 0 : fabs(measure_shift(fit, one, moved));

  if (is_of_channel(one->param) && one->decrease > SURE_SHARE)
    return TRUE;
  return fabs(one->t) > SURE_T &&
         (one->decrease > LEAST_SHARE || (shift > LEAST_SHIFT && !is_discretised(fit)));
}

static const TrPreference *
find_best(const TrFit *fit)
{
  const TrPreference *best = NULL;

  for (int e = 0; fit->preferences && e < fit->preferences->n; e++) {
    const TrPreference *one = &fit->preferences->all[e];
    if (!is_small(one) || !is_certain(fit, one))
      continue;
    if (!best)
      best = one;
    if (!is_negative_delay(best))
      return best;
    if (!is_negative_delay(one) && one->decrease > ABOUT_AS_MUCH * best->decrease)
      return one;
  }
  return best;
}

static const char *
get_signal(const TrTask *task, TrParam param)
{
  const TrChannel *channel = &task->logs[param.owner].channels[param.axis];

  return channel->kind == TR_SIGNAL_SENSOR ? task->model->sensors[channel->index].name
                                           : task->model->motors[channel->index].name;
}

/* Returns the change in words between marks; free with g_free(). */
static char *
describe(const TrTask *task, const TrPreference *one)
{
  double value = one->value + one->change;
  const char *unit = tr_task_param_unit(task, one->param);
  char id[TR_ID_SIZE];

  switch (one->param.kind) {
  case TR_PARAM_CHANNEL_DELAY:
    return value < 0
               ? trammel_bilingual_dup(
                     N_("the other signals %.3g ms later than '%s', so that they may need a "
                        "delay"),
                     -1e3 * one->change, get_signal(task, one->param))
               : trammel_bilingual_dup(N_("a delay of '%s' of %.3g ms instead of %.3g ms"),
                                       get_signal(task, one->param), 1e3 * value, 1e3 * one->value);
  case TR_PARAM_CHANNEL_OFFSET:
    return trammel_bilingual_dup(N_("an offset of '%s' of %.3g %s instead of %.3g %s"),
                                 get_signal(task, one->param), value, unit, one->value, unit);
  case TR_PARAM_CHANNEL_SCALE:
    return trammel_bilingual_dup(N_("a scale of '%s' of %.4g instead of %.4g"),
                                 get_signal(task, one->param), value, one->value);
  default:
    tr_task_param_id(id, task, one->param);
    return trammel_bilingual_dup(N_("%s = %.4g instead of %.4g"), id, value, one->value);
  }
}

/* Appends the path of a channel's quantity in a log of the project. */
static void
append_path(GString *paths, const TrammelProject *project, guint log, const char *signal, TrParam p)
{
  const char *member = p.kind == TR_PARAM_CHANNEL_DELAY    ? "delay"
                       : p.kind == TR_PARAM_CHANNEL_OFFSET ? "offset"
                                                           : "scale";

  for (guint i = 0; i < trammel_project_get_n_mappings(project, log); i++)
    if (g_str_equal(trammel_project_get_mapping(project, log, i)->signal, signal))
      g_string_append_printf(paths, "%slogs[%u].channels[%u].%s", paths->len ? "," : "", log, i,
                             member);
}

/* Proposes to free the quantity, of a channel in all fitted logs and from the preferred value on.
 */
static void
propose(GArray *findings, const TrammelProblem *problem, const TrPreference *one)
{
  const TrammelProject *project = trammel_problem_get_project(problem);
  const TrTask *task = trammel_problem_get_task(problem);
  g_autoptr(GString) paths = g_string_new(NULL);
  char number[TRAMMEL_NUMBER_SIZE];

  if (is_negative_delay(one))
    return;
  if (!is_of_channel(one->param)) {
    g_autofree char *path = trammel_project_dup_quantity_path(one->param);
    trammel_findings_fix(findings, "true", "%s.free", path);
    return;
  }
  for (int l = 0; l < task->n_logs; l++)
    for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
      if (g_str_equal(trammel_project_get_log_name(project, i), task->logs[l].name))
        append_path(paths, project, i, get_signal(task, one->param), one->param);
  trammel_json_format_number(number, trammel_round_digits(one->value + one->change, 4));
  g_autofree char *value = g_strdup_printf("{ \"value\": %s, \"free\": true }", number);
  if (paths->len > 0)
    trammel_findings_fix(findings, value, "%s", paths->str);
}

void
trammel_preference_findings_add(GArray *findings, const TrammelProblem *problem, const TrFit *fit)
{
  const TrTask *task = trammel_problem_get_task(problem);
  const TrPreference *one = find_best(fit);
  int moved = one ? find_moved(fit, one) : -1;
  char id[TR_ID_SIZE];

  if (moved < 0)
    return;
  tr_task_param_id(id, task, task->free[moved].param);
  g_autofree char *change = describe(task, one);
  TrammelPlace place = {.signal = is_of_channel(one->param) ? get_signal(task, one->param) : NULL};
  trammel_findings_add(
      findings, &place, "warning", "log-prefers",
      N_("The logs prefer %s: the cost would fall by %.2g %% (t = %.1f), and %s would change by "
         "%.2g "
         "%%. Correct it, or free it; if neither is right, something else is wrong in the logs or "
         "in the model, and the parameters cannot be trusted."),
      change, 100 * fmin(one->decrease, 1), one->t, id,
      100 * one->shift[moved] / fabs(tr_fit_report(fit, moved).value));
  propose(findings, problem, one);
}
