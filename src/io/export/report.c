#include "io/export/report.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "io/base/json_node.h"
#include "io/base/json_writer.h"
#include "io/base/report_figure.h"
#include "io/export/fit_plots.h"
#include "io/export/report_blocks.h"
#include "io/export/report_sections.h"
#include "io/units/format_number.h"

static void
free_block(gpointer data)
{
  TrammelBlock *block = data;

  g_free(block->text);
  g_strfreev(block->titles);
  g_free(block->align);
  g_clear_pointer(&block->rows, g_ptr_array_unref);
  g_clear_pointer(&block->plot, trammel_report_plot_free);
  g_clear_pointer(&block->svg, g_bytes_unref);
  g_free(block);
}

void
trammel_report_free(TrammelExportReport *report)
{
  g_free(report->title);
  g_ptr_array_unref(report->blocks);
  g_free(report);
}

/* Returns the consequence of the status for the values, if the message alone does not state it. */
static const char *
get_status_text(const char *status)
{
  static const char *const texts[][2] = {
      {"converged", ""},
      {"stopped",
       N_("The fit stopped before it converged: the values are the best that were found, "
          "not an optimum.")},
      {"cancelled",
       N_("The fit was interrupted: the values are the best found so far, not an optimum.")},
      {"failed",
       N_("The fit failed: the values are those at which it broke off; do not use them.")}};

  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
    if (g_str_equal(status, texts[i][0]))
      return *texts[i][1] ? _(texts[i][1]) : "";
  return status;
}

/* Finding as it is shown. */
typedef struct {
  const char *severity, *text;
} Shown;

/* Returns finding `i`, in the language of the user if its words are known; severity NULL: none. */
static Shown
get_finding(const TrammelExportResult *result, const TrammelReportParts *parts, guint i)
{
  if (parts->findings && i < parts->findings->len) {
    const TrammelFinding *f = &g_array_index(parts->findings, TrammelFinding, i);
    return (Shown){f->severity, f->words};
  }
  if (parts->findings || i >= result->findings->len)
    return (Shown){NULL, NULL};
  const TrammelExportFinding *f = &g_array_index(result->findings, TrammelExportFinding, i);
  return (Shown){f->severity, f->text};
}

/* Returns the first finding that is more than a note. */
static Shown
find_warning(const TrammelExportResult *result, const TrammelReportParts *parts)
{
  guint i = 0;
  Shown shown;

  do
    shown = get_finding(result, parts, i++);
  while (shown.severity && g_str_equal(shown.severity, "info"));
  return shown;
}

/* Adds the verdict of a run that converged: how many parameters are determined, and the gravest
 * finding or that there is none. */
static void
add_verdict(TrammelExportReport *report,
            const TrammelExportResult *result,
            const TrammelReportParts *parts,
            guint n_determined)
{
  const Shown warning = find_warning(result, parts);
  guint n = result->parameters->len;

  if (!g_str_equal(result->status, "converged"))
    return;
  g_autofree char *determined =
      n_determined == n
          ? g_strdup_printf(ngettext("The one free parameter is determined.",
                                     "All %d parameters are determined.", n),
                            (int)n)
          : g_strdup_printf(_("%d of %d parameters are determined."), (int)n_determined, (int)n);
  g_autofree char *verdict = g_strdup_printf(
      "%s %s", determined,
      warning.text ? warning.text
                   : _("The model explains the logs, and the residuals look like noise."));
  trammel_report_add(report, warning.text ? TRAMMEL_BLOCK_NOTICE : TRAMMEL_BLOCK_TEXT, verdict);
}

