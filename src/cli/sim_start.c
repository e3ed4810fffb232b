#include "cli/sim_start.h"

#include "cli/report.h"
#include "engine/est/identify/identify.h"
#include "engine/est/predict/start_state.h"
#include "engine/est/task/task_subset.h"
#include "io/base/error.h"
#include "io/study/validation.h"

gboolean
trammel_start_parse(TrammelStart *start, const char *word, GError **error)
{
  if (g_str_equal(word, "first-sample"))
    *start = TRAMMEL_START_FIRST_SAMPLE;
  else if (g_str_equal(word, "estimated"))
    *start = TRAMMEL_START_ESTIMATED;
  else if (g_str_equal(word, "model"))
    *start = TRAMMEL_START_MODEL;
  else
    return trammel_cli_refuse(
        error, "--start: there is no '%s'; use first-sample, estimated or model", word);
  return TRUE;
}

/* detail: nullable */
static gboolean
fail(GError **error, TrStatus status, const TrError *detail)
{
  TrError sentence = {0};

  if (!detail || !detail->text[0])
    tr_error_set(&sentence, status, "the start of the simulation: %s", tr_status_text(status));
  trammel_error_set_status(error, status, detail && detail->text[0] ? detail : &sentence);
  return FALSE;
}

static gboolean
start_at_estimate(
    double *pose, double *twist, const TrTask *full, const TrSimOptions *options, GError **error)
{
  g_autofree double *values = trammel_task_dup_start(full);
  TrAppliedTask *applied = tr_applied_task_new(full, 0, values);
  TrError detail = {0};
  TrFit *fit = NULL;
  TrStatus status = applied ? tr_identify(&fit, &applied->task, &detail) : TR_NO_MEMORY;

  if (fit)
    status = tr_start_from_motion(pose, twist, fit->logs[0].trajectory, applied->model,
                                  &applied->log, options);
  tr_applied_task_free(applied);
  tr_fit_free(fit);
  return status == TR_OK || fail(error, status, &detail);
}

static gboolean
start_at_first_sample(double *pose,
                      double *twist,
                      TrammelStartSource from,
                      const TrSimOptions *options,
                      GError **error)
{
  const TrLog *log = &trammel_problem_get_task(from.problem)->logs[0];
  TrError detail = {0};
  TrStatus status = tr_start_from_samples(pose, twist, from.model, log, options->h, &detail);

  return status == TR_OK || fail(error, status, &detail);
}

/* Starts driven joints as their drives prescribe; a mechanism without drives begins at rest. */
static gboolean
start_at_model(double *pose,
               double *twist,
               TrammelStartSource from,
               const TrSimOptions *options,
               GError **error)
{
  const TrModel *model = from.model;
  const TrLog *log = &trammel_problem_get_task(from.problem)->logs[0];
  TrError detail = {0};
  TrStatus status = tr_sim_check(model, options, &detail);

  if (status == TR_OK)
    status = tr_start_from_drives(pose, twist, model, log, options, &detail);
  if (status == TR_OK && tr_model_n_drives(model) == 0)
    status = tr_start_at_rest(twist, pose, model, log, options);
  return status == TR_OK || fail(error, status, &detail);
}

gboolean
trammel_start_find(double *pose,
                   double *twist,
                   TrammelStartSource from,
                   const TrSimOptions *options,
                   GError **error)
{
  switch (from.start) {
  case TRAMMEL_START_FIRST_SAMPLE:
    return start_at_first_sample(pose, twist, from, options, error);
  case TRAMMEL_START_ESTIMATED:
    return start_at_estimate(pose, twist, trammel_problem_get_task(from.problem), options, error);
  case TRAMMEL_START_MODEL:
    break;
  }
  return start_at_model(pose, twist, from, options, error);
}
