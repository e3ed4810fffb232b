#include "ui/pages/import-dialog.h"

#include <math.h>

#include "ui/session/format.h"
#include "ui/session/import-plan.h"

struct _TrammelImportDialog {
  GtkWindow parent_instance;
  GtkStack *stack;
  GtkLabel *facts, *reason;
  GtkDropDown *template, *time, *time_unit;
  GtkGrid *grid;
  GtkWidget *import;
  TrammelImportPlan *plan;
  GTask *task;
  GCancellable *cancellable;
  gboolean filling; /* the widgets follow the plan, not the user */
};

G_DEFINE_FINAL_TYPE(TrammelImportDialog, trammel_import_dialog, GTK_TYPE_WINDOW)

/* Columns of the grid. */
enum { NAME, COLUMN, UNIT, SIGN, SCALE };

static TrammelImportSignal *
get_signal(TrammelImportDialog *self, GObject *widget)
{
  guint i = GPOINTER_TO_UINT(g_object_get_data(widget, "signal"));
  return &g_array_index(self->plan->signals, TrammelImportSignal, i);
}

static void
update_reason(TrammelImportDialog *self)
{
  g_autofree char *why = trammel_import_plan_check(self->plan);

  gtk_label_set_text(self->reason, why ? why : "");
  gtk_widget_set_sensitive(self->import, why == NULL);
}

static void
on_column_selected_cb(GtkDropDown *choice, GParamSpec *pspec, TrammelImportDialog *self)
{
  if (self->filling)
    return;
  get_signal(self, G_OBJECT(choice))->column = gtk_drop_down_get_selected(choice);
  update_reason(self);
}

static void
on_unit_selected_cb(GtkDropDown *choice, GParamSpec *pspec, TrammelImportDialog *self)
{
  if (!self->filling)
    get_signal(self, G_OBJECT(choice))->unit_index = gtk_drop_down_get_selected(choice);
}

static void
on_sign_selected_cb(GtkDropDown *choice, GParamSpec *pspec, TrammelImportDialog *self)
{
  if (!self->filling)
    get_signal(self, G_OBJECT(choice))->negative = gtk_drop_down_get_selected(choice) == 1;
}

static void
on_scale_changed_cb(GtkEditable *entry, TrammelImportDialog *self)
{
  double scale = NAN;

  if (self->filling)
    return;
  trammel_parse_quantity(gtk_editable_get_text(entry), "", NAN, &scale, NULL);
  get_signal(self, G_OBJECT(entry))->scale = scale;
  update_reason(self);
}

/* Puts `widget` into the grid and names it for assistive technology. */
static void
place(TrammelImportDialog *self, GtkWidget *widget, int column, guint signal, const char *what)
{
  const char *name = g_array_index(self->plan->signals, TrammelImportSignal, signal).signal;
  g_autofree char *label = g_strdup_printf("%s of %s", what, name);

  g_object_set_data(G_OBJECT(widget), "signal", GUINT_TO_POINTER(signal));
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_grid_attach(self->grid, widget, column, (int)signal + 1, 1, 1);
}

static GtkWidget *
new_choice(const char *const *words, guint selected)
{
  GtkWidget *choice = gtk_drop_down_new_from_strings(words);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(choice), selected);
  return choice;
}

static GtkWidget *
new_column_choice(TrammelImportDialog *self, guint selected)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new();

  g_ptr_array_add(words, (gpointer) "none");
  for (guint i = 0; i < self->plan->columns->len; i++)
    g_ptr_array_add(words, self->plan->columns->pdata[i]);
  g_ptr_array_add(words, NULL);
  GtkWidget *choice = new_choice((const char *const *)words->pdata, selected);
  gtk_widget_set_hexpand(choice, TRUE);
  return choice;
}

