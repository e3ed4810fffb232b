#include "ui/pages/inspect/inspect-table.h"

#include <glib/gi18n.h>

#include "ui/session/inspect/run-analysis-tables.h"

static const TrammelTextColumn columns[TRAMMEL_COMPARE_COLUMNS] = {
    [TRAMMEL_COMPARE_LABEL] = {N_("Parameter"), NULL, FALSE, TRUE},
    [TRAMMEL_COMPARE_UNIT] = {N_("Unit"), NULL, FALSE, FALSE},
    [TRAMMEL_COMPARE_VALUE] = {N_("Estimate"), NULL, TRUE, FALSE},
    /* xgettext:no-c-format */
    [TRAMMEL_COMPARE_INTERVAL] = {N_("95 % interval"), NULL, TRUE, FALSE},
    [TRAMMEL_COMPARE_STEPPER] = {N_("Stepper at h"), NULL, TRUE, FALSE},
    [TRAMMEL_COMPARE_OTHER] = {N_("Other estimate"), NULL, TRUE, FALSE},
    [TRAMMEL_COMPARE_DELTA] = {N_("Difference"), NULL, TRUE, FALSE},
    [TRAMMEL_COMPARE_SIGMAS] = {N_("Δ/σ"), NULL, TRUE, FALSE},
    [TRAMMEL_COMPARE_REMARK] = {N_("Remarks"), NULL, FALSE, TRUE},
};

void
trammel_inspect_table_set_up(TrammelTextTable *table)
{
  trammel_text_table_set_columns(table, columns, G_N_ELEMENTS(columns), _("Parameters"));
  trammel_text_table_set_optional(table, TRAMMEL_COMPARE_STEPPER);
}

/* Sets the titles of the estimates' columns; those of a comparison are hidden without another
 * run. */
static void
set_titles(TrammelTextTable *table, TrammelRunRecord *record, TrammelRunRecord *other)
{
  g_autofree char *value =
      g_strdup_printf(_("Estimate #%u"), trammel_run_record_get_number(record));
  g_autofree char *beside =
      other ? g_strdup_printf(_("Estimate #%u"), trammel_run_record_get_number(other))
            : g_strdup("");

  trammel_text_table_set_title(table, TRAMMEL_COMPARE_VALUE, value);
  trammel_text_table_set_title(table, TRAMMEL_COMPARE_OTHER, beside);
  for (guint i = TRAMMEL_COMPARE_DELTA; i <= TRAMMEL_COMPARE_SIGMAS; i++)
    trammel_text_table_set_title(table, i, other ? _(columns[i].title) : "");
}

void
trammel_inspect_table_show(TrammelTextTable *table,
                           TrammelRunRecord *record,
                           TrammelRunRecord *other,
                           const TrammelProject *project)
{
  g_autoptr(GListModel) rows = trammel_run_analysis_compared_rows(record, other, project);

  set_titles(table, record, other);
  trammel_text_table_set_rows(table, rows);
}
