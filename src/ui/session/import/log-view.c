#include "ui/session/import/log-view.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/check/health.h"
#include "io/log/load.h"
#include "io/problem/finding.h"
#include "io/problem/log.h"
#include "io/project/put.h"
#include "ui/session/import/channel-figures.h"

/* Returns everything in the project that affects the reading of the file. */
static char *
describe_source(const TrammelProject *project, guint log)
{
  static const char *const members[] = {"import", "time"};
  g_autofree char *path = trammel_project_dup_log_path(project, log);
  GString *text = g_string_new(path);

  for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
    g_autofree char *place = g_strdup_printf("logs[%u].%s", log, members[i]);
    g_autofree char *json = trammel_project_dup_at(project, place);
    g_string_append_printf(text, "\n%s", json ? json : "");
  }
  return g_string_free(text, FALSE);
}

/* Collects the minimum and maximum of y in each part of the time. */
static void
collect_spark(TrammelSpark *spark, const TrammelTableChannel *channel, double first, double last)
{
  double length = last > first ? last - first : 1;

  for (guint i = 0; i < TRAMMEL_SPARK_COLUMNS; i++)
    spark->low[i] = spark->high[i] = NAN;
  for (gsize i = 0; i < channel->n; i++) {
    double at = channel->t ? channel->t[i] : (double)i;
    double share = (at - first) / length;
    if (!isfinite(channel->y[i]) || !(share >= 0 && share <= 1))
      continue;
    guint k = MIN((guint)(share * TRAMMEL_SPARK_COLUMNS), TRAMMEL_SPARK_COLUMNS - 1);
    spark->low[k] = fminf(spark->low[k], (float)channel->y[i]);
    spark->high[k] = fmaxf(spark->high[k], (float)channel->y[i]);
  }
}

static void
scale_spark(TrammelSpark *spark)
{
  float low = INFINITY, high = -INFINITY;

  for (guint i = 0; i < TRAMMEL_SPARK_COLUMNS; i++) {
    low = fminf(low, spark->low[i]);
    high = fmaxf(high, spark->high[i]);
  }
  for (guint i = 0; i < TRAMMEL_SPARK_COLUMNS; i++) {
    spark->low[i] = high > low ? (spark->low[i] - low) / (high - low) : 0.5f + 0 * spark->low[i];
    spark->high[i] = high > low ? (spark->high[i] - low) / (high - low) : 0.5f + 0 * spark->high[i];
  }
}

static GArray *
make_sparks(const TrammelLogTable *table)
{
  GArray *sparks = g_array_new(FALSE, TRUE, sizeof(TrammelSpark));

  g_array_set_size(sparks, table->channels->len);
  for (guint i = 0; i < table->channels->len; i++) {
    const TrammelTableChannel *channel = table->channels->pdata[i];
    TrammelSpark *spark = &g_array_index(sparks, TrammelSpark, i);
    double last = channel->t ? table->duration : (double)channel->n - 1;
    collect_spark(spark, channel, 0, last);
    scale_spark(spark);
  }
  return sparks;
}

/* Reads the table; returns FALSE when cancelled.  A file that cannot be read is an error of the
 * view. */
static gboolean
read_table(TrammelLogView *view, const TrammelProject *project, GCancellable *cancellable)
{
  const TrammelLogEntry *entry = trammel_project_get_log(project, view->log);
  g_autofree char *path = trammel_project_dup_log_path(project, view->log);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) dataset =
      trammel_dataset_load(path, entry->import, cancellable, &error);

  if (dataset) {
    view->table = trammel_log_table_new(project, view->log, dataset);
    view->sparks = make_sparks(view->table);
    return TRUE;
  }
  view->error = g_strdup(error->message);
  return !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static gboolean
has_mapping(const TrammelProject *project, guint log)
{
  for (guint i = 0; i < trammel_project_get_n_mappings(project, log); i++)
    if (trammel_project_get_mapping(project, log, i)->column)
      return TRUE;
  return FALSE;
}

/* Collects the findings on the mapped channels; those on the whole file if nothing is mapped. */
static void
find_faults(TrammelLogView *view, const TrammelProject *project)
{
  if (has_mapping(project, view->log))
    trammel_health_check_log(view->findings, project, view->log, view->table->dataset);
  else
    trammel_health_check_dataset(view->findings, view->table->dataset, view->log_name);
  view->n_ignored = trammel_findings_drop_ignored(view->findings, project);
  trammel_findings_sort(view->findings);
}

