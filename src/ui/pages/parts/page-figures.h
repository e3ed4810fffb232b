/* The figures of a page by name, and writing them: each as STEM-NAME.ENDING of the path
 * STEM.ENDING.  One place names the files, so that no two have the same name. */
#pragma once

#include "ui/plot/picture.h"

G_BEGIN_DECLS

typedef struct {
  char *name;
  TrammelPicture *picture;
} TrammelPageFigure;

/* Elements: TrammelPageFigure; free with g_ptr_array_unref(). */
GPtrArray *trammel_page_figures_new(void);

/* `picture` is a TrammelPicture; what in `name` cannot stand in a file's name becomes a dash, and a
 * name that is there already gets a number. */
void trammel_page_figures_add(GPtrArray *figures, const char *name, gpointer picture);

gboolean trammel_page_figures_save(const GPtrArray *figures, const char *path, GError **error);

G_END_DECLS
