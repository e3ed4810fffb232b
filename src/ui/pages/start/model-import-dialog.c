#include "ui/pages/start/model-import-dialog.h"

#include <glib/gi18n.h>

#include "io/base/bilingual.h"
#include "io/import/import.h"
#include "io/mesh/surface.h"
#include "ui/widgets/box.h"
#include "ui/widgets/text-label.h"

enum { WIDTH = 720, HEIGHT = 640, MARGIN = 12 };

#define TRAMMEL_TYPE_MODEL_IMPORT_DIALOG (trammel_model_import_dialog_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelModelImportDialog, trammel_model_import_dialog, TRAMMEL, MODEL_IMPORT_DIALOG, GtkWindow)

struct _TrammelModelImportDialog {
  GtkWindow parent_instance;
  char *path;
  GtkCheckButton *merge, *loops, *dry_friction;
  GtkDropDown *base;
  GtkEditable *locked;
  GtkBox *record;
  GtkWidget *create;
  TrammelModelImport *import; /* NULL: the file cannot be read with these choices */
  gboolean has_read_meshes;   /* all meshes were read, and are in memory or failed */
  GTask *task;                /* NULL after it has returned */
};

G_DEFINE_FINAL_TYPE(TrammelModelImportDialog, trammel_model_import_dialog, GTK_TYPE_WINDOW)

/* ---- record ---------------------------------------------------------------------------------- */

static void
add_section(TrammelModelImportDialog *self, TrammelRecordKind kind, const char *title)
{
  const GPtrArray *entries = self->import->record->entries;
  gboolean has_title = FALSE;

  for (guint i = 0; i < entries->len; i++) {
    const TrammelRecordEntry *entry = g_ptr_array_index(entries, i);
    if (entry->kind != kind)
      continue;
    if (!has_title)
      gtk_box_append(self->record, trammel_text_label_new(title, "heading"));
    has_title = TRUE;
    g_autofree char *text = trammel_record_entry_dup_text(entry, TRUE);
    g_autofree char *sentence = trammel_bilingual_dup_capital(text);
    GtkWidget *label = trammel_text_label_new(sentence, "record-line");
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    gtk_widget_set_margin_start(label, MARGIN);
    gtk_box_append(self->record, label);
  }
}

static void
show_record(TrammelModelImportDialog *self, const GError *error)
{
  trammel_box_clear(self->record);
  gtk_widget_set_sensitive(self->create, self->import != NULL);
  if (!self->import) {
    gtk_box_append(self->record, trammel_text_label_new(error->message, "error"));
    return;
  }
  add_section(self, TRAMMEL_RECORD_TAKEN, _("Taken"));
  add_section(self, TRAMMEL_RECORD_CHANGED, _("Changed"));
  add_section(self, TRAMMEL_RECORD_IGNORED, _("Ignored"));
}

/* Reads the file with the present choices and shows the record. */
static gboolean
read_model(TrammelModelImportDialog *self, GError **error)
{
  g_auto(GStrv) locked = g_strsplit_set(gtk_editable_get_text(self->locked), " ,", -1);
  const TrammelModelImportOptions options = {
      .keep_fixed = !gtk_check_button_get_active(self->merge),
      .open_loops = !gtk_check_button_get_active(self->loops),
      .dry_friction = gtk_check_button_get_active(self->dry_friction),
      .read_meshes = self->has_read_meshes,
      .base = (TrammelBase)gtk_drop_down_get_selected(self->base),
      .locked = (const char *const *)locked};
  g_autoptr(GError) failure = NULL;

  g_clear_pointer(&self->import, trammel_model_import_free);
  self->import = trammel_model_import_load(self->path, &options, &failure);
  show_record(self, failure);
  if (failure)
    g_propagate_error(error, g_steal_pointer(&failure));
  return self->import != NULL;
}

static void
on_choice_changed_cb(TrammelModelImportDialog *self)
{
  read_model(self, NULL);
}

/* ---- meshes ---------------------------------------------------------------------------------- */

/* Reads all meshes, in the background. */
static void
run_reading(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const TrammelProject *project = data;

  for (guint i = 0; i < trammel_project_get_n_shapes(project); i++) {
    const char *path = trammel_project_get_shape(project, i)->path;
    g_autoptr(TrammelSurface) surface = path ? trammel_surface_get(path, NULL) : NULL;
  }
  g_task_return_boolean(task, TRUE);
}

