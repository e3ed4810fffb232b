#include "io/result/fit_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/diagnose/state_error_whiteness.h"
#include "engine/est/step/formulation.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/joint.h"
#include "io/base/bilingual.h"
#include "io/check/base_set.h"
#include "io/check/contact_finding.h"
#include "io/check/direction.h"
#include "io/check/input_unit_finding.h"
#include "io/check/limit_finding.h"
#include "io/check/scale_finding.h"
#include "io/result/correlation_finding.h"
#include "io/result/force_finding.h"
#include "io/result/friction_finding.h"
#include "io/result/kappa_report.h"
#include "io/result/knowledge.h"
#include "io/result/multistart_report.h"
#include "io/result/physical.h"
#include "io/result/preference_finding.h"
#include "io/result/regression_finding.h"
#include "io/result/residual_finding.h"
#include "io/result/result.h"
#include "io/result/weights/passes_report.h"

/* Distance of an estimate from its prior's mean, in the prior's sigmas, above which they contradict
 * each other; and share of the prior's variance that the logs must remove for the estimate to count
 * as theirs. */
#define MOST_SHIFT       3.0
#define LEAST_DATA_SHARE 0.5

/* Largest share of the inertial forces in the state error. */
#define MOST_UNEXPLAINED 0.2

/* Force error above which a model does not explain a log [EMPS 4 %, other real drives 6 to 9 %,
 * torques that do not belong to the motion 50 % and more]; unless the estimated motion shows that
 * only the filter of the start values removed too much. */
#define MOST_FORCE_ERROR 0.25
#define SURELY_EXPLAINED 0.03
#define SURELY_FITTED    99.0

/* Least share of the measured variation in the estimated motion [%]. */
#define LEAST_FIT 95.0

/* Largest accumulation of the state error, in multiples of noise [simulated logs: 0.2 to 1.5]. */
#define MOST_COLOUR 4.0

static gboolean
misses(const TrSensorFit *sensor)
{
  return sensor->fit_percent < LEAST_FIT;
}

static gboolean
is_explained(const TrLogFit *log)
{
  if (log->unexplained > MOST_UNEXPLAINED)
    return FALSE;
  if (!(log->force_error > MOST_FORCE_ERROR))
    return TRUE;
  if (log->unexplained > SURELY_EXPLAINED)
    return FALSE;
  for (int s = 0; s < log->n_sensors; s++)
    if (log->sensors[s].fit_percent < SURELY_FITTED)
      return FALSE;
  return TRUE;
}

gboolean
trammel_fit_is_bad(const TrFit *fit)
{
  if (fit->status == TR_CANCELLED)
    return FALSE;
  for (int l = 0; l < fit->n_logs; l++) {
    if (!is_explained(&fit->logs[l]))
      return TRUE;
    for (int s = 0; s < fit->logs[l].n_sensors; s++)
      if (misses(&fit->logs[l].sensors[s]))
        return TRUE;
  }
  for (int j = 0; fit->model && j < fit->model->n_joints; j++)
    if (!trammel_fit_explains_joint(fit, j))
      return TRUE;
  return FALSE;
}

static void
add_model_error(GArray *findings, const char *log, const TrLogFit *fit)
{
  TrammelPlace place = {.log = log};
  double share = fit->force_error > MOST_FORCE_ERROR ? fit->force_error : fit->unexplained;

  if (is_explained(fit))
    return;
  trammel_findings_add(
      findings, &place, "warning", "model-error",
      N_("Log '%s': the model leaves %.0f %% of the forces unexplained (good logs: below 10 %%), "
         "so the parameters cannot be trusted. Look for an input with a wrong sign, unit or delay, "
         "a force that was not measured, or a part that is missing in the model."),
      log, 100 * share);
}

/* Finds a joint without constraint rows that acts on a body carried by another joint; NULL for
 * none. */
