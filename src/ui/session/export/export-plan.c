#include "ui/session/export/export-plan.h"

#include <glib/gi18n.h>
#include <string.h>

#include "io/base/json_writer.h"

/* Source of a plan: a kept run, or the run that is shown and not kept. */
typedef struct {
  TrammelRunRecord *record; /* nullable */
  TrammelRun *run;          /* nullable: without its motions */
} Source;

/* Returns `name` without `ending`, ignoring case. */
static char *
strip_ending(const char *name, const char *ending)
{
  gsize length = strlen(name), tail = strlen(ending);
  gboolean has_it = length > tail && g_ascii_strcasecmp(name + length - tail, ending) == 0;

  return g_strndup(name, has_it ? length - tail : length);
}

static char *
suggest_folder(TrammelDocument *document)
{
  char *path = trammel_document_dup_folder(document);
  const char *documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS);

  return path ? path : g_strdup(documents ? documents : g_get_home_dir());
}

/* Sets the model of the format that the project was imported from. */
static void
suggest_model(TrammelExportPlan *plan, TrammelDocument *document)
{
  const char *imported = trammel_document_get_imported(document);

  for (guint i = 0; imported && i < TRAMMEL_N_EXPORT_FORMATS; i++) {
    const TrammelExportFormat *format = trammel_export_format_get(i);
    if (format->has_model && g_str_has_suffix(imported, format->ending))
      plan->models[i] = g_strdup(imported);
  }
}

TrammelExportPlan *
trammel_export_plan_new(TrammelDocument *document, const char *format)
{
  TrammelExportPlan *plan = g_new0(TrammelExportPlan, 1);

  plan->format = trammel_export_format_find(format);
  plan->folder = suggest_folder(document);
  plan->name = trammel_document_dup_stem(document);
  suggest_model(plan, document);
  return plan;
}

void
trammel_export_plan_free(TrammelExportPlan *plan)
{
  for (guint i = 0; i < TRAMMEL_N_EXPORT_FORMATS; i++)
    g_free(plan->models[i]);
  g_free(plan->folder);
  g_free(plan->name);
  g_free(plan);
}

/* a typed path or extension is respected */
char *
trammel_export_plan_dup_path(const TrammelExportPlan *plan)
{
  g_autofree char *bare = strip_ending(plan->name, plan->format->ending);
  g_autofree char *name = g_strconcat(bare, plan->format->ending, NULL);

  if (g_str_has_prefix(name, "~/"))
    return g_build_filename(g_get_home_dir(), name + strlen("~/"), NULL);
  return g_canonicalize_filename(name, plan->folder);
}

char *
trammel_export_plan_dup_folder(const TrammelExportPlan *plan)
{
  g_autofree char *path = trammel_export_plan_dup_path(plan);

  return g_path_get_dirname(path);
}

void
trammel_export_plan_set_path(TrammelExportPlan *plan, const char *path)
{
  g_autofree char *base = g_path_get_basename(path);

  g_free(plan->folder);
  g_free(plan->name);
  plan->folder = g_path_get_dirname(path);
  plan->name = strip_ending(base, plan->format->ending);
}

static Source
find_source(TrammelDocument *document, guint number)
{
  TrammelRunList *list = trammel_document_get_run_list(document);
  TrammelRun *shown = trammel_document_get_run(document);
  Source source = {NULL, NULL};

  if (number) {
    source.record = trammel_run_list_find_number(list, number);
    source.run = source.record ? trammel_run_record_get_run(source.record) : NULL;
  } else if (shown && trammel_run_get_kind(shown) == TRAMMEL_RUN_FULL) {
    source.record = trammel_run_list_find(list, shown);
    source.run = shown;
  }
  return source;
}

static void
free_run(gpointer data)
{
  TrammelExportRun *run = data;

  g_free(run->title);
  g_free(run);
}

/* Appends a run; takes ownership of `title`. */
static void
add_run(GPtrArray *runs, guint number, char *title)
{
  TrammelExportRun *run = g_new(TrammelExportRun, 1);

  *run = (TrammelExportRun){number, title};
  g_ptr_array_add(runs, run);
}

GPtrArray *
trammel_export_plan_list_runs(TrammelDocument *document)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func(free_run);
  GListModel *kept = trammel_run_list_get_model(trammel_document_get_run_list(document));
  const Source shown = find_source(document, 0);

  if (shown.run) {
    g_autofree char *title =
        shown.record ? trammel_run_record_dup_title(shown.record) : g_strdup(_("not kept"));
    add_run(runs, 0, g_strdup_printf(_("The run that is shown (%s)"), title));
  }
  for (guint i = 0; i < g_list_model_get_n_items(kept); i++) {
    g_autoptr(TrammelRunRecord) record = g_list_model_get_item(kept, i);
    add_run(runs, trammel_run_record_get_number(record), trammel_run_record_dup_title(record));
  }
  return runs;
}

static char *
find_file_fault(const TrammelExportPlan *plan)
{
  g_autofree char *folder = trammel_export_plan_dup_folder(plan);

  if (!*plan->name || g_str_has_suffix(plan->name, "/"))
    return g_strdup(_("Give the file a name."));
  if (!g_file_test(folder, G_FILE_TEST_IS_DIR))
    return g_strdup_printf(_("There is no folder %s. Choose another one."), folder);
  return NULL;
}

char *
trammel_export_plan_find_obstacle(const TrammelExportPlan *plan, TrammelDocument *document)
{
  const Source source = find_source(document, plan->run);
  const char *model = plan->models[trammel_export_format_get_index(plan->format)];

  if (!source.run && !source.record)
    return g_strdup(_("This run no longer exists. Choose another one, or press Identify."));
  if (plan->format->group == TRAMMEL_EXPORT_MOTIONS && !source.run)
    return g_strdup(_("This run was read from the project's file, which holds no motions. Show it "
                      "first to compute it again."));
  if (plan->format->has_model && !model)
    return g_strdup_printf(_("Choose the %s file whose values are replaced in a copy; the file "
                             "itself is not changed."),
                           _(plan->format->label));
  return find_file_fault(plan);
}

/* Returns "furuta #3". */
static char *
name_source(TrammelDocument *document, const Source *source)
{
  g_autofree char *name = trammel_document_dup_stem(document);

  return source->record
             ? g_strdup_printf("%s #%u", name, trammel_run_record_get_number(source->record))
             : g_steal_pointer(&name);
}

TrammelExportOrder *
trammel_export_plan_make_order(const TrammelExportPlan *plan, TrammelDocument *document)
{
  const Source source = find_source(document, plan->run);
  g_return_val_if_fail(source.run || source.record, NULL);
  TrammelExportOrder *order = g_new0(TrammelExportOrder, 1);

  order->format = plan->format;
  order->source = name_source(document, &source);
  order->path = trammel_export_plan_dup_path(plan);
  order->run = source.run ? g_object_ref(source.run) : NULL;
  if (trammel_export_format_chooses_values(plan->format))
    order->values = plan->values;
  if (plan->format->group == TRAMMEL_EXPORT_REPORT)
    order->figures = trammel_project_ref(trammel_document_get_project(document));
  if (plan->format->has_model) {
    order->model = g_strdup(plan->models[trammel_export_format_get_index(plan->format)]);
    order->force = plan->force;
    if (plan->construction)
      order->construction = trammel_project_ref(trammel_document_get_project(document));
  }
  if (source.record) {
    order->result = g_strdup(trammel_run_record_get_text(source.record));
  } else {
    g_autoptr(JsonNode) node = trammel_run_dup_result(source.run);
    order->result = trammel_json_node_to_text(node);
  }
  return order;
}
