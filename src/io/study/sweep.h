/* Sweep: the same identification at many settings, one or two of them varied over a grid.
 *
 * Neighbouring points differ little, so the grid is traversed in snake order, four points at a
 * time, and each fit starts from the parameters of the previous one if that converged.  If that
 * fails, and for the first of the four, the project's own values are used.  Then every point that
 * failed, or whose parameters jump, is fitted from its neighbours, and again from those that this
 * improved; the lowest cost is kept.  So the result depends neither on a bad start nor on the
 * direction of the traversal.  All processors share the work, and other processes if there are any;
 * the numbers are the same for any number of them.  A point that cannot be computed stores the
 * reason, and the rest continues.
 *
 * Values and sigmas of a point are the stepper's at the settings of the point, so that a sweep over
 * h shows how they depend on it. */
#pragma once

#include "engine/base/exchange.h"
#include "engine/est/lsq/lcurve.h"
#include "io/base/json_node.h"
#include "io/study/validation.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_SWEEP_SETTING,
  TRAMMEL_SWEEP_QUANTITY,
  TRAMMEL_SWEEP_COMPLIANCE /* of all joints, linear [m/N] and angular [rad/(N m)] alike */
} TrammelSweepKind;

/* Axis of the grid: a setting, a quantity of the model by its id, or "compliance", with its values
 * in SI. */
typedef struct {
  char *name;
  double *values;
  gsize n;
  TrammelSweepKind kind;
} TrammelSweepAxis;

/* Parses `NAME=FROM:TO:COUNT` (steps of equal ratio for settings and compliance with both ends
 * above zero, else of equal difference) or `NAME=A,B,C`.  Settings are written as in the project
 * file, with `_` or `-`.  Free with trammel_sweep_axis_free().  Errors: TRAMMEL_ERROR_USAGE. */
TrammelSweepAxis *
trammel_sweep_axis_parse(const TrammelProject *project, const char *text, GError **error);
void trammel_sweep_axis_free(TrammelSweepAxis *axis);

/* Sets a value of the axis in a project. */
gboolean trammel_sweep_axis_apply(const TrammelSweepAxis *axis,
                                  TrammelProject *project,
                                  double value,
                                  GError **error);

typedef struct {
  double value, sigma; /* sigma NAN where not determined */
  gboolean identifiable, at_bound;
} TrammelSweepValue;

/* Misfits as root mean squares, for the L-curve: of the observations in units of the sensor sigmas
 * that the project states (if it states none, those used), of the state [N s, N m s]. */
typedef struct {
  double observation, state;
} TrammelSweepMisfit;

/* Open-loop error with the parameters of a point, at its settings (est/predict/validate.h): means
 * over the logs and their sensors; NAN if there is none. */
typedef struct {
  double rmse, nrmse_percent, horizon;
  char *message; /* why a number is missing; nullable */
} TrammelSweepScore;

typedef struct {
  double *at;         /* [n_axes] */
  const char *status; /* as in a result file; static */
  char *message;      /* reason why it stopped or could not run */
  int iterations;     /* 0: did not run */
  double seconds;
  gboolean is_warm; /* the kept fit started from a neighbour's parameters */
  double kappa;     /* used; NAN when it did not run */
  TrCost cost;      /* NAN when it did not run */
  double observation_mse, state_mse;
  TrammelSweepMisfit misfit; /* NAN when it did not run */
  TrammelSweepScore score;
  TrammelSweepValue *values; /* [n_free]; NULL when it did not run */
} TrammelSweepPoint;

/* Corner of one L-curve: of the points along kappa at one value of the other axis. */
typedef struct {
  double other; /* value of the other axis; NAN if kappa is the only one */
  double kappa; /* NAN: no corner */
  TrLCorner corner;
} TrammelSweepCorner;

typedef struct {
  GPtrArray *axes;   /* TrammelSweepAxis */
  GPtrArray *points; /* TrammelSweepPoint, the last axis fastest; fewer when interrupted */
  GPtrArray *ids;    /* char *: the free parameters */
  GPtrArray *units;  /* static const char * */
  GPtrArray *scored; /* char *: scored logs; empty without scores */
  GArray *findings;  /* TrammelFinding: findings on the logs; not in files */
  GArray *corners;   /* TrammelSweepCorner, one for each value of the other axis; empty if kappa is
                        not swept */
  gboolean scores_fitted; /* the scored logs are those that were fitted */
  gboolean interrupted;
} TrammelSweep;

/* Callback after every point, on any thread but one at a time. */
typedef void (*TrammelSweepFunc)(const TrammelSweepPoint *point,
                                 gsize n_done,
                                 gsize n_points,
                                 gpointer user_data);

typedef struct {
  const char *const *logs;    /* NULL: those of role estimate */
  gboolean score;             /* on the logs of role validate; if there are none, on the fitted
                                 ones */
  TrStartState start;         /* of the open loop */
  int threads;                /* total number; 0: one per processor */
  const TrExchange *exchange; /* nullable: processes that share the work */
  const TrMonitor *monitor;   /* nullable, called on all threads; may end the sweep early */
  TrammelSweepFunc func;      /* nullable */
  gpointer user_data;
} TrammelSweepOptions;

/* Runs all points; free with trammel_sweep_free(). axes: TrammelSweepAxis, one or two, taken.
 * Errors: those of trammel_problem_new(); TRAMMEL_ERROR_USAGE for a grid that is too large. */
TrammelSweep *trammel_sweep_run(const TrammelProject *project,
                                GPtrArray *axes,
                                const TrammelSweepOptions *options,
                                GError **error);
void trammel_sweep_free(TrammelSweep *sweep);

/* Returns the index of the axis of this name, -1: none. */
int trammel_sweep_find_axis(const TrammelSweep *sweep, const char *name);

/* Returns the point with the smallest nrmse_percent, NULL without scores. */
const TrammelSweepPoint *trammel_sweep_find_best(const TrammelSweep *sweep);

/* Returns a sentence on the corner; free with g_free(). */
char *trammel_sweep_corner_dup_text(const TrammelSweep *sweep, const TrammelSweepCorner *corner);

/* Returns { "over": { name: [values] }, "points": [ { "settings", "status", "cost", "parameters" }
 * ] } with corners and scores (data/schema/sweep.schema.json), ending with a newline;
 * free with g_free(). */
char *trammel_sweep_to_json(const TrammelSweep *sweep);

/* Reads that JSON back; corners are computed again, and parts of the cost that it does not have are
 * NAN.  Error: TRAMMEL_ERROR_INVALID with the place. */
TrammelSweep *trammel_sweep_read(const TrammelNode *node, GError **error);

/* Returns a table with tabs: the axes, status, iterations, cost, both mean squares, the score if
 * there is one, value and sigma of every parameter; free with g_free(). */
char *trammel_sweep_to_text(const TrammelSweep *sweep);

/* Returns the same as CSV, with both misfits and units in the header; free with g_free(). */
char *trammel_sweep_to_csv(const TrammelSweep *sweep);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSweep, trammel_sweep_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSweepAxis, trammel_sweep_axis_free)

G_END_DECLS
