/* trammel-cli sweep: the same identification over a grid of settings. */
#include "io/study/sweep.h"
#include "io/base/ending.h"

#include <unistd.h>

#include "cli/base/terminal.h"
#include "cli/fitting.h"
#include "cli/processes.h"
#include "cli/report.h"
#include "cli/scoring.h"
#include "cli/verbs.h"

enum { MAX_AXES = 2 };

typedef struct {
  TrammelFitting fitting;
  char **over, *start, *threads;
  gint64 n_threads; /* 0: one per processor */
  gboolean score;
  TrStartState where;
} Options;

static void
clear_options(Options *o)
{
  trammel_fitting_clear(&o->fitting);
  g_strfreev(o->over);
  g_free(o->start);
  g_free(o->threads);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

static gboolean
check_options(Options *o, GError **error)
{
  guint n_axes = o->over ? g_strv_length(o->over) : 0;

  if (n_axes < 1 || n_axes > MAX_AXES)
    return trammel_cli_refuse(error,
                              "sweep: expected one or two --over NAME=FROM:TO:COUNT, found "
                              "%u, e.g. --over kappa=1e-1:1e4:13",
                              n_axes);
  if (o->start && !o->score)
    return trammel_cli_refuse(error, "sweep: --start belongs to --score, which is missing");
  return trammel_cli_parse_whole("--threads", o->threads, 1, TR_MAX_THREADS, &o->n_threads,
                                 error) &&
         trammel_scoring_parse_start(&o->where, o->start, error);
}

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {
      {"over", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->over,
       "Setting, or quantity that is not free, to vary; once or twice", "NAME=FROM:TO:COUNT"},
      {"score", 0, 0, G_OPTION_ARG_NONE, &o->score,
       "Also simulate the logs of role validate (or the fitted ones) with the parameters of every "
       "point",
       NULL},
      {"start", 0, 0, G_OPTION_ARG_STRING, &o->start,
       "Where these simulations begin: estimated (default) or first-sample", "WHERE"},
      {"threads", 0, 0, G_OPTION_ARG_STRING, &o->threads,
       "Number of processors, all without it; the result is the same for any number", "N"},
      {NULL}};
  const TrammelFittingVerb verb = {.summary = "Repeats an identification over a grid of settings.",
                                   .output = "Write to a file: .csv, .json, else as printed",
                                   .json = "JSON instead of a table",
                                   .own = own};

  return trammel_fitting_parse(&o->fitting, argc, argv, &verb, error) && check_options(o, error);
}

static GPtrArray *
parse_axes(const Options *o, const TrammelProject *project, GError **error)
{
  g_autoptr(GPtrArray) axes =
      g_ptr_array_new_with_free_func((GDestroyNotify)trammel_sweep_axis_free);

  for (int i = 0; o->over[i]; i++) {
    TrammelSweepAxis *axis = trammel_sweep_axis_parse(project, o->over[i], error);
    if (!axis) {
      g_prefix_error(error, "--over: ");
      return NULL;
    }
    g_ptr_array_add(axes, axis);
  }
  return g_steal_pointer(&axes);
}

static void
on_point_finished_cb(const TrammelSweepPoint *point,
                     gsize n_done,
                     gsize n_points,
                     gpointer user_data)
{
  const Options *o = user_data;

  if (o->fitting.mode == TRAMMEL_PROGRESS_BAR)
    g_printerr("\rpoint %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT ", %s, cost %.6g    ", n_done,
               n_points, point->status, point->cost.total);
  else if (o->fitting.mode == TRAMMEL_PROGRESS_JSONL)
    g_printerr("{ \"point\": %" G_GSIZE_FORMAT ", \"of\": %" G_GSIZE_FORMAT
               ", \"status\": \"%s\" }\n",
               n_done, n_points, point->status);
}

