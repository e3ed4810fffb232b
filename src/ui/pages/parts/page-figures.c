#include "ui/pages/parts/page-figures.h"

#include <string.h>

static void
free_figure(gpointer data)
{
  TrammelPageFigure *figure = data;

  g_free(figure->name);
  g_free(figure);
}

GPtrArray *
trammel_page_figures_new(void)
{
  return g_ptr_array_new_with_free_func(free_figure);
}

static gboolean
has_name(const GPtrArray *figures, const char *name)
{
  for (guint i = 0; i < figures->len; i++)
    if (g_str_equal(((TrammelPageFigure *)figures->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

void
trammel_page_figures_add(GPtrArray *figures, const char *name, gpointer picture)
{
  g_autofree char *plain = g_strdelimit(g_strdup(name), "/\\:", '-'), *own = g_strdup(plain);
  TrammelPageFigure *figure = g_new(TrammelPageFigure, 1);

  for (guint number = 2; has_name(figures, own); number++) {
    g_free(own);
    own = g_strdup_printf("%s-%u", plain, number);
  }
  *figure = (TrammelPageFigure){g_steal_pointer(&own), TRAMMEL_PICTURE(picture)};
  g_ptr_array_add(figures, figure);
}

gboolean
trammel_page_figures_save(const GPtrArray *figures, const char *path, GError **error)
{
  const char *dot = strrchr(path, '.');
  int length = dot ? (int)(dot - path) : (int)strlen(path);

  for (guint i = 0; i < figures->len; i++) {
    const TrammelPageFigure *figure = figures->pdata[i];
    g_autofree char *part =
        g_strdup_printf("%.*s-%s%s", length, path, figure->name, dot ? dot : "");
    if (!trammel_picture_export(figure->picture, part, error))
      return FALSE;
  }
  return TRUE;
}
