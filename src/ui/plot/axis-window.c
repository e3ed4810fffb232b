#include "ui/plot/axis-window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot/figure/number-text.h"
#include "ui/desktop/compat.h"

enum { X_LOW, X_HIGH, Y_LOW, Y_HIGH, N_FIELDS };

typedef struct {
  TrammelPlotView *view; /* NULL when it has been destroyed */
  GtkWidget *window, *message;
  GtkEditable *fields[N_FIELDS];
} AxisWindow;

static void
free_axis_window(gpointer data)
{
  AxisWindow *self = data;
  if (self->view != NULL)
    g_object_remove_weak_pointer(G_OBJECT(self->view), (gpointer *)&self->view);
  g_free(self);
}

static void
fill_fields(AxisWindow *self)
{
  double values[N_FIELDS];
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  trammel_plot_view_get_range(self->view, &values[X_LOW], &values[X_HIGH], &values[Y_LOW],
                              &values[Y_HIGH]);
  for (int i = 0; i < N_FIELDS; i++) {
    g_ascii_formatd(text, sizeof text, "%.6g", values[i]);
    g_autofree char *shown = trammel_number_text_dup(text);
    gtk_editable_set_text(self->fields[i], shown);
  }
}

static void
show_message(AxisWindow *self, const char *text, int field)
{
  gtk_label_set_text(GTK_LABEL(self->message), text != NULL ? text : "");
  for (int i = 0; i < N_FIELDS; i++) {
    if (text != NULL && i == field)
      gtk_widget_add_css_class(GTK_WIDGET(self->fields[i]), "error");
    else
      gtk_widget_remove_css_class(GTK_WIDGET(self->fields[i]), "error");
  }
}

static gboolean
read_field(AxisWindow *self, int field, double *value)
{
  g_autofree char *text = g_strstrip(g_strdup(gtk_editable_get_text(self->fields[field])));
  g_autofree char *plain = trammel_number_text_dup_plain(text);
  char *end;
  *value = g_ascii_strtod(plain, &end);
  if (text[0] != '\0' && *end == '\0' && isfinite(*value))
    return TRUE;
  g_autofree char *message =
      g_strdup_printf(_("“%s” is not a number; write it like -1.5 or 2e-3."), text);
  show_message(self, message, field);
  return FALSE;
}

static gboolean
read_fields(AxisWindow *self, double *values)
{
  for (int i = 0; i < N_FIELDS; i++)
    if (!read_field(self, i, &values[i]))
      return FALSE;
  for (int i = 0; i < N_FIELDS; i += 2) {
    if (!(values[i] < values[i + 1])) {
      show_message(self, _("The lower end must be below the upper end."), i + 1);
      return FALSE;
    }
    if (!(values[i] > 0.0) && trammel_plot_view_is_log(self->view, i == X_LOW)) {
      show_message(self, _("A logarithmic axis begins above 0."), i);
      return FALSE;
    }
  }
  show_message(self, NULL, 0);
  return TRUE;
}

static gboolean
apply(AxisWindow *self)
{
  double values[N_FIELDS];
  if (self->view == NULL || !read_fields(self, values))
    return FALSE;
  trammel_plot_view_zoom_to(self->view, values[X_LOW], values[X_HIGH], values[Y_LOW],
                            values[Y_HIGH]);
  return TRUE;
}

static void
on_apply_clicked_cb(AxisWindow *self)
{
  if (apply(self))
    gtk_window_destroy(GTK_WINDOW(self->window));
}

static void
on_fit_clicked_cb(AxisWindow *self)
{
  if (self->view == NULL)
    return;
  trammel_plot_view_fit(self->view);
  fill_fields(self);
  show_message(self, NULL, 0);
}

