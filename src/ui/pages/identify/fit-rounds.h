/* Rounds of a fit that looks for kappa: where each begins in a history, for plots.  Costs of
 * different rounds cannot be compared. */
#pragma once

#include "engine/est/task/fit.h"
#include "plot/figure/figure.h"

G_BEGIN_DECLS

/* TrammelMark at the place in the history with which each round begins, with its kappa; none where
 * there is one round only.  Free with g_array_unref(). */
GArray *trammel_rounds_new_marks(const TrIteration *history, int n);

/* Whether iterate `i` is the first of its round, and not of the history. */
gboolean trammel_rounds_begin_at(const TrIteration *history, int i);

G_END_DECLS
