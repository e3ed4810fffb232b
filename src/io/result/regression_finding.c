#include "io/result/regression_finding.h"

#include <glib/gi18n-lib.h>

#include "engine/est/regress/regression.h"

/* Least part of a sensor's variation that the filter should keep [%]. */
#define LEAST_KEPT 98.0

static void
add_held(GArray *findings, const TrTask *task)
{
  g_autoptr(GString) ids = g_string_new(NULL);

  for (int i = 0; i < task->n_free; i++) {
    char id[TR_ID_SIZE];
    if (tr_regression_has(task, task->free[i].param))
      continue;
    tr_task_free_id(id, task, i);
    g_string_append_printf(ids, "%s%s", ids->len ? ", " : "", id);
  }
  if (ids->len)
    trammel_findings_add(findings, NULL, "warning", "regression-held",
                         N_("A regression is linear in masses, friction, springs and gains; these "
                            "free quantities are not among them and stay at their values: %s. Fit "
                            "them with the formulation \"auto\", or fix them."),
                         ids->str);
}

static void
add_filter(GArray *findings, const TrTask *task, const TrFit *fit)
{
  const TrSensorFit *worst = NULL;
  const char *log = NULL;

  for (int l = 0; l < fit->n_logs; l++)
    for (int s = 0; s < fit->logs[l].n_sensors; s++) {
      const TrSensorFit *sensor = &fit->logs[l].sensors[s];
      if (sensor->fit_percent < (worst ? worst->fit_percent : LEAST_KEPT)) {
        worst = sensor;
        log = task->logs[l].name;
      }
    }
  if (!worst)
    return;
  TrammelPlace place = {.log = log, .signal = task->model->sensors[worst->sensor].name};
  trammel_findings_add(
      findings, &place, "warning", "regression-filter",
      N_("Log '%s': the motion that the regression used explains only %.1f %% of "
         "what '%s' measured. The cutoff of %g Hz takes away a part of the motion; "
         "make it larger, and see by a sweep whether the parameters move."),
      log, MAX(worst->fit_percent, 0), place.signal, fit->regression->cutoff);
  trammel_findings_fix_number(findings, 2 * fit->regression->cutoff, "settings.cutoff");
}

/* The cutoff that the program chose, as a setting to keep. */
static void
add_cutoff(GArray *findings, const TrTask *task, const TrFit *fit)
{
  double cutoff = fit->regression->cutoff;

  if (!task->settings.chooses_cutoff || task->settings.formulation != TR_FORMULATION_REGRESSION)
    return;
  trammel_findings_add(
      findings, NULL, "info", "regression-cutoff",
      N_("The project states no cutoff. The filter of the regression has %.3g Hz, around which "
         "the values change least; state it to keep it."),
      cutoff);
  trammel_findings_fix_number(findings, cutoff, "settings.cutoff");
}

void
trammel_regression_findings_add(GArray *findings, const TrTask *task, const TrFit *fit)
{
  const TrRegressionFit *r = fit->regression;

  if (!r)
    return;
  if (task->settings.formulation != TR_FORMULATION_REGRESSION)
    trammel_findings_add(
        findings, NULL, "warning", "regression-instead",
        N_("The values are those of a regression along the measured motion. From them, the "
           "estimate "
           "of motion and parameters together did not converge, or left larger errors of the "
           "motors' forces. Validate the values on another log."));
  if (r->consistency != task->settings.consistency) {
    trammel_findings_add(
        findings, NULL, "info", "regression-consistent",
        N_("The inertias that fit best belong to no body, so they were kept to those "
           "of real bodies, as with the consistency \"full\"."));
    trammel_findings_fix(findings, "\"full\"", "settings.consistency");
  }
  add_held(findings, task);
  add_filter(findings, task, fit);
  add_cutoff(findings, task, fit);
  if (r->n_lost > 0)
    trammel_findings_add(findings, NULL, "info", "regression-lost",
                         N_("%d samples were left out: there the measured joints do not determine "
                            "the motion of the others, as at a dead centre."),
                         r->n_lost);
}

void
trammel_regression_write(TrammelJsonWriter *json, const TrTask *task, const TrFit *fit)
{
  const TrRegressionFit *r = fit->regression;

  if (!r)
    return;
  trammel_json_writer_key(json, "regression");
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "cutoff", r->cutoff);
  trammel_json_writer_add_number(json, "sample_step", r->step);
  trammel_json_writer_add_integer(json, "equations", (gint64)r->n_rows * r->n_freedoms);
  trammel_json_writer_add_integer(json, "samples_left_out", r->n_lost);
  trammel_json_writer_add_string(json, "consistency", tr_inertia_rule_name(r->consistency));
  trammel_json_writer_key(json, "forces");
  trammel_json_writer_begin_array(json);
  for (int f = 0; f < r->n_freedoms; f++) {
    const TrRegressionForce *force = &r->forces[f];
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_string(json, "joint", task->model->joints[force->joint].name);
    trammel_json_writer_add_number(json, "rmse", force->rmse);
    trammel_json_writer_add_number(json, "percent", 100 * force->rmse / force->rms);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_end_object(json);
}
