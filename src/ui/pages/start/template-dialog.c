#include "ui/pages/start/template-dialog.h"

#include <glib/gi18n.h>

#include "ui/session/import/templates.h"
#include "ui/widgets/text-label.h"

enum { WIDTH = 560, HEIGHT = 620, PICTURE_WIDTH = 104, PICTURE_HEIGHT = 52 };

#define TRAMMEL_TYPE_TEMPLATE_DIALOG (trammel_template_dialog_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelTemplateDialog, trammel_template_dialog, TRAMMEL, TEMPLATE_DIALOG, GtkWindow)

struct _TrammelTemplateDialog {
  GtkWindow parent_instance;
  GtkListBox *list;
  GTask *task; /* NULL after it has returned */
};

G_DEFINE_FINAL_TYPE(TrammelTemplateDialog, trammel_template_dialog, GTK_TYPE_WINDOW)

static void
on_create_clicked_cb(TrammelTemplateDialog *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row(self->list);
  g_autoptr(GTask) task = row ? g_steal_pointer(&self->task) : NULL;
  g_autoptr(GError) error = NULL;

  if (!task)
    return;
  TrammelProject *project = trammel_templates_load((guint)gtk_list_box_row_get_index(row), &error);
  gtk_window_destroy(GTK_WINDOW(self));
  if (project)
    g_task_return_pointer(task, project, (GDestroyNotify)trammel_project_unref);
  else
    g_task_return_error(task, g_steal_pointer(&error));
}

static GtkWidget *
new_picture(guint i)
{
  g_autofree char *path = trammel_templates_dup_picture(i);
  GtkWidget *picture = gtk_picture_new_for_resource(path);

  gtk_picture_set_can_shrink(GTK_PICTURE(picture), TRUE);
  gtk_widget_set_size_request(picture, PICTURE_WIDTH, PICTURE_HEIGHT);
  gtk_accessible_update_property(GTK_ACCESSIBLE(picture), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 trammel_templates_get_title(i), -1);
  return picture;
}

static GtkWidget *
new_row(guint i)
{
  GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 14);
  GtkWidget *words = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);

  gtk_box_append(GTK_BOX(words),
                 trammel_text_label_new(trammel_templates_get_title(i), "recent-name"));
  gtk_box_append(GTK_BOX(words),
                 trammel_text_label_new(trammel_templates_get_summary(i), "dim-label"));
  gtk_widget_set_valign(words, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand(words, TRUE);
  gtk_box_append(GTK_BOX(box), new_picture(i));
  gtk_box_append(GTK_BOX(box), words);
  gtk_widget_add_css_class(box, "template");
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
  gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 trammel_templates_get_title(i), -1);
  return row;
}

static void
trammel_template_dialog_dispose(GObject *object)
{
  TrammelTemplateDialog *self = TRAMMEL_TEMPLATE_DIALOG(object);
  g_autoptr(GTask) task = g_steal_pointer(&self->task);

  G_OBJECT_CLASS(trammel_template_dialog_parent_class)->dispose(object);
  if (task)
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "closed");
}

static void
trammel_template_dialog_class_init(TrammelTemplateDialogClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_template_dialog_dispose;
  gtk_widget_class_add_binding_action(GTK_WIDGET_CLASS(klass), GDK_KEY_Escape, 0, "window.close",
                                      NULL);
}

static GtkWidget *
new_buttons(TrammelTemplateDialog *self)
{
  GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *cancel = gtk_button_new_with_label(_("Cancel"));
  GtkWidget *create = gtk_button_new_with_label(_("Create"));

  gtk_widget_set_halign(buttons, GTK_ALIGN_END);
  gtk_widget_add_css_class(create, "suggested-action");
  gtk_actionable_set_action_name(GTK_ACTIONABLE(cancel), "window.close");
  g_signal_connect_object(create, "clicked", G_CALLBACK(on_create_clicked_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_box_append(GTK_BOX(buttons), cancel);
  gtk_box_append(GTK_BOX(buttons), create);
  gtk_window_set_default_widget(GTK_WINDOW(self), create);
  return buttons;
}

static void
trammel_template_dialog_init(TrammelTemplateDialog *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *scroller = gtk_scrolled_window_new();

  gtk_window_set_title(GTK_WINDOW(self), _("New project from a template"));
  gtk_window_set_modal(GTK_WINDOW(self), TRUE);
  gtk_window_set_default_size(GTK_WINDOW(self), WIDTH, HEIGHT);
  self->list = GTK_LIST_BOX(gtk_list_box_new());
  gtk_list_box_set_selection_mode(self->list, GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class(GTK_WIDGET(self->list), "templates");
  gtk_list_box_set_activate_on_single_click(self->list, FALSE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Templates"), -1);
  for (guint i = 0; i < trammel_templates_get_n(); i++)
    gtk_list_box_append(self->list, new_row(i));
  gtk_list_box_select_row(self->list, gtk_list_box_get_row_at_index(self->list, 0));
  g_signal_connect_object(self->list, "row-activated", G_CALLBACK(on_create_clicked_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER,
                                 GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), GTK_WIDGET(self->list));
  gtk_widget_set_vexpand(scroller, TRUE);
  gtk_widget_add_css_class(box, "compare-head");
  gtk_box_append(GTK_BOX(box), scroller);
  gtk_box_append(GTK_BOX(box), new_buttons(self));
  gtk_window_set_child(GTK_WINDOW(self), box);
}

void
trammel_template_dialog_run(GtkWindow *parent, GAsyncReadyCallback callback, gpointer user)
{
  TrammelTemplateDialog *self =
      g_object_new(TRAMMEL_TYPE_TEMPLATE_DIALOG, "transient-for", parent, "application",
                   gtk_window_get_application(parent), NULL);

  self->task = g_task_new(NULL, NULL, callback, user);
  gtk_window_present(GTK_WINDOW(self));
  gtk_widget_grab_focus(GTK_WIDGET(gtk_list_box_get_selected_row(self->list)));
}

TrammelProject *
trammel_template_dialog_finish(GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer(G_TASK(result), error);
}
