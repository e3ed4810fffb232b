#include "ui/real-menu.h"

#include "ui/real-input.h"
#include "ui/window-support.h"

enum { MENU_PAUSE = 250 }; /* [ms] animation of a submenu */

/* An item of an opening menu. */
typedef struct {
  GtkWidget *owner, *label;
  const char *text;
} Item;

/* TestCondition */
static gboolean
has_item(gpointer data)
{
  Item *item = data;

  item->label = find_widget(item->owner, GTK_TYPE_LABEL, item->text);
  return item->label != NULL;
}

/* TestCondition */
static gboolean
is_put_away(gpointer item)
{
  return !gtk_widget_get_mapped(item);
}

void
real_menu_choose(GtkWidget *owner, const char *text)
{
  Item item = {.owner = owner, .text = text};

  if (!test_wait(has_item, &item, TEST_DEADLINE))
    g_error("there is no item %s", text);
  real_input_run_for(MENU_PAUSE);
  g_autoptr(GtkWidget) pressed = g_object_ref(item.label);
  for (int i = 0; i < REAL_INPUT_TRIES && !is_put_away(pressed); i++) {
    real_input_click(pressed, 1, 0.5 * gtk_widget_get_width(pressed),
                     0.5 * gtk_widget_get_height(pressed));
    test_wait(is_put_away, pressed, REAL_INPUT_WAIT);
  }
  g_assert_true(is_put_away(pressed));
  real_input_run_for(MENU_PAUSE);
}

void
real_menu_choose_at(GtkWidget *at, double x, double y, GtkWidget *owner, const char *text)
{
  Item item = {.owner = owner, .text = text};

  for (int i = 0; i < REAL_INPUT_TRIES && !item.label; i++) {
    real_input_click(at, 3, x, y);
    test_wait(has_item, &item, REAL_INPUT_WAIT);
  }
  real_menu_choose(owner, text);
}