/* Shows the record again, with the meshes that cannot be read. */
static void
on_meshes_read_cb(GObject *source, GAsyncResult *result, gpointer user)
{
  g_autofree GWeakRef *weak = user;
  g_autoptr(TrammelModelImportDialog) self = g_weak_ref_get(weak);

  g_weak_ref_clear(weak);
  if (!self || !self->task)
    return;
  self->has_read_meshes = TRUE;
  read_model(self, NULL);
}

static void
begin_reading(TrammelModelImportDialog *self)
{
  GWeakRef *weak = g_new0(GWeakRef, 1);

  g_weak_ref_init(weak, self);
  g_autoptr(GTask) task = g_task_new(NULL, NULL, on_meshes_read_cb, weak);
  g_task_set_task_data(task, trammel_project_ref(self->import->project),
                       (GDestroyNotify)trammel_project_unref);
  g_task_run_in_thread(task, run_reading);
}

/* ---- buttons --------------------------------------------------------------------------------- */

static void
on_create_clicked_cb(TrammelModelImportDialog *self)
{
  g_autoptr(GTask) task = self->import ? g_steal_pointer(&self->task) : NULL;

  if (!task)
    return;
  TrammelProject *project = trammel_project_ref(self->import->project);
  gtk_window_destroy(GTK_WINDOW(self));
  g_task_return_pointer(task, project, (GDestroyNotify)trammel_project_unref);
}

static GtkWidget *
new_buttons(TrammelModelImportDialog *self)
{
  GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *cancel = gtk_button_new_with_label(_("Cancel"));

  self->create = gtk_button_new_with_label(_("Create Project"));
  gtk_widget_set_halign(buttons, GTK_ALIGN_END);
  gtk_widget_add_css_class(self->create, "suggested-action");
  gtk_actionable_set_action_name(GTK_ACTIONABLE(cancel), "window.close");
  g_signal_connect_object(self->create, "clicked", G_CALLBACK(on_create_clicked_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(GTK_BOX(buttons), cancel);
  gtk_box_append(GTK_BOX(buttons), self->create);
  gtk_window_set_default_widget(GTK_WINDOW(self), self->create);
  return buttons;
}

/* ---- choices --------------------------------------------------------------------------------- */

static GtkCheckButton *
add_check(TrammelModelImportDialog *self,
          GtkBox *box,
          const char *label,
          gboolean is_active,
          const char *tooltip)
{
  GtkWidget *check = gtk_check_button_new_with_mnemonic(label);

  gtk_check_button_set_active(GTK_CHECK_BUTTON(check), is_active);
  gtk_widget_set_tooltip_text(check, tooltip);
  g_signal_connect_object(check, "toggled", G_CALLBACK(on_choice_changed_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(box, check);
  return GTK_CHECK_BUTTON(check);
}

static GtkWidget *
new_base(TrammelModelImportDialog *self)
{
  const char *const words[] = {_("base as in the file"), _("base on the ground"),
                               _("base moves freely"), NULL};

  self->base = GTK_DROP_DOWN(gtk_drop_down_new_from_strings(words));
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->base),
                              _("Links that no joint carries. URDF does not say whether its base "
                                "stands on the ground; without a choice it does."));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->base), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Base"), -1);
  g_signal_connect_object(self->base, "notify::selected", G_CALLBACK(on_choice_changed_cb), self,
                          G_CONNECT_SWAPPED);
  return GTK_WIDGET(self->base);
}

/* Returns the entry for joints that stay where they are, with its label. */
static GtkWidget *
new_locked(TrammelModelImportDialog *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new_with_mnemonic(_("_Locked joints")), *entry = gtk_entry_new();

  self->locked = GTK_EDITABLE(entry);
  gtk_label_set_mnemonic_widget(GTK_LABEL(label), entry);
  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), _("none; finger* wrist_roll"));
  gtk_widget_set_hexpand(entry, TRUE);
  gtk_widget_set_tooltip_text(entry,
                              _("Names or patterns, with blanks between them. Joints that no log "
                                "has, such as those of a gripper, stay where they start, and "
                                "their links become one body."));
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), entry);
  g_signal_connect_object(entry, "changed", G_CALLBACK(on_choice_changed_cb), self,
                          G_CONNECT_SWAPPED);
  return box;
}

