/* trammel-cli profile: the cost with a parameter fixed away from its estimate. */
#include "engine/est/identify/profile.h"

#include <math.h>

#include "cli/base/terminal.h"
#include "cli/fitting.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "engine/est/identify/identify.h"
#include "io/base/error.h"
#include "io/study/profile_report.h"

typedef struct {
  TrammelFitting fitting;
  char **of, *points;
  int n_points;
  TrMonitor monitor; /* ends the fits at Ctrl+C */
} Options;

static void
clear_options(Options *o)
{
  trammel_fitting_clear(&o->fitting);
  g_strfreev(o->of);
  g_free(o->points);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

static gboolean
check_options(Options *o, GError **error)
{
  guint n = o->of ? g_strv_length(o->of) : 0;
  double points = 0;

  if (n < 1 || n > 2)
    return trammel_cli_refuse(error, "profile: expected one or two --of ID, found %u", n);
  if (n == 2 && g_str_equal(o->of[0], o->of[1]))
    return trammel_cli_refuse(error, "--of %s: a pair has two different parameters", o->of[0]);
  if (o->points && (!trammel_cli_parse_number(o->points, &points) || points < 1 ||
                    points != floor(points) || points > G_MAXINT))
    return trammel_cli_refuse(error, "--points: '%s' is not a number of points", o->points);
  o->n_points = (int)points;
  return TRUE;
}

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {
      {"of", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->of,
       "The free parameter; twice for the contours of a pair", "ID"},
      {"points", 0, 0, G_OPTION_ARG_STRING, &o->points,
       "Points of a profile (21); of a pair nodes of a side of its grid (11)", "N"},
      {NULL}};
  const TrammelFittingVerb verb = {.summary =
                                       "Holds a parameter at values around its estimate, fits the "
                                       "others again, and reports how the cost rises.",
                                   .output = "Write to a file",
                                   .json = "JSON instead of tables",
                                   .own = own};

  return trammel_fitting_parse(&o->fitting, argc, argv, &verb, error) && check_options(o, error);
}

/* Sets the indices of the parameters among the free ones. */
static gboolean
find_parameters(TrProfileOptions *to, const Options *o, const TrTask *task, GError **error)
{
  for (int k = 0; o->of[k]; k++) {
    to->parameters[k] = -1;
    for (int i = 0; i < task->n_free; i++) {
      char id[TR_ID_SIZE];
      tr_task_free_id(id, task, i);
      if (g_str_equal(id, o->of[k]))
        to->parameters[k] = i;
    }
    if (to->parameters[k] < 0)
      return trammel_cli_refuse(error,
                                "--of %s: there is no free parameter of that id; free it in the "
                                "project or with --free",
                                o->of[k]);
    to->n_parameters = k + 1;
  }
  if (to->n_parameters > 1)
    to->n_grid = o->n_points;
  else
    to->n_points = o->n_points;
  return TRUE;
}

static bool
on_fit_done_cb(void *user, const void *event)
{
  const Options *o = user;
  const TrProfileEvent *now = event;

  if (now && o->fitting.mode == TRAMMEL_PROGRESS_BAR)
    g_printerr("\rfit %d of at most %d, %.1f s ", now->fits, now->most, now->seconds);
  else if (now && o->fitting.mode == TRAMMEL_PROGRESS_JSONL)
    g_printerr("{ \"fit\": %d, \"of\": %d, \"seconds\": %.3f }\n", now->fits, now->most,
               now->seconds);
  return tr_monitor_goes_on(&o->monitor, NULL);
}

static void
set_error(GError **error, TrStatus status, const TrError *detail)
{
  if (status == TR_CANCELLED)
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                        "interrupted before the first fit was done; nothing was written");
  else
    trammel_error_set_status(error, status, detail);
}

/* Returns the fit whose parameters are profiled, with the weights that it chose. */
static TrFit *
run_fit(const Options *o, const TrTask *from, GError **error)
{
  TrTask task = *from;
  TrError detail = {0};
  TrFit *fit = NULL;
  TrStatus status;

  task.monitor = o->monitor;
  status = tr_identify(&fit, &task, &detail);
  if (status == TR_OK)
    return fit;
  if (!fit || status == TR_CANCELLED)
    set_error(error, status, &detail);
  else
    trammel_cli_refuse(error, "the fit to be profiled did not converge: %s", fit->message);
  tr_fit_free(fit);
  return NULL;
}

static TrProfiles *
run_profiles(Options *o,
             const TrProfileOptions *options,
             const TrTask *from,
             const TrFit *fit,
             GError **error)
{
  TrTask task = *from;
  g_autofree double *start = g_new(double, (gsize)task.n_free + 1);
  TrModel *model = trammel_need_memory(tr_task_continue(&task, start, fit));
  TrError detail = {0};
  TrProfiles *profiles = NULL;
  TrStatus status;

  task.monitor = (TrMonitor){on_fit_done_cb, o};
  status = tr_profile(&profiles, &task, options, &detail);
  tr_model_free(model);
  if (o->fitting.mode == TRAMMEL_PROGRESS_BAR)
    g_printerr("\n");
  if (!profiles)
    set_error(error, status, &detail);
  return profiles;
}

static int
write_result(const Options *o,
             const TrammelProblem *problem,
             const TrFit *fit,
             const TrProfiles *profiles)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) findings = trammel_profile_findings_new(problem, fit, profiles);
  g_autofree char *text = o->fitting.json ? trammel_profiles_to_json(problem, fit, profiles)
                                          : trammel_profiles_to_text(problem, fit, profiles);

  for (guint i = 0; i < findings->len; i++)
    trammel_cli_print_finding(&g_array_index(findings, TrammelFinding, i));
  if (!trammel_cli_write(o->fitting.output, text, &error))
    return trammel_cli_fail(error);
  if (profiles->status == TR_CANCELLED)
    return TRAMMEL_EXIT_INTERRUPTED;
  if (profiles->status != TR_OK)
    trammel_terminal_print("trammel-cli: %s\n", profiles->message);
  return profiles->status == TR_OK ? TRAMMEL_EXIT_OK : TRAMMEL_EXIT_NOT_CONVERGED;
}

int
trammel_cli_profile(int argc, char **argv)
{
  g_auto(Options) options = {0};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem = NULL;
  /* the iterations of single fits would hide the points */
  TrammelCliProgress silent = {.mode = TRAMMEL_PROGRESS_NONE};
  TrProfileOptions places = {0};
  TrProfiles *profiles = NULL;
  TrFit *fit = NULL;
  int code;

  if (!parse_options(&options, argc, argv, &error) ||
      !(problem = trammel_fitting_load(&options.fitting, &error)) ||
      !find_parameters(&places, &options, trammel_problem_get_task(problem), &error))
    return trammel_cli_fail(error);
  options.monitor = trammel_progress_start(&silent);
  fit = run_fit(&options, trammel_problem_get_task(problem), &error);
  if (fit)
    profiles = run_profiles(&options, &places, trammel_problem_get_task(problem), fit, &error);
  code = profiles ? write_result(&options, problem, fit, profiles) : trammel_cli_fail(error);
  tr_profiles_free(profiles);
  tr_fit_free(fit);
  return code;
}
