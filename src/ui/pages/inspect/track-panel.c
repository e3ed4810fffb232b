#include "ui/pages/inspect/track-panel.h"

#include <glib/gi18n.h>

#include "ui/pages/inspect/track-series.h"
#include "ui/pages/parts/page-figures.h"
#include "ui/plot/plot-view.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/widgets/string-drop-down.h"
#include "ui/widgets/template.h"
#include "ui/widgets/text-table.h"

struct _TrammelTrackPanel {
  TrammelStudyPanel parent_instance;
  TrammelTaskBar *bar;
  GtkDropDown *log;
  GtkAdjustment *window, *shift; /* [nodes] */
  TrammelPlotView *values, *sigmas;
  TrammelTextTable *table;
  TrammelTracker *tracker; /* of the base */
};

G_DEFINE_FINAL_TYPE(TrammelTrackPanel, trammel_track_panel, TRAMMEL_TYPE_STUDY_PANEL)

static TrammelRun *
get_run(TrammelTrackPanel *self)
{
  return trammel_study_panel_get_run(TRAMMEL_STUDY_PANEL(self));
}

static const TrammelTextColumn columns[TRAMMEL_TRACK_COLUMNS] = {
    [TRAMMEL_TRACK_LABEL] = {N_("Parameter"), NULL, FALSE, TRUE},
    [TRAMMEL_TRACK_UNIT] = {N_("Unit"), NULL, FALSE, FALSE},
    [TRAMMEL_TRACK_VALUE] = {N_("Last window"), NULL, TRUE, FALSE},
    [TRAMMEL_TRACK_SIGMA] = {N_("±"), NULL, TRUE, FALSE},
    [TRAMMEL_TRACK_RUN] = {N_("Run"), N_("Value of the stepper of the run"), TRUE, FALSE},
    [TRAMMEL_TRACK_DIFFERENCE] = {N_("Difference"), N_("In sigmas of the run"), TRUE, FALSE},
};

const TrammelTrack *
trammel_track_panel_get_track(TrammelTrackPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_TRACK_PANEL(self), NULL);
  return get_run(self) ? trammel_tracker_get(self->tracker, get_run(self)) : NULL;
}

/* Draws the parameter of a row; none without a track. */
static void
show_parameter(TrammelTrackPanel *self, guint row)
{
  const TrammelTrack *track = trammel_track_panel_get_track(self);

  if (!track || row >= (guint)track->lag->n_free) {
    trammel_plot_view_set_series(self->values, NULL, 0);
    trammel_plot_view_set_series(self->sigmas, NULL, 0);
    return;
  }
  g_autofree char *y = trammel_run_dup_axis_title(get_run(self), track->index[row]);
  trammel_plot_view_set_y_title(self->values, y);
  trammel_plot_view_take_series(self->values, trammel_track_values(track, (int)row));
  trammel_plot_view_take_series(self->sigmas, trammel_track_sigmas(track, (int)row));
}

static void
show(TrammelTrackPanel *self)
{
  const TrammelTrack *track = trammel_track_panel_get_track(self);
  g_autoptr(GListModel) rows = track ? trammel_track_rows(track) : NULL;
  g_autofree char *words =
      track ? trammel_track_describe(track)
            : g_strdup(_("Slides a window along a log: how soon are the parameters known, and "
                         "does one of them change?"));

  trammel_task_bar_set_words(self->bar, words);
  trammel_task_bar_set_ready(self->bar,
                             get_run(self) && trammel_run_get_fit(get_run(self))->n_free > 0);
  trammel_text_table_set_rows(self->table, rows);
  trammel_text_table_select(self->table, rows ? 0 : GTK_INVALID_LIST_POSITION);
  show_parameter(self, 0);
}

static void
show_study(TrammelStudyPanel *panel)
{
  show(TRAMMEL_TRACK_PANEL(panel));
}

static void
offer_logs(TrammelStudyPanel *panel)
{
  TrammelTrackPanel *self = TRAMMEL_TRACK_PANEL(panel);
  TrammelRun *run = get_run(self);

  if (!run)
    return;
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  g_autofree const char **names = g_new0(const char *, task->n_logs + 1);

  for (int l = 0; l < task->n_logs; l++)
    names[l] = task->logs[l].name;
  trammel_string_drop_down_set_names(self->log, names, GTK_WIDGET(self->log));
}

