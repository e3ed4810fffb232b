#include "io/check/check.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/base/table.h"
#include "io/check/input_unit_finding.h"
#include "io/check/predicted_uncertainty.h"
#include "io/check/private.h"
#include "io/check/sensor_sign_finding.h"
#include "io/check/servo_finding.h"
#include "io/units/sensor_unit.h"

/* Share of the bounds' distance by which a start is moved off its bound. */
#define INSIDE_SHARE 0.05

/* A prior's sigma below this share of the value is a fixed parameter. */
#define TIGHT_SHARE 1e-3

/* Larger problems are left to the run itself [nodes x cube of the tangent]: about 8 s. */
#define MOST_WORK 3e10

/* Returns the number of steps, rounded up to two digits, as a limit that allows them; 0 if no limit
 * does. */
static double
find_limit(double steps)
{
  double unit = pow(10, fmax(floor(log10(fmax(steps, 1))) - 1, 0));

  return steps <= TRAMMEL_MOST_STEPS ? fmin(ceil(steps / unit) * unit, TRAMMEL_MOST_STEPS) : 0;
}

void
trammel_check_add_error(GArray *findings, const GError *error)
{
  gboolean is_too_large = g_error_matches(error, TRAMMEL_ERROR, TRAMMEL_ERROR_TOO_LARGE);
  const char *code = is_too_large ? "too-many-steps"
                     : g_error_matches(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID) ? "invalid"
                     : error->domain == TRAMMEL_ERROR && error->code == TRAMMEL_ERROR_FAILED
                         ? "failed"
                         : "unreadable";

  trammel_findings_add(findings, NULL, "error", code, "%s", error->message);
  double limit = is_too_large ? find_limit(trammel_error_get_steps(error)) : 0;
  if (limit > 0)
    trammel_findings_fix_number(findings, limit, "settings.max_steps");
}

int
trammel_check_find_channel(const TrammelCheck *check, int log, const char *signal)
{
  for (guint i = 0; i < trammel_project_get_n_mappings(check->project, check->log_index[log]); i++)
    if (g_str_equal(trammel_project_get_mapping(check->project, check->log_index[log], i)->signal,
                    signal))
      return (int)i;
  return -1;
}

/* Adds a finding on a start value on a bound, with a value inside as fix. */
static void
check_start(GArray *findings, const TrammelProject *project, const TrammelQuantity *q)
{
  TrammelPlace place = {.signal = q->id};
  double size = tr_param_scale(trammel_project_get_model(project), q->param);
  double by = isfinite(q->max - q->min) ? INSIDE_SHARE * (q->max - q->min)
                                        : fmax(INSIDE_SHARE * fabs(q->value), 0.1 * size);

  if (q->value != q->min && q->value != q->max)
    return;
  trammel_findings_add(findings, &place, "warning", "start-on-bound",
                       N_("%s starts on its bound %g, which a fit may not be able to leave; move "
                          "the start inside the bounds, unless this is intended."),
                       q->id, q->value);
  g_autofree char *path = trammel_project_dup_quantity_path(q->param);
  trammel_findings_fix_number(
      findings, trammel_round_digits(q->value == q->min ? q->min + by : q->max - by, 3), "%s.value",
      path);
  trammel_findings_fix_also(findings, "false", "%s.free", path);
}

static void
check_prior(GArray *findings, const TrammelQuantity *q)
{
  TrammelPlace place = {.signal = q->id};
  double size = fmax(fabs(q->prior_mean), fabs(q->value));
  char number[TRAMMEL_NUMBER_SIZE];

  if (!isfinite(q->prior_sigma))
    return;
  if (q->prior_mean < q->min || q->prior_mean > q->max) {
    g_autofree char *path = trammel_project_dup_quantity_path(q->param);
    trammel_findings_add(
        findings, &place, "warning", "prior-outside-bounds",
        N_("The prior of %s has its mean %g outside the bounds %g .. %g; move one of "
           "them."),
        q->id, q->prior_mean, q->min, q->max);
    trammel_findings_fix_number(findings, fmin(fmax(q->prior_mean, q->min), q->max),
                                "%s.prior.mean", path);
  }
  if (q->prior_sigma < TIGHT_SHARE * size) {
    g_autofree char *path = trammel_project_dup_quantity_path(q->param);
    trammel_findings_add(findings, &place, "warning", "prior-too-tight",
                         N_("The prior of %s has a sigma of %g, so small that the logs hardly "
                            "count; fix the parameter, or make the sigma at least %g."),
                         q->id, q->prior_sigma, TIGHT_SHARE * size);
    trammel_findings_fix(findings, "false", "%s.free", path);
    trammel_json_format_number(number, trammel_round_digits(10 * TIGHT_SHARE * size, 2));
    trammel_findings_fix_also(findings, number, "%s.prior.sigma", path);
  }
}

