#include "ui/pages/validate/validate-cell.h"

#include <glib/gi18n.h>

#include "ui/pages/parts/page-figures.h"
#include "ui/pages/validate/series.h"
#include "ui/plot/plot-view.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"
#include "ui/widgets/text-table.h"

/* Size of a plot [px]; further plots are reached by scrolling. */
enum { SIGNAL_HEIGHT = 126, ERROR_HEIGHT = 104, TABLE_HEIGHT = 116 };

struct _TrammelValidateCell {
  GtkWidget parent_instance;
  GtkLabel *words;
  GtkBox *plots;
  TrammelTextTable *table; /* added to the window by the page */
  TrammelTimeline *timeline;
  TrammelXRange *range;
  TrammelLabelGroup *labels;
  GPtrArray *views; /* TrammelPlotView in turn: signal, error; children of the box */
  TrammelReplay *replay;
  GArray *shown; /* int: sensors of the replay */
};

G_DEFINE_FINAL_TYPE(TrammelValidateCell, trammel_validate_cell, GTK_TYPE_WIDGET)

static const TrammelTextColumn columns[TRAMMEL_SCORE_COLUMNS] = {
    [TRAMMEL_SCORE_SENSOR] = {N_("Sensor"), NULL, FALSE, FALSE},
    [TRAMMEL_SCORE_RMSE] = {N_("RMSE"), NULL, TRUE, FALSE},
    [TRAMMEL_SCORE_NRMSE] = {N_("NRMSE"), NULL, TRUE, FALSE},
    [TRAMMEL_SCORE_LARGEST] = {N_("Largest error"), NULL, TRUE, FALSE},
    [TRAMMEL_SCORE_CHI2] = {N_("χ²/N"), NULL, TRUE, FALSE},
    [TRAMMEL_SCORE_HORIZON] = {N_("Horizon"), NULL, TRUE, FALSE},
    [TRAMMEL_SCORE_START] = {N_("At start"), NULL, TRUE, FALSE},
};

static TrammelPlotView *
new_view(TrammelValidateCell *self, int height)
{
  TrammelPlotView *view = TRAMMEL_PLOT_VIEW(trammel_plot_view_new());

  gtk_widget_set_size_request(GTK_WIDGET(view), -1, height);
  gtk_widget_set_vexpand(GTK_WIDGET(view), TRUE);
  gtk_widget_set_hexpand(GTK_WIDGET(view), TRUE);
  trammel_plot_view_link_x(view, self->range);
  trammel_plot_view_set_label_group(view, self->labels);
  trammel_plot_view_set_timeline(view, self->timeline);
  gtk_box_append(self->plots, GTK_WIDGET(view));
  return view;
}

static void
set_n_views(TrammelValidateCell *self, guint n)
{
  while (self->views->len > n) {
    GtkWidget *view = g_ptr_array_index(self->views, self->views->len - 1);
    g_ptr_array_set_size(self->views, (int)self->views->len - 1);
    gtk_box_remove(self->plots, view);
  }
  while (self->views->len < n)
    g_ptr_array_add(self->views,
                    new_view(self, self->views->len % 2 ? ERROR_HEIGHT : SIGNAL_HEIGHT));
}

