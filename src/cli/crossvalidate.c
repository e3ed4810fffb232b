/* trammel-cli crossvalidate: fits to single logs, scored on the others. */
#include "cli/base/terminal.h"
#include "cli/report.h"
#include "cli/scoring.h"
#include "cli/verbs.h"
#include "io/study/crossvalidation.h"

typedef struct {
  TrammelScoring scoring;
  gboolean leave_one_out;
} Options;

static void
clear_options(Options *o)
{
  trammel_scoring_clear(&o->scoring);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {{"log", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->scoring.logs,
                               "Use this log instead of those of role estimate", "NAME"},
                              {"leave-one-out", 0, 0, G_OPTION_ARG_NONE, &o->leave_one_out,
                               "Also fit all logs but one, and score that one", NULL},
                              {NULL}};
  g_autofree GOptionEntry *shared = trammel_scoring_new_entries(&o->scoring);
  g_autofree GOptionEntry *overrides = trammel_overrides_new_entries(&o->scoring.overrides);
  const GOptionEntry *const entries[] = {overrides, own, shared, NULL};

  if (!trammel_cli_parse(
          argc, argv,
          (TrammelCliSyntax){
              entries, "PROJECT",
              "Fits each log alone, scores it on the others, and reports whether the logs agree."},
          &o->scoring.rest, error) ||
      !trammel_scoring_start(&o->scoring, "crossvalidate", error))
    return FALSE;
  o->scoring.options.leave_one_out = o->leave_one_out;
  return TRUE;
}

static void
warn(double p_adjusted, const char *text)
{
  if (!trammel_log_agreement_accepts(p_adjusted))
    trammel_terminal_print("warning: %s\n", text);
}

static void
print_disagreements(const TrammelCrossValidation *cross)
{
  g_autofree char *logs = trammel_crossvalidation_dup_logs_text(cross);
  g_autofree char *all = trammel_crossvalidation_dup_all_text(cross);

  for (guint i = 0; i < cross->n_free; i++) {
    g_autofree char *text = trammel_crossvalidation_dup_text(cross, i);
    warn(cross->agreement->p_parameters[i], text);
  }
  warn(cross->agreement->p_logs, logs);
  warn(cross->agreement->p_all, all);
  for (guint i = 0; cross->base && i < cross->base->rows->len; i++) {
    g_autofree char *text = trammel_base_row_dup_warning(cross->base->rows->pdata[i]);
    if (text)
      trammel_terminal_print("warning: %s\n", text);
  }
}

/* Prints the fits that did not converge, and the parameters on which the logs disagree. */
static void
print_remarks(const TrammelCrossValidation *cross)
{
  const TrTask *task = trammel_problem_get_task(cross->problem);

  for (guint i = 0; i < cross->n_logs; i++)
    if (cross->single[i] && cross->single[i]->status != TR_OK)
      trammel_terminal_print("warning: log '%s': %s\n", task->logs[i].name,
                             cross->single[i]->message);
  if (cross->agreement)
    print_disagreements(cross);
}

static int
get_exit_code(const TrammelCrossValidation *cross)
{
  if (!cross->is_complete)
    return TRAMMEL_EXIT_INTERRUPTED;
  return cross->has_converged ? TRAMMEL_EXIT_OK : TRAMMEL_EXIT_NOT_CONVERGED;
}

int
trammel_cli_crossvalidate(int argc, char **argv)
{
  g_auto(Options) options = {0};
  g_autoptr(TrammelProblem) problem = NULL;
  g_autoptr(TrammelCrossValidation) cross = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  if (!parse_options(&options, argc, argv, &error) ||
      !(problem = trammel_scoring_load(&options.scoring, &error)))
    return trammel_cli_fail(error);
  cross = trammel_crossvalidation_new(problem, &options.scoring.options, &error);
  trammel_scoring_end(&options.scoring);
  if (!cross)
    return trammel_cli_fail(error);
  print_remarks(cross);
  text = options.scoring.json ? trammel_crossvalidation_to_json(cross)
                              : trammel_crossvalidation_to_table(cross);
  if (!trammel_cli_write(NULL, text, &error))
    return trammel_cli_fail(error);
  return get_exit_code(cross);
}
