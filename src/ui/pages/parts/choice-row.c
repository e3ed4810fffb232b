#include "ui/pages/parts/choice-row.h"

typedef struct TrammelChoiceRowPrivate {
  TrammelSettingRow *setting;
  GtkDropDown *choice;
  gboolean updating;
} TrammelChoiceRowPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelChoiceRow, trammel_choice_row, GTK_TYPE_WIDGET)

enum { EDITED, GRASPED, RELEASED, N_SIGNALS };
static guint signals[N_SIGNALS];

static TrammelChoiceRowPrivate *
get_private(TrammelChoiceRow *self)
{
  return trammel_choice_row_get_instance_private(self);
}

static void
on_choice_selected_cb(TrammelChoiceRow *self)
{
  const TrammelChoiceRowPrivate *private = get_private(self);
  guint selected = gtk_drop_down_get_selected(private->choice);

  if (private->updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  g_autofree char *value = TRAMMEL_CHOICE_ROW_GET_CLASS(self)->dup_value(self, selected);
  if (!value)
    return;
  g_signal_emit(self, signals[EDITED], 0, value);
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
on_setting_edited_cb(TrammelChoiceRow *self, const char *text)
{
  g_signal_emit(self, signals[EDITED], 0, text);
}

static void
on_setting_grasped_cb(TrammelChoiceRow *self)
{
  g_signal_emit(self, signals[GRASPED], 0);
}

static void
on_setting_released_cb(TrammelChoiceRow *self)
{
  g_signal_emit(self, signals[RELEASED], 0);
}

static void
trammel_choice_row_dispose(GObject *object)
{
  TrammelChoiceRowPrivate *private = get_private(TRAMMEL_CHOICE_ROW(object));

  if (private->setting)
    gtk_widget_unparent(GTK_WIDGET(private->setting));
  private->setting = NULL;
  G_OBJECT_CLASS(trammel_choice_row_parent_class)->dispose(object);
}

static void
trammel_choice_row_class_init(TrammelChoiceRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_choice_row_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[EDITED] = g_signal_new("edited", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[GRASPED] = g_signal_new("grasped", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[RELEASED] = g_signal_new("released", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
trammel_choice_row_init(TrammelChoiceRow *self)
{
  TrammelChoiceRowPrivate *private = get_private(self);

  private->setting = g_object_new(TRAMMEL_TYPE_SETTING_ROW, NULL);
  gtk_widget_set_parent(GTK_WIDGET(private->setting), GTK_WIDGET(self));
  g_signal_connect_object(private->setting, "edited", G_CALLBACK(on_setting_edited_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(private->setting, "grasped", G_CALLBACK(on_setting_grasped_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(private->setting, "released", G_CALLBACK(on_setting_released_cb), self,
                          G_CONNECT_SWAPPED);
}

void
trammel_choice_row_set_up(TrammelChoiceRow *self,
                          const TrammelSettingLook *look,
                          const TrammelChoices *choices)
{
  g_return_if_fail(TRAMMEL_IS_CHOICE_ROW(self) && look && choices);
  TrammelChoiceRowPrivate *private = get_private(self);
  g_return_if_fail(!private->choice);

  trammel_setting_row_set_look(private->setting, look);
  private->choice = GTK_DROP_DOWN(gtk_drop_down_new(choices->labels, NULL));
  gtk_widget_set_tooltip_text(GTK_WIDGET(private->choice), choices->tooltip);
  gtk_accessible_update_property(GTK_ACCESSIBLE(private->choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 choices->name, -1);
  g_signal_connect_object(private->choice, "notify::selected", G_CALLBACK(on_choice_selected_cb),
                          self, G_CONNECT_SWAPPED);
  gtk_widget_set_margin_top(GTK_WIDGET(private->choice), 3);
  trammel_setting_row_add(private->setting, GTK_WIDGET(private->choice));
}

TrammelSettingRow *
trammel_choice_row_get_setting(TrammelChoiceRow *self)
{
  g_return_val_if_fail(TRAMMEL_IS_CHOICE_ROW(self), NULL);
  return get_private(self)->setting;
}

void
trammel_choice_row_show(TrammelChoiceRow *self, guint choice)
{
  g_return_if_fail(TRAMMEL_IS_CHOICE_ROW(self));
  TrammelChoiceRowPrivate *private = get_private(self);

  private->updating = TRUE;
  gtk_drop_down_set_selected(private->choice, choice);
  private->updating = FALSE;
}
