/* trammel-cli identify: fits the free parameters of a project to its logs. */
#include <math.h>
#include <string.h>

#include "cli/base/terminal.h"
#include "cli/fitting.h"
#include "cli/overrides.h"
#include "cli/processes.h"
#include "cli/report.h"
#include "cli/states.h"
#include "cli/verbs.h"
#include "engine/est/identify/multistart.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/identify/preferences.h"
#include "engine/est/step/formulation.h"
#include "engine/est/task/reported.h"
#include "io/base/ending.h"
#include "io/base/error.h"
#include "io/base/table.h"
#include "io/check/scale_finding.h"
#include "io/export/result_save.h"
#include "io/project/recipe.h"
#include "io/result/apply.h"
#include "io/result/continuation.h"
#include "io/result/fit_finding.h"
#include "io/result/kappa_report.h"
#include "io/result/multistart_report.h"
#include "io/result/result.h"

/* Fits after the first with --fix-base. */
enum { MOST_BASE_ROUNDS = 3 };

typedef struct {
  TrammelFitting fitting;
  char *states, *threads, *starts, *seed, *from;
  gint64 n_threads, n_starts, seed_number;
  gboolean strict, no_physical, stepper, information, fix_base, recipe;
} Options;

static void
clear_options(Options *o)
{
  trammel_fitting_clear(&o->fitting);
  g_free(o->states);
  g_free(o->threads);
  g_free(o->starts);
  g_free(o->seed);
  g_free(o->from);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

/* Checks the options before anything is read. */
static gboolean
check_options(Options *o, GError **error)
{
  const char *output = o->fitting.output;

  if (output && !g_str_equal(output, "-") && !trammel_has_ending(output, ".json") &&
      !trammel_has_ending(output, ".mat") && !trammel_has_ending(output, ".csv"))
    return trammel_cli_refuse(error,
                              "-o %s: results are written as .json, .mat or .csv; use one of "
                              "these endings, or - for JSON on the standard output",
                              output);
  if (!trammel_cli_parse_whole("--threads", o->threads, 1, TR_MAX_THREADS, &o->n_threads, error) ||
      !trammel_cli_parse_whole("--starts", o->starts, 1, TR_MAX_STARTS, &o->n_starts, error) ||
      !trammel_cli_parse_whole("--seed", o->seed, 0, G_MAXINT32, &o->seed_number, error))
    return FALSE;
  if (o->from && o->n_starts > 1)
    return trammel_cli_refuse(error, "--continue has one start, that of the result; leave out "
                                     "--starts");
  if (o->recipe && (o->from || o->n_starts > 1 || o->fix_base))
    return trammel_cli_refuse(error, "--recipe has its own starts and free parameters; leave out "
                                     "--continue, --starts and --fix-base");
  return trammel_cli_check_states("--states", o->states, error) &&
         trammel_cli_check_folder("--states", o->states, error);
}

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {
      {"threads", 0, 0, G_OPTION_ARG_STRING, &o->threads,
       "Number of processors; the result is the same for any number", "N"},
      {"starts", 0, 0, G_OPTION_ARG_STRING, &o->starts,
       "Fit from N starts, all but the first random, and keep the best", "N"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &o->seed, "Seed of the random starts", "S"},
      {"continue", 0, 0, G_OPTION_ARG_FILENAME, &o->from, "Begin where the fit of a result ended",
       "FILE.json"},
      {"states", 0, 0, G_OPTION_ARG_FILENAME, &o->states,
       "Write the estimated motion as .csv or .mat", "FILE"},
      {"information", 0, 0, G_OPTION_ARG_NONE, &o->information,
       "Add to the JSON the share of the information on each parameter in each second of each log",
       NULL},
      {"no-physical", 0, 0, G_OPTION_ARG_NONE, &o->no_physical,
       "Leave out the physical values (h = 0), which take two more fits; report the stepper's",
       NULL},
      {"stepper", 0, 0, G_OPTION_ARG_NONE, &o->stepper,
       "Add the values of the stepper at h and their sigma to the table", NULL},
      {"fix-base", 0, 0, G_OPTION_ARG_NONE, &o->fix_base,
       "First fix the smallest set of parameters that the logs do not determine, at their starts",
       NULL},
      {"recipe", 0, 0, G_OPTION_ARG_NONE, &o->recipe,
       "Run the steps of the project's recipe, each from the values of the one before", NULL},
      {"strict", 0, 0, G_OPTION_ARG_NONE, &o->strict,
       "Exit with 6 when the logs do not determine a parameter", NULL},
      {NULL}};
  const TrammelFittingVerb verb = {
      .summary = "Estimates the free parameters of a project from its logs.",
      .output = "Write the result as .json, .mat or .csv; - is JSON on the standard output",
      .json = "Print the whole result as JSON",
      .own = own};

  return trammel_fitting_parse(&o->fitting, argc, argv, &verb, error) && check_options(o, error);
}

