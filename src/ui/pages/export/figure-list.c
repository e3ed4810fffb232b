#include "ui/pages/export/figure-list.h"

#include <glib/gi18n.h>

#include "io/project/figures.h"
#include "ui/widgets/box.h"
#include "ui/widgets/commit-entry.h"

struct _TrammelFigureList {
  GtkWidget parent_instance;
  GtkWidget *box;
  TrammelDocument *document;
  guint filler; /* source that rebuilds the rows after the edit of a row has returned */
};

G_DEFINE_FINAL_TYPE(TrammelFigureList, trammel_figure_list, GTK_TYPE_WIDGET)

/* Returns the figure of a row's widget. */
static guint
get_index(GtkWidget *widget)
{
  return GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(widget), "figure"));
}

static gboolean
on_caption_committed_cb(GtkWidget *entry, const char *caption, gpointer data)
{
  TrammelFigureList *self = data;
  guint i = get_index(entry);
  TrammelProject *project = trammel_document_get_project(self->document);

  if (i < trammel_project_get_n_figures(project) &&
      !g_str_equal(trammel_project_get_figure_caption(project, i), caption))
    trammel_document_caption_figure(self->document, i, caption);
  return TRUE;
}

static void
on_up_clicked_cb(TrammelFigureList *self, GtkWidget *button)
{
  trammel_document_swap_figure(self->document, get_index(button) - 1);
}

static void
on_down_clicked_cb(TrammelFigureList *self, GtkWidget *button)
{
  trammel_document_swap_figure(self->document, get_index(button));
}

static void
on_remove_clicked_cb(TrammelFigureList *self, GtkWidget *button)
{
  trammel_document_remove_figure(self->document, get_index(button));
}

static GtkWidget *
add_button(TrammelFigureList *self,
           GtkWidget *row,
           guint i,
           const char *icon,
           const char *label,
           GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name(icon);

  gtk_widget_set_tooltip_text(button, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data(G_OBJECT(button), "figure", GUINT_TO_POINTER(i));
  g_signal_connect_object(button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  gtk_box_append(GTK_BOX(row), button);
  return button;
}

static void
add_row(TrammelFigureList *self, guint i, guint n)
{
  TrammelProject *project = trammel_document_get_project(self->document);
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4), *entry = gtk_entry_new(), *button;

  gtk_widget_set_hexpand(entry, TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Caption of the figure"), -1);
  g_object_set_data(G_OBJECT(entry), "figure", GUINT_TO_POINTER(i));
  trammel_commit_entry_connect(entry, on_caption_committed_cb, self);
  trammel_commit_entry_set_text(entry, trammel_project_get_figure_caption(project, i));
  gtk_box_append(GTK_BOX(row), entry);
  button = add_button(self, row, i, "go-up-symbolic", _("Move up"), G_CALLBACK(on_up_clicked_cb));
  gtk_widget_set_sensitive(button, i > 0);
  button =
      add_button(self, row, i, "go-down-symbolic", _("Move down"), G_CALLBACK(on_down_clicked_cb));
  gtk_widget_set_sensitive(button, i + 1 < n);
  add_button(self, row, i, "list-remove-symbolic", _("Remove from the report"),
             G_CALLBACK(on_remove_clicked_cb));
  gtk_box_append(GTK_BOX(self->box), row);
}

static gboolean
fill(gpointer data)
{
  TrammelFigureList *self = data;
  guint n = trammel_project_get_n_figures(trammel_document_get_project(self->document));

  self->filler = 0;
  trammel_box_clear(GTK_BOX(self->box));
  GtkWidget *head = gtk_label_new(
      n ? _("Figures at the end:")
        : _("Figures can be added: “Add to report” is in the context menu of every picture."));
  gtk_label_set_xalign(GTK_LABEL(head), 0);
  gtk_label_set_wrap(GTK_LABEL(head), TRUE);
  gtk_box_append(GTK_BOX(self->box), head);
  for (guint i = 0; i < n; i++)
    add_row(self, i, n);
  return G_SOURCE_REMOVE;
}

static void
on_document_changed_cb(TrammelFigureList *self)
{
  if (!self->filler)
    self->filler = g_idle_add(fill, self);
}

static void
trammel_figure_list_dispose(GObject *object)
{
  TrammelFigureList *self = TRAMMEL_FIGURE_LIST(object);

  g_clear_handle_id(&self->filler, g_source_remove);
  g_clear_pointer(&self->box, gtk_widget_unparent);
  g_clear_object(&self->document);
  G_OBJECT_CLASS(trammel_figure_list_parent_class)->dispose(object);
}

static void
trammel_figure_list_class_init(TrammelFigureListClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_figure_list_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "figurelist");
}

static void
trammel_figure_list_init(TrammelFigureList *self)
{
  self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_set_parent(self->box, GTK_WIDGET(self));
}

void
trammel_figure_list_set_document(TrammelFigureList *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_FIGURE_LIST(self) && !self->document);
  self->document = g_object_ref(document);
  g_signal_connect_object(document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  fill(self);
}
