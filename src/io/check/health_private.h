/* Internal interface of io/check/health. */
#pragma once

#include "engine/signal/correlate.h"
#include "engine/signal/health.h"
#include "io/check/health.h"
#include "io/project/private.h"
#include "io/units/units.h"

G_BEGIN_DECLS

/* Channel to be checked: its valid samples, in the unit of the file. */
typedef struct {
  TrammelPlace place;
  const char *name; /* of the column, without its unit; belongs to the dataset, nullable */
  double *t;        /* [n] s since the log's first stamp */
  double *y;        /* [n] */
  gsize n, n_missing;
  TrammelDimension dimension; /* of the position or rate, NONE when unknown */
  double factor;              /* |scale| unit: to SI as declared */
  gboolean has_unit;          /* a unit is declared */
  char *path;                 /* nullable: `logs[0].channels[1]` */
  double sign;                /* as mapped */
  int sensor;                 /* of the model, -1 */
  int device;                 /* the project's sensor of the channel */
} TrammelSamples;

void trammel_samples_free(TrammelSamples *samples);

/* Stamps of a column. */
typedef struct TrammelSampleClock {
  const double *raw; /* [n] in units of `unit` seconds */
  gsize n;
  double unit;
  double origin;      /* [s] from which they are counted; NAN: the first */
  const double *trim; /* [2] s: samples outside are left out; nullable */
} TrammelSampleClock;

/* Returns the finite samples of `column` (less `minus`, nullable) on the stamps of the clock; NULL
 * when the column is not a vector of as many numbers.  Stamps that do not increase are left out.
 * Free with trammel_samples_free(). */
TrammelSamples *trammel_samples_new(const TrammelDataset *dataset,
                                    const char *column,
                                    const char *minus,
                                    TrammelSampleClock clock);

/* Sets factor and dimension of a unit; FALSE, and no change, if it is unknown or has no
 * dimension. */
gboolean trammel_find_unit(const char *unit, double *factor, TrammelDimension *dimension);

/* Adds findings on rows of a clock that are out of order; `path` (nullable): path of the clock in
 * the project. */
void trammel_health_check_order(GArray *findings,
                                const TrClockHealth *clock,
                                const TrammelPlace *place,
                                double unit,
                                const char *path);

/* Log of a project: `logs[0]`, and the ranges [s] that it leaves out (double[2]; nullable). */
typedef struct {
  const char *path;
  const GArray *excluded;
} TrammelLogPlace;

/* Adds findings on gaps and irregular stamps of one channel, except gaps within excluded ranges.
 * `seen` holds the last ones, so that channels of one clock report them once.  `log` (nullable):
 * that of a project. */
void trammel_health_check_spacing(GArray *findings,
                                  const TrammelSamples *samples,
                                  const TrammelLogPlace *log,
                                  TrClockHealth *seen);

/* Adds findings on the numbers themselves and sets *health; FALSE when there is no motion for
 * further checks. */
gboolean trammel_health_check_numbers(GArray *findings,
                                      const TrammelSamples *samples,
                                      TrSignalHealth *health,
                                      const char *log_path);

/* Adds a finding on an input that stays at its extreme values. */
void trammel_health_check_input(GArray *findings, const TrammelSamples *samples);

/* Compares the stated sigma (NAN: automatic) of a mapped sensor's channel with the noise of the
 * samples. */
void trammel_health_check_noise(GArray *findings,
                                const TrammelSamples *samples,
                                const TrSignalHealth *health,
                                const TrSensor *sensor);

/* TRUE if the first name is that of the rate of the second: "dq1" and "q1", "vel 2" and "pos 2",
 * "joint0/velocity" and "joint0/position", "theta_dot" and "theta". */
gboolean trammel_name_is_rate_of(const char *rate, const char *position);

/* Adds findings on unit, sign and delay of a position and its rate; delays only if `with_delay`. */
void trammel_health_check_pair(GArray *findings,
                               const TrammelSamples *position,
                               const TrammelSamples *rate,
                               gboolean with_delay);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSamples, trammel_samples_free)

G_END_DECLS
