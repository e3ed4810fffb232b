/* Cross-validates a project on a thread of its own; ended early, what is there is told. */
#pragma once

#include "ui/session/background.h"
#include "ui/session/cross-sheet.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_CROSS_VALIDATOR (trammel_cross_validator_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelCrossValidator, trammel_cross_validator, TRAMMEL, CROSS_VALIDATOR, TrammelBackground)

/* Signals: "progress" (guint done, guint total, const char *what: the part that begins),
 * "finished" (TrammelCrossSheet *), "failed" (GError *). */
TrammelCrossValidator *trammel_cross_validator_new(void);

void trammel_cross_validator_start(TrammelCrossValidator *validator,
                                   TrammelProject *project,
                                   TrStartState start,
                                   gboolean leave_one_out);

/* Asks for the end; "finished" follows with what is there. */
void trammel_cross_validator_cancel(TrammelCrossValidator *validator);

G_END_DECLS
