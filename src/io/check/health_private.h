/* What the two files of data health share. */
#pragma once

#include "engine/signal/correlate.h"
#include "engine/signal/health.h"
#include "io/check/health.h"
#include "io/project/private.h"
#include "io/units/units.h"

G_BEGIN_DECLS

/* A channel under examination: samples that are there, in the unit of the file. */
typedef struct {
  TrammelPlace place;
  double *t; /* [n] s since the log's first stamp */
  double *y; /* [n] */
  gsize n, n_missing;
  TrammelDimension dimension; /* of the position or rate, NONE when not known */
  double factor;              /* |scale| unit: to SI as declared */
  gboolean has_unit;          /* a unit is declared */
  char *path;                 /* nullable: `logs[0].channels[1]` */
  double sign;                /* as mapped */
  int sensor;                 /* of the model, -1 */
  int device;                 /* the project's sensor that it belongs to */
} TrammelSamples;

void trammel_samples_free(TrammelSamples *samples);

/* The finite samples of `column` (less `minus`, nullable) on the stamps raw[n] (in units of `unit`
 * seconds), counted from `origin` [s], NAN: from the first; NULL when the column is no vector of n
 * numbers.  Stamps that do not increase are left out. */
TrammelSamples *trammel_samples_new(const TrammelDataset *dataset,
                                    const char *column,
                                    const char *minus,
                                    const double *raw,
                                    gsize n,
                                    double unit,
                                    double origin);

/* A unit that is known and has a dimension; else the outputs are left alone. */
gboolean trammel_find_unit(const char *unit, double *factor, TrammelDimension *dimension);

/* Rows of a clock that are out of order; `path` (nullable) is where the project has the clock. */
void trammel_health_check_order(GArray *findings,
                                const TrClockHealth *clock,
                                const TrammelPlace *place,
                                double unit,
                                const char *path);

/* Gaps and irregular stamps of one channel; `seen` remembers the last ones, so that channels of one
 * clock report them once.  log_path (nullable): `logs[0]`. */
void trammel_health_check_spacing(GArray *findings,
                                  const TrammelSamples *samples,
                                  const char *log_path,
                                  TrClockHealth *seen);

/* Faults of the numbers themselves, and what they show; FALSE when there is no motion to look at
 * further. */
gboolean trammel_health_check_numbers(GArray *findings,
                                      const TrammelSamples *samples,
                                      TrSignalHealth *health,
                                      const char *log_path);

/* Stated (NAN: automatic) sigma of a mapped sensor's channel against what the samples show. */
void trammel_health_check_noise(GArray *findings,
                                const TrammelSamples *samples,
                                const TrSignalHealth *health,
                                const TrSensor *sensor);

/* "dq1" and "q1", "vel 2" and "pos 2", "joint0/velocity" and "joint0/position", "theta_dot" and
 * "theta": whether the first is named like the rate of the second. */
gboolean trammel_name_is_rate_of(const char *rate, const char *position);

/* Findings on unit, sign and delay of a position and its rate.  Delays are looked for when
 * `with_delay`. */
void trammel_health_check_pair(GArray *findings,
                               const TrammelSamples *position,
                               const TrammelSamples *rate,
                               gboolean with_delay);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSamples, trammel_samples_free)

G_END_DECLS
