/* trammel-cli montecarlo: logs drawn from the fitted model, fitted again. */
#include "io/study/montecarlo.h"
#include "io/base/ending.h"

#include "cli/base/terminal.h"
#include "cli/fitting.h"
#include "cli/processes.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "engine/est/identify/identify.h"
#include "io/base/error.h"

typedef struct {
  TrammelFitting fitting;
  char *draws, *seed, *threads;
  gint64 n_draws, seed_number, n_threads; /* n_threads 0: one per processor */
  gboolean no_state_errors;
} Options;

static void
clear_options(Options *o)
{
  trammel_fitting_clear(&o->fitting);
  g_free(o->draws);
  g_free(o->seed);
  g_free(o->threads);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {
      {"draws", 0, 0, G_OPTION_ARG_STRING, &o->draws, "Number of logs to draw; 200 without it",
       "N"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &o->seed, "Seed of the draws; 1 without it", "S"},
      {"no-state-errors", 0, 0, G_OPTION_ARG_NONE, &o->no_state_errors,
       "Draw the sensors' noise only, without unknown forces", NULL},
      {"threads", 0, 0, G_OPTION_ARG_STRING, &o->threads,
       "Number of processors, all without it; the result is the same for any number", "N"},
      {NULL}};
  const TrammelFittingVerb verb = {
      .summary =
          "Simulates logs of the estimated mechanism, fits them again, and reports the scatter.",
      .output = "Write to a file: .csv (a row a draw), .json, else as printed",
      .json = "JSON instead of a table",
      .own = own};

  return trammel_fitting_parse(&o->fitting, argc, argv, &verb, error) &&
         trammel_cli_parse_whole("--draws", o->draws, 1, TRAMMEL_MAX_DRAWS, &o->n_draws, error) &&
         trammel_cli_parse_whole("--seed", o->seed, 0, G_MAXINT32, &o->seed_number, error) &&
         trammel_cli_parse_whole("--threads", o->threads, 1, TR_MAX_THREADS, &o->n_threads, error);
}

static void
on_draw_finished_cb(const TrammelDraw *draw, gsize n_done, gsize n_draws, gpointer user_data)
{
  const Options *o = user_data;

  if (o->fitting.mode == TRAMMEL_PROGRESS_BAR)
    g_printerr("\rdraw %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT ", %s    ", n_done, n_draws,
               draw->status);
  else if (o->fitting.mode == TRAMMEL_PROGRESS_JSONL)
    g_printerr("{ \"draw\": %" G_GSIZE_FORMAT ", \"of\": %" G_GSIZE_FORMAT
               ", \"status\": \"%s\" }\n",
               n_done, n_draws, draw->status);
}

/* Returns the fit that the draws are made from; NULL with an error unless it has converged. */
static TrFit *
fit_logs(TrammelProblem *problem, const TrMonitor *monitor, GError **error)
{
  TrTask task = *trammel_problem_get_task(problem);
  TrError detail = {0};
  TrFit *fit = NULL;

  task.monitor = *monitor;
  TrStatus status = tr_identify(&fit, &task, &detail);
  if (status == TR_OK)
    return fit;
  if (status == TR_CANCELLED)
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                        "interrupted before the first draw; nothing was written");
  else if (!fit)
    trammel_error_set_status(error, status, &detail);
  else
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
                "the fit that logs would be drawn from has not converged: %s", fit->message);
  tr_fit_free(fit);
  return NULL;
}

static TrammelMonteCarlo *
run_study(Options *o, TrammelProblem *problem, const TrFit *fit, const TrMonitor *monitor)
{
  TrammelMonteCarloOptions options = {.n_draws = (gsize)o->n_draws,
                                      .seed = (guint64)o->seed_number,
                                      .has_state_errors = !o->no_state_errors,
                                      .threads = (int)o->n_threads,
                                      .exchange = trammel_processes_get(),
                                      .monitor = monitor,
                                      .func = on_draw_finished_cb,
                                      .user_data = o};
  TrammelMonteCarlo *study = trammel_montecarlo_run(problem, fit, &options);

  if (o->fitting.mode == TRAMMEL_PROGRESS_BAR)
    g_printerr("\n");
  return study;
}

/* Returns the exit code: not converged when no draw did. */
static int
get_exit_code(const TrammelMonteCarlo *study)
{
  if (study->interrupted)
    return TRAMMEL_EXIT_INTERRUPTED;
  return trammel_montecarlo_count_converged(study) > 0 ? TRAMMEL_EXIT_OK
                                                       : TRAMMEL_EXIT_NOT_CONVERGED;
}

static void
print_notes(const TrammelMonteCarlo *study)
{
  gsize n = trammel_montecarlo_count_converged(study);

  for (guint i = 0; i < study->draws->len; i++) {
    const TrammelDraw *draw = study->draws->pdata[i];
    if (!g_str_equal(draw->status, "converged")) {
      trammel_terminal_print("warning: draw %u: %s\n", i + 1, draw->message);
      break;
    }
  }
  trammel_terminal_print("note: %" G_GSIZE_FORMAT " of %u draws converged\n", n, study->draws->len);
}

/* Returns the text in the format of the file's ending, else by --json. */
static char *
write_text(const Options *o, const TrammelMonteCarlo *study)
{
  const char *output = o->fitting.output;

  if (output && trammel_has_ending(output, ".csv"))
    return trammel_montecarlo_to_csv(study);
  if (o->fitting.json || (output && trammel_has_ending(output, ".json")))
    return trammel_montecarlo_to_json(study);
  return trammel_montecarlo_to_text(study);
}

static int
write_study(const Options *o, const TrammelMonteCarlo *study)
{
  g_autoptr(GError) error = NULL;

  if (!trammel_processes_is_first())
    return get_exit_code(study);
  print_notes(study);
  g_autofree char *text = write_text(o, study);
  return trammel_cli_write(o->fitting.output, text, &error) ? get_exit_code(study)
                                                            : trammel_cli_fail(error);
}

int
trammel_cli_montecarlo(int argc, char **argv)
{
  g_auto(Options) options = {.n_draws = 200, .seed_number = 1};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = NULL;
  TrammelCliProgress silent = {.mode = TRAMMEL_PROGRESS_NONE};

  if (!parse_options(&options, argc, argv, &error) ||
      !(problem = trammel_fitting_load(&options.fitting, &error)))
    return trammel_cli_fail(error);
  TrMonitor monitor = trammel_progress_start(&silent);
  TrFit *fit = fit_logs(problem, &monitor, &error);
  if (!fit)
    return trammel_cli_fail(error);
  TrammelMonteCarlo *study = run_study(&options, problem, fit, &monitor);
  int code = write_study(&options, study);
  trammel_montecarlo_free(study);
  tr_fit_free(fit);
  return code;
}
