#include "io/study/method_comparison.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/regress/regression.h"
#include "engine/est/step/formulation.h"
#include "engine/est/task/reported.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/table.h"

/* Share of a difference that the filter must move to count as its reason. */
#define FILTER_SHARE 0.3

/* Force error of a regression above which the model does not explain the forces. */
#define MOST_FORCE_ERROR 0.1

enum { JOINT, REGRESSION, LOW, HIGH, N_FITS };

typedef struct {
  TrammelMethodComparison *comparison;
  const TrammelValidationOptions *options;
  double cutoff; /* of the regression */
  TrFit *fits[N_FITS];
} Work;

static void
report(const Work *w, guint done, const char *what)
{
  if (w->options->step)
    w->options->step(w->options->user, done, N_FITS + 1, what);
}

static TrTask
make_task(const Work *w, int which)
{
  static const double factors[N_FITS] = {[REGRESSION] = 1, [LOW] = 0.5, [HIGH] = 2};
  TrTask task = *trammel_problem_get_task(w->comparison->problem);

  task.monitor = w->options->monitor;
  if (which != JOINT) {
    task.settings.formulation = TR_FORMULATION_REGRESSION;
    task.settings.cutoff = factors[which] * w->cutoff;
    task.settings.chooses_cutoff = FALSE;
  } else if (task.settings.formulation == TR_FORMULATION_REGRESSION) {
    task.settings.formulation = tr_formulation_for(task.model, TR_FORMULATION_SECOND_ORDER);
  }
  return task;
}

/* Runs one of the fits; those at other cutoffs may fail. */
static gboolean
run(Work *w, int which, GError **error)
{
  static const char *const words[N_FITS] = {"joint estimation", "regression",
                                            "regression at half the cutoff",
                                            "regression at twice the cutoff"};
  TrTask task = make_task(w, which);
  TrError detail = trammel_error_record();
  TrStatus status;

  report(w, (guint)which + 1, words[which]);
  status = tr_identify(&w->fits[which], &task, &detail);
  if (which == JOINT && status == TR_OK && tr_physical_applies(&task, w->fits[which]))
    status = tr_physical(w->fits[which], &task) == TR_CANCELLED ? TR_CANCELLED : TR_OK;
  if (status != TR_CANCELLED && (w->fits[which] || which > REGRESSION))
    return TRUE;
  trammel_error_set_status(error, status, &detail);
  return FALSE;
}

/* Settles the cutoff of the regressions. */
static gboolean
choose_cutoff(Work *w, GError **error)
{
  TrTask task = *trammel_problem_get_task(w->comparison->problem);
  TrError detail = trammel_error_record();
  TrStatus status;

  task.monitor = w->options->monitor;
  report(w, 0, "regression over cutoffs");
  status = tr_cutoff_settle(&w->comparison->cutoffs, &task, &detail);
  w->cutoff = task.settings.cutoff;
  if (status != TR_OK)
    trammel_error_set_status(error, status, &detail);
  return status == TR_OK;
}

/* Returns whether some joint has no sensor of its own. */
static gboolean
has_unmeasured(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++) {
    gboolean found = !tr_joint_has_axis(&model->joints[j]);
    for (int s = 0; s < model->n_sensors; s++)
      found = found ||
              (model->sensors[s].type == TR_SENSOR_JOINT_POSITION && model->sensors[s].joint == j);
    if (!found)
      return TRUE;
  }
  return FALSE;
}

static double
largest_force_error(const TrFit *fit)
{
  double most = 0;

  for (int f = 0; f < fit->regression->n_freedoms; f++)
    most = fmax(most, fit->regression->forces[f].rmse / fit->regression->forces[f].rms);
  return most;
}

/* Reason of a difference. */
static char *
explain(const Work *w, const TrammelMethodEntry *e)
{
  const TrTask *task = trammel_problem_get_task(w->comparison->problem);
  double difference = fabs(e->regression - e->joint),
         force = largest_force_error(w->fits[REGRESSION]);

  if (e->by_filter > FILTER_SHARE * difference)
    return trammel_bilingual_dup(
        N_("noise or filter: at half or twice the cutoff the regression moves by %.3g"),
        e->by_filter);
  if (force > MOST_FORCE_ERROR)
    return trammel_bilingual_dup(
        N_("model: %.0f %% of the forces are unexplained, which each method puts elsewhere"),
        100 * force);
  if (!tr_model_is_tree(task->model) && has_unmeasured(task->model))
    return trammel_bilingual_dup(
        N_("loop: the regression takes the closed loop as exact for joints without a sensor"));
  return trammel_bilingual_dup(
      N_("noise in the accelerations, which draws a regression towards smaller values"));
}