void
trammel_check_parameters(GArray *findings, const TrammelProject *project)
{
  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *q = trammel_project_get_quantity(project, i);
    if (!q->free)
      continue;
    check_start(findings, project, q);
    check_prior(findings, q);
  }
}

/* TRUE if a mapping of the log is that of a sensor. */
static gboolean
has_output(const TrammelProject *project, guint log)
{
  const TrModel *model = trammel_project_get_model(project);

  for (guint i = 0; i < trammel_project_get_n_mappings(project, log); i++) {
    const char *signal = trammel_project_get_mapping(project, log, i)->signal;
    if (trammel_sensor_find(model, signal) >= 0)
      return TRUE;
  }
  return FALSE;
}

/* State shared by the steps of a check. */
typedef struct {
  GArray *findings;
  GArray **forecast;
  const TrammelProject *project;
  TrammelCheckCache *cache;
  GCancellable *cancellable;
} Examination;

static gboolean
check_log_file(const Examination *e, guint log, GError **error)
{
  const TrammelProject *project = e->project;
  const char *name = trammel_project_get_log_name(project, log);
  TrammelPlace place = {.log = name};

  if (!trammel_check_cache_add_health(e->cache, e->findings, project, log, e->cancellable, error)) {
    trammel_error_prefix(error, "log '%s': ", name);
    return FALSE;
  }
  if (has_output(project, log))
    return TRUE;
  trammel_findings_add(
      e->findings, &place, "error", "no-mapped-output",
      N_("Log '%s' has no sensor mapped; map at least one column to a sensor of the "
         "model."),
      name);
  trammel_error_set(
      error, TRAMMEL_ERROR_INVALID,
      "log '%s' has no sensor mapped; map at least one column to a sensor of the model", name);
  return FALSE;
}

/* Takes the problem's findings, except those that this check reports in more detail. */
static void
take_findings(GArray *findings, const TrammelProblem *problem)
{
  guint n = findings->len;

  for (guint i = 0; i < trammel_problem_get_n_findings(problem); i++) {
    const TrammelFinding *finding = trammel_problem_get_finding(problem, i);
    /* reported by this check itself */
    gboolean known = g_str_equal(finding->code, "h-below-sample-step");

    for (guint k = 0; k < n; k++)
      known = known || g_str_equal(g_array_index(findings, TrammelFinding, k).code, finding->code);
    if (known)
      continue;
    trammel_findings_copy(findings, finding);
  }
}

/* Finds the indices of the task's logs in the project, by name. */
static guint *
find_logs(const TrammelProject *project, const TrTask *task)
{
  guint *index = g_new0(guint, (gsize)task->n_logs);

  for (int l = 0; l < task->n_logs; l++)
    for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
      if (g_str_equal(trammel_project_get_log_name(project, i), task->logs[l].name))
        index[l] = i;
  return index;
}

/* Checks the forces, unless that would take much longer than a user waits. */
static void
check_forces(const TrammelCheck *check)
{
  double nodes = 0, n = TR_TWIST * check->task->model->n_bodies;

  for (int l = 0; l < check->prepared->n_logs; l++)
    nodes += check->prepared->logs[l].n_nodes;
  trammel_check_constant_inputs(check);
  trammel_check_servos(check);
  if (nodes * n * n * n <= MOST_WORK) {
    trammel_check_sensor_signs(check);
    trammel_check_forces(check);
  } else {
    trammel_findings_add(check->findings, NULL, "info", "check-left-out",
                         N_("The forces are not checked before a run: %d bodies and %.0f steps are "
                            "too many for that; make h larger, or trim the logs."),
                         check->task->model->n_bodies, nodes);
  }
}

static gboolean
check_problem(const Examination *e, const TrammelProblem *problem, GError **error)
{
  const TrTask *task = trammel_problem_get_task(problem);
  const TrammelProject *project = trammel_problem_get_project(problem);
  g_autofree guint *index = find_logs(project, task);
  TrPrepared prepared;
  TrError detail = trammel_error_record();
  TrStatus status = tr_prepare(&prepared, task, &detail);

  if (status == TR_OK) {
    TrammelCheck check = {e->findings, project, task, &prepared, index};
    check_forces(&check); /* the mapping before steps and settings, which rest on it */
    trammel_check_motion(&check);
    trammel_check_active(&check);
    trammel_check_settings(&check);
    *e->forecast = trammel_check_influence(&check);
    tr_prepared_clear(&prepared);
  } else {
    trammel_error_set_status(error, status, &detail);
  }
  take_findings(e->findings, problem);
  return status == TR_OK;
}

