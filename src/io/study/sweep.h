/* Sweeps: the same identification at many settings, one or two of them varied over a grid.
 *
 * Points next to each other differ little, so the grid is walked in snake order, four points at a
 * time, and each fit starts from the parameters of the one before it where that converged.  Where
 * that fails, and for the first of the four, the project's own values are tried.  Then every point
 * that failed, or whose parameters jump, is tried from its neighbours, and again from those that
 * became better by it; the lowest cost stays.  So neither a bad start nor the direction of the walk
 * decides.  All processors share the work, and other processes where there are any; the numbers are
 * the same for any number of them.  A point that cannot be computed says why and the rest goes on.
 */
#pragma once

#include "engine/base/exchange.h"
#include "engine/est/lsq/lcurve.h"
#include "io/project/node.h"
#include "io/study/validation.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_SWEEP_SETTING,
  TRAMMEL_SWEEP_QUANTITY,
  TRAMMEL_SWEEP_COMPLIANCE /* of all joints, linear [m/N] and angular [rad/(N m)] alike */
} TrammelSweepKind;

/* One side of the grid: a setting, a quantity of the model by its id, or "compliance", and its
 * values in SI. */
typedef struct {
  char *name;
  double *values;
  gsize n;
  TrammelSweepKind kind;
} TrammelSweepAxis;

/* From `NAME=FROM:TO:COUNT` (steps of equal ratio for settings and compliance with both ends above
 * zero, else of equal difference) or `NAME=A,B,C`.  Settings are written as in the project file,
 * with `_` or `-`.  Errors: TRAMMEL_ERROR_USAGE. */
TrammelSweepAxis *
trammel_sweep_axis_parse(const TrammelProject *project, const char *text, GError **error);
void trammel_sweep_axis_free(TrammelSweepAxis *axis);

/* Puts a value of the axis into a project; kappa by trammel_project_set_kappa(). */
gboolean trammel_sweep_axis_apply(const TrammelSweepAxis *axis,
                                  TrammelProject *project,
                                  double value,
                                  GError **error);

typedef struct {
  double value, sigma; /* sigma NAN where not determined */
  gboolean identifiable, at_bound;
} TrammelSweepValue;

/* Both misfits as root mean squares, for the L-curve: of the observations in units of the sensors'
 * sigmas that the project states (where it states none, those used), of the state [N s, N m s]. */
typedef struct {
  double observation, state;
} TrammelSweepMisfit;

/* Open-loop error with the parameters of a point, at its settings (est/predict/validate.h): means
 * over the logs and their sensors; NAN where there is none. */
typedef struct {
  double rmse, nrmse_percent, horizon;
  char *message; /* why a number is missing; nullable */
} TrammelSweepScore;

typedef struct {
  double *at;         /* [n_axes] */
  const char *status; /* as in a result file; static */
  char *message;      /* why it stopped, or why it could not run */
  int iterations;     /* 0: did not run */
  double seconds;
  gboolean is_warm; /* the fit that is kept began from a neighbour's parameters */
  double kappa;     /* used; NAN when it did not run */
  TrCost cost;      /* NAN when it did not run */
  double observation_mse, state_mse;
  TrammelSweepMisfit misfit; /* NAN when it did not run */
  TrammelSweepScore score;
  TrammelSweepValue *values; /* [n_free]; NULL when it did not run */
} TrammelSweepPoint;

/* The corner of one L-curve: of the points along kappa at one value of the other axis. */
typedef struct {
  double other; /* value of the other axis; NAN where kappa is the only one */
  double kappa; /* NAN: no corner */
  TrLCorner corner;
} TrammelSweepCorner;

typedef struct {
  GPtrArray *axes;   /* TrammelSweepAxis */
  GPtrArray *points; /* TrammelSweepPoint, the last axis fastest; fewer when interrupted */
  GPtrArray *ids;    /* char *: the free parameters */
  GPtrArray *units;  /* static const char * */
  GPtrArray *scored; /* char *: the logs that were scored; empty without scores */
  GArray *findings;  /* TrammelFinding: what is odd about the logs; not in files */
  GArray *corners;   /* TrammelSweepCorner, one for each value of the other axis; empty where kappa
                        is not swept */
  gboolean scores_fitted; /* the scored logs are those that were fitted */
  gboolean interrupted;
} TrammelSweep;

/* Called after every point of the walk, on any thread but one at a time. */
typedef void (*TrammelSweepFunc)(const TrammelSweepPoint *point,
                                 gsize n_done,
                                 gsize n_points,
                                 gpointer user_data);

typedef struct {
  const char *const *logs;    /* NULL: those of role estimate */
  gboolean score;             /* on the logs of role validate; where there are none, those fitted */
  TrStartState start;         /* of the open loop */
  int threads;                /* in all; 0: one a processor */
  const TrExchange *exchange; /* nullable: processes that share the work */
  const TrMonitor *monitor; /* nullable, asked on all threads; ends the sweep with what there is */
  TrammelSweepFunc func;    /* nullable */
  gpointer user_data;
} TrammelSweepOptions;

/* Runs all points.  axes: TrammelSweepAxis, one or two, taken over.  Errors: those of
 * trammel_problem_new(); TRAMMEL_ERROR_USAGE for a grid that is too large. */
TrammelSweep *trammel_sweep_run(const TrammelProject *project,
                                GPtrArray *axes,
                                const TrammelSweepOptions *options,
                                GError **error);
void trammel_sweep_free(TrammelSweep *sweep);

/* The axis of that name, -1: none. */
int trammel_sweep_find_axis(const TrammelSweep *sweep, const char *name);

/* The point with the smallest nrmse_percent, NULL without scores. */
const TrammelSweepPoint *trammel_sweep_find_best(const TrammelSweep *sweep);

/* What the corner says, as a sentence; free with g_free(). */
char *trammel_sweep_corner_dup_text(const TrammelSweep *sweep, const TrammelSweepCorner *corner);

/* { "over": { name: [values] }, "points": [ { "settings", "status", "cost", "parameters" } ] }
 * with corners and scores beside (data/schema/sweep.schema.json), ending with a newline. */
char *trammel_sweep_to_json(const TrammelSweep *sweep);

/* Reads that back; corners are found anew, and what JSON does not say of the costs is NAN.  Errors:
 * TRAMMEL_ERROR_INVALID with the place, TRAMMEL_ERROR_UNREADABLE; `name` is the file in them. */
TrammelSweep *trammel_sweep_new_from_json(const char *text, const char *name, GError **error);
TrammelSweep *trammel_sweep_read(const TrammelNode *node, GError **error);

/* A table with tabs: the axes, status, iterations, cost, both mean squares, the score where there
 * is one, value and sigma of every parameter. */
char *trammel_sweep_to_text(const TrammelSweep *sweep);

/* The same as CSV, with both misfits and units in the header. */
char *trammel_sweep_to_csv(const TrammelSweep *sweep);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSweep, trammel_sweep_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSweepAxis, trammel_sweep_axis_free)

G_END_DECLS
