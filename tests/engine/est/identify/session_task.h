/* Task for the tests of sessions, and changes of it. */
#pragma once

#include "engine/est/identify/session.h"

enum { N_FREE = 5 };

#define STEP 0.01

extern const char *const tr_session_ids[N_FREE];
extern const TrChannel tr_session_channels[3];

/* A Furuta pendulum under a chirp, with noise; five free quantities with too large start values. */
typedef struct Fixture {
  TrModel *model;
  TrLog log;
  TrFree free[N_FREE];
  TrTask task;
} Fixture;

void tr_session_fixture_init(Fixture *f);
void tr_session_fixture_clear(Fixture *f);

/* A change to a copy of the task, and the rework that it requires. */
typedef struct Change {
  const char *name;
  TrRework rework;
  void (*make)(TrTask *task, TrFree *free, TrLog *log, TrModel *model);
} Change;

extern const Change tr_session_changes[];
extern const int tr_n_session_changes;

/* Copies of the data of the task, so that they can be changed; free the model. */
typedef struct Changed {
  TrTask task;
  TrFree free[N_FREE];
  TrLog log;
  TrModel *model;
} Changed;

/* change may be NULL */
void tr_session_make_changed(Changed *c, const Fixture *f, const Change *change);