static void
attach_row(AxisWindow *self, GtkGrid *grid, int row, const char *name, int field)
{
  static const char *const ends[] = {N_("from"), N_("to")};
  GtkWidget *label = gtk_label_new(name);
  gtk_label_set_xalign(GTK_LABEL(label), 0.0f);
  gtk_grid_attach(grid, label, 0, row, 1, 1);
  for (int i = 0; i < 2; i++) {
    GtkWidget *entry = gtk_entry_new();
    g_autofree char *accessible = g_strdup_printf("%s, %s", name, _(ends[i]));
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 12);
    gtk_entry_set_input_purpose(GTK_ENTRY(entry), GTK_INPUT_PURPOSE_NUMBER);
    gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, accessible,
                                   -1);
    gtk_grid_attach(grid, gtk_label_new(_(ends[i])), 1 + 2 * i, row, 1, 1);
    gtk_grid_attach(grid, entry, 2 + 2 * i, row, 1, 1);
    self->fields[field + i] = GTK_EDITABLE(entry);
  }
}

static GtkWidget *
create_buttons(AxisWindow *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *fit = gtk_button_new_with_mnemonic(_("_Fit"));
  GtkWidget *show = gtk_button_new_with_mnemonic(_("_Apply"));
  gtk_widget_set_halign(box, GTK_ALIGN_END);
  gtk_widget_add_css_class(show, "suggested-action");
  g_signal_connect_swapped(fit, "clicked", G_CALLBACK(on_fit_clicked_cb), self);
  g_signal_connect_swapped(show, "clicked", G_CALLBACK(on_apply_clicked_cb), self);
  gtk_box_append(GTK_BOX(box), fit);
  gtk_box_append(GTK_BOX(box), show);
  gtk_window_set_default_widget(GTK_WINDOW(self->window), show);
  return box;
}

static void
fill_window(AxisWindow *self)
{
  GtkWidget *grid = gtk_grid_new();
  g_autofree char *x = trammel_plot_view_dup_axis_name(self->view, TRUE);
  g_autofree char *y = trammel_plot_view_dup_axis_name(self->view, FALSE);
  gtk_grid_set_row_spacing(GTK_GRID(grid), 8);
  gtk_grid_set_column_spacing(GTK_GRID(grid), 8);
  gtk_widget_set_margin_top(grid, 14);
  gtk_widget_set_margin_bottom(grid, 14);
  gtk_widget_set_margin_start(grid, 14);
  gtk_widget_set_margin_end(grid, 14);
  attach_row(self, GTK_GRID(grid), 0, x, X_LOW);
  attach_row(self, GTK_GRID(grid), 1, y, Y_LOW);
  self->message = gtk_label_new("");
  gtk_label_set_xalign(GTK_LABEL(self->message), 0.0f);
  gtk_label_set_wrap(GTK_LABEL(self->message), TRUE);
  gtk_grid_attach(GTK_GRID(grid), self->message, 0, 2, 5, 1);
  gtk_grid_attach(GTK_GRID(grid), create_buttons(self), 0, 3, 5, 1);
  gtk_window_set_child(GTK_WINDOW(self->window), grid);
}

GtkWidget *
trammel_axis_window_present(TrammelPlotView *view)
{
  AxisWindow *self = g_new0(AxisWindow, 1);
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(view));
  self->view = view;
  g_object_add_weak_pointer(G_OBJECT(view), (gpointer *)&self->view);
  self->window = gtk_window_new();
  gtk_window_set_title(GTK_WINDOW(self->window), _("Axis Range"));
  gtk_window_set_resizable(GTK_WINDOW(self->window), FALSE);
  gtk_window_set_transient_for(GTK_WINDOW(self->window),
                               GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(self->window), TRUE);
  g_object_set_data_full(G_OBJECT(self->window), "trammel-axis-window", self, free_axis_window);
  trammel_window_close_on_escape(GTK_WINDOW(self->window));
  fill_window(self);
  fill_fields(self);
  gtk_window_present(GTK_WINDOW(self->window));
  return self->window;
}
