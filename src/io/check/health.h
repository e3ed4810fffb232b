/* Data health: findings on the channels of a file, with and without a project.
 *
 * Codes: time-not-increasing, jitter, gap, missing-samples, channel-constant, channel-stuck,
 * channel-saturated, spikes, jump, wrap-around, unit-suspicion, scale-suspicion, sign-suspicion,
 * delay-suspicion, sigma-too-small, quiet-window, low-excitation. */
#pragma once

#include "io/log/data/dataset.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* A file by itself: each clock (a column named like a time), each vector on the clock of its
 * length, and each pair of a position and its rate, told by their names or units.  `log` is the
 * name that findings carry, nullable. */
void trammel_health_check_dataset(GArray *findings, const TrammelDataset *dataset, const char *log);

/* The mapped channels of a project's log; faults in columns that are not mapped are not its
 * business, but columns that hold the rate of a mapped position are witnesses of its unit and
 * sign. Columns that are missing or hold words are left to trammel_problem_new(). */
void trammel_health_check_log(GArray *findings,
                              const TrammelProject *project,
                              guint log,
                              const TrammelDataset *dataset);

G_END_DECLS
