/* What the parts of a sweep share. */
#pragma once

#include "io/sweep.h"

G_BEGIN_DECLS

/* The logs that are scored, read once; NULL and no error where none are asked for.  Fills
 * sweep->scored and sweep->scores_fitted. */
TrammelProblem *trammel_sweep_load_scored(TrammelSweep *sweep,
                                          const TrammelProject *project,
                                          const TrammelSweepOptions *options,
                                          GError **error);

/* Scores a point.  logs: from the above; project: with the settings of the point. */
void trammel_sweep_score_point(TrammelSweep *sweep,
                               TrammelSweepPoint *point,
                               const TrammelProblem *logs,
                               const TrammelProject *project,
                               const TrammelSweepOptions *options);

/* Fills sweep->corners from the points, which are complete. */
void trammel_sweep_find_corners(TrammelSweep *sweep);

G_END_DECLS
