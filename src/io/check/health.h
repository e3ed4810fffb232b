/* Data health: findings on the channels of a file, with or without a project. */
#pragma once

#include "io/log/data/dataset.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Appends the findings on a file alone: each clock (a column named like a time), each vector on the
 * clock of its length, and each pair of a position and its rate, recognised by names or units.
 * `log` is the log's name in the findings, nullable. */
void trammel_health_check_dataset(GArray *findings, const TrammelDataset *dataset, const char *log);

/* Appends the findings on the mapped channels of a project's log.  Faults in columns that are not
 * mapped are not reported, but columns with the rate of a mapped position are used to check its
 * unit and sign.  Columns that are missing or hold text are left to trammel_problem_new(). */
void trammel_health_check_log(GArray *findings,
                              const TrammelProject *project,
                              guint log,
                              const TrammelDataset *dataset);

G_END_DECLS