static void
on_bar_begin_cb(TrammelTrackPanel *self)
{
  const TrFixedLagOptions options = {.window = (int)gtk_adjustment_get_value(self->window),
                                     .shift = (int)gtk_adjustment_get_value(self->shift)};

  trammel_task_bar_set_words(self->bar, _("The window slides along the log…"));
  trammel_tracker_start(self->tracker, get_run(self), (int)trammel_string_drop_down_get(self->log),
                        &options);
}

static void
on_row_selected_cb(TrammelTrackPanel *self, guint row)
{
  show_parameter(self, row == GTK_INVALID_LIST_POSITION ? 0 : row);
}

static void
trammel_track_panel_dispose(GObject *object)
{
  trammel_template_dispose(object, TRAMMEL_TYPE_TRACK_PANEL);
  G_OBJECT_CLASS(trammel_track_panel_parent_class)->dispose(object);
}

static void
trammel_track_panel_class_init(TrammelTrackPanelClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_track_panel_dispose;
  TRAMMEL_STUDY_PANEL_CLASS(klass)->show = show_study;
  TRAMMEL_STUDY_PANEL_CLASS(klass)->offer = offer_logs;
  gtk_widget_class_set_css_name(c, "trackpanel");
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/inspect/track-panel.ui");
  gtk_widget_class_bind_template_child(c, TrammelTrackPanel, bar);
  gtk_widget_class_bind_template_child(c, TrammelTrackPanel, log);
  gtk_widget_class_bind_template_child(c, TrammelTrackPanel, window);
  gtk_widget_class_bind_template_child(c, TrammelTrackPanel, shift);
  gtk_widget_class_bind_template_child(c, TrammelTrackPanel, values);
  gtk_widget_class_bind_template_child(c, TrammelTrackPanel, sigmas);
  gtk_widget_class_bind_template_child(c, TrammelTrackPanel, table);
  gtk_widget_class_bind_template_callback(c, on_bar_begin_cb);
  gtk_widget_class_bind_template_callback(c, trammel_study_panel_fail);
  gtk_widget_class_bind_template_callback(c, on_row_selected_cb);
  gtk_widget_class_bind_template_callback(c, show);
}

static void
trammel_track_panel_init(TrammelTrackPanel *self)
{
  /* xgettext:no-c-format */
  const TrammelPlotTexts values = {_("One parameter along the log"), _("t [s]"), NULL,
                                   _("No window yet.")},
                         sigmas = {_("Sigmas along the log"), _("t [s]"), _("σ over value [%]"),
                                   _("No window yet.")};

  g_type_ensure(TRAMMEL_TYPE_TASK_BAR);
  g_type_ensure(TRAMMEL_TYPE_TEXT_TABLE);
  g_type_ensure(TRAMMEL_TYPE_PLOT_VIEW);
  self->tracker = trammel_tracker_new();
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_text_table_set_columns(self->table, columns, G_N_ELEMENTS(columns),
                                 _("Parameters in the last window"));
  trammel_text_table_set_selectable(self->table);
  trammel_plot_view_set_texts(self->values, &values);
  trammel_plot_view_set_texts(self->sigmas, &sigmas);
  trammel_plot_view_set_log_y(self->sigmas, TRUE);
  trammel_study_panel_take_study(TRAMMEL_STUDY_PANEL(self), TRAMMEL_BACKGROUND_TASK(self->tracker),
                                 self->bar);
}

void
trammel_track_panel_set_timeline(TrammelTrackPanel *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_TRACK_PANEL(self));
  trammel_plot_view_set_timeline(self->values, timeline);
  trammel_plot_view_set_timeline(self->sigmas, timeline);
}

void
trammel_track_panel_list_figures(TrammelTrackPanel *self, GPtrArray *figures)
{
  g_return_if_fail(TRAMMEL_IS_TRACK_PANEL(self));
  if (!trammel_track_panel_get_track(self))
    return;
  trammel_page_figures_add(figures, "track", self->values);
  trammel_page_figures_add(figures, "track-sigmas", self->sigmas);
}
