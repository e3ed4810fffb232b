#include "ui/pages/parts/setting-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/desktop/compat.h"
#include "ui/pages/parts/term-help.h"
#include "ui/session/text/format.h"
#include "ui/widgets/template.h"

struct _TrammelSettingRow {
  GtkWidget parent_instance;
  GtkLabel *label, *caption;
  TrammelTermHelp *help;
  GtkEditable *entry;
  GtkWidget *reset;
  GtkBox *extra;
  GtkRange *scale;
  TrammelSettingLook look;
  double value, reference;
  char *word;        /* shown instead of the value; nullable */
  gboolean updating; /* TRUE while the widgets are set from the value, not by the user */
};

G_DEFINE_FINAL_TYPE(TrammelSettingRow, trammel_setting_row, GTK_TYPE_WIDGET)

enum { EDITED, GRASPED, RELEASED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
update_entry(TrammelSettingRow *self)
{
  g_autofree char *number = trammel_format_entry(self->value);
  g_autofree char *text = self->word                 ? g_strdup(self->word)
                          : *self->look.unit == '\0' ? g_strdup(number)
                          : g_str_equal(self->look.unit, "s")
                              ? trammel_format_prefixed(self->value, self->look.unit)
                              : g_strdup_printf("%s %s", number, self->look.unit);

  if (!g_str_equal(gtk_editable_get_text(self->entry), text))
    gtk_editable_set_text(self->entry, text);
  gtk_widget_remove_css_class(GTK_WIDGET(self->entry), "error");
  trammel_widget_set_tooltip(GTK_WIDGET(self->entry), _(self->look.tooltip));
}

static void
emit_number(TrammelSettingRow *self, double value)
{
  g_autofree char *text = trammel_format_entry(value);
  g_signal_emit(self, signals[EDITED], 0, text);
}

static void
on_scale_value_changed_cb(TrammelSettingRow *self)
{
  if (self->updating)
    return;
  /* three digits: the slider is not more precise */
  double value = self->reference * pow(10, gtk_range_get_value(self->scale));
  double unit = pow(10, floor(log10(value)) - 2);
  emit_number(self, round(value / unit) * unit);
}

static const char *
find_word(TrammelSettingRow *self, const char *text)
{
  for (int i = 0; self->look.words && self->look.words[i]; i++)
    if (g_ascii_strcasecmp(self->look.words[i], text) == 0)
      return self->look.words[i];
  return NULL;
}

static void
apply_word(TrammelSettingRow *self, const char *word)
{
  if (g_strcmp0(word, self->word) == 0)
    update_entry(self);
  else
    g_signal_emit(self, signals[EDITED], 0, word);
}

static void
on_entry_activate_cb(TrammelSettingRow *self)
{
  const char *text = gtk_editable_get_text(self->entry);
  g_autoptr(GError) error = NULL;
  double value;

  if (find_word(self, text)) {
    apply_word(self, find_word(self, text));
    return;
  }
  if (!trammel_parse_quantity(text, self->look.unit, NAN, &value, &error)) {
    gtk_widget_add_css_class(GTK_WIDGET(self->entry), "error");
    trammel_widget_set_tooltip(GTK_WIDGET(self->entry), error->message);
    trammel_setting_row_set_caption(self, error->message);
    return;
  }
  if (self->word || value != self->value)
    emit_number(self, value);
  else
    update_entry(self);
}

static void
on_entry_focus_leave_cb(TrammelSettingRow *self)
{
  on_entry_activate_cb(self);
}

static void
on_reset_clicked_cb(TrammelSettingRow *self)
{
  g_signal_emit(self, signals[EDITED], 0, self->look.reset);
  g_signal_emit(self, signals[RELEASED], 0);
}

static gboolean
on_scale_event_cb(TrammelSettingRow *self, GdkEvent *event)
{
  if (gdk_event_get_event_type(event) == GDK_BUTTON_PRESS)
    g_signal_emit(self, signals[GRASPED], 0);
  else if (gdk_event_get_event_type(event) == GDK_BUTTON_RELEASE)
    g_signal_emit(self, signals[RELEASED], 0);
  return GDK_EVENT_PROPAGATE;
}

static void
trammel_setting_row_dispose(GObject *object)
{
  trammel_template_dispose(object, TRAMMEL_TYPE_SETTING_ROW);
  G_OBJECT_CLASS(trammel_setting_row_parent_class)->dispose(object);
}

static void
trammel_setting_row_finalize(GObject *object)
{
  g_free(TRAMMEL_SETTING_ROW(object)->word);
  G_OBJECT_CLASS(trammel_setting_row_parent_class)->finalize(object);
}

static void
trammel_setting_row_class_init(TrammelSettingRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_setting_row_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_setting_row_finalize;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "settingrow");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/parts/setting-row.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, label);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, caption);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, help);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, entry);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, reset);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, extra);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, scale);
  gtk_widget_class_bind_template_callback(widget_class, on_scale_value_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_entry_activate_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_entry_focus_leave_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_reset_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_scale_event_cb);
  signals[EDITED] = g_signal_new("edited", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[GRASPED] = g_signal_new("grasped", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[RELEASED] = g_signal_new("released", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_setting_row_init(TrammelSettingRow *self)
{
  self->look = (TrammelSettingLook){.label = "", .unit = "", .reset = "1"};
  self->value = self->reference = 1;
  g_type_ensure(TRAMMEL_TYPE_TERM_HELP);
  gtk_widget_init_template(GTK_WIDGET(self));
}

void
trammel_setting_row_set_look(TrammelSettingRow *self, const TrammelSettingLook *look)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  g_autofree char *reset = g_strdup_printf(_("Reset %s"), _(look->label));
  g_autofree char *lines = g_strdup_printf("lines-%d", look->lines);

  self->look = *look;
  gtk_label_set_text(self->label, _(look->name ? look->name : look->label));
  gtk_label_set_lines(self->caption, look->lines);
  gtk_widget_add_css_class(GTK_WIDGET(self->caption), lines);
  trammel_widget_set_tooltip(GTK_WIDGET(self->label), _(look->tooltip));
  trammel_term_help_set_terms(self->help, look->term);
  self->updating = TRUE;
  gtk_range_set_range(self->scale, look->low, look->high);
  gtk_range_set_increments(self->scale, 0.1, 1);
  gtk_scale_add_mark(GTK_SCALE(self->scale), 0, GTK_POS_BOTTOM, NULL);
  self->updating = FALSE;
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _(look->label), -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _(look->label), -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->reset), GTK_ACCESSIBLE_PROPERTY_LABEL, reset,
                                 -1);
}