static const TrJoint *
find_beside(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    for (int k = 0; k < model->n_joints; k++)
      if (k != j && model->joints[j].child == model->joints[k].child &&
          tr_joint_class(model->joints[j].type)->n_prims == 0)
        return &model->joints[j];
  return NULL;
}

/* Returns the reason why the forces of a log were not compared with those that its motion requires;
 * NULL: they were, for all joints.  Free with g_free(). */
static char *
dup_unchecked(const TrModel *model, const TrLogFit *fit)
{
  const TrJoint *beside = find_beside(model);

  if (beside)
    return trammel_bilingual_dup(
        N_("joint '%s' acts in parallel with another one, and their forces cannot be separated"),
        beside->name);
  if (!tr_model_is_tree(model))
    return trammel_bilingual_dup(
        N_("in closed loops the joints share one motion, and their forces cannot be separated"));
  if (isnan(fit->force_error))
    return trammel_bilingual_dup(N_("the position of a joint is not measured"));
  for (int m = 0; m < model->n_motors; m++)
    if (model->motors[m].drive != TR_DRIVE_NONE)
      return trammel_bilingual_dup(
          N_("the force on the driven joint '%s' is a result, not an input"),
          model->joints[model->motors[m].joint].name);
  return NULL;
}

/* Adds a finding on parts of the model that were not checked. */
static void
add_unchecked(GArray *findings, const TrTask *task, const TrFit *fit)
{
  for (int l = 0; l < fit->n_logs; l++) {
    TrammelPlace place = {.log = task->logs[l].name};
    g_autofree char *why = dup_unchecked(task->model, &fit->logs[l]);

    if (!why)
      continue;
    trammel_findings_add(
        findings, &place, "info", "forces-not-checked",
        N_("Log '%s': the forces were not%s compared with those that the measured motion requires, "
           "since %s. Errors of the model there show only in the residuals and in the share of "
           "forces that the fit leaves unexplained (%.1f %%)."),
        place.log, isnan(fit->logs[l].force_error) ? "" : TRAMMEL_WORD(" all"), why,
        100 * fit->logs[l].unexplained);
    return;
  }
}

static void
add_misfit(GArray *findings, const TrModel *model, const char *log, const TrSensorFit *fit)
{
  const char *name = model->sensors[fit->sensor].name;
  TrammelPlace place = {.log = log, .signal = name};

  if (!misses(fit))
    return;
  trammel_findings_add(findings, &place, "warning", "sensor-misfit",
                       N_("Log '%s': the estimated motion explains only %.1f %% of what '%s' "
                          "measured, so the parameters cannot be trusted. Try a smaller kappa; if "
                          "the forces then remain unexplained, the model or the inputs are wrong."),
                       log, MAX(fit->fit_percent, 0), name);
}

static void
add_bound(GArray *findings, const char *id, const TrEstimate *e)
{
  TrammelPlace place = {.signal = id};
  gboolean lower = e->bound == TR_BOUND_LOWER;
  gboolean pushes = lower ? e->slope > 0 : e->slope < 0;
  g_autofree char *reach =
      isfinite(e->limit) ? trammel_bilingual_dup(N_("; the 95 %% interval is %.4g to %.4g"),
                                                 fmin(e->value, e->limit), fmax(e->value, e->limit))
                         : g_strdup("");

  trammel_findings_add(findings, &place, "warning", "at-bound",
                       N_("%s ended on its %s bound %.6g%s%s. Widen the bound, or look for a wrong "
                          "fixed value in the model."),
                       id, lower ? TRAMMEL_WORD("lower") : TRAMMEL_WORD("upper"), e->value,
                       !pushes ? TRAMMEL_WORD(", and the logs do not push it further")
                       : lower ? TRAMMEL_WORD("; the logs push it lower")
                               : TRAMMEL_WORD("; the logs push it higher"),
                       reach);
}

