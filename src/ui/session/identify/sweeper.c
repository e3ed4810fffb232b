#include "ui/session/identify/sweeper.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/base/error.h"
#include "io/problem/finding.h"
#include "ui/session/run/kappa.h"
#include "ui/session/run/step.h"
#include "ui/session/text/format.h"

/* Proposed range about the present value, as factors. */
#define KAPPA_SPAN      1e3
#define STEP_SPAN       4
#define COMPLIANCE_SPAN 1e3

typedef struct {
  TrammelProject *project;
  TrammelSweepRange range;
} Order;

struct _TrammelSweeper {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelSweeper, trammel_sweeper, TRAMMEL_TYPE_BACKGROUND_TASK)

static const struct {
  const char *setting, *label, *unit;
} targets[TRAMMEL_SWEEPER_N] = {
    [TRAMMEL_SWEEPER_KAPPA] = {"kappa", N_("State error weight κ"), ""},
    [TRAMMEL_SWEEPER_STEP] = {"h", N_("Time step h"), "s"},
    [TRAMMEL_SWEEPER_COMPLIANCE] = {"compliance_scale", N_("Compliance scale"), ""},
};

const char *
trammel_sweeper_get_setting(TrammelSweeperTarget target)
{
  g_return_val_if_fail(target < TRAMMEL_SWEEPER_N, NULL);
  return targets[target].setting;
}

const char *
trammel_sweeper_get_label(TrammelSweeperTarget target)
{
  g_return_val_if_fail(target < TRAMMEL_SWEEPER_N, NULL);
  return _(targets[target].label);
}

const char *
trammel_sweeper_get_unit(TrammelSweeperTarget target)
{
  g_return_val_if_fail(target < TRAMMEL_SWEEPER_N, NULL);
  return targets[target].unit;
}

static double
get_middle_kappa(const TrSettings *settings, TrammelRun *run)
{
  const TrFit *fit = run ? trammel_run_get_fit(run) : NULL;

  if (fit && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL && fit->kappa > 0)
    return fit->kappa;
  if (settings->kappa > 0)
    return settings->kappa;
  return fit && fit->kappa_ref > 0 ? fit->kappa_ref : 1;
}

TrammelSweepRange
trammel_sweeper_propose(const TrammelProject *project, TrammelRun *run, TrammelSweeperTarget target)
{
  const TrSettings *settings = trammel_project_get_settings(project);
  double middle, span;

  switch (target) {
  case TRAMMEL_SWEEPER_STEP:
    middle = trammel_step_get(settings, run);
    middle = isnan(middle) ? tr_settings_default().h : middle;
    span = STEP_SPAN;
    break;
  case TRAMMEL_SWEEPER_COMPLIANCE:
    middle = settings->compliance_scale;
    span = COMPLIANCE_SPAN;
    break;
  default:
    middle = pow(10, round(log10(get_middle_kappa(settings, run))));
    span = KAPPA_SPAN;
    break;
  }
  return (TrammelSweepRange){.target = target,
                             .from = trammel_round_digits(middle / span, 3),
                             .to = trammel_round_digits(middle * span, 3),
                             .n = target == TRAMMEL_SWEEPER_STEP ? 9 : 13};
}

char *
trammel_sweeper_dup_effort(const TrammelSweepRange *range, TrammelRun *run)
{
  const TrFit *fit = run ? trammel_run_get_fit(run) : NULL;

  if (!fit || trammel_run_get_kind(run) != TRAMMEL_RUN_FULL || !(fit->seconds > 0))
    return g_strdup_printf(ngettext("%u fit", "%u fits", range->n), range->n);
  /* a fit that searches kappa makes several */
  double each = fit->seconds / MAX(fit->variances.rounds, 1);
  g_autofree char *time = trammel_format_prefixed(trammel_round_digits(each * range->n, 1), "s");
  return g_strdup_printf(ngettext("%u fit, about %s", "%u fits, about %s", range->n), range->n,
                         time);
}

static void
free_order(gpointer data)
{
  Order *order = data;

  trammel_project_unref(order->project);
  g_free(order);
}

static void
on_point_finished_cb(const TrammelSweepPoint *point, gsize done, gsize of, gpointer context)
{
  trammel_task_context_report(context, (guint)done, (guint)of, NULL);
}

static TrammelSweepAxis *
parse_range(const TrammelProject *project, const TrammelSweepRange *range, GError **error)
{
  char from[TRAMMEL_NUMBER_SIZE], to[TRAMMEL_NUMBER_SIZE];
  g_autofree char *text = g_strdup_printf("%s=%s:%s:%u", targets[range->target].setting,
                                          trammel_json_format_number(from, range->from),
                                          trammel_json_format_number(to, range->to), range->n);

  return trammel_sweep_axis_parse(project, text, error);
}

