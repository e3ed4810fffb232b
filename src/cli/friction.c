/* trammel-cli friction: comparison of friction models on the same logs. */
#include "cli/base/terminal.h"
#include "cli/report.h"
#include "cli/scoring.h"
#include "cli/verbs.h"
#include "io/project/save.h"
#include "io/study/friction_comparison.h"
#include "io/study/project_sweeps.h"

typedef struct {
  TrammelScoring scoring;
  char **joints, *apply, *output;
} Options;

static void
clear_options(Options *o)
{
  trammel_scoring_clear(&o->scoring);
  g_strfreev(o->joints);
  g_free(o->apply);
  g_free(o->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

/* Sets the index of a model's word among the compared models, -1 for "best"; FALSE for another
 * one. */
static gboolean
find_contender(int *place, const char *word, GError **error)
{
  guint n;
  const TrammelContender *contenders = trammel_contenders(&n);

  *place = -1;
  if (g_str_equal(word, "best"))
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (g_str_equal(contenders[i].name, word)) {
      *place = (int)i;
      return TRUE;
    }
  return trammel_cli_refuse(error,
                            "--apply: there is no model '%s'; use best, none, viscous, coulomb, "
                            "coulomb-asymmetric, stribeck or tanh",
                            word);
}

static gboolean
check_apply(const Options *o, GError **error)
{
  int unused;

  if (!o->apply != !o->output)
    return trammel_cli_refuse(error, "--apply MODEL and -o PROJECT belong together");
  return !o->apply || (find_contender(&unused, o->apply, error) &&
                       trammel_cli_check_folder("-o", o->output, error));
}

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {
      {"joint", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->joints,
       "Compare the friction of this joint; may be repeated; all joints without it", "NAME"},
      {"log", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->scoring.logs,
       "Use this log instead of those of role estimate", "NAME"},
      {"apply", 0, 0, G_OPTION_ARG_STRING, &o->apply,
       "Put this model, or the best, into the project that -o writes", "MODEL"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &o->output, "The project with --apply's model",
       "PROJECT"},
      {NULL}};
  g_autofree GOptionEntry *shared = trammel_scoring_new_entries(&o->scoring);
  g_autofree GOptionEntry *overrides = trammel_overrides_new_entries(&o->scoring.overrides);
  const GOptionEntry *const entries[] = {overrides, own, shared, NULL};

  return trammel_cli_parse(
             argc, argv,
             (TrammelCliSyntax){entries, "PROJECT",
                                "Fits several friction models to the same logs and compares them."},
             &o->scoring.rest, error) &&
         trammel_scoring_start(&o->scoring, "friction", error) && check_apply(o, error);
}

static void
print_remarks(const TrammelFrictionComparison *t)
{
  const TrModel *model = trammel_problem_get_task(t->problem)->model;
  g_autofree char *verdict = trammel_friction_comparison_dup_summary(t);

  for (guint i = 0; t->reference && i < t->n_joints; i++) {
    g_autofree char *text =
        trammel_excitation_dup_text(&t->excitation[i], &model->joints[t->joints[i]]);
    if (text)
      trammel_terminal_print("warning: %s\n", text);
  }
  for (guint i = 0; i < t->n_entries; i++)
    if (t->entries[i].message)
      trammel_terminal_print("%s: %s\n", t->entries[i].contender->name, t->entries[i].message);
  trammel_terminal_print("%s\n", verdict);
}

/* Writes the project as it was fitted, with the chosen model. */
static gboolean
write_project(const Options *o, const TrammelFrictionComparison *t, GError **error)
{
  g_autoptr(TrammelProject) project = NULL;
  int place;

  if (!o->apply)
    return TRUE;
  project = trammel_project_open(o->scoring.rest[0], error);
  if (!project || !trammel_overrides_apply(&o->scoring.overrides, project, error) ||
      !find_contender(&place, o->apply, error))
    return FALSE;
  if (place < 0)
    place = trammel_friction_comparison_find_best(t);
  if (place < 0)
    return trammel_cli_refuse(error, "--apply best: no model was fitted");
  g_autoptr(TrammelProject) written =
      trammel_friction_comparison_apply(project, t, (guint)place, error)
          ? trammel_project_write(project, o->output, NULL, error)
          : NULL;
  return written != NULL;
}

int
trammel_cli_friction(int argc, char **argv)
{
  g_auto(Options) options = {0};
  g_autoptr(TrammelProblem) problem = NULL;
  g_autoptr(TrammelFrictionComparison) t = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  if (!parse_options(&options, argc, argv, &error) ||
      !(problem = trammel_scoring_load(&options.scoring, &error)))
    return trammel_cli_fail(error);
  t = trammel_friction_comparison_new(problem, (const char *const *)options.joints,
                                      &options.scoring.options, &error);
  trammel_scoring_end(&options.scoring);
  if (!t)
    return trammel_cli_fail(error);
  print_remarks(t);
  text = options.scoring.json ? trammel_friction_comparison_to_json(t)
                              : trammel_friction_comparison_to_table(t);
  if (!trammel_cli_write(NULL, text, &error) || !write_project(&options, t, &error))
    return trammel_cli_fail(error);
  if (!t->is_complete)
    return TRAMMEL_EXIT_INTERRUPTED;
  return trammel_friction_comparison_find_best(t) >= 0 ? TRAMMEL_EXIT_OK
                                                       : TRAMMEL_EXIT_NOT_CONVERGED;
}
