#include "io/problem/problem.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/est/prepare/choose_step.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/problem/finding.h"
#include "io/problem/log.h"
#include "io/problem/log_set.h"
#include "io/problem/steps.h"

/* Number of threads of all problems; 0: automatic.  Atomic. */
static gint wanted_threads;

/* Largest automatic number of threads; more have little to share. */
enum { MOST_THREADS = 4 };

struct _TrammelProblem {
  int refs;
  TrammelProject *project;
  TrammelLogSet *logs;
  TrammelLogSet *validation; /* nullable: logs on which the fits' kappa is scored */
  GArray *free;              /* TrFree */
  GArray *ties;              /* TrTie */
  GArray *constraints;       /* TrLinear */
  GArray *terms;             /* TrTerm: of all constraints */
  GArray *findings;          /* TrammelFinding of parameters and settings */
  double step;               /* automatic step of the logs; NAN: was not needed */
  TrTask task;
};

void
trammel_problem_set_threads(int threads)
{
  g_atomic_int_set(&wanted_threads, threads);
}

static int
get_threads(void)
{
  int wanted = g_atomic_int_get(&wanted_threads);

  return wanted > 0 ? MIN(wanted, TR_MAX_THREADS)
                    : CLAMP((int)g_get_num_processors(), 1, MOST_THREADS);
}

/* TRUE if the joint's friction model uses the parameter, and for all other parameters. */
static gboolean
has_effect(const TrModel *model, TrParam param)
{
  return !tr_param_is_friction(param) ||
         tr_friction_uses(&model->joints[param.owner].friction, param);
}

/* Translates a parameter to the indices of the task: channels by the logs of the fit.  FALSE for a
 * log that is not among them. */
static gboolean
translate_param(TrParam *param, const TrammelProblem *problem, TrParam of_project)
{
  int log;

  *param = of_project;
  if (tr_param_is_of_model(of_project))
    return TRUE;
  log = trammel_log_set_find(
      problem->logs, trammel_project_get_log_name(problem->project, (guint)of_project.owner));
  if (log >= 0)
    param->owner = log;
  return log >= 0;
}

static void
find_faults_of_parameter(TrammelProblem *problem, const TrammelQuantity *q)
{
  const TrModel *model = trammel_project_get_model(problem->project);

  if (q->value == q->min || q->value == q->max)
    trammel_findings_add(
        problem->findings, NULL, "warning", "start-on-bound",
        N_("%s starts on its bound %g; move the start inside the bounds, unless this is intended."),
        q->id, q->value);
  if (!has_effect(model, q->param))
    trammel_findings_add(problem->findings, NULL, "warning", "parameter-without-effect",
                         N_("%s is free, but the friction model '%s' of its joint does not use it; "
                            "fix it, or choose another friction model."),
                         q->id,
                         tr_friction_model_name(model->joints[q->param.owner].friction.model));
  if (q->param.kind == TR_PARAM_CHANNEL_DELAY || q->param.kind == TR_PARAM_CHANNEL_SCALE) {
    const TrammelMapping *mapping =
        trammel_project_get_mapping(problem->project, (guint)q->param.owner, (guint)q->param.axis);
    if (!mapping->column && (q->param.kind == TR_PARAM_CHANNEL_DELAY || mapping->constant == 0))
      trammel_findings_add(
          problem->findings, NULL, "warning", "parameter-without-effect",
          N_("%s is free, but has no effect: its channel is the constant %g; fix it."), q->id,
          mapping->constant);
  }
}

/* Adds a finding for each log in which a free quantity is the log's own number. */
static void
find_own_values(TrammelProblem *problem, const TrammelQuantity *q)
{
  for (guint l = 0; l < problem->logs->logs->len; l++) {
    const TrLog *log = &g_array_index(problem->logs->logs, TrLog, l);
    TrammelPlace place = {.log = log->name};
    for (int i = 0; i < log->n_own; i++)
      if (memcmp(&log->own[i].param, &q->param, sizeof q->param) == 0)
        trammel_findings_add(problem->findings, &place, "info", "own-value-of-free",
                             N_("%s is free, and is %g in log '%s', which has this value of its "
                                "own; it is estimated from the other logs."),
                             q->id, log->own[i].value, log->name);
  }
}

