/* Content of a log: channels, rates, ranges, problems. */
#pragma once

#include "io/base/json_writer.h"
#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* Writes the object { "file", "kind", "channels": [ { "name", "unit", "samples", "rate", "min",
 * "max", "missing" } ], "problems": [] }, or returns it as a text that ends with a newline (free
 * with g_free()).  A channel without a unit, a rate or samples has null there;
 * matrices also have "size"; text columns have "text": true, their "first" cell, and "time":
 * "iso8601" if they hold stamps.  The rate is that of the samples over the time they span, by the
 * first column of equal length that is a time and never falls; in a MAT file one of the same struct
 * is preferred.  MAT files also have "shapes": [ { "variable", "kind", "looks_like", "time",
 * "samples", "step", "channels": [ { "column", "name" } ] } ] (io/log/shapes.h).  "findings" are
 * those of io/check/health.h on the file alone. */
char *trammel_info_to_json(const TrammelDataset *dataset);

/* Returns the same as text: a heading, one line per channel, a description of the variables, the
 * problems.  Free with g_free(). */
char *trammel_info_to_text(const TrammelDataset *dataset);

G_END_DECLS