/* Adds the row of a parameter: its reported value, and on wish the stepper's. */
static void
add_row(TrammelTable *table, const TrTask *task, const TrFit *fit, int i, gboolean with_stepper)
{
  const TrEstimate *e = &fit->estimates[i];
  TrReported r = tr_fit_report(fit, i);
  g_autofree char *flags = trammel_result_dup_flags(fit, i);
  char id[TR_ID_SIZE];

  tr_task_free_id(id, task, i);
  trammel_table_add_text(table, id);
  trammel_table_add_number(table, r.value);
  trammel_table_add_number(table, r.sigma);
  trammel_table_add_text(table, tr_task_free_unit(task, i));
  trammel_table_add_text(table, flags);
  if (!with_stepper)
    return;
  trammel_table_add_number(table, e->value);
  trammel_table_add_number(table, e->identifiable ? e->sigma : NAN);
}

static char *
make_table(const Options *o, const TrammelProblem *problem, const TrFit *fit)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "id", "value", "sigma", "unit", "flags", NULL);
  if (o->stepper)
    trammel_table_add_columns(table, "stepper_value", "stepper_sigma", NULL);
  for (int i = 0; i < fit->n_free; i++)
    add_row(table, trammel_problem_get_task(problem), fit, i, o->stepper);
  return trammel_table_to_tsv(table);
}

static gboolean
write_outputs(const Options *o, const TrammelProblem *problem, const TrFit *fit, GError **error)
{
  const char *output = o->fitting.output;
  gboolean to_stdout = output && g_str_equal(output, "-");
  g_autofree char *text = o->fitting.json || to_stdout ? trammel_result_to_json(problem, fit)
                                                       : make_table(o, problem, fit);

  /* first the output that cannot be lost */
  if (!trammel_cli_write(NULL, text, error))
    return FALSE;
  if (output && !to_stdout && !trammel_result_save(problem, fit, output, error))
    return FALSE;
  return !o->states || trammel_motion_save_all(problem, fit, o->states, error);
}

/* TRUE if the logs leave a direction or the scale open. */
static gboolean
is_open(const TrammelProblem *problem, const TrFit *fit)
{
  return fit->n_directions > 0 || trammel_scale_find(trammel_problem_get_task(problem), NULL) >= 0;
}

static int
get_exit_code(const Options *o, const TrammelProblem *problem, const TrFit *fit)
{
  if (fit->status == TR_CANCELLED)
    return TRAMMEL_EXIT_INTERRUPTED;
  if (fit->status != TR_OK)
    return TRAMMEL_EXIT_NOT_CONVERGED;
  return o->strict && is_open(problem, fit) ? TRAMMEL_EXIT_NOT_IDENTIFIABLE : TRAMMEL_EXIT_OK;
}

static void
print_summary(const TrammelProblem *problem, const TrFit *fit)
{
  g_autoptr(GArray) findings = trammel_fit_findings_new(problem, fit);
  const TrTask *task = trammel_problem_get_task(problem);

  for (guint i = 0; i < findings->len; i++)
    trammel_cli_print_finding(&g_array_index(findings, TrammelFinding, i));
  if (task->settings.h_is_auto)
    trammel_terminal_print("h = %g s, from the motion in the logs\n", task->settings.h);
  if (tr_model_has_impacts(task->model))
    trammel_terminal_print("Formulation %s, which has the contacts and stops of the model\n",
                           tr_formulation_name(task->settings.formulation));
  g_autofree char *optima = trammel_multistart_dup_summary(fit);
  g_autofree char *kappa = trammel_kappa_dup_summary(fit);
  trammel_terminal_print("%s%s%s (%.3f s)\n", kappa, optima, fit->message, fit->seconds);
}

/* Runs the fit; NULL with an error when the input cannot be used. */
static TrFit *
run_fit(const Options *o, const TrammelProblem *problem, GError **error)
{
  TrTask task = *trammel_problem_get_task(problem);
  TrammelCliProgress progress = {.mode = o->fitting.mode,
                                 .n_free = task.n_free,
                                 .max_iterations = tr_settings_limit(&task.settings, task.n_free)};
  g_autofree double *start = g_new0(double, (gsize)task.n_free + 1);
  TrError detail = {0};
  TrFit *fit = NULL;
  TrStatus status;

  if (o->from && !trammel_continuation_load(start, &task.warm_kappa, &task, o->from, error))
    return NULL;
  task.warm_start = o->from ? start : NULL;
  task.wants_information = o->information;
  task.wants_checks = true;
  if (o->threads)
    task.settings.threads = (int)o->n_threads;
  else if (o->n_starts > 1) /* whole fits use any number of processors */
    task.settings.threads = CLAMP((int)g_get_num_processors(), 1, TR_MAX_THREADS);
  task.monitor = trammel_progress_start(&progress);
  const TrMultistartOptions starts = {.n_starts = (int)o->n_starts,
                                      .seed = (uint64_t)o->seed_number,
                                      .exchange = trammel_processes_get()};
  status = tr_multistart_run(&fit, &task, &starts, &detail);
  /* an interruption leaves the fit unchanged */
  if (fit && trammel_processes_is_first() && !o->no_physical && tr_physical_applies(&task, fit) &&
      tr_physical(fit, &task) == TR_CANCELLED)
    trammel_terminal_print("Interrupted before the physical values (h = 0) were computed.\n");
  if (fit && trammel_processes_is_first() && fit->status == TR_OK &&
      tr_preferences_find(fit, &task) == TR_NO_MEMORY)
    g_error("out of memory");
  trammel_progress_end(&progress);
  if (!fit && status == TR_CANCELLED)
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                        "interrupted before the first iteration; nothing was written");
  else if (!fit)
    trammel_error_set_status(error, status, &detail);
  return fit;
}

