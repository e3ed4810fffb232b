#include "ui/pages/export/export-dialog.h"

#include <glib/gi18n.h>

#include "ui/desktop/file-dialogs.h"
#include "ui/pages/export/figure-list.h"
#include "ui/widgets/box.h"
#include "ui/widgets/sentence-label.h"

struct _TrammelExportDialog {
  GtkWindow parent_instance;
  GtkListBox *formats;
  GtkLabel *what, *model, *words, *text, *length, *ending, *folder, *place_note;
  GtkDropDown *run, *values;
  GtkWidget *model_box, *values_box, *cautions_box, *cautions, *figures_box, *export;
  TrammelFigureList *figures;
  GtkCheckButton *force, *construction;
  GtkStack *preview;
  GtkEditable *name;
  TrammelDocument *document;
  TrammelExportPlan *plan; /* owned by the window */
  GPtrArray *runs;         /* TrammelExportRun */
  TrammelExporter *previewer;
  gboolean filling;
  gboolean is_obstructed; /* the preview is replaced by a sentence */
  gboolean is_awaited;    /* Return was pressed before the preview was ready */
};

G_DEFINE_FINAL_TYPE(TrammelExportDialog, trammel_export_dialog, GTK_TYPE_WINDOW)

enum { EXPORT, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- display --------------------------------------------------------------------------------- */

static void
show_words(TrammelExportDialog *self, const char *words)
{
  trammel_label_set_sentence(self->words, words);
  gtk_label_set_text(self->length, "");
  gtk_stack_set_visible_child_name(self->preview, "words");
}

static void
show_text(TrammelExportDialog *self, const char *text, gsize n_lines)
{
  g_autofree char *length =
      n_lines > TRAMMEL_PREVIEW_LINES
          ? g_strdup_printf(_("The first %d of %zu lines"), TRAMMEL_PREVIEW_LINES, n_lines)
          : g_strdup("");

  gtk_label_set_text(self->text, text);
  trammel_label_set_numbers(self->length, length);
  gtk_stack_set_visible_child_name(self->preview, "text");
}

static void
add_caution(TrammelExportDialog *self, const char *icon, const char *text)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *image = gtk_image_new_from_icon_name(icon), *label = gtk_label_new(text);

  gtk_widget_set_valign(image, GTK_ALIGN_START);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_box_append(GTK_BOX(row), image);
  gtk_box_append(GTK_BOX(row), label);
  gtk_box_append(GTK_BOX(self->cautions), row);
}

static void
show_cautions(TrammelExportDialog *self, char *const *cautions, char *const *notes)
{
  trammel_box_clear(GTK_BOX(self->cautions));
  for (guint i = 0; cautions && cautions[i]; i++)
    add_caution(self, "dialog-warning-symbolic", cautions[i]);
  for (guint i = 0; notes && notes[i]; i++)
    add_caution(self, "dialog-information-symbolic", notes[i]);
  gtk_widget_set_visible(self->cautions_box, gtk_widget_get_first_child(self->cautions) != NULL);
}

static void
write_file(TrammelExportDialog *self)
{
  g_signal_emit(self, signals[EXPORT], 0);
  gtk_window_destroy(GTK_WINDOW(self));
}

static void
on_previewed_cb(TrammelExportDialog *self, TrammelExportOutcome *outcome)
{
  show_cautions(self, outcome->cautions, outcome->notes);
  if (outcome->n_lines)
    show_text(self, outcome->text, outcome->n_lines);
  else
    show_words(self, outcome->text);
  gtk_widget_set_sensitive(self->export, TRUE);
  if (self->is_awaited)
    write_file(self);
}

static void
on_preview_failed_cb(TrammelExportDialog *self, const GError *error)
{
  show_cautions(self, NULL, NULL);
  show_words(self, error->message);
}

