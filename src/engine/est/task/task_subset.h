/* Tasks derived from a task: with some of its logs only, or with values substituted. */
#pragma once

#include "engine/est/task/fit.h"

/* A task of some logs with the free parameters that they have: all of the model's that act in one
 * of these logs (est/task/own_values.h), and those of their channels.  Where the master of a tie is
 * left out, the first quantity that follows it takes its place: parameter i of the task is
 * factor[i] times free[index[i]] of the original. */
typedef struct TrTaskSubset {
  TrTask task;
  int *index;     /* [task.n_free] */
  double *factor; /* [task.n_free] not 0 */
  int *log_index; /* [task.n_logs] of the original's logs */
  TrFree *free;
  TrTie *ties;
  TrLinear *constraints; /* those with all quantities present */
  TrTerm *terms;
  TrLog *logs;
} TrTaskSubset;

/* Returns a task of the wanted logs; wanted: [n_logs] at least one.  NULL when memory is out.  The
 * original must outlive it. */
TrTaskSubset *tr_task_subset_new(const TrTask *task, const bool *wanted);
void tr_task_subset_free(TrTaskSubset *subset);

/* A task of one log in which nothing is free: the parameters and the quantities tied to them have
 * the given values, in the model and in the log's samples. */
typedef struct TrAppliedTask {
  TrTask task;
  TrModel *model;
  TrLog log;
  TrChannel *channels;
  double **samples; /* [n_channels] stamps and values of channels that had to change, or NULL */
} TrAppliedTask;

/* Returns the task with these parameters, [n_free] of the original; NULL when memory is out.  The
 * original must outlive it. */
TrAppliedTask *tr_applied_task_new(const TrTask *task, int log, const double *parameters);
void tr_applied_task_free(TrAppliedTask *applied);
