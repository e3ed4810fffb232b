/* Check of the influence of the free parameters on the logs, at their start values. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/identify/predicted_information.h"
#include "engine/est/step/formulation.h"
#include "engine/est/uncertainty/covariance.h"
#include "io/check/base_set.h"
#include "io/check/direction.h"
#include "io/check/predicted_uncertainty.h"
#include "io/check/private.h"
#include "io/check/scale_finding.h"

/* Sensitivity of the residuals below this share of the largest one is rounding. */
#define NO_INFLUENCE 1e-8

/* Parameters of a direction that are proposed to be fixed, and the sigma of the alternatively
 * proposed prior, as a share of the start value. */
enum { MOST_FIXES = 3 };
#define PRIOR_SHARE 0.1

/* Larger problems are left to the run itself [nodes x square of the tangent]. */
#define MOST_WORK 2e7

static gboolean
is_too_large(const TrammelCheck *check)
{
  double nodes = 0, n = 6 * check->task->model->n_bodies;

  for (int l = 0; l < check->prepared->n_logs; l++)
    nodes += check->prepared->logs[l].n_nodes;
  return nodes * n * n > MOST_WORK;
}

static void
report_parameter(const TrammelCheck *check, int i)
{
  char id[TR_ID_SIZE];
  g_autofree char *path = trammel_project_dup_quantity_path(check->task->free[i].param);

  tr_task_free_id(id, check->task, i);
  TrammelPlace place = {.signal = id};
  trammel_findings_add(check->findings, &place, "warning", "parameter-without-influence",
                       N_("%s is free, but no measurement depends on it; fix it, or map a sensor "
                          "of the motion that it changes."),
                       id);
  trammel_findings_fix(check->findings, "false", "%s.free", path);
}

/* Finds the parameter of a direction that is best fixed: a mass, which can be weighed, else the one
 * with the largest loading. */
static int
find_candidate(const TrammelCheck *check, const TrFit *predicted, int direction)
{
  const double *loading = predicted->directions[direction].loading;
  int best = -1;

  for (int i = 0; i < predicted->n_free; i++) {
    gboolean is_mass = check->task->free[i].param.kind == TR_PARAM_MASS;
    gboolean was_mass = best >= 0 && check->task->free[best].param.kind == TR_PARAM_MASS;
    if (tr_fit_is_moved(predicted, direction, i) &&
        (best < 0 || (is_mass && !was_mass) ||
         (is_mass == was_mass && fabs(loading[i]) > fabs(loading[best]))))
      best = i;
  }
  return best;
}

/* Proposes to fix one of the parameters of a direction, or to set a prior for the first. */
static void
propose_fixes(const TrammelCheck *check, const TrFit *predicted, int direction)
{
  int first = find_candidate(check, predicted, direction), n = 1;

  if (first < 0)
    return;
  g_autofree char *path = trammel_project_dup_quantity_path(check->task->free[first].param);
  double start = check->task->free[first].start;
  char mean[TRAMMEL_NUMBER_SIZE], sigma[TRAMMEL_NUMBER_SIZE];
  trammel_findings_fix(check->findings, "false", "%s.free", path);
  for (int i = 0; i < predicted->n_free && n < MOST_FIXES; i++) {
    if (i == first || !tr_fit_is_moved(predicted, direction, i))
      continue;
    g_autofree char *other = trammel_project_dup_quantity_path(check->task->free[i].param);
    trammel_findings_fix_also(check->findings, "false", "%s.free", other);
    n++;
  }
  if (start == 0)
    return;
  g_autofree char *prior = g_strdup_printf(
      "{ \"mean\": %s, \"sigma\": %s }", trammel_json_format_number(mean, start),
      trammel_json_format_number(sigma, trammel_round_digits(PRIOR_SHARE * fabs(start), 2)));
  trammel_findings_fix_also(check->findings, prior, "%s.prior", path);
}

