/* Sweeps: the same identification at many settings, one or two of them varied over a grid.
 *
 * Points next to each other differ little, so each fit starts from the parameters of the nearest
 * point before it that converged.  A point that cannot be computed says why and the rest goes on.
 */
#pragma once

#include "io/problem.h"

G_BEGIN_DECLS

/* One side of the grid: a setting, or a quantity of the model by its id, and its values in SI. */
typedef struct {
  char *name;
  double *values;
  gsize n;
  gboolean is_setting;
} TrammelSweepAxis;

/* From `NAME=FROM:TO:COUNT` (steps of equal ratio for settings with both ends above zero, else of
 * equal difference) or `NAME=A,B,C`.  Settings are written as in the project file, with `_` or `-`.
 * Errors: TRAMMEL_ERROR_USAGE. */
TrammelSweepAxis *
trammel_sweep_axis_parse(const TrammelProject *project, const char *text, GError **error);
void trammel_sweep_axis_free(TrammelSweepAxis *axis);

typedef struct {
  double value, sigma; /* sigma NAN where not determined */
  gboolean identifiable, at_bound;
} TrammelSweepValue;

typedef struct {
  double *at;         /* [n_axes] */
  const char *status; /* as in a result file; static */
  char *message;      /* why it stopped, or why it could not run */
  int iterations;     /* 0: did not run */
  double seconds;
  double kappa; /* used; NAN when it did not run */
  TrCost cost;  /* NAN when it did not run */
  double observation_mse, state_mse;
  TrammelSweepValue *values; /* [n_free]; NULL when it did not run */
} TrammelSweepPoint;

typedef struct {
  GPtrArray *axes;   /* TrammelSweepAxis */
  GPtrArray *points; /* TrammelSweepPoint, the last axis fastest; fewer when interrupted */
  GPtrArray *ids;    /* char *: the free parameters */
  GPtrArray *units;  /* static const char * */
  gboolean interrupted;
} TrammelSweep;

/* Called after every point, on the caller's thread. */
typedef void (*TrammelSweepFunc)(const TrammelSweep *sweep, gsize n_points, gpointer user_data);

/* Runs all points; the monitor is asked as in tr_identify() and ends the sweep with what there is.
 * axes: TrammelSweepAxis, one or two, taken over.  names: logs, NULL: those of role estimate.
 * Errors: those of trammel_problem_new(); TRAMMEL_ERROR_USAGE for a swept parameter that is free.
 */
TrammelSweep *trammel_sweep_run(const TrammelProject *project,
                                GPtrArray *axes,
                                const char *const *names,
                                const TrMonitor *monitor,
                                TrammelSweepFunc func,
                                gpointer user_data,
                                GError **error);
void trammel_sweep_free(TrammelSweep *sweep);

/* { "over": { name: [values] }, "points": [ { "settings", "status", "cost", "parameters" } ] } of
 * FORMATS, ending with a newline. */
char *trammel_sweep_to_json(const TrammelSweep *sweep);

/* A table with tabs: the axes, status, iterations, cost, both mean squares, value and sigma of
 * every parameter. */
char *trammel_sweep_to_text(const TrammelSweep *sweep);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSweep, trammel_sweep_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSweepAxis, trammel_sweep_axis_free)

G_END_DECLS
