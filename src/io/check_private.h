/* What the files of the check share. */
#pragma once

#include "engine/est/prepare.h"
#include "io/check.h"
#include "io/project_private.h"
#include "io/project_put.h"

G_BEGIN_DECLS

typedef struct {
  GArray *findings;
  const TrammelProject *project;
  const TrTask *task;
  TrPrepared *prepared;
  const guint *log_index; /* [task->n_logs] place of each log in the project */
} TrammelCheck;

/* `logs[2]` of the project's file, and of a channel of it; -1 when nothing is mapped. */
int trammel_check_find_channel(const TrammelCheck *check, int log, const char *signal);

/* Loops, freedom and joints of the model by itself. */
void trammel_check_mechanism(GArray *findings, const TrModel *model);

/* Bodies of a mechanism that is no tree of joints that nothing in a log measures. */
void trammel_check_unmeasured(const TrammelCheck *check, int log);

/* The step against clocks, motion and settings. */
void trammel_check_motion(const TrammelCheck *check);

/* Settings that are out of proportion to the logs. */
void trammel_check_settings(const TrammelCheck *check);

/* Inputs and inertias against the forces that the motion needs. */
void trammel_check_forces(const TrammelCheck *check);

/* Which parameters the logs show, from their start values; a forecast (io/forecast.h), or NULL when
 * the logs are too long for a mere look. */
GArray *trammel_check_influence(const TrammelCheck *check);

G_END_DECLS
