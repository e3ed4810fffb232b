#include "ui/pages/identify/method-dialog.h"

#include <glib/gi18n.h>

#include "io/base/bilingual.h"
#include "ui/session/identify/method-comparer.h"
#include "ui/session/text/format.h"
#include "ui/session/text/param-label.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/text-table.h"

struct _TrammelMethodDialog {
  GtkWindow parent_instance;
  GtkLabel *verdict, *what;
  GtkWidget *progress, *cancel, *apply;
  TrammelTextTable *table;
  TrammelDocument *document;
  TrammelMethodComparer *comparer;
};

G_DEFINE_FINAL_TYPE(TrammelMethodDialog, trammel_method_dialog, GTK_TYPE_WINDOW)

static const TrammelTextColumn columns[] = {
    {N_("Parameter"), NULL, FALSE, FALSE},
    {N_("Unit"), NULL, FALSE, FALSE},
    {N_("Joint estimation"), NULL, TRUE, FALSE},
    {N_("±"), NULL, TRUE, FALSE},
    {N_("Regression"), NULL, TRUE, FALSE},
    {N_("±"), NULL, TRUE, FALSE},
    {N_("Δ/σ"), N_("Difference in units of both sigmas"), TRUE, FALSE},
    {N_("Remarks"), NULL, FALSE, TRUE},
};

static TrammelTextRow *
make_row(const TrammelMethodComparison *c, guint i)
{
  const TrammelMethodEntry *e = &g_array_index(c->rows, TrammelMethodEntry, i);
  const TrTask *task = trammel_problem_get_task(c->problem);
  char **texts = g_new0(char *, G_N_ELEMENTS(columns) + 1);
  int at = 0;

  texts[at++] = trammel_param_label(task, task->free[i].param);
  texts[at++] = g_strdup(e->unit);
  texts[at++] = trammel_format_cell("%.4g", e->joint, "");
  texts[at++] = trammel_format_cell("%.2g", e->joint_sigma, "");
  texts[at++] = trammel_format_cell("%.4g", e->regression, "");
  texts[at++] = trammel_format_cell("%.2g", e->regression_sigma, "");
  texts[at++] = trammel_format_cell("%+.1f", e->sigmas, "");
  texts[at++] = trammel_bilingual_dup_local(e->remark);
  return trammel_text_row_new(texts, e->id);
}

static void
show_running(TrammelMethodDialog *self, gboolean running)
{
  gtk_widget_set_visible(self->progress, running);
  gtk_widget_set_visible(GTK_WIDGET(self->what), running);
  gtk_widget_set_visible(self->cancel, running);
  gtk_widget_set_sensitive(self->apply, !running && trammel_method_comparer_get(self->comparer));
}

static void
on_comparer_finished_cb(TrammelMethodDialog *self)
{
  const TrammelMethodComparison *c = trammel_method_comparer_get(self->comparer);
  g_autoptr(GListStore) rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);
  g_autofree char *marked = trammel_method_comparison_dup_summary(c);
  g_autofree char *summary = trammel_bilingual_dup_local(marked);
  g_autofree char *filtered = trammel_method_comparison_dup_filter_text(c);
  g_autofree char *filter = filtered ? trammel_bilingual_dup_local(filtered) : NULL;
  g_autofree char *verdict = g_strjoin(" ", summary, filter, NULL);

  for (guint i = 0; i < c->rows->len; i++) {
    g_autoptr(TrammelTextRow) row = make_row(c, i);
    g_list_store_append(rows, row);
  }
  trammel_text_table_set_rows(self->table, G_LIST_MODEL(rows));
  trammel_label_set_numbers(self->verdict, verdict);
  show_running(self, FALSE);
}

static void
on_comparer_failed_cb(TrammelMethodDialog *self, const GError *error)
{
  trammel_label_set_sentence(self->verdict, error->message);
  show_running(self, FALSE);
}

static void
on_comparer_progress_cb(TrammelMethodDialog *self, guint done, guint total, const char *what)
{
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress), total ? (double)done / total : 0);
  trammel_label_set_numbers(self->what, what);
}

static void
on_cancel_clicked_cb(TrammelMethodDialog *self)
{
  trammel_background_task_cancel(TRAMMEL_BACKGROUND_TASK(self->comparer));
}

static void
on_apply_clicked_cb(TrammelMethodDialog *self)
{
  const TrammelMethodComparison *c = trammel_method_comparer_get(self->comparer);
  g_autoptr(GError) error = NULL;

  if (!c)
    return;
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(self->document));
  if (!trammel_method_comparison_apply(c, project, &error)) {
    trammel_label_set_sentence(self->verdict, error->message);
    return;
  }
  trammel_document_take_project(self->document, g_steal_pointer(&project),
                                _("start values of the regression"), NULL);
  gtk_window_close(GTK_WINDOW(self));
}

static void
trammel_method_dialog_dispose(GObject *object)
{
  TrammelMethodDialog *self = TRAMMEL_METHOD_DIALOG(object);

  if (self->comparer) {
    trammel_background_task_cancel(TRAMMEL_BACKGROUND_TASK(self->comparer));
    g_signal_handlers_disconnect_by_data(self->comparer, self);
  }
  g_clear_object(&self->comparer);
  g_clear_object(&self->document);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_METHOD_DIALOG);
  G_OBJECT_CLASS(trammel_method_dialog_parent_class)->dispose(object);
}

static void
trammel_method_dialog_class_init(TrammelMethodDialogClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_method_dialog_dispose;
  g_type_ensure(TRAMMEL_TYPE_TEXT_TABLE);
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/identify/method-dialog.ui");
  gtk_widget_class_bind_template_child(c, TrammelMethodDialog, verdict);
  gtk_widget_class_bind_template_child(c, TrammelMethodDialog, what);
  gtk_widget_class_bind_template_child(c, TrammelMethodDialog, progress);
  gtk_widget_class_bind_template_child(c, TrammelMethodDialog, cancel);
  gtk_widget_class_bind_template_child(c, TrammelMethodDialog, apply);
  gtk_widget_class_bind_template_child(c, TrammelMethodDialog, table);
  gtk_widget_class_bind_template_callback(c, on_cancel_clicked_cb);
  gtk_widget_class_bind_template_callback(c, on_apply_clicked_cb);
}

static void
trammel_method_dialog_init(TrammelMethodDialog *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  trammel_text_table_set_columns(self->table, columns, G_N_ELEMENTS(columns), _("Methods"));
  trammel_text_table_set_wrapped(self->table, G_N_ELEMENTS(columns) - 1);
  self->comparer = trammel_method_comparer_new();
  g_signal_connect_swapped(self->comparer, "progress", G_CALLBACK(on_comparer_progress_cb), self);
  g_signal_connect_swapped(self->comparer, "finished", G_CALLBACK(on_comparer_finished_cb), self);
  g_signal_connect_swapped(self->comparer, "failed", G_CALLBACK(on_comparer_failed_cb), self);
}

TrammelMethodDialog *
trammel_method_dialog_show(GtkWindow *parent, TrammelDocument *document)
{
  TrammelMethodDialog *self =
      g_object_new(TRAMMEL_TYPE_METHOD_DIALOG, "transient-for", parent, NULL);

  self->document = g_object_ref(document);
  gtk_label_set_text(self->verdict,
                     _("The logs are fitted by joint estimation and by regression, the regression "
                       "also at other cutoffs of its filter."));
  trammel_method_comparer_start(self->comparer, trammel_document_get_project(document));
  show_running(self, TRUE);
  gtk_window_present(GTK_WINDOW(self));
  return self;
}
