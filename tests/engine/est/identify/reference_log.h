/* Reference logs as tasks: a plain CSV whose columns are t, [u,] theta1, theta2, for the Furuta
 * pendulum, and free quantities by their ids. */
#pragma once

#include "engine/est/task/fit.h"

enum { TR_LOG_SAMPLES = 20000, TR_LOG_COLUMNS = 8, TR_LOG_FREE = 16 };

/* Columns of a plain CSV with one header line. */
typedef struct TrLogTable {
  size_t n;
  double column[TR_LOG_COLUMNS][TR_LOG_SAMPLES];
} TrLogTable;

/* A task over one log. */
typedef struct TrLogSetup {
  TrLogTable *table;
  TrModel *model;
  TrFree free[TR_LOG_FREE];
  TrChannel channels[3];
  TrLog log;
  TrTask task;
} TrLogSetup;

/* Sets up a task and takes ownership of the model; observations are the samples at the nodes.
 * False, with g_test_skip() called, when the file (a name in $TRAMMEL_SHARED) is missing. */
bool tr_log_set_up(TrLogSetup *setup, const char *file, TrModel *model, bool has_input);
void tr_log_tear_down(TrLogSetup *setup);

/* Frees n quantities, and gives the model their start values. */
void tr_log_free(TrLogSetup *setup, const char *const *ids, const double *starts, int n);

/* Writes a fit into the test's log. */
void tr_log_print(const TrLogSetup *setup, const TrFit *fit);
