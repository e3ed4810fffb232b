/* Label of the button that fixes a finding: "Set the unit to deg", "Fix Mass · rod". */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Returns the label of the finding's own fix, NULL without one; free with g_free().  `project`
 * (nullable) provides the labels of parameters. */
char *trammel_fix_label_new(const TrammelFinding *finding, const TrammelProject *project);

/* Returns the label of any change: a path and a value as JSON.  Free with g_free(). */
char *trammel_fix_label_new_for(const char *path, const char *json, const TrammelProject *project);

G_END_DECLS
