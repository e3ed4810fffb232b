/* Findings on inputs that count as forces without being stated as such. */
#pragma once

#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Adds `input-unit` for motors whose gain is held at 1 and whose channel has no scale and no
 * unit of a force [N] or torque [N m]: all masses and frictions are then divided by the real gain.
 * Inputs of the same unit at joints of the same kind share a finding.  Fixes, for all of them: free
 * gains; where no unit is stated also that unit. */
void trammel_input_unit_findings_add(GArray *findings, const TrammelProject *project);

G_END_DECLS
