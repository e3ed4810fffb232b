#include "ui/pages/identify/iteration-log.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/run/fit-words.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

struct _TrammelIterationLog {
  GtkWidget parent_instance;
  GtkColumnView *view;
  GtkLabel *ending;
  GtkStringList *rows; /* the cells of a row are joined by tabs */
};

G_DEFINE_FINAL_TYPE(TrammelIterationLog, trammel_iteration_log, GTK_TYPE_WIDGET)

static const struct {
  const char *title, *tooltip;
} columns[] = {
    {N_("Iteration"), N_("Number of the accepted iteration; 0 stands for the start values")},
    {N_("Fit"), N_("Number of the fit: one for each κ that is tried")},
    {"κ", N_("Weight of the dynamics in this fit; costs at different κ cannot be compared")},
    {N_("Cost"), N_("Sum of the weighted squares that are minimised")},
    {N_("Measurement"), N_("Share of the measurement residuals")},
    {N_("Dynamics"), N_("Share of the state errors: the impulses missing in each step")},
    {N_("Prior"), N_("Share of the priors")},
    {N_("Step"), N_("Largest parameter step, in units of the parameter's scale")},
    {N_("Gradient"), N_("Largest component of the scaled gradient")},
    {N_("Gain"), N_("Actual over predicted decrease of the cost; 1 is a perfect model")},
    {N_("Damping"), N_("Marquardt factor on the parameters")},
    {N_("Time"), N_("Since the start")},
};

static GQuark
index_quark(void)
{
  return g_quark_from_static_string("trammel-index");
}

static void
on_cell_setup_cb(GtkSignalListItemFactory *factory, GtkListItem *cell)
{
  guint i = GPOINTER_TO_UINT(g_object_get_qdata(G_OBJECT(factory), index_quark()));
  GtkWidget *label = gtk_label_new(NULL);

  gtk_label_set_xalign(GTK_LABEL(label), 1);
  gtk_widget_set_tooltip_text(label, _(columns[i].tooltip));
  gtk_widget_add_css_class(label, "number");
  gtk_list_item_set_child(cell, label);
}

static void
on_cell_bind_cb(GtkSignalListItemFactory *factory, GtkListItem *cell)
{
  guint i = GPOINTER_TO_UINT(g_object_get_qdata(G_OBJECT(factory), index_quark()));
  GtkStringObject *row = gtk_list_item_get_item(cell);
  g_auto(GStrv) fields = g_strsplit(gtk_string_object_get_string(row), "\t", -1);

  trammel_label_set_numbers(GTK_LABEL(gtk_list_item_get_child(cell)), fields[i]);
}

static void
append_columns(TrammelIterationLog *self)
{
  for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_object_set_qdata(G_OBJECT(factory), index_quark(), GUINT_TO_POINTER(i));
    g_signal_connect(factory, "setup", G_CALLBACK(on_cell_setup_cb), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(on_cell_bind_cb), NULL);
    g_autoptr(GtkColumnViewColumn) column =
        gtk_column_view_column_new(_(columns[i].title), factory);
    gtk_column_view_column_set_expand(column, TRUE);
    gtk_column_view_append_column(self->view, column);
  }
}

/* Appends "%.3e" in the C locale, or a dash without a value. */
static void
append_number(GString *row, const char *format, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c(row, '\t');
  if (!isfinite(value))
    g_string_append(row, "–");
  else
    g_string_append(row, g_ascii_formatd(text, sizeof text, format, value));
}

static char *
format_row(const TrIteration *iteration)
{
  GString *row = g_string_new(NULL);

  g_string_printf(row, "%d", iteration->iteration);
  g_string_append_printf(row, "\t%d", iteration->round);
  append_number(row, "%.2e", iteration->kappa);
  append_number(row, "%.4e", iteration->cost.total);
  append_number(row, "%.3e", iteration->cost.observation);
  append_number(row, "%.3e", iteration->cost.state);
  append_number(row, "%.3e", iteration->cost.prior);
  append_number(row, "%.1e", iteration->step);
  append_number(row, "%.1e", iteration->gradient);
  append_number(row, "%.2f", iteration->gain_ratio);
  append_number(row, "%.1e", iteration->damping);
  append_number(row, "%.0f", iteration->seconds * 1e3);
  g_string_append(row, " ms");
  return g_string_free(row, FALSE);
}

