/* What the button that mends a finding says: "Set the unit to deg", "Fix Mass · rod". */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* The finding's own fix; NULL for a finding without one; free with g_free().  `project` (nullable)
 * gives parameters their names. */
char *trammel_fix_label_new(const TrammelFinding *finding, const TrammelProject *project);

/* Any change: a path and a value as JSON. */
char *trammel_fix_label_new_for(const char *path, const char *json, const TrammelProject *project);

G_END_DECLS