static char *
dup_remark(const Work *w, const TrammelMethodEntry *e, int i)
{
  const TrTask *task = trammel_problem_get_task(w->comparison->problem);

  if (!tr_regression_has(task, task->free[i].param))
    return trammel_bilingual_dup(N_("the regression keeps it at its value"));
  if (w->fits[REGRESSION]->estimates[i].at_bound)
    return trammel_bilingual_dup(N_("the regression ended on a bound"));
  if (w->fits[JOINT]->estimates[i].at_bound)
    return trammel_bilingual_dup(N_("the joint estimation ended on a bound"));
  if (!isfinite(e->joint_sigma) && !isfinite(e->regression_sigma))
    return trammel_bilingual_dup(N_("neither method determines it"));
  if (!isfinite(e->regression_sigma))
    return trammel_bilingual_dup(N_("the regression does not determine it"));
  if (!isfinite(e->joint_sigma))
    return trammel_bilingual_dup(N_("the joint estimation does not determine it"));
  return fabs(e->sigmas) > TRAMMEL_METHODS_DIFFER ? explain(w, e) : g_strdup("");
}

static double
measure_filter(const Work *w, int i)
{
  double most = NAN;

  for (int k = LOW; k <= HIGH; k++)
    if (w->fits[k])
      most = fmax(most,
                  fabs(w->fits[k]->estimates[i].value - w->fits[REGRESSION]->estimates[i].value));
  return most;
}

static void
add_entry(Work *w, int i)
{
  const TrTask *task = trammel_problem_get_task(w->comparison->problem);
  TrReported joint = tr_fit_report(w->fits[JOINT], i);
  TrReported regression = tr_fit_report(w->fits[REGRESSION], i);
  TrammelMethodEntry e = {.unit = tr_task_free_unit(task, i),
                          .joint = joint.value,
                          .joint_sigma = joint.sigma,
                          .regression = regression.value,
                          .regression_sigma = regression.sigma,
                          .by_filter = measure_filter(w, i)};

  tr_task_free_id(e.id, task, i);
  e.sigmas = (e.regression - e.joint) / hypot(e.joint_sigma, e.regression_sigma);
  e.remark = dup_remark(w, &e, i);
  w->comparison->n_compared += isfinite(e.sigmas);
  w->comparison->n_differ += fabs(e.sigmas) > TRAMMEL_METHODS_DIFFER;
  g_array_append_val(w->comparison->rows, e);
}

static void
clear_entry(gpointer entry)
{
  g_free(((TrammelMethodEntry *)entry)->remark);
}

TrammelMethodComparison *
trammel_method_comparison_new(TrammelProblem *problem,
                              const TrammelValidationOptions *options,
                              GError **error)
{
  g_autoptr(TrammelMethodComparison) c = g_new0(TrammelMethodComparison, 1);
  Work w = {.comparison = c, .options = options};
  gboolean done = TRUE;

  c->problem = trammel_problem_ref(problem);
  c->rows = g_array_new(FALSE, FALSE, sizeof(TrammelMethodEntry));
  g_array_set_clear_func(c->rows, clear_entry);
  done = choose_cutoff(&w, error);
  for (int k = 0; done && k < N_FITS; k++)
    done = run(&w, k, error);
  for (int i = 0; done && i < trammel_problem_get_task(problem)->n_free; i++)
    add_entry(&w, i);
  c->joint = w.fits[JOINT];
  c->regression = w.fits[REGRESSION];
  tr_fit_free(w.fits[LOW]);
  tr_fit_free(w.fits[HIGH]);
  return done ? g_steal_pointer(&c) : NULL;
}

void
trammel_method_comparison_free(TrammelMethodComparison *c)
{
  if (!c)
    return;
  tr_fit_free(c->joint);
  tr_fit_free(c->regression);
  g_array_unref(c->rows);
  trammel_problem_unref(c->problem);
  g_free(c);
}

