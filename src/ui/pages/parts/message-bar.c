#include "ui/pages/parts/message-bar.h"

#include "ui/widgets/box.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

struct _TrammelMessageBar {
  GtkWidget parent_instance;
  GtkRevealer *revealer;
  GtkWidget *box;
  GtkImage *icon;
  GtkLabel *label;
  GtkBox *actions;
};

G_DEFINE_FINAL_TYPE(TrammelMessageBar, trammel_message_bar, GTK_TYPE_WIDGET)

static const struct {
  const char *icon, *style;
} looks[] = {
    [TRAMMEL_MESSAGE_INFO] = {"dialog-information-symbolic", "info"},
    [TRAMMEL_MESSAGE_WARNING] = {"dialog-warning-symbolic", "warning"},
    [TRAMMEL_MESSAGE_ERROR] = {"dialog-error-symbolic", "error"},
};

static void
on_close_clicked_cb(TrammelMessageBar *self)
{
  trammel_message_bar_hide(self);
}

static void
trammel_message_bar_dispose(GObject *object)
{
  trammel_template_dispose(object, TRAMMEL_TYPE_MESSAGE_BAR);
  G_OBJECT_CLASS(trammel_message_bar_parent_class)->dispose(object);
}

static void
trammel_message_bar_class_init(TrammelMessageBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_message_bar_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "messagebar");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/parts/message-bar.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelMessageBar, revealer);
  gtk_widget_class_bind_template_child(widget_class, TrammelMessageBar, box);
  gtk_widget_class_bind_template_child(widget_class, TrammelMessageBar, icon);
  gtk_widget_class_bind_template_child(widget_class, TrammelMessageBar, label);
  gtk_widget_class_bind_template_child(widget_class, TrammelMessageBar, actions);
  gtk_widget_class_bind_template_callback(widget_class, on_close_clicked_cb);
}

static void
trammel_message_bar_init(TrammelMessageBar *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

static void
clear_actions(TrammelMessageBar *self)
{
  trammel_box_clear(self->actions);
}

void
trammel_message_bar_show(TrammelMessageBar *self, TrammelMessage kind, const char *text)
{
  g_return_if_fail(TRAMMEL_IS_MESSAGE_BAR(self));
  for (guint i = 0; i < G_N_ELEMENTS(looks); i++)
    gtk_widget_remove_css_class(self->box, looks[i].style);
  gtk_widget_add_css_class(self->box, looks[kind].style);
  gtk_image_set_from_icon_name(self->icon, looks[kind].icon);
  trammel_label_set_sentence(self->label, text);
  clear_actions(self);
  gtk_revealer_set_reveal_child(self->revealer, TRUE);
}

/* Hides the message before its action runs, so that a message of the action is not hidden. */
static void
on_action_clicked_cb(GtkWidget *button, TrammelMessageBar *self)
{
  g_autofree char *name = NULL;
  g_autoptr(GVariant) target = NULL;

  if (!g_action_parse_detailed_name(g_object_get_data(G_OBJECT(button), "action"), &name, &target,
                                    NULL))
    return;
  trammel_message_bar_hide(self);
  gtk_widget_activate_action_variant(GTK_WIDGET(self), name, target);
}

void
trammel_message_bar_add_action(TrammelMessageBar *self, const char *label, const char *action)
{
  g_return_if_fail(TRAMMEL_IS_MESSAGE_BAR(self));
  GtkWidget *button = gtk_button_new_with_label(label);

  g_object_set_data_full(G_OBJECT(button), "action", g_strdup(action), g_free);
  g_signal_connect_object(button, "clicked", G_CALLBACK(on_action_clicked_cb), self, 0);
  gtk_box_append(self->actions, button);
}

void
trammel_message_bar_hide(TrammelMessageBar *self)
{
  g_return_if_fail(TRAMMEL_IS_MESSAGE_BAR(self));
  gtk_revealer_set_reveal_child(self->revealer, FALSE);
}

const char *
trammel_message_bar_get_text(TrammelMessageBar *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MESSAGE_BAR(self), NULL);
  return gtk_revealer_get_reveal_child(self->revealer) ? gtk_label_get_text(self->label) : NULL;
}
