#include "io/study/friction_comparison.h"

#include <math.h>

#include "engine/est/diagnose/whiteness.h"
#include "engine/est/task/task_subset.h"
#include "engine/mbs/model/joint.h"
#include "io/base/error.h"
#include "io/base/name_suggestion.h"
#include "io/problem/identify.h"
#include "io/project/put.h"
#include "io/study/friction_comparison_start.h"

static const TrammelContender contenders[] = {
    {"none", TR_FRICTION_NONE, FALSE},         {"viscous", TR_FRICTION_VISCOUS, FALSE},
    {"coulomb", TR_FRICTION_COULOMB, FALSE},   {"coulomb-asymmetric", TR_FRICTION_COULOMB, TRUE},
    {"stribeck", TR_FRICTION_STRIBECK, FALSE}, {"tanh", TR_FRICTION_TANH, FALSE},
};

/* Ratio of the prediction error on logs that were not fitted to that of the best model, below which
 * another model is mentioned. */
#define FORETELLS_BETTER 0.9

/* Least limit of iterations of a fit: friction that the logs hardly show converges slowly. */
enum { LEAST_ITERATIONS = 60 };

/* Difference of bic up to which two models count as equal. */
#define AS_GOOD 6.0

/* State of the work. */
typedef struct {
  TrammelFrictionComparison *tournament;
  TrammelValidationOptions options;
  TrammelProject *base;      /* with the estimates of the reference */
  TrammelFrictionData *data; /* of the reference [joints of the model] */
  TrModel *model;            /* of the present entry, with the sigmas of the reference */
  guint done, total;
} Work;

const TrammelContender *
trammel_contenders(guint *n)
{
  *n = G_N_ELEMENTS(contenders);
  return contenders;
}

static void
tell(Work *work, const char *what, const char *name)
{
  g_autofree char *text = g_strdup_printf("%s%s", what, name);

  if (work->options.step)
    work->options.step(work->options.user, work->done, work->total, text);
  work->done++;
}

/* Sets the values of a project's quantities to those of a fit. */
static gboolean
take_values(TrammelProject *project, const TrTask *task, const TrFit *fit, GError **error)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(TrammelAssignment));

  for (int i = 0; i < task->n_free; i++) {
    TrammelAssignment to = {.value = fit->estimates[i].value};
    tr_task_free_id(to.id, task, i);
    g_array_append_val(all, to);
  }
  return trammel_project_set_values(project, all, error);
}

static gboolean
fit_reference(Work *work, GError **error)
{
  TrammelFrictionComparison *t = work->tournament;
  TrTask task = *trammel_problem_get_task(t->problem);

  task.monitor = work->options.monitor;
  tell(work, "the project as it stands", "");
  if (!trammel_identify(&t->reference, &task, error))
    return FALSE;
  work->base = trammel_project_copy(trammel_problem_get_project(t->problem));
  work->data = trammel_friction_data_new(t->reference, &task, error);
  if (!work->data || !take_values(work->base, &task, t->reference, error))
    return FALSE;
  for (guint i = 0; i < t->n_joints; i++)
    trammel_excitation_find(&t->excitation[i], &work->data[t->joints[i]]);
  return TRUE;
}

/* Returns the task of an entry with the weights of the reference. */
static TrTask
weigh(Work *work, const TrammelProblem *problem)
{
  TrTask task = *trammel_problem_get_task(problem);

  g_clear_pointer(&work->model, tr_model_free);
  work->model = trammel_need_memory(tr_model_copy(task.model));
  tr_model_hold_sigmas(work->model, work->tournament->reference);
  tr_settings_hold_kappa(&task.settings, work->tournament->reference);
  task.model = work->model;
  task.monitor = work->options.monitor;
  task.settings.max_iterations =
      MAX(tr_settings_limit(&task.settings, task.n_free), LEAST_ITERATIONS);
  return task;
}

static double
rms(const GArray *values)
{
  double sum = 0;

  for (guint i = 0; i < values->len; i++)
    sum += pow(g_array_index(values, double, i), 2);
  return values->len > 0 ? sqrt(sum / values->len) : 0;
}

