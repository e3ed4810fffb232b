#include "ui/pages/import/csv-format.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/widgets/commit-entry.h"
#include "ui/widgets/template.h"

/* Separators after the first choice, which is "as found". */
static const char separators[] = {0, ',', ';', '\t', ' ', '|'};
static const char decimals[] = {0, '.', ','};
static const char *const encodings[] = {NULL, "ISO-8859-1", "WINDOWS-1252", "UTF-16", "SHIFT_JIS"};

struct _TrammelCsvFormat {
  GtkWidget parent_instance;
  GtkDropDown *separator, *decimal, *encoding;
  GtkWidget *header_row, *units_row, *skip, *comment, *missing;
  TrammelCsvDraft *draft;
  gboolean filling;
};

G_DEFINE_FINAL_TYPE(TrammelCsvFormat, trammel_csv_format, GTK_TYPE_WIDGET)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- the user -------------------------------------------------------------------------------- */

static void
on_choice_selected_cb(TrammelCsvFormat *self)
{
  if (self->filling || !self->draft)
    return;
  TrammelImport *import = self->draft->import;
  import->separator =
      separators[MIN(gtk_drop_down_get_selected(self->separator), G_N_ELEMENTS(separators) - 1)];
  import->decimal =
      decimals[MIN(gtk_drop_down_get_selected(self->decimal), G_N_ELEMENTS(decimals) - 1)];
  g_free(import->encoding);
  import->encoding = g_strdup(
      encodings[MIN(gtk_drop_down_get_selected(self->encoding), G_N_ELEMENTS(encodings) - 1)]);
  g_signal_emit(self, signals[CHANGED], 0);
}

/* Applies a row number, "none" (-1), or an empty text (0: as found). */
static gboolean
on_row_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelCsvFormat *self = user;
  TrammelImport *import = self->draft->import;
  int *row = entry == self->header_row  ? &import->header_row
             : entry == self->units_row ? &import->units_row
                                        : &import->skip;
  g_autofree char *word = g_strstrip(g_utf8_casefold(text, -1));
  gint64 number = 0;

  if (*word && !g_str_equal(word, _("none")) && !g_str_equal(word, "none") &&
      !g_ascii_string_to_signed(word, 10, 0, 100000, &number, NULL))
    return FALSE;
  if (entry != self->skip && *word && number == 0)
    number = -1;
  *row = (int)number;
  g_signal_emit(self, signals[CHANGED], 0);
  return TRUE;
}

static gboolean
on_comment_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelCsvFormat *self = user;
  g_autofree char *word = g_strstrip(g_strdup(text));

  if (strlen(word) > 1)
    return FALSE;
  self->draft->import->comment = *word;
  g_signal_emit(self, signals[CHANGED], 0);
  return TRUE;
}

static gboolean
on_missing_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  TrammelCsvFormat *self = user;
  g_autofree char *words = g_strstrip(g_strdup(text));

  g_clear_pointer(&self->draft->import->missing, g_strfreev);
  if (*words) {
    char **list = g_strsplit(words, ",", -1);
    for (char **word = list; *word; word++)
      g_strstrip(*word);
    self->draft->import->missing = list;
  }
  g_signal_emit(self, signals[CHANGED], 0);
  return TRUE;
}

/* ---- display --------------------------------------------------------------------------------- */

static const char *
describe_byte(char byte)
{
  static char text[2];

  text[0] = byte;
  return byte == '\t' ? _("tab") : byte == ' ' ? _("space") : text;
}

/* Shows the detected value in the first choice. */
static void
show_found(GtkDropDown *choice, const char *found)
{
  GtkStringList *words = GTK_STRING_LIST(gtk_drop_down_get_model(choice));
  g_autofree char *text = g_strdup_printf(_("auto: %s"), found);
  guint selected = gtk_drop_down_get_selected(choice);

  if (g_strcmp0(gtk_string_list_get_string(words, 0), text) == 0)
    return;
  gtk_string_list_splice(words, 0, 1, (const char *[]){text, NULL});
  gtk_drop_down_set_selected(choice, selected);
}

static void
select_byte(GtkDropDown *choice, const char *bytes, gsize n, char byte)
{
  for (guint i = 0; i < n; i++)
    if (bytes[i] == byte)
      gtk_drop_down_set_selected(choice, i);
}

static void
show_row(GtkWidget *entry, int said, gsize found)
{
  g_autofree char *placeholder =
      found ? g_strdup_printf(_("auto: %zu"), found) : g_strdup(_("auto: none"));
  g_autofree char *text = said > 0   ? g_strdup_printf("%d", said)
                          : said < 0 ? g_strdup(_("none"))
                                     : g_strdup("");

  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), placeholder);
  trammel_commit_entry_set_text(entry, text);
}

static void
trammel_csv_format_dispose(GObject *object)
{
  TRAMMEL_CSV_FORMAT(object)->filling = TRUE;
  trammel_template_dispose(object, TRAMMEL_TYPE_CSV_FORMAT);
  G_OBJECT_CLASS(trammel_csv_format_parent_class)->dispose(object);
}

static void
trammel_csv_format_class_init(TrammelCsvFormatClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_csv_format_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/import/csv-format.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvFormat, separator);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvFormat, decimal);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvFormat, encoding);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvFormat, header_row);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvFormat, units_row);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvFormat, skip);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvFormat, comment);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvFormat, missing);
  gtk_widget_class_bind_template_callback(widget_class, on_choice_selected_cb);
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_csv_format_init(TrammelCsvFormat *self)
{
  self->filling = TRUE;
  gtk_widget_init_template(GTK_WIDGET(self));
  self->filling = FALSE;
  trammel_commit_entry_connect(self->header_row, on_row_committed_cb, self);
  trammel_commit_entry_connect(self->units_row, on_row_committed_cb, self);
  trammel_commit_entry_connect(self->skip, on_row_committed_cb, self);
  trammel_commit_entry_connect(self->comment, on_comment_committed_cb, self);
  trammel_commit_entry_connect(self->missing, on_missing_committed_cb, self);
}

void
trammel_csv_format_show(TrammelCsvFormat *self,
                        TrammelCsvDraft *draft,
                        const TrammelCsvLayout *layout)
{
  g_return_if_fail(TRAMMEL_IS_CSV_FORMAT(self));
  const TrammelImport *import = draft->import;
  const char comment[] = {import->comment, '\0'};
  g_autofree char *missing = import->missing ? g_strjoinv(", ", import->missing) : g_strdup("");

  self->draft = draft;
  self->filling = TRUE;
  show_found(self->separator, describe_byte(layout->separator));
  show_found(self->decimal, describe_byte(layout->decimal));
  select_byte(self->separator, separators, G_N_ELEMENTS(separators), import->separator);
  select_byte(self->decimal, decimals, G_N_ELEMENTS(decimals), import->decimal);
  for (guint i = 0; i < G_N_ELEMENTS(encodings); i++)
    if (g_strcmp0(encodings[i], import->encoding) == 0)
      gtk_drop_down_set_selected(self->encoding, i);
  show_row(self->header_row, import->header_row, layout->header_line);
  show_row(self->units_row, import->units_row, layout->units_line);
  show_row(self->skip, import->skip, 0);
  gtk_entry_set_placeholder_text(GTK_ENTRY(self->skip), "0");
  trammel_commit_entry_set_text(self->comment, comment);
  trammel_commit_entry_set_text(self->missing, missing);
  self->filling = FALSE;
}
