/* What the logs show of the free parameters, from their start values. */
#include <math.h>

#include "engine/est/survey.h"
#include "io/check_private.h"
#include "io/direction.h"
#include "io/forecast.h"

/* Sensitivity of the residuals below this share of the largest one is rounding. */
#define NO_INFLUENCE 1e-8

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
  g_autofree char *path = trammel_check_dup_path(check->task->free[i].param);

  tr_task_param_id(id, check->task, check->task->free[i].param);
  TrammelPlace place = {.signal = id};
  trammel_findings_add(check->findings, &place, "warning", "parameter-without-influence",
                       "%s is free, but nothing that is measured depends on it; fix it, or map a "
                       "sensor of the motion that it changes.",
                       id);
  trammel_findings_fix(check->findings, "false", "%s.free", path);
}

static void
report_direction(const TrammelCheck *check, const TrFit *survey, int direction)
{
  gboolean is_scale = trammel_direction_is_scale(check->task, survey, direction);
  g_autofree char *text = trammel_direction_dup_text(check->task, survey, direction);

  trammel_findings_add(check->findings, NULL, "warning",
                       is_scale ? "scale-not-determined" : "direction-not-determined", "%s", text);
}

/* Parameters that nothing shows; TRUE when there are none. */
static gboolean
report_parameters(const TrammelCheck *check, const TrFit *survey)
{
  int p = survey->n_free;
  double most = 0;
  gboolean ok = TRUE;

  for (int i = 0; i < p; i++)
    most = fmax(most, survey->information[i * p + i]);
  for (int i = 0; i < p; i++) {
    if (survey->information[i * p + i] > NO_INFLUENCE * NO_INFLUENCE * most)
      continue;
    ok = FALSE;
    if (!trammel_findings_contain(check->findings, "input-idle") ||
        check->task->free[i].param.kind != TR_PARAM_GAIN)
      report_parameter(check, i);
  }
  return ok;
}

/* The run would fail there, too. */
static void
report_trouble(const TrammelCheck *check, const TrFit *survey)
{
  if (*survey->trouble && !trammel_findings_contain(check->findings, "kappa-extreme") &&
      !tr_task_is_stiff(check->task))
    trammel_findings_add(check->findings, NULL, "warning", "singular", "%s", survey->trouble);
}

static void
report(const TrammelCheck *check, const TrFit *survey)
{
  gboolean all_show = report_parameters(check, survey);

  for (int d = 0; d < survey->n_directions && all_show; d++)
    report_direction(check, survey, d);
}

GArray *
trammel_check_influence(const TrammelCheck *check)
{
  GArray *forecast = NULL;
  TrFit *survey;

  if (is_too_large(check))
    return NULL;
  if (tr_survey(&survey, check->task, NULL) == TR_OK) {
    report(check, survey);
    forecast = trammel_forecast_new(check->task, survey);
  } else if (survey) {
    report_trouble(check, survey);
  }
  tr_fit_free(survey);
  return forecast;
}
