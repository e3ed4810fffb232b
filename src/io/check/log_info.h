/* What is in a log: channels, rates, ranges, problems. */
#pragma once

#include "io/base/json_writer.h"
#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* The object { "file", "kind", "channels": [ { "name", "unit", "samples", "rate", "min", "max",
 * "missing" } ], "problems": [] }, into a writer or as a text that ends with a newline.
 * A channel without a unit, a rate or samples has null there; matrices have "size" beside, words
 * have "text": true, their "first" one, and "time": "iso8601" if they are stamps.  The rate is that
 * of the samples over the time they span, by the first column of equal length that is a time and
 * never falls; in a MAT file one of the same struct goes first.  MAT files also have "shapes": [ {
 * "variable", "kind", "looks_like", "time", "samples", "step", "channels": [ { "column", "name" } ]
 * } ] (io/log/shapes.h).  "findings" are those of io/check/health.h on the file by itself. */
void trammel_info_write(TrammelJsonWriter *writer, const TrammelDataset *dataset);
char *trammel_info_to_json(const TrammelDataset *dataset);

/* The same for people: a heading, one line a channel, what the variables look like, the
 * problems. */
char *trammel_info_to_text(const TrammelDataset *dataset);

G_END_DECLS
