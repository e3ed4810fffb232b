/* What the button that mends a finding says: "Set the unit to deg", "Exclude 1.2 to 3 s". */
#pragma once

#include "io/problem.h"

G_BEGIN_DECLS

/* NULL for a finding without a fix; free with g_free(). */
char *trammel_fix_label_new(const TrammelFinding *finding);

G_END_DECLS
