#include "ui/pages/inspect/inspect-combinations.h"

#include <glib/gi18n.h>

#include "ui/session/inspect/run-analysis-tables.h"

static const TrammelTextColumn columns[TRAMMEL_COMBINATION_COLUMNS] = {
    [TRAMMEL_COMBINATION_LABEL] = {N_("Combination"),
                                   N_("Combinations of parameters that the structure lets any log "
                                      "show; inertia_o is about the body's origin"),
                                   FALSE, TRUE},
    [TRAMMEL_COMBINATION_VALUE] = {N_("Estimate"), NULL, TRUE, FALSE},
    [TRAMMEL_COMBINATION_SIGMA] = {N_("±"), NULL, TRUE, FALSE},
    [TRAMMEL_COMBINATION_OTHER] = {N_("Other estimate"), NULL, TRUE, FALSE},
    [TRAMMEL_COMBINATION_SIGMAS] = {N_("Δ/σ"), NULL, TRUE, FALSE},
};

void
trammel_inspect_combinations_set_up(TrammelTextTable *table)
{
  trammel_text_table_set_columns(table, columns, G_N_ELEMENTS(columns), _("Combinations"));
  trammel_text_table_set_wrapped(table, TRAMMEL_COMBINATION_LABEL);
}

void
trammel_inspect_combinations_show(TrammelTextTable *table,
                                  const TrammelRunAnalysis *analysis,
                                  const TrammelRunAnalysis *other)
{
  g_autoptr(GListModel) rows = trammel_run_analysis_combination_rows(analysis, other);

  for (guint i = TRAMMEL_COMBINATION_OTHER; i <= TRAMMEL_COMBINATION_SIGMAS; i++)
    trammel_text_table_set_title(table, i, other ? _(columns[i].title) : "");
  trammel_text_table_set_rows(table, rows);
}
