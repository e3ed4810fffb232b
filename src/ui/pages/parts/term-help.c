#include "ui/pages/parts/term-help.h"

#include <glib/gi18n.h>

#include "ui/session/text/glossary.h"

#define ACTION "win.guide"

struct _TrammelTermHelp {
  GtkWidget parent_instance;
  GtkWidget *button; /* NULL without terms */
};

G_DEFINE_FINAL_TYPE(TrammelTermHelp, trammel_term_help, GTK_TYPE_WIDGET)

enum { PROP_TERMS = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

static void
trammel_term_help_dispose(GObject *object)
{
  g_clear_pointer(&TRAMMEL_TERM_HELP(object)->button, gtk_widget_unparent);
  G_OBJECT_CLASS(trammel_term_help_parent_class)->dispose(object);
}

static void
trammel_term_help_set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_TERMS)
    trammel_term_help_set_terms(TRAMMEL_TERM_HELP(object), g_value_get_string(value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
trammel_term_help_class_init(TrammelTermHelpClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_term_help_dispose;
  G_OBJECT_CLASS(klass)->set_property = trammel_term_help_set_property;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "termhelp");
  properties[PROP_TERMS] =
      g_param_spec_string("terms", NULL, NULL, NULL, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(G_OBJECT_CLASS(klass), N_PROPERTIES, properties);
}

static void
trammel_term_help_init(TrammelTermHelp *self)
{
  gtk_widget_add_css_class(GTK_WIDGET(self), "term-help");
  gtk_widget_set_halign(GTK_WIDGET(self), GTK_ALIGN_START);
  gtk_widget_set_valign(GTK_WIDGET(self), GTK_ALIGN_CENTER);
}

GMenuItem *
trammel_term_help_new_item(const char *anchor)
{
  const TrammelTerm *term = trammel_glossary_find(anchor);

  g_return_val_if_fail(term, NULL);
  g_autofree char *link = trammel_glossary_dup_link(term);
  g_autofree char *question = trammel_glossary_dup_question(term);
  GMenuItem *item = g_menu_item_new(question, NULL);
  g_menu_item_set_action_and_target(item, ACTION, "s", link);
  return item;
}

static GtkWidget *
new_button(const char *anchor, char **question)
{
  const TrammelTerm *term = trammel_glossary_find(anchor);

  g_return_val_if_fail(term, NULL);
  g_autofree char *link = trammel_glossary_dup_link(term);
  GtkWidget *button = gtk_button_new_with_label("?");
  gtk_actionable_set_action_name(GTK_ACTIONABLE(button), ACTION);
  gtk_actionable_set_action_target(GTK_ACTIONABLE(button), "s", link);
  gtk_widget_add_css_class(button, "flat");
  *question = trammel_glossary_dup_question(term);
  return button;
}

static GtkWidget *
new_menu_button(char **anchors)
{
  GtkWidget *button = gtk_menu_button_new();
  g_autoptr(GMenu) menu = g_menu_new();

  for (int i = 0; anchors[i]; i++) {
    g_autoptr(GMenuItem) item = trammel_term_help_new_item(anchors[i]);
    if (item)
      g_menu_append_item(menu, item);
  }
  /* not as its label, which has an arrow */
  gtk_menu_button_set_child(GTK_MENU_BUTTON(button), gtk_label_new("?"));
  gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
  gtk_menu_button_set_has_frame(GTK_MENU_BUTTON(button), FALSE);
  return button;
}

void
trammel_term_help_set_terms(TrammelTermHelp *self, const char *terms)
{
  g_return_if_fail(TRAMMEL_IS_TERM_HELP(self));
  g_auto(GStrv) anchors = g_strsplit(terms ? terms : "", " ", -1);
  g_autofree char *question = NULL;

  g_clear_pointer(&self->button, gtk_widget_unparent);
  if (!anchors[0])
    return;
  self->button = anchors[1] ? new_menu_button(anchors) : new_button(anchors[0], &question);
  if (!self->button)
    return;
  const char *label = question ? question : _("Terms used here");
  gtk_widget_set_tooltip_text(self->button, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                 -1);
  gtk_widget_set_parent(self->button, GTK_WIDGET(self));
}

GtkWidget *
trammel_term_help_new(const char *terms)
{
  return g_object_new(TRAMMEL_TYPE_TERM_HELP, "terms", terms, NULL);
}
