#include "ui/pages/parts/setting-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot/figure/number-text.h"
#include "ui/desktop/compat.h"
#include "ui/pages/parts/term-help.h"
#include "ui/session/text/format.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

typedef struct TrammelSettingRowPrivate {
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
} TrammelSettingRowPrivate;

G_DEFINE_TYPE_WITH_PRIVATE(TrammelSettingRow, trammel_setting_row, GTK_TYPE_WIDGET)

enum { EDITED, GRASPED, RELEASED, N_SIGNALS };
static guint signals[N_SIGNALS];

static TrammelSettingRowPrivate *
get_private(TrammelSettingRow *self)
{
  return trammel_setting_row_get_instance_private(self);
}

static void
update_entry(TrammelSettingRow *self)
{
  TrammelSettingRowPrivate *p = get_private(self);
  g_autofree char *number = trammel_format_entry(p->value);
  g_autofree char *plain = p->word                 ? g_strdup(p->word)
                           : *p->look.unit == '\0' ? g_strdup(number)
                           : g_str_equal(p->look.unit, "s")
                               ? trammel_format_prefixed(p->value, p->look.unit)
                               : g_strdup_printf("%s %s", number, p->look.unit);
  g_autofree char *text = trammel_number_text_dup(plain);

  if (!g_str_equal(gtk_editable_get_text(p->entry), text))
    gtk_editable_set_text(p->entry, text);
  gtk_widget_remove_css_class(GTK_WIDGET(p->entry), "error");
  trammel_widget_set_tooltip(GTK_WIDGET(p->entry), _(p->look.tooltip));
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
  TrammelSettingRowPrivate *p = get_private(self);
  if (p->updating)
    return;
  /* three digits: the slider is not more precise */
  double value = p->reference * pow(10, gtk_range_get_value(p->scale));
  double unit = pow(10, floor(log10(value)) - 2);
  emit_number(self, round(value / unit) * unit);
}

static const char *
find_word(TrammelSettingRow *self, const char *text)
{
  TrammelSettingRowPrivate *p = get_private(self);
  for (int i = 0; p->look.words && p->look.words[i]; i++)
    if (g_ascii_strcasecmp(p->look.words[i], text) == 0)
      return p->look.words[i];
  return NULL;
}

static void
apply_word(TrammelSettingRow *self, const char *word)
{
  TrammelSettingRowPrivate *p = get_private(self);
  if (g_strcmp0(word, p->word) == 0)
    update_entry(self);
  else
    g_signal_emit(self, signals[EDITED], 0, word);
}

static void
on_entry_activate_cb(TrammelSettingRow *self)
{
  TrammelSettingRowPrivate *p = get_private(self);
  const char *text = gtk_editable_get_text(p->entry);
  g_autoptr(GError) error = NULL;
  double value;

  if (find_word(self, text)) {
    apply_word(self, find_word(self, text));
    return;
  }
  if (!trammel_parse_quantity(text, p->look.unit, NAN, &value, &error)) {
    gtk_widget_add_css_class(GTK_WIDGET(p->entry), "error");
    trammel_tooltip_set_numbers(GTK_WIDGET(p->entry), error->message);
    trammel_setting_row_set_caption(self, error->message);
    return;
  }
  if (p->word || value != p->value)
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
  trammel_setting_row_choose(self, get_private(self)->look.reset);
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
  trammel_template_release(object);
  G_OBJECT_CLASS(trammel_setting_row_parent_class)->dispose(object);
}