static void
add_row(TrammelImportDialog *self, guint i)
{
  static const char *const signs[] = {"+", "−", NULL};
  const TrammelImportSignal *signal = &g_array_index(self->plan->signals, TrammelImportSignal, i);
  g_autofree char *text = g_strdup_printf("%s  (%s)", signal->signal,
                                          signal->is_motor ? "motor input" : "joint position");
  g_autofree char *number = trammel_format_entry(signal->scale);
  GtkWidget *name = gtk_label_new(text);
  GtkWidget *column = new_column_choice(self, signal->column);
  GtkWidget *unit = new_choice(trammel_import_units(signal->unit), signal->unit_index);
  GtkWidget *sign = new_choice(signs, signal->negative);
  GtkWidget *scale = gtk_entry_new();

  gtk_label_set_xalign(GTK_LABEL(name), 0);
  gtk_editable_set_text(GTK_EDITABLE(scale), number);
  gtk_editable_set_width_chars(GTK_EDITABLE(scale), 10);
  gtk_grid_attach(self->grid, name, NAME, (int)i + 1, 1, 1);
  place(self, column, COLUMN, i, "Column");
  place(self, unit, UNIT, i, "Unit");
  place(self, sign, SIGN, i, "Sign");
  place(self, scale, SCALE, i, "Scale");
  g_signal_connect(column, "notify::selected", G_CALLBACK(on_column_selected_cb), self);
  g_signal_connect(unit, "notify::selected", G_CALLBACK(on_unit_selected_cb), self);
  g_signal_connect(sign, "notify::selected", G_CALLBACK(on_sign_selected_cb), self);
  g_signal_connect(scale, "changed", G_CALLBACK(on_scale_changed_cb), self);
}

static void
fill_grid(TrammelImportDialog *self)
{
  static const char *const titles[] = {"Signal of the model", "Column of the log", "Unit", "Sign",
                                       "Scale"};
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child(GTK_WIDGET(self->grid))))
    gtk_grid_remove(self->grid, child);
  for (guint i = 0; i < G_N_ELEMENTS(titles); i++) {
    GtkWidget *label = gtk_label_new(titles[i]);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_add_css_class(label, "dim-label");
    gtk_grid_attach(self->grid, label, (int)i, 0, 1, 1);
  }
  for (guint i = 0; i < self->plan->signals->len; i++)
    add_row(self, i);
}

static void
fill_time(TrammelImportDialog *self)
{
  g_autoptr(GtkStringList) columns = gtk_string_list_new(NULL);

  for (guint i = 0; i < self->plan->columns->len; i++)
    gtk_string_list_append(columns, self->plan->columns->pdata[i]);
  gtk_drop_down_set_model(self->time, G_LIST_MODEL(columns));
  gtk_drop_down_set_selected(self->time, self->plan->time);
  gtk_drop_down_set_selected(self->time_unit, self->plan->time_unit);
}

static void
set_template(TrammelImportDialog *self, guint i)
{
  g_autoptr(GError) error = NULL;

  if (!trammel_import_plan_set_template(self->plan, i, &error)) {
    gtk_label_set_text(self->reason, error->message);
    gtk_widget_set_sensitive(self->import, FALSE);
    return;
  }
  self->filling = TRUE;
  fill_time(self);
  fill_grid(self);
  self->filling = FALSE;
  update_reason(self);
}

static void
on_template_selected_cb(TrammelImportDialog *self)
{
  if (self->plan && !self->filling)
    set_template(self, gtk_drop_down_get_selected(self->template));
}

static void
on_time_selected_cb(TrammelImportDialog *self)
{
  if (!self->plan || self->filling)
    return;
  self->plan->time = gtk_drop_down_get_selected(self->time);
  self->plan->time_unit = gtk_drop_down_get_selected(self->time_unit);
  update_reason(self);
}

static void
on_import_clicked_cb(TrammelImportDialog *self)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_import_plan_build(self->plan, &error);

  if (!project) {
    gtk_label_set_text(self->reason, error->message);
    return;
  }
  g_autoptr(GTask) task = g_steal_pointer(&self->task);
  gtk_window_destroy(GTK_WINDOW(self));
  g_task_return_pointer(task, trammel_document_new(project, NULL, TRUE), g_object_unref);
}

static void
on_cancel_clicked_cb(TrammelImportDialog *self)
{
  gtk_window_close(GTK_WINDOW(self));
}

/* Closing in any other way than by Import gives up. */
static void
give_up(TrammelImportDialog *self)
{
  g_autoptr(GTask) task = g_steal_pointer(&self->task);

  g_cancellable_cancel(self->cancellable);
  if (task)
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "No log was imported.");
}

static void
describe_dataset(TrammelImportDialog *self, TrammelDataset *dataset)
{
  const char *const *problems = trammel_dataset_get_problems(dataset);
  g_autofree char *name = g_path_get_basename(trammel_dataset_get_path(dataset));
  GString *text = g_string_new(NULL);

  g_string_printf(text, "%s: %u columns of numbers", name, self->plan->columns->len);
  for (guint i = 0; problems && problems[i] && i < 5; i++)
    g_string_append_printf(text, "\n%s", problems[i]);
  gtk_label_set_text(self->facts, text->str);
  g_string_free(text, TRUE);
}