/* Sets the missing friction at the joint with the largest share. */
static gboolean
judge_missing(TrammelFrictionComparisonEntry *entry, Work *work, const TrTask *task, GError **error)
{
  TrammelFrictionComparison *t = work->tournament;
  TrammelFrictionData *data = trammel_friction_data_new(entry->fit, task, error);

  entry->unexplained = entry->correlation = entry->whiteness = NAN;
  for (guint i = 0; data && i < t->n_joints; i++) {
    const TrammelFrictionData *of = &data[t->joints[i]];
    double share = rms(of->missing) / rms(work->data[t->joints[i]].needed);
    TrWhiteness white;

    if (!isfinite(share) || share <= entry->unexplained)
      continue;
    if (tr_whiteness(&white, (const double *)(void *)of->time->data,
                     (const double *)(void *)of->missing->data, (int)of->time->len) != TR_OK)
      continue;
    entry->unexplained = share;
    entry->correlation = white.n_lags > 0 ? white.acf[0] : NAN;
    entry->whiteness = white.p_value;
  }
  trammel_friction_data_free(data, (guint)task->model->n_joints);
  return data != NULL;
}

static void
judge_cost(TrammelFrictionComparisonEntry *entry, const TrTask *task)
{
  const TrFit *fit = entry->fit;
  double n = (double)(fit->n_residuals - fit->n_states), p = task->n_free;

  entry->n_parameters = (guint)task->n_free;
  for (int i = 0; i < task->n_free; i++)
    entry->n_friction += tr_param_is_friction(task->free[i].param);
  entry->cost = fit->cost.total;
  entry->aic = n > p + 1 ? n * log(entry->cost / n) + 2 * p * n / (n - p - 1) : NAN;
  entry->bic = n > 0 ? n * log(entry->cost / n) + p * log(n) : NAN;
}

/* Sums of the parts of a cross-validation. */
typedef struct {
  double open_loop, state;
  guint n;
} Judged;

/* Part of a cross-validation: a task that is fitted, and a log that is scored. */
typedef struct {
  const TrTask *fitted, *scored;
  const TrTaskSubset *sub; /* nullable: `fitted` is that of a subset of the logs */
  int log;                 /* of `scored` */
} Part;

/* Fits and scores, starting at begin[n_free]. */
static gboolean
judge_part(Judged *judged, Work *work, const Part *part, const double *begin, GError **error)
{
  const TrTask *fitted = part->fitted;
  const TrTaskSubset *sub = part->sub;
  g_autofree double *values = g_memdup2(begin, ((gsize)part->scored->n_free + 1) * sizeof *begin);
  TrFit *fit = NULL;
  TrLogScore *score = NULL;
  double nrmse = 0;

  if (!trammel_identify(&fit, fitted, error))
    return FALSE;
  for (int k = 0; k < fitted->n_free; k++) {
    int place = sub ? sub->index[k] : k;
    values[place] = fit->estimates[k].value / (sub ? sub->factor[k] : 1);
  }
  tr_fit_free(fit);
  if (!trammel_score_log(&score, part->scored, part->log, values, &work->options, error) || !score)
    return FALSE;
  for (int s = 0; s < score->n_sensors; s++)
    nrmse += score->sensors[s].nrmse_percent / score->n_sensors;
  judged->open_loop += nrmse;
  judged->state += score->state_mse;
  judged->n++;
  tr_log_score_free(score);
  return TRUE;
}

static gboolean
leave_one_out(Judged *judged, Work *work, const TrTask *task, const double *begin, GError **error)
{
  g_autofree bool *wanted = g_new(bool, (gsize)task->n_logs);
  gboolean ok = TRUE;

  for (int l = 0; ok && l < task->n_logs; l++) {
    for (int i = 0; i < task->n_logs; i++)
      wanted[i] = i != l;
    TrTaskSubset *sub = trammel_need_memory(tr_task_subset_new(task, wanted));
    g_autofree double *warm = g_new(double, (gsize)task->n_free + 1);
    for (int k = 0; k < sub->task.n_free; k++)
      warm[k] = sub->factor[k] * begin[sub->index[k]];
    sub->task.warm_start = warm;
    ok = judge_part(judged, work, &(Part){&sub->task, task, sub, l}, begin, error);
    tr_task_subset_free(sub);
  }
  return ok;
}

/* Cross-validates with both halves of the only log. */
static gboolean
swap_halves(Judged *judged, Work *work, const TrTask *task, const double *begin, GError **error)
{
  TrLog halves[2] = {task->logs[0], task->logs[0]};
  double middle = (halves[0].start + halves[0].end) / 2;
  gboolean ok = TRUE;

  halves[0].end = halves[1].start = middle;
  for (int i = 0; ok && i < 2; i++) {
    TrTask fitted = *task, scored = *task;
    fitted.logs = &halves[i];
    scored.logs = &halves[1 - i];
    fitted.warm_start = begin;
    ok = judge_part(judged, work, &(Part){&fitted, &scored, NULL, 0}, begin, error);
  }
  return ok;
}