static GtkWidget *
new_choices(TrammelModelImportDialog *self)
{
  GtkBox *box = GTK_BOX(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 16));
  GtkBox *rows = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6));

  self->merge = add_check(self, box, _("_Merge fixed links"), TRUE,
                          _("A link that is fixed to another one becomes part of it, because no "
                            "log can tell both apart."));
  self->loops = add_check(self, box, _("_Keep loops"), TRUE,
                          _("Without this, joints that close loops are left out."));
  self->dry_friction = add_check(self, box, _("_Dry friction"), FALSE,
                                 _("Hinges and slides get a model of friction with a dry part, "
                                   "for an identification: URDF files seldom state it."));
  gtk_box_append(box, new_base(self));
  gtk_box_append(rows, GTK_WIDGET(box));
  gtk_box_append(rows, new_locked(self));
  return GTK_WIDGET(rows);
}

/* ---- dialog ---------------------------------------------------------------------------------- */

static void
trammel_model_import_dialog_dispose(GObject *object)
{
  TrammelModelImportDialog *self = TRAMMEL_MODEL_IMPORT_DIALOG(object);
  g_autoptr(GTask) task = g_steal_pointer(&self->task);

  G_OBJECT_CLASS(trammel_model_import_dialog_parent_class)->dispose(object);
  if (task)
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "closed");
}

static void
trammel_model_import_dialog_finalize(GObject *object)
{
  TrammelModelImportDialog *self = TRAMMEL_MODEL_IMPORT_DIALOG(object);

  g_clear_pointer(&self->import, trammel_model_import_free);
  g_free(self->path);
  G_OBJECT_CLASS(trammel_model_import_dialog_parent_class)->finalize(object);
}

static void
trammel_model_import_dialog_class_init(TrammelModelImportDialogClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_model_import_dialog_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_model_import_dialog_finalize;
  gtk_widget_class_add_binding_action(GTK_WIDGET_CLASS(klass), GDK_KEY_Escape, 0, "window.close",
                                      NULL);
}

static void
trammel_model_import_dialog_init(TrammelModelImportDialog *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *scroller = gtk_scrolled_window_new();

  gtk_window_set_modal(GTK_WINDOW(self), TRUE);
  gtk_window_set_default_size(GTK_WINDOW(self), WIDTH, HEIGHT);
  self->record = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6));
  gtk_widget_set_margin_top(GTK_WIDGET(self->record), MARGIN);
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER,
                                 GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), GTK_WIDGET(self->record));
  gtk_widget_set_vexpand(scroller, TRUE);
  gtk_widget_add_css_class(box, "compare-head");
  gtk_box_append(GTK_BOX(box), new_choices(self));
  gtk_box_append(GTK_BOX(box), scroller);
  gtk_box_append(GTK_BOX(box), new_buttons(self));
  gtk_window_set_child(GTK_WINDOW(self), box);
}

void
trammel_model_import_dialog_run(GtkWindow *parent,
                                const char *path,
                                GAsyncReadyCallback callback,
                                gpointer user)
{
  TrammelModelImportDialog *self =
      g_object_new(TRAMMEL_TYPE_MODEL_IMPORT_DIALOG, "transient-for", parent, "application",
                   gtk_window_get_application(parent), NULL);
  g_autofree char *base = g_path_get_basename(path);
  g_autofree char *title = g_strdup_printf(_("Import %s"), base);
  g_autoptr(GTask) task = g_task_new(NULL, NULL, callback, user);
  g_autoptr(GError) error = NULL;

  g_task_set_task_data(task, g_strdup(path), g_free);
  self->path = g_strdup(path);
  gtk_window_set_title(GTK_WINDOW(self), title);
  if (!read_model(self, &error)) {
    g_task_return_error(task, g_steal_pointer(&error));
    gtk_window_destroy(GTK_WINDOW(self));
    return;
  }
  self->task = g_steal_pointer(&task);
  begin_reading(self);
  gtk_window_present(GTK_WINDOW(self));
  gtk_widget_grab_focus(self->create);
}

TrammelProject *
trammel_model_import_dialog_finish(GAsyncResult *result, const char **path, GError **error)
{
  *path = g_task_get_task_data(G_TASK(result));
  return g_task_propagate_pointer(G_TASK(result), error);
}