/* Copies the uses, error and findings of an earlier view of the same log. */
static void
lend_uses(TrammelLogView *view, const TrammelLogView *before)
{
  view->uses = before->uses ? g_ptr_array_ref(before->uses) : NULL;
  view->error = g_strdup(before->error);
  for (guint i = 0; i < before->findings->len; i++)
    trammel_findings_copy(view->findings, &g_array_index(before->findings, TrammelFinding, i));
}

static void
find_uses(TrammelLogView *view, const TrammelProject *project)
{
  g_autoptr(GError) error = NULL;

  if (has_mapping(project, view->log))
    view->uses = trammel_log_table_use(view->table, project, view->log, view->findings, &error);
  if (error)
    view->error = g_strdup(error->message);
}

TrammelLogView *
trammel_log_view_new(TrammelProject *project,
                     guint log,
                     const TrammelLogView *before,
                     gboolean with_findings,
                     GCancellable *cancellable)
{
  g_autoptr(TrammelLogView) view = g_new0(TrammelLogView, 1);

  view->refs = 1;
  view->project = trammel_project_ref(project);
  view->log = log;
  view->log_name = g_strdup(trammel_project_get_log_name(project, log));
  view->source = describe_source(project, log);
  view->findings = trammel_findings_new();
  if (before && before->table && g_str_equal(before->source, view->source)) {
    view->table = trammel_log_table_ref(before->table);
    view->sparks = g_array_ref(before->sparks);
    view->figures = before->figures ? g_array_ref(before->figures) : NULL;
  } else if (!read_table(view, project, cancellable)) {
    return NULL;
  }
  if (view->table && before && before->project == project && before->log == log &&
      !before->is_complete)
    lend_uses(view, before);
  else if (view->table)
    find_uses(view, project);
  if (view->table && with_findings) {
    find_faults(view, project);
    view->figures = view->figures ? view->figures : trammel_channel_figures_new(view->table);
  }
  view->is_complete = with_findings || !view->table;
  return g_steal_pointer(&view);
}

TrammelLogView *
trammel_log_view_ref(TrammelLogView *view)
{
  g_atomic_int_inc(&view->refs);
  return view;
}

void
trammel_log_view_unref(TrammelLogView *view)
{
  if (!g_atomic_int_dec_and_test(&view->refs))
    return;
  trammel_project_unref(view->project);
  g_free(view->log_name);
  g_free(view->source);
  g_free(view->error);
  g_clear_pointer(&view->table, trammel_log_table_unref);
  g_clear_pointer(&view->sparks, g_array_unref);
  g_clear_pointer(&view->figures, g_array_unref);
  g_clear_pointer(&view->uses, g_ptr_array_unref);
  g_array_unref(view->findings);
  g_free(view);
}

const TrammelTableUse *
trammel_log_view_find_use(const TrammelLogView *view, guint channel)
{
  for (guint i = 0; view->uses && i < view->uses->len; i++)
    if (((TrammelTableUse *)view->uses->pdata[i])->channel == channel)
      return view->uses->pdata[i];
  return NULL;
}

/* Returns 10001 with a narrow space between thousands. */
static char *
format_count(gsize n)
{
  g_autofree char *digits = g_strdup_printf("%" G_GSIZE_FORMAT, n);
  gsize length = strlen(digits);
  GString *text = g_string_new(NULL);

  for (gsize i = 0; i < length; i++) {
    if (i > 0 && length > 4 && (length - i) % 3 == 0)
      g_string_append(text, "\u202f");
    g_string_append_c(text, digits[i]);
  }
  return g_string_free(text, FALSE);
}

char *
trammel_log_view_describe(const TrammelLogView *view)
{
  const TrammelLogTable *table = view->table;
  GString *text = g_string_new(NULL);

  if (!table)
    return g_string_free(text, FALSE);
  g_autofree char *rows = format_count(table->n_rows);
  if (isfinite(table->rate))
    g_string_append_printf(text, "%.4g Hz   ", table->rate);
  if (isfinite(table->duration))
    g_string_append_printf(text, "%.2f s   ", table->duration);
  /* translators: a number that is written out, with its thousands apart */
  g_string_append_printf(text, ngettext("%s row", "%s rows", table->n_rows), rows);
  g_string_append(text, "   ");
  g_string_append_printf(text, ngettext("%zu gap", "%zu gaps", table->n_gaps), table->n_gaps);
  if (table->n_unordered > 0) {
    g_string_append(text, "   ");
    g_string_append_printf(
        text, ngettext("%zu stamp out of order", "%zu stamps out of order", table->n_unordered),
        table->n_unordered);
  }
  return g_string_free(text, FALSE);
}
