#include "io/export/report.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "io/base/json_node.h"
#include "io/base/json_writer.h"
#include "io/base/report_figure.h"
#include "io/export/fit_plots.h"
#include "io/units/format_number.h"
#include "plot/figure/number-text.h"

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

static TrammelBlock *
add_block(TrammelExportReport *report, TrammelBlockKind kind, const char *text)
{
  TrammelBlock *block = g_new0(TrammelBlock, 1);

  block->kind = kind;
  block->text = text ? trammel_number_text_dup(text) : NULL;
  g_ptr_array_add(report->blocks, block);
  return block;
}

/* Adds a table. titles: separated by '|', NULL: no head; align: one letter per column. */
static TrammelBlock *
add_table(TrammelExportReport *report, const char *titles, const char *align)
{
  TrammelBlock *block = add_block(report, TRAMMEL_BLOCK_TABLE, NULL);

  block->n_columns = (guint)strlen(align);
  block->titles = titles ? g_strsplit(titles, "|", -1) : NULL;
  block->align = g_strdup(align);
  block->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
  return block;
}

/* Adds a row; takes n_columns texts. */
static void
add_row(TrammelBlock *table, ...)
{
  char **cells = g_new0(char *, table->n_columns + 1);
  va_list arguments;

  va_start(arguments, table);
  for (guint i = 0; i < table->n_columns; i++)
    cells[i] = trammel_number_text_dup(va_arg(arguments, const char *));
  va_end(arguments);
  g_ptr_array_add(table->rows, cells);
}

/* Takes over the plot; adds nothing for NULL. */
static void
add_plot(TrammelExportReport *report, TrammelReportPlot *plot)
{
  if (plot)
    add_block(report, TRAMMEL_BLOCK_PLOT, NULL)->plot = plot;
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

static gboolean
is_undetermined(const TrammelExportParameter *p)
{
  return trammel_export_parameter_has(p, "not-identifiable");
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
  add_block(report, warning.text ? TRAMMEL_BLOCK_NOTICE : TRAMMEL_BLOCK_TEXT, verdict);
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
    n_determined += !is_undetermined(trammel_export_result_get_parameter(result, i));
  for (guint i = 0; i < result->sensors->len; i++)
    g_hash_table_add(logs, g_array_index(result->sensors, TrammelExportSensor, i).log);
  n_logs = g_hash_table_size(logs);
  add_block(report, TRAMMEL_BLOCK_TITLE, report->title);
  add_block(report, TRAMMEL_BLOCK_TEXT, origin);
  status = g_strdup_printf("%s %s", get_status_text(result->status),
                           parts->ending ? parts->ending : result->message);
  g_strstrip(status);
  add_block(report,
            g_str_equal(result->status, "converged") ? TRAMMEL_BLOCK_TEXT : TRAMMEL_BLOCK_NOTICE,
            status);
  add_verdict(report, result, parts, n_determined);
  counts = g_strdup_printf(_("Parameters: %u, determined: %u; logs: %u; iterations: %s in %s s."),
                           n, n_determined, n_logs, iterations, seconds);
  add_block(report, TRAMMEL_BLOCK_TEXT, counts);
}

/* Returns the flags as text; that of a value of the stepper only beside values of the mechanism. */
static char *
describe_flags(const TrammelExportParameter *p, gboolean has_physical)
{
  static const char *const texts[][2] = {
      {"not-identifiable", N_("not determined")},
      {"at-bound", N_("at its bound")},
      {"stepper-value", N_("value of the stepper; ± lacks step and smoothing")},
      {"missing-force", N_("a force that the model lacks moves it")},
      {"lasting-errors", N_("errors last")},
      {"stopped", N_("the fit did not converge")}};
  g_auto(GStrv) flags = g_strsplit(p->flags, ",", -1);
  g_autoptr(GStrvBuilder) words = g_strv_builder_new();
  g_auto(GStrv) list = NULL;

  for (guint i = 0; flags[i]; i++) {
    const char *word = flags[i];
    for (gsize k = 0; k < G_N_ELEMENTS(texts); k++)
      if (g_str_equal(flags[i], texts[k][0]))
        word = _(texts[k][1]);
    if (*word && (has_physical || !g_str_equal(flags[i], "stepper-value")))
      g_strv_builder_add(words, word);
  }
  list = g_strv_builder_end(words);
  return g_strjoinv("; ", list);
}

/* Returns "kg m²". */
static char *
format_unit(const char *unit)
{
  g_autoptr(GString) text = g_string_new(g_str_equal(unit, "1") ? "" : unit);

  g_string_replace(text, "^2", "²", 0);
  g_string_replace(text, "^3", "³", 0);
  return g_strdup(text->str);
}

static char *
format_bounds(const TrammelExportParameter *p)
{
  g_autofree char *min = trammel_format_number(p->min, 3);
  g_autofree char *max = trammel_format_number(p->max, 3);

  if (isnan(p->min) && isnan(p->max))
    return g_strdup("");
  return g_strdup_printf("%s … %s", min, max);
}

/* Adds a table of starts, bounds and the stepper's values, for which the first table has no
 * room. */
static void
add_bounds(TrammelExportReport *report, const TrammelExportResult *result)
{
  double h = trammel_json_as_number(json_object_get_member(result->settings, "h"));
  g_autofree char *step = trammel_format_number(h, 6);
  g_autofree char *titles =
      g_strdup_printf(_("Parameter|Start|Bounds|Stepper at h = %s s, ± sigma (noise)"), step);
  TrammelBlock *table;

  add_block(report, TRAMMEL_BLOCK_HEADING, _("Start values, bounds and values of the stepper"));
  table = add_table(report, titles, "wrrr");
  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    g_autofree char *start = trammel_format_number(p->start, 4);
    g_autofree char *bounds = format_bounds(p);
    g_autofree char *stepper = trammel_format_estimate(p->stepper, p->stepper_sigma);
    add_row(table, p->id, start, bounds, stepper);
  }
}

