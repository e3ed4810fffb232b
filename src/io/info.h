/* What is in a log: channels, rates, ranges, problems. */
#pragma once

#include "io/dataset.h"
#include "io/json_writer.h"

G_BEGIN_DECLS

typedef struct {
  gsize samples, missing; /* values that are numbers, and that are not */
  double rate;            /* mean rate of the samples [Hz]; NAN without a time column */
  double min, max;        /* of the samples; NAN when there are none */
} TrammelChannelInfo;

/* The clock of a column is the first column of equal length that is named like a time ("t", "time",
 * "stamp", ...) or has a unit of time, and never falls; in a MAT file one of the same struct goes
 * first. */
void trammel_channel_info_init(TrammelChannelInfo *info, const TrammelDataset *dataset, guint i);

/* Whether a column is named like a time or has a unit of time. */
gboolean trammel_column_is_time(const TrammelColumn *column);

/* The object { "file", "kind", "channels": [ { "name", "unit", "samples", "rate", "min", "max",
 * "missing" } ], "problems": [] } of FORMATS, into a writer or as a text that ends with a newline.
 * A channel without a unit, a rate or samples has null there; matrices have "size" beside. */
void trammel_info_write(TrammelJsonWriter *writer, const TrammelDataset *dataset);
char *trammel_info_to_json(const TrammelDataset *dataset);

/* The same for people: a heading, one line a channel, the problems. */
char *trammel_info_to_text(const TrammelDataset *dataset);

G_END_DECLS
