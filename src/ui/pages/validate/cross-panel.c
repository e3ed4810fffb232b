#include "ui/pages/validate/cross-panel.h"

#include <glib/gi18n.h>

#include "ui/desktop/compat.h"
#include "ui/session/validate/cross-validator.h"
#include "ui/session/validate/score-board.h"
#include "ui/session/validate/scored-parameter-sets.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"
#include "ui/widgets/text-table.h"

struct _TrammelCrossPanel {
  GtkWidget parent_instance;
  GtkButton *button;
  GtkCheckButton *leave_one_out;
  GtkWidget *progress;
  GtkLabel *step, *words;
  TrammelTextTable *table; /* added to the window by the page */
  TrammelDocument *document;
  TrammelCrossValidator *validator;
  TrammelCrossValidation *result; /* nullable */
  TrStartState start;
};

G_DEFINE_FINAL_TYPE(TrammelCrossPanel, trammel_cross_panel, GTK_TYPE_WIDGET)

enum { FINISHED, RUNNING_CHANGED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelTextColumn columns[TRAMMEL_AGREE_COLUMNS] = {
    [TRAMMEL_AGREE_LABEL] = {N_("Parameter"), NULL, FALSE, FALSE},
    [TRAMMEL_AGREE_VALUE] = {N_("Combined"), NULL, TRUE, FALSE},
    [TRAMMEL_AGREE_LOGS] = {N_("By log"), NULL, FALSE, TRUE},
    [TRAMMEL_AGREE_CHI2] = {N_("χ² / dof"), NULL, TRUE, FALSE},
    [TRAMMEL_AGREE_P] = {N_("p"), NULL, TRUE, FALSE},
    [TRAMMEL_AGREE_VERDICT] = {N_("Logs"), NULL, FALSE, FALSE},
};

/* Shows the result of the latest cross-validation, and if it is out of date. */
static void
show_agreement(TrammelCrossPanel *self)
{
  if (!self->result)
    return;
  g_autofree char *key = trammel_score_key_new(trammel_document_get_project(self->document), -1);
  g_autofree char *words = trammel_crossvalidation_describe(self->result);
  g_autofree char *old = g_strdup_printf(
      _("%s This result is older than the last change: cross-validate again."), words);
  const char *text = g_str_equal(key, self->result->key) ? words : old;
  trammel_label_set_numbers(self->words, text);
  trammel_tooltip_set_numbers(GTK_WIDGET(self->words), text);
}

static void
update(TrammelCrossPanel *self)
{
  gboolean running = trammel_cross_panel_get_running(self);
  gboolean can = self->document && trammel_count_logs(trammel_document_get_project(self->document),
                                                      TRAMMEL_ROLE_ESTIMATE) >= 2;

  gtk_button_set_label(self->button, running ? _("Stop") : _("Cross-validate"));
  gtk_widget_set_sensitive(GTK_WIDGET(self->button), running || can);
  gtk_widget_set_sensitive(GTK_WIDGET(self->leave_one_out), !running && can);
  trammel_widget_set_tooltip(GTK_WIDGET(self->button),
                             can ? _("Fit every log alone and test the result on all of them")
                                 : _("Needs two logs to estimate from: add another, or split one"));
  gtk_widget_set_visible(self->progress, running);
  gtk_widget_set_visible(GTK_WIDGET(self->step), running);
  gtk_widget_set_visible(GTK_WIDGET(self->words), !running);
}

static void
on_document_changed_cb(TrammelCrossPanel *self)
{
  update(self);
  show_agreement(self);
}

static void
on_document_reloaded_cb(TrammelCrossPanel *self)
{
  trammel_cross_validator_forget(self->validator);
}

static void
on_button_clicked_cb(TrammelCrossPanel *self)
{
  if (trammel_cross_panel_get_running(self)) {
    gtk_label_set_text(self->step, _("Stopping…"));
    trammel_background_task_cancel(TRAMMEL_BACKGROUND_TASK(self->validator));
    return;
  }
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress), 0);
  gtk_label_set_text(self->step, "");
  trammel_cross_validator_start(self->validator, trammel_document_get_project(self->document),
                                self->start, gtk_check_button_get_active(self->leave_one_out));
}

static void
on_validator_progress_cb(TrammelCrossPanel *self, guint done, guint total, const char *what)
{
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress), total ? (double)done / total : 0);
  trammel_label_set_numbers(self->step, what);
}

