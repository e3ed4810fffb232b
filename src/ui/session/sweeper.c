#include "ui/session/sweeper.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/error.h"
#include "io/finding.h"
#include "ui/session/format.h"
#include "ui/session/kappa.h"

/* The proposed sides about the middle, as factors. */
#define KAPPA_SPAN      1e3
#define STEP_SPAN       4
#define COMPLIANCE_SPAN 1e3

typedef struct {
  guint serial;
  TrammelProject *project;
  TrammelSweepRange range;
} Request;

/* sweep and error are NULL while points go on. */
typedef struct {
  guint serial, done, of;
  Request *request; /* of a sweep that has ended */
  TrammelSweep *sweep;
  GError *error;
} Report;

struct _TrammelSweeper {
  TrammelBackground parent_instance;
  TrammelSweep *sweep;
  TrammelProject *project;
  TrammelSweeperTarget target;
};

G_DEFINE_FINAL_TYPE(TrammelSweeper, trammel_sweeper, TRAMMEL_TYPE_BACKGROUND)

enum { PROGRESS, FINISHED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

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
    middle = settings->h;
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
  /* a fit that looks for kappa makes several */
  double each = fit->seconds / MAX(fit->variances.rounds, 1);
  g_autofree char *time = trammel_format_prefixed(trammel_round_digits(each * range->n, 1), "s");
  return g_strdup_printf(ngettext("%u fit, about %s", "%u fits, about %s", range->n), range->n,
                         time);
}

static void
free_request(gpointer data)
{
  Request *request = data;

  if (!request)
    return;
  trammel_project_unref(request->project);
  g_free(request);
}

static void
free_report(gpointer data)
{
  Report *report = data;

  free_request(report->request);
  g_clear_pointer(&report->sweep, trammel_sweep_free);
  g_clear_error(&report->error);
  g_free(report);
}

/* On the thread from here on. */
typedef struct {
  TrammelCourier *courier;
  const Request *request;
} Work;

/* TrMonitorFunc */
static bool
monitor_fit(void *user, const void *event)
{
  const Work *work = user;

  return !trammel_courier_is_cancelled(work->courier, work->request->serial);
}

static void
on_point_finished_cb(const TrammelSweepPoint *point, gsize done, gsize of, gpointer user)
{
  const Work *work = user;
  Report *report = g_new0(Report, 1);

  *report = (Report){.serial = work->request->serial, .done = (guint)done, .of = (guint)of};
  trammel_courier_publish(work->courier, report);
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

static void
work(TrammelCourier *courier, gpointer data, gpointer state)
{
  const Request *request = data;
  Work work = {.courier = courier, .request = request};
  const TrMonitor monitor = {.func = monitor_fit, .user = &work};
  const TrammelSweepOptions options = {
      .score = TRUE, .monitor = &monitor, .func = on_point_finished_cb, .user_data = &work};
  GPtrArray *axes = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_sweep_axis_free);
  Report *report = g_new0(Report, 1);

  report->serial = request->serial;
  report->request = g_memdup2(request, sizeof *request);
  trammel_project_ref(request->project);
  TrammelSweepAxis *axis = parse_range(request->project, &request->range, &report->error);
  if (axis)
    g_ptr_array_add(axes, axis);
  if (axis)
    report->sweep = trammel_sweep_run(request->project, axes, &options, &report->error);
  else
    g_ptr_array_unref(axes);
  trammel_courier_publish(courier, report);
}

static const TrammelCourierRole role = {.work = work,
                                        .free_request = free_request,
                                        .free_report = free_report,
                                        .priority = G_PRIORITY_DEFAULT};

static void
take_sweep(TrammelSweeper *self, Report *report)
{
  g_clear_pointer(&self->sweep, trammel_sweep_free);
  g_clear_pointer(&self->project, trammel_project_unref);
  self->sweep = g_steal_pointer(&report->sweep);
  self->project = trammel_project_ref(report->request->project);
  self->target = report->request->range.target;
}