/* Returns TRUE if the setting has its default, which disables the reset button. */
static gboolean
is_default(TrammelSettingRow *self)
{
  if (self->word || find_word(self, self->look.reset))
    return g_strcmp0(self->word, self->look.reset) == 0;
  return self->value == g_ascii_strtod(self->look.reset, NULL);
}

static void
show(TrammelSettingRow *self, const char *word, double value, double reference)
{
  if (g_strcmp0(word, self->word) != 0) {
    g_free(self->word);
    self->word = g_strdup(word);
  }
  self->value = value;
  self->reference = isfinite(reference) && reference > 0 ? reference : 1;
  self->updating = TRUE;
  gtk_range_set_value(self->scale, value > 0 ? log10(value / self->reference) : 0);
  self->updating = FALSE;
  update_entry(self);
  gtk_widget_set_sensitive(self->reset, !is_default(self));
}

void
trammel_setting_row_set_value(TrammelSettingRow *self, double value, double reference)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  show(self, NULL, value, reference);
}

void
trammel_setting_row_set_word(TrammelSettingRow *self,
                             const char *word,
                             double value,
                             double reference)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self) && word);
  show(self, word, value, reference);
}

void
trammel_setting_row_add(TrammelSettingRow *self, GtkWidget *widget)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  gtk_box_append(self->extra, widget);
}

void
trammel_setting_row_add_below(TrammelSettingRow *self, GtkWidget *widget)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  gtk_box_append(GTK_BOX(gtk_widget_get_parent(GTK_WIDGET(self->caption))), widget);
}

void
trammel_setting_row_set_caption(TrammelSettingRow *self, const char *caption)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  gtk_label_set_text(self->caption, caption);
  trammel_widget_set_tooltip(GTK_WIDGET(self->caption), caption);
}
