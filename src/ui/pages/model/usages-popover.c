#include "ui/pages/model/usages-popover.h"

#include <glib/gi18n.h>

enum { MOST_HEIGHT = 320 }; /* [px] of the list */

struct _TrammelUsagesPopover {
  GtkPopover parent_instance;
  GtkBox *box;
  GtkListBox *list;
  GPtrArray *usages; /* TrammelUsage */
};

G_DEFINE_FINAL_TYPE(TrammelUsagesPopover, trammel_usages_popover, GTK_TYPE_POPOVER)

enum { CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
on_row_activated_cb(TrammelUsagesPopover *self, GtkListBoxRow *row)
{
  const TrammelUsage *usage =
      g_ptr_array_index(self->usages, (guint)gtk_list_box_row_get_index(row));
  TrammelElement element = usage->element;

  gtk_popover_popdown(GTK_POPOVER(self));
  g_signal_emit(self, signals[CHOSEN], 0, (guint)element.kind, element.index);
}

static void
trammel_usages_popover_finalize(GObject *object)
{
  TrammelUsagesPopover *self = TRAMMEL_USAGES_POPOVER(object);

  g_clear_pointer(&self->usages, g_ptr_array_unref);
  G_OBJECT_CLASS(trammel_usages_popover_parent_class)->finalize(object);
}

static void
trammel_usages_popover_class_init(TrammelUsagesPopoverClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = trammel_usages_popover_finalize;
  signals[CHOSEN] = g_signal_new("chosen", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
trammel_usages_popover_init(TrammelUsagesPopover *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new();

  self->box = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6));
  self->list = GTK_LIST_BOX(gtk_list_box_new());
  gtk_list_box_set_selection_mode(self->list, GTK_SELECTION_NONE);
  g_signal_connect_object(self->list, "row-activated", G_CALLBACK(on_row_activated_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER,
                                 GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scroller), TRUE);
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scroller), MOST_HEIGHT);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), GTK_WIDGET(self->list));
  gtk_box_append(self->box, scroller);
  gtk_popover_set_child(GTK_POPOVER(self), GTK_WIDGET(self->box));
}

static GtkWidget *
new_label(const char *text)
{
  GtkWidget *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  return label;
}

GtkWidget *
trammel_usages_popover_new(const TrammelProject *project, TrammelElement element)
{
  TrammelUsagesPopover *self = g_object_new(TRAMMEL_TYPE_USAGES_POPOVER, NULL);
  g_autofree char *words = trammel_element_describe(project, element);

  self->usages = trammel_project_list_usages(project, element);
  g_autofree char *title = g_strdup_printf(
      self->usages->len > 0 ? _("Refers to %s:") : _("Nothing refers to %s."), words);
  gtk_box_prepend(self->box, new_label(title));
  for (guint i = 0; i < self->usages->len; i++)
    gtk_list_box_append(self->list,
                        new_label(((TrammelUsage *)g_ptr_array_index(self->usages, i))->words));
  gtk_widget_set_visible(GTK_WIDGET(self->list), self->usages->len > 0);
  return GTK_WIDGET(self);
}
