/* trammel-cli simulate: a motion of the model in the open loop. */
#include "engine/sim/simulate.h"

#include <math.h>
#include <string.h>

#include "cli/overrides.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/sim_scenario.h"
#include "cli/sim_start.h"
#include "cli/states.h"
#include "cli/verbs.h"
#include "engine/est/task/own_values.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/check/contact_finding.h"
#include "io/result/apply.h"
#include "io/study/project_sweeps.h"

typedef struct {
  TrammelOverrides overrides;
  TrammelSimWords words;
  char **rest;
  char *result, *values_text, *log, *duration_text, *start_text, *output, *solver;
  TrammelValues values;
  gboolean json;
  double duration; /* NAN: that of the log */
  TrammelStart start;
} Options;

/* Inputs of a simulation. */
typedef struct {
  TrammelProject *project;
  TrammelProblem *problem;   /* NULL without a log */
  TrammelScenario *scenario; /* without a log, else NULL */
  TrModel *model;            /* with the own values of the log; NULL: that of the project */
  TrSimOptions options;
} Simulation;

/* A motion with its inputs. */
typedef struct {
  TrTrajectory *motion;
  double *input;
} Outcome;

static void
clear_options(Options *o)
{
  trammel_overrides_clear(&o->overrides);
  trammel_sim_words_clear(&o->words);
  g_strfreev(o->rest);
  g_free(o->result);
  g_free(o->values_text);
  g_free(o->log);
  g_free(o->duration_text);
  g_free(o->start_text);
  g_free(o->output);
  g_free(o->solver);
}

static void
clear_simulation(Simulation *s)
{
  g_clear_pointer(&s->problem, trammel_problem_unref);
  g_clear_pointer(&s->scenario, trammel_scenario_free);
  g_clear_pointer(&s->project, trammel_project_unref);
  tr_model_free(s->model);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Simulation, clear_simulation)

static void
clear_outcome(Outcome *outcome)
{
  tr_trajectory_free(outcome->motion);
  g_free(outcome->input);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Outcome, clear_outcome)

/* Returns the solver of this name, TR_N_SOLVERS if there is none. */
static TrSolver
find_solver(const char *name)
{
  int solver = 0;

  while (solver < TR_N_SOLVERS && !g_str_equal(name, tr_solver_name((TrSolver)solver)))
    solver++;
  return (TrSolver)solver;
}

static gboolean
check_options(Options *o, GError **error)
{
  if (!trammel_cli_expect_project("simulate", o->rest, error))
    return FALSE;
  if (!o->output)
    return trammel_cli_refuse(error, "simulate: name the file to write with -o OUT.csv or OUT.mat, "
                                     "or -o - for CSV on the standard output");
  if (!g_str_equal(o->output, "-") && !trammel_cli_check_states("-o", o->output, error))
    return FALSE;
  if (o->solver && find_solver(o->solver) == TR_N_SOLVERS)
    return trammel_cli_refuse(error, "--solver: '%s' is not in this version; use %s, %s or %s",
                              o->solver, tr_solver_name(TR_SOLVER_SPOOK),
                              tr_solver_name(TR_SOLVER_SECOND_ORDER),
                              tr_solver_name(TR_SOLVER_FIRST_ORDER));
  o->duration = NAN;
  if (o->duration_text &&
      (!trammel_cli_parse_number(o->duration_text, &o->duration) || o->duration < 0))
    return trammel_cli_refuse(error, "--duration: '%s' is not a number of seconds",
                              o->duration_text);
  if (trammel_sim_words_any(&o->words) && (o->log || o->start_text))
    return trammel_cli_refuse(error, "simulate: --log and --start are of a simulation with a log, "
                                     "--input, --position, --rate, --noise and --log-file of one "
                                     "without");
  if (o->values_text && !o->result)
    return trammel_cli_refuse(error, "--values: name the result with --result FILE.json");
  return trammel_values_parse(&o->values, "--values", o->values_text, error) &&
         trammel_cli_check_folder("-o", o->output, error) &&
         (!o->start_text || trammel_start_parse(&o->start, o->start_text, error));
}

