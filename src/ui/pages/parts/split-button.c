#include "ui/pages/parts/split-button.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/session/import/log-split.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

/* Default share of a log to estimate from [%]. */
enum { SHARE = 70 };

struct _TrammelSplitButton {
  GtkWidget parent_instance;
  GtkMenuButton *button;
  GtkPopover *popover;
  GtkLabel *question, *answer;
  GtkSpinButton *share;
  GtkAdjustment *range;
  TrammelDocument *document;
  guint log;
  double samples[2];
  gboolean is_asked; /* the popover opens once the samples are known */
};

G_DEFINE_FINAL_TYPE(TrammelSplitButton, trammel_split_button, GTK_TYPE_WIDGET)

enum { FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* Returns the time of the split, and the used range of the log. */
static double
find_place(TrammelSplitButton *self, double range[2])
{
  trammel_log_split_get_range(trammel_document_get_project(self->document), self->log,
                              self->samples, range);
  return range[0] + 0.01 * gtk_adjustment_get_value(self->range) * (range[1] - range[0]);
}

static void
update(TrammelSplitButton *self)
{
  TrammelProject *project = self->document ? trammel_document_get_project(self->document) : NULL;
  gboolean can = project && self->log < trammel_project_get_n_logs(project) &&
                 isfinite(self->samples[0]) && isfinite(self->samples[1]);
  double range[2];

  gtk_widget_set_sensitive(GTK_WIDGET(self->button), can);
  if (!can)
    return;
  double at = find_place(self, range);
  const char *name = trammel_project_get_log_name(project, self->log);
  g_autofree char *question = g_strdup_printf(_("Split “%s” in two"), name);
  g_autofree char *answer = g_strdup_printf(
      _("Estimation: %.4g to %.4g s\nValidation: %.4g to %.4g s"), range[0], at, at, range[1]);
  trammel_label_set_numbers(self->question, question);
  trammel_label_set_numbers(self->answer, answer);
  if (self->is_asked)
    gtk_menu_button_popup(self->button);
  self->is_asked = FALSE;
}

static void
on_range_changed_cb(TrammelSplitButton *self)
{
  update(self);
}

static void
on_split_clicked_cb(TrammelSplitButton *self)
{
  double range[2], at = find_place(self, range);
  g_autoptr(GError) error = NULL;

  gtk_popover_popdown(self->popover);
  if (!trammel_log_split(self->document, self->log, range, at, &error))
    g_signal_emit(self, signals[FAILED], 0, error->message);
}

static void
trammel_split_button_dispose(GObject *object)
{
  g_clear_object(&TRAMMEL_SPLIT_BUTTON(object)->document);
  trammel_template_dispose(object, TRAMMEL_TYPE_SPLIT_BUTTON);
  G_OBJECT_CLASS(trammel_split_button_parent_class)->dispose(object);
}

static void
trammel_split_button_class_init(TrammelSplitButtonClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_split_button_dispose;
  gtk_widget_class_set_layout_manager_type(c, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(c, "splitbutton");
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/parts/split-button.ui");
  gtk_widget_class_bind_template_child(c, TrammelSplitButton, button);
  gtk_widget_class_bind_template_child(c, TrammelSplitButton, popover);
  gtk_widget_class_bind_template_child(c, TrammelSplitButton, question);
  gtk_widget_class_bind_template_child(c, TrammelSplitButton, answer);
  gtk_widget_class_bind_template_child(c, TrammelSplitButton, share);
  gtk_widget_class_bind_template_child(c, TrammelSplitButton, range);
  gtk_widget_class_bind_template_callback(c, on_range_changed_cb);
  gtk_widget_class_bind_template_callback(c, on_split_clicked_cb);
  signals[FAILED] = g_signal_new("failed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_split_button_init(TrammelSplitButton *self)
{
  self->samples[0] = self->samples[1] = NAN;
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_adjustment_set_value(self->range, SHARE);
  update(self);
}

void
trammel_split_button_set_document(TrammelSplitButton *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_SPLIT_BUTTON(self) && !self->document);
  self->document = g_object_ref(document);
  g_signal_connect_object(document, "changed", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  update(self);
}

void
trammel_split_button_set_log(TrammelSplitButton *self, guint log, double first, double last)
{
  g_return_if_fail(TRAMMEL_IS_SPLIT_BUTTON(self));
  self->log = log;
  self->samples[0] = first;
  self->samples[1] = last;
  update(self);
}

void
trammel_split_button_ask(TrammelSplitButton *self)
{
  g_return_if_fail(TRAMMEL_IS_SPLIT_BUTTON(self));
  self->is_asked = TRUE;
  update(self);
}
