/* Setting row of the time step: automatic or a number, entry and slider, and the step of the last
 * run.
 *
 * Signals are those of TrammelSettingRow. */
#pragma once

#include "ui/pages/parts/choice-row.h"
#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_STEP_ROW (trammel_step_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelStepRow, trammel_step_row, TRAMMEL, STEP_ROW, TrammelChoiceRow)

/* Shows the setting of the document and the step of its present run. */
void trammel_step_row_update(TrammelStepRow *row, TrammelDocument *document);

G_END_DECLS