static void
add_head(TrammelExportReport *report,
         const TrammelExportResult *result,
         const TrammelReportParts *parts)
{
  g_autofree char *from = g_path_get_basename(result->path);
  g_autofree char *origin = g_strdup_printf("%s · %s · %s", from, result->program, parts->date);
  g_autofree char *seconds = trammel_format_number(result->seconds, 3);
  g_autofree char *iterations = trammel_format_number(result->iterations, 6);
  g_autoptr(GHashTable) logs = g_hash_table_new(g_str_hash, g_str_equal);
  g_autofree char *counts = NULL, *status = NULL;
  guint n = result->parameters->len, n_determined = 0, n_logs;

  for (guint i = 0; i < n; i++)
    n_determined += !trammel_report_is_undetermined(trammel_export_result_get_parameter(result, i));
  for (guint i = 0; i < result->sensors->len; i++)
    g_hash_table_add(logs, g_array_index(result->sensors, TrammelExportSensor, i).log);
  n_logs = g_hash_table_size(logs);
  trammel_report_add(report, TRAMMEL_BLOCK_TITLE, report->title);
  trammel_report_add(report, TRAMMEL_BLOCK_TEXT, origin);
  status = g_strdup_printf("%s %s", get_status_text(result->status),
                           parts->ending ? parts->ending : result->message);
  g_strstrip(status);
  trammel_report_add(
      report, g_str_equal(result->status, "converged") ? TRAMMEL_BLOCK_TEXT : TRAMMEL_BLOCK_NOTICE,
      status);
  add_verdict(report, result, parts, n_determined);
  counts = g_strdup_printf(_("Parameters: %u, determined: %u; logs: %u; iterations: %s in %s s."),
                           n, n_determined, n_logs, iterations, seconds);
  trammel_report_add(report, TRAMMEL_BLOCK_TEXT, counts);
}

static void
add_directions(TrammelExportReport *report, const TrammelExportResult *result)
{
  if (!result->directions[0])
    return;
  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("What the logs do not determine"));
  for (guint i = 0; result->directions[i]; i++)
    trammel_report_add(report, TRAMMEL_BLOCK_ITEM, result->directions[i]);
}

static void
add_fit(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table;

  if (result->sensors->len == 0)
    return;
  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("Fit"));
  table = trammel_report_add_table(
      report, _("Log|Role|Sensor|Samples|RMSE [SI]|Fit [%]|χ² per sample"), "wlwrrrr");
  for (guint i = 0; i < result->sensors->len; i++) {
    const TrammelExportSensor *s = &g_array_index(result->sensors, TrammelExportSensor, i);
    g_autofree char *samples = trammel_format_number(s->samples, 9);
    g_autofree char *rmse = trammel_format_number(s->rmse, 3);
    g_autofree char *fit = trammel_format_number(s->fit_percent, 4);
    g_autofree char *chi2 = trammel_format_number(s->chi2_per_sample, 3);
    trammel_report_add_row(table, s->log, s->role, s->name, samples, rmse, fit, chi2);
  }
}

/* Adds the plots of each sensor; they are drawn where the motions are known. */
static void
add_fit_plots(TrammelExportReport *report, const TrammelReportParts *parts)
{
  g_autoptr(GPtrArray) plots =
      parts->task && parts->fit ? trammel_report_fit_plots_new(parts->task, parts->fit) : NULL;

  for (guint i = 0; plots && i < plots->len; i++) {
    TrammelReportPlot *plot = plots->pdata[i];
    trammel_report_add(report, TRAMMEL_BLOCK_TEXT, plot->description);
    trammel_report_add_plot(report, plot);
  }
  if (plots)
    g_ptr_array_set_free_func(plots, NULL); /* the blocks own them */
}

/* Adds the state error of each joint, also as a share of the impulses of inertia. */
static void
add_state_errors(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table;

  if (result->state_errors->len == 0)
    return;
  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("State error in a step"));
  table =
      trammel_report_add_table(report, _("Joint|Sigma|Unit|Share of inertia [%]|Remark"), "wrlrw");
  for (guint i = 0; i < result->state_errors->len; i++) {
    const TrammelExportStateError *e =
        &g_array_index(result->state_errors, TrammelExportStateError, i);
    g_autofree char *sigma = trammel_format_number(e->sigma, 3);
    g_autofree char *share =
        trammel_format_number(e->inertial > 0 ? 100 * e->sigma / e->inertial : NAN, 3);
    trammel_report_add_row(table, e->joint, sigma, e->unit, share,
                           e->at_floor ? _("the logs imply less") : "");
  }
}

static const char *
get_severity_word(const char *severity)
{
  return g_str_equal(severity, "error")     ? _("Error")
         : g_str_equal(severity, "warning") ? _("Warning")
                                            : _("Note");
}

static void
add_findings(TrammelExportReport *report,
             const TrammelExportResult *result,
             const TrammelReportParts *parts)
{
  TrammelBlock *table;

  if (!get_finding(result, parts, 0).text)
    return;
  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("Findings"));
  table = trammel_report_add_table(report, NULL, "lw");
  for (guint i = 0; get_finding(result, parts, i).text; i++) {
    const Shown f = get_finding(result, parts, i);
    trammel_report_add_row(table, get_severity_word(f.severity), f.text);
  }
}

