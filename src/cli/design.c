/* trammel-cli design: a plan of the next experiment, whose log shows what the others do not. */
#include "io/design/design.h"

#include <math.h>
#include <string.h>

#include "cli/base/terminal.h"
#include "cli/fitting.h"
#include "cli/processes.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "io/base/error.h"
#include "io/project/save.h"

typedef struct {
  TrammelFitting fitting;
  TrammelPlanOptions plan;
  char *shape, *criterion, *mode, *csv, *header;
  char **interest, **motors, **ranges, **rates, **inputs, **forces;
  char *duration, *frequency, *sample_rate, *harmonics, *random, *starts, *evaluations, *rehearsals,
      *seed;
  char *threads, *draws;
  gint64 n_draws;
  gboolean alone, no_helps, keep, reached, no_fit;
  double best;         /* criterion shown last */
  TrMonitor interrupt; /* of the program */
} Options;

static void
clear_options(Options *o)
{
  char *texts[] = {o->shape,      o->criterion, o->mode,      o->csv,
                   o->header,     o->duration,  o->frequency, o->sample_rate,
                   o->harmonics,  o->random,    o->starts,    o->evaluations,
                   o->rehearsals, o->seed,      o->threads,   o->draws};
  char **lists[] = {o->interest, o->motors, o->ranges, o->rates, o->inputs, o->forces};

  trammel_fitting_clear(&o->fitting);
  trammel_plan_options_clear(&o->plan);
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
    g_free(texts[i]);
  for (gsize i = 0; i < G_N_ELEMENTS(lists); i++)
    g_strfreev(lists[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)

static gboolean
parse_positive(const char *option, const char *text, double *value, GError **error)
{
  if (!text || (trammel_cli_parse_number(text, value) && *value > 0))
    return TRUE;
  return trammel_cli_refuse(error, "%s: '%s' is not a number above zero", option, text);
}

/* Sets *index to that of a word among names. */
static gboolean
parse_word(
    const char *option, const char *text, const char *const *names, int *index, GError **error)
{
  g_autofree char *all = g_strjoinv(", ", (char **)names);

  for (int i = 0; text && names[i]; i++)
    if (g_str_equal(names[i], text)) {
      *index = i;
      return TRUE;
    }
  return !text ||
         trammel_cli_refuse(error, "%s: there is no '%s'; use one of %s", option, text, all);
}

/* Parses NAME=LEAST..MOST, or NAME=MOST for -MOST .. MOST. */
static gboolean
parse_limit(Options *o, const char *option, const char *text, TrPlanLimitKind kind, GError **error)
{
  const char *equal = strrchr(text, '='), *dots = equal ? strstr(equal, "..") : NULL;
  double least = NAN, most = NAN;

  if (equal && dots) {
    g_autofree char *first = g_strndup(equal + 1, (gsize)(dots - equal - 1));
    if (!trammel_cli_parse_number(first, &least) || !trammel_cli_parse_number(dots + 2, &most))
      most = NAN;
  } else if (equal && trammel_cli_parse_number(equal + 1, &most)) {
    least = -most;
  }
  if (!(least < most))
    return trammel_cli_refuse(error, "%s: '%s' is not NAME=LEAST..MOST or NAME=MOST", option, text);
  g_autofree char *name = g_strndup(text, (gsize)(equal - text));
  trammel_plan_options_add_limit(&o->plan, kind, name, least, most);
  return TRUE;
}

static gboolean
parse_limits(Options *o, GError **error)
{
  const struct {
    const char *option;
    char **texts;
    TrPlanLimitKind kind;
  } lists[] = {{"--range", o->ranges, TR_LIMIT_POSITION},
               {"--rate", o->rates, TR_LIMIT_RATE},
               {"--input", o->inputs, TR_LIMIT_INPUT},
               {"--force", o->forces, TR_LIMIT_FORCE}};

  for (gsize i = 0; i < G_N_ELEMENTS(lists); i++)
    for (char **text = lists[i].texts; text && *text; text++)
      if (!parse_limit(o, lists[i].option, *text, lists[i].kind, error))
        return FALSE;
  return TRUE;
}

static gboolean
parse_words(Options *o, GError **error)
{
  const char *const shapes[] = {"fourier", "chirp", "steps", "best", NULL};
  const char *const criteria[] = {"d", "a", "m", NULL};
  const char *const modes[] = {"set-points", "inputs", NULL};
  int shape = 0, criterion = 0, mode = 0;

  if (!parse_word("--shape", o->shape, shapes, &shape, error) ||
      !parse_word("--criterion", o->criterion, criteria, &criterion, error) ||
      !parse_word("--mode", o->mode, modes, &mode, error))
    return FALSE;
  o->plan.shape = (TrPlanShape)shape;
  o->plan.criterion = (TrCriterion)criterion;
  o->plan.mode = (TrammelPlanMode)mode;
  return TRUE;
}

static gboolean
parse_numbers(Options *o, GError **error)
{
  TrammelPlanOptions *p = &o->plan;
  gint64 harmonics = p->harmonics, random = p->n_random, starts = p->n_starts;
  gint64 evaluations = p->n_evaluations, rehearsals = p->n_rehearsals, seed = 1, threads = 0;

  if (!parse_positive("--duration", o->duration, &p->duration, error) ||
      !parse_positive("--frequency", o->frequency, &p->frequency, error) ||
      !parse_positive("--sample-rate", o->sample_rate, &p->rate, error) ||
      !trammel_cli_parse_whole("--harmonics", o->harmonics, 2, TR_MAX_HARMONICS, &harmonics,
                               error) ||
      !trammel_cli_parse_whole("--random", o->random, 1, 100000, &random, error) ||
      !trammel_cli_parse_whole("--starts", o->starts, 1, 1000, &starts, error) ||
      !trammel_cli_parse_whole("--evaluations", o->evaluations, 1, 1000000, &evaluations, error) ||
      !trammel_cli_parse_whole("--rehearsals", o->rehearsals, 0, 10000, &rehearsals, error) ||
      !trammel_cli_parse_whole("--seed", o->seed, 0, G_MAXINT32, &seed, error) ||
      !trammel_cli_parse_whole("--threads", o->threads, 1, TR_MAX_THREADS, &threads, error) ||
      !trammel_cli_parse_whole("--draws", o->draws, 1, 100000, &o->n_draws, error))
    return FALSE;
  p->harmonics = (int)harmonics;
  p->n_random = (int)random;
  p->n_starts = (int)starts;
  p->n_evaluations = (int)evaluations;
  p->n_rehearsals = (int)rehearsals;
  p->seed = (guint64)seed;
  p->threads = (int)threads;
  p->is_alone = o->alone;
  for (char **id = o->interest; id && *id; id++)
    g_ptr_array_add(p->interest, g_strdup(*id));
  for (char **name = o->motors; name && *name; name++)
    g_ptr_array_add(p->motors, g_strdup(*name));
  return TRUE;
}

static gboolean
check_options(Options *o, GError **error)
{
  if (o->header && o->shape && !g_str_equal(o->shape, "fourier"))
    return trammel_cli_refuse(error, "--header: only a fourier plan has coefficients");
  return parse_words(o, error) && parse_numbers(o, error) && parse_limits(o, error) &&
         trammel_cli_check_folder("--csv", o->csv, error) &&
         trammel_cli_check_folder("--header", o->header, error);
}

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {
      {"interest", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->interest,
       "Parameter to be learnt, all free ones without it", "ID"},
      {"motor", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->motors, "Motor that moves, all without it",
       "NAME"},
      {"mode", 0, 0, G_OPTION_ARG_STRING, &o->mode,
       "set-points: the joints follow a motion, the default; inputs: the motors get an input",
       "HOW"},
      {"shape", 0, 0, G_OPTION_ARG_STRING, &o->shape,
       "fourier, chirp or steps; best: the best plan of the three", "SHAPE"},
      {"criterion", 0, 0, G_OPTION_ARG_STRING, &o->criterion,
       "d: volume of the region of the parameters; a: their relative sigmas; m: mean logarithm "
       "of their sigmas",
       "C"},
      {"duration", 0, 0, G_OPTION_ARG_STRING, &o->duration, "Length [s]; 10 without it", "S"},
      {"frequency", 0, 0, G_OPTION_ARG_STRING, &o->frequency,
       "First harmonic [Hz]; the best of three without it", "HZ"},
      {"harmonics", 0, 0, G_OPTION_ARG_STRING, &o->harmonics,
       "Harmonics, or levels of steps; 5 without it", "N"},
      {"sample-rate", 0, 0, G_OPTION_ARG_STRING, &o->sample_rate,
       "Rate of the samples [Hz]; that of the first log without it", "HZ"},
      {"range", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->ranges, "Limits of a joint's coordinate",
       "JOINT=LEAST..MOST"},
      {"rate", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->rates, "Limit of a joint's rate", "JOINT=MOST"},
      {"input", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->inputs, "Limit of a motor's input",
       "MOTOR=MOST"},
      {"force", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->forces, "Limit of a drive's force",
       "MOTOR=MOST"},
      {"alone", 0, 0, G_OPTION_ARG_NONE, &o->alone,
       "Plan a log that does without those that there are", NULL},
      {"no-fit", 0, 0, G_OPTION_ARG_NONE, &o->no_fit,
       "Plan at the project's values with stated sigmas, without fitting its logs", NULL},
      {"random", 0, 0, G_OPTION_ARG_STRING, &o->random, "Random plans at first; 150 without it",
       "N"},
      {"starts", 0, 0, G_OPTION_ARG_STRING, &o->starts, "Best ones that are improved; 2 without it",
       "N"},
      {"evaluations", 0, 0, G_OPTION_ARG_STRING, &o->evaluations,
       "Plans tried from each; 100 without it", "N"},
      {"rehearsals", 0, 0, G_OPTION_ARG_STRING, &o->rehearsals,
       "Most drawn logs by which the sigmas are corrected; 32 without it", "N"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &o->seed, "Seed of the random plans; 1 without it", "S"},
      {"threads", 0, 0, G_OPTION_ARG_STRING, &o->threads,
       "Number of processors, all without it; the result is the same for any number", "N"},
      {"no-helps", 0, 0, G_OPTION_ARG_NONE, &o->no_helps, "Leave out what else would help", NULL},
      {"draws", 0, 0, G_OPTION_ARG_STRING, &o->draws,
       "Logs drawn from the plan and fitted, to compare their scatter with the prediction", "N"},
      {"csv", 0, 0, G_OPTION_ARG_FILENAME, &o->csv,
       "Write set-points, inputs and predicted readings", "FILE"},
      {"header", 0, 0, G_OPTION_ARG_FILENAME, &o->header, "Write the coefficients for C", "FILE"},
      {"keep", 0, 0, G_OPTION_ARG_NONE, &o->keep, "Keep the plan in the project", NULL},
      {"reached", 0, 0, G_OPTION_ARG_NONE, &o->reached,
       "Compare the logs with the kept plan: predicted beside reached sigmas", NULL},
      {NULL}};
  const TrammelFittingVerb verb = {
      .summary = "Plans the experiment whose log makes the parameters' sigmas smallest.",
      .output = "Write the plan to a file",
      .json = "JSON instead of tables",
      .own = own};

  return trammel_fitting_parse(&o->fitting, argc, argv, &verb, error) && check_options(o, error);
}

/* TrMonitorFunc over the interruption of the program; shows the best so far. */
static bool
on_planned_cb(void *user, const void *data)
{
  Options *o = user;
  const TrPlanEvent *event = data;

  if (event && event->x && event->criterion < o->best) {
    double ratio = exp(event->criterion - event->criterion_now);

    o->best = event->criterion;
    if (o->fitting.mode == TRAMMEL_PROGRESS_BAR)
      g_printerr("\r%d of about %d plans, sigmas become %.3g times as large    ", event->n_tried,
                 event->n_all, ratio);
    else if (o->fitting.mode == TRAMMEL_PROGRESS_JSONL)
      g_printerr("{ \"tried\": %d, \"of\": %d, \"ratio\": %.6g }\n", event->n_tried, event->n_all,
                 ratio);
  }
  return tr_monitor_goes_on(&o->interrupt, NULL);
}

/* Fits the logs; NULL with an error unless the fit has converged. */
static TrFit *
fit_logs(Options *o, TrammelProblem *problem, GError **error)
{
  TrTask task = *trammel_problem_get_task(problem);
  TrError detail = trammel_error_record();
  TrFit *fit = NULL;

  task.monitor = o->interrupt;
  TrStatus status = tr_identify(&fit, &task, &detail);
  if (status == TR_OK && tr_physical_applies(&task, fit))
    status = tr_physical(fit, &task);
  if (status == TR_OK)
    return fit;
  if (status == TR_CANCELLED)
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "interrupted before the plan");
  else if (!fit)
    trammel_error_set_status(error, status, &detail);
  else
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "the fit of the present logs has not converged: %s", fit->message);
  tr_fit_free(fit);
  return NULL;
}

