/* Table of the combinations that the structure lets any log show, of the page Inspect. */
#pragma once

#include "ui/session/inspect/run-analysis.h"
#include "ui/widgets/text-table.h"

G_BEGIN_DECLS

/* Sets the columns of the table, once. */
void trammel_inspect_combinations_set_up(TrammelTextTable *table);

/* Shows the combinations of a run beside those of another; both nullable. */
void trammel_inspect_combinations_show(TrammelTextTable *table,
                                       const TrammelRunAnalysis *analysis,
                                       const TrammelRunAnalysis *other);

G_END_DECLS
