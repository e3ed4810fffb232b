/* Cross-validation of a project in a background thread.  When cancelled, delivers the cells
 * finished so far. */
#pragma once

#include "io/study/crossvalidation.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A background task (thread/background-task.h) whose outcome is a
 * TrammelCrossValidation.  Scores of earlier ones are used again. */
#define TRAMMEL_TYPE_CROSS_VALIDATOR (trammel_cross_validator_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelCrossValidator, trammel_cross_validator, TRAMMEL, CROSS_VALIDATOR, TrammelBackgroundTask)

TrammelCrossValidator *trammel_cross_validator_new(void);

void trammel_cross_validator_start(TrammelCrossValidator *validator,
                                   TrammelProject *project,
                                   TrStartState start,
                                   gboolean leave_one_out);

/* Drops all scores: the files of the logs have changed. */
void trammel_cross_validator_forget(TrammelCrossValidator *validator);

G_END_DECLS
