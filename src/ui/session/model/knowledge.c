#include "ui/session/model/knowledge.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/est/task/reported.h"

#define GOOD_SHARE 0.05
#define WEAK_SHARE 0.30

static TrammelKnown
judge(const TrFit *fit, int parameter)
{
  const TrEstimate *estimate = &fit->estimates[parameter];
  const TrReported reported = tr_fit_report(fit, parameter);
  double share = reported.sigma / fabs(reported.value);

  if (!isfinite(reported.sigma))
    return estimate->at_bound ? TRAMMEL_KNOWN_HARDLY : TRAMMEL_KNOWN_NOT;
  /* near zero the relative sigma means nothing; then the share of the information from the logs
   * counts */
  if (!(share < WEAK_SHARE) && estimate->data_share > 1 - GOOD_SHARE * GOOD_SHARE)
    return TRAMMEL_KNOWN_WEAK;
  return share < GOOD_SHARE   ? TRAMMEL_KNOWN_GOOD
         : share < WEAK_SHARE ? TRAMMEL_KNOWN_WEAK
                              : TRAMMEL_KNOWN_HARDLY;
}

TrammelKnown
trammel_model_knowledge_of(TrammelRun *run, const TrammelProject *project, TrammelElement element)
{
  const char *word = trammel_element_kind_get_word(element.kind);
  const char *name = trammel_project_get_element_name(project, element);
  g_autofree char *prefix =
      *name ? g_strdup_printf("%s.%s.", word, name) : g_strdup_printf("%s.", word);
  TrammelKnown worst = TRAMMEL_KNOWN_FIXED;

  if (!run || trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED)
    return worst;
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  const TrFit *fit = trammel_run_get_fit(run);
  for (int i = 0; i < fit->n_free; i++) {
    char id[TR_ID_SIZE];
    tr_task_free_id(id, task, i);
    if (g_str_has_prefix(id, prefix))
      worst = MAX(worst, judge(fit, i));
  }
  return worst;
}

const char *
trammel_known_describe(TrammelKnown known)
{
  static const char *const words[] = {[TRAMMEL_KNOWN_FIXED] = "",
                                      [TRAMMEL_KNOWN_GOOD] = N_("well known"),
                                      [TRAMMEL_KNOWN_WEAK] = N_("roughly known"),
                                      [TRAMMEL_KNOWN_HARDLY] = N_("hardly known"),
                                      [TRAMMEL_KNOWN_NOT] = N_("not determined")};

  return *words[known] ? _(words[known]) : "";
}

/* Returns sRGB and strength; strength 0 for fixed. */
static void
get_color(TrammelKnown known, float color[4])
{
  static const float colors[][4] = {[TRAMMEL_KNOWN_FIXED] = {0, 0, 0, 0},
                                    [TRAMMEL_KNOWN_GOOD] = {0.0f, 0.62f, 0.45f, 0.85f},
                                    [TRAMMEL_KNOWN_WEAK] = {0.94f, 0.78f, 0.26f, 0.85f},
                                    [TRAMMEL_KNOWN_HARDLY] = {0.90f, 0.45f, 0.10f, 0.85f},
                                    [TRAMMEL_KNOWN_NOT] = {0.78f, 0.14f, 0.14f, 0.85f}};

  memcpy(color, colors[known], sizeof colors[known]);
}

/* Returns the worst class of a joint and the motors and sensors on it. */
static TrammelKnown
judge_joint(TrammelRun *run, const TrammelProject *project, guint joint)
{
  const TrammelElement element = {TRAMMEL_ELEMENT_JOINT, joint};
  const char *name = trammel_project_get_element_name(project, element);
  TrammelKnown worst = trammel_model_knowledge_of(run, project, element);

  for (guint i = 0; i < trammel_project_get_n_elements(project, TRAMMEL_ELEMENT_MOTOR); i++) {
    const TrammelElement motor = {TRAMMEL_ELEMENT_MOTOR, i};
    if (g_str_equal(trammel_project_get_element_text(project, motor, "joint"), name))
      worst = MAX(worst, trammel_model_knowledge_of(run, project, motor));
  }
  return worst;
}

float *
trammel_model_knowledge_new_tints(TrammelRun *run, const TrammelProject *project)
{
  guint n_bodies = trammel_project_get_n_elements(project, TRAMMEL_ELEMENT_BODY);
  guint n_joints = trammel_project_get_n_elements(project, TRAMMEL_ELEMENT_JOINT);
  float *tints = g_new0(float, 4 * (n_bodies + n_joints) + 1);

  for (guint b = 0; b < n_bodies; b++)
    get_color(trammel_model_knowledge_of(run, project, (TrammelElement){TRAMMEL_ELEMENT_BODY, b}),
              tints + 4 * b);
  for (guint j = 0; j < n_joints; j++)
    get_color(judge_joint(run, project, j), tints + 4 * (n_bodies + j));
  return tints;
}