static void
on_validator_finished_cb(TrammelCrossPanel *self, TrammelCrossValidation *result)
{
  TrammelCrossValidation *old = self->result;
  g_autoptr(GListModel) rows = trammel_crossvalidation_agreement_rows(result);

  self->result = trammel_crossvalidation_ref(result);
  g_clear_pointer(&old, trammel_crossvalidation_unref);
  trammel_text_table_set_rows(self->table, rows);
  show_agreement(self);
  g_signal_emit(self, signals[FINISHED], 0);
}

static void
on_validator_failed_cb(TrammelCrossPanel *self, const GError *error)
{
  g_signal_emit(self, signals[FAILED], 0, error->message);
}

static void
on_validator_running_cb(TrammelCrossPanel *self)
{
  update(self);
  g_signal_emit(self, signals[RUNNING_CHANGED], 0);
}

static void
trammel_cross_panel_dispose(GObject *object)
{
  TrammelCrossPanel *self = TRAMMEL_CROSS_PANEL(object);

  if (self->validator)
    g_signal_handlers_disconnect_by_data(self->validator, self);
  g_clear_object(&self->validator);
  g_clear_object(&self->document);
  g_clear_object(&self->table);
  g_clear_pointer(&self->result, trammel_crossvalidation_unref);
  trammel_template_dispose(object, TRAMMEL_TYPE_CROSS_PANEL);
  G_OBJECT_CLASS(trammel_cross_panel_parent_class)->dispose(object);
}

static void
bind_template(GtkWidgetClass *c)
{
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/validate/cross-panel.ui");
  gtk_widget_class_bind_template_child(c, TrammelCrossPanel, button);
  gtk_widget_class_bind_template_child(c, TrammelCrossPanel, leave_one_out);
  gtk_widget_class_bind_template_child(c, TrammelCrossPanel, progress);
  gtk_widget_class_bind_template_child(c, TrammelCrossPanel, step);
  gtk_widget_class_bind_template_child(c, TrammelCrossPanel, words);
  gtk_widget_class_bind_template_callback(c, on_button_clicked_cb);
}

static void
trammel_cross_panel_class_init(TrammelCrossPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  GType type = G_TYPE_FROM_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_cross_panel_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "crosspanel");
  bind_template(widget_class);
  signals[FINISHED] =
      g_signal_new("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RUNNING_CHANGED] =
      g_signal_new("running-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_cross_panel_init(TrammelCrossPanel *self)
{
  self->table = g_object_ref_sink(g_object_new(TRAMMEL_TYPE_TEXT_TABLE, NULL));
  gtk_widget_add_css_class(GTK_WIDGET(self->table), "cell-table");
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_text_table_set_wrapped(self->table, TRAMMEL_AGREE_LABEL);
  trammel_text_table_set_columns(self->table, columns, G_N_ELEMENTS(columns),
                                 _("Agreement of the logs"));
  self->validator = trammel_cross_validator_new();
  g_signal_connect_swapped(self->validator, "progress", G_CALLBACK(on_validator_progress_cb), self);
  g_signal_connect_swapped(self->validator, "finished", G_CALLBACK(on_validator_finished_cb), self);
  g_signal_connect_swapped(self->validator, "failed", G_CALLBACK(on_validator_failed_cb), self);
  g_signal_connect_swapped(self->validator, "notify::running", G_CALLBACK(on_validator_running_cb),
                           self);
  update(self);
}

void
trammel_cross_panel_set_document(TrammelCrossPanel *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_CROSS_PANEL(self) && !self->document);
  self->document = g_object_ref(document);
  g_signal_connect_object(document, "changed", G_CALLBACK(on_document_changed_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(document, "reloaded", G_CALLBACK(on_document_reloaded_cb), self,
                          G_CONNECT_SWAPPED);
  on_document_changed_cb(self);
}

void
trammel_cross_panel_set_start(TrammelCrossPanel *self, TrStartState start)
{
  g_return_if_fail(TRAMMEL_IS_CROSS_PANEL(self));
  self->start = start;
}

GtkWidget *
trammel_cross_panel_get_table(TrammelCrossPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CROSS_PANEL(self), NULL);
  return GTK_WIDGET(self->table);
}

TrammelCrossValidation *
trammel_cross_panel_get_result(TrammelCrossPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CROSS_PANEL(self), NULL);
  return self->result;
}

gboolean
trammel_cross_panel_get_running(TrammelCrossPanel *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CROSS_PANEL(self), FALSE);
  return trammel_worker_get_running(TRAMMEL_WORKER(self->validator));
}
