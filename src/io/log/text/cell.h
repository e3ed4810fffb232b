/* Cells of a log that are not numbers: missing samples, and reasons for the others. */
#pragma once

#include "io/log/text/line.h"

G_BEGIN_DECLS

/* Reports whether a cell stands for "no sample": one of `words`, or of the usual ones where that is
 * NULL.  An empty cell always is. */
gboolean trammel_cell_is_missing(TrammelSpan cell, const char *const *words);

/* The words that count as "no sample" unless others are given; NULL-terminated, static. */
const char *const *trammel_cell_get_missing_words(void);

/* The reason why a cell is not a number, as a part of a sentence (io/base/bilingual.h) for a remark
 * in brackets; NULL when none is known. */
const char *trammel_cell_explain(const char *cell);

G_END_DECLS
