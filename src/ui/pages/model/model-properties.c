#include "ui/pages/model/model-properties.h"

#include <glib/gi18n.h>

#include "ui/pages/model/property-row.h"
#include "ui/pages/parts/term-help.h"
#include "ui/session/model/fields.h"
#include "ui/session/model/tree.h"

struct _TrammelModelProperties {
  GtkWidget parent_instance;
  GtkWidget *scroller;
  GtkBox *box;
  GtkLabel *title;
  TrammelDocument *document;
  TrammelElement element;
  GPtrArray *fields; /* fields of the rows; nullable */
  GPtrArray *rows;   /* TrammelPropertyRow, in the order of the fields */
};

G_DEFINE_FINAL_TYPE(TrammelModelProperties, trammel_model_properties, GTK_TYPE_WIDGET)

static void
clear_rows(TrammelModelProperties *self)
{
  GtkWidget *child;

  g_ptr_array_set_size(self->rows, 0);
  while ((child = gtk_widget_get_last_child(GTK_WIDGET(self->box))) &&
         child != GTK_WIDGET(self->title))
    gtk_box_remove(self->box, child);
}

static void
add_heading(TrammelModelProperties *self, const TrammelField *first)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *label = gtk_label_new(first->group);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "heading");
  gtk_widget_add_css_class(box, "group");
  gtk_box_append(GTK_BOX(box), label);
  if (first->terms)
    gtk_box_append(GTK_BOX(box), trammel_term_help_new(first->terms));
  gtk_box_append(self->box, box);
}

static void
make_rows(TrammelModelProperties *self, GPtrArray *fields)
{
  const char *group = "";

  clear_rows(self);
  for (guint i = 0; i < fields->len; i++) {
    const TrammelField *field = fields->pdata[i];
    GtkWidget *row = trammel_property_row_new(self->document, field);
    if (!g_str_equal(field->group, group))
      add_heading(self, field);
    group = field->group;
    gtk_box_append(self->box, row);
    g_ptr_array_add(self->rows, row);
  }
}

static gboolean
fit(TrammelModelProperties *self, GPtrArray *fields)
{
  if (fields->len != self->rows->len)
    return FALSE;
  for (guint i = 0; i < fields->len; i++)
    if (!trammel_property_row_fits(self->rows->pdata[i], fields->pdata[i]))
      return FALSE;
  return TRUE;
}

void
trammel_model_properties_show(TrammelModelProperties *self, TrammelElement element)
{
  g_return_if_fail(TRAMMEL_IS_MODEL_PROPERTIES(self) && self->document);
  const TrammelProject *project = trammel_document_get_project(self->document);
  GPtrArray *old = self->fields, *fields = trammel_model_fields_new(project, element);
  g_autofree char *title = trammel_element_describe(project, element);

  *title = g_ascii_toupper(*title);
  gtk_label_set_text(self->title, title);
  if (!fit(self, fields))
    make_rows(self, fields);
  self->element = element;
  self->fields = fields;
  for (guint i = 0; i < fields->len; i++)
    trammel_property_row_show(self->rows->pdata[i], element, fields->pdata[i]);
  g_clear_pointer(&old, g_ptr_array_unref);
}

void
trammel_model_properties_edit_name(TrammelModelProperties *self)
{
  g_return_if_fail(TRAMMEL_IS_MODEL_PROPERTIES(self));
  for (guint i = 0; self->fields && i < self->fields->len; i++)
    if (((TrammelField *)self->fields->pdata[i])->kind == TRAMMEL_FIELD_NAME) {
      GtkWidget *editor = trammel_property_row_get_editor(self->rows->pdata[i]);
      gtk_widget_grab_focus(editor);
      gtk_editable_select_region(GTK_EDITABLE(editor), 0, -1);
    }
}

void
trammel_model_properties_set_document(TrammelModelProperties *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_MODEL_PROPERTIES(self));
  g_set_object(&self->document, document);
}

static void
trammel_model_properties_dispose(GObject *object)
{
  TrammelModelProperties *self = TRAMMEL_MODEL_PROPERTIES(object);

  g_clear_pointer(&self->scroller, gtk_widget_unparent);
  g_clear_object(&self->document);
  g_clear_pointer(&self->fields, g_ptr_array_unref);
  g_clear_pointer(&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS(trammel_model_properties_parent_class)->dispose(object);
}

static void
trammel_model_properties_class_init(TrammelModelPropertiesClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_model_properties_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "modelproperties");
}

static void
trammel_model_properties_init(TrammelModelProperties *self)
{
  self->rows = g_ptr_array_new();
  self->scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(self->scroller), GTK_POLICY_NEVER,
                                 GTK_POLICY_AUTOMATIC);
  gtk_widget_set_parent(self->scroller, GTK_WIDGET(self));
  self->box = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 5));
  gtk_widget_add_css_class(GTK_WIDGET(self->box), "settings");
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(self->scroller), GTK_WIDGET(self->box));
  self->title = GTK_LABEL(gtk_label_new(NULL));
  gtk_label_set_xalign(self->title, 0);
  gtk_label_set_ellipsize(self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(GTK_WIDGET(self->title), "property-title");
  gtk_box_append(self->box, GTK_WIDGET(self->title));
}