static TrammelSweep *
run_sweep(Options *o, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_fitting_load_project(&o->fitting, error);
  /* the fits print nothing: their iterations would hide the points */
  TrammelCliProgress silent = {.mode = TRAMMEL_PROGRESS_NONE};
  GPtrArray *axes;

  if (!project || !(axes = parse_axes(o, project, error)))
    return NULL;
  trammel_cli_print_places(project);

  TrMonitor monitor = trammel_progress_start(&silent);
  TrammelSweepOptions options = {.logs = (const char *const *)o->fitting.logs,
                                 .score = o->score,
                                 .start = o->where,
                                 .threads = (int)o->n_threads,
                                 .exchange = trammel_processes_get(),
                                 .monitor = &monitor,
                                 .func = on_point_finished_cb,
                                 .user_data = o};
  TrammelSweep *sweep = trammel_sweep_run(project, axes, &options, error);
  if (sweep && o->fitting.mode == TRAMMEL_PROGRESS_BAR)
    g_printerr("\n");
  return sweep;
}

/* Returns the exit code: not converged when no point did. */
static int
get_exit_code(const TrammelSweep *sweep)
{
  if (sweep->interrupted)
    return TRAMMEL_EXIT_INTERRUPTED;
  for (guint i = 0; i < sweep->points->len; i++)
    if (g_str_equal(((const TrammelSweepPoint *)sweep->points->pdata[i])->status, "converged"))
      return TRAMMEL_EXIT_OK;
  return TRAMMEL_EXIT_NOT_CONVERGED;
}

/* Prints the findings on the logs, the points that could not run, and the conclusions of the
 * sweep. */
static void
print_notes(const TrammelSweep *sweep)
{
  const TrammelSweepPoint *best = trammel_sweep_find_best(sweep);

  for (guint i = 0; i < sweep->findings->len; i++)
    trammel_cli_print_finding(&g_array_index(sweep->findings, TrammelFinding, i));
  for (guint i = 0; i < sweep->points->len; i++) {
    const TrammelSweepPoint *point = sweep->points->pdata[i];
    if (!point->values)
      trammel_terminal_print("warning: point %u: %s\n", i + 1, point->message);
    if (point->score.message)
      trammel_terminal_print("warning: point %u, score: %s\n", i + 1, point->score.message);
  }
  for (guint i = 0; i < sweep->corners->len; i++) {
    g_autofree char *text =
        trammel_sweep_corner_dup_text(sweep, &g_array_index(sweep->corners, TrammelSweepCorner, i));
    trammel_terminal_print("note: %s\n", text);
  }
  if (!best)
    return;
  trammel_terminal_print("note: smallest open-loop error %.4g %% at", best->score.nrmse_percent);
  for (guint i = 0; i < sweep->axes->len; i++)
    trammel_terminal_print(" %s = %g", ((const TrammelSweepAxis *)sweep->axes->pdata[i])->name,
                           best->at[i]);
  trammel_terminal_print("%s%s\n", sweep->scores_fitted ? ", on the logs that were fitted" : "",
                         best->score.nrmse_percent < 100 ? ""
                                                         : "; a constant predicts equally well");
}

/* Returns the text in the format of the file's ending, else by --json. */
static char *
write_text(const Options *o, const TrammelSweep *sweep)
{
  const char *output = o->fitting.output;

  if (output && trammel_has_ending(output, ".csv"))
    return trammel_sweep_to_csv(sweep);
  if (o->fitting.json || (output && trammel_has_ending(output, ".json")))
    return trammel_sweep_to_json(sweep);
  return trammel_sweep_to_text(sweep);
}

int
trammel_cli_sweep(int argc, char **argv)
{
  g_auto(Options) options = {0};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelSweep) sweep = NULL;

  if (!parse_options(&options, argc, argv, &error) || !(sweep = run_sweep(&options, &error)))
    return trammel_cli_fail(error);
  if (!trammel_processes_is_first())
    return get_exit_code(sweep);
  print_notes(sweep);
  g_autofree char *text = write_text(&options, sweep);
  if (!trammel_cli_write(options.fitting.output, text, &error))
    return trammel_cli_fail(error);
  return get_exit_code(sweep);
}
