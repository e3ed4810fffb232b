/* trammel-cli simulate: a motion of the model in the open loop. */
#include "engine/sim/simulate.h"

#include <math.h>
#include <string.h>

#include "cli/overrides.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/sim_start.h"
#include "cli/states.h"
#include "cli/verbs.h"
#include "engine/est/step/formulation.h"
#include "engine/sim/inputs.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/result/apply.h"
#include "io/study/project_sweeps.h"

typedef struct {
  TrammelOverrides overrides;
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
  TrammelProblem *problem; /* NULL without a log */
  TrSimOptions options;
} Simulation;

static void
clear_options(Options *o)
{
  trammel_overrides_clear(&o->overrides);
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
  g_clear_pointer(&s->project, trammel_project_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, clear_options)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Simulation, clear_simulation)

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
  const GOptionEntry *const entries[] = {shared, own, NULL};

  return trammel_cli_parse(
             argc, argv,
             (TrammelCliSyntax){entries, "PROJECT",
                                "Simulates the model under the motor inputs of a log."},
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
  s->problem = trammel_cli_load_problem(s->project, names, error);
  return s->problem != NULL;
}

static gboolean
set_up(Simulation *s, const Options *o, GError **error)
{
  const TrSettings *settings;
  const TrLog *log;

  s->project = trammel_project_open(o->rest[0], error);
  if (!s->project ||
      (o->result && !trammel_result_apply_values(s->project, o->result, o->values, error)) ||
      !trammel_overrides_apply(&o->overrides, s->project, error) || !load_log(s, o, error))
    return FALSE;
  settings = s->problem ? &trammel_problem_get_task(s->problem)->settings
                        : trammel_project_get_settings(s->project);
  s->options = (TrSimOptions){.h = isnan(settings->h) ? tr_settings_default().h : settings->h,
                              .duration = o->duration,
                              .compliance_scale = settings->compliance_scale,
                              .damping_scale = settings->damping_scale,
                              .solver = o->solver ? find_solver(o->solver)
                                                  : tr_formulation_solver(settings->formulation)};
  log = s->problem ? &trammel_problem_get_task(s->problem)->logs[0] : NULL;
  if (log)
    s->options.start = log->start;
  if (log && isnan(o->duration))
    s->options.duration = log->end - log->start;
  if (isnan(s->options.duration))
    return trammel_cli_refuse(error,
                              "simulate: the project has no log; give a length with --duration S");
  if (!log && o->start_text && o->start != TRAMMEL_START_MODEL)
    return trammel_cli_refuse(error, "--start %s needs a log, and the project has none",
                              o->start_text);
  return TRUE;
}

/* Returns the inputs of the step of each node; 0 without a log. */
static double *
sample_inputs(const TrTrajectory *motion, const TrModel *model, const TrLog *log)
{
  gsize n_inputs = (gsize)tr_model_n_inputs(model);
  double *input = g_new0(double, (gsize)motion->n_nodes *n_inputs + 1);
  TrInputs *inputs =
      log ? trammel_need_memory(tr_inputs_new(model, log->n_channels, log->channels)) : NULL;

  for (int k = 0; inputs && k < motion->n_nodes; k++)
    tr_inputs_at(input + (gsize)k * n_inputs, inputs, motion->start + k * motion->h, motion->h);
  tr_inputs_free(inputs);
  return input;
}

static TrTrajectory *
run_simulation(const Simulation *s, const Options *o, GError **error)
{
  const TrModel *model = trammel_project_get_model(s->project);
  const TrLog *log = s->problem ? &trammel_problem_get_task(s->problem)->logs[0] : NULL;
  g_autofree double *pose = g_new0(double, model->n_bodies *TR_POSE);
  g_autofree double *twist = g_new0(double, model->n_bodies *TR_TWIST);
  TrammelCliProgress progress = {.mode = TRAMMEL_PROGRESS_NONE};
  TrMonitor monitor;
  TrTrajectory *motion = NULL;
  TrError detail = {0};
  TrStatus status;

  if (!trammel_start_find(
          pose, twist,
          (TrammelStartSource){log ? o->start : TRAMMEL_START_MODEL, model, s->problem},
          &s->options, error))
    return NULL;
  monitor = trammel_progress_start(&progress);
  status =
      tr_simulate(&motion, model,
                  &(TrSimCase){pose, twist, log ? log->n_channels : 0, log ? log->channels : NULL},
                  &s->options, &monitor, &detail);
  if (status == TR_OK)
    return motion;
  tr_trajectory_free(motion);
  if (status == TR_CANCELLED)
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                        "interrupted; nothing was written");
  else
    trammel_error_set_status(error, status, &detail);
  return NULL;
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
  g_autofree double *input = NULL;
  const TrModel *model;
  TrTrajectory *motion;
  gboolean written;

  if (!parse_options(&options, argc, argv, &error) || !set_up(&simulation, &options, &error))
    return trammel_cli_fail(error);
  motion = run_simulation(&simulation, &options, &error);
  if (!motion)
    return trammel_cli_fail(error);
  model = trammel_project_get_model(simulation.project);
  input = sample_inputs(motion, model,
                        simulation.problem ? &trammel_problem_get_task(simulation.problem)->logs[0]
                                           : NULL);
  summary = make_summary(&options, &simulation, motion);
  written = trammel_cli_write_motion(
      &(TrammelMotion){simulation.problem, simulation.problem ? 0 : -1, model, motion, input},
      options.output, &error);
  tr_trajectory_free(motion);
  if (!written || (options.json && !g_str_equal(options.output, "-") &&
                   !trammel_cli_write(NULL, summary, &error)))
    return trammel_cli_fail(error);
  return TRAMMEL_EXIT_OK;
}