static void
trammel_sweeper_take_report(TrammelBackground *background, gpointer data)
{
  TrammelSweeper *self = TRAMMEL_SWEEPER(background);
  Report *report = data;

  if (report->serial != trammel_background_get_serial(background))
    return;
  if (!report->sweep && !report->error) {
    g_signal_emit(self, signals[PROGRESS], 0, report->done, report->of);
    return;
  }
  if (report->sweep)
    take_sweep(self, report);
  trammel_background_set_running(background, FALSE);
  if (report->error)
    g_signal_emit(self, signals[FAILED], 0, report->error);
  else
    g_signal_emit(self, signals[FINISHED], 0);
}

static void
trammel_sweeper_dispose(GObject *object)
{
  TrammelSweeper *self = TRAMMEL_SWEEPER(object);

  g_clear_pointer(&self->sweep, trammel_sweep_free);
  g_clear_pointer(&self->project, trammel_project_unref);
  G_OBJECT_CLASS(trammel_sweeper_parent_class)->dispose(object);
}

static void
trammel_sweeper_class_init(TrammelSweeperClass *klass)
{
  GType type = G_TYPE_FROM_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_sweeper_dispose;
  TRAMMEL_BACKGROUND_CLASS(klass)->take_report = trammel_sweeper_take_report;
  signals[PROGRESS] = g_signal_new("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[FINISHED] =
      g_signal_new("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
trammel_sweeper_init(TrammelSweeper *self)
{
}

TrammelSweeper *
trammel_sweeper_new(void)
{
  TrammelSweeper *self = g_object_new(TRAMMEL_TYPE_SWEEPER, NULL);

  trammel_background_set_role(TRAMMEL_BACKGROUND(self), &role, NULL);
  return self;
}

gboolean
trammel_sweeper_start(TrammelSweeper *self,
                      TrammelProject *project,
                      const TrammelSweepRange *range,
                      GError **error)
{
  g_return_val_if_fail(TRAMMEL_IS_SWEEPER(self), FALSE);
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);
  g_autoptr(TrammelSweepAxis) axis = NULL;

  if (!(range->from > 0 && range->to > range->from)) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                _("A sweep goes from a number above 0 to a larger one; found %g to %g."),
                range->from, range->to);
    return FALSE;
  }
  if (!(axis = parse_range(project, range, error)))
    return FALSE;
  Request *request = g_new0(Request, 1);
  trammel_background_cancel(background, trammel_background_get_serial(background));
  *request = (Request){.serial = trammel_background_next_serial(background),
                       .project = trammel_project_ref(project),
                       .range = *range};
  trammel_background_submit(background, request);
  return TRUE;
}

void
trammel_sweeper_stop(TrammelSweeper *self)
{
  g_return_if_fail(TRAMMEL_IS_SWEEPER(self));
  TrammelBackground *background = TRAMMEL_BACKGROUND(self);

  trammel_background_cancel(background, trammel_background_get_serial(background));
}

const TrammelSweep *
trammel_sweeper_get_sweep(TrammelSweeper *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SWEEPER(self), NULL);
  return self->sweep;
}

TrammelSweeperTarget
trammel_sweeper_get_target(TrammelSweeper *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SWEEPER(self), TRAMMEL_SWEEPER_KAPPA);
  return self->target;
}

TrammelProject *
trammel_sweeper_get_project(TrammelSweeper *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SWEEPER(self), NULL);
  return self->project;
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
    g_string_append_printf(words, _("No clear corner (%s); look at the open-loop error. "),
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

/* Points that did not converge, with the reason of the first. */
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
trammel_sweeper_dup_words(TrammelSweeper *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SWEEPER(self), NULL);
  GString *words = g_string_new(NULL);

  if (self->sweep) {
    if (self->sweep->interrupted)
      g_string_append_printf(words,
                             ngettext("Stopped after %u point. ", "Stopped after %u points. ",
                                      self->sweep->points->len),
                             self->sweep->points->len);
    append_corner(words, self->sweep);
    append_best(words, self->sweep, self->target);
    append_failures(words, self->sweep);
  }
  return g_strchomp(g_string_free(words, FALSE));
}