static void
on_dataset_loaded_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  TrammelImportDialog *self = TRAMMEL_IMPORT_DIALOG(source);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDataset) dataset = g_task_propagate_pointer(G_TASK(result), &error);

  if (!self->task)
    return;
  if (!dataset) {
    g_autoptr(GTask) task = g_steal_pointer(&self->task);
    gtk_window_destroy(GTK_WINDOW(self));
    g_task_return_error(task, g_steal_pointer(&error));
    return;
  }
  self->plan = trammel_import_plan_new(dataset);
  describe_dataset(self, dataset);
  guint template = trammel_import_plan_choose_template(self->plan);
  self->filling = TRUE;
  gtk_drop_down_set_selected(self->template, template);
  self->filling = FALSE;
  set_template(self, template);
  gtk_stack_set_visible_child_name(self->stack, "mapping");
}

static void
load_dataset(GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  GError *error = NULL;
  TrammelDataset *dataset = trammel_dataset_load(path, NULL, cancellable, &error);

  if (dataset)
    g_task_return_pointer(task, dataset, (GDestroyNotify)trammel_dataset_unref);
  else
    g_task_return_error(task, error);
}

static void
trammel_import_dialog_dispose(GObject *object)
{
  TrammelImportDialog *self = TRAMMEL_IMPORT_DIALOG(object);

  give_up(self);
  g_clear_pointer(&self->plan, trammel_import_plan_free);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_IMPORT_DIALOG);
  G_OBJECT_CLASS(trammel_import_dialog_parent_class)->dispose(object);
}

static void
trammel_import_dialog_finalize(GObject *object)
{
  g_object_unref(TRAMMEL_IMPORT_DIALOG(object)->cancellable);
  G_OBJECT_CLASS(trammel_import_dialog_parent_class)->finalize(object);
}

static void
trammel_import_dialog_class_init(TrammelImportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_import_dialog_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_import_dialog_finalize;
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/import-dialog.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelImportDialog, stack);
  gtk_widget_class_bind_template_child(widget_class, TrammelImportDialog, facts);
  gtk_widget_class_bind_template_child(widget_class, TrammelImportDialog, reason);
  gtk_widget_class_bind_template_child(widget_class, TrammelImportDialog, template);
  gtk_widget_class_bind_template_child(widget_class, TrammelImportDialog, time);
  gtk_widget_class_bind_template_child(widget_class, TrammelImportDialog, time_unit);
  gtk_widget_class_bind_template_child(widget_class, TrammelImportDialog, grid);
  gtk_widget_class_bind_template_child(widget_class, TrammelImportDialog, import);
  gtk_widget_class_bind_template_callback(widget_class, on_template_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_time_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_import_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_cancel_clicked_cb);
  gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
trammel_import_dialog_init(TrammelImportDialog *self)
{
  g_autoptr(GtkStringList) titles = gtk_string_list_new(NULL);
  g_autoptr(GtkStringList) units = gtk_string_list_new(trammel_import_units("s"));

  self->cancellable = g_cancellable_new();
  gtk_widget_init_template(GTK_WIDGET(self));
  for (guint i = 0; i < trammel_import_get_n_templates(); i++)
    gtk_string_list_append(titles, trammel_import_get_template_title(i));
  gtk_drop_down_set_model(self->template, G_LIST_MODEL(titles));
  gtk_drop_down_set_model(self->time_unit, G_LIST_MODEL(units));
}

void
trammel_import_dialog_run(GtkWindow *parent,
                          GFile *file,
                          GAsyncReadyCallback callback,
                          gpointer user)
{
  TrammelImportDialog *self =
      g_object_new(TRAMMEL_TYPE_IMPORT_DIALOG, "transient-for", parent, NULL);
  g_autofree char *name = g_file_get_basename(file);
  g_autofree char *title = g_strdup_printf("Import %s", name);
  g_autoptr(GTask) load = g_task_new(self, self->cancellable, on_dataset_loaded_cb, NULL);

  self->task = g_task_new(parent, NULL, callback, user);
  gtk_window_set_title(GTK_WINDOW(self), title);
  g_task_set_task_data(load, g_file_get_path(file), g_free);
  g_task_run_in_thread(load, load_dataset);
  gtk_window_present(GTK_WINDOW(self));
}

TrammelDocument *
trammel_import_dialog_finish(GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer(G_TASK(result), error);
}
