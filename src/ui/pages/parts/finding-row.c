#include "ui/pages/parts/finding-row.h"

#include <glib/gi18n.h>

#include "plot/figure/number-text.h"
#include "ui/session/text/param-label.h"
#include "ui/widgets/sentence-label.h"

enum { BUTTON_MARGIN = 4 }; /* width of a button without its text [characters] */

static const char *
get_icon(const TrammelFinding *finding)
{
  return g_str_equal(finding->severity, "error")     ? "dialog-error-symbolic"
         : g_str_equal(finding->severity, "warning") ? "dialog-warning-symbolic"
                                                     : "dialog-information-symbolic";
}

static const char *
get_word(const TrammelFinding *finding)
{
  return g_str_equal(finding->severity, "error")     ? _("Error")
         : g_str_equal(finding->severity, "warning") ? _("Warning")
                                                     : _("Note");
}

static GtkWidget *
new_icon(const TrammelFinding *finding)
{
  GtkWidget *icon = gtk_image_new_from_icon_name(get_icon(finding));

  gtk_widget_add_css_class(icon, finding->severity);
  gtk_widget_set_valign(icon, GTK_ALIGN_START);
  gtk_accessible_update_property(GTK_ACCESSIBLE(icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 get_word(finding), -1);
  return icon;
}

static GtkWidget *
new_text(const TrammelFinding *finding, const TrammelProject *project, int width)
{
  GtkWidget *text = gtk_label_new(NULL);
  g_autofree char *words = trammel_text_with_labels(project, finding->words);

  trammel_label_set_numbers(GTK_LABEL(text), words);
  gtk_label_set_wrap(GTK_LABEL(text), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign(GTK_LABEL(text), 0);
  gtk_label_set_width_chars(GTK_LABEL(text), width);
  gtk_label_set_max_width_chars(GTK_LABEL(text), width);
  gtk_widget_set_tooltip_text(text, finding->code);
  return text;
}

GtkWidget *
trammel_finding_row_new(const TrammelFinding *finding, const TrammelProject *project, int width)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *side = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);

  gtk_widget_set_hexpand(side, TRUE);
  g_object_set_data(G_OBJECT(side), "width", GINT_TO_POINTER(width));
  gtk_box_append(GTK_BOX(side), new_text(finding, project, width));
  gtk_box_append(GTK_BOX(row), new_icon(finding));
  gtk_box_append(GTK_BOX(row), side);
  return row;
}

/* Returns the width of a line [characters]. */
static int
get_width(GtkWidget *side)
{
  return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(side), "width"));
}

/* Returns the box of the last line of buttons, or of a new line if `label` is too wide. */
static GtkWidget *
open_line(GtkWidget *row, const char *label)
{
  GtkWidget *side = gtk_widget_get_last_child(row), *line = gtk_widget_get_last_child(side);
  int used = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(side), "used"));
  int length = (int)g_utf8_strlen(label, -1) + BUTTON_MARGIN;

  if (!GTK_IS_BOX(line) || used + length > get_width(side)) {
    line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(line, "finding-buttons");
    gtk_box_append(GTK_BOX(side), line);
    used = 0;
  }
  g_object_set_data(G_OBJECT(side), "used", GINT_TO_POINTER(used + length));
  return line;
}

GtkWidget *
trammel_finding_row_add_button(GtkWidget *row, const char *label, const char *about)
{
  g_autofree char *shown = trammel_number_text_dup(label);
  GtkWidget *button = gtk_button_new_with_label(shown),
            *text = gtk_button_get_child(GTK_BUTTON(button));
  g_autofree char *name = g_strdup_printf("%s: %s", shown, about);

  gtk_label_set_wrap(GTK_LABEL(text), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars(GTK_LABEL(text),
                                get_width(gtk_widget_get_last_child(row)) - BUTTON_MARGIN);
  gtk_widget_set_tooltip_text(button, shown);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_box_append(GTK_BOX(open_line(row, label)), button);
  return button;
}
