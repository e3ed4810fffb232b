#include "io/result/physical.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/step/formulation.h"
#include "io/base/bilingual.h"

/* Change by half the step or twice the smoothing rate, as a share of the value, above which these
 * are too large, and the share that a proposal aims at. */
#define LARGEST_CHANGE 0.25
#define AIMED_CHANGE   0.1

/* Standard deviations below which such a change may be noise. */
#define SURE_CHANGE 2.0

/* Share of the natural size below which a quantity of either sign counts as zero. */
#define ZERO_SHARE 0.1

/* Largest turn per step (theory 5.7). */
#define LARGEST_TURN 0.1

void
trammel_result_write_extrapolation(TrammelJsonWriter *json, const TrFit *fit)
{
  const TrPhysical *p = fit->physical;
  gboolean is_replayed = p && !isnan(p->h_replayed);

  if (!p) {
    trammel_json_writer_null(json);
    return;
  }
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "status", p->status == TR_OK ? "converged" : "failed");
  trammel_json_writer_add_string(json, "message", p->message);
  trammel_json_writer_add_string(
      json, "formulation",
      tr_formulation_name(is_replayed ? TR_FORMULATION_PREDICTED : TR_FORMULATION_SECOND_ORDER));
  trammel_json_writer_add_number(json, "kappa", p->kappa);
  trammel_json_writer_key(json, "h");
  trammel_json_writer_numbers(json, (const double[]){p->h, is_replayed ? p->h_replayed : p->h / 2},
                              2);
  trammel_json_writer_key(json, "iterations");
  trammel_json_writer_numbers(json, (const double[]){p->iterations[0], p->iterations[1]}, 2);
  trammel_json_writer_add_number(json, "seconds", p->seconds);
  trammel_json_writer_add_number(json, "largest_turn", p->turn);
  trammel_json_writer_end_object(json);
}

/* Returns the reference of a change: the value, unless that may be zero. */
static double
yardstick(const TrTask *task, const TrFit *fit, int i)
{
  double value = fabs(fit->physical->values[i].fine);
  gboolean has_sign = tr_param_floor(task->free[i].param) < 0;

  return has_sign ? fmax(value, ZERO_SHARE * fit->estimates[i].scale) : value;
}

/* Returns a change as a share of a value, beyond noise; 0 if unknown. */
static double
measure_share(const TrTask *task, const TrFit *fit, int i, double change)
{
  const TrPhysicalValue *v = &fit->physical->values[i];

  if (v->gap != TR_PHYSICAL_KNOWN && v->gap != TR_PHYSICAL_OUT_OF_BOUNDS)
    return 0;
  if (change <= SURE_CHANGE * v->noise)
    return 0;
  return change / yardstick(task, fit, i);
}

/* Returns the change of a value by half the step. */
static double
find_step_change(const TrPhysicalValue *v)
{
  return fabs(v->fine - v->coarse);
}

/* Returns the change of a value by twice the smoothing rate. */
static double
find_smoothing_change(const TrPhysicalValue *v)
{
  return 2 * v->smoothing; /* half of it is the sigma */
}

/* Lists the parameters with large changes; returns the largest share, 0 if there is none. */
static double
list_changes(GString *list,
             const TrTask *task,
             const TrFit *fit,
             double (*find_change)(const TrPhysicalValue *))
{
  double most = 0;

  for (int i = 0; i < fit->n_free; i++) {
    double share = measure_share(task, fit, i, find_change(&fit->physical->values[i]));
    char id[TR_ID_SIZE];
    if (!(share > LARGEST_CHANGE))
      continue;
    tr_task_free_id(id, task, i);
    g_autofree char *change = trammel_bilingual_dup(N_("%s by %.0f %%"), id, 100 * share);
    g_string_append_printf(list, "%s%s", list->len ? ", " : "", change);
    most = MAX(most, share);
  }
  return most;
}