/* Adds a finding on an inequality that is active at the solution. */
static void
add_constraint(GArray *findings, const TrConstraintFit *c)
{
  gboolean lower = fabs(c->value - c->least) <= fabs(c->value - c->most);

  if (!c->is_active || c->least == c->most)
    return;
  trammel_findings_add(
      findings, NULL, "warning", "at-constraint",
      N_("The parameters ended on the constraint '%s' (%s %.6g): without it the logs would move "
         "them further. Look for a wrong fixed value in the model, or loosen the constraint."),
      c->name, lower ? TRAMMEL_WORD("at least") : TRAMMEL_WORD("at most"),
      lower ? c->least : c->most);
}

/* Compares a stated prior with the reported value. */
static void
add_prior(GArray *findings, const char *id, const TrTask *task, const TrFit *fit, int parameter)
{
  const TrFree *free = &task->free[parameter];
  const TrEstimate *e = &fit->estimates[parameter];
  TrammelPlace place = {.signal = id};
  double shift = trammel_result_prior_shift(task, fit, parameter);

  if (fabs(shift) > MOST_SHIFT)
    trammel_findings_add(
        findings, &place, "warning", "prior-conflict",
        N_("%s ended %.1f sigmas of its prior %s the prior's mean (%.4g +- %.4g): the logs "
           "contradict the prior. Check the prior, other fixed values, the units and the mapping."),
        id, fabs(shift), shift > 0 ? TRAMMEL_WORD("above") : TRAMMEL_WORD("below"),
        free->prior_mean, free->prior_sigma);
  else if (e->prior_is_stated && e->data_share < LEAST_DATA_SHARE)
    trammel_findings_add(findings, &place, "info", "prior-dominates",
                         N_("The estimate of %s comes mostly from its prior: the logs reduce its "
                            "variance by only %.0f %%. Do not take it for a measurement."),
                         id, 100 * e->data_share);
}

static guint
find_log_index(const TrammelProject *project, const char *name)
{
  guint i = 0;

  while (i + 1 < trammel_project_get_n_logs(project) &&
         !g_str_equal(trammel_project_get_log_name(project, i), name))
    i++;
  return i;
}

/* Checks the estimated motion, if there is one, against the limits of the joints. */
static void
add_limits(GArray *findings, const TrammelProblem *problem, const TrFit *fit, int log)
{
  const TrTask *task = trammel_problem_get_task(problem);
  const TrLogFit *l = &fit->logs[log];
  const TrModel *model = tr_fit_model_of_log(fit, log);

  if (!model || !l->trajectory)
    return;
  g_autofree double *sigma = g_new(double, (gsize)model->n_sensors + 1);
  guint index = find_log_index(trammel_problem_get_project(problem), task->logs[log].name);

  for (int s = 0; s < model->n_sensors; s++)
    sigma[s] = INFINITY;
  for (int s = 0; s < l->n_sensors; s++)
    sigma[l->sensors[s].sensor] = l->sensors[s].sigma;
  trammel_limit_findings_add(findings, model, &task->logs[log], index, l->trajectory, sigma);
  trammel_stop_findings_add(findings, task, model, &task->logs[log], l->trajectory);
  trammel_contact_findings_add(findings, task, model, &task->logs[log], l->trajectory);
}

static void
add_parameters(GArray *findings, const TrTask *task, const TrFit *fit)
{
  for (int i = 0; i < fit->n_free; i++) {
    TrParam param = task->free[i].param;
    char id[TR_ID_SIZE];
    tr_task_param_id(id, task, param);
    if (fit->estimates[i].at_bound)
      add_bound(findings, id, &fit->estimates[i]);
    add_prior(findings, id, task, fit, i);
  }
}

