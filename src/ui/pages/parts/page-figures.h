/* Figures of a page with their names, and their export, each as STEM-NAME.ENDING of the path
 * STEM.ENDING.  Only this file forms file names, so no two are the same. */
#pragma once

#include "ui/plot/picture.h"

G_BEGIN_DECLS

typedef struct {
  char *name;
  TrammelPicture *picture;
} TrammelPageFigure;

/* Returns an empty array of TrammelPageFigure; free with g_ptr_array_unref(). */
GPtrArray *trammel_page_figures_new(void);

/* Adds a TrammelPicture; characters of `name` that a file name cannot hold become dashes, and a
 * repeated name gets a number. */
void trammel_page_figures_add(GPtrArray *figures, const char *name, gpointer picture);

gboolean trammel_page_figures_save(const GPtrArray *figures, const char *path, GError **error);

G_END_DECLS