/* Shows the path of the file; uses only the plan. */
static void
show_place(TrammelExportDialog *self, gboolean can_export)
{
  g_autofree char *path = trammel_export_plan_dup_path(self->plan);
  g_autofree char *folder = trammel_export_plan_dup_folder(self->plan);
  g_autofree char *place = g_strdup_printf(_("in %s"), folder);
  gboolean is_there = can_export && self->plan->format->group != TRAMMEL_EXPORT_MOTIONS &&
                      g_file_test(path, G_FILE_TEST_EXISTS);

  gtk_label_set_text(self->folder, place);
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->folder), path);
  gtk_label_set_text(self->place_note,
                     is_there ? _("A file of this name exists and will be replaced.") : "");
  gtk_widget_set_visible(GTK_WIDGET(self->place_note), is_there);
  gtk_button_set_label(GTK_BUTTON(self->export), is_there ? _("_Replace") : _("_Export"));
}

/* Updates the dialog after a change of the file's content or of the obstacle. */
static void
update(TrammelExportDialog *self)
{
  if (self->filling)
    return;
  g_autofree char *obstacle = trammel_export_plan_find_obstacle(self->plan, self->document);
  show_place(self, !obstacle);
  gtk_widget_set_sensitive(self->export, FALSE);
  self->is_awaited = FALSE;
  self->is_obstructed = obstacle != NULL;
  if (!obstacle) {
    trammel_exporter_start(self->previewer,
                           trammel_export_plan_make_order(self->plan, self->document));
    return;
  }
  trammel_background_task_drop(TRAMMEL_BACKGROUND_TASK(self->previewer));
  show_cautions(self, NULL, NULL);
  show_words(self, obstacle);
}

static void
show_model(TrammelExportDialog *self)
{
  const TrammelExportFormat *format = self->plan->format;
  const char *model = self->plan->models[trammel_export_format_get_index(format)];

  gtk_widget_set_visible(self->model_box, format->has_model);
  gtk_label_set_text(self->model, model ? model : _("none yet"));
}

/* ---- options --------------------------------------------------------------------------------- */

static void
on_format_selected_cb(TrammelExportDialog *self, GtkListBoxRow *row)
{
  if (!row || !self->plan)
    return;
  self->plan->format = trammel_export_format_get((guint)gtk_list_box_row_get_index(row));
  gtk_label_set_text(self->what, _(self->plan->format->what));
  gtk_label_set_text(self->ending, self->plan->format->ending);
  show_model(self);
  gtk_widget_set_visible(self->values_box,
                         trammel_export_format_chooses_values(self->plan->format));
  gtk_widget_set_visible(self->figures_box, self->plan->format->group == TRAMMEL_EXPORT_REPORT);
  update(self);
}

static void
on_run_selected_cb(TrammelExportDialog *self)
{
  guint selected = gtk_drop_down_get_selected(self->run);

  if (self->filling || !self->runs || selected >= self->runs->len)
    return;
  self->plan->run = ((TrammelExportRun *)self->runs->pdata[selected])->number;
  update(self);
}

static void
on_values_selected_cb(TrammelExportDialog *self)
{
  if (self->filling)
    return;
  self->plan->values = (TrammelValues)gtk_drop_down_get_selected(self->values);
  update(self);
}

static void
on_force_toggled_cb(TrammelExportDialog *self)
{
  if (self->filling)
    return;
  self->plan->force = gtk_check_button_get_active(self->force);
  update(self);
}

static void
on_construction_toggled_cb(TrammelExportDialog *self)
{
  if (self->filling)
    return;
  self->plan->construction = gtk_check_button_get_active(self->construction);
  update(self);
}

/* Takes the name; the preview does not depend on it. */
static void
on_name_changed_cb(TrammelExportDialog *self)
{
  if (self->filling)
    return;
  g_free(self->plan->name);
  self->plan->name = g_strdup(gtk_editable_get_text(self->name));
  g_autofree char *obstacle = trammel_export_plan_find_obstacle(self->plan, self->document);
  if (obstacle || self->is_obstructed)
    update(self);
  else
    show_place(self, TRUE);
}