/* Adds a finding on the log whose state error is least like noise. */
static void
add_colour(GArray *findings, const TrTask *task, const TrFit *fit)
{
  TrammelPlace place = {0};
  double largest = MOST_COLOUR;

  for (int l = 0; l < fit->n_logs; l++) {
    double whiteness;
    if (tr_state_error_whiteness(&whiteness, fit, l) != TR_OK)
      g_error("out of memory");
    if (whiteness > largest) {
      largest = whiteness;
      place.log = task->logs[l].name;
    }
  }
  if (!place.log)
    return;
  trammel_findings_add(findings, &place, "info", "model-error-coloured",
                       N_("Log '%s': over 25 steps the unexplained forces add up to %.0f times "
                          "what noise would. The remaining error is model error rather than noise, "
                          "so the standard deviations may be too small. Choose kappa by prediction "
                          "error (\"validate\") and see whether the parameters move."),
                       place.log, sqrt(largest));
  trammel_findings_fix_word(findings, "validate", "settings.kappa");
}

/* Adds a finding on the sensor whose noise is largest beside that of its samples; returns FALSE if
 * none takes what the model lacks. */
static gboolean
add_taken(GArray *findings, const TrTask *task, const TrFit *fit)
{
  double largest;
  const TrSensorFit *worst = tr_fit_find_taken(&largest, fit);

  if (!worst)
    return FALSE;
  trammel_findings_add(findings, NULL, "warning", "sensor-takes-error",
                       N_("The fit gives '%s' a noise %.0f times as large as its samples show, and "
                          "no error to the forces: it takes what the model lacks for noise of the "
                          "sensor, and the parameters may be wrong. Choose kappa by prediction "
                          "error (\"validate\"), or correct the model."),
                       task->model->sensors[worst->sensor].name, largest);
  trammel_findings_fix_word(findings, "validate", "settings.kappa");
  return TRUE;
}

/* Adds a finding on rounds that did not settle, with the component that still moved most. */
static void
add_not_settled(GArray *findings, const TrModel *model, const TrFit *fit)
{
  const TrVariances *v = &fit->variances;

  if (v->joint >= 0)
    trammel_findings_add(findings, NULL, "warning", "kappa-not-settled",
                         N_("Kappa did not settle within %d rounds: its last value is %.3g, and "
                            "the state error of joint '%s' still moves. The logs do not separate "
                            "sensor noise from model errors there; choose kappa by prediction "
                            "error (\"validate\"), or state a number."),
                         v->rounds, fit->kappa, model->joints[v->joint].name);
  else if (v->sensor >= 0)
    trammel_findings_add(findings, NULL, "warning", "kappa-not-settled",
                         N_("Kappa did not settle within %d rounds: its last value is %.3g, and "
                            "the noise of sensor '%s' still moves. The logs do not separate it "
                            "from model errors; state its sigma, choose kappa by prediction error "
                            "(\"validate\"), or state a number."),
                         v->rounds, fit->kappa, model->sensors[v->sensor].name);
  else
    trammel_findings_add(findings, NULL, "warning", "kappa-not-settled",
                         N_("Kappa did not settle within %d rounds: its last value is %.3g. The "
                            "logs do not separate sensor noise from model errors; choose kappa by "
                            "prediction error (\"validate\"), or state a number."),
                         v->rounds, fit->kappa);
  trammel_findings_fix_word(findings, "validate", "settings.kappa");
}

/* Adds findings on kappa, if it was estimated from the logs.  If the sensors' sigmas absorb the
 * whole model error, the state error is zero as well; the findings of a bad fit report that. */
static void
add_variances(GArray *findings, const TrTask *task, const TrFit *fit)
{
  const TrVariances *v = &fit->variances;

  if (v->rounds == 0)
    return;
  if (v->is_quiet && !trammel_fit_is_bad(fit) && add_taken(findings, task, fit))
    return;
  if (v->is_quiet && !trammel_fit_is_bad(fit)) {
    trammel_findings_add(findings, NULL, "info", "kappa-quiet",
                         N_("The logs show no state error beyond the noise of the sensors: kappa "
                            "is %.2g, and a larger one would change nothing."),
                         fit->kappa);
  } else if (!v->is_settled) {
    add_not_settled(findings, task->model, fit);
  }
  add_colour(findings, task, fit);
}

