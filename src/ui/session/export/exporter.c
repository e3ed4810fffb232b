#include "ui/session/export/exporter.h"

#include <glib/gi18n.h>
#include <string.h>

#include "io/base/json_tree.h"
#include "io/export/export.h"
#include "io/export/motion_save.h"
#include "io/project/figures.h"
#include "io/project/origin.h"
#include "io/project/runs.h"
#include "ui/session/export/words.h"
#include "ui/session/run/fit-words.h"
#include "ui/session/text/param-label.h"

enum { MAX_LINE = 400 }; /* bytes shown of one line */

/* An order together with its flags, as the thread gets it. */
typedef struct {
  TrammelExportOrder *order;
  gboolean is_preview;
} Job;

struct _TrammelExporter {
  TrammelBackgroundTask parent_instance;
  gboolean is_preview;
};

G_DEFINE_FINAL_TYPE(TrammelExporter, trammel_exporter, TRAMMEL_TYPE_BACKGROUND_TASK)

void
trammel_export_order_free(TrammelExportOrder *order)
{
  g_free(order->source);
  g_free(order->result);
  g_clear_object(&order->run);
  g_free(order->path);
  g_free(order->model);
  g_clear_pointer(&order->figures, trammel_project_unref);
  g_clear_pointer(&order->construction, trammel_project_unref);
  g_clear_pointer(&order->picture, g_bytes_unref);
  g_free(order);
}

static void
free_outcome(TrammelExportOutcome *outcome)
{
  g_free(outcome->text);
  g_strfreev(outcome->cautions);
  g_strfreev(outcome->notes);
  g_strfreev(outcome->paths);
  g_free(outcome);
}

static void
free_job(gpointer data)
{
  Job *job = data;

  trammel_export_order_free(job->order);
  g_free(job);
}

/* Returns the result of the run as in a result file, without the members that only projects have,
 * with the ordered set of values. */
static TrammelExportResult *
read_result(const TrammelExportOrder *order, GError **error)
{
  g_autoptr(JsonNode) node = trammel_json_parse(order->result, -1, order->source, error);

  if (!node)
    return NULL;
  g_autofree char *text = trammel_run_node_to_result(node);
  g_autoptr(TrammelExportResult) result =
      trammel_export_result_parse(text, -1, order->source, error);
  if (!result || order->values == result->values)
    return g_steal_pointer(&result);
  return trammel_export_result_select(result, order->values);
}

/* Appends a line; of one that is too long to show only the beginning. */
static void
append_line(GString *lines, const char *line, gsize length)
{
  if (length <= MAX_LINE) {
    g_string_append_len(lines, line, (gssize)length);
    return;
  }
  g_autofree char *begin = g_strndup(line, MAX_LINE);
  g_autofree char *valid = g_utf8_make_valid(begin, -1);
  g_string_append_printf(lines, "%s…\n", valid);
}

/* Returns the first lines of `text`, and their total number. */
static char *
take_lines(const char *text, gsize length, gsize *n_lines)
{
  const char *end = text + length;
  g_autoptr(GString) lines = g_string_new(NULL);

  *n_lines = 0;
  for (const char *at = text, *next; at < end; at = next) {
    const char *line_end = memchr(at, '\n', (gsize)(end - at));
    next = line_end ? line_end + 1 : end;
    if ((*n_lines)++ < TRAMMEL_PREVIEW_LINES)
      append_line(lines, at, (gsize)(next - at));
  }
  return g_utf8_make_valid(lines->str, (gssize)lines->len);
}

static void
list_motions(TrammelExportOutcome *outcome, const TrammelExportOrder *order)
{
  const TrFit *fit = trammel_run_get_fit(order->run);

  outcome->paths = g_new0(char *, fit->n_logs + 1);
  for (int i = 0; i < fit->n_logs; i++)
    outcome->paths[i] =
        trammel_motion_name_file(trammel_run_get_problem(order->run), fit, i, order->path);
}

static gboolean
make_motions(TrammelExportOutcome *outcome, const Job *job, GError **error)
{
  const TrammelExportOrder *order = job->order;
  TrammelProblem *problem = trammel_run_get_problem(order->run);
  const TrFit *fit = trammel_run_get_fit(order->run);

  list_motions(outcome, order);
  if (!job->is_preview)
    return trammel_motion_save_all(problem, fit, order->path, error);
  if (!order->format->is_text) {
    outcome->text = g_strdup(_(order->format->what));
    return TRUE;
  }
  const TrammelMotion motion = trammel_motion_of_fit(problem, fit, 0);
  g_autofree char *csv = trammel_motion_to_csv(&motion);
  outcome->text = take_lines(csv, strlen(csv), &outcome->n_lines);
  return TRUE;
}

/* Returns a description of the file's content, for formats without a preview. */
static char *
describe(const TrammelExportOrder *order, const TrammelExportResult *result)
{
  if (order->format->group == TRAMMEL_EXPORT_REPORT)
    return trammel_export_words_for_report(result);
  return g_strdup(_(order->format->what));
}

