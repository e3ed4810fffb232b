#include "ui/pages/validate/predict-button.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/problem/finding.h"
#include "ui/plot/plot-view.h"
#include "ui/session/text/format.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

struct _TrammelPredictButton {
  GtkWidget parent_instance;
  GtkMenuButton *button;
  GtkLabel *words;
  GtkAdjustment *range; /* log10 of the steps */
  TrammelPlotView *curve;
  GArray *horizons; /* int: steps of the points of the curve */
  int steps, all;
  double h;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(TrammelPredictButton, trammel_predict_button, GTK_TYPE_WIDGET)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static gboolean
is_open(TrammelPredictButton *self)
{
  return self->steps <= 0 || self->steps >= self->all;
}

static char *
describe(TrammelPredictButton *self)
{
  g_autofree char *time =
      trammel_format_prefixed(trammel_round_digits(self->steps * self->h, 3), "s");

  return g_strdup_printf(ngettext("%d step (%s)", "%d steps (%s)", (gulong)self->steps),
                         self->steps, time);
}

static void
update(TrammelPredictButton *self)
{
  int shown = is_open(self) ? self->all : self->steps;
  g_autofree char *text = is_open(self) ? g_strdup(_("Open loop")) : describe(self);
  g_autofree char *words =
      is_open(self)
          ? g_strdup(_("One simulation from the start of the log to its end."))
          : g_strdup_printf(_("Simulated anew every %s from the estimated motion."), text);

  self->updating = TRUE;
  gtk_adjustment_set_upper(self->range, log10(MAX(self->all, 2)));
  gtk_adjustment_set_value(self->range, log10(MAX(shown, 1)));
  self->updating = FALSE;
  gtk_menu_button_set_label(self->button, text);
  trammel_label_set_numbers(self->words, words);
}

static void
choose(TrammelPredictButton *self, int steps)
{
  if (steps >= self->all)
    steps = 0;
  if (steps == self->steps)
    return;
  self->steps = steps;
  update(self);
  g_signal_emit(self, signals[CHANGED], 0);
}

static void
on_range_changed_cb(TrammelPredictButton *self)
{
  if (!self->updating)
    choose(self, (int)lround(pow(10, gtk_adjustment_get_value(self->range))));
}

static void
on_point_clicked_cb(TrammelPlotView *view, guint series, guint point, TrammelPredictButton *self)
{
  if (point < self->horizons->len)
    choose(self, g_array_index(self->horizons, int, point));
}

static void
trammel_predict_button_dispose(GObject *object)
{
  TrammelPredictButton *self = TRAMMEL_PREDICT_BUTTON(object);

  self->updating = TRUE;
  g_clear_pointer(&self->horizons, g_array_unref);
  trammel_template_dispose(object, TRAMMEL_TYPE_PREDICT_BUTTON);
  G_OBJECT_CLASS(trammel_predict_button_parent_class)->dispose(object);
}

static void
trammel_predict_button_class_init(TrammelPredictButtonClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_predict_button_dispose;
  gtk_widget_class_set_layout_manager_type(c, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(c, "predictbutton");
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/validate/predict-button.ui");
  gtk_widget_class_bind_template_child(c, TrammelPredictButton, button);
  gtk_widget_class_bind_template_child(c, TrammelPredictButton, words);
  gtk_widget_class_bind_template_child(c, TrammelPredictButton, range);
  gtk_widget_class_bind_template_child(c, TrammelPredictButton, curve);
  gtk_widget_class_bind_template_callback(c, on_range_changed_cb);
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_predict_button_init(TrammelPredictButton *self)
{
  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  self->horizons = g_array_new(FALSE, FALSE, sizeof(int));
  self->updating = TRUE;
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_plot_view_set_title(self->curve, _("Error over the horizon of the prediction"));
  trammel_plot_view_set_x_title(self->curve, _("predicted over [s]"));
  trammel_plot_view_set_y_title(self->curve, _("NRMSE [%]"));
  trammel_plot_view_set_x_kind(self->curve, TRAMMEL_AXIS_LOG);
  trammel_plot_view_set_log_y(self->curve, TRUE);
  trammel_plot_view_set_empty_text(self->curve, _("Not computed yet."));
  g_signal_connect_object(self->curve, "series-clicked", G_CALLBACK(on_point_clicked_cb), self, 0);
  update(self);
}

int
trammel_predict_button_get_steps(TrammelPredictButton *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PREDICT_BUTTON(self), 0);
  return self->steps;
}

void
trammel_predict_button_set_steps(TrammelPredictButton *self, int steps)
{
  g_return_if_fail(TRAMMEL_IS_PREDICT_BUTTON(self));
  choose(self, MAX(steps, 0));
}

void
trammel_predict_button_set_range(TrammelPredictButton *self, const TrLogScore *score)
{
  g_return_if_fail(TRAMMEL_IS_PREDICT_BUTTON(self));
  int all = (int)floor(score->duration / score->h + 1e-9);

  if (all == self->all && score->h == self->h)
    return;
  self->all = all;
  self->h = score->h;
  update(self);
}

/* Returns the NRMSE of a sensor over the horizon. */
static TrammelSeries *
new_series(const TrammelPredictionHorizon *horizons, int sensor, const TrModel *model)
{
  g_autofree double *x = g_new(double, horizons->n_scores + 1),
                    *y = g_new(double, horizons->n_scores + 1);
  const TrammelSeriesStyle style = {
      .role = TRAMMEL_ROLE_CYCLE, .index = (guint)sensor, .shape = TRAMMEL_SHAPE_LINE_POINTS};

  for (guint i = 0; i < horizons->n_scores; i++) {
    const TrLogScore *score = horizons->scores[i];
    x[i] = score->steps * score->h;
    y[i] = score->sensors[sensor].nrmse_percent;
  }
  return trammel_series_new(model->sensors[horizons->scores[0]->sensors[sensor].sensor].name, x, y,
                            horizons->n_scores, &style);
}

void
trammel_predict_button_set_horizons(TrammelPredictButton *self,
                                    const TrammelPredictionHorizon *horizons,
                                    const TrModel *model)
{
  g_return_if_fail(TRAMMEL_IS_PREDICT_BUTTON(self));
  GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);

  g_array_set_size(self->horizons, 0);
  for (guint i = 0; horizons && i < horizons->n_scores; i++)
    g_array_append_val(self->horizons, horizons->scores[i]->steps);
  for (int s = 0; horizons && horizons->n_scores > 0 && s < horizons->scores[0]->n_sensors; s++)
    g_ptr_array_add(list, new_series(horizons, s, model));
  trammel_plot_view_take_series(self->curve, list);
}

TrammelPicture *
trammel_predict_button_get_curve(TrammelPredictButton *self)
{
  g_return_val_if_fail(TRAMMEL_IS_PREDICT_BUTTON(self), NULL);
  return TRAMMEL_PICTURE(self->curve);
}
