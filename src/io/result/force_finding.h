/* Findings on forces that the model lacks. */
#pragma once

#include "engine/est/task/fit.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Appends for every joint force-left-over, where a force that the model does not have is there: the
 * one that explains most, with what it would change, and the change of the model that adds it where
 * that is one; a warning where it would move a value by more than its noise.  Then
 * rests-on-constant on the parameter that a constant force, which the log neither shows nor
 * excludes, would move most.
 */
void trammel_force_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

/* Appends model-error for every joint that the model does not explain. */
void trammel_joint_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

/* Returns whether the model explains a joint: the prediction over its period is no further off than
 * a fifth of its motion, and unknown forces are no more than 60 % of the inertial ones where the
 * joint has no drive and no dry friction. */
gboolean trammel_fit_explains_joint(const TrFit *fit, int joint);

/* Appends for every log "energy-left-over", where more than a tenth of the energy that changes
 * hands is in no term of the model: neither stored, nor from a motor, nor lost to friction. */
void trammel_energy_findings_add(GArray *findings, const TrTask *task, const TrFit *fit);

G_END_DECLS
