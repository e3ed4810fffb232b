#include "io/export/report.h"

#include <math.h>
#include <string.h>

#include "io/base/json_writer.h"
#include "io/base/report_figure.h"
#include "io/export/plots.h"
#include "io/units/format_number.h"

static void
free_block(gpointer data)
{
  TrammelBlock *block = data;

  g_free(block->text);
  g_strfreev(block->titles);
  g_free(block->align);
  g_clear_pointer(&block->rows, g_ptr_array_unref);
  g_clear_pointer(&block->figure, trammel_figure_free);
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
  block->text = g_strdup(text);
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
    cells[i] = g_strdup(va_arg(arguments, const char *));
  va_end(arguments);
  g_ptr_array_add(table->rows, cells);
}

static void
add_figure(TrammelExportReport *report,
           const char *heading,
           const char *text,
           TrammelExportFigure *figure)
{
  if (!figure)
    return;
  add_block(report, TRAMMEL_BLOCK_HEADING, heading);
  add_block(report, TRAMMEL_BLOCK_TEXT, text);
  add_block(report, TRAMMEL_BLOCK_FIGURE, NULL)->figure = figure;
}

/* Returns the consequence of the status for the values, if the message alone does not state it. */
static const char *
get_status_text(const char *status)
{
  static const char *const texts[][2] = {
      {"converged", ""},
      {"stopped", "The fit stopped before it converged: the values are the best that were found, "
                  "not an optimum."},
      {"cancelled",
       "The fit was interrupted: the values are the best found so far, not an optimum."},
      {"failed", "The fit failed: the values are those at which it broke off; do not use them."}};

  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
    if (g_str_equal(status, texts[i][0]))
      return texts[i][1];
  return status;
}

static void
add_head(TrammelExportReport *report, const TrammelExportResult *result, const char *date)
{
  g_autofree char *from = g_path_get_basename(result->path);
  g_autofree char *origin = g_strdup_printf("%s · %s · %s", from, result->program, date);
  g_autofree char *seconds = trammel_format_number(result->seconds, 3);
  g_autofree char *iterations = trammel_format_number(result->iterations, 6);
  g_autoptr(GHashTable) logs = g_hash_table_new(g_str_hash, g_str_equal);
  g_autofree char *counts = NULL, *status = NULL;
  guint n = result->parameters->len, n_determined = 0, n_logs;

  for (guint i = 0; i < n; i++)
    n_determined += trammel_export_result_get_parameter(result, i)->identifiable != FALSE;
  for (guint i = 0; i < result->sensors->len; i++)
    g_hash_table_add(logs, g_array_index(result->sensors, TrammelExportSensor, i).log);
  n_logs = g_hash_table_size(logs);
  add_block(report, TRAMMEL_BLOCK_TITLE, report->title);
  add_block(report, TRAMMEL_BLOCK_TEXT, origin);
  status = g_strdup_printf("%s %s", get_status_text(result->status), result->message);
  g_strstrip(status);
  add_block(report,
            g_str_equal(result->status, "converged") ? TRAMMEL_BLOCK_TEXT : TRAMMEL_BLOCK_NOTICE,
            status);
  counts = g_strdup_printf("%u parameter%s, %u of them determined by %u log%s; %s iteration%s in "
                           "%s s.",
                           n, n == 1 ? "" : "s", n_determined, n_logs, n_logs == 1 ? "" : "s",
                           iterations, result->iterations == 1 ? "" : "s", seconds);
  add_block(report, TRAMMEL_BLOCK_TEXT, counts);
}

/* Returns the flags as text. */
static char *
describe_flags(const TrammelExportParameter *p)
{
  g_auto(GStrv) flags = g_strsplit(p->flags, ",", -1);
  g_autoptr(GStrvBuilder) words = g_strv_builder_new();
  g_auto(GStrv) list = NULL;

  for (guint i = 0; flags[i]; i++)
    if (g_str_equal(flags[i], "not-identifiable"))
      g_strv_builder_add(words, "not determined");
    else if (g_str_equal(flags[i], "at-bound"))
      g_strv_builder_add(words, "at its bound");
    else if (*flags[i])
      g_strv_builder_add(words, flags[i]);
  list = g_strv_builder_end(words);
  return g_strjoinv(", ", list);
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

/* Adds a table of bounds and starts, for which the first table has no room. */
static void
add_bounds(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table;

  add_block(report, TRAMMEL_BLOCK_HEADING, "Start values and bounds");
  table = add_table(report, "Parameter|Start|Bounds", "wrr");
  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    g_autofree char *start = trammel_format_number(p->start, 4);
    g_autofree char *bounds = format_bounds(p);
    add_row(table, p->id, start, bounds);
  }
}