char *
trammel_method_comparison_dup_summary(const TrammelMethodComparison *c)
{
  if (c->n_compared == 0)
    return trammel_bilingual_dup(N_("Nothing can be compared: no parameter is determined by both "
                                    "methods. The remarks name the reasons."));
  if (c->n_differ == 0)
    return trammel_bilingual_dup(N_("Both methods agree within %g sigmas wherever both have a "
                                    "value."),
                                 TRAMMEL_METHODS_DIFFER);
  return trammel_bilingual_dup(
      N_("The methods differ by more than %g sigmas in %d of %u parameters."),
      TRAMMEL_METHODS_DIFFER, c->n_differ, c->rows->len);
}

char *
trammel_method_comparison_dup_filter_text(const TrammelMethodComparison *c)
{
  const TrCutoffPoint *best = &c->cutoffs.points[MAX(c->cutoffs.best, 0)];

  if (c->cutoffs.n == 0)
    return NULL;
  if (c->cutoffs.best < 0)
    return trammel_bilingual_dup(N_("No two cutoffs of the regression's filter can be compared; it "
                                    "has %.3g Hz."),
                                 c->regression->regression->cutoff);
  return trammel_bilingual_dup(N_("The filter of the regression has a cutoff of %.3g Hz: between "
                                  "%.3g and %.3g Hz the values "
                                  "change least, by %.2g %% in the median."),
                               c->cutoffs.cutoff, best->cutoff, best[1].cutoff, 200 * best->change);
}

static TrammelTable *
make_table(const TrammelMethodComparison *c)
{
  TrammelTable *table = trammel_table_new("");

  trammel_table_add_columns(table, "id", "unit", "joint", "joint_sigma", "regression",
                            "regression_sigma", NULL);
  trammel_table_add_column(table, "sigmas", NULL, "%.3g");
  trammel_table_add_columns(table, "remark", NULL);
  for (guint i = 0; i < c->rows->len; i++) {
    const TrammelMethodEntry *e = &g_array_index(c->rows, TrammelMethodEntry, i);
    g_autofree char *remark = trammel_bilingual_dup_english(e->remark);
    trammel_table_add_text(table, e->id);
    trammel_table_add_text(table, e->unit);
    trammel_table_add_number(table, e->joint);
    trammel_table_add_number(table, e->joint_sigma);
    trammel_table_add_number(table, e->regression);
    trammel_table_add_number(table, e->regression_sigma);
    trammel_table_add_number(table, e->sigmas);
    trammel_table_add_text(table, remark);
  }
  return table;
}

char *
trammel_method_comparison_to_table(const TrammelMethodComparison *c)
{
  g_autoptr(TrammelTable) table = make_table(c);

  return trammel_table_to_tsv(table);
}

char *
trammel_method_comparison_to_json(const TrammelMethodComparison *c)
{
  g_autoptr(TrammelTable) table = make_table(c);
  g_autofree char *marked = trammel_method_comparison_dup_summary(c);
  g_autofree char *summary = trammel_bilingual_dup_english(marked);
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "summary", summary);
  trammel_json_writer_add_integer(json, "differ", c->n_differ);
  trammel_json_writer_add_number(json, "cutoff", c->regression->regression->cutoff);
  trammel_json_writer_key(json, "cutoffs");
  trammel_json_writer_begin_array(json);
  for (int k = 0; k < c->cutoffs.n; k++) {
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_number(json, "cutoff", c->cutoffs.points[k].cutoff);
    trammel_json_writer_add_integer(json, "determined", c->cutoffs.points[k].n_determined);
    trammel_json_writer_add_number(json, "change", 2 * c->cutoffs.points[k].change);
    trammel_json_writer_add_number(json, "left_over", c->cutoffs.points[k].left_over);
    trammel_json_writer_end_object(json);
  }
  trammel_json_writer_end_array(json);
  trammel_json_writer_key(json, "parameters");
  trammel_table_write(json, table);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}

gboolean
trammel_method_comparison_apply(const TrammelMethodComparison *c,
                                TrammelProject *project,
                                GError **error)
{
  const TrTask *task = trammel_problem_get_task(c->problem);

  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(TrammelAssignment));

  for (guint i = 0; i < c->rows->len; i++) {
    const TrammelMethodEntry *e = &g_array_index(c->rows, TrammelMethodEntry, i);
    TrammelAssignment to = {.value = e->regression};
    if (!tr_regression_has(task, task->free[i].param))
      continue;
    g_strlcpy(to.id, e->id, sizeof to.id);
    g_array_append_val(all, to);
  }
  return trammel_project_set_values(project, all, error);
}