static int
report_reached(Options *o, TrammelProblem *problem, const TrFit *fit)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) promises = trammel_project_dup_promises(trammel_problem_get_project(problem));

  if (!promises) {
    trammel_cli_refuse(&error, "the project keeps no plan; make one with --keep");
    return trammel_cli_fail(error);
  }
  const TrTask *task = trammel_problem_get_task(problem);
  g_autofree char *text = o->fitting.json ? trammel_promises_to_json(promises, task, fit)
                                          : trammel_promises_to_text(promises, task, fit);
  return trammel_cli_write(o->fitting.output, text, &error) ? TRAMMEL_EXIT_OK
                                                            : trammel_cli_fail(error);
}

/* Keeps the plan in the file of the project, without the changes that options made to it. */
static gboolean
keep(const TrammelDesign *design, const char *path, GError **error)
{
  g_autoptr(TrammelProject) project = trammel_project_load(path, error);
  g_autoptr(TrammelProject) saved = NULL;

  if (project && trammel_design_keep(design, project, error))
    saved = trammel_project_write(project, path, NULL, error);
  return saved != NULL;
}

static gboolean
write_files(const Options *o, const TrammelDesign *design, GError **error)
{
  g_autofree char *csv = o->csv ? trammel_design_to_csv(design) : NULL;
  g_autofree char *header = o->header ? trammel_design_to_c_header(design) : NULL;
  g_autofree char *text =
      o->fitting.json ? trammel_design_to_json(design) : trammel_design_to_text(design);

  if ((csv && !trammel_cli_write(o->csv, csv, error)) ||
      (header && !trammel_cli_write(o->header, header, error)))
    return FALSE;
  if (o->keep && !keep(design, o->fitting.rest[0], error))
    return FALSE;
  return trammel_cli_write(o->fitting.output, text, error);
}