/* Adds findings on what the logs do not determine: one direction in words, several by the smallest
 * set to fix, and a scale that no direction shows, since the fit may end where it vanishes. */
static void
add_directions(GArray *findings, const TrammelProblem *problem, const TrFit *fit)
{
  const TrTask *task = trammel_problem_get_task(problem);
  gboolean has_scale = FALSE;

  for (int d = 0; d < fit->n_directions; d++)
    has_scale = has_scale || trammel_direction_is_scale(task, fit, d);
  if (fit->n_directions > 1)
    trammel_base_set_add_finding(findings, "not-identifiable", task, fit, NULL);
  if (fit->n_directions == 1) {
    g_autofree char *text = trammel_result_dup_direction(problem, fit, 0);
    trammel_findings_add(findings, NULL, "warning", "not-identifiable", "%s", text);
  }
  int candidate = has_scale ? -1 : trammel_scale_find(task, NULL);
  if (candidate >= 0)
    trammel_scale_add_finding(findings, task, candidate);
}

/* Adds findings on the estimated motion, which a regression does not have: its motion is the
 * filtered measurement. */
static void
add_motion_findings(GArray *findings, const TrTask *task, const TrFit *fit)
{
  trammel_joint_findings_add(findings, task, fit);
  trammel_friction_findings_add(findings, task, fit);
  if (fit->status == TR_OK) {
    trammel_force_findings_add(findings, task, fit);
    add_unchecked(findings, task, fit);
  }
  trammel_kappa_findings_add(findings, fit);
  trammel_passes_findings_add(findings, task, fit);
  trammel_residual_findings_add(findings, task, fit);
  if (fit->status == TR_OK)
    add_variances(findings, task, fit);
}

GArray *
trammel_fit_findings_new(const TrammelProblem *problem, const TrFit *fit)
{
  const TrTask *task = trammel_problem_get_task(problem);
  GArray *findings = trammel_findings_new();

  if (*fit->singularity)
    trammel_findings_add(findings, NULL, "warning", "singular", "%s", fit->singularity);
  /* a user who stops a fit knows that it is incomplete */
  if (fit->status == TR_CANCELLED)
    return findings;
  /* without a step there is no fit to judge */
  for (int l = 0; l < fit->n_logs && !(*fit->singularity && fit->n_history <= 1); l++) {
    add_model_error(findings, task->logs[l].name, &fit->logs[l]);
    for (int s = 0; s < fit->logs[l].n_sensors && !fit->regression; s++)
      add_misfit(findings, task->model, task->logs[l].name, &fit->logs[l].sensors[s]);
    add_limits(findings, problem, fit, l);
  }
  if (fit->model && fit->n_logs > 0 && fit->logs[0].trajectory)
    trammel_contact_doubles_add(findings, fit->model, fit->logs[0].trajectory);
  trammel_input_unit_findings_add(findings, trammel_problem_get_project(problem));
  trammel_findings_drop_ignored(findings, trammel_problem_get_project(problem));
  trammel_multistart_findings_add(findings, task, fit);
  trammel_regression_findings_add(findings, task, fit);
  if (!fit->regression)
    add_motion_findings(findings, task, fit);
  trammel_energy_findings_add(findings, task, fit);
  add_parameters(findings, task, fit);
  trammel_correlation_findings_add(findings, task, fit);
  for (int i = 0; i < fit->n_constraints; i++)
    add_constraint(findings, &fit->constraints[i]);
  if (tr_task_is_stiff(task))
    trammel_findings_add(
        findings, NULL, "warning", "explicit-stiff",
        N_("The formulation 'explicit' divides errors of the constraints by the compliance: at "
           "1e-6 and below it does not converge, or converges to wrong values. Use the formulation "
           "'predicted', or a compliance_scale that makes all compliances about 1e-4."));
  trammel_physical_findings_add(findings, task, fit);
  if (fit->status == TR_OK)
    trammel_preference_findings_add(findings, problem, fit);
  add_directions(findings, problem, fit);
  return findings;
}