static gboolean
cross_validate(TrammelFrictionComparisonEntry *entry,
               Work *work,
               const TrTask *task,
               GError **error)
{
  g_autofree double *begin = g_new(double, (gsize)task->n_free + 1);
  Judged judged = {0};
  gboolean ok;

  for (int i = 0; i < task->n_free; i++)
    begin[i] = entry->fit->estimates[i].value;
  tell(work, "cross-validation of ", entry->contender->name);
  ok = task->n_logs > 1 ? leave_one_out(&judged, work, task, begin, error)
                        : swap_halves(&judged, work, task, begin, error);
  if (judged.n > 0) {
    entry->open_loop = judged.open_loop / judged.n;
    entry->state_error = sqrt(judged.state / judged.n);
  }
  return ok;
}

/* Runs an entry, which stores numerical failures; FALSE when the work was ended or cannot
 * continue. */
static gboolean
run_entry(TrammelFrictionComparisonEntry *entry, Work *work, GError **error)
{
  TrammelFrictionComparison *t = work->tournament;
  g_autoptr(TrammelProject) project = trammel_project_copy(work->base);
  g_autoptr(TrammelProblem) problem = NULL;
  g_autoptr(GError) failure = NULL;
  TrTask task;
  gboolean ok;

  tell(work, "fit with ", entry->contender->name);
  for (guint i = 0; i < t->n_joints; i++)
    if (!trammel_friction_comparison_put_start(project, entry->contender, t->joints[i],
                                               &work->data[t->joints[i]], error))
      return FALSE;
  problem = trammel_problem_new_from(t->problem, project, error);
  if (!problem)
    return FALSE;
  task = weigh(work, problem);
  ok = trammel_identify(&entry->fit, &task, &failure);
  if (!ok && !failure)
    return FALSE;
  if (ok && take_values(project, &task, entry->fit, &failure)) {
    judge_cost(entry, &task);
    entry->project = g_steal_pointer(&project);
    ok =
        judge_missing(entry, work, &task, &failure) && cross_validate(entry, work, &task, &failure);
    if (!ok && !failure)
      return FALSE;
  }
  if (failure)
    entry->message = g_strdup(trammel_error_get_english(failure));
  else if (entry->fit->status != TR_OK)
    entry->message = g_strdup(entry->fit->message);
  return TRUE;
}

static gboolean
do_work(Work *work, GError **error)
{
  if (!fit_reference(work, error))
    return FALSE;
  for (guint i = 0; i < work->tournament->n_entries; i++)
    if (!run_entry(&work->tournament->entries[i], work, error))
      return FALSE;
  return TRUE;
}

static gboolean
can_rub(const TrModel *model, int joint)
{
  return tr_joint_class(model->joints[joint].type)->has_axis;
}

static gboolean
add_joint(TrammelFrictionComparison *t, const TrModel *model, const char *name, GError **error)
{
  g_autofree const char **names = g_new0(const char *, (gsize)model->n_joints + 1);
  guint n = 0;

  for (int j = 0; j < model->n_joints; j++) {
    if (!can_rub(model, j))
      continue;
    if (!name || g_str_equal(model->joints[j].name, name)) {
      t->joints[t->n_joints++] = j;
      if (name)
        return TRUE;
    }
    names[n++] = model->joints[j].name;
  }
  if (name) {
    g_autofree char *nearest = trammel_name_suggest(name, names);
    trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                      "there is no joint '%s' that can have friction; nearest: %s", name, nearest);
  } else if (t->n_joints == 0)
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "no joint of the model can have friction; add a hinge or a slide");
  return !name && t->n_joints > 0;
}

static TrammelFrictionComparison *
new_empty(TrammelProblem *problem, const char *const *joints, GError **error)
{
  g_autoptr(TrammelFrictionComparison) t = g_new0(TrammelFrictionComparison, 1);
  const TrTask *task = trammel_problem_get_task(problem);
  gsize room = (gsize)task->model->n_joints + (joints ? g_strv_length((char **)joints) : 0) + 1;

  t->problem = trammel_problem_ref(problem);
  t->joints = g_new0(int, room);
  t->excitation = g_new0(TrammelExcitation, room);
  t->validation = task->n_logs > 1 ? "leave-one-out" : "halves";
  t->n_entries = G_N_ELEMENTS(contenders);
  t->entries = g_new0(TrammelFrictionComparisonEntry, t->n_entries);
  for (guint i = 0; i < t->n_entries; i++)
    t->entries[i] = (TrammelFrictionComparisonEntry){.contender = &contenders[i],
                                                     .cost = NAN,
                                                     .aic = NAN,
                                                     .bic = NAN,
                                                     .unexplained = NAN,
                                                     .correlation = NAN,
                                                     .whiteness = NAN,
                                                     .open_loop = NAN,
                                                     .state_error = NAN};
  for (guint i = 0; joints && joints[i]; i++)
    if (!add_joint(t, task->model, joints[i], error))
      return NULL;
  if (t->n_joints == 0 && !add_joint(t, task->model, NULL, error))
    return NULL;
  return g_steal_pointer(&t);
}

