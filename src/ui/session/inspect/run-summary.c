#include "ui/session/inspect/run-summary.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/est/uncertainty/covariance.h"
#include "io/result/correlation_finding.h"
#include "io/result/fit_finding.h"
#include "ui/session/identify/fix-label.h"
#include "ui/session/params/param-item.h"
#include "ui/session/run/fit-words.h"
#include "ui/session/text/param-label.h"

/* Maximum remedies of one remark: more would not help the choice. */
enum { MOST_REMEDIES = 3 };

static void
free_remedy(gpointer data)
{
  TrammelRemedy *remedy = data;

  g_free(remedy->label);
  g_free(remedy->tooltip);
  g_free(remedy->id);
  g_free(remedy->path);
  g_free(remedy->json);
  g_free(remedy);
}

static void
free_remark(gpointer data)
{
  TrammelRemark *remark = data;

  g_free(remark->text);
  g_ptr_array_unref(remark->remedies);
  g_free(remark);
}

void
trammel_run_summary_free(TrammelRunSummary *self)
{
  g_free(self->text);
  g_ptr_array_unref(self->remarks);
  g_free(self);
}

char *
trammel_run_dup_label(TrammelRun *run, int parameter)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));

  return trammel_param_label(task, task->free[parameter].param);
}

static TrammelRemark *
add_remark(TrammelRunSummary *self, gboolean is_warning, const char *text)
{
  TrammelRemark *remark = g_new0(TrammelRemark, 1);

  remark->is_warning = is_warning;
  remark->text = g_strdup(text);
  remark->remedies = g_ptr_array_new_with_free_func(free_remedy);
  g_ptr_array_add(self->remarks, remark);
  return remark;
}

static void
add_fixing(TrammelRemark *remark, TrammelRun *run, int parameter)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  TrammelRemedy *remedy = g_new0(TrammelRemedy, 1);
  g_autofree char *label = trammel_run_dup_label(run, parameter);
  char id[TR_ID_SIZE];

  tr_task_free_id(id, task, parameter);
  remedy->id = g_strdup(id);
  remedy->label = g_strdup_printf(_("Fix %s"), label);
  remedy->tooltip = g_strdup_printf(
      _("Fixes %s: it keeps its start value %.6g %s, which should be known, e.g. weighed"), label,
      task->free[parameter].start, tr_task_free_unit(task, parameter));
  g_ptr_array_add(remark->remedies, remedy);
}

/* Returns the rank of a quantity by how easily it is measured directly: a body is weighed, friction
 * is not. */
static int
rank_kind(TrParamKind kind)
{
  switch (kind) {
  case TR_PARAM_MASS:
    return 0;
  case TR_PARAM_COM:
  case TR_PARAM_ANCHOR_PARENT:
  case TR_PARAM_ANCHOR_CHILD:
  case TR_PARAM_LENGTH:
    return 1;
  case TR_PARAM_GAIN:
  case TR_PARAM_ROTOR_INERTIA:
    return 2;
  default:
    return 3;
  }
}

/* Proposes to fix one parameter of a direction, directly measurable ones first. */
static void
add_direction(TrammelRemark *remark, TrammelRun *run, int direction)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrFit *fit = trammel_run_get_fit(run);

  for (int rank = 0; rank <= 3; rank++)
    for (int i = 0; i < fit->n_free && remark->remedies->len < MOST_REMEDIES; i++)
      if (rank_kind(task->free[i].param.kind) == rank && tr_fit_is_moved(fit, direction, i))
        add_fixing(remark, run, i);
}

static void
add_change(TrammelRemark *remark, TrammelRun *run, const TrammelFinding *finding)
{
  TrammelRemedy *remedy = g_new0(TrammelRemedy, 1);

  remedy->path = g_strdup(finding->fix_path);
  remedy->json = g_strdup(finding->fix_value);
  remedy->label =
      trammel_fix_label_new(finding, trammel_problem_get_project(trammel_run_get_problem(run)));
  remedy->tooltip =
      g_strdup_printf(_("Sets %s to %s in the project"), finding->fix_path, finding->fix_value);
  g_ptr_array_add(remark->remedies, remedy);
}

/* Proposes to fix one of a badly distinguished pair, the directly measurable one first. */
static void
add_pair(TrammelRemark *remark, TrammelRun *run, guint pair)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  TrammelCorrelatedPair pairs[TRAMMEL_MOST_PAIRS];

  if (pair >= trammel_correlated_pairs_find(pairs, trammel_run_get_fit(run)))
    return;

  int first = pairs[pair].first, second = pairs[pair].second;
  gboolean swaps =
      rank_kind(task->free[second].param.kind) < rank_kind(task->free[first].param.kind);

  add_fixing(remark, run, swaps ? second : first);
  add_fixing(remark, run, swaps ? first : second);
}

