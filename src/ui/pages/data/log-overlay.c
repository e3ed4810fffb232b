#include "ui/pages/data/log-overlay.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/text/format.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/string-drop-down.h"
#include "ui/widgets/template.h"

struct _TrammelLogOverlay {
  GtkWidget parent_instance;
  GtkDropDown *choice;
  GtkWidget *shift, *shift_box;
  TrammelLogModel *shown, *second; /* second: NULL until a log is chosen */
  double seconds;
  gboolean filling;
};

G_DEFINE_FINAL_TYPE(TrammelLogOverlay, trammel_log_overlay, GTK_TYPE_WIDGET)

enum { CHANGED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static TrammelProject *
get_project(TrammelLogOverlay *self)
{
  return trammel_document_get_project(trammel_log_model_get_document(self->shown));
}

static void
on_second_changed_cb(TrammelLogOverlay *self)
{
  g_signal_emit(self, signals[CHANGED], 0);
}

/* Drops the second log, or reads the chosen one. */
static void
on_chosen_cb(TrammelLogOverlay *self)
{
  guint at = trammel_string_drop_down_get(self->choice);
  guint shown = trammel_log_model_get_log(self->shown);

  if (self->filling)
    return;
  if (self->second)
    g_signal_handlers_disconnect_by_data(self->second, self);
  g_clear_object(&self->second);
  gtk_widget_set_visible(self->shift_box, at > 0);
  if (at > 0) {
    self->second = trammel_log_model_new_of(trammel_log_model_get_document(self->shown),
                                            at - 1 < shown ? at - 1 : at);
    g_signal_connect_object(self->second, "changed", G_CALLBACK(on_second_changed_cb), self,
                            G_CONNECT_SWAPPED);
  }
  g_signal_emit(self, signals[CHANGED], 0);
}

static gboolean
on_shift_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelLogOverlay *self = user;
  g_autoptr(GError) error = NULL;
  double value;

  if (!trammel_parse_quantity(text, "s", 0, &value, &error)) {
    g_signal_emit(self, signals[FAILED], 0, error->message);
    return FALSE;
  }
  self->seconds = value;
  g_autofree char *shown = trammel_format_entry(value);
  trammel_commit_entry_set_number(self->shift, shown);
  g_signal_emit(self, signals[CHANGED], 0);
  return TRUE;
}

/* Offers the other logs; another list of them drops the second log. */
static void
update(TrammelLogOverlay *self)
{
  guint n = trammel_project_get_n_logs(get_project(self));
  guint shown = trammel_log_model_get_log(self->shown), at = 0;
  g_autofree const char **names = g_new0(const char *, n + 2);
  g_autofree char *before = NULL;
  GObject *selected = gtk_drop_down_get_selected_item(self->choice);

  if (GTK_IS_STRING_OBJECT(selected))
    before = g_strdup(gtk_string_object_get_string(GTK_STRING_OBJECT(selected)));
  names[at++] = _("no other log");
  for (guint i = 0; i < n; i++)
    if (i != shown)
      names[at++] = trammel_project_get_log_name(get_project(self), i);
  self->filling = TRUE;
  trammel_string_drop_down_set_names(self->choice, names, NULL);
  gtk_drop_down_set_selected(self->choice, 0);
  if (before)
    trammel_string_drop_down_select(self->choice, before);
  self->filling = FALSE;
  gtk_widget_set_visible(GTK_WIDGET(self), n > 1);
  if (self->second && trammel_string_drop_down_get(self->choice) == 0)
    on_chosen_cb(self);
}

static void
trammel_log_overlay_dispose(GObject *object)
{
  TrammelLogOverlay *self = TRAMMEL_LOG_OVERLAY(object);

  self->filling = TRUE;
  if (self->second)
    g_signal_handlers_disconnect_by_data(self->second, self);
  g_clear_object(&self->second);
  g_clear_object(&self->shown);
  trammel_template_dispose(object, TRAMMEL_TYPE_LOG_OVERLAY);
  G_OBJECT_CLASS(trammel_log_overlay_parent_class)->dispose(object);
}

static void
trammel_log_overlay_class_init(TrammelLogOverlayClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_log_overlay_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/data/log-overlay.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelLogOverlay, choice);
  gtk_widget_class_bind_template_child(widget_class, TrammelLogOverlay, shift);
  gtk_widget_class_bind_template_child(widget_class, TrammelLogOverlay, shift_box);
  gtk_widget_class_bind_template_callback(widget_class, on_chosen_cb);
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_log_overlay_init(TrammelLogOverlay *self)
{
  self->filling = TRUE;
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_commit_entry_connect(self->shift, on_shift_committed_cb, self);
  trammel_commit_entry_set_text(self->shift, "0");
  self->filling = FALSE;
}

void
trammel_log_overlay_set_model(TrammelLogOverlay *self, TrammelLogModel *model)
{
  g_return_if_fail(TRAMMEL_IS_LOG_OVERLAY(self) && !self->shown);
  self->shown = g_object_ref(model);
  g_signal_connect_object(model, "changed", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  update(self);
}

TrammelLogView *
trammel_log_overlay_get_view(TrammelLogOverlay *self)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_OVERLAY(self), NULL);
  return self->second ? trammel_log_model_get_view(self->second) : NULL;
}

double
trammel_log_overlay_get_shift(TrammelLogOverlay *self)
{
  g_return_val_if_fail(TRAMMEL_IS_LOG_OVERLAY(self), 0);
  return self->seconds;
}