static gpointer
work(TrammelTaskContext *context, gpointer data, GError **error)
{
  const Order *order = data;
  const TrMonitor monitor = {.func = trammel_task_context_goes_on, .user = context};
  const TrammelSweepOptions options = {
      .score = TRUE, .monitor = &monitor, .func = on_point_finished_cb, .user_data = context};
  TrammelSweepAxis *axis = parse_range(order->project, &order->range, error);

  if (!axis)
    return NULL;
  GPtrArray *axes = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_sweep_axis_free);
  g_ptr_array_add(axes, axis);
  return trammel_sweep_run(order->project, axes, &options, error);
}

static void
trammel_sweeper_class_init(TrammelSweeperClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = free_order;
  task_class->free_outcome = (GDestroyNotify)trammel_sweep_free;
}

static void
trammel_sweeper_init(TrammelSweeper *self)
{
}

TrammelSweeper *
trammel_sweeper_new(void)
{
  return g_object_new(TRAMMEL_TYPE_SWEEPER, NULL);
}

gboolean
trammel_sweeper_start(TrammelSweeper *self,
                      TrammelProject *project,
                      const TrammelSweepRange *range,
                      GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_SWEEPER(self), FALSE);
  g_autoptr(TrammelSweepAxis) axis = NULL;

  if (!(range->from > 0 && range->to > range->from)) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                _("A sweep goes from a number above 0 to a larger one; found %g to %g."),
                range->from, range->to);
    return FALSE;
  }
  if (!(axis = parse_range(project, range, error)))
    return FALSE;
  Order *order = g_new(Order, 1);
  *order = (Order){trammel_project_ref(project), *range};
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), order);
  return TRUE;
}

const TrammelSweep *
trammel_sweeper_get_sweep(TrammelSweeper *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SWEEPER(self), NULL);
  return trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self));
}

TrammelSweeperTarget
trammel_sweeper_get_target(TrammelSweeper *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SWEEPER(self), TRAMMEL_SWEEPER_KAPPA);
  const Order *order = trammel_background_task_get_order(TRAMMEL_BACKGROUND_TASK(self));

  return order ? order->range.target : TRAMMEL_SWEEPER_KAPPA;
}

TrammelProject *
trammel_sweeper_get_project(TrammelSweeper *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SWEEPER(self), NULL);
  const Order *order = trammel_background_task_get_order(TRAMMEL_BACKGROUND_TASK(self));

  return order ? order->project : NULL;
}

/* ---- words ----------------------------------------------------------------------------------- */

static void
append_corner(GString *words, const TrammelSweep *sweep)
{
  const TrammelSweepCorner *corner =
      sweep->corners->len > 0 ? &g_array_index(sweep->corners, TrammelSweepCorner, 0) : NULL;

  if (!corner)
    return;
  if (corner->corner.index < 0) {
    g_string_append_printf(words, _("No clear corner (%s); use the open-loop error. "),
                           corner->corner.why);
    return;
  }
  g_autofree char *kappa = trammel_kappa_format(corner->kappa, 3);
  g_string_append_printf(words, _("The L-curve has its corner at κ %s. "), kappa);
}

static void
append_best(GString *words, const TrammelSweep *sweep, TrammelSweeperTarget target)
{
  const TrammelSweepPoint *best = trammel_sweep_find_best(sweep);

  if (!best)
    return;
  g_autofree char *value = *targets[target].unit
                               ? trammel_format_prefixed(best->at[0], targets[target].unit)
                               : trammel_kappa_format(best->at[0], 3);
  g_string_append_printf(words,
                         sweep->scores_fitted
                             ? _("Smallest open-loop error at %s: %.3g %% (of the fitted logs). ")
                             : _("Smallest open-loop error at %s: %.3g %%. "),
                         value, best->score.nrmse_percent);
}

/* Appends the points that did not converge, with the reason of the first. */
static void
append_failures(GString *words, const TrammelSweep *sweep)
{
  const char *why = NULL;
  guint n = 0;

  for (guint i = 0; i < sweep->points->len; i++) {
    const TrammelSweepPoint *point = sweep->points->pdata[i];
    if (g_str_equal(point->status, "converged"))
      continue;
    n++;
    why = why ? why : point->message;
  }
  if (n > 0)
    g_string_append_printf(
        words,
        ngettext("%u point did not converge: %s ", "%u points did not converge, the first: %s ", n),
        n, why ? why : "");
}

char *
trammel_sweeper_describe(const TrammelSweep *sweep, TrammelSweeperTarget target)
{
  GString *words = g_string_new(NULL);

  if (sweep->interrupted)
    g_string_append_printf(
        words,
        ngettext("Stopped after %u point. ", "Stopped after %u points. ", sweep->points->len),
        sweep->points->len);
  append_corner(words, sweep);
  append_best(words, sweep, target);
  append_failures(words, sweep);
  return g_strchomp(g_string_free(words, FALSE));
}