/* Reports values that the impacts within a step change much. */
static void
add_coarse_impacts(GArray *findings, const TrTask *task, const TrFit *fit)
{
  g_autoptr(GString) list = g_string_new(NULL);

  if (list_changes(list, task, fit, find_step_change) > 0)
    trammel_findings_add(
        findings, NULL, "warning", "impacts-coarse",
        N_("A fit of logs simulated with the estimates, in shorter steps, changes %s: the values "
           "are corrected by that, and their sigma contains it. The samples are too far apart for "
           "these impacts: sample faster."),
        list->str);
}

static void
add_long_step(GArray *findings, const TrTask *task, const TrFit *fit)
{
  g_autoptr(GString) list = g_string_new(NULL);
  double most = list_changes(list, task, fit, find_step_change);
  double h = fit->physical->h, h_new;

  if (most == 0)
    return;
  h_new = trammel_round_digits(MIN(0.5, sqrt(AIMED_CHANGE / most)) * h, 1);
  trammel_findings_add(
      findings, NULL, "warning", "step-too-long",
      N_("Half the step changes %s: at h = %g s these values depend more on the step than on the "
         "mechanism, and their extrapolation to h = 0 is uncertain. Make h about %g s."),
      list->str, h, h_new);
  trammel_findings_fix_number(findings, h_new, "settings.h");
}

/* Reports a smoothing rate that is too large; the project's own can be fixed in one step, those of
 * joints and logs cannot. */
static void
add_wide_smoothing(GArray *findings, const TrTask *task, const TrFit *fit)
{
  g_autoptr(GString) list = g_string_new(NULL);
  double most = list_changes(list, task, fit, find_smoothing_change);
  double rate = task->settings.friction_rate, share;

  if (most == 0)
    return;
  share = trammel_round_digits(AIMED_CHANGE / most, 1);
  trammel_findings_add(findings, NULL, "warning", "smoothing-too-wide",
                       N_("Twice the smoothing rate of dry friction changes %s: these values "
                          "depend more on the smoothing than on the mechanism, and a shorter step "
                          "does not help. Multiply the smoothing rates by about %g ('rate' of the "
                          "joints' friction, or the setting 'friction_rate')."),
                       list->str, share);
  if (isfinite(rate))
    trammel_findings_fix_number(findings, trammel_round_digits(share * rate, 1),
                                "settings.friction_rate");
}

static void
add_turn(GArray *findings, const TrTask *task, const TrPhysical *p)
{
  double h_new;

  if (p->turn_joint < 0 || p->turn <= LARGEST_TURN)
    return;
  h_new = trammel_round_digits(0.95 * p->h * LARGEST_TURN / p->turn, 1);
  trammel_findings_add(findings, NULL, "warning", "step-too-long",
                       N_("Joint '%s' turns by up to %.2g rad in half a step; above %g rad errors "
                          "do not yet shrink with the square of the step, and the extrapolation to "
                          "h = 0 is uncertain. Make h about %g s."),
                       task->model->joints[p->turn_joint].name, p->turn, LARGEST_TURN, h_new);
  trammel_findings_fix_number(findings, h_new, "settings.h");
}

void
trammel_physical_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  const TrPhysical *p = fit->physical;

  if (!p)
    return;
  if (p->status != TR_OK) {
    trammel_findings_add(
        findings, NULL, "warning", "extrapolation-failed",
        N_("There are no values of the mechanism (h = 0): all values are those of the stepper at "
           "its step, and their sigma covers noise alone. %s Try more iterations or a shorter "
           "step."),
        p->message);
  } else if (!isnan(p->h_replayed)) {
    add_coarse_impacts(findings, task, fit);
  } else {
    add_long_step(findings, task, fit);
    add_wide_smoothing(findings, task, fit);
  }
  add_turn(findings, task, p);
  if (p->status == TR_OK && p->keeps_damping_time)
    trammel_findings_add(
        findings, NULL, "info", "damping-time-fixed",
        N_("A joint's damping time is a number of seconds: errors then shrink with h, not with its "
           "square, and the error that remains in the values of the mechanism (h = 0) is about "
           "twice the part of sigma by the step. \"damping_time\": \"auto\" is better."));
}
