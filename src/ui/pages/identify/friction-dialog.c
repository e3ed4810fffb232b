#include "ui/pages/identify/friction-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/identify/friction-comparer.h"
#include "ui/session/text/format.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/text-table.h"

struct _TrammelFrictionDialog {
  GtkWindow parent_instance;
  GtkLabel *verdict, *doubts, *what;
  GtkWidget *progress, *cancel, *apply;
  TrammelTextTable *table;
  GtkDropDown *choice;
  TrammelDocument *document;
  TrammelFrictionComparer *comparer;
};

G_DEFINE_FINAL_TYPE(TrammelFrictionDialog, trammel_friction_dialog, GTK_TYPE_WINDOW)

static const TrammelTextColumn columns[] = {
    {N_("Model"), NULL, FALSE, TRUE},
    {N_("Parameters"), N_("Free parameters of the fit"), TRUE, FALSE},
    {N_("Cost"), N_("With the same weights in all fits"), TRUE, FALSE},
    {N_("BIC above best"),
     N_("n log(cost/n) + p log n above the smallest one; below 6 two models are equally good"),
     TRUE, FALSE},
    {N_("Unexplained [%]"),
     N_("Friction along the motion that is missing in the model, at the worst joint"), TRUE, FALSE},
    {N_("Correlation"),
     N_("Correlation of the missing friction from one node to the next; noise has 0"), TRUE, FALSE},
    {N_("Prediction error [%]"),
     N_("Error of the simulation on data that were not fitted, over the variation of the signals"),
     TRUE, FALSE},
};

static const char *
get_label(const TrammelContender *contender)
{
  switch (contender->model) {
  case TR_FRICTION_NONE:
    return _("No friction");
  case TR_FRICTION_VISCOUS:
    return _("Viscous");
  case TR_FRICTION_COULOMB:
    return contender->leans ? _("Coulomb, by direction") : _("Coulomb");
  case TR_FRICTION_STRIBECK:
    return _("Stribeck");
  default:
    return _("Six coefficients (tanh)");
  }
}

static TrammelTextRow *
make_row(const TrammelFrictionComparison *t, const TrammelFrictionComparisonEntry *entry)
{
  char **texts = g_new0(char *, G_N_ELEMENTS(columns) + 1);
  int best = trammel_friction_comparison_find_best(t), at = 0;
  double least = best >= 0 ? t->entries[best].bic : NAN;

  texts[at++] = g_strdup(get_label(entry->contender));
  texts[at++] = entry->fit ? g_strdup_printf("%u", entry->n_parameters) : g_strdup("–");
  texts[at++] = trammel_format_cell("%.5g", entry->cost, "");
  texts[at++] = trammel_format_cell("%.1f", entry->bic - least, "");
  texts[at++] = trammel_format_cell("%.3g", 100 * entry->unexplained, "");
  texts[at++] = trammel_format_cell("%.2f", entry->correlation, "");
  texts[at++] = trammel_format_cell("%.3g", entry->open_loop, "");
  return trammel_text_row_new(texts, entry->message);
}

/* Returns the properties of friction that the motion cannot show under any model. */
static char *
list_doubts(const TrammelFrictionComparison *t)
{
  const TrModel *model = trammel_problem_get_task(t->problem)->model;
  GString *text = g_string_new(NULL);

  for (guint i = 0; t->reference && i < t->n_joints; i++) {
    g_autofree char *doubt =
        trammel_excitation_dup_text(&t->excitation[i], &model->joints[t->joints[i]]);
    if (doubt)
      g_string_append_printf(text, "%s%s", text->len > 0 ? "\n" : "", doubt);
  }
  return g_string_free(text, FALSE);
}

static void
show_running(TrammelFrictionDialog *self, gboolean running)
{
  const TrammelFrictionComparison *t = trammel_friction_comparer_get_tournament(self->comparer);

  gtk_widget_set_visible(self->progress, running);
  gtk_widget_set_visible(GTK_WIDGET(self->what), running);
  gtk_widget_set_visible(self->cancel, running);
  gtk_widget_set_sensitive(self->apply,
                           !running && t && trammel_friction_comparison_find_best(t) >= 0);
  gtk_widget_set_sensitive(GTK_WIDGET(self->choice), !running);
}

static void
on_comparer_finished_cb(TrammelFrictionDialog *self)
{
  const TrammelFrictionComparison *t = trammel_friction_comparer_get_tournament(self->comparer);
  g_autoptr(GListStore) rows = g_list_store_new(TRAMMEL_TYPE_TEXT_ROW);
  g_autofree char *verdict = trammel_friction_comparison_dup_summary(t), *doubts = list_doubts(t);
  int best = trammel_friction_comparison_find_best(t);

  for (guint i = 0; i < t->n_entries; i++) {
    g_autoptr(TrammelTextRow) row = make_row(t, &t->entries[i]);
    g_list_store_append(rows, row);
  }
  trammel_text_table_set_rows(self->table, G_LIST_MODEL(rows));
  trammel_label_set_numbers(self->verdict, verdict);
  trammel_label_set_numbers(self->doubts, doubts);
  gtk_widget_set_visible(GTK_WIDGET(self->doubts), *doubts != '\0');
  if (best >= 0)
    gtk_drop_down_set_selected(self->choice, (guint)best);
  show_running(self, FALSE);
}