/* Returns the start of a drive from the log. */
static double
find_drive_start(const TrammelProblem *problem, TrParam param)
{
  const TrLog *log = &g_array_index(problem->logs->logs, TrLog, param.owner);
  const TrChannel *channel = &log->channels[param.axis];

  return param.kind == TR_PARAM_CHANNEL_START ? channel->start : channel->start_rate;
}

/* Takes the free parameters; sets `places` to the index of each quantity among them, -1 for the
 * others. */
static void
take_parameters(TrammelProblem *problem, int *places)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(problem->project); i++) {
    const TrammelQuantity *q = trammel_project_get_quantity(problem->project, i);
    TrFree parameter = {.start = q->value,
                        .min = q->min,
                        .max = q->max,
                        .prior_mean = q->prior_mean,
                        .prior_sigma = q->prior_sigma,
                        .transform = q->transform};
    places[i] = -1;
    if (!q->free || !translate_param(&parameter.param, problem, q->param))
      continue;
    if (q->is_automatic)
      parameter.start = parameter.prior_mean = find_drive_start(problem, parameter.param);
    places[i] = (int)problem->free->len;
    g_array_append_val(problem->free, parameter);
    find_faults_of_parameter(problem, q);
    find_own_values(problem, q);
  }
}

/* Takes the ties to free parameters. */
static void
take_ties(TrammelProblem *problem, const int *places)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(problem->project); i++) {
    const TrammelQuantity *q = trammel_project_get_quantity(problem->project, i);
    TrTie tie;
    guint master = trammel_project_find_master(problem->project, i, &tie.factor);
    const TrammelQuantity *m = trammel_project_get_quantity(problem->project, master);
    if (!q->tied || !translate_param(&tie.param, problem, q->param))
      continue;
    if (isfinite(q->min) || isfinite(q->max) || isfinite(q->prior_sigma) ||
        q->transform != TR_TRANSFORM_NONE)
      trammel_findings_add(
          problem->findings, NULL, "warning", "tied-with-own",
          N_("%s follows %s, so its own min, max, prior and transform are not used; "
             "give them to %s."),
          q->id, m->id, m->id);
    tie.master = places[master];
    if (tie.master >= 0)
      g_array_append_val(problem->ties, tie);
    else if (m->free)
      trammel_findings_add(
          problem->findings, NULL, "warning", "tie-without-master",
          N_("%s follows %s, which is free but whose log is not in this fit, so it "
             "stays at %g; add that log, or free %s itself."),
          q->id, m->id, q->value, q->id);
  }
}

/* Takes the terms of a constraint; FALSE if a quantity belongs to a log that is not in the fit, so
 * that the constraint does not apply. */
static gboolean
take_terms(TrammelProblem *problem, const TrammelConstraint *constraint)
{
  guint before = problem->terms->len;

  for (guint i = 0; i < constraint->terms->len; i++) {
    const TrammelConstraintTerm *of = &g_array_index(constraint->terms, TrammelConstraintTerm, i);
    TrTerm term = {.factor = of->factor};
    if (!translate_param(&term.param, problem,
                         trammel_project_get_quantity(problem->project, of->quantity)->param)) {
      g_array_set_size(problem->terms, before);
      return FALSE;
    }
    g_array_append_val(problem->terms, term);
  }
  return TRUE;
}

