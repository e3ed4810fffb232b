/* Fit rounds of the search for kappa: the start of each in a history, for plots.  Costs of
 * different rounds cannot be compared. */
#pragma once

#include "engine/est/task/fit.h"
#include "plot/figure/figure.h"

G_BEGIN_DECLS

/* Returns a TrammelMark at the start of each round in the history, with its kappa; none if all have
 * the same.  Free with g_array_unref(). */
GArray *trammel_fit_rounds_new_marks(const TrIteration *history, int n);

/* Returns TRUE if iterate `i` is the first of its round, but not of the history. */
gboolean trammel_fit_rounds_begin_at(const TrIteration *history, int i);

G_END_DECLS
