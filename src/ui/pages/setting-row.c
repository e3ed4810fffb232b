#include "ui/pages/setting-row.h"

#include <math.h>

#include "ui/pages/template.h"
#include "ui/session/format.h"

struct _TrammelSettingRow {
  GtkWidget parent_instance;
  GtkLabel *label, *caption;
  GtkEditable *entry;
  GtkWidget *reset;
  GtkRange *scale;
  TrammelSettingLook look;
  double value, reference;
  gboolean updating; /* the widgets follow the value, not the user */
};

G_DEFINE_FINAL_TYPE(TrammelSettingRow, trammel_setting_row, GTK_TYPE_WIDGET)

enum { EDITED, RELEASED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
update_entry(TrammelSettingRow *self)
{
  g_autofree char *number =
      isnan(self->value) ? g_strdup("auto") : trammel_format_entry(self->value);
  g_autofree char *text = isnan(self->value) || *self->look.unit == '\0' ? g_strdup(number)
                          : g_str_equal(self->look.unit, "s")
                              ? trammel_format_prefixed(self->value, self->look.unit)
                              : g_strdup_printf("%s %s", number, self->look.unit);

  gtk_editable_set_text(self->entry, text);
  gtk_widget_remove_css_class(GTK_WIDGET(self->entry), "error");
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->entry), self->look.tooltip);
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
  /* three digits: a slider is not more precise than that */
  double value = self->reference * pow(10, gtk_range_get_value(self->scale));
  double unit = pow(10, floor(log10(value)) - 2);
  emit_number(self, round(value / unit) * unit);
}

static void
on_entry_activate_cb(TrammelSettingRow *self)
{
  const char *text = gtk_editable_get_text(self->entry);
  g_autoptr(GError) error = NULL;
  double value;

  if (g_str_equal(self->look.reset, "auto") && g_ascii_strcasecmp(text, "auto") == 0) {
    g_signal_emit(self, signals[EDITED], 0, "auto");
    return;
  }
  if (!trammel_parse_quantity(text, self->look.unit, NAN, &value, &error)) {
    gtk_widget_add_css_class(GTK_WIDGET(self->entry), "error");
    gtk_widget_set_tooltip_text(GTK_WIDGET(self->entry), error->message);
    trammel_setting_row_set_caption(self, error->message);
    return;
  }
  if (value != self->value)
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
  if (gdk_event_get_event_type(event) == GDK_BUTTON_RELEASE)
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
trammel_setting_row_class_init(TrammelSettingRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_setting_row_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "settingrow");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/setting-row.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, label);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, caption);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, entry);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, reset);
  gtk_widget_class_bind_template_child(widget_class, TrammelSettingRow, scale);
  gtk_widget_class_bind_template_callback(widget_class, on_scale_value_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_entry_activate_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_entry_focus_leave_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_reset_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_scale_event_cb);
  signals[EDITED] = g_signal_new("edited", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[RELEASED] = g_signal_new("released", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_setting_row_init(TrammelSettingRow *self)
{
  self->look = (TrammelSettingLook){.label = "", .unit = "", .reset = "1"};
  self->value = self->reference = 1;
  gtk_widget_init_template(GTK_WIDGET(self));
}

void
trammel_setting_row_set_look(TrammelSettingRow *self, const TrammelSettingLook *look)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  g_autofree char *reset = g_strdup_printf("Reset %s", look->label);

  self->look = *look;
  gtk_label_set_text(self->label, look->label);
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->label), look->tooltip);
  self->updating = TRUE;
  gtk_range_set_range(self->scale, look->low, look->high);
  gtk_range_set_increments(self->scale, 0.1, 1);
  gtk_scale_add_mark(GTK_SCALE(self->scale), 0, GTK_POS_BOTTOM, NULL);
  self->updating = FALSE;
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 look->label, -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 look->label, -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->reset), GTK_ACCESSIBLE_PROPERTY_LABEL, reset,
                                 -1);
}

void
trammel_setting_row_set_value(TrammelSettingRow *self, double value, double reference)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  self->value = value;
  self->reference = isfinite(reference) && reference > 0 ? reference : 1;
  self->updating = TRUE;
  gtk_range_set_value(self->scale, isnan(value) || value <= 0 ? 0 : log10(value / self->reference));
  self->updating = FALSE;
  update_entry(self);
  /* nothing to reset when the value is the default already */
  gboolean is_default = g_str_equal(self->look.reset, "auto")
                            ? isnan(value)
                            : value == g_ascii_strtod(self->look.reset, NULL);
  gtk_widget_set_sensitive(self->reset, !is_default);
}

void
trammel_setting_row_set_caption(TrammelSettingRow *self, const char *caption)
{
  g_return_if_fail(TRAMMEL_IS_SETTING_ROW(self));
  gtk_label_set_text(self->caption, caption);
}
