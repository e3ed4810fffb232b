/* Table of a run's parameters, of the page Inspect, beside those of another run. */
#pragma once

#include "ui/session/run/run-record.h"
#include "ui/widgets/text-table.h"

G_BEGIN_DECLS

/* Sets the columns of the table, once. */
void trammel_inspect_table_set_up(TrammelTextTable *table);

/* Shows the parameters of a run beside those of another (nullable), with the labels of `project`.
 */
void trammel_inspect_table_show(TrammelTextTable *table,
                                TrammelRunRecord *record,
                                TrammelRunRecord *other,
                                const TrammelProject *project);

G_END_DECLS
