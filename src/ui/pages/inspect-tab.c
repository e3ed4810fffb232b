#include "ui/pages/inspect-tab.h"

#include <string.h>

void
trammel_inspect_set_texts(TrammelPlotView *view, const TrammelPlotTexts *texts)
{
  trammel_plot_view_set_title(view, texts->title);
  trammel_plot_view_set_x_title(view, texts->x);
  trammel_plot_view_set_y_title(view, texts->y);
  trammel_plot_view_set_empty_text(view, texts->empty);
}

void
trammel_inspect_show(TrammelPlotView *view, GPtrArray *list)
{
  trammel_plot_view_set_series(view, (TrammelSeries *const *)list->pdata, list->len);
  g_ptr_array_unref(list);
}

void
trammel_inspect_describe(TrammelPlotView *view, const char *description)
{
  gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 description, -1);
}

char **
trammel_inspect_dup_logs(TrammelRun *run)
{
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  char **names = g_new0(char *, task->n_logs + 1);

  for (int l = 0; l < task->n_logs; l++)
    names[l] = g_strdup(task->logs[l].name);
  return names;
}

gboolean
trammel_inspect_export(const TrammelNamedPicture *pictures,
                       guint n,
                       const char *path,
                       GError **error)
{
  const char *dot = strrchr(path, '.');
  gsize length = dot ? (gsize)(dot - path) : strlen(path);

  for (guint i = 0; i < n; i++) {
    g_autofree char *part =
        g_strdup_printf("%.*s-%s%s", (int)length, path, pictures[i].name, dot ? dot : "");
    if (!trammel_picture_export(pictures[i].picture, part, error))
      return FALSE;
  }
  return TRUE;
}
