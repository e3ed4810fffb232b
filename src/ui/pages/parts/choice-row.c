#include "ui/pages/parts/choice-row.h"

typedef struct TrammelChoiceRowPrivate {
  GtkDropDown *choice;
  gboolean updating;
} TrammelChoiceRowPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TrammelChoiceRow, trammel_choice_row, TRAMMEL_TYPE_SETTING_ROW)

static TrammelChoiceRowPrivate *
get_private(TrammelChoiceRow *self)
{
  return trammel_choice_row_get_instance_private(self);
}

static void
on_choice_selected_cb(TrammelChoiceRow *self)
{
  const TrammelChoiceRowPrivate *p = get_private(self);
  guint selected = gtk_drop_down_get_selected(p->choice);

  if (p->updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  g_autofree char *value = TRAMMEL_CHOICE_ROW_GET_CLASS(self)->dup_value(self, selected);
  if (value)
    trammel_setting_row_choose(TRAMMEL_SETTING_ROW(self), value);
}

static void
trammel_choice_row_class_init(TrammelChoiceRowClass *klass)
{
}

static void
trammel_choice_row_init(TrammelChoiceRow *self)
{
}

void
trammel_choice_row_add(TrammelChoiceRow *self, const TrammelChoices *choices)
{
  g_return_if_fail(TRAMMEL_IS_CHOICE_ROW(self) && choices);
  TrammelChoiceRowPrivate *p = get_private(self);
  g_return_if_fail(!p->choice);

  p->choice = GTK_DROP_DOWN(gtk_drop_down_new(choices->labels, NULL));
  gtk_widget_set_tooltip_text(GTK_WIDGET(p->choice), choices->tooltip);
  gtk_accessible_update_property(GTK_ACCESSIBLE(p->choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 choices->name, -1);
  g_signal_connect_object(p->choice, "notify::selected", G_CALLBACK(on_choice_selected_cb), self,
                          G_CONNECT_SWAPPED);
  gtk_widget_set_margin_top(GTK_WIDGET(p->choice), 3);
  trammel_setting_row_add(TRAMMEL_SETTING_ROW(self), GTK_WIDGET(p->choice));
}

void
trammel_choice_row_show(TrammelChoiceRow *self, guint choice)
{
  g_return_if_fail(TRAMMEL_IS_CHOICE_ROW(self));
  TrammelChoiceRowPrivate *p = get_private(self);

  p->updating = TRUE;
  gtk_drop_down_set_selected(p->choice, choice);
  p->updating = FALSE;
}