static gboolean
check_all(const Examination *e, GError **error)
{
  trammel_check_parameters(e->findings, e->project);
  trammel_check_inertias(e->findings, e->project);
  trammel_check_meshes(e->findings, e->project);
  trammel_input_unit_findings_add(e->findings, e->project);
  if (tr_model_check(trammel_project_get_model(e->project), NULL) == TR_OK)
    trammel_check_mechanism(e->findings, trammel_project_get_model(e->project));
  for (guint i = 0; i < trammel_project_get_n_logs(e->project); i++)
    if (trammel_project_get_log_role(e->project, i) != TRAMMEL_ROLE_OFF &&
        !check_log_file(e, i, error))
      return FALSE;
  g_autoptr(TrammelProblem) problem =
      trammel_check_cache_open(e->cache, e->project, e->cancellable, error);
  return problem && check_problem(e, problem, error);
}

/* TRUE if there is already a finding of severity error. */
static gboolean
is_explained(const GArray *findings)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal(g_array_index(findings, TrammelFinding, i).severity, "error"))
      return TRUE;
  return FALSE;
}

/* TRUE if a fix would set what the project has already. */
static gboolean
is_present(const TrammelProject *project, const char *path, const char *value)
{
  g_autofree char *present = trammel_project_dup_at(project, path);
  char *end;

  if (!present || !value)
    return FALSE;
  g_strstrip(present);
  double one = g_ascii_strtod(present, &end);
  if (end != present && *end == '\0')
    return one == g_ascii_strtod(value, NULL);
  return g_str_equal(present, value);
}

/* Removes fixes that would change nothing. */
static void
drop_idle_fixes(GArray *findings, const TrammelProject *project)
{
  for (guint i = 0; i < findings->len; i++) {
    TrammelFinding *finding = &g_array_index(findings, TrammelFinding, i);
    if (!finding->fix_path || !is_present(project, finding->fix_path, finding->fix_value))
      continue;
    g_clear_pointer(&finding->fix_path, g_free);
    g_clear_pointer(&finding->fix_value, g_free);
    g_clear_pointer(&finding->alternatives, g_strfreev);
  }
}

gboolean
trammel_check_project_again(GArray *findings,
                            GArray **forecast,
                            const TrammelProject *project,
                            TrammelCheckCache *cache,
                            GCancellable *cancellable,
                            GError **error)
{
  g_autoptr(GError) own = NULL;
  g_autoptr(GArray) found = NULL;
  const Examination examination = {.findings = findings,
                                   .forecast = &found,
                                   .project = project,
                                   .cache = cache,
                                   .cancellable = cancellable};
  gboolean ok = check_all(&examination, &own);

  trammel_findings_drop_ignored(findings, project);
  drop_idle_fixes(findings, project);
  if (forecast)
    *forecast = g_steal_pointer(&found);
  if (ok)
    return TRUE;
  if (!g_error_matches(own, G_IO_ERROR, G_IO_ERROR_CANCELLED) && !is_explained(findings))
    trammel_check_add_error(findings, own);
  g_propagate_error(error, g_steal_pointer(&own));
  return FALSE;
}

gboolean
trammel_check_project(GArray *findings,
                      GArray **forecast,
                      const TrammelProject *project,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr(TrammelCheckCache) cache = trammel_check_cache_new();

  return trammel_check_project_again(findings, forecast, project, cache, cancellable, error);
}

char *
trammel_check_to_json(const GArray *findings, const GArray *forecast)
{
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_key(json, "findings");
  trammel_json_writer_begin_array(json);
  for (guint i = 0; i < findings->len; i++)
    trammel_finding_write(json, &g_array_index(findings, TrammelFinding, i));
  trammel_json_writer_end_array(json);
  if (forecast)
    trammel_predicted_uncertainty_write(json, forecast);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

char *
trammel_check_to_text(const GArray *findings)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");

  trammel_table_add_columns(table, "severity", "code", "where", "text", NULL);
  for (guint i = 0; i < findings->len; i++) {
    const TrammelFinding *finding = &g_array_index(findings, TrammelFinding, i);
    g_autofree char *where = trammel_finding_dup_where(finding);
    trammel_table_add_text(table, finding->severity);
    trammel_table_add_text(table, finding->code);
    trammel_table_add_text(table, where);
    trammel_table_add_text(table, finding->text);
  }
  return trammel_table_to_tsv(table);
}
