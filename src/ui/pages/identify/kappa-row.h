/* Setting row of kappa: selection rule, entry and slider, and the value that the last run found.
 *
 * Signals are those of TrammelSettingRow. */
#pragma once

#include "ui/pages/parts/choice-row.h"
#include "ui/session/document/document.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_KAPPA_ROW (trammel_kappa_row_get_type())
G_DECLARE_FINAL_TYPE(TrammelKappaRow, trammel_kappa_row, TRAMMEL, KAPPA_ROW, TrammelChoiceRow)

/* Shows the setting of the document and the result of its present run. */
void trammel_kappa_row_update(TrammelKappaRow *row, TrammelDocument *document);

G_END_DECLS
