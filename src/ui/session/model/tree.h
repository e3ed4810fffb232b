/* Tree of a model as rows: the world, the bodies joined to it, and so on; motors and sensors stand
 * below the element that they are on. */
#pragma once

#include "io/structure/structure.h"

G_BEGIN_DECLS

typedef struct {
  TrammelElement element; /* that of gravity for the world */
  guint depth;
  gboolean has_children;
  char *name;   /* "arm" */
  char *detail; /* "0.238 kg", "hinge", "to link3" where a loop is closed */
} TrammelModelRow;

/* Returns TrammelModelRow, from top to bottom; free with g_array_unref(). */
GArray *trammel_model_tree_new(const TrammelProject *project);

gboolean trammel_element_equal(TrammelElement a, TrammelElement b);

G_END_DECLS
