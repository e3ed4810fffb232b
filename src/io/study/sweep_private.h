/* What the parts of a sweep share. */
#pragma once

#include "io/study/sweep.h"

G_BEGIN_DECLS

/* ---- points ---------------------------------------------------------------------------------- */

/* Coordinates of a point that has not run; the last axis runs fastest. */
TrammelSweepPoint *trammel_sweep_point_new(const GPtrArray *axes, gsize index);
TrammelSweepPoint *
trammel_sweep_point_copy(const TrammelSweepPoint *point, gsize n_axes, gsize n_values);
void trammel_sweep_point_free(gpointer point);

gboolean trammel_sweep_point_has_converged(const TrammelSweepPoint *point);

/* A point's fit, from a neighbour's parameters (is_warm) or from the project's own. */
void trammel_sweep_point_take(TrammelSweepPoint *point,
                              const TrFit *fit,
                              const TrTask *task,
                              gboolean is_warm);

/* A point for another process: all but its coordinates (floating), and taking that over. */
#define TRAMMEL_SWEEP_POINT_TYPE "(smsidbd(dddd)dd(dd)(dddms)ma(ddbb))"
GVariant *trammel_sweep_point_pack(const TrammelSweepPoint *point, gsize n_values);
void trammel_sweep_point_unpack(TrammelSweepPoint *point, GVariant *packed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSweepPoint, trammel_sweep_point_free)

/* What the name of a side means. */
TrammelSweepKind trammel_sweep_axis_find_kind(const char *name);

/* ---- the whole ------------------------------------------------------------------------------- */

/* Without points and parameters; takes over axes. */
TrammelSweep *trammel_sweep_new_empty(GPtrArray *axes);

/* Fills sweep->points.  logs, scored: problems whose logs are read; scored is nullable. */
void trammel_sweep_walk(TrammelSweep *sweep,
                        const TrammelProject *project,
                        const TrammelProblem *logs,
                        const TrammelProblem *scored,
                        const TrammelSweepOptions *options);

/* The logs that are scored, read once; NULL and no error where none are asked for.  Fills
 * sweep->scored and sweep->scores_fitted. */
TrammelProblem *trammel_sweep_load_scored(TrammelSweep *sweep,
                                          const TrammelProject *project,
                                          const TrammelSweepOptions *options,
                                          GError **error);

/* Scores a point.  logs: from the above; project: with the settings of the point; threads: that may
 * share the work.  FALSE when the monitor wants to end. */
gboolean trammel_sweep_score_point(TrammelSweepPoint *point,
                                   const TrammelSweep *sweep,
                                   const TrammelProblem *logs,
                                   const TrammelProject *project,
                                   const TrammelSweepOptions *options,
                                   int threads);

/* Fills sweep->corners from the points, which are complete. */
void trammel_sweep_find_corners(TrammelSweep *sweep);

G_END_DECLS
