/* What is odd about a model, and which thing it is about. */
#pragma once

#include "io/structure/structure.h"

G_BEGIN_DECLS

typedef struct {
  TrammelElement element; /* gravity's for the model as a whole */
  char *text;
  char *fix_path, *fix_value; /* nullable: one change that mends it (io/problem/finding.h) */
  gboolean is_info;           /* else a warning */
} TrammelModelFinding;

/* TrammelModelFinding *; free with g_ptr_array_unref().  Of the findings of a check
 * (ui/session/identify/checker.h; nullable) those on things that are there; without one what can be
 * told without reading a log. */
GPtrArray *trammel_model_findings_new(const TrammelProject *project, const GArray *checked);

G_END_DECLS
