/* Scale of the forces: is it determined by anything but bounds?
 *
 * Where all forces are free, or are fixed ones that free ones can balance in every motion (the mass
 * of a rotor beside its free inertia), all of them can vanish together.  The equations of motion
 * then hold with any common factor, and the logs determine ratios only.  The information at the
 * start values does not show that: away from the solution the state error itself has a scale.  So
 * the forces that the measured motion requires are regressed on their slopes by the free
 * parameters; the scale is open if nothing is left. */
#pragma once

#include "engine/est/prepare/prepare.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Returns the index of the free parameter that is best fixed to give the scale; -1 if the scale is
 * determined, or where it cannot be decided (free geometry).  motions: the prepared logs; NULL:
 * they are prepared. */
int trammel_scale_find(const TrTask *task, const TrPrepared *motions);

/* Adds the finding `scale-not-determined` about a task whose scale is open. candidate: of
 * trammel_scale_find(). */
void trammel_scale_add_finding(GArray *findings, const TrTask *task, int candidate);

G_END_DECLS
