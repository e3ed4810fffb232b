/* trammel-cli validate: prediction errors of parameters on logs. */
#include <math.h>

#include "cli/base/terminal.h"
#include "cli/report.h"
#include "cli/scoring.h"
#include "cli/verbs.h"
#include "io/result/apply.h"
#include "io/study/project_sweeps.h"

typedef struct {
  TrammelScoring scoring;
  char *result, *values_text, *predict;
  TrammelValues values;
  GArray *steps; /* of --predict */
} Options;

/* Problems with the result's values, and with the project's start values. */
typedef struct {
  TrammelProblem *fitted, *start;
  char **fitted_logs;
} Candidates;

static void
clear_options(Options *o)
{
  trammel_scoring_clear(&o->scoring);
  g_free(o->result);
  g_free(o->values_text);
  g_free(o->predict);
  g_clear_pointer(&o->steps, g_array_unref);
}

static void
clear_candidates(Candidates *c)
{
  g_clear_pointer(&c->fitted, trammel_problem_unref);
  g_clear_pointer(&c->start, trammel_problem_unref);
  g_strfreev(c->fitted_logs);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Candidates, clear_candidates)

/* Parses --predict; pieces begin at the nodes of the estimated motion, which are those of the
 * fit. */
static gboolean
parse_predict(Options *o, GError **error)
{
  if (!o->predict)
    return TRUE;
  if (o->scoring.open_loop_h)
    return trammel_cli_refuse(error, "--predict counts steps of the fit, so it does not go with "
                                     "--open-loop-h");
  if (!(o->steps = trammel_prediction_horizon_parse(o->predict, error))) {
    g_prefix_error(error, "--predict: ");
    return FALSE;
  }
  o->scoring.options.predict = o->steps;
  return TRUE;
}

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {{"result", 0, 0, G_OPTION_ARG_FILENAME, &o->result,
                               "The parameters to validate", "FILE.json"},
                              {"values", 0, 0, G_OPTION_ARG_STRING, &o->values_text,
                               "Values of the result: stepper (of the stepper at the step of the "
                               "fit; default) or physical (of the mechanism)",
                               "SET"},
                              {"log", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->scoring.logs,
                               "Use this log instead of those of role validate", "NAME"},
                              {"predict", 0, 0, G_OPTION_ARG_STRING, &o->predict,
                               "Also predict over these numbers of steps from the estimated "
                               "motion; ladder: 1, 2, 5, 10, … and all",
                               "K[,K…]|ladder"},
                              {NULL}};
  g_autofree GOptionEntry *shared = trammel_scoring_new_entries(&o->scoring);
  g_autofree GOptionEntry *overrides = trammel_overrides_new_entries(&o->scoring.overrides);
  const GOptionEntry *const entries[] = {overrides, own, shared, NULL};

  if (!trammel_cli_parse(
          argc, argv,
          (TrammelCliSyntax){entries, "PROJECT",
                             "Reports how well the parameters of a result predict logs."},
          &o->scoring.rest, error) ||
      !trammel_scoring_start(&o->scoring, "validate", error))
    return FALSE;
  if (!o->result)
    return trammel_cli_refuse(error, "validate: name the parameters with --result FILE.json, as "
                                     "trammel-cli identify -o FILE.json writes it");
  return trammel_values_parse(&o->values, "--values", o->values_text, error) &&
         parse_predict(o, error);
}

/* Returns the requested logs, else those for validation, else those for estimation. */
static char **
choose_logs(const TrammelProject *project, char **asked)
{
  char **names;

  if (asked)
    return g_strdupv(asked);
  names = trammel_project_dup_log_names(project, TRAMMEL_ROLE_VALIDATE);
  if (names[0])
    return names;
  g_strfreev(names);
  trammel_terminal_print(
      "note: the project has no log of role 'validate', so those of role 'estimate' are "
      "used; scores on fitted logs are too good\n");
  return trammel_project_dup_log_names(project, TRAMMEL_ROLE_ESTIMATE);
}

static void
note_settings(const TrSettings *of_project, const TrSettings *of_result)
{
  if (!isnan(of_project->h) && of_project->h != of_result->h)
    trammel_terminal_print(
        "note: h = %g s as in the result, to which its parameters belong; the project has "
        "%g s\n",
        of_result->h, of_project->h);
}

static gboolean
load_candidates(Candidates *c, const Options *o, GError **error)
{
  g_autoptr(TrammelProject) start = trammel_project_open(o->scoring.rest[0], error), fitted = NULL;
  g_auto(GStrv) names = NULL;
  TrSettings own;

  if (!start || !trammel_overrides_check_logs(start, o->scoring.logs, error) ||
      !(c->fitted_logs = trammel_result_load_log_names(o->result, error)))
    return FALSE;
  own = *trammel_project_get_settings(start);
  if (!trammel_result_apply_settings(start, o->result, error))
    return FALSE;
  note_settings(&own, trammel_project_get_settings(start));
  if (!trammel_overrides_apply(&o->scoring.overrides, start, error))
    return FALSE;
  fitted = trammel_project_copy(start);
  if (!trammel_result_apply_values(fitted, o->result, o->values, error))
    return FALSE;
  names = choose_logs(start, o->scoring.logs);
  c->start = trammel_problem_new(start, (const char *const *)names, NULL, error);
  c->fitted = c->start ? trammel_problem_new_from(c->start, fitted, error) : NULL;
  return c->fitted != NULL;
}

static void
note_failures(const TrammelValidation *validation)
{
  for (guint i = 0; i < validation->matrix->n_logs; i++) {
    const char *failure = trammel_score_matrix_get_error(validation->matrix, 0, i);
    if (failure)
      trammel_terminal_print("warning: log '%s': %s\n", validation->matrix->logs[i], failure);
  }
}

int
trammel_cli_validate(int argc, char **argv)
{
  g_auto(Options) options = {.values = TRAMMEL_VALUES_STEPPER};
  g_auto(Candidates) candidates = {0};
  g_autoptr(TrammelValidation) validation = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL, *forces = NULL, *periods = NULL;
  const char *const *fitted;

  if (!parse_options(&options, argc, argv, &error) ||
      !load_candidates(&candidates, &options, &error))
    return trammel_cli_fail(error);
  trammel_cli_print_findings(candidates.fitted);
  fitted = (const char *const *)candidates.fitted_logs;
  validation =
      trammel_validation_new(candidates.fitted, candidates.start, &options.scoring.options, &error);
  trammel_scoring_end(&options.scoring);
  if (!validation)
    return trammel_cli_fail(error);
  note_failures(validation);
  periods = trammel_validation_dup_periods(validation);
  trammel_terminal_print("%s", periods);
  forces = trammel_validation_dup_forces(validation);
  trammel_terminal_print("%s", forces);
  text = options.scoring.json ? trammel_validation_to_json(validation, fitted, options.result)
                              : trammel_validation_to_table(validation, fitted);
  if (!trammel_cli_write(NULL, text, &error))
    return trammel_cli_fail(error);
  return validation->is_complete ? TRAMMEL_EXIT_OK : TRAMMEL_EXIT_INTERRUPTED;
}