static void
report_direction(const TrammelCheck *check, const TrFit *predicted, int direction)
{
  gboolean is_scale = trammel_direction_is_scale(check->task, predicted, direction);
  g_autofree char *text = trammel_direction_dup_text(check->task, predicted, direction);

  trammel_findings_add(check->findings, NULL, "warning",
                       is_scale ? "scale-not-determined" : "direction-not-determined", "%s", text);
  propose_fixes(check, predicted, direction);
}

/* Reports parameters without influence; TRUE when there are none. */
static gboolean
report_parameters(const TrammelCheck *check, const TrFit *predicted)
{
  int p = predicted->n_free;
  double most = 0;
  gboolean ok = TRUE;

  for (int i = 0; i < p; i++)
    most = fmax(most, predicted->information[i * p + i]);
  for (int i = 0; i < p; i++) {
    if (predicted->information[i * p + i] > NO_INFLUENCE * NO_INFLUENCE * most)
      continue;
    ok = FALSE;
    if (!trammel_findings_contain(check->findings, "input-idle") ||
        check->task->free[i].param.kind != TR_PARAM_GAIN)
      report_parameter(check, i);
  }
  return ok;
}

/* Reports a singular system, at which the run would fail too. */
static void
report_trouble(const TrammelCheck *check, const TrFit *predicted)
{
  if (*predicted->singularity && !trammel_findings_contain(check->findings, "kappa-extreme") &&
      !tr_task_is_stiff(check->task))
    trammel_findings_add(check->findings, NULL, "warning", "singular", "%s",
                         predicted->singularity);
}

/* TRUE if priors alone limit a step of natural size along a direction: the user has then restricted
 * it on purpose, even if that is little compared with what the logs determine of the others. */
static gboolean
is_held_by_priors(const TrammelCheck *check, const TrFit *predicted, int direction)
{
  double sum = 0;

  for (int i = 0; i < predicted->n_free; i++) {
    double step = predicted->directions[direction].loading[i] * predicted->estimates[i].scale;
    double share = step / check->task->free[i].prior_sigma; /* 0 without one */
    sum += share * share;
  }
  return sum >= 1;
}

/* Reports the directions: several that are not a scale together, by the smallest set to fix. */
static void
report_directions(const TrammelCheck *check, const TrFit *predicted)
{
  g_autofree gboolean *wanted = g_new0(gboolean, (gsize)predicted->n_directions + 1);
  int n = 0;

  for (int d = 0; d < predicted->n_directions; d++) {
    wanted[d] = !is_held_by_priors(check, predicted, d);
    if (wanted[d] && trammel_direction_is_scale(check->task, predicted, d)) {
      report_direction(check, predicted, d);
      wanted[d] = FALSE;
    }
    n += wanted[d];
  }
  if (n > 1)
    trammel_base_set_add_finding(check->findings, "direction-not-determined", check->task,
                                 predicted, wanted);
  for (int d = 0; d < predicted->n_directions && n == 1; d++)
    if (wanted[d])
      report_direction(check, predicted, d);
}

static void
report(const TrammelCheck *check, const TrFit *predicted)
{
  if (report_parameters(check, predicted))
    report_directions(check, predicted);
  if (trammel_findings_contain(check->findings, "scale-not-determined"))
    return;
  int candidate = trammel_scale_find(check->task, check->prepared);
  if (candidate >= 0)
    trammel_scale_add_finding(check->findings, check->task, candidate);
}

GArray *
trammel_check_influence(const TrammelCheck *check)
{
  GArray *forecast = NULL;
  TrFit *predicted;

  if (is_too_large(check))
    return NULL;
  if (tr_predict_information(&predicted, check->task, NULL) == TR_OK) {
    report(check, predicted);
    forecast = trammel_predicted_uncertainty_new(check->task, predicted);
  } else if (predicted) {
    report_trouble(check, predicted);
  }
  tr_fit_free(predicted);
  return forecast;
}
