/* Findings on a model, each with the element that it concerns. */
#pragma once

#include "io/structure/structure.h"

G_BEGIN_DECLS

typedef struct {
  TrammelElement element; /* that of gravity for the model as a whole */
  char *text;
  char *fix_path, *fix_value; /* nullable: a change that fixes it (io/problem/finding.h) */
  gboolean is_info;           /* FALSE: a warning */
} TrammelModelFinding;

/* Returns TrammelModelFinding *; free with g_ptr_array_unref().  These are the findings of a check
 * (ui/session/identify/checker.h; nullable) on existing elements, or, without a check, the findings
 * that need no log. */
GPtrArray *trammel_model_findings_new(const TrammelProject *project, const GArray *checked);

G_END_DECLS