/* Adds one row per member; objects and arrays as JSON. */
static void
add_members(TrammelBlock *table, JsonObject *object)
{
  g_autoptr(GList) keys = json_object_get_members(object);

  for (GList *l = keys; l; l = l->next) {
    JsonNode *node = json_object_get_member(object, l->data);
    g_autofree char *words = g_strdelimit(g_strdup(l->data), "_", ' ');
    g_autofree char *text = NULL;
    if (trammel_json_as_string(node))
      text = g_strdup(json_node_get_string(node));
    else if (trammel_json_is_number(node))
      text = trammel_format_number(json_node_get_double(node), 6);
    else if (JSON_NODE_HOLDS_NULL(node))
      text = g_strdup("-");
    else
      text = g_strchomp(trammel_json_node_to_text(node));
    trammel_report_add_row(table, words, text);
  }
}

static void
add_provenance(TrammelExportReport *report, const TrammelExportResult *result)
{
  g_autoptr(GList) logs = json_object_get_members(result->logs_sha256);
  TrammelBlock *table;

  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("Cost"));
  add_members(trammel_report_add_table(report, NULL, "lw"), result->cost);
  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("Settings"));
  add_members(trammel_report_add_table(report, NULL, "lw"), result->settings);
  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("Provenance"));
  table = trammel_report_add_table(report, _("What|SHA-256"), "lw");
  trammel_report_add_row(table, "project", result->project_sha256);
  for (GList *l = logs; l; l = l->next) {
    JsonNode *node = json_object_get_member(result->logs_sha256, l->data);
    g_autofree char *name = g_strdup_printf("log %s", (const char *)l->data);
    const char *sha256 = trammel_json_as_string(node);
    trammel_report_add_row(table, name, sha256 ? sha256 : "-");
  }
}

static void
add_prints(TrammelExportReport *report, const GPtrArray *prints)
{
  if (!prints || prints->len == 0)
    return;
  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("Figures"));
  for (guint i = 0; i < prints->len; i++) {
    const TrammelReportFigure *print = prints->pdata[i];
    trammel_report_add_print(report, print->caption, print->svg);
  }
}

static void
add_correlation(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelReportPlot *plot = trammel_report_plot_new_correlation(result);
  gsize n = result->parameters->len, n_unknown = 0;

  if (!plot)
    return;
  for (gsize i = 0; i < n * n; i++)
    n_unknown += isnan(result->correlation[i]);
  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, plot->description);
  trammel_report_add(report, TRAMMEL_BLOCK_TEXT,
                     n_unknown
                         ? _("Close to ±1: the logs determine a combination of the two better than "
                             "either alone. Hatched: not determined.")
                         : _("Close to ±1: the logs determine a combination of the two better than "
                             "either alone."));
  trammel_report_add_plot(report, plot);
}

static void
add_convergence(TrammelExportReport *report, const TrammelExportResult *result)
{
  if (result->history->len == 0)
    return;
  trammel_report_add(report, TRAMMEL_BLOCK_HEADING, _("Convergence"));
  trammel_report_add(report, TRAMMEL_BLOCK_TEXT,
                     _("The cost, and the distance of every parameter from its final value."));
  trammel_report_add_plot(report, trammel_report_plot_new_cost(result));
  trammel_report_add_plot(report, trammel_report_plot_new_distances(result));
}

TrammelExportReport *
trammel_report_new(const TrammelExportResult *result, const TrammelReportParts *parts)
{
  TrammelExportReport *report = g_new0(TrammelExportReport, 1);

  report->title = g_strdup(_("Identification result"));
  report->blocks = g_ptr_array_new_with_free_func(free_block);
  add_head(report, result, parts);
  if (parts->picture)
    trammel_report_add_print(report, _("The mechanism at the start of the first log"),
                             parts->picture);
  trammel_report_add_values(report, result, parts);
  add_directions(report, result);
  add_findings(report, result, parts);
  add_fit(report, result);
  add_fit_plots(report, parts);
  trammel_report_add_validation(report, result);
  add_state_errors(report, result);
  add_correlation(report, result);
  add_convergence(report, result);
  add_provenance(report, result);
  add_prints(report, parts->prints);
  trammel_report_trim(report);
  return report;
}