static gboolean
parse_options(Options *o, int argc, char **argv, GError **error)
{
  const GOptionEntry own[] = {
      {"result", 0, 0, G_OPTION_ARG_FILENAME, &o->result, "Take the parameters from a result",
       "FILE.json"},
      {"values", 0, 0, G_OPTION_ARG_STRING, &o->values_text,
       "Values of the result: physical (of the mechanism; default) or stepper (of the stepper at "
       "the "
       "step of the fit)",
       "SET"},
      {"log", 0, 0, G_OPTION_ARG_STRING, &o->log, "The log whose inputs are used; the first one",
       "NAME"},
      {"duration", 0, 0, G_OPTION_ARG_STRING, &o->duration_text, "Length in s; that of the log",
       "S"},
      {"start", 0, 0, G_OPTION_ARG_STRING, &o->start_text,
       "first-sample, estimated or model; without a log model", "WHERE"},
      {"solver", 0, 0, G_OPTION_ARG_STRING, &o->solver,
       "spook, second-order or first-order; that of the formulation", "NAME"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &o->output,
       "Where to write, as .csv or .mat; - is CSV on the standard output", "FILE"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &o->json, "Print a summary as JSON", NULL},
      {NULL}};
  g_autofree GOptionEntry *shared = trammel_overrides_new_entries(&o->overrides);
  g_autofree GOptionEntry *free = trammel_sim_words_new_entries(&o->words);
  const GOptionEntry *const entries[] = {shared, own, free, NULL};

  return trammel_cli_parse(
             argc, argv,
             (TrammelCliSyntax){entries, "PROJECT",
                                "Simulates the model under the motor inputs of a log, or under "
                                "formulas of the time."},
             &o->rest, error) &&
         check_options(o, error);
}

static gboolean
load_log(Simulation *s, const Options *o, GError **error)
{
  char *names[] = {o->log, NULL};

  if (!o->log && trammel_project_get_n_logs(s->project) == 0)
    return TRUE;
  if (!o->log)
    names[0] = (char *)trammel_project_get_log_name(s->project, 0);
  if (!trammel_overrides_check_logs(s->project, names, error))
    return FALSE;
  /* an estimated start is that of a fit, which has its own limit */
  if (o->start == TRAMMEL_START_ESTIMATED) {
    s->problem = trammel_cli_load_problem(s->project, names, error);
    return s->problem != NULL;
  }
  s->problem =
      trammel_problem_new_for_simulation(s->project, (const char *const *)names, NULL, error);
  if (s->problem)
    trammel_cli_print_findings(s->problem);
  return s->problem != NULL;
}

/* Reads the simulation without a log: that of the project, changed by the options. */
static gboolean
set_scenario(Simulation *s, const Options *o, GError **error)
{
  if (o->start_text && o->start != TRAMMEL_START_MODEL)
    return trammel_cli_refuse(error, "--start %s needs a log, and the project has none",
                              o->start_text);
  if (isnan(o->duration) && !trammel_project_has_scenario(s->project))
    return trammel_cli_refuse(error, "simulate: without a log, give a length with --duration S");
  s->scenario = trammel_sim_words_apply(&o->words, s->project, error);
  if (!s->scenario)
    return FALSE;
  if (!isnan(o->duration))
    s->scenario->duration = o->duration;
  if (o->overrides.h)
    s->scenario->step = NAN;
  return TRUE;
}

static gboolean
set_up(Simulation *s, const Options *o, GError **error)
{
  const TrLog *log;

  s->project = trammel_project_open(o->rest[0], error);
  if (!s->project ||
      (o->result && !trammel_result_apply_values(s->project, o->result, o->values, error)) ||
      !trammel_overrides_apply(&o->overrides, s->project, error) ||
      (!trammel_sim_words_any(&o->words) && !load_log(s, o, error)))
    return FALSE;
  s->options =
      trammel_simulation_options(s->problem ? &trammel_problem_get_task(s->problem)->settings
                                            : trammel_project_get_settings(s->project));
  if (o->solver)
    s->options.solver = find_solver(o->solver);
  if (!s->problem)
    return set_scenario(s, o, error);
  log = &trammel_problem_get_task(s->problem)->logs[0];
  if (log->n_own > 0)
    s->model = trammel_need_memory(tr_log_model_new(trammel_project_get_model(s->project), log));
  s->options.start = log->start;
  s->options.duration = isnan(o->duration) ? log->end - log->start : o->duration;
  return trammel_simulation_check_memory(trammel_project_get_model(s->project), &s->options, error);
}