TrammelFrictionComparison *
trammel_friction_comparison_new(TrammelProblem *problem,
                                const char *const *joints,
                                const TrammelValidationOptions *options,
                                GError **error)
{
  g_autoptr(TrammelFrictionComparison) t = new_empty(problem, joints, error);
  Work work = {.tournament = t, .options = *options};
  GError *failure = NULL;

  if (!t)
    return NULL;
  work.total = 1 + 2 * t->n_entries;
  t->is_complete = do_work(&work, &failure);
  trammel_friction_data_free(work.data, (guint)trammel_problem_get_task(problem)->model->n_joints);
  g_clear_pointer(&work.base, trammel_project_unref);
  tr_model_free(work.model);
  if (failure) {
    g_propagate_error(error, failure);
    return NULL;
  }
  return g_steal_pointer(&t);
}

void
trammel_friction_comparison_free(TrammelFrictionComparison *t)
{
  for (guint i = 0; i < t->n_entries; i++) {
    g_clear_pointer(&t->entries[i].project, trammel_project_unref);
    tr_fit_free(t->entries[i].fit);
    g_free(t->entries[i].message);
  }
  tr_fit_free(t->reference);
  g_free(t->entries);
  g_free(t->joints);
  g_free(t->excitation);
  trammel_problem_unref(t->problem);
  g_free(t);
}

int
trammel_friction_comparison_find_best(const TrammelFrictionComparison *t)
{
  int best = -1;

  for (guint i = 0; i < t->n_entries; i++) {
    const TrammelFrictionComparisonEntry *entry = &t->entries[i];
    if (entry->fit && entry->fit->status == TR_OK && isfinite(entry->bic) &&
        (best < 0 || entry->bic < t->entries[best].bic))
      best = (int)i;
  }
  return best;
}

char *
trammel_friction_comparison_dup_summary(const TrammelFrictionComparison *t)
{
  int best = trammel_friction_comparison_find_best(t), foreseen = -1;
  GString *text = g_string_new(NULL);

  if (best < 0)
    return g_string_free(g_string_append(text, "No model was fitted."), FALSE);
  g_string_append_printf(text, "Best by BIC: '%s'", t->entries[best].contender->name);
  for (guint i = 0; i < t->n_entries; i++) {
    const TrammelFrictionComparisonEntry *entry = &t->entries[i];
    if ((int)i != best && entry->fit && entry->bic - t->entries[best].bic < AS_GOOD)
      g_string_append_printf(text, "; '%s' is equally good", entry->contender->name);
    if (isfinite(entry->open_loop) && entry->fit->status == TR_OK &&
        (foreseen < 0 || entry->open_loop < t->entries[foreseen].open_loop))
      foreseen = (int)i;
  }
  g_string_append_c(text, '.');
  if (foreseen >= 0 &&
      t->entries[foreseen].open_loop < FORETELLS_BETTER * t->entries[best].open_loop)
    g_string_append_printf(
        text, " Best on data that were not fitted: '%s' (error %.3g %% against %.3g %%).",
        t->entries[foreseen].contender->name, t->entries[foreseen].open_loop,
        t->entries[best].open_loop);
  return g_string_free(text, FALSE);
}

gboolean
trammel_friction_comparison_apply(TrammelProject *project,
                                  const TrammelFrictionComparison *t,
                                  guint entry,
                                  GError **error)
{
  const TrammelProject *from = t->entries[entry].project;

  if (!from) {
    trammel_error_set(error, TRAMMEL_ERROR_INVALID, "'%s' was not fitted",
                      t->entries[entry].contender->name);
    return FALSE;
  }
  for (guint i = 0; i < t->n_joints; i++) {
    g_autofree char *path = g_strdup_printf("model.joints[%d].friction", t->joints[i]);
    g_autofree char *json = trammel_project_dup_at(from, path);
    if (!trammel_project_put(project, path, json, error))
      return FALSE;
  }
  return TRUE;
}