static void
take_constraints(TrammelProblem *problem)
{
  const TrTerm *terms;

  for (guint i = 0; i < trammel_project_get_n_constraints(problem->project); i++) {
    const TrammelConstraint *of = trammel_project_get_constraint(problem->project, i);
    TrLinear constraint = {.n_terms = (int)of->terms->len, .least = of->least, .most = of->most};
    g_strlcpy(constraint.name, of->name, sizeof constraint.name);
    if (take_terms(problem, of))
      g_array_append_val(problem->constraints, constraint);
    else
      trammel_findings_add(
          problem->findings, NULL, "info", "constraint-without-log",
          N_("The constraint '%s' has a quantity of a log that is not in this fit, so "
             "it is not used."),
          of->name);
  }
  terms = (const TrTerm *)(void *)problem->terms->data;
  for (guint i = 0; i < problem->constraints->len; i++) {
    TrLinear *constraint = &g_array_index(problem->constraints, TrLinear, i);
    constraint->terms = terms;
    terms += constraint->n_terms;
  }
}

static void
find_faults_of_project(TrammelProblem *problem)
{
  if (trammel_project_is_read_only(problem->project))
    trammel_findings_add(problem->findings, NULL, "warning", "newer-format",
                         N_("The project has the format trammel/%u, newer than this program; "
                            "unknown entries are not used. Update the program."),
                         problem->project->version);
  if (problem->free->len == 0)
    trammel_findings_add(
        problem->findings, NULL, "info", "nothing-free",
        N_("No parameter is free, so only the motion is estimated; free at least one "
           "to identify it."));
}

/* Returns the names of the logs for the search of kappa: those of role `validate` that are not
 * fitted, if the settings request it. */
static char **
find_validation(const TrammelProject *project, const TrammelLogSet *logs)
{
  const TrSettings *settings = trammel_project_get_settings(project);
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++) {
    const char *name = trammel_project_get_log_name(project, i);
    if (isnan(settings->kappa) && settings->kappa_rule == TR_KAPPA_VALIDATE &&
        trammel_project_get_log_role(project, i) == TRAMMEL_ROLE_VALIDATE &&
        trammel_log_set_find(logs, name) < 0)
      g_strv_builder_add(names, name);
  }
  return g_strv_builder_end(names);
}

/* Reads these logs, or shares those of `before` (nullable) when they are the same; NULL without an
 * error if there are none. */
static TrammelLogSet *
take_validation(const TrammelProject *project,
                const TrammelLogSet *logs,
                TrammelLogSet *before,
                GCancellable *cancellable,
                GError **error)
{
  g_auto(GStrv) names = find_validation(project, logs);
  gboolean same = before && before->logs->len == g_strv_length(names);

  for (gsize i = 0; names[i] && same; i++)
    same = trammel_log_set_find(before, names[i]) >= 0;
  if (!names[0])
    return NULL;
  if (!same || !trammel_log_set_is_current(before, project))
    return trammel_log_set_read(project, (const char *const *)names, cancellable, error);
  return trammel_log_set_ref(before);
}

/* Sets the step of the task: the number of the project, or that of the logs, which a problem with
 * the same logs (`before`, nullable) already knows. */
static void
set_step(TrammelProblem *problem, const TrammelProblem *before)
{
  problem->step = NAN;
  if (!isnan(problem->task.settings.h))
    return;
  problem->step = before && before->logs == problem->logs && !isnan(before->step)
                      ? before->step
                      : tr_choose_step(&problem->task);
  problem->task.settings.h = problem->step;
}

/* Returns a problem; takes `logs` and `validation` (nullable).  `before` (nullable) is the problem
 * that it replaces. */
