#include "io/result/preference_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/base/normal.h"
#include "engine/est/task/reported.h"
#include "engine/signal/timing.h"
#include "io/base/bilingual.h"
#include "io/base/json_writer.h"
#include "io/problem/finding.h"
#include "io/project/put.h"
#include "io/result/change_text.h"

/* A change is certain from this t on; or, of a channel, where it removes this share of the cost: it
 * then explains so much that what is left has the memory of the wrong motion.  [Examples as they
 * are: t up to 5.4, but less than 1 % of the cost; 11 % of it at t 2.3.] */
#define SURE_T     4.0
#define SURE_SHARE 0.15

/* It matters from this share of the cost on, or from this shift of a parameter in its sigmas on; of
 * a delay also where the shift leaves the interval of 95 %. */
#define LEAST_SHARE 0.02
#define LEAST_SHIFT 4.0

/* Largest relative change of a scale or a quantity of the model that one linearisation can judge.
 */
#define MOST_CHANGE 0.5

/* A held input is half a sample period later than a linear one; so much of it, at least and at
 * most, points to the other one of both. */
#define LEAST_PART 0.25
#define MOST_PART  0.75

/* A delay below zero is none: a signal is preferred to it that explains about as much, or another
 * way between samples, which needs no further quantity, that explains half as much. */
#define ABOUT_AS_MUCH 0.8
#define HALF_AS_MUCH  0.5

static gboolean
is_of_channel(TrParam param)
{
  return !tr_param_is_of_model(param);
}

/* Sigma without the part by unknown delays, which is the shift by such a preference itself. */
static double
find_sigma(const TrReported *r)
{
  double timing = isnan(r->timing) ? 0 : r->timing;

  return sqrt(fmax(r->sigma * r->sigma - timing * timing, r->noise * r->noise));
}

/* Shift of a parameter in its sigmas, which here include its error by the step. */
static double
measure_shift(const TrFit *fit, const TrPreference *one, int i)
{
  TrReported r = tr_fit_report(fit, i);
  double step = r.value - fit->estimates[i].value;

  return isfinite(r.sigma) && r.sigma > 0 ? one->shift[i] / hypot(find_sigma(&r), step) : 0;
}