static void
trammel_setting_row_finalize(GObject *object)
{
  g_free(get_private(TRAMMEL_SETTING_ROW(object))->word);
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
  gtk_widget_class_bind_template_child_private(widget_class, TrammelSettingRow, label);
  gtk_widget_class_bind_template_child_private(widget_class, TrammelSettingRow, caption);
  gtk_widget_class_bind_template_child_private(widget_class, TrammelSettingRow, help);
  gtk_widget_class_bind_template_child_private(widget_class, TrammelSettingRow, entry);
  gtk_widget_class_bind_template_child_private(widget_class, TrammelSettingRow, reset);
  gtk_widget_class_bind_template_child_private(widget_class, TrammelSettingRow, extra);
  gtk_widget_class_bind_template_child_private(widget_class, TrammelSettingRow, scale);
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
  TrammelSettingRowPrivate *p = get_private(self);
  p->look = (TrammelSettingLook){.label = "", .unit = "", .reset = "1"};
  p->value = p->reference = 1;
  g_type_ensure(TRAMMEL_TYPE_TERM_HELP);
  gtk_widget_init_template(GTK_WIDGET(self));
}

void
trammel_setting_row_set_look(TrammelSettingRow *self, const TrammelSettingLook *look)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  TrammelSettingRowPrivate *p = get_private(self);
  g_autofree char *reset = g_strdup_printf(_("Reset %s"), _(look->label));
  g_autofree char *lines = g_strdup_printf("lines-%d", look->lines);

  p->look = *look;
  gtk_label_set_text(p->label, _(look->name ? look->name : look->label));
  gtk_label_set_lines(p->caption, look->lines);
  gtk_widget_add_css_class(GTK_WIDGET(p->caption), lines);
  trammel_widget_set_tooltip(GTK_WIDGET(p->label), _(look->tooltip));
  trammel_term_help_set_terms(p->help, look->term);
  p->updating = TRUE;
  gtk_range_set_range(p->scale, look->low, look->high);
  gtk_range_set_increments(p->scale, 0.1, 1);
  gtk_scale_add_mark(GTK_SCALE(p->scale), 0, GTK_POS_BOTTOM, NULL);
  p->updating = FALSE;
  gtk_accessible_update_property(GTK_ACCESSIBLE(p->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _(look->label), -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(p->scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _(look->label), -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(p->reset), GTK_ACCESSIBLE_PROPERTY_LABEL, reset,
                                 -1);
}

/* Returns TRUE if the setting has its default, which disables the reset button. */
static gboolean
is_default(TrammelSettingRow *self)
{
  TrammelSettingRowPrivate *p = get_private(self);
  if (p->word || find_word(self, p->look.reset))
    return g_strcmp0(p->word, p->look.reset) == 0;
  return p->value == g_ascii_strtod(p->look.reset, NULL);
}

static void
show(TrammelSettingRow *self, const char *word, double value, double reference)
{
  TrammelSettingRowPrivate *p = get_private(self);
  if (g_strcmp0(word, p->word) != 0) {
    g_free(p->word);
    p->word = g_strdup(word);
  }
  p->value = value;
  p->reference = isfinite(reference) && reference > 0 ? reference : 1;
  p->updating = TRUE;
  gtk_range_set_value(p->scale, value > 0 ? log10(value / p->reference) : 0);
  p->updating = FALSE;
  update_entry(self);
  gtk_widget_set_sensitive(p->reset, !is_default(self));
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
trammel_setting_row_choose(TrammelSettingRow *self, const char *value)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self) && value);
  g_signal_emit(self, signals[EDITED], 0, value);
  g_signal_emit(self, signals[RELEASED], 0);
}

void
trammel_setting_row_add(TrammelSettingRow *self, GtkWidget *widget)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  TrammelSettingRowPrivate *p = get_private(self);
  gtk_box_append(p->extra, widget);
}

void
trammel_setting_row_add_below(TrammelSettingRow *self, GtkWidget *widget)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  TrammelSettingRowPrivate *p = get_private(self);
  gtk_box_append(GTK_BOX(gtk_widget_get_parent(GTK_WIDGET(p->caption))), widget);
}

void
trammel_setting_row_set_caption(TrammelSettingRow *self, const char *caption)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  TrammelSettingRowPrivate *p = get_private(self);
  trammel_label_set_numbers(p->caption, caption);
  trammel_tooltip_set_numbers(GTK_WIDGET(p->caption), caption);
}
