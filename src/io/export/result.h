/* Result file, checked and unpacked for the exports. */
#pragma once

#include <json-glib/json-glib.h>

#include "io/result/values.h"

G_BEGIN_DECLS

/* Parameter of a result; numbers that are null in the file are NAN. */
typedef struct {
  char *id, *unit;
  char *flags;         /* of `value`, joined by commas, "" without */
  char *missing;       /* reason why `value` is the stepper's; NULL: it is not */
  double value, sigma; /* of the set of the result (`values`) */
  double noise, model, timing, step, smoothing; /* parts of sigma */
  double stepper, stepper_sigma, sigma_linear;
  double start, min, max;
  gboolean physical;               /* `value` is the mechanism's */
  gboolean identifiable, at_bound; /* of the fit */
} TrammelExportParameter;

typedef struct {
  char *log, *role, *name;
  double samples; /* of the sensor, else of the log */
  double rmse, fit_percent, chi2_per_sample;
} TrammelExportSensor;

/* State error of a joint (io/result/weights/state_sigma.h). */
typedef struct {
  char *joint, *unit;
  double sigma, inertial;
  gboolean at_floor;
} TrammelExportStateError;

/* Prediction of a joint over its time scale in a log (est/predict/joint_prediction.h). */
typedef struct {
  char *log, *joint;
  double period, error_percent; /* NAN: the simulation fails */
} TrammelExportPrediction;

/* Unexplained force of the measured motion of a log (est/diagnose/unexplained_force.h). */
typedef struct {
  char *log;
  double percent;
} TrammelExportForceError;

typedef struct {
  double iteration, cost, gradient;
  double *parameters; /* [n_parameters] */
} TrammelExportIteration;

typedef struct {
  char *severity, *code, *text;
} TrammelExportFinding;

typedef struct {
  JsonNode *root;
  TrammelValues values; /* set in `value` of the parameters */
  char *path, *program, *status, *message;
  double iterations, seconds;
  GArray *parameters;   /* TrammelExportParameter */
  GArray *sensors;      /* TrammelExportSensor, of all logs */
  GArray *state_errors; /* TrammelExportStateError; empty in files of older programs */
  GArray *predictions;  /* TrammelExportPrediction, of all logs; the same */
  GArray *force_errors; /* TrammelExportForceError of the logs that have one */
  GArray *history;      /* TrammelExportIteration */
  GArray *findings;     /* TrammelExportFinding */
  char **directions;    /* sentences */
  double *correlation;  /* [n_parameters x n_parameters], row-major; NAN where undetermined */
  JsonObject *cost, *settings, *logs_sha256; /* in root */
  char *project_sha256;
} TrammelExportResult;

/* Reads and checks a result; free with trammel_export_result_free().  Errors: G_FILE_ERROR,
 * TRAMMEL_ERROR_UNREADABLE, with the file and the member in the message, e.g. "r.json:
 * parameters[2].sigma: expected a number or null". */
TrammelExportResult *trammel_export_result_load(const char *path, GError **error);

/* Same as trammel_export_result_load() for a text; `path` is for messages. */
TrammelExportResult *
trammel_export_result_parse(const char *text, gssize length, const char *path, GError **error);

/* Returns the same result with the values of a set; free with trammel_export_result_free(). */
TrammelExportResult *trammel_export_result_select(const TrammelExportResult *result,
                                                  TrammelValues values);

void trammel_export_result_free(TrammelExportResult *result);

guint trammel_export_result_get_n_parameters(const TrammelExportResult *result);
const TrammelExportParameter *trammel_export_result_get_parameter(const TrammelExportResult *result,
                                                                  guint i);

/* TRUE if the parameter has the flag. */
gboolean trammel_export_parameter_has(const TrammelExportParameter *parameter, const char *flag);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelExportResult, trammel_export_result_free)

G_END_DECLS
