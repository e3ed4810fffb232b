#include "ui/desktop/popup.h"

/* Destroys a closed popover.  Events of its surface that arrive after it has closed set the pointer
 * focus of the window on it, and GTK 4.8 crashes at the next layout if that has no surface: an
 * insensitive popover gives the focus up. */
static void
destroy(GtkWidget *popover)
{
  gtk_widget_set_sensitive(popover, FALSE);
  gtk_widget_unparent(popover);
}

static gboolean
on_destroy_idle_cb(gpointer popover)
{
  destroy(popover);
  return G_SOURCE_REMOVE;
}

/* Destroys the popover a moment after it has closed, since the chosen action runs after that, and
 * restores the focus, which GTK would give to some other widget. */
static void
on_closed_cb(GtkWidget *popover)
{
  GWeakRef *focus = g_object_get_data(G_OBJECT(popover), "focus-before");
  g_autoptr(GtkWidget) before = g_weak_ref_get(focus);

  if (before && gtk_widget_get_mapped(before))
    gtk_widget_grab_focus(before);
  g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, on_destroy_idle_cb, g_object_ref(popover),
                  g_object_unref);
}

/* A popover of a widget that is destroyed goes with it. */
static void
close_now(GtkPopover *popover)
{
  gtk_popover_popdown(popover);
  destroy(GTK_WIDGET(popover));
}

static void
free_weak_ref(gpointer ref)
{
  g_weak_ref_clear(ref);
  g_free(ref);
}

static void
remember_focus(GtkWidget *popover, GtkRoot *root)
{
  GWeakRef *focus = g_new0(GWeakRef, 1);

  g_weak_ref_init(focus, root ? gtk_root_get_focus(root) : NULL);
  g_object_set_data_full(G_OBJECT(popover), "focus-before", focus, free_weak_ref);
}

void
trammel_popup_open(GtkWidget *popover, GtkWidget *owner, GtkWidget *at, double x, double y)
{
  double at_x = 0, at_y = 0;

  remember_focus(popover, gtk_widget_get_root(owner));
  gtk_widget_set_parent(popover, owner);
  gtk_widget_translate_coordinates(at, owner, x, y, &at_x, &at_y);
  gtk_popover_set_pointing_to(GTK_POPOVER(popover), &(GdkRectangle){(int)at_x, (int)at_y, 1, 1});
  g_signal_connect(popover, "closed", G_CALLBACK(on_closed_cb), NULL);
  g_signal_connect_object(owner, "destroy", G_CALLBACK(close_now), popover, G_CONNECT_SWAPPED);
  gtk_popover_popup(GTK_POPOVER(popover));
}

GtkWidget *
trammel_popup_menu(GMenuModel *menu, GtkWidget *owner, GtkWidget *at, double x, double y)
{
  GtkWidget *popover = gtk_popover_menu_new_from_model(menu);

  gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
  gtk_widget_set_halign(popover, GTK_ALIGN_START);
  trammel_popup_open(popover, owner, at, x, y);
  return popover;
}
