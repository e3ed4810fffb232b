/* trammel-cli track: the parameters in a window that slides along a log. */
#include <math.h>

#include "cli/base/terminal.h"
#include "cli/fitting.h"
#include "cli/report.h"
#include "cli/states.h"
#include "cli/verbs.h"
#include "engine/est/identify/identify.h"
#include "io/base/error.h"
#include "io/study/track.h"

enum { WINDOW = 100, SHIFT = 10 };

typedef struct {
  TrammelFitting fitting;
  int window, shift;
  char *states;
} Options;

static void
clear_options(Options *o)
{
  trammel_fitting_clear(&o->fitting);
  g_free(o->states);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {
      {"window", 0, 0, G_OPTION_ARG_INT, &o->window, "Nodes in the window (100)", "N"},
      {"shift", 0, 0, G_OPTION_ARG_INT, &o->shift, "Nodes by which it moves on (10)", "N"},
      {"states", 0, 0, G_OPTION_ARG_FILENAME, &o->states,
       "Write the motion from the last window over each node (.csv, .mat)", "FILE"},
      {NULL}};
  const TrammelFittingVerb verb = {
      "Slides a window along a log; earlier samples are kept as an arrival cost.",
      "Write the table or the JSON to this file", "Print JSON", own};

  o->window = WINDOW;
  o->shift = SHIFT;
  return trammel_fitting_parse(&o->fitting, argc, argv, &verb, error) &&
         trammel_cli_check_folder("--states", o->states, error) &&
         trammel_cli_check_states("--states", o->states, error);
}

/* Sets kappa and the sensors' sigmas by a fit of the whole log, if kappa is to come from the
 * log. */
static gboolean
find_weights(TrTask *task, TrModel *model, GError **error)
{
  TrError detail = {0};
  TrFit *fit = NULL;
  TrStatus status;

  if (!isnan(task->settings.kappa))
    return TRUE;
  status = tr_identify(&fit, task, &detail);
  if (!fit || status == TR_CANCELLED) {
    tr_fit_free(fit);
    trammel_error_set_status(error, status, &detail);
    return FALSE;
  }
  tr_settings_hold_kappa(&task->settings, fit);
  tr_model_hold_sigmas(model, fit);
  trammel_terminal_print(
      "note: kappa %g and the sensors' sigmas are those of a fit of the whole log\n",
      task->settings.kappa);
  tr_fit_free(fit);
  return TRUE;
}

static int
write_track(const Options *o,
            const TrammelProblem *problem,
            const TrTask *task,
            const TrFixedLag *lag,
            TrStatus status)
{
  const TrFixedLagOptions options = {o->window, o->shift};
  g_autofree char *text = o->fitting.json ? trammel_track_to_json(task, lag, &options)
                                          : trammel_track_to_text(task, lag);
  g_autoptr(GError) error = NULL;

  if (!trammel_cli_write(o->fitting.output, text, &error) ||
      (o->states && !trammel_cli_write_motion(
                        &(TrammelMotion){problem, 0, lag->model, lag->trajectory, NULL, NULL},
                        o->states, &error)))
    return trammel_cli_fail(error);
  if (status == TR_CANCELLED)
    return TRAMMEL_EXIT_INTERRUPTED;
  return status == TR_OK ? TRAMMEL_EXIT_OK : TRAMMEL_EXIT_NOT_CONVERGED;
}

static int
run_track(const Options *o, const TrammelProblem *problem)
{
  const TrFixedLagOptions options = {o->window, o->shift};
  /* the iterations of each window would hide the points */
  TrammelCliProgress silent = {.mode = TRAMMEL_PROGRESS_NONE};
  g_autoptr(GError) error = NULL;
  TrTask task = *trammel_problem_get_task(problem);
  TrModel *model = trammel_need_memory(tr_model_copy(task.model));
  TrError detail = {0};
  TrFixedLag *lag = NULL;
  TrStatus status;
  int code;

  task.model = model;
  task.monitor = trammel_progress_start(&silent);
  if (!find_weights(&task, model, &error)) {
    tr_model_free(model);
    return trammel_cli_fail(error);
  }
  status = tr_fixed_lag(&lag, &task, &options, &detail);
  if (status != TR_OK && lag)
    trammel_terminal_print("trammel-cli: %s\n", detail.text);
  else if (!lag)
    trammel_error_set_status(&error, status, &detail);
  code = lag ? write_track(o, problem, &task, lag, status) : trammel_cli_fail(error);
  tr_fixed_lag_free(lag);
  tr_model_free(model);
  return code;
}

int
trammel_cli_track(int argc, char **argv)
{
  g_auto(Options) options = {0};
  g_autoptr(TrammelProblem) problem = NULL;
  g_autoptr(GError) error = NULL;

  if (!parse_options(&options, argc, argv, &error) ||
      !(problem = trammel_fitting_load(&options.fitting, &error)))
    return trammel_cli_fail(error);
  return run_track(&options, problem);
}