/* Returns the names of the parameters of a result in the words of the window; NULL where the
 * project does not know them all. */
static char **
name_parameters(const TrammelProject *project, const TrammelExportResult *result)
{
  guint n = trammel_export_result_get_n_parameters(result);
  g_auto(GStrv) names = g_new0(char *, n + 1);

  for (guint i = 0; i < n; i++) {
    const TrammelQuantity *quantity =
        trammel_project_find_quantity(project, trammel_export_result_get_parameter(result, i)->id);
    if (!quantity)
      return NULL;
    names[i] = trammel_quantity_label(trammel_project_get_model(project), quantity);
  }
  return g_steal_pointer(&names);
}

/* Returns origins and notes of the project on the parameters of a result, "" without. */
static char **
list_notes(const TrammelProject *project, const TrammelExportResult *result)
{
  guint n = trammel_export_result_get_n_parameters(result);
  char **notes = g_new0(char *, n + 1);

  for (guint i = 0; i < n; i++)
    notes[i] =
        trammel_project_dup_provenance(project, trammel_export_result_get_parameter(result, i)->id);
  return notes;
}

static gboolean
make_file(TrammelExportOutcome *outcome,
          const Job *job,
          const TrammelExportResult *result,
          GError **error)
{
  const TrammelExportOrder *order = job->order;
  gboolean is_report = order->format->group == TRAMMEL_EXPORT_REPORT;
  gboolean has_run = is_report && order->run;
  const TrFit *fit = has_run ? trammel_run_get_fit(order->run) : NULL;
  g_autoptr(GArray) findings = has_run ? trammel_run_dup_findings(order->run) : NULL;
  g_autofree char *ending = has_run ? trammel_fit_dup_ending(fit) : NULL;
  g_auto(GStrv) labels = order->figures ? name_parameters(order->figures, result) : NULL;
  g_auto(GStrv) notes = order->figures ? list_notes(order->figures, result) : NULL;
  const TrammelReportParts parts = {
      .notes = (const char *const *)notes,
      .labels = (const char *const *)labels,
      .picture = order->picture,
      .task = has_run ? trammel_problem_get_task(trammel_run_get_problem(order->run)) : NULL,
      .fit = fit,
      .findings = findings,
      .ending = ending};
  g_autoptr(GPtrArray) prints =
      order->figures ? trammel_project_load_prints(order->figures, error) : NULL;
  const TrammelExportOptions options = {
      .model = order->model,
      .force = order->force,
      .construction = order->construction ? trammel_project_get_model(order->construction) : NULL,
      .prints = prints,
      .parts = is_report ? &parts : NULL,
      .values = order->values};
  const char *const paths[] = {order->path, NULL};

  if (order->figures && !prints)
    return FALSE;

  outcome->paths = g_strdupv((char **)paths);
  if (!job->is_preview)
    return trammel_export_save(result, order->path, &options, &outcome->notes, error);
  if (!order->format->is_text) {
    outcome->text = describe(order, result);
    return TRUE;
  }
  g_autoptr(GBytes) bytes =
      trammel_export_to_bytes(result, order->path, &options, &outcome->notes, error);
  if (!bytes)
    return FALSE;
  outcome->text =
      take_lines(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), &outcome->n_lines);
  return TRUE;
}

static gpointer
work(TrammelTaskContext *context, gpointer data, GError **error)
{
  const Job *job = data;
  gboolean has_motions = job->order->format->group == TRAMMEL_EXPORT_MOTIONS;
  g_autoptr(TrammelExportResult) result = read_result(job->order, error);

  if (!result)
    return NULL;
  TrammelExportOutcome *outcome = g_new0(TrammelExportOutcome, 1);
  outcome->cautions = trammel_export_words_list_cautions(result, has_motions);
  if (has_motions ? make_motions(outcome, job, error) : make_file(outcome, job, result, error))
    return outcome;
  free_outcome(outcome);
  return NULL;
}

static void
trammel_exporter_class_init(TrammelExporterClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = free_job;
  task_class->free_outcome = (GDestroyNotify)free_outcome;
}

static void
trammel_exporter_init(TrammelExporter *self)
{
}

TrammelExporter *
trammel_exporter_new(gboolean is_preview)
{
  TrammelExporter *self = g_object_new(TRAMMEL_TYPE_EXPORTER, NULL);

  self->is_preview = is_preview;
  return self;
}

void
trammel_exporter_start(TrammelExporter *self, TrammelExportOrder *order)
{
  g_return_if_fail(TRAMMEL_IS_EXPORTER(self));
  g_return_if_fail(order->format->group != TRAMMEL_EXPORT_MOTIONS || order->run);
  Job *job = g_new(Job, 1);

  *job = (Job){order, self->is_preview};
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), job);
}

const TrammelExportOrder *
trammel_exporter_get_order(TrammelExporter *self)
{
  const Job *job = trammel_background_task_get_order(TRAMMEL_BACKGROUND_TASK(self));

  return job ? job->order : NULL;
}