/* Number of findings so far of the kinds that are reported one by one. */
typedef struct {
  guint pairs;
} Met;

static void
add_finding(TrammelRunSummary *self, TrammelRun *run, const TrammelFinding *finding, Met *met)
{
  const TrFit *fit = trammel_run_get_fit(run);
  gboolean is_warning = !g_str_equal(finding->severity, "info");
  g_autofree char *words = trammel_text_with_labels(
      trammel_problem_get_project(trammel_run_get_problem(run)), finding->words);
  TrammelRemark *remark = add_remark(self, is_warning, words);

  if (finding->fix_path)
    add_change(remark, run, finding);
  else if (g_str_equal(finding->code, "not-identifiable") && fit->n_directions == 1)
    add_direction(remark, run, 0);
  if (g_str_equal(finding->code, "parameters-correlated"))
    add_pair(remark, run, met->pairs++);
  if (g_str_equal(finding->code, "at-bound")) {
    int parameter = trammel_run_find_parameter(run, finding->signal);
    if (parameter >= 0)
      add_fixing(remark, run, parameter);
  }
}

static int
count_determined(const TrFit *fit)
{
  int n = 0;

  for (int i = 0; i < fit->n_free; i++)
    n += fit->estimates[i].identifiable && !fit->estimates[i].at_bound &&
         isfinite(fit->estimates[i].sigma);
  return n;
}

static char *
describe_parameters(const TrFit *fit)
{
  int n = count_determined(fit);

  if (fit->n_free == 0)
    return g_strdup(_("No parameter was free: only the motion was estimated."));
  if (n == fit->n_free)
    return g_strdup_printf(ngettext("The one free parameter is determined.",
                                    "All %d parameters are determined.", (gulong)n),
                           n);
  return g_strdup_printf(_("%d of %d parameters are determined."), n, fit->n_free);
}

static const TrammelRemark *
find_first_warning(const TrammelRunSummary *self)
{
  for (guint i = 0; i < self->remarks->len; i++) {
    const TrammelRemark *remark = self->remarks->pdata[i];
    if (remark->is_warning)
      return remark;
  }
  return NULL;
}

static char *
dup_words(const TrammelRunSummary *self, const TrFit *fit)
{
  if (self->chosen)
    return g_strdup(self->chosen->text);
  if (fit->status != TR_OK)
    return trammel_fit_dup_ending(fit);
  return g_strdup(self->remarks->len > 0
                      ? _("The model explains the logs; see the remarks under Why.")
                      : _("The model explains the logs, and the residuals look like noise."));
}

static void
judge(TrammelRunSummary *self, TrammelRun *run)
{
  const TrFit *fit = trammel_run_get_fit(run);

  if (fit->status == TR_CANCELLED) {
    self->level = TRAMMEL_RUN_SUMMARY_DOUBT;
    self->text = trammel_fit_dup_ending(fit);
    return;
  }
  gboolean is_done = fit->status == TR_OK;
  g_autofree char *parameters =
      is_done ? describe_parameters(fit) : g_strdup(_("The fit has not converged."));

  self->chosen = find_first_warning(self);
  self->level = !is_done || trammel_fit_is_bad(fit) ? TRAMMEL_RUN_SUMMARY_BAD
                : self->chosen                      ? TRAMMEL_RUN_SUMMARY_DOUBT
                                                    : TRAMMEL_RUN_SUMMARY_GOOD;
  g_autofree char *words = dup_words(self, fit);
  self->text = g_strdup_printf("%s %s", parameters, words);
}

TrammelRunSummary *
trammel_run_summary_new(TrammelRun *run)
{
  TrammelRunSummary *self = g_new0(TrammelRunSummary, 1);
  g_autoptr(GArray) findings = trammel_run_dup_findings(run);
  Met met = {0};

  self->remarks = g_ptr_array_new_with_free_func(free_remark);
  for (guint i = 0; i < findings->len; i++)
    add_finding(self, run, &g_array_index(findings, TrammelFinding, i), &met);
  judge(self, run);
  return self;
}

gboolean
trammel_remedy_apply(const TrammelRemedy *self, TrammelDocument *document, GError **error)
{
  if (self->id)
    return trammel_document_set_free(document, self->id, FALSE, error);
  return trammel_document_put(document, self->path, self->json, self->label, NULL, error);
}

char *
trammel_run_dup_axis_title(TrammelRun *run, int parameter)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  g_autofree char *label = trammel_run_dup_label(run, parameter);

  return g_strdup_printf("%s [%s]", label, tr_task_free_unit(task, parameter));
}
