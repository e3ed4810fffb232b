/* Cross-validation of a project in a background thread.  When cancelled, delivers the cells
 * finished so far. */
#pragma once

#include "ui/session/thread/background-task.h"
#include "ui/session/validate/cross-sheet.h"

G_BEGIN_DECLS

/* A background task (thread/background-task.h) whose outcome is a TrammelCrossSheet. */
#define TRAMMEL_TYPE_CROSS_VALIDATOR (trammel_cross_validator_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelCrossValidator, trammel_cross_validator, TRAMMEL, CROSS_VALIDATOR, TrammelBackgroundTask)

TrammelCrossValidator *trammel_cross_validator_new(void);

void trammel_cross_validator_start(TrammelCrossValidator *validator,
                                   TrammelProject *project,
                                   TrStartState start,
                                   gboolean leave_one_out);

G_END_DECLS
