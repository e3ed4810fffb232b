/* Samples of a channel as its mapping makes them from the columns of the file, in the unit of the
 * file: column less `minus`, formula, processing. */
#pragma once

#include "io/project/private.h"

G_BEGIN_DECLS

typedef struct {
  const TrammelDataset *dataset;
  const char *log;
  const TrammelMapping *mapping;
} TrammelChannelSource;

/* Returns the n numbers before the processing, NAN where one is missing; *column is the one that
 * they came from.  Free with g_free().  Errors: TRAMMEL_ERROR_INVALID, TRAMMEL_ERROR_UNREADABLE. */
double *trammel_channel_values_read(const TrammelChannelSource *source,
                                    gsize *n,
                                    const TrammelColumn **column,
                                    GError **error);

/* Applies the processing to *n samples without missing ones; the arrays may move.  Errors:
 * TRAMMEL_ERROR_INVALID for a frequency above half of the sampling rate. */
gboolean trammel_channel_values_process(
    const TrammelChannelSource *source, double **t, double **y, gsize *n, GError **error);

/* Returns the unit of the processed samples of a column in `unit`, "deg/s"; free with g_free(). */
char *trammel_channel_values_dup_unit(const TrammelMapping *mapping, const char *unit);

G_END_DECLS