static void
label_views(
    TrammelValidateCell *self, guint place, const char *name, const char *unit, gboolean is_last)
{
  TrammelPlotView *signal = self->views->pdata[2 * place],
                  *error = self->views->pdata[2 * place + 1];
  g_autofree char *title = g_strdup_printf("%s [%s]", name, unit);
  g_autofree char *difference = g_strdup_printf(_("error [%s]"), unit);
  g_autofree char *spoken = g_strdup_printf(_("Error of %s"), name);
  gboolean is_angle = g_str_equal(unit, "deg");

  int steps = self->replay->score->steps;
  g_autofree char *head =
      steps > 0
          ? g_strdup_printf(
                ngettext("Predicted over %d step", "Predicted over %d steps", (gulong)steps), steps)
          : g_strdup(_("Open loop"));

  trammel_plot_view_set_title(signal, place == 0 ? head : NULL);
  trammel_plot_view_set_y_title(signal, title);
  trammel_plot_view_set_y_title(error, difference);
  trammel_plot_view_set_y_kind(signal, is_angle ? TRAMMEL_AXIS_DEGREES : TRAMMEL_AXIS_LINEAR);
  trammel_plot_view_set_x_title(error, is_last ? "t [s]" : NULL);
  gtk_accessible_update_property(GTK_ACCESSIBLE(signal), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(error), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static void
draw(TrammelValidateCell *self)
{
  set_n_views(self, 2 * MAX(1, self->shown->len));
  for (guint i = 0; i < self->views->len; i++)
    if (self->shown->len == 0)
      trammel_plot_view_set_series(self->views->pdata[i], NULL, 0);
  for (guint i = 0; i < self->shown->len; i++) {
    int sensor = g_array_index(self->shown, int, i);
    const char *unit;
    double factor;
    const char *name = trammel_validate_name(self->replay, sensor, &unit, &factor);
    label_views(self, i, name, unit, i + 1 == self->shown->len);
    trammel_plot_view_take_series(self->views->pdata[2 * i],
                                  trammel_validate_signal(self->replay, sensor));
    trammel_plot_view_take_series(self->views->pdata[2 * i + 1],
                                  trammel_validate_error(self->replay, sensor));
  }
}

static void
trammel_validate_cell_dispose(GObject *object)
{
  TrammelValidateCell *self = TRAMMEL_VALIDATE_CELL(object);

  if (self->views)
    g_ptr_array_set_size(self->views, 0);
  g_clear_object(&self->table);
  g_clear_object(&self->timeline);
  g_clear_object(&self->range);
  g_clear_object(&self->labels);
  g_clear_pointer(&self->replay, trammel_replay_unref);
  g_clear_pointer(&self->views, g_ptr_array_unref);
  g_clear_pointer(&self->shown, g_array_unref);
  trammel_template_dispose(object, TRAMMEL_TYPE_VALIDATE_CELL);
  G_OBJECT_CLASS(trammel_validate_cell_parent_class)->dispose(object);
}

static void
trammel_validate_cell_class_init(TrammelValidateCellClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_validate_cell_dispose;
  gtk_widget_class_set_layout_manager_type(c, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(c, "validatecell");
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/validate/validate-cell.ui");
  gtk_widget_class_bind_template_child(c, TrammelValidateCell, words);
  gtk_widget_class_bind_template_child(c, TrammelValidateCell, plots);
}

static void
trammel_validate_cell_init(TrammelValidateCell *self)
{
  self->table = g_object_ref_sink(g_object_new(TRAMMEL_TYPE_TEXT_TABLE, NULL));
  gtk_widget_add_css_class(GTK_WIDGET(self->table), "cell-table");
  gtk_widget_set_size_request(GTK_WIDGET(self->table), -1, TABLE_HEIGHT);
  self->views = g_ptr_array_new();
  self->shown = g_array_new(FALSE, FALSE, sizeof(int));
  self->range = trammel_x_range_new();
  self->labels = trammel_label_group_new();
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_text_table_set_columns(self->table, columns, G_N_ELEMENTS(columns),
                                 _("Scores by sensor"));
  draw(self);
  trammel_plot_view_set_empty_text(self->views->pdata[0], _("Computing the scores…"));
}

void
trammel_validate_cell_set_timeline(TrammelValidateCell *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_VALIDATE_CELL(self));
  g_set_object(&self->timeline, timeline);
  for (guint i = 0; i < self->views->len; i++)
    trammel_plot_view_set_timeline(self->views->pdata[i], timeline);
}

void
trammel_validate_cell_set_board(TrammelValidateCell *self,
                                const TrammelScoreMatrix *board,
                                guint row,
                                guint log)
{
  g_return_if_fail(TRAMMEL_IS_VALIDATE_CELL(self));
  g_autofree char *words = board ? trammel_score_board_describe(board, row, log) : g_strdup("");
  g_autoptr(GListModel) rows = board ? trammel_score_board_sensor_rows(board, row, log) : NULL;

  trammel_plot_view_set_empty_text(self->views->pdata[0], board ? _("The motion is simulated…")
                                                                : _("Choose a cell of the table."));
  trammel_label_set_numbers(self->words, words);
  trammel_tooltip_set_numbers(GTK_WIDGET(self->words), words);
  trammel_text_table_set_rows(self->table, rows);
}

void
trammel_validate_cell_set_replay(TrammelValidateCell *self, TrammelReplay *replay, int sensor)
{
  g_return_if_fail(TRAMMEL_IS_VALIDATE_CELL(self));
  TrammelReplay *old = self->replay;

  self->replay = replay ? trammel_replay_ref(replay) : NULL;
  g_clear_pointer(&old, trammel_replay_unref);
  g_array_set_size(self->shown, 0);
  for (int s = 0; replay && s < replay->score->n_sensors; s++)
    if (sensor == TRAMMEL_ALL_SENSORS || replay->score->sensors[s].sensor == sensor)
      g_array_append_val(self->shown, s);
  draw(self);
}

GtkWidget *
trammel_validate_cell_get_table(TrammelValidateCell *self)
{
  g_return_val_if_fail(TRAMMEL_IS_VALIDATE_CELL(self), NULL);
  return GTK_WIDGET(self->table);
}

void
trammel_validate_cell_list_figures(TrammelValidateCell *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_VALIDATE_CELL(self));
  for (guint i = 0; i < self->shown->len; i++) {
    const char *unit;
    double factor;
    const char *name =
        trammel_validate_name(self->replay, g_array_index(self->shown, int, i), &unit, &factor);
    g_autofree char *difference = g_strdup_printf("%s-error", name);
    trammel_page_figures_add(figures, name, self->views->pdata[2 * i]);
    trammel_page_figures_add(figures, difference, self->views->pdata[2 * i + 1]);
  }
}
