#include "ui/pages/identify/noise-table.h"

#include <glib/gi18n.h>

#include "ui/pages/parts/term-help.h"
#include "ui/session/run/noise.h"
#include "ui/widgets/sentence-label.h"

static void
attach_cell(GtkGrid *grid, int column, int row, int width, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new(NULL);

  trammel_label_set_numbers(GTK_LABEL(label), text);
  gtk_label_set_xalign(GTK_LABEL(label), column == 0 ? 0 : 1);
  gtk_label_set_yalign(GTK_LABEL(label), 0);
  gtk_label_set_justify(GTK_LABEL(label), column == 0 ? GTK_JUSTIFY_LEFT : GTK_JUSTIFY_RIGHT);
  /* numbers, too: their length must not make the settings wider while a slider is held */
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), column == 0 ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD);
  gtk_widget_set_hexpand(label, column == 0);
  gtk_widget_add_css_class(label, style);
  gtk_grid_attach(grid, label, column, row, width, 1);
}

/* Attaches the title of the first column, with its explanation. */
static void
attach_title(GtkGrid *grid)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4), *label = gtk_label_new(_("Noise σ"));

  gtk_widget_add_css_class(label, "caption");
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), trammel_term_help_new("noise"));
  gtk_grid_attach(grid, box, 0, 0, 1, 1);
}

static void
attach_row(GtkGrid *grid, int row, const TrammelNoise *noise)
{
  if (!noise->used) {
    GtkWidget *heading = gtk_label_new(noise->name);
    gtk_label_set_xalign(GTK_LABEL(heading), 0);
    gtk_label_set_wrap(GTK_LABEL(heading), TRUE);
    gtk_widget_add_css_class(heading, "caption");
    gtk_grid_attach(grid, heading, 0, row, 3, 1);
    return;
  }
  attach_cell(grid, 0, row, 1, noise->name, "fact");
  if (*noise->stated) {
    attach_cell(grid, 1, row, 1, noise->stated, "fact");
    attach_cell(grid, 2, row, 1, noise->used, "fact");
  } else {
    attach_cell(grid, 1, row, 2, noise->used, "fact");
  }
  if (*noise->remark)
    for (int column = 0; column < 3; column++)
      trammel_tooltip_set_numbers(gtk_grid_get_child_at(grid, column, row), noise->remark);
}

GtkWidget *
trammel_noise_table_new(TrammelRun *run)
{
  g_autoptr(GPtrArray) rows = trammel_noise_new(run);
  GtkWidget *grid = gtk_grid_new();

  gtk_grid_set_column_spacing(GTK_GRID(grid), 4);
  gtk_widget_add_css_class(grid, "noise");
  gtk_widget_set_tooltip_text(grid, _("Standard deviation of one sample"));
  attach_title(GTK_GRID(grid));
  attach_cell(GTK_GRID(grid), 1, 0, 1, _("stated"), "caption");
  attach_cell(GTK_GRID(grid), 2, 0, 1, trammel_noise_is_found(run) ? _("found") : _("used"),
              "caption");
  for (guint i = 0; i < rows->len; i++)
    attach_row(GTK_GRID(grid), (int)i + 1, rows->pdata[i]);
  return grid;
}