static void
print_notes(const TrammelDesign *design)
{
  trammel_terminal_print("note: %d plans tried in %.1f s; the best keeps the limits with %d drawn "
                         "values of the parameters\n",
                         design->plan->n_tried, design->plan->seconds, design->plan->n_draws);
  if (design->wish.wish.n_frequencies > 1)
    trammel_terminal_print("note: first harmonic %.4g Hz, the best of %d\n",
                           trammel_design_get_frequency(design), design->wish.wish.n_frequencies);
  if (isfinite(design->plan->condition))
    trammel_terminal_print("note: condition number of the base regressor: %.4g; the best random "
                           "plan of this frequency has %.4g\n",
                           design->plan->condition, design->plan->least_condition);
}

static int
make_plan(Options *o, TrammelProblem *problem, const TrFit *fit)
{
  g_autoptr(GError) error = NULL;
  TrammelDesignRequest request = {.options = &o->plan,
                                  .wants_helps = !o->no_helps,
                                  .n_draws = (int)o->n_draws,
                                  .exchange = trammel_processes_get(),
                                  .monitor = {on_planned_cb, o}};
  g_autoptr(TrammelDesign) design = trammel_design_new(problem, fit, &request, &error);

  if (o->fitting.mode == TRAMMEL_PROGRESS_BAR)
    g_printerr("\n");
  if (!design)
    return trammel_cli_fail(error);
  if (!trammel_processes_is_first())
    return TRAMMEL_EXIT_OK;
  print_notes(design);
  if (!write_files(o, design, &error))
    return trammel_cli_fail(error);
  return design->plan->is_cancelled ? TRAMMEL_EXIT_INTERRUPTED : TRAMMEL_EXIT_OK;
}

int
trammel_cli_design(int argc, char **argv)
{
  g_auto(Options) o = {.best = INFINITY};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = NULL;
  g_autoptr(TrammelProblem) problem = NULL;
  TrammelCliProgress silent = {.mode = TRAMMEL_PROGRESS_NONE};
  TrFit *fit = NULL;

  trammel_plan_options_init(&o.plan);
  o.interrupt = trammel_progress_start(&silent);
  if (!parse_options(&o, argc, argv, &error) ||
      !(project = trammel_fitting_load_project(&o.fitting, &error)) ||
      !(problem = trammel_cli_load_problem(project, o.fitting.logs, &error)) ||
      (!o.no_fit && !(fit = fit_logs(&o, problem, &error))))
    return trammel_cli_fail(error);
  int code = o.reached ? report_reached(&o, problem, fit) : make_plan(&o, problem, fit);
  tr_fit_free(fit);
  return code;
}
