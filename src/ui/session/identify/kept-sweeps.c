#include "ui/session/identify/kept-sweeps.h"

#include <glib/gi18n.h>

#include "io/project/put.h"
#include "io/study/project_sweeps.h"

static const char *
name_setting(const char *setting)
{
  static const char *const words[][2] = {{"kappa", N_("state error weight κ")},
                                         {"h", N_("time step")},
                                         {"compliance_scale", N_("compliance scale")}};

  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (g_str_equal(words[i][0], setting))
      return _(words[i][1]);
  return setting;
}

static int
find(const TrammelProject *project, TrammelSweeperTarget target)
{
  return trammel_project_find_sweep(project, trammel_sweeper_get_setting(target));
}

gboolean
trammel_kept_sweeps_add(TrammelDocument *document,
                        const TrammelSweep *sweep,
                        TrammelProject *swept,
                        GError **error)
{
  const TrammelSweepAxis *axis = sweep->axes->pdata[0];
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_autofree char *label = g_strdup_printf(_("sweep over %s"), name_setting(axis->name));

  if (!trammel_project_keep_sweep(project, sweep, swept, error))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_kept_sweeps_delete(TrammelDocument *document, TrammelSweeperTarget target)
{
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));
  g_autofree char *label = g_strdup_printf(_("delete the sweep over %s"),
                                           name_setting(trammel_sweeper_get_setting(target)));
  int i = find(project, target);

  if (i < 0 || !trammel_project_remove_sweep(project, (guint)i, NULL))
    return FALSE;
  trammel_document_take_project(document, g_steal_pointer(&project), label, NULL);
  return TRUE;
}

gboolean
trammel_kept_sweeps_get(TrammelDocument *document,
                        TrammelSweeperTarget target,
                        TrammelSweep **sweep,
                        TrammelProject **swept)
{
  TrammelProject *project = trammel_document_get_project(document);
  int i = find(project, target);

  if (i < 0)
    return FALSE;
  *sweep = trammel_project_load_sweep(project, (guint)i);
  *swept = trammel_project_load_swept(project, (guint)i);
  if (!*swept)
    *swept = trammel_project_ref(project);
  return TRUE;
}

gboolean
trammel_kept_sweeps_equal(const TrammelProject *a,
                          const TrammelProject *b,
                          TrammelSweeperTarget target)
{
  int i = find(a, target), k = find(b, target);
  g_autofree char *path = g_strdup_printf("sweeps[%d]", i);

  return a == b || (i == k && (i < 0 || trammel_project_equal_at(a, b, path)));
}

int
trammel_kept_sweeps_get_target(TrammelDocument *document)
{
  TrammelProject *project = trammel_document_get_project(document);
  int newest = -1, target = -1;

  for (int t = 0; t < TRAMMEL_SWEEPER_N; t++)
    if (find(project, t) > newest) {
      newest = find(project, t);
      target = t;
    }
  return target;
}