static void
on_name_activate_cb(TrammelExportDialog *self)
{
  self->is_awaited = trammel_worker_get_running(TRAMMEL_WORKER(self->previewer));
}

static void
on_model_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(TrammelExportDialog) self = data;
  g_autoptr(GFile) file = trammel_choose_file_finish(result, NULL);
  char *path = file && self->plan ? g_file_get_path(file) : NULL;

  if (!path)
    return;
  char **place = &self->plan->models[trammel_export_format_get_index(self->plan->format)];
  g_free(*place);
  *place = path;
  show_model(self);
  update(self);
}

static void
on_choose_model_clicked_cb(TrammelExportDialog *self)
{
  trammel_choose_file_async(GTK_WINDOW(self), TRAMMEL_CHOOSE_OPEN_MODEL, NULL, on_model_chosen_cb,
                            g_object_ref(self));
}

static void
fill_name(TrammelExportDialog *self)
{
  self->filling = TRUE;
  gtk_editable_set_text(self->name, self->plan->name);
  self->filling = FALSE;
}

static void
on_place_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(TrammelExportDialog) self = data;
  g_autoptr(GFile) file = trammel_choose_file_finish(result, NULL);
  g_autofree char *path = file && self->plan ? g_file_get_path(file) : NULL;

  if (!path)
    return;
  trammel_export_plan_set_path(self->plan, path);
  fill_name(self);
  update(self);
}

static void
on_choose_place_clicked_cb(TrammelExportDialog *self)
{
  g_autofree char *path = trammel_export_plan_dup_path(self->plan);
  g_autofree char *name = g_path_get_basename(path);

  trammel_choose_file_async(GTK_WINDOW(self), TRAMMEL_CHOOSE_SAVE_EXPORT, name, on_place_chosen_cb,
                            g_object_ref(self));
}

static void
on_export_clicked_cb(TrammelExportDialog *self)
{
  write_file(self);
}

/* ---- construction ---------------------------------------------------------------------------- */

static void
add_format(TrammelExportDialog *self, const TrammelExportFormat *format)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new(_(format->label)), *ending = gtk_label_new(format->ending);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_widget_add_css_class(ending, "dim-label");
  gtk_box_append(GTK_BOX(row), label);
  gtk_box_append(GTK_BOX(row), ending);
  gtk_list_box_append(self->formats, row);
}

/* Adds headings between the groups. */
static void
update_header(GtkListBoxRow *row, GtkListBoxRow *before, gpointer user)
{
  const TrammelExportFormat *format =
      trammel_export_format_get((guint)gtk_list_box_row_get_index(row));
  const TrammelExportFormat *last =
      before ? trammel_export_format_get((guint)gtk_list_box_row_get_index(before)) : NULL;

  if (last && last->group == format->group) {
    gtk_list_box_row_set_header(row, NULL);
    return;
  }
  GtkWidget *label = gtk_label_new(trammel_export_group_get_label(format->group));
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "export-group");
  gtk_list_box_row_set_header(row, label);
}

static void
fill_runs(TrammelExportDialog *self)
{
  g_autoptr(GtkStringList) titles = gtk_string_list_new(NULL);
  guint selected = 0;

  g_clear_pointer(&self->runs, g_ptr_array_unref);
  self->runs = trammel_export_plan_list_runs(self->document);
  for (guint i = 0; i < self->runs->len; i++) {
    const TrammelExportRun *run = self->runs->pdata[i];
    gtk_string_list_append(titles, run->title);
    if (run->number == self->plan->run)
      selected = i;
  }
  gtk_drop_down_set_model(self->run, G_LIST_MODEL(titles));
  if (self->runs->len > 0) {
    gtk_drop_down_set_selected(self->run, selected);
    self->plan->run = ((TrammelExportRun *)self->runs->pdata[selected])->number;
  }
}