static TrammelProblem *
new_problem(const TrammelProject *project,
            TrammelLogSet *logs,
            TrammelLogSet *validation,
            const TrammelProblem *before)
{
  TrammelProblem *problem = g_new0(TrammelProblem, 1);
  g_autofree int *places = g_new(int, trammel_project_get_n_quantities(project));

  problem->refs = 1;
  problem->project = trammel_project_copy(project);
  problem->logs = logs;
  problem->validation = validation;
  problem->free = g_array_new(FALSE, TRUE, sizeof(TrFree));
  problem->ties = g_array_new(FALSE, TRUE, sizeof(TrTie));
  problem->constraints = g_array_new(FALSE, TRUE, sizeof(TrLinear));
  problem->terms = g_array_new(FALSE, TRUE, sizeof(TrTerm));
  problem->findings = trammel_findings_new();
  take_parameters(problem, places);
  take_ties(problem, places);
  take_constraints(problem);
  find_faults_of_project(problem);
  problem->task = (TrTask){.model = trammel_project_get_model(problem->project),
                           .n_free = (int)problem->free->len,
                           .free = (const TrFree *)(void *)problem->free->data,
                           .n_ties = (int)problem->ties->len,
                           .ties = (const TrTie *)(void *)problem->ties->data,
                           .n_constraints = (int)problem->constraints->len,
                           .constraints = (const TrLinear *)(void *)problem->constraints->data,
                           .n_logs = (int)logs->logs->len,
                           .logs = (const TrLog *)(void *)logs->logs->data,
                           .settings = *trammel_project_get_settings(problem->project)};
  problem->task.settings.threads = get_threads();
  problem->task.n_validation = validation ? (int)validation->logs->len : 0;
  problem->task.validation = validation ? (const TrLog *)(void *)validation->logs->data : NULL;
  set_step(problem, before);
  trammel_steps_find_faults(problem->findings, problem->project, &problem->task);
  return problem;
}

/* Returns a problem with the logs, which are taken, and those for validation; `before` (nullable)
 * is the problem that it replaces. */
static TrammelProblem *
add_validation(const TrammelProject *project,
               TrammelLogSet *logs,
               const TrammelProblem *before,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr(TrammelLogSet) owned = logs;
  GError *failure = NULL;
  TrammelLogSet *validation =
      take_validation(project, logs, before ? before->validation : NULL, cancellable, &failure);

  if (failure) {
    g_propagate_error(error, failure);
    return NULL;
  }
  g_autoptr(TrammelProblem) problem =
      new_problem(project, g_steal_pointer(&owned), validation, before);
  return trammel_steps_check_limit(project, &problem->task, error) ? g_steal_pointer(&problem)
                                                                   : NULL;
}

TrammelProblem *
trammel_problem_new(const TrammelProject *project,
                    const char *const *names,
                    GCancellable *cancellable,
                    GError **error)
{
  TrammelLogSet *logs = trammel_log_set_read(project, names, cancellable, error);

  return logs ? add_validation(project, logs, NULL, cancellable, error) : NULL;
}

TrammelProblem *
trammel_problem_new_for_simulation(const TrammelProject *project,
                                   const char *const *names,
                                   GCancellable *cancellable,
                                   GError **error)
{
  TrammelLogSet *logs = trammel_log_set_read(project, names, cancellable, error);

  return logs ? new_problem(project, logs, NULL, NULL) : NULL;
}

static gboolean
have_same_joints(const TrModel *a, const TrModel *b)
{
  for (int i = 0; i < a->n_joints; i++)
    if (a->joints[i].type != b->joints[i].type || a->joints[i].parent != b->joints[i].parent ||
        a->joints[i].child != b->joints[i].child ||
        a->joints[i].gear.first != b->joints[i].gear.first ||
        a->joints[i].gear.second != b->joints[i].gear.second)
      return FALSE;
  return TRUE;
}

/* TRUE if the structure is the same; logs refer to sensors and motors by index, in the units of
 * their joints. */
