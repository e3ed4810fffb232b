#include "ui/session/run/run.h"

#include "engine/est/task/compare.h"
#include "io/base/json_tree.h"
#include "io/result/fit_finding.h"
#include "io/result/result.h"

/* Maximum points of a curve, more than a screen has columns. */
enum { PREVIEW_POINTS = 4000 };

struct _TrammelRun {
  GObject parent_instance;
  TrammelRunKind kind;
  TrammelProblem *problem;
  TrFit *fit;
  GPtrArray *measured, *estimated;
  TrammelRunAccount *account; /* nullable */
  gboolean awaits_physical;
  gpointer drawing;
  GDestroyNotify free_drawing;
};

G_DEFINE_FINAL_TYPE(TrammelRun, trammel_run, G_TYPE_OBJECT)

static void
trammel_run_finalize(GObject *object)
{
  TrammelRun *self = TRAMMEL_RUN(object);

  if (self->free_drawing)
    self->free_drawing(self->drawing);
  g_clear_pointer(&self->measured, g_ptr_array_unref);
  g_clear_pointer(&self->estimated, g_ptr_array_unref);
  g_clear_pointer(&self->account, trammel_run_account_free);
  g_clear_pointer(&self->fit, tr_fit_free);
  g_clear_pointer(&self->problem, trammel_problem_unref);
  G_OBJECT_CLASS(trammel_run_parent_class)->finalize(object);
}

static void
trammel_run_class_init(TrammelRunClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_run_finalize;
}

static void
trammel_run_init(TrammelRun *self)
{
}

/* Creates a run; takes ownership of `measured`. */
static TrammelRun *
new_run(
    TrammelRunKind kind, TrammelProblem *problem, TrFit *fit, GPtrArray *measured, gsize max_points)
{
  TrammelRun *self = g_object_new(TRAMMEL_TYPE_RUN, NULL);
  const TrTask *task = trammel_problem_get_task(problem);
  g_autofree const TrTrajectory **motions = g_new0(const TrTrajectory *, fit->n_logs);

  for (int l = 0; l < fit->n_logs; l++)
    motions[l] = fit->logs[l].trajectory;
  self->kind = kind;
  self->problem = trammel_problem_ref(problem);
  self->fit = fit;
  self->measured = measured;
  self->estimated = trammel_curves_new_predicted(task, fit->model, motions, max_points);
  return self;
}

TrammelRun *
trammel_run_new(TrammelRunKind kind, TrammelProblem *problem, TrFit *fit)
{
  const TrTask *task = trammel_problem_get_task(problem);

  return new_run(kind, problem, fit, trammel_curves_new_measured(task), 0);
}

static gboolean
has_samples_of(const TrTask *a, const TrTask *b)
{
  if (a->n_logs != b->n_logs)
    return FALSE;
  for (int l = 0; l < a->n_logs; l++)
    if (!tr_log_has_samples_of(&a->logs[l], &b->logs[l]))
      return FALSE;
  return TRUE;
}

TrammelRun *
trammel_run_new_preview(TrammelProblem *problem, TrFit *fit, TrammelRun *base)
{
  const TrTask *task = trammel_problem_get_task(problem);
  gboolean same = has_samples_of(task, trammel_problem_get_task(base->problem));
  GPtrArray *measured = same ? g_ptr_array_ref(base->measured) : trammel_curves_new_measured(task);

  return new_run(TRAMMEL_RUN_PREVIEW, problem, fit, measured, PREVIEW_POINTS);
}

TrammelRunKind
trammel_run_get_kind(TrammelRun *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN(self), TRAMMEL_RUN_FULL);
  return self->kind;
}

TrammelProblem *
trammel_run_get_problem(TrammelRun *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN(self), NULL);
  return self->problem;
}

const TrFit *
trammel_run_get_fit(TrammelRun *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN(self), NULL);
  return self->fit;
}

static JsonNode *
describe(TrammelRun *self, const TrFit *fit)
{
  g_autofree char *text = trammel_result_to_json(self->problem, fit);

  return trammel_json_parse(text, -1, "the result", NULL);
}

TrammelRunAccount *
trammel_run_account_new(TrammelRun *run, TrPhysical *physical)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN(run), NULL);
  TrammelRunAccount *account = g_new(TrammelRunAccount, 1);
  TrFit fit = *run->fit; /* a copy: other threads may read the run's own fit */

  fit.physical = physical ? physical : fit.physical;
  account->result = describe(run, &fit);
  account->findings = trammel_fit_findings_new(run->problem, &fit);
  return account;
}

void
trammel_run_account_free(TrammelRunAccount *account)
{
  json_node_unref(account->result);
  g_array_unref(account->findings);
  g_free(account);
}

void
trammel_run_take_account(TrammelRun *self, TrammelRunAccount *account)
{
  g_return_if_fail(TRAMMEL_IS_RUN(self));
  g_clear_pointer(&self->account, trammel_run_account_free);
  self->account = account;
}

JsonNode *
trammel_run_dup_result(TrammelRun *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN(self), NULL);
  return self->account ? json_node_ref(self->account->result) : describe(self, self->fit);
}

GArray *
trammel_run_dup_findings(TrammelRun *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN(self), NULL);
  return self->account ? g_array_ref(self->account->findings)
                       : trammel_fit_findings_new(self->problem, self->fit);
}

void
trammel_run_take_physical(TrammelRun *self, TrPhysical *physical, TrammelRunAccount *account)
{
  g_return_if_fail(TRAMMEL_IS_RUN(self) && !self->fit->physical);
  self->fit->physical = physical;
  trammel_run_take_account(self, account);
}

void
trammel_run_set_awaits_physical(TrammelRun *self, gboolean awaits)
{
  g_return_if_fail(TRAMMEL_IS_RUN(self));
  self->awaits_physical = awaits;
}

gboolean
trammel_run_get_awaits_physical(TrammelRun *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN(self), FALSE);
  return self->awaits_physical;
}

GPtrArray *
trammel_run_get_measured(TrammelRun *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN(self), NULL);
  return self->measured;
}

GPtrArray *
trammel_run_get_estimated(TrammelRun *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN(self), NULL);
  return self->estimated;
}

void
trammel_run_set_drawing(TrammelRun *self, gpointer drawing, GDestroyNotify free_drawing)
{
  g_return_if_fail(TRAMMEL_IS_RUN(self) && !self->drawing);
  self->drawing = drawing;
  self->free_drawing = free_drawing;
}

gconstpointer
trammel_run_get_drawing(TrammelRun *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN(self), NULL);
  return self->drawing;
}

int
trammel_run_find_parameter(TrammelRun *self, const char *id)
{
  const TrTask *task = trammel_problem_get_task(self->problem);

  for (int i = 0; i < task->n_free; i++) {
    char own[TR_ID_SIZE];
    tr_task_free_id(own, task, i);
    if (g_str_equal(own, id))
      return i;
  }
  return -1;
}