static void
fill(TrammelExportDialog *self)
{
  guint index = trammel_export_format_get_index(self->plan->format);

  self->filling = TRUE;
  fill_runs(self);
  gtk_editable_set_text(self->name, self->plan->name);
  gtk_drop_down_set_selected(self->values, (guint)self->plan->values);
  gtk_check_button_set_active(self->force, self->plan->force);
  gtk_check_button_set_active(self->construction, self->plan->construction);
  gtk_list_box_select_row(self->formats, gtk_list_box_get_row_at_index(self->formats, (int)index));
  self->filling = FALSE;
  update(self);
}

static void
trammel_export_dialog_dispose(GObject *object)
{
  TrammelExportDialog *self = TRAMMEL_EXPORT_DIALOG(object);

  self->filling = TRUE;
  self->plan = NULL;
  g_clear_object(&self->previewer);
  g_clear_object(&self->document);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_EXPORT_DIALOG);
  G_OBJECT_CLASS(trammel_export_dialog_parent_class)->dispose(object);
}

static void
trammel_export_dialog_finalize(GObject *object)
{
  TrammelExportDialog *self = TRAMMEL_EXPORT_DIALOG(object);

  g_clear_pointer(&self->runs, g_ptr_array_unref);
  G_OBJECT_CLASS(trammel_export_dialog_parent_class)->finalize(object);
}

static void
bind_template(GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/export/export-dialog.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, formats);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, what);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, run);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, model_box);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, values_box);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, values);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, model);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, force);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, construction);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, cautions_box);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, cautions);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, figures_box);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, figures);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, preview);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, words);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, text);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, length);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, name);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, ending);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, folder);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, place_note);
  gtk_widget_class_bind_template_child(widget_class, TrammelExportDialog, export);
  gtk_widget_class_bind_template_callback(widget_class, on_format_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_run_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_values_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_force_toggled_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_construction_toggled_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_name_activate_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_name_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_choose_model_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_choose_place_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_export_clicked_cb);
}

static void
trammel_export_dialog_class_init(TrammelExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_export_dialog_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_export_dialog_finalize;
  signals[EXPORT] = g_signal_new("export", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  bind_template(widget_class);
}

static void
trammel_export_dialog_init(TrammelExportDialog *self)
{
  self->filling = TRUE;
  g_type_ensure(TRAMMEL_TYPE_FIGURE_LIST);
  self->previewer = trammel_exporter_new(TRUE);
  gtk_widget_init_template(GTK_WIDGET(self));
  for (guint i = 0; i < TRAMMEL_N_EXPORT_FORMATS; i++)
    add_format(self, trammel_export_format_get(i));
  gtk_list_box_set_header_func(self->formats, update_header, NULL, NULL);
  g_signal_connect_object(self->previewer, "finished", G_CALLBACK(on_previewed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->previewer, "failed", G_CALLBACK(on_preview_failed_cb), self,
                          G_CONNECT_SWAPPED);
}

TrammelExportDialog *
trammel_export_dialog_show(GtkWindow *parent, TrammelDocument *document, TrammelExportPlan *plan)
{
  TrammelExportDialog *self = g_object_new(TRAMMEL_TYPE_EXPORT_DIALOG, "transient-for", parent,
                                           "application", gtk_window_get_application(parent), NULL);

  self->document = g_object_ref(document);
  self->plan = plan;
  trammel_figure_list_set_document(self->figures, document);
  g_signal_connect_object(document, "run-extended", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  fill(self);
  gtk_window_present(GTK_WINDOW(self));
  return self;
}

gboolean
trammel_export_dialog_is_up_to_date(TrammelExportDialog *self)
{
  g_return_val_if_fail(TRAMMEL_IS_EXPORT_DIALOG(self), FALSE);
  return !trammel_worker_get_running(TRAMMEL_WORKER(self->previewer));
}