static gboolean
have_same_structure(const TrModel *a, const TrModel *b)
{
  if (a->n_bodies != b->n_bodies || a->n_joints != b->n_joints || a->n_sensors != b->n_sensors ||
      a->n_motors != b->n_motors || !have_same_joints(a, b))
    return FALSE;
  for (int i = 0; i < a->n_sensors; i++)
    if (!g_str_equal(a->sensors[i].name, b->sensors[i].name) ||
        a->sensors[i].type != b->sensors[i].type || a->sensors[i].joint != b->sensors[i].joint)
      return FALSE;
  for (int i = 0; i < a->n_motors; i++)
    if (!g_str_equal(a->motors[i].name, b->motors[i].name) ||
        a->motors[i].joint != b->motors[i].joint || a->motors[i].drive != b->motors[i].drive ||
        a->motors[i].servo.command != b->motors[i].servo.command)
      return FALSE;
  return TRUE;
}

gboolean
trammel_problem_shares_structure(const TrammelProblem *problem, const TrammelProject *project)
{
  return have_same_structure(problem->task.model, trammel_project_get_model(project));
}

TrammelProblem *
trammel_problem_new_from(const TrammelProblem *problem,
                         const TrammelProject *project,
                         GError **error)
{
  TrammelLogSet *logs;

  if (!trammel_problem_shares_structure(problem, project)) {
    trammel_error_set(
        error, TRAMMEL_ERROR_INVALID,
        "the bodies, joints, sensors or motors have changed, so the logs must be read "
        "again");
    return NULL;
  }
  if (trammel_log_set_is_current(problem->logs, project))
    return add_validation(project, trammel_log_set_ref(problem->logs), problem, NULL, error);
  logs = trammel_log_set_read_again(problem->logs, project, error);
  return logs ? add_validation(project, logs, NULL, NULL, error) : NULL;
}

TrammelProblem *
trammel_problem_ref(TrammelProblem *problem)
{
  g_atomic_int_inc(&problem->refs);
  return problem;
}

void
trammel_problem_unref(TrammelProblem *problem)
{
  if (!g_atomic_int_dec_and_test(&problem->refs))
    return;
  trammel_project_unref(problem->project);
  trammel_log_set_unref(problem->logs);
  g_clear_pointer(&problem->validation, trammel_log_set_unref);
  g_array_unref(problem->free);
  g_array_unref(problem->ties);
  g_array_unref(problem->constraints);
  g_array_unref(problem->terms);
  g_array_unref(problem->findings);
  g_free(problem);
}

const TrTask *
trammel_problem_get_task(const TrammelProblem *problem)
{
  return &problem->task;
}

TrammelProject *
trammel_problem_dup_project(const TrammelProblem *problem)
{
  TrammelProject *project = trammel_project_copy(problem->project);
  char number[TRAMMEL_NUMBER_SIZE];

  if (isnan(trammel_project_get_settings(project)->h)) {
    trammel_json_format_number(number, problem->task.settings.h);
    gboolean done = trammel_project_set_setting(project, "h", number, NULL);
    g_assert(done);
  }
  return project;
}

const TrammelProject *
trammel_problem_get_project(const TrammelProblem *problem)
{
  return problem->project;
}

guint
trammel_problem_get_n_findings(const TrammelProblem *problem)
{
  return problem->logs->findings->len + problem->findings->len +
         (problem->validation ? problem->validation->findings->len : 0);
}

const TrammelFinding *
trammel_problem_get_finding(const TrammelProblem *problem, guint i)
{
  const GArray *parts[] = {problem->logs->findings,
                           problem->validation ? problem->validation->findings : NULL,
                           problem->findings};

  for (guint k = 0; k < G_N_ELEMENTS(parts); k++) {
    if (parts[k] && i < parts[k]->len)
      return &g_array_index(parts[k], TrammelFinding, i);
    i -= parts[k] ? parts[k]->len : 0;
  }
  g_return_val_if_reached(NULL);
}

const char *
trammel_problem_get_log_sha256(const TrammelProblem *problem, guint log)
{
  g_return_val_if_fail(log < problem->logs->data->len, NULL);
  return ((const TrammelLogData *)problem->logs->data->pdata[log])->sha256;
}
