/* Findings on the spans of time in which joints and contacts are active. */
#include <glib/gi18n-lib.h>

#include "io/check/private.h"

/* TRUE if a time of a span lies in a log of the task. */
static gboolean
is_in_a_log(const TrammelCheck *check, double begin, double end)
{
  for (int l = 0; l < check->prepared->n_logs; l++) {
    const TrTrajectory *motion = check->prepared->logs[l].start;
    double last = motion->start + (motion->n_nodes - 1) * motion->h;

    if (begin < last && end > motion->start)
      return TRUE;
  }
  return FALSE;
}

static void
check_active(const TrammelCheck *check, const char *name, const TrActive *active)
{
  const TrTrajectory *first = check->prepared->logs[0].start;
  TrammelPlace place = {.signal = name};

  for (int i = 0; i < active->n; i++)
    if (!is_in_a_log(check, active->begin[i], active->end[i]))
      trammel_findings_add(
          check->findings, &place, "warning", "span-outside",
          N_("Span %d of '%s', %.6g to %.6g s, lies in no log; log '%s' has %.6g to %.6g s. Give "
             "it in the time of the log, or remove it."),
          i + 1, name, active->begin[i], active->end[i], check->task->logs[0].name, first->start,
          first->start + (first->n_nodes - 1) * first->h);
}

void
trammel_check_active(const TrammelCheck *check)
{
  const TrModel *model = check->task->model;

  for (int j = 0; j < model->n_joints; j++)
    check_active(check, model->joints[j].name, &model->joints[j].active);
  for (int c = 0; c < model->n_contacts; c++)
    check_active(check, model->contacts[c].name, &model->contacts[c].active);
}
