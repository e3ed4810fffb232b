/* Context menu of a plot, and its implementation of the picture class. */
#include <glib/gi18n.h>
#include <math.h>

#include "plot/figure/columns.h"
#include "ui/plot/axis-window.h"
#include "ui/plot/private.h"

static void
add_level(TrammelPlotView *self)
{
  trammel_plot_view_add_reference(self, FALSE,
                                  trammel_axis_to_value(&self->figure.y, self->menu_y));
}

static void
add_upright(TrammelPlotView *self)
{
  trammel_plot_view_add_reference(self, TRUE, trammel_axis_to_value(&self->figure.x, self->menu_x));
}

static void
present_axis_window(TrammelPlotView *self)
{
  trammel_axis_window_present(self);
}

static void
remove_markers(TrammelPlotView *self)
{
  trammel_plot_view_remove_markers(self);
}

static const TrammelPictureVerb verbs[] = {
    {"plot.fit", G_CALLBACK(trammel_plot_view_fit)},
    {"plot.fit-y", G_CALLBACK(trammel_plot_view_fit_y)},
    {"plot.back", G_CALLBACK(trammel_plot_view_go_back)},
    {"plot.forward", G_CALLBACK(trammel_plot_view_go_forward)},
    {"plot.axis-range", G_CALLBACK(present_axis_window)},
    {"plot.add-level", G_CALLBACK(add_level)},
    {"plot.add-upright", G_CALLBACK(add_upright)},
    {"plot.remove-lines", G_CALLBACK(trammel_plot_view_remove_references)},
    {"plot.remove-markers", G_CALLBACK(remove_markers)},
    {NULL, NULL}};

static const char *
get_title(TrammelPicture *picture)
{
  const TrammelFigure *figure = &TRAMMEL_PLOT_VIEW(picture)->figure;
  return figure->title != NULL     ? figure->title
         : figure->y_title != NULL ? figure->y_title
                                   : _("Plot");
}

static gboolean
has_data(TrammelPicture *picture)
{
  return trammel_figure_has_data(&TRAMMEL_PLOT_VIEW(picture)->figure);
}

static gboolean
has_range(TrammelPicture *picture)
{
  return trammel_x_range_is_zoomed(TRAMMEL_PLOT_VIEW(picture)->x_range);
}

static TrammelDrawing
get_drawing(TrammelPicture *picture)
{
  return trammel_drawing_of_figure(&TRAMMEL_PLOT_VIEW(picture)->figure);
}

static char *
dup_text(TrammelPicture *picture, gboolean in_range, char separator)
{
  g_autoptr(GArray) columns = trammel_columns_new(&TRAMMEL_PLOT_VIEW(picture)->figure, in_range);
  return trammel_columns_to_text(columns, separator);
}

/* Table of a plot: the columns, and the series that own their numbers. */
typedef struct {
  GArray *columns;
  GPtrArray *series;
} Table;

static void
free_table(gpointer data)
{
  Table *table = data;
  g_array_unref(table->columns);
  g_ptr_array_unref(table->series);
  g_free(table);
}

static char *
dup_head(gpointer data, guint column)
{
  return g_strdup(g_array_index(((Table *)data)->columns, TrammelTableColumn, column).head);
}

static char *
dup_cell(gpointer data, guint row, guint column)
{
  const TrammelTableColumn *c =
      &g_array_index(((Table *)data)->columns, TrammelTableColumn, column);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  if (row >= c->n || !isfinite(c->values[row]))
    return g_strdup("");
  return g_strdup(g_ascii_formatd(number, sizeof number, "%.9g", c->values[row]));
}

static char *
dup_table_text(gpointer data)
{
  return trammel_columns_to_text(((Table *)data)->columns, '\t');
}

static void
init_table(TrammelPicture *picture, TrammelTable *table)
{
  TrammelPlotView *self = TRAMMEL_PLOT_VIEW(picture);
  Table *data = g_new(Table, 1);
  data->columns = trammel_columns_new(&self->figure, FALSE);
  data->series = g_ptr_array_ref(self->figure.series);
  *table = (TrammelTable){.n_rows = (guint)trammel_columns_count_rows(data->columns),
                          .n_columns = data->columns->len,
                          .dup_head = dup_head,
                          .dup_cell = dup_cell,
                          .dup_text = dup_table_text,
                          .data = data,
                          .destroy = free_table};
}

static void
fill_menu(TrammelPicture *picture, GMenu *menu)
{
  g_autoptr(GMenu) range = g_menu_new();
  g_autoptr(GMenu) look = g_menu_new();
  g_autoptr(GMenu) lines = g_menu_new();
  g_autoptr(GMenu) marks = g_menu_new();
  g_menu_append(range, _("Fit"), "plot.fit");
  g_menu_append(range, _("Fit y"), "plot.fit-y");
  g_menu_append(range, _("Previous zoom"), "plot.back");
  g_menu_append(range, _("Next zoom"), "plot.forward");
  g_menu_append(range, _("Axis range…"), "plot.axis-range");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(range));
  g_menu_append(look, _("Log y"), "plot.log-y");
  g_menu_append(look, _("Show points"), "plot.show-points");
  g_menu_append(look, _("Link x"), "plot.linked");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(look));
  g_menu_append(lines, _("Horizontal line here"), "plot.add-level");
  g_menu_append(lines, _("Vertical line here"), "plot.add-upright");
  g_menu_append(lines, _("Remove lines"), "plot.remove-lines");
  g_menu_append_submenu(marks, _("Reference lines"), G_MENU_MODEL(lines));
  g_menu_append(marks, _("Remove markers A and B"), "plot.remove-markers");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(marks));
}

void
trammel_plot_view_implement_picture(TrammelPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  klass->get_title = get_title;
  klass->has_data = has_data;
  klass->has_range = has_range;
  klass->get_drawing = get_drawing;
  klass->dup_text = dup_text;
  klass->init_table = init_table;
  klass->fill_menu = fill_menu;
  trammel_picture_install_verbs(klass, verbs);
  gtk_widget_class_install_property_action(widget_class, "plot.log-y", "log-y");
  gtk_widget_class_install_property_action(widget_class, "plot.show-points", "show-points");
  gtk_widget_class_install_property_action(widget_class, "plot.linked", "linked");
}

void
trammel_plot_view_show_menu(TrammelPlotView *self, double x, double y)
{
  GtkWidget *widget = GTK_WIDGET(self);
  gtk_widget_action_set_enabled(widget, "plot.back", self->past->len > 0);
  gtk_widget_action_set_enabled(widget, "plot.forward", self->future->len > 0);
  gtk_widget_action_set_enabled(widget, "plot.linked", self->shared != NULL);
  gtk_widget_action_set_enabled(widget, "plot.remove-lines", self->figure.references->len > 0);
  gtk_widget_action_set_enabled(widget, "plot.remove-markers", self->figure.measure.text != NULL);
  self->menu_x = x;
  self->menu_y = y;
  trammel_picture_show_menu(TRAMMEL_PICTURE(self), x, y);
}
