/* Comparison of two tasks: the work that is necessary when one replaces the other.
 *
 *   change                                            | kept
 *   --------------------------------------------------+------------------------------------------
 *   kappa, its rule, weighting, compliance_scale,     | prepared logs, all memory, states,
 *   damping_scale, loss, max_iterations; starts,      | parameters
 *   bounds, priors and transforms; values of free     |
 *   and tied quantities in the model                  |
 *   h, trims, excluded ranges, observations, cutoff,  | parameters, by quantity; states,
 *   friction_rate, sigmas, fixed values, formulation, | interpolated, of logs whose samples are the
 *   damping, which quantities are free or tied        | same; logs and memory are prepared anew
 *   another mechanism                                 | nothing */
#pragma once

#include "engine/est/task/fit.h"

/* Work that a change requires, the least first. */
typedef enum TrRework {
  TR_REWORK_NOTHING,
  TR_REWORK_WEIGHTS, /* the first group above */
  TR_REWORK_LOGS,    /* the second */
  TR_REWORK_ALL
} TrRework;

/* Returns the rework from one task to the other. `model` is a copy of the first task's model, which
 * receives the second one's values of free and tied quantities, if both tasks free the same.
 * Monitors, warm starts and validation logs are not compared. */
TrRework tr_task_compare(const TrTask *from, TrModel *model, const TrTask *to);

/* Returns whether two logs have the same samples of the same signals, regardless of trims and
 * exclusions. */
bool tr_log_has_samples_of(const TrLog *a, const TrLog *b);
