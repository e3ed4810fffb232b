/* Internal interface of io/study/sweep. */
#pragma once

#include "io/study/sweep.h"

G_BEGIN_DECLS

/* ---- points ---------------------------------------------------------------------------------- */

/* Returns a point with its coordinates that has not run; the last axis varies fastest. */
TrammelSweepPoint *trammel_sweep_point_new(const GPtrArray *axes, gsize index);
TrammelSweepPoint *
trammel_sweep_point_copy(const TrammelSweepPoint *point, gsize n_axes, gsize n_values);
void trammel_sweep_point_free(gpointer point);

gboolean trammel_sweep_point_has_converged(const TrammelSweepPoint *point);

/* Stores a fit in a point, from a neighbour's parameters (is_warm) or from the project's own. */
void trammel_sweep_point_take(TrammelSweepPoint *point,
                              const TrFit *fit,
                              const TrTask *task,
                              gboolean is_warm);

/* Pack a point for another process, all but its coordinates (floating), and unpack it. */
#define TRAMMEL_SWEEP_POINT_TYPE "(smsidbd(dddd)dd(dd)(dddms)ma(ddbb))"
GVariant *trammel_sweep_point_pack(const TrammelSweepPoint *point, gsize n_values);
void trammel_sweep_point_unpack(TrammelSweepPoint *point, GVariant *packed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSweepPoint, trammel_sweep_point_free)

/* Returns the kind of an axis by its name. */
TrammelSweepKind trammel_sweep_axis_find_kind(const char *name);

/* ---- the whole ------------------------------------------------------------------------------- */

/* Returns a sweep without points and parameters; takes axes. */
TrammelSweep *trammel_sweep_new_empty(GPtrArray *axes);

/* Sets sweep->points. logs, scored: problems with their logs read; scored is nullable. */
void trammel_sweep_walk(TrammelSweep *sweep,
                        const TrammelProject *project,
                        const TrammelProblem *logs,
                        const TrammelProblem *scored,
                        const TrammelSweepOptions *options);

/* Returns the problem of the scored logs, read once; NULL and no error if no scores are requested.
 * Sets sweep->scored and sweep->scores_fitted. */
TrammelProblem *trammel_sweep_load_scored(TrammelSweep *sweep,
                                          const TrammelProject *project,
                                          const TrammelSweepOptions *options,
                                          GError **error);

/* Scores a point. logs: from trammel_sweep_load_scored(); project: with the settings of the point;
 * threads: number that may share the work.  FALSE when the monitor ends it. */
gboolean trammel_sweep_score_point(TrammelSweepPoint *point,
                                   const TrammelSweep *sweep,
                                   const TrammelProblem *logs,
                                   const TrammelProject *project,
                                   const TrammelSweepOptions *options,
                                   int threads);

/* Sets sweep->corners from the points, which are complete. */
void trammel_sweep_find_corners(TrammelSweep *sweep);

G_END_DECLS