/* Replaces the rows from `first` on. */
static void
set_rows(TrammelIterationLog *self, const TrIteration *history, guint n, guint first)
{
  guint old = g_list_model_get_n_items(G_LIST_MODEL(self->rows));
  g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(g_free);

  for (guint i = first; i < n; i++)
    g_ptr_array_add(rows, format_row(&history[i]));
  g_ptr_array_add(rows, NULL);
  gtk_string_list_splice(self->rows, first, old - first, (const char *const *)rows->pdata);
}

static void
trammel_iteration_log_dispose(GObject *object)
{
  TrammelIterationLog *self = TRAMMEL_ITERATION_LOG(object);

  g_clear_object(&self->rows);
  trammel_template_dispose(object, TRAMMEL_TYPE_ITERATION_LOG);
  G_OBJECT_CLASS(trammel_iteration_log_parent_class)->dispose(object);
}

/* Attaches the rows only while the table is visible: a table creates widgets for all rows, and a
 * fit has hundreds of cells. */
static void
trammel_iteration_log_map(GtkWidget *widget)
{
  TrammelIterationLog *self = TRAMMEL_ITERATION_LOG(widget);
  g_autoptr(GtkNoSelection) selection =
      gtk_no_selection_new(G_LIST_MODEL(g_object_ref(self->rows)));

  gtk_column_view_set_model(self->view, GTK_SELECTION_MODEL(selection));
  GTK_WIDGET_CLASS(trammel_iteration_log_parent_class)->map(widget);
}

static void
trammel_iteration_log_unmap(GtkWidget *widget)
{
  GTK_WIDGET_CLASS(trammel_iteration_log_parent_class)->unmap(widget);
  gtk_column_view_set_model(TRAMMEL_ITERATION_LOG(widget)->view, NULL);
}

static void
trammel_iteration_log_class_init(TrammelIterationLogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_iteration_log_dispose;
  widget_class->map = trammel_iteration_log_map;
  widget_class->unmap = trammel_iteration_log_unmap;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "iterationlog");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/identify/iteration-log.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelIterationLog, view);
  gtk_widget_class_bind_template_child(widget_class, TrammelIterationLog, ending);
}

static void
trammel_iteration_log_init(TrammelIterationLog *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  self->rows = gtk_string_list_new(NULL);
  append_columns(self);
}

void
trammel_iteration_log_set_run(TrammelIterationLog *self, TrammelRun *run)
{
  g_return_if_fail(TRAMMEL_IS_ITERATION_LOG(self));
  if (!run || trammel_run_get_kind(run) == TRAMMEL_RUN_PREPARED) {
    set_rows(self, NULL, 0, 0);
    gtk_label_set_text(self->ending, _("No run yet."));
    return;
  }
  const TrFit *fit = trammel_run_get_fit(run);
  set_rows(self, fit->history, (guint)fit->n_history, 0);
  g_autofree char *ending = trammel_fit_dup_ending(fit);
  trammel_label_set_numbers(self->ending, ending);
}

void
trammel_iteration_log_set_progress(TrammelIterationLog *self, const TrammelJobProgress *progress)
{
  g_return_if_fail(TRAMMEL_IS_ITERATION_LOG(self));
  guint shown = g_list_model_get_n_items(G_LIST_MODEL(self->rows));
  guint n = (guint)progress->n_history;

  /* a running fit appends, and may replace its last row; rows of an older run are replaced */
  set_rows(self, progress->history, n, shown > 0 && n - shown == 1 ? shown - 1 : 0);
  gtk_label_set_text(self->ending, _("Running…"));
}
