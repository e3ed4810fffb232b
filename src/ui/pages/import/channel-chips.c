#include "ui/pages/import/channel-chips.h"

#include <glib/gi18n.h>

/* Height of two lines [px], distance of chips [px], minimum number of chips per line, and number of
 * chips from which the box scrolls. */
enum { MOST_HEIGHT = 66, SPACING = 6, FEW = 8, MANY = 24 };

static GdkContentProvider *
on_drag_prepared_cb(GtkDragSource *source, double x, double y, gpointer number)
{
  return gdk_content_provider_new_typed(G_TYPE_UINT, GPOINTER_TO_UINT(number));
}

static void
on_drag_begun_cb(GtkDragSource *source, GdkDrag *drag)
{
  GtkWidget *chip = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(source));
  GtkWidget *label = gtk_label_new(gtk_label_get_text(GTK_LABEL(chip)));

  gtk_widget_add_css_class(label, "drag-label");
  gtk_drag_icon_set_child(GTK_DRAG_ICON(gtk_drag_icon_get_for_drag(drag)), label);
}

static GtkWidget *
new_chip(const TrammelTableChannel *channel, guint number)
{
  GtkWidget *chip = gtk_label_new(channel->name);
  GtkDragSource *drag = gtk_drag_source_new();

  gtk_widget_add_css_class(chip, "chip");
  gtk_widget_set_tooltip_text(chip, _("Drag it onto a signal of the model"));
  gtk_drag_source_set_actions(drag, GDK_ACTION_COPY);
  g_signal_connect(drag, "prepare", G_CALLBACK(on_drag_prepared_cb), GUINT_TO_POINTER(number));
  g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begun_cb), NULL);
  gtk_widget_add_controller(chip, GTK_EVENT_CONTROLLER(drag));
  return chip;
}

GtkWidget *
trammel_channel_chips_new(const GPtrArray *channels)
{
  GtkWidget *flow = gtk_flow_box_new();

  gtk_flow_box_set_selection_mode(GTK_FLOW_BOX(flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_min_children_per_line(GTK_FLOW_BOX(flow), MIN(channels->len, FEW));
  gtk_flow_box_set_max_children_per_line(GTK_FLOW_BOX(flow), 30);
  gtk_flow_box_set_column_spacing(GTK_FLOW_BOX(flow), SPACING);
  gtk_flow_box_set_row_spacing(GTK_FLOW_BOX(flow), SPACING);
  gtk_widget_set_valign(flow, GTK_ALIGN_START);
  gtk_widget_set_halign(flow, GTK_ALIGN_START);
  for (guint i = 0; i < channels->len; i++) {
    gtk_flow_box_append(GTK_FLOW_BOX(flow), new_chip(channels->pdata[i], i + 1));
    /* the keyboard uses the drop-downs instead */
    gtk_widget_set_focusable(
        GTK_WIDGET(gtk_flow_box_get_child_at_index(GTK_FLOW_BOX(flow), (int)i)), FALSE);
  }
  if (channels->len < MANY)
    return flow;
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER,
                                 GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scroller), TRUE);
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scroller), MOST_HEIGHT);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), flow);
  return scroller;
}
