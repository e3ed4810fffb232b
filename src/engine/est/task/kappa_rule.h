/* Rule that a task takes kappa from: stated, variance components, or open-loop error. */
#pragma once

#include "engine/est/task/task.h"

/* First kappa of a fit whose kappa is searched for, in units of kappa_ref: a state error of a
 * thousandth of a typical step's impulse. */
#define TR_FIRST_KAPPA 1e3

/* First kappa of a fit from below, in the same units: a state error of thirty times a typical
 * step's impulse, which leaves the motion to the samples. */
#define TR_LOW_KAPPA 1e-6

/* Reports whether the fit has two passes (est/identify/impact_passes.h): kappa is automatic, all
 * bodies are free or thrown against contacts, and something is free. */
bool tr_task_has_impact_passes(const TrTask *task);

/* Reports whether variances come from the data (est/solve/variance.h).  Not for `explicit`, which
 * is kept for its published cost. */
bool tr_task_finds_variances(const TrTask *task);

/* Reports whether kappa is searched for by open-loop error (est/identify/kappa_search.h): it is
 * left to this rule, and something is free. */
bool tr_task_searches_kappa(const TrTask *task);
