#include "ui/pages/parts/form.h"

#include "ui/widgets/sentence-label.h"

enum { SPACING = 4, TROUBLE_CHARS = 36 };

typedef struct {
  TrammelDocument *document;
  GtkWidget *body;
  GtkLabel *trouble;
  gboolean updating;
} TrammelFormPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelForm, trammel_form, GTK_TYPE_WIDGET)

static TrammelFormPrivate *
get(TrammelForm *self)
{
  return trammel_form_get_instance_private(self);
}

static void
trammel_form_dispose(GObject *object)
{
  TrammelFormPrivate *p = get(TRAMMEL_FORM(object));

  p->updating = TRUE;
  g_clear_pointer(&p->body, gtk_widget_unparent);
  g_clear_object(&p->document);
  G_OBJECT_CLASS(trammel_form_parent_class)->dispose(object);
}

static void
trammel_form_class_init(TrammelFormClass *klass)
{
  G_OBJECT_CLASS(klass)->dispose = trammel_form_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(klass), GTK_TYPE_BIN_LAYOUT);
}

static void
trammel_form_init(TrammelForm *self)
{
}

void
trammel_form_set_up(TrammelForm *self, TrammelDocument *document, GtkWidget *content)
{
  g_return_if_fail(TRAMMEL_IS_FORM(self) && !get(self)->document);
  TrammelFormPrivate *p = get(self);

  p->document = g_object_ref(document);
  p->trouble = GTK_LABEL(gtk_label_new(NULL));
  gtk_label_set_xalign(p->trouble, 0);
  gtk_label_set_wrap(p->trouble, TRUE);
  gtk_label_set_max_width_chars(p->trouble, TROUBLE_CHARS);
  gtk_widget_add_css_class(GTK_WIDGET(p->trouble), "trouble");
  gtk_widget_set_visible(GTK_WIDGET(p->trouble), FALSE);
  p->body = gtk_box_new(GTK_ORIENTATION_VERTICAL, SPACING);
  gtk_box_append(GTK_BOX(p->body), content);
  gtk_box_append(GTK_BOX(p->body), GTK_WIDGET(p->trouble));
  gtk_widget_set_parent(p->body, GTK_WIDGET(self));
}

TrammelDocument *
trammel_form_get_document(TrammelForm *self)
{
  g_return_val_if_fail(TRAMMEL_IS_FORM(self), NULL);
  return get(self)->document;
}

void
trammel_form_set_trouble(TrammelForm *self, const char *text)
{
  g_return_if_fail(TRAMMEL_IS_FORM(self));
  GtkLabel *trouble = get(self)->trouble;

  trammel_label_set_sentence(trouble, text ? text : "");
  gtk_widget_set_visible(GTK_WIDGET(trouble), text != NULL);
}

void
trammel_form_set_updating(TrammelForm *self, gboolean updating)
{
  g_return_if_fail(TRAMMEL_IS_FORM(self));
  get(self)->updating = updating;
}

gboolean
trammel_form_get_updating(TrammelForm *self)
{
  g_return_val_if_fail(TRAMMEL_IS_FORM(self), FALSE);
  return get(self)->updating;
}