/* Returns the model that is simulated: the project's, or that of the log with its own values. */
static const TrModel *
get_model(const Simulation *s)
{
  return s->model ? s->model : trammel_project_get_model(s->project);
}

static gboolean
simulate_log(Outcome *outcome, const Simulation *s, const Options *o, GError **error)
{
  const TrModel *model = get_model(s);
  const TrLog *log = &trammel_problem_get_task(s->problem)->logs[0];
  g_autofree double *pose = g_new0(double, model->n_bodies *TR_POSE);
  g_autofree double *twist = g_new0(double, model->n_bodies *TR_TWIST);
  TrammelCliProgress progress = {.mode = TRAMMEL_PROGRESS_NONE};
  TrError detail = {0};

  if (!trammel_start_find(pose, twist, (TrammelStartSource){o->start, s->problem, model},
                          &s->options, error))
    return FALSE;
  TrMonitor monitor = trammel_progress_start(&progress);
  TrStatus status = tr_simulate(&outcome->motion, model,
                                &(TrSimCase){pose, twist, log->n_channels, log->channels},
                                &s->options, &monitor, &detail);
  if (status == TR_OK)
    outcome->input = trammel_simulation_new_inputs(outcome->motion, model, (guint)log->n_channels,
                                                   log->channels);
  else if (status == TR_CANCELLED)
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                        "interrupted; nothing was written");
  else
    trammel_error_set_status(error, status, &detail);
  return status == TR_OK;
}

static gboolean
simulate_scenario(Outcome *outcome, const Simulation *s, const Options *o, GError **error)
{
  TrammelCliProgress progress = {.mode = TRAMMEL_PROGRESS_NONE};
  TrMonitor monitor = trammel_progress_start(&progress);
  g_autoptr(TrammelSimulation) simulation =
      trammel_simulation_new(s->project, s->scenario, &s->options, &monitor, error);

  if (!simulation || !trammel_sim_words_write_log(&o->words, simulation, error))
    return FALSE;
  outcome->motion = g_steal_pointer(&simulation->motion);
  outcome->input = g_steal_pointer(&simulation->input);
  return TRUE;
}

/* Prints how many steps the contacts made hard. */
static void
print_fallbacks(const Simulation *s, const TrTrajectory *motion)
{
  g_autoptr(GArray) findings = trammel_findings_new();

  trammel_contact_fallback_add(findings, trammel_project_get_model(s->project), NULL, motion);
  for (guint i = 0; i < findings->len; i++)
    trammel_cli_print_finding(&g_array_index(findings, TrammelFinding, i));
}

static char *
make_summary(const Options *o, const Simulation *s, const TrTrajectory *motion)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "file", o->output);
  trammel_json_writer_add_string(
      json, "log", s->problem ? trammel_problem_get_task(s->problem)->logs[0].name : NULL);
  trammel_json_writer_add_integer(json, "nodes", motion->n_nodes);
  trammel_json_writer_add_number(json, "start", motion->start);
  trammel_json_writer_add_number(json, "h", motion->h);
  trammel_json_writer_add_number(json, "duration", (motion->n_nodes - 1) * motion->h);
  trammel_json_writer_add_integer(json, "contact_fallbacks", motion->fallbacks);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

int
trammel_cli_simulate(int argc, char **argv)
{
  g_auto(Options) options = {0};
  g_auto(Simulation) simulation = {0};
  g_autoptr(GError) error = NULL;
  g_autofree char *summary = NULL;
  g_auto(Outcome) outcome = {0};

  if (!parse_options(&options, argc, argv, &error) || !set_up(&simulation, &options, &error) ||
      !(simulation.problem ? simulate_log(&outcome, &simulation, &options, &error)
                           : simulate_scenario(&outcome, &simulation, &options, &error)))
    return trammel_cli_fail(error);
  print_fallbacks(&simulation, outcome.motion);
  summary = make_summary(&options, &simulation, outcome.motion);
  if (!trammel_cli_write_motion(&(TrammelMotion){simulation.problem, simulation.problem ? 0 : -1,
                                                 get_model(&simulation), outcome.motion,
                                                 outcome.input, NULL},
                                options.output, &error) ||
      (options.json && !g_str_equal(options.output, "-") &&
       !trammel_cli_write(NULL, summary, &error)))
    return trammel_cli_fail(error);
  return TRAMMEL_EXIT_OK;
}