/* Adds a table of values without their parts. */
static void
add_values(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table =
      add_table(report, _("Parameter|Value ± sigma|Unit|Start|Bounds|Remarks"), "wrlrrw");

  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    g_autofree char *value = trammel_format_estimate(p->value, is_undetermined(p) ? NAN : p->sigma);
    g_autofree char *start = trammel_format_number(p->start, 4);
    g_autofree char *bounds = format_bounds(p), *flags = describe_flags(p, FALSE);
    g_autofree char *unit = format_unit(p->unit);
    add_row(table, p->id, value, unit, start, bounds, flags);
  }
}

/* Adds a table of values with the parts of their sigma. */
static void
add_reported(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table = add_table(
      report, _("Parameter|Value ± sigma|Noise|Model|Step|Smoothing|Unit|Remarks"), "wrrrrrlw");

  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    g_autofree char *value = trammel_format_estimate(p->value, is_undetermined(p) ? NAN : p->sigma);
    g_autofree char *noise = trammel_format_number(p->noise, 2);
    g_autofree char *model = trammel_format_number(p->model, 2);
    g_autofree char *step = trammel_format_number(p->step, 2);
    g_autofree char *smoothing = trammel_format_number(p->smoothing, 2);
    g_autofree char *unit = format_unit(p->unit), *flags = describe_flags(p, TRUE);
    add_row(table, p->id, value, noise, model, step, smoothing, unit, flags);
  }
}

/* Returns the meaning of the values (io/export/meaning.h) in the language of the user. */
static char *
describe_values(const TrammelExportResult *result)
{
  double h = trammel_json_as_number(json_object_get_member(result->settings, "h"));
  g_autofree char *step = trammel_format_number(h, 6);
  guint n = result->parameters->len, n_physical = 0;

  for (guint i = 0; i < n; i++)
    n_physical += trammel_export_result_get_parameter(result, i)->physical != FALSE;
  if (n_physical == 0)
    return g_strdup_printf(_("Values of the stepper at h = %s s, for simulations with it; sigma "
                             "covers noise and model."),
                           step);
  return g_strdup_printf(
      "%s %s",
      _("Values of the mechanism (h = 0); sigma covers noise, model, step and smoothing of "
        "friction."),
      n_physical < n
          ? _("The remarks say which values are those of the stepper; their sigma covers "
              "noise alone.")
          : "");
}

static void
add_parameters(TrammelExportReport *report, const TrammelExportResult *result)
{
  g_autofree char *meaning = describe_values(result);
  gboolean physical = FALSE;

  add_block(report, TRAMMEL_BLOCK_HEADING, _("Parameters"));
  if (result->parameters->len == 0) {
    add_block(report, TRAMMEL_BLOCK_TEXT,
              _("No parameter was free: the run estimated only the motion."));
    return;
  }
  for (guint i = 0; i < result->parameters->len; i++)
    physical |= trammel_export_result_get_parameter(result, i)->physical;
  add_block(report, TRAMMEL_BLOCK_TEXT, meaning);
  if (!physical) {
    add_values(report, result);
    return;
  }
  add_reported(report, result);
  add_bounds(report, result);
}

static void
add_directions(TrammelExportReport *report, const TrammelExportResult *result)
{
  if (!result->directions[0])
    return;
  add_block(report, TRAMMEL_BLOCK_HEADING, _("What the logs do not determine"));
  for (guint i = 0; result->directions[i]; i++)
    add_block(report, TRAMMEL_BLOCK_ITEM, result->directions[i]);
}

