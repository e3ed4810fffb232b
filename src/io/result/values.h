/* Sets of values in a result, and their reader.
 *
 * A parameter of a result has its reported value (engine/est/task/reported.h), which is the
 * mechanism's where that is known, and the value of the stepper at the step of the fit. */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/mbs/model/param.h"

G_BEGIN_DECLS

typedef enum TrammelValues {
  TRAMMEL_VALUES_PHYSICAL, /* the reported ones */
  TRAMMEL_VALUES_STEPPER
} TrammelValues;

/* Reads "physical" or "stepper"; *values is unchanged if `word` is NULL.  `option` precedes the
 * message.  Error: TRAMMEL_ERROR_USAGE. */
gboolean
trammel_values_parse(TrammelValues *values, const char *option, const char *word, GError **error);

/* Values of a parameter in a result. */
typedef struct TrammelResultValue {
  char id[TR_ID_SIZE];
  double value, stepper; /* reported; of the stepper */
} TrammelResultValue;

/* Returns the ids and values of a result (GArray of TrammelResultValue), in its order; free with
 * g_array_unref().  `name` is the name of the result in messages.  Error: TRAMMEL_ERROR_UNREADABLE;
 * from a file also G_FILE_ERROR. */
GArray *trammel_result_read_values(JsonNode *root, const char *name, GError **error);
GArray *trammel_result_load_values(const char *path, GError **error);

/* Returns the value of the set. */
double trammel_result_value_get(const TrammelResultValue *value, TrammelValues values);

G_END_DECLS