static void
add_parameters(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table;
  gboolean physical = FALSE;

  add_block(report, TRAMMEL_BLOCK_HEADING, "Parameters");
  if (result->parameters->len == 0) {
    add_block(report, TRAMMEL_BLOCK_TEXT,
              "No parameter was free: the run estimated only the motion.");
    return;
  }
  for (guint i = 0; i < result->parameters->len; i++)
    physical |= isfinite(trammel_export_result_get_parameter(result, i)->physical);
  table =
      physical
          ? add_table(report,
                      "Parameter|Value ± sigma|Physical value ± sigma|± systematic|Unit|Remarks",
                      "wrrrlw")
          : add_table(report, "Parameter|Value ± sigma|Unit|Start|Bounds|Remarks", "wrlrrw");
  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    g_autofree char *value = trammel_format_estimate(p->value, p->identifiable ? p->sigma : NAN);
    g_autofree char *limit = trammel_format_estimate(p->physical, p->physical_sigma);
    g_autofree char *systematic = trammel_format_number(p->systematic, 2);
    g_autofree char *start = trammel_format_number(p->start, 4);
    g_autofree char *bounds = format_bounds(p), *flags = describe_flags(p);
    g_autofree char *unit = format_unit(p->unit);
    if (physical)
      add_row(table, p->id, value, isnan(p->physical) ? "" : limit, systematic, unit, flags);
    else
      add_row(table, p->id, value, unit, start, bounds, flags);
  }
  if (physical)
    add_bounds(report, result);
}

static void
add_directions(TrammelExportReport *report, const TrammelExportResult *result)
{
  if (!result->directions[0])
    return;
  add_block(report, TRAMMEL_BLOCK_HEADING, "What the logs do not determine");
  for (guint i = 0; result->directions[i]; i++)
    add_block(report, TRAMMEL_BLOCK_ITEM, result->directions[i]);
}

static void
add_fit(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table;

  if (result->sensors->len == 0)
    return;
  add_block(report, TRAMMEL_BLOCK_HEADING, "Fit");
  table = add_table(report, "Log|Role|Sensor|Samples|RMSE [SI]|Fit [%]|χ² per sample", "wlwrrrr");
  for (guint i = 0; i < result->sensors->len; i++) {
    const TrammelExportSensor *s = &g_array_index(result->sensors, TrammelExportSensor, i);
    g_autofree char *samples = trammel_format_number(s->samples, 9);
    g_autofree char *rmse = trammel_format_number(s->rmse, 3);
    g_autofree char *fit = trammel_format_number(s->fit_percent, 4);
    g_autofree char *chi2 = trammel_format_number(s->chi2_per_sample, 3);
    add_row(table, s->log, s->role, s->name, samples, rmse, fit, chi2);
  }
}

static void
add_findings(TrammelExportReport *report, const TrammelExportResult *result)
{
  TrammelBlock *table;

  if (result->findings->len == 0)
    return;
  add_block(report, TRAMMEL_BLOCK_HEADING, "Findings");
  table = add_table(report, NULL, "lw");
  for (guint i = 0; i < result->findings->len; i++) {
    const TrammelExportFinding *f = &g_array_index(result->findings, TrammelExportFinding, i);
    add_row(table, f->severity, f->text);
  }
}

/* Adds one row per member; objects and arrays as JSON. */
static void
add_members(TrammelBlock *table, JsonObject *object)
{
  g_autoptr(GList) keys = json_object_get_members(object);

  for (GList *l = keys; l; l = l->next) {
    JsonNode *node = json_object_get_member(object, l->data);
    GType type = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;
    g_autofree char *words = g_strdelimit(g_strdup(l->data), "_", ' ');
    g_autofree char *text = NULL;
    if (type == G_TYPE_STRING)
      text = g_strdup(json_node_get_string(node));
    else if (type == G_TYPE_DOUBLE || type == G_TYPE_INT64)
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

  add_block(report, TRAMMEL_BLOCK_HEADING, "Cost");
  add_members(add_table(report, NULL, "lw"), result->cost);
  add_block(report, TRAMMEL_BLOCK_HEADING, "Settings");
  add_members(add_table(report, NULL, "lw"), result->settings);
  add_block(report, TRAMMEL_BLOCK_HEADING, "Provenance");
  table = add_table(report, "What|SHA-256", "lw");
  add_row(table, "project", result->project_sha256);
  for (GList *l = logs; l; l = l->next) {
    JsonNode *node = json_object_get_member(result->logs_sha256, l->data);
    g_autofree char *name = g_strdup_printf("log %s", (const char *)l->data);
    gboolean is_text =
        JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING;
    add_row(table, name, is_text ? json_node_get_string(node) : "-");
  }
}

static void
add_prints(TrammelExportReport *report, const GPtrArray *prints)
{
  if (!prints || prints->len == 0)
    return;
  add_block(report, TRAMMEL_BLOCK_HEADING, "Figures");
  for (guint i = 0; i < prints->len; i++) {
    const TrammelReportFigure *print = prints->pdata[i];
    add_block(report, TRAMMEL_BLOCK_PRINT, print->caption)->svg = g_bytes_ref(print->svg);
  }
}

TrammelExportReport *
trammel_report_new(const TrammelExportResult *result, const char *date, const GPtrArray *prints)
{
  TrammelExportReport *report = g_new0(TrammelExportReport, 1);

  report->title = g_strdup("Identification result");
  report->blocks = g_ptr_array_new_with_free_func(free_block);
  add_head(report, result, date);
  add_parameters(report, result);
  add_directions(report, result);
  add_findings(report, result);
  add_fit(report, result);
  add_figure(report, "Correlation of the estimates",
             "Close to ±1: the logs determine a combination of the two better than either alone.",
             trammel_plot_correlation(result, TRAMMEL_REPORT_WIDTH));
  add_figure(report, "Convergence",
             "Left: the cost. Right: distance of every parameter from its final value.",
             trammel_plot_history(result, TRAMMEL_REPORT_WIDTH));
  add_provenance(report, result);
  add_prints(report, prints);
  return report;
}
