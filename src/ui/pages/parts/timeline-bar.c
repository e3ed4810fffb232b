#include "ui/pages/parts/timeline-bar.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/pages/parts/heat-strip.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

struct _TrammelTimelineBar {
  GtkWidget parent_instance;
  GtkButton *play;
  GtkRange *scale;
  TrammelHeatStrip *strip;
  GtkLabel *time;
  GtkDropDown *speed;
  GtkToggleButton *loop;
  TrammelTimeline *timeline;
  TrammelDocument *document;
  guint tick;      /* frame callback while playing */
  gint64 last;     /* [us] time of the previous frame */
  gboolean moving; /* TRUE while the scale is set from the timeline, not by the user */
};

G_DEFINE_FINAL_TYPE(TrammelTimelineBar, trammel_timeline_bar, GTK_TYPE_WIDGET)

/* Speeds in the order of the drop-down. */
static const double speeds[] = {0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10};

/* Returns the fit of the shown log in a full run; NULL if there is none. */
static const TrLogFit *
find_fit(TrammelTimelineBar *self)
{
  TrammelRun *run = self->document ? trammel_document_get_run(self->document) : NULL;
  const TrammelProject *project =
      self->document ? trammel_document_get_project(self->document) : NULL;
  guint shown = project ? trammel_document_get_log(self->document) : 0;

  if (!run || trammel_run_get_kind(run) != TRAMMEL_RUN_FULL ||
      shown >= trammel_project_get_n_logs(project))
    return NULL;
  const TrTask *task = trammel_problem_get_task(trammel_run_get_problem(run));
  for (int l = 0; l < task->n_logs; l++)
    if (g_str_equal(task->logs[l].name, trammel_project_get_log_name(project, shown)))
      return &trammel_run_get_fit(run)->logs[l];
  return NULL;
}

static void
update_strip(TrammelTimelineBar *self)
{
  const TrLogFit *fit = find_fit(self);
  double start = self->timeline ? trammel_timeline_get_start(self->timeline) : 0;
  double end = self->timeline ? trammel_timeline_get_end(self->timeline) : 0;

  trammel_heat_strip_take(self->strip,
                          fit && end > start ? trammel_residual_strip_new(fit, start, end) : NULL);
}

static void
update_position(TrammelTimelineBar *self)
{
  double position = trammel_timeline_get_position(self->timeline);
  double start = trammel_timeline_get_start(self->timeline);
  double end = trammel_timeline_get_end(self->timeline);
  char text[2][G_ASCII_DTOSTR_BUF_SIZE];

  self->moving = TRUE;
  gtk_range_set_value(self->scale, position);
  self->moving = FALSE;
  g_ascii_formatd(text[0], sizeof text[0], "%.3f", position - start);
  g_ascii_formatd(text[1], sizeof text[1], "%.3f", end - start);
  g_autofree char *label = g_strdup_printf("%s / %s s", text[0], text[1]);
  trammel_label_set_numbers(self->time, label);
}

static void
update_range(TrammelTimelineBar *self)
{
  double start = trammel_timeline_get_start(self->timeline);
  double end = trammel_timeline_get_end(self->timeline);

  self->moving = TRUE;
  gtk_range_set_range(self->scale, start, MAX(end, start + 1e-6));
  gtk_range_set_increments(self->scale, (end - start) / 200, (end - start) / 20);
  self->moving = FALSE;
  gtk_widget_set_sensitive(GTK_WIDGET(self), end > start);
  update_position(self);
  update_strip(self);
}

static gboolean
on_tick_cb(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TrammelTimelineBar *self = TRAMMEL_TIMELINE_BAR(widget);
  gint64 now = gdk_frame_clock_get_frame_time(clock);

  /* by the wall clock: late frames are skipped, the motion is never slowed down */
  if (self->last)
    trammel_timeline_advance(self->timeline, (double)(now - self->last) * 1e-6);
  self->last = now;
  return G_SOURCE_CONTINUE;
}

