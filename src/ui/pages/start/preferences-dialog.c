#include "ui/pages/start/preferences-dialog.h"

#include <glib/gi18n.h>

#include "ui/session/import/import-memory.h"
#include "ui/widgets/sentence-label.h"

struct _TrammelPreferencesDialog {
  GtkWindow parent_instance;
  GtkWidget *notice, *kept;
  GtkSpinButton *autosave, *threads;
  GtkSwitch *notify;
  GtkDropDown *angle_unit, *length_unit, *sigma_form, *sigma_digits;
  GtkLabel *layouts;
  GtkWidget *forget;
};

G_DEFINE_FINAL_TYPE(TrammelPreferencesDialog, trammel_preferences_dialog, GTK_TYPE_WINDOW)

static void
show_layouts(TrammelPreferencesDialog *self)
{
  guint n = trammel_import_memory_count();
  g_autofree char *text = g_strdup_printf(g_dngettext(NULL, "Import settings for %u kind of file",
                                                      "Import settings for %u kinds of files", n),
                                          n);

  gtk_label_set_text(self->layouts, text);
  gtk_widget_set_sensitive(self->forget, n > 0);
}

static void
on_forget_clicked_cb(TrammelPreferencesDialog *self)
{
  g_autoptr(GError) error = NULL;

  if (trammel_import_memory_forget_all(&error))
    show_layouts(self);
  else
    trammel_label_set_sentence(self->layouts, error->message);
}

/* Shows "automatic" for 0. */
static gboolean
on_threads_output_cb(GtkSpinButton *threads)
{
  int n = gtk_spin_button_get_value_as_int(threads);
  g_autofree char *text = n ? g_strdup_printf("%d", n) : g_strdup(_("automatic"));

  gtk_editable_set_text(GTK_EDITABLE(threads), text);
  return TRUE;
}

static int
on_threads_input_cb(GtkSpinButton *threads, double *value)
{
  const char *text = gtk_editable_get_text(GTK_EDITABLE(threads));
  guint64 n;

  if (g_str_equal(text, _("automatic")))
    *value = 0;
  else if (g_ascii_string_to_unsigned(text, 10, 0, 64, &n, NULL))
    *value = (double)n;
  else
    return GTK_INPUT_ERROR;
  return TRUE;
}

static void
trammel_preferences_dialog_dispose(GObject *object)
{
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_PREFERENCES_DIALOG);
  G_OBJECT_CLASS(trammel_preferences_dialog_parent_class)->dispose(object);
}

static void
trammel_preferences_dialog_class_init(TrammelPreferencesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_preferences_dialog_dispose;
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/start/preferences-dialog.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, notice);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, kept);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, autosave);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, threads);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, notify);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, angle_unit);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, length_unit);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, sigma_form);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, sigma_digits);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, layouts);
  gtk_widget_class_bind_template_child(widget_class, TrammelPreferencesDialog, forget);
  gtk_widget_class_bind_template_callback(widget_class, on_forget_clicked_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_threads_output_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_threads_input_cb);
}

static void
trammel_preferences_dialog_init(TrammelPreferencesDialog *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  show_layouts(self);
}

GtkWidget *
trammel_preferences_dialog_new(GtkWindow *parent, GSettings *settings)
{
  TrammelPreferencesDialog *self =
      g_object_new(TRAMMEL_TYPE_PREFERENCES_DIALOG, "transient-for", parent, NULL);
  const GSettingsBindFlags flags = G_SETTINGS_BIND_DEFAULT;

  gtk_widget_set_visible(self->notice, settings == NULL);
  gtk_widget_set_sensitive(self->kept, settings != NULL);
  if (settings) {
    g_settings_bind(settings, "autosave-interval", self->autosave, "value", flags);
    g_settings_bind(settings, "threads", self->threads, "value", flags);
    g_settings_bind(settings, "notify", self->notify, "active", flags);
    g_settings_bind(settings, "angle-unit", self->angle_unit, "selected", flags);
    g_settings_bind(settings, "length-unit", self->length_unit, "selected", flags);
    g_settings_bind(settings, "sigma-form", self->sigma_form, "selected", flags);
    g_settings_bind(settings, "sigma-digits", self->sigma_digits, "selected", flags);
  }
  return GTK_WIDGET(self);
}