/* Runs a step and makes its values the starts of the next one. */
static gboolean
run_step(
    const Options *o, TrammelProblem *problem, TrammelProject *project, guint step, GError **error)
{
  TrFit *fit = run_fit(o, problem, error);
  gboolean done = FALSE;

  if (!fit)
    return FALSE;
  g_autofree char *label = trammel_recipe_dup_label(project, step);
  trammel_terminal_print("Step %u (%s): %s (%.3f s)\n", step + 1, label, fit->message,
                         fit->seconds);
  if (fit->status == TR_CANCELLED)
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                        "interrupted in the recipe; nothing was written");
  else
    done = trammel_fit_apply_values(project, trammel_problem_get_task(problem), fit,
                                    TRAMMEL_VALUES_STEPPER, error);
  tr_fit_free(fit);
  return done;
}

/* Runs all steps of the recipe but the last, whose problem replaces *problem. */
static gboolean
run_first_steps(const Options *o, TrammelProblem **problem, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_problem_dup_project(*problem);
  g_autoptr(TrammelProject) begin = trammel_project_copy(project);
  guint n = trammel_recipe_get_n_steps(project);
  Options quick = *o;

  quick.no_physical = TRUE;
  if (n == 0)
    return trammel_cli_refuse(error, "--recipe: the project has no recipe; add the list `recipe` "
                                     "with the parameters of each step");
  for (guint step = 0; step < n; step++) {
    if (!trammel_recipe_begin_step(project, begin, step, error))
      return FALSE;
    TrammelProblem *next = trammel_problem_new_from(*problem, project, error);
    if (!next)
      return FALSE;
    trammel_problem_unref(*problem);
    *problem = next;
    if (step + 1 < n && !run_step(&quick, *problem, project, step, error))
      return FALSE;
  }
  return TRUE;
}

static TrammelProblem *
load(const Options *o, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_fitting_load_project(&o->fitting, error);

  if (!project || (o->fix_base && !trammel_overrides_fix_base(project, o->fitting.logs, error)))
    return NULL;
  return trammel_cli_load_problem(project, o->fitting.logs, error);
}

/* Fits until nothing is left open: the weights of a fit, which the prediction before it does not
 * know, may open further directions. */
static TrFit *
run_base_fits(const Options *o, TrammelProblem **problem, GError **error)
{
  TrFit *fit = run_fit(o, *problem, error);

  for (int round = 0; o->fix_base && fit && fit->status == TR_OK && fit->n_directions > 0 &&
                      round < MOST_BASE_ROUNDS;
       round++) {
    TrammelProblem *next = trammel_overrides_fix_open(*problem, fit, error);

    g_clear_pointer(&fit, tr_fit_free);
    if (!next)
      return NULL;
    trammel_problem_unref(*problem);
    *problem = next;
    fit = run_fit(o, *problem, error);
  }
  return fit;
}

int
trammel_cli_identify(int argc, char **argv)
{
  g_auto(Options) options = {.n_starts = 1, .seed_number = 1};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = NULL;
  TrFit *fit;
  int code;

  if (!parse_options(&options, argc, argv, &error) || !(problem = load(&options, &error)))
    return trammel_cli_fail(error);
  /* one fit is for the first process alone */
  if (options.n_starts <= 1 && !trammel_processes_is_first())
    return TRAMMEL_EXIT_OK;
  if (options.recipe && !run_first_steps(&options, &problem, &error))
    return trammel_cli_fail(error);
  fit = run_base_fits(&options, &problem, &error);
  if (!fit)
    return trammel_cli_fail(error);
  if (!trammel_processes_is_first()) {
    code = get_exit_code(&options, problem, fit);
    tr_fit_free(fit);
    return code;
  }
  print_summary(problem, fit);
  code = write_outputs(&options, problem, fit, &error) ? get_exit_code(&options, problem, fit)
                                                       : trammel_cli_fail(error);
  tr_fit_free(fit);
  return code;
}
