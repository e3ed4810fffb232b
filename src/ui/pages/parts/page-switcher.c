#include "ui/pages/parts/page-switcher.h"

#include <glib/gi18n.h>

#include "ui/desktop/compat.h"
#include "ui/pages/parts/page.h"
#include "ui/widgets/box.h"

enum { LEAST_CHARS = 3 };

struct _TrammelPageSwitcher {
  GtkWidget parent_instance;
  gboolean is_narrow; /* names may be cut; the tooltips have them */
};

G_DEFINE_FINAL_TYPE(TrammelPageSwitcher, trammel_page_switcher, GTK_TYPE_WIDGET)

static const struct {
  const char *style, *words;
} looks[] = {
    [TRAMMEL_PAGE_IDLE] = {"idle", N_("nothing yet")},
    [TRAMMEL_PAGE_ATTENTION] = {"attention", N_("needs attention")},
    [TRAMMEL_PAGE_READY] = {"ready", N_("ready")},
};

static GtkLabel *
get_label(GtkWidget *button)
{
  return GTK_LABEL(gtk_widget_get_last_child(gtk_button_get_child(GTK_BUTTON(button))));
}

static void
set_tooltip(GtkWidget *button)
{
  TrammelPageSwitcher *self = TRAMMEL_PAGE_SWITCHER(gtk_widget_get_parent(button));
  const char *tip = g_object_get_data(G_OBJECT(button), "tip");
  g_autofree char *both =
      self->is_narrow ? g_strdup_printf("%s\n%s", gtk_label_get_text(get_label(button)), tip)
                      : g_strdup(tip);

  trammel_widget_set_tooltip(button, both);
}

static void
on_state_changed_cb(TrammelPage *page, GtkWidget *button)
{
  GtkWidget *dot = gtk_widget_get_first_child(gtk_button_get_child(GTK_BUTTON(button)));
  g_autofree char *reason = NULL;
  TrammelPageState state = trammel_page_get_state(page, &reason);
  int position = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "position"));
  const char *words = reason ? reason : _(looks[state].words);

  for (guint i = 0; i < G_N_ELEMENTS(looks); i++)
    gtk_widget_remove_css_class(dot, looks[i].style);
  gtk_widget_add_css_class(dot, looks[state].style);
  g_object_set_data_full(G_OBJECT(button), "tip", g_strdup_printf(_("Alt+%d: %s"), position, words),
                         g_free);
  set_tooltip(button);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words,
                                 -1);
}

static GtkWidget *
new_button(GtkStackPage *stack_page, int position)
{
  GtkWidget *button = gtk_toggle_button_new();
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *dot = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  const char *title = gtk_stack_page_get_title(stack_page);
  /* "Identify" alone is the name of the button that starts a fit */
  g_autofree char *name = g_strdup_printf(_("%s page"), title);

  gtk_widget_add_css_class(dot, "dot");
  gtk_widget_set_valign(dot, GTK_ALIGN_CENTER);
  gtk_box_append(GTK_BOX(box), dot);
  gtk_box_append(GTK_BOX(box), gtk_label_new(title));
  gtk_button_set_child(GTK_BUTTON(button), box);
  gtk_widget_set_focus_on_click(button, FALSE);
  gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "win.page");
  gtk_actionable_set_action_target(GTK_ACTIONABLE(button), "s",
                                   gtk_stack_page_get_name(stack_page));
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data(G_OBJECT(button), "position", GINT_TO_POINTER(position));
  return button;
}

static void
trammel_page_switcher_dispose(GObject *object)
{
  trammel_children_drop(GTK_WIDGET(object));
  G_OBJECT_CLASS(trammel_page_switcher_parent_class)->dispose(object);
}

static void
trammel_page_switcher_class_init(TrammelPageSwitcherClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_page_switcher_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "pageswitcher");
}

static void
trammel_page_switcher_init(TrammelPageSwitcher *self)
{
  gtk_widget_add_css_class(GTK_WIDGET(self), "linked");
}

void
trammel_page_switcher_set_stack(TrammelPageSwitcher *self, GtkStack *stack)
{
  g_return_if_fail(TRAMMEL_IS_PAGE_SWITCHER(self));
  g_autoptr(GtkSelectionModel) pages = gtk_stack_get_pages(stack);

  for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(pages)); i++) {
    g_autoptr(GObject) item = g_list_model_get_item(G_LIST_MODEL(pages), i);
    GtkWidget *child = gtk_stack_page_get_child(GTK_STACK_PAGE(item));
    GtkWidget *button = new_button(GTK_STACK_PAGE(item), (int)i + 1);
    gtk_widget_set_parent(button, GTK_WIDGET(self));
    g_signal_connect_object(child, "state-changed", G_CALLBACK(on_state_changed_cb), button, 0);
    on_state_changed_cb(TRAMMEL_PAGE(child), button);
  }
}

void
trammel_page_switcher_set_narrow(TrammelPageSwitcher *self, gboolean is_narrow)
{
  g_return_if_fail(TRAMMEL_IS_PAGE_SWITCHER(self));
  self->is_narrow = is_narrow;
  for (GtkWidget *button = gtk_widget_get_first_child(GTK_WIDGET(self)); button;
       button = gtk_widget_get_next_sibling(button)) {
    gtk_label_set_ellipsize(get_label(button),
                            is_narrow ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
    gtk_label_set_width_chars(get_label(button), is_narrow ? LEAST_CHARS : -1);
    set_tooltip(button);
  }
}
