#include "ui/pages/inspect/compare-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/inspect/run-compare.h"
#include "ui/widgets/sentence-label.h"

struct _TrammelCompareDialog {
  GtkWindow parent_instance;
  GtkLabel *head;
  GtkGrid *grid;
  GPtrArray *rows; /* TrammelRunDifference */
  char *titles[2];
};

G_DEFINE_FINAL_TYPE(TrammelCompareDialog, trammel_compare_dialog, GTK_TYPE_WINDOW)

static void
on_copy_clicked_cb(TrammelCompareDialog *self)
{
  g_autofree char *text = trammel_run_compare_to_text(self->rows, self->titles[0], self->titles[1]);

  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self)), text);
}

static void
trammel_compare_dialog_dispose(GObject *object)
{
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_COMPARE_DIALOG);
  G_OBJECT_CLASS(trammel_compare_dialog_parent_class)->dispose(object);
}

static void
trammel_compare_dialog_finalize(GObject *object)
{
  TrammelCompareDialog *self = TRAMMEL_COMPARE_DIALOG(object);

  g_clear_pointer(&self->rows, g_ptr_array_unref);
  g_free(self->titles[0]);
  g_free(self->titles[1]);
  G_OBJECT_CLASS(trammel_compare_dialog_parent_class)->finalize(object);
}

static void
trammel_compare_dialog_class_init(TrammelCompareDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_compare_dialog_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_compare_dialog_finalize;
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/inspect/compare-dialog.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelCompareDialog, head);
  gtk_widget_class_bind_template_child(widget_class, TrammelCompareDialog, grid);
  gtk_widget_class_bind_template_callback(widget_class, on_copy_clicked_cb);
}

static void
trammel_compare_dialog_init(TrammelCompareDialog *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

static GtkWidget *
add_cell(TrammelCompareDialog *self, int column, int row, const char *text, gboolean is_number)
{
  GtkWidget *label = gtk_label_new(NULL);

  trammel_label_set_numbers(GTK_LABEL(label), text);
  gtk_label_set_xalign(GTK_LABEL(label), is_number ? 1 : 0);
  gtk_label_set_selectable(GTK_LABEL(label), is_number);
  gtk_widget_add_css_class(label, is_number ? "number" : "compare-label");
  gtk_grid_attach(self->grid, label, column, row, 1, 1);
  return label;
}

static void
add_row(TrammelCompareDialog *self, int at, const TrammelRunDifference *row)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE] = "";

  if (isfinite(row->sigmas))
    g_ascii_formatd(number, sizeof number, "%+.2f", row->sigmas);
  g_autofree char *sigmas = g_strdup_printf("%s%s", row->is_marked ? "▲ " : "", number);
  gtk_widget_set_tooltip_text(add_cell(self, 0, at, row->label, FALSE), row->id);
  add_cell(self, 1, at, row->unit, FALSE);
  add_cell(self, 2, at, row->a, TRUE);
  add_cell(self, 3, at, row->b, TRUE);
  add_cell(self, 4, at, row->difference, TRUE);
  GtkWidget *mark = add_cell(self, 5, at, sigmas, TRUE);
  if (row->is_marked)
    gtk_widget_add_css_class(mark, "marked");
}

static void
fill(TrammelCompareDialog *self)
{
  const char *const heads[] = {_("Parameter"),  _("Unit"),       self->titles[0],
                               self->titles[1], _("Difference"), _("Difference / σ")};

  for (int i = 0; i < (int)G_N_ELEMENTS(heads); i++)
    gtk_widget_add_css_class(add_cell(self, i, 0, heads[i], i >= 2), "heading");
  for (guint i = 0; i < self->rows->len; i++)
    add_row(self, (int)i + 1, self->rows->pdata[i]);
}

void
trammel_compare_dialog_show(GtkWindow *parent,
                            TrammelRunRecord *a,
                            TrammelRunRecord *b,
                            const TrammelProject *project)
{
  TrammelCompareDialog *self =
      g_object_new(TRAMMEL_TYPE_COMPARE_DIALOG, "transient-for", parent, NULL);
  g_autofree char *first = trammel_run_record_dup_summary(a);
  g_autofree char *second = trammel_run_record_dup_summary(b);

  self->titles[0] = trammel_run_record_dup_title(a);
  self->titles[1] = trammel_run_record_dup_title(b);
  self->rows = trammel_run_compare(a, b, project);
  g_autofree char *head =
      g_strdup_printf("%s: %s\n%s: %s", self->titles[0], first, self->titles[1], second);
  trammel_label_set_numbers(self->head, head);
  fill(self);
  gtk_window_present(GTK_WINDOW(self));
}