/* TRUE if a delay would move a parameter out of its interval, which has room for unknown delays. */
static gboolean
leaves_interval(const TrFit *fit, const TrPreference *one)
{
  for (int i = 0; one->param.kind == TR_PARAM_CHANNEL_DELAY && i < fit->n_free; i++) {
    TrReported r = tr_fit_report(fit, i);
    double step = r.value - fit->estimates[i].value;

    if (r.sigma > 0 && fabs(one->shift[i]) > TR_NORMAL_95 * hypot(r.sigma, step))
      return TRUE;
  }
  return FALSE;
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

static const TrChannel *
get_channel(const TrTask *task, TrParam param)
{
  return &task->logs[param.owner].channels[param.axis];
}

/* TRUE if the change is that between an input that is held and one that is linear. */
static gboolean
is_other_between(const TrTask *task, const TrPreference *one)
{
  const TrChannel *channel;
  double part;

  if (one->param.kind != TR_PARAM_CHANNEL_DELAY)
    return FALSE;
  channel = get_channel(task, one->param);
  part = (channel->linear ? one->change : -one->change) / tr_channel_period(channel);
  return channel->kind == TR_SIGNAL_MOTOR && part > LEAST_PART && part < MOST_PART;
}

/* TRUE if the project cannot state what is preferred. */
static gboolean
is_beyond(const TrTask *task, const TrPreference *one)
{
  return is_negative_delay(one) && !is_other_between(task, one);
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
         (one->decrease > LEAST_SHARE ||
          ((shift > LEAST_SHIFT || leaves_interval(fit, one)) && !is_discretised(fit)));
}

/* Share of the decrease from which on a preference replaces one that cannot be stated. */
static double
find_least(const TrTask *task, const TrPreference *one)
{
  return is_other_between(task, one) ? HALF_AS_MUCH : ABOUT_AS_MUCH;
}

static const TrPreference *
find_best(const TrTask *task, const TrFit *fit)
{
  const TrPreference *best = NULL;

  for (int e = 0; fit->preferences && e < fit->preferences->n; e++) {
    const TrPreference *one = &fit->preferences->all[e];
    if (!is_small(one) || !is_certain(fit, one))
      continue;
    if (!best)
      best = one;
    if (!is_beyond(task, best))
      return best;
    if (!is_beyond(task, one) && one->decrease > find_least(task, one) * best->decrease)
      return one;
  }
  return best;
}

static const char *
get_signal(const TrTask *task, TrParam param)
{
  const TrChannel *channel = get_channel(task, param);

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

  if (is_other_between(task, one))
    return trammel_bilingual_dup(get_channel(task, one->param)->linear
                                     ? N_("'%s' held between its samples, not linear")
                                     : N_("'%s' linear between its samples, not held"),
                                 get_signal(task, one->param));
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

/* Appends the path of a member of a channel in a log of the project. */
static void
append_path(GString *paths,
            const TrammelProject *project,
            guint log,
            const char *signal,
            const char *member)
{
  for (guint i = 0; i < trammel_project_get_n_mappings(project, log); i++)
    if (g_str_equal(trammel_project_get_mapping(project, log, i)->signal, signal))
      g_string_append_printf(paths, "%slogs[%u].channels[%u].%s", paths->len ? "," : "", log, i,
                             member);
}

/* Returns the paths of a member of a signal's channels in all fitted logs, between commas. */
static char *
list_paths(const TrammelProblem *problem, const char *signal, const char *member)
{
  const TrammelProject *project = trammel_problem_get_project(problem);
  const TrTask *task = trammel_problem_get_task(problem);
  GString *paths = g_string_new(NULL);

  for (int l = 0; l < task->n_logs; l++)
    for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
      if (g_str_equal(trammel_project_get_log_name(project, i), task->logs[l].name))
        append_path(paths, project, i, signal, member);
  return g_string_free(paths, FALSE);
}

/* Proposes to free the quantity, of a channel in all fitted logs and from the preferred value on;
 * or the other way in which an input runs between its samples. */
static void
propose(GArray *findings, const TrammelProblem *problem, const TrPreference *one)
{
  const TrTask *task = trammel_problem_get_task(problem);
  gboolean is_between = is_other_between(task, one);
  const char *member = is_between                                   ? "between"
                       : one->param.kind == TR_PARAM_CHANNEL_DELAY  ? "delay"
                       : one->param.kind == TR_PARAM_CHANNEL_OFFSET ? "offset"
                                                                    : "scale";
  char number[TRAMMEL_NUMBER_SIZE];

  if (is_beyond(task, one))
    return;
  if (!is_of_channel(one->param)) {
    g_autofree char *path = trammel_project_dup_quantity_path(one->param);
    trammel_findings_fix(findings, "true", "%s.free", path);
    return;
  }
  g_autofree char *paths = list_paths(problem, get_signal(task, one->param), member);
  trammel_json_format_number(number, trammel_round_digits(one->value + one->change, 4));
  g_autofree char *value =
      is_between ? g_strdup(get_channel(task, one->param)->linear ? "\"hold\"" : "\"linear\"")
                 : g_strdup_printf("{ \"value\": %s, \"free\": true }", number);
  if (*paths)
    trammel_findings_fix(findings, value, "%s", paths);
}

void
trammel_preference_findings_add(GArray *findings, const TrammelProblem *problem, const TrFit *fit)
{
  const TrTask *task = trammel_problem_get_task(problem);
  const TrPreference *one = find_best(task, fit);
  int moved = one ? find_moved(fit, one) : -1;
  char id[TR_ID_SIZE];

  if (moved < 0)
    return;
  tr_task_free_id(id, task, moved);
  g_autofree char *change = describe(task, one);
  g_autofree char *shift = trammel_change_dup_text(
      one->shift[moved], tr_fit_report(fit, moved).value, tr_task_free_unit(task, moved));
  TrammelPlace place = {.signal = is_of_channel(one->param) ? get_signal(task, one->param) : NULL};
  trammel_findings_add(
      findings, &place, "warning", "log-prefers",
      N_("The logs prefer %s: the cost would fall by %.2g %% (t = %.1f), and %s would change by "
         "%s. Correct it, or free it; if neither is right, something else is wrong in the logs or "
         "in the model."),
      change, 100 * fmin(one->decrease, 1), one->t, id, shift);
  propose(findings, problem, one);
}
