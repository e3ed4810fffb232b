/* Findings on motion at the limits of joints, which are stops in simulations alone unless the model
 * says otherwise. */
#pragma once

#include "engine/est/task/task.h"
#include "engine/mbs/model/trajectory.h"
#include "engine/signal/log.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Adds a finding for each joint without stops in the estimation that touches a limit
 * (`joint-at-limit`, with the time of the first touch as a range to exclude) or lies beyond one
 * (`joint-beyond-limit`): by the samples of its position where the log has them, else in this
 * motion of the log.  Excluded ranges are left out. sigma[n_sensors]: of one sample; a limit counts
 * as touched within three of them, or a thousandth of the travel, and as passed beyond six.
 * log_index: of the log in the project's file. */
void trammel_limit_findings_add(GArray *findings,
                                const TrModel *model,
                                const TrLog *log,
                                guint log_index,
                                const TrTrajectory *motion,
                                const double *sigma);

/* Adds a finding (`stop-not-touched`) for each free end of a joint's travel that the estimated
 * motion of a log does not come near. */
void trammel_stop_findings_add(GArray *findings,
                               const TrTask *task,
                               const TrModel *model,
                               const TrLog *log,
                               const TrTrajectory *motion);

G_END_DECLS
