#include "ui/widgets/task-bar.h"

#include <glib/gi18n.h>

#include "plot/figure/number-text.h"
#include "ui/desktop/compat.h"
#include "ui/widgets/template.h"
#include "ui/widgets/wrap-bar.h"

struct _TrammelTaskBar {
  GtkWidget parent_instance;
  GtkButton *button;
  GtkProgressBar *progress;
  GtkLabel *words;
  GtkBox *settings, *actions;
  char *label;
  gboolean is_ready;
  guint n_done;
  TrammelBackgroundTask *task;
};

G_DEFINE_FINAL_TYPE(TrammelTaskBar, trammel_task_bar, GTK_TYPE_WIDGET)

enum { PROP_0, PROP_LABEL, PROP_TOOLTIP, PROP_SETTINGS, PROP_ACTIONS, N_PROPS };
static GParamSpec *props[N_PROPS];

enum { BEGIN, ENDED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

gboolean
trammel_task_bar_get_running(TrammelTaskBar *self)
{
  g_return_val_if_fail(TRAMMEL_IS_TASK_BAR(self), FALSE);
  return self->task && trammel_worker_get_running(TRAMMEL_WORKER(self->task));
}

static void
update(TrammelTaskBar *self)
{
  gboolean running = trammel_task_bar_get_running(self);

  gtk_button_set_label(self->button, running ? _("Stop") : self->label ? self->label : "");
  gtk_widget_set_sensitive(GTK_WIDGET(self->button), running || self->is_ready);
  gtk_widget_set_sensitive(GTK_WIDGET(self->settings), !running);
  gtk_widget_set_visible(GTK_WIDGET(self->progress), running);
}

void
trammel_task_bar_set_words(TrammelTaskBar *self, const char *words)
{
  g_return_if_fail(TRAMMEL_IS_TASK_BAR(self));
  g_autofree char *shown = trammel_number_text_dup(words);

  gtk_label_set_text(self->words, shown);
  trammel_widget_set_tooltip(GTK_WIDGET(self->words), shown);
}

static void
on_button_clicked_cb(TrammelTaskBar *self)
{
  if (trammel_task_bar_get_running(self)) {
    trammel_task_bar_set_words(self, _("Stopping…"));
    trammel_background_task_cancel(self->task);
    return;
  }
  self->n_done = 0;
  gtk_progress_bar_set_fraction(self->progress, 0);
  g_signal_emit(self, signals[BEGIN], 0);
}

static void
on_progress_cb(TrammelTaskBar *self, guint done, guint total, const char *what)
{
  self->n_done = done;
  gtk_progress_bar_set_fraction(self->progress, total > 0 ? MIN(1, (double)done / total) : 0);
  if (what)
    trammel_task_bar_set_words(self, what);
}

static void
on_finished_cb(TrammelTaskBar *self)
{
  g_signal_emit(self, signals[ENDED], 0);
}

static void
on_failed_cb(TrammelTaskBar *self, const GError *error)
{
  g_signal_emit(self, signals[ENDED], 0);
  trammel_task_bar_set_words(self, error->message);
  if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit(self, signals[FAILED], 0, error->message);
}

static void
put(GtkBox *place, GtkWidget *widget)
{
  if (widget)
    gtk_box_append(place, widget);
}

static void
trammel_task_bar_set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TrammelTaskBar *self = TRAMMEL_TASK_BAR(object);

  switch (id) {
  case PROP_LABEL:
    g_free(self->label);
    self->label = g_value_dup_string(value);
    update(self);
    break;
  case PROP_TOOLTIP:
    gtk_widget_set_tooltip_text(GTK_WIDGET(self->button), g_value_get_string(value));
    break;
  case PROP_SETTINGS:
    put(self->settings, g_value_get_object(value));
    break;
  case PROP_ACTIONS:
    put(self->actions, g_value_get_object(value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  }
}

static void
trammel_task_bar_dispose(GObject *object)
{
  TrammelTaskBar *self = TRAMMEL_TASK_BAR(object);

  if (self->task) {
    g_signal_handlers_disconnect_by_data(self->task, self);
    trammel_background_task_drop(self->task);
  }
  g_clear_object(&self->task);
  trammel_template_dispose(object, TRAMMEL_TYPE_TASK_BAR);
  G_OBJECT_CLASS(trammel_task_bar_parent_class)->dispose(object);
}

static void
trammel_task_bar_finalize(GObject *object)
{
  g_free(TRAMMEL_TASK_BAR(object)->label);
  G_OBJECT_CLASS(trammel_task_bar_parent_class)->finalize(object);
}

static void
install_properties(GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  props[PROP_LABEL] = g_param_spec_string("label", NULL, NULL, NULL, flags);
  props[PROP_TOOLTIP] = g_param_spec_string("tooltip", NULL, NULL, NULL, flags);
  props[PROP_SETTINGS] = g_param_spec_object("settings", NULL, NULL, GTK_TYPE_WIDGET, flags);
  props[PROP_ACTIONS] = g_param_spec_object("actions", NULL, NULL, GTK_TYPE_WIDGET, flags);
  g_object_class_install_properties(object_class, N_PROPS, props);
}

static void
add_signals(GType type)
{
  signals[BEGIN] =
      g_signal_new("begin", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ENDED] =
      g_signal_new("ended", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_task_bar_class_init(TrammelTaskBarClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->set_property = trammel_task_bar_set_property;
  G_OBJECT_CLASS(klass)->dispose = trammel_task_bar_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_task_bar_finalize;
  install_properties(G_OBJECT_CLASS(klass));
  add_signals(G_TYPE_FROM_CLASS(klass));
  gtk_widget_class_set_layout_manager_type(c, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(c, "taskbar");
  gtk_widget_class_set_template_from_resource(c,
                                              "/io/github/trammel/Trammel/ui/widgets/task-bar.ui");
  gtk_widget_class_bind_template_child(c, TrammelTaskBar, button);
  gtk_widget_class_bind_template_child(c, TrammelTaskBar, progress);
  gtk_widget_class_bind_template_child(c, TrammelTaskBar, words);
  gtk_widget_class_bind_template_child(c, TrammelTaskBar, settings);
  gtk_widget_class_bind_template_child(c, TrammelTaskBar, actions);
  gtk_widget_class_bind_template_callback(c, on_button_clicked_cb);
}

static void
trammel_task_bar_init(TrammelTaskBar *self)
{
  g_type_ensure(TRAMMEL_TYPE_WRAP_BAR);
  gtk_widget_init_template(GTK_WIDGET(self));
}

void
trammel_task_bar_set_task(TrammelTaskBar *self, TrammelBackgroundTask *task)
{
  g_return_if_fail(TRAMMEL_IS_TASK_BAR(self) && !self->task);
  self->task = g_object_ref(task);
  g_signal_connect_swapped(task, "progress", G_CALLBACK(on_progress_cb), self);
  g_signal_connect_swapped(task, "finished", G_CALLBACK(on_finished_cb), self);
  g_signal_connect_swapped(task, "failed", G_CALLBACK(on_failed_cb), self);
  g_signal_connect_swapped(task, "notify::running", G_CALLBACK(update), self);
  update(self);
}

void
trammel_task_bar_set_ready(TrammelTaskBar *self, gboolean ready)
{
  g_return_if_fail(TRAMMEL_IS_TASK_BAR(self));
  self->is_ready = ready;
  update(self);
}

guint
trammel_task_bar_get_n_done(TrammelTaskBar *self)
{
  g_return_val_if_fail(TRAMMEL_IS_TASK_BAR(self), 0);
  return self->n_done;
}