static void
update_playing(TrammelTimelineBar *self)
{
  gboolean playing = self->timeline && trammel_timeline_get_playing(self->timeline);
  const char *label = playing ? _("Pause") : _("Play");

  gtk_button_set_icon_name(self->play, playing ? "media-playback-pause-symbolic"
                                               : "media-playback-start-symbolic");
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->play), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                 -1);
  if (playing && !self->tick) {
    self->last = 0;
    self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), on_tick_cb, NULL, NULL);
  } else if (!playing && self->tick) {
    gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
    self->tick = 0;
  }
}

static void
on_scale_value_changed_cb(TrammelTimelineBar *self)
{
  if (!self->moving && self->timeline)
    trammel_timeline_set_position(self->timeline, gtk_range_get_value(self->scale));
}

static void
on_speed_selected_cb(TrammelTimelineBar *self)
{
  guint i = gtk_drop_down_get_selected(self->speed);

  if (self->timeline && i < G_N_ELEMENTS(speeds))
    trammel_timeline_set_speed(self->timeline, speeds[i]);
}

static void
on_loop_toggled_cb(TrammelTimelineBar *self)
{
  if (self->timeline)
    trammel_timeline_set_loop(self->timeline, gtk_toggle_button_get_active(self->loop));
}

static void
on_start_clicked_cb(TrammelTimelineBar *self)
{
  if (self->timeline)
    trammel_timeline_set_position(self->timeline, trammel_timeline_get_start(self->timeline));
}

static void
trammel_timeline_bar_dispose(GObject *object)
{
  TrammelTimelineBar *self = TRAMMEL_TIMELINE_BAR(object);

  trammel_timeline_bar_set_timeline(self, NULL);
  g_clear_object(&self->document);
  trammel_template_dispose(object, TRAMMEL_TYPE_TIMELINE_BAR);
  G_OBJECT_CLASS(trammel_timeline_bar_parent_class)->dispose(object);
}

static void
trammel_timeline_bar_class_init(TrammelTimelineBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_timeline_bar_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "timelinebar");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/parts/timeline-bar.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelTimelineBar, play);
  gtk_widget_class_bind_template_child(widget_class, TrammelTimelineBar, scale);
  gtk_widget_class_bind_template_child(widget_class, TrammelTimelineBar, strip);
  gtk_widget_class_bind_template_child(widget_class, TrammelTimelineBar, time);
  gtk_widget_class_bind_template_child(widget_class, TrammelTimelineBar, speed);
  gtk_widget_class_bind_template_child(widget_class, TrammelTimelineBar, loop);
  gtk_widget_class_bind_template_callback(widget_class, on_scale_value_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_speed_selected_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_loop_toggled_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_start_clicked_cb);
}

static void
trammel_timeline_bar_init(TrammelTimelineBar *self)
{
  g_type_ensure(TRAMMEL_TYPE_HEAT_STRIP);
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Time"), -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->speed), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Speed"), -1);
  trammel_heat_strip_set_scale(self->strip, self->scale);
  update_playing(self);
}

void
trammel_timeline_bar_set_timeline(TrammelTimelineBar *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_TIMELINE_BAR(self));
  if (self->timeline) {
    g_signal_handlers_disconnect_by_data(self->timeline, self);
    if (self->tick)
      gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
    self->tick = 0;
  }
  g_set_object(&self->timeline, timeline);
  if (!timeline)
    return;
  g_signal_connect_swapped(timeline, "notify::position", G_CALLBACK(update_position), self);
  g_signal_connect_swapped(timeline, "notify::start", G_CALLBACK(update_range), self);
  g_signal_connect_swapped(timeline, "notify::end", G_CALLBACK(update_range), self);
  g_signal_connect_swapped(timeline, "notify::playing", G_CALLBACK(update_playing), self);
  update_range(self);
  update_playing(self);
}

void
trammel_timeline_bar_set_document(TrammelTimelineBar *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_TIMELINE_BAR(self) && !self->document);
  self->document = g_object_ref(document);
  g_signal_connect_object(document, "notify::run", G_CALLBACK(update_strip), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "notify::log", G_CALLBACK(update_strip), self,
                          G_CONNECT_SWAPPED);
  update_strip(self);
}
