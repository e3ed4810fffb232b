/* Validation in a report: the predictions of the joints and the unexplained forces. */
#include "io/export/report_sections.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "io/export/report_blocks.h"
#include "io/units/format_number.h"

/* Error of the predictions [%] above which the model does not explain a joint, the limit of the
 * finding model-error. */
#define MOST_ERROR 20

static const char *
get_remark(double error)
{
  return isnan(error)         ? _("the simulation fails")
         : error > MOST_ERROR ? _("the model does not explain this joint")
                              : "";
}

static void
add_predictions(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table;

  trammel_report_add(
      report, TRAMMEL_BLOCK_TEXT,
      _("Every joint is simulated over its own time scale, again and again from the estimated "
        "motion; the error is given as a share of the joint's motion."));
  table = trammel_report_add_table(report, _("Log|Joint|Time scale [s]|Error [%]|Remark"), "wwrrw");
  for (guint i = 0; i < result->predictions->len; i++) {
    const TrammelExportPrediction *p =
        &g_array_index(result->predictions, TrammelExportPrediction, i);
    g_autofree char *period = trammel_format_number(p->period, 3);
    g_autofree char *error = trammel_format_number(p->error_percent, 2);
    trammel_report_add_row(table, p->log, p->joint, period, error, get_remark(p->error_percent));
  }
}

/* Adds the error of the forces of each log in which all joints are measured. */
static void
add_forces(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table = NULL;

  for (guint i = 0; i < result->force_errors->len; i++) {
    const TrammelExportForceError *e =
        &g_array_index(result->force_errors, TrammelExportForceError, i);
    g_autofree char *error = trammel_format_number(e->percent, 3);
    if (!table)
      table = trammel_report_add_table(
          report, _("Log|Forces that the filtered measured motion leaves unexplained [%]"), "wr");
    trammel_report_add_row(table, e->log, error);
  }
}

void
trammel_report_add_validation(TrammelExportReport *report, const TrammelExportResult *result)
{
  if (result->predictions->len == 0 && result->force_errors->len == 0)
    return;
  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("Validation"));
  if (result->predictions->len > 0)
    add_predictions(report, result);
  add_forces(report, result);
}