static void
add_fit(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table;

  if (result->sensors->len == 0)
    return;
  add_block(report, TRAMMEL_BLOCK_HEADING, _("Fit"));
  table =
      add_table(report, _("Log|Role|Sensor|Samples|RMSE [SI]|Fit [%]|χ² per sample"), "wlwrrrr");
  for (guint i = 0; i < result->sensors->len; i++) {
    const TrammelExportSensor *s = &g_array_index(result->sensors, TrammelExportSensor, i);
    g_autofree char *samples = trammel_format_number(s->samples, 9);
    g_autofree char *rmse = trammel_format_number(s->rmse, 3);
    g_autofree char *fit = trammel_format_number(s->fit_percent, 4);
    g_autofree char *chi2 = trammel_format_number(s->chi2_per_sample, 3);
    add_row(table, s->log, s->role, s->name, samples, rmse, fit, chi2);
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
    add_block(report, TRAMMEL_BLOCK_TEXT, plot->description);
    add_plot(report, plot);
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
  add_block(report, TRAMMEL_BLOCK_HEADING, _("State error in a step"));
  table = add_table(report, _("Joint|Sigma|Unit|Share of inertia [%]|Remark"), "wrlrw");
  for (guint i = 0; i < result->state_errors->len; i++) {
    const TrammelExportStateError *e =
        &g_array_index(result->state_errors, TrammelExportStateError, i);
    g_autofree char *sigma = trammel_format_number(e->sigma, 3);
    g_autofree char *share = trammel_format_number(100 * e->sigma / e->inertial, 3);
    add_row(table, e->joint, sigma, e->unit, share, e->at_floor ? _("the logs imply less") : "");
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
  add_block(report, TRAMMEL_BLOCK_HEADING, _("Findings"));
  table = add_table(report, NULL, "lw");
  for (guint i = 0; get_finding(result, parts, i).text; i++) {
    const Shown f = get_finding(result, parts, i);
    add_row(table, get_severity_word(f.severity), f.text);
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
    add_row(table, words, text);
  }
}

static void
add_provenance(TrammelExportReport *report, const TrammelExportResult *result)
{
  g_autoptr(GList) logs = json_object_get_members(result->logs_sha256);
  TrammelBlock *table;

  add_block(report, TRAMMEL_BLOCK_HEADING, _("Cost"));
  add_members(add_table(report, NULL, "lw"), result->cost);
  add_block(report, TRAMMEL_BLOCK_HEADING, _("Settings"));
  add_members(add_table(report, NULL, "lw"), result->settings);
  add_block(report, TRAMMEL_BLOCK_HEADING, _("Provenance"));
  table = add_table(report, _("What|SHA-256"), "lw");
  add_row(table, "project", result->project_sha256);
  for (GList *l = logs; l; l = l->next) {
    JsonNode *node = json_object_get_member(result->logs_sha256, l->data);
    g_autofree char *name = g_strdup_printf("log %s", (const char *)l->data);
    const char *sha256 = trammel_json_as_string(node);
    add_row(table, name, sha256 ? sha256 : "-");
  }
}

static void
add_prints(TrammelExportReport *report, const GPtrArray *prints)
{
  if (!prints || prints->len == 0)
    return;
  add_block(report, TRAMMEL_BLOCK_HEADING, _("Figures"));
  for (guint i = 0; i < prints->len; i++) {
    const TrammelReportFigure *print = prints->pdata[i];
    add_block(report, TRAMMEL_BLOCK_PRINT, print->caption)->svg = g_bytes_ref(print->svg);
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
  add_block(report, TRAMMEL_BLOCK_HEADING, plot->description);
  add_block(report, TRAMMEL_BLOCK_TEXT,
            n_unknown ? _("Close to ±1: the logs determine a combination of the two better than "
                          "either alone. Hatched: not determined.")
                      : _("Close to ±1: the logs determine a combination of the two better than "
                          "either alone."));
  add_plot(report, plot);
}

static void
add_convergence(TrammelExportReport *report, const TrammelExportResult *result)
{
  if (result->history->len == 0)
    return;
  add_block(report, TRAMMEL_BLOCK_HEADING, _("Convergence"));
  add_block(report, TRAMMEL_BLOCK_TEXT,
            _("The cost, and the distance of every parameter from its final value."));
  add_plot(report, trammel_report_plot_new_cost(result));
  add_plot(report, trammel_report_plot_new_distances(result));
}

TrammelExportReport *
trammel_report_new(const TrammelExportResult *result, const TrammelReportParts *parts)
{
  TrammelExportReport *report = g_new0(TrammelExportReport, 1);

  report->title = g_strdup(_("Identification result"));
  report->blocks = g_ptr_array_new_with_free_func(free_block);
  add_head(report, result, parts);
  add_parameters(report, result);
  add_directions(report, result);
  add_findings(report, result, parts);
  add_fit(report, result);
  add_fit_plots(report, parts);
  add_state_errors(report, result);
  add_correlation(report, result);
  add_convergence(report, result);
  add_provenance(report, result);
  add_prints(report, parts->prints);
  return report;
}