static void
on_comparer_failed_cb(TrammelFrictionDialog *self, const GError *error)
{
  trammel_label_set_sentence(self->verdict, error->message);
  show_running(self, FALSE);
}

static void
on_comparer_progress_cb(TrammelFrictionDialog *self, guint done, guint total, const char *what)
{
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress), total ? (double)done / total : 0);
  trammel_label_set_numbers(self->what, what);
}

static void
on_cancel_clicked_cb(TrammelFrictionDialog *self)
{
  trammel_background_task_cancel(TRAMMEL_BACKGROUND_TASK(self->comparer));
}

static void
on_apply_clicked_cb(TrammelFrictionDialog *self)
{
  const TrammelFrictionComparison *t = trammel_friction_comparer_get_tournament(self->comparer);
  guint chosen = gtk_drop_down_get_selected(self->choice);
  g_autoptr(GError) error = NULL;

  if (!t || chosen >= t->n_entries)
    return;
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(self->document));
  if (!trammel_friction_comparison_apply(project, t, chosen, &error)) {
    trammel_label_set_sentence(self->verdict, error->message);
    return;
  }
  g_autofree char *label =
      g_strdup_printf(_("friction: %s"), get_label(t->entries[chosen].contender));
  trammel_document_take_project(self->document, g_steal_pointer(&project), label, NULL);
  gtk_window_close(GTK_WINDOW(self));
}

static void
trammel_friction_dialog_dispose(GObject *object)
{
  TrammelFrictionDialog *self = TRAMMEL_FRICTION_DIALOG(object);

  if (self->comparer) {
    trammel_background_task_cancel(TRAMMEL_BACKGROUND_TASK(self->comparer));
    g_signal_handlers_disconnect_by_data(self->comparer, self);
  }
  g_clear_object(&self->comparer);
  g_clear_object(&self->document);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_FRICTION_DIALOG);
  G_OBJECT_CLASS(trammel_friction_dialog_parent_class)->dispose(object);
}

static void
trammel_friction_dialog_class_init(TrammelFrictionDialogClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_friction_dialog_dispose;
  g_type_ensure(TRAMMEL_TYPE_TEXT_TABLE);
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/identify/friction-dialog.ui");
  gtk_widget_class_bind_template_child(c, TrammelFrictionDialog, verdict);
  gtk_widget_class_bind_template_child(c, TrammelFrictionDialog, doubts);
  gtk_widget_class_bind_template_child(c, TrammelFrictionDialog, what);
  gtk_widget_class_bind_template_child(c, TrammelFrictionDialog, progress);
  gtk_widget_class_bind_template_child(c, TrammelFrictionDialog, cancel);
  gtk_widget_class_bind_template_child(c, TrammelFrictionDialog, apply);
  gtk_widget_class_bind_template_child(c, TrammelFrictionDialog, table);
  gtk_widget_class_bind_template_child(c, TrammelFrictionDialog, choice);
  gtk_widget_class_bind_template_callback(c, on_cancel_clicked_cb);
  gtk_widget_class_bind_template_callback(c, on_apply_clicked_cb);
}

static void
trammel_friction_dialog_init(TrammelFrictionDialog *self)
{
  guint n;
  const TrammelContender *contenders = trammel_contenders(&n);
  g_autoptr(GtkStringList) labels = gtk_string_list_new(NULL);

  gtk_widget_init_template(GTK_WIDGET(self));
  for (guint i = 0; i < n; i++)
    gtk_string_list_append(labels, get_label(&contenders[i]));
  gtk_drop_down_set_model(self->choice, G_LIST_MODEL(labels));
  trammel_text_table_set_columns(self->table, columns, G_N_ELEMENTS(columns), _("Friction models"));
  self->comparer = trammel_friction_comparer_new();
  g_signal_connect_swapped(self->comparer, "progress", G_CALLBACK(on_comparer_progress_cb), self);
  g_signal_connect_swapped(self->comparer, "finished", G_CALLBACK(on_comparer_finished_cb), self);
  g_signal_connect_swapped(self->comparer, "failed", G_CALLBACK(on_comparer_failed_cb), self);
}

TrammelFrictionDialog *
trammel_friction_dialog_show(GtkWindow *parent, TrammelDocument *document)
{
  TrammelFrictionDialog *self =
      g_object_new(TRAMMEL_TYPE_FRICTION_DIALOG, "transient-for", parent, NULL);

  self->document = g_object_ref(document);
  gtk_label_set_text(self->verdict, _("Every model is fitted to the same logs, with all of its "
                                      "coefficients free."));
  trammel_friction_comparer_start(self->comparer, trammel_document_get_project(document));
  show_running(self, TRUE);
  gtk_window_present(GTK_WINDOW(self));
  return self;
}
