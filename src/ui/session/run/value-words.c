#include "ui/session/run/value-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/est/task/reported.h"
#include "io/result/fit_finding.h"
#include "ui/session/text/format.h"
#include "ui/session/text/notation.h"

static const TrEstimate *
get_estimate(TrammelRun *run, int parameter)
{
  return &trammel_run_get_fit(run)->estimates[parameter];
}

static TrReported
get_reported(TrammelRun *run, int parameter)
{
  return tr_fit_report(trammel_run_get_fit(run), parameter);
}

static const char *
get_unit(TrammelRun *run, int parameter)
{
  return tr_task_free_unit(trammel_problem_get_task(trammel_run_get_problem(run)), parameter);
}

char *
trammel_run_dup_value(TrammelRun *run, int parameter)
{
  TrReported r = get_reported(run, parameter);

  return trammel_notation_get().sigma_form == TRAMMEL_SIGMA_BRACKETS
             ? trammel_format_brackets(r.value, r.sigma)
             : trammel_format_value(r.value, r.sigma);
}

char *
trammel_run_dup_sigma(TrammelRun *run, int parameter)
{
  TrReported r = get_reported(run, parameter);

  if (trammel_run_get_kind(run) == TRAMMEL_RUN_PREVIEW)
    return g_strdup(_("preview"));
  if (!isfinite(r.sigma) && get_estimate(run, parameter)->at_bound)
    return g_strdup(_("at its bound"));
  if (!isfinite(r.sigma) && trammel_run_get_fit(run)->status == TR_CANCELLED)
    return g_strdup("–");
  if (!isfinite(r.sigma))
    return g_strdup(_("unknown")); /* the remarks say why, with more room */
  gboolean is_percent = trammel_notation_get().sigma_form == TRAMMEL_SIGMA_PERCENT && r.value != 0;
  g_autofree char *number =
      trammel_format_sigma(is_percent ? 100 * r.sigma / fabs(r.value) : r.sigma);
  g_autofree char *sigma = g_strconcat(number, is_percent ? " %" : "", NULL);
  return r.is_physical ? g_steal_pointer(&sigma) : g_strconcat(TRAMMEL_AT_LEAST, sigma, NULL);
}

/* Returns "0.0012 kg m²", a plain number for a quantity without a unit. */
static char *
format_part(double part, const char *unit)
{
  g_autofree char *number = trammel_format_sigma(part);

  return g_str_equal(unit, "1") ? g_steal_pointer(&number) : g_strdup_printf("%s %s", number, unit);
}

char *
trammel_run_dup_sigma_parts(TrammelRun *run, int parameter)
{
  TrReported r = get_reported(run, parameter);
  const char *unit = get_unit(run, parameter);

  if (!isfinite(r.sigma) || trammel_run_get_kind(run) != TRAMMEL_RUN_FULL)
    return g_strdup("");
  g_autofree char *sigma = format_part(r.sigma, unit);
  g_autofree char *noise = format_part(r.noise, unit);
  g_autofree char *model = format_part(r.model, unit);
  g_autofree char *timing =
      isnan(r.timing) ? g_strdup(_("not included")) : format_part(r.timing, unit);
  if (!r.is_physical)
    return g_strdup_printf(_("± %s (one sigma), of\nnoise %s\nmissing forces %s\nunknown delays "
                             "%s\nNot included: step, smoothing of dry friction"),
                           sigma, noise, model, timing);
  g_autofree char *step = format_part(r.step, unit);
  g_autofree char *smoothing = format_part(r.smoothing, unit);
  return g_strdup_printf(_("± %s (one sigma), of\nnoise %s\nmissing forces %s\nunknown delays "
                           "%s\nstep %s\nsmoothing of dry friction %s"),
                         sigma, noise, model, timing, step, smoothing);
}

char *
trammel_run_dup_stepper(TrammelRun *run, int parameter)
{
  const TrEstimate *e = get_estimate(run, parameter);
  g_autofree char *value = trammel_format_value(e->value, e->sigma);

  if (!e->identifiable || !isfinite(e->sigma))
    return g_steal_pointer(&value);
  g_autofree char *sigma = trammel_format_sigma(e->sigma);
  return g_strdup_printf("%s ± %s", value, sigma);
}

/* Returns the caution about the end of the fit; NULL if there is none. */
static const char *
find_fault_of_end(const TrFit *fit)
{
  if (fit->status == TR_OK || fit->status == TR_CANCELLED)
    return NULL;
  return fit->stop == TR_STOP_ITERATIONS ? _("limit of iterations reached") : _("not converged");
}

/* Returns the caution about the estimate; NULL if there is none. */
static const char *
find_fault_of_estimate(TrammelRun *run, const TrEstimate *e, gboolean is_physical)
{
  if (e->at_bound)
    return is_physical ? _("stepper at its bound") : _("at its bound");
  if (!e->identifiable)
    return _("fix it, or use a richer log");
  if (!isfinite(e->sigma))
    return trammel_run_get_fit(run)->status == TR_CANCELLED ? _("stopped before sigma was computed")
                                                            : _("sigma could not be computed");
  return NULL;
}

/* Returns a remark that the value is the stepper's, with the reason unless `has_reason`. */
static const char *
describe_gap(TrammelRun *run, TrPhysicalGap gap, gboolean has_reason)
{
  static const char *const words[] = {
      [TR_PHYSICAL_NOT_DETERMINED] =
          N_("value of the stepper at h; the logs do not determine the physical value"),
      [TR_PHYSICAL_AT_BOUND] =
          N_("value of the stepper at h; a fit for the physical value ends at the bound"),
      [TR_PHYSICAL_OUT_OF_BOUNDS] =
          N_("value of the stepper at h; the step is too long for a physical value"),
      [TR_PHYSICAL_NOT_COMPUTED] =
          N_("value of the stepper at h; the physical value was not computed"),
      [TR_PHYSICAL_FAILED] =
          N_("value of the stepper at h; a fit for the physical value did not converge")};

  if (gap == TR_PHYSICAL_KNOWN)
    return NULL;
  if (trammel_run_get_awaits_physical(run))
    return _("value of the stepper at h; the physical value follows");
  return has_reason ? _("value of the stepper at h") : _(words[gap]);
}

char *
trammel_run_dup_remark(TrammelRun *run, int parameter)
{
  TrReported r = get_reported(run, parameter);
  g_autoptr(GString) text = g_string_new(NULL);

  if (trammel_run_get_kind(run) == TRAMMEL_RUN_PREVIEW)
    return g_strdup(_("value of the stepper at h"));
  if (trammel_run_get_kind(run) != TRAMMEL_RUN_FULL)
    return g_strdup("");
  const char *bad = trammel_fit_is_bad(trammel_run_get_fit(run)) ? _("bad fit") : NULL;
  const char *end = find_fault_of_end(trammel_run_get_fit(run));
  const char *own = find_fault_of_estimate(run, get_estimate(run, parameter), r.is_physical);
  const char *force = r.model > r.noise ? _("a force that the model lacks moves it") : NULL;
  const char *const words[] = {bad, end, own, force, describe_gap(run, r.gap, bad || end || own)};
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (words[i])
      g_string_append_printf(text, "%s%s", text->len ? "; " : "", words[i]);
  return g_string_free(g_steal_pointer(&text), FALSE);
}
