/* Test of the arrows of a direction of the parameters, with real clicks.  Skipped without xdotool.
 */
#include "ui/pages/inspect/inspect-page.h"
#include "ui/pages/inspect/inspect-uncertainty.h"
#include "ui/real-input.h"
#include "ui/scene/view/private.h"
#include "ui/window-support.h"

/* Returns the 3D view of the tab; NULL while it is hidden. */
static TrammelSceneView *
find_view(GtkWidget *tab)
{
  GtkWidget *view = find_widget(tab, TRAMMEL_TYPE_SCENE_VIEW, NULL);

  return view ? TRAMMEL_SCENE_VIEW(view) : NULL;
}

/* Returns the parameter with the largest share. */
static TrParam
find_largest(const GArray *loads)
{
  for (guint i = 0; i < loads->len; i++)
    if (ABS(g_array_index(loads, TrammelLoad, i).share) == 1)
      return g_array_index(loads, TrammelLoad, i).param;
  g_assert_not_reached();
}

static gboolean
has_analysis(gpointer page)
{
  return trammel_inspect_page_is_up_to_date(page);
}

static void
test_arrows(void)
{
  TrammelWindow *window = open_example("pendulum");

  activate(window, "identify", NULL);
  g_assert_true(test_wait(has_whole_result, window, TEST_DEADLINE));
  activate(window, "page", "inspect");
  GtkWidget *page = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_INSPECT_PAGE, NULL);
  trammel_inspect_page_show_tab(TRAMMEL_INSPECT_PAGE(page), "uncertainty");
  g_assert_true(test_wait(has_analysis, page, TEST_DEADLINE));
  real_input_focus(GTK_WIDGET(window));
  real_input_settle(GTK_WIDGET(window));
  GtkWidget *tab = find_widget(page, TRAMMEL_TYPE_INSPECT_UNCERTAINTY, NULL);
  GtkWidget *button = find_widget(tab, GTK_TYPE_TOGGLE_BUTTON, "3D");

  /* the mechanism comes in place of the densities, with the least determined direction */
  g_assert_null(find_view(tab));
  real_input_press(button);
  soon_nonnull(find_view(tab));
  TrammelSceneView *view = find_view(tab);
  g_assert_nonnull(view->loads);
  g_assert_cmpuint(view->loads->len, >, 0);
  g_assert_cmpint(g_utf8_get_char(g_array_index(view->loads, TrammelLoad, 0).label), !=, ' ');
  TrParam last = find_largest(view->loads);

  /* another direction has another parameter */
  GtkWidget *spin = find_widget(tab, GTK_TYPE_SPIN_BUTTON, NULL);
  real_input_click(spin, 1, 8, gtk_widget_get_height(spin) / 2.0);
  real_input_send(GTK_WIDGET(window), "key Up");
  real_input_send(GTK_WIDGET(window), "key Down");
  real_input_send(GTK_WIDGET(window), "key Down");
  real_input_settle(GTK_WIDGET(window));
  TrParam other = find_largest(view->loads);
  g_assert_true(other.kind != last.kind || other.owner != last.owner || other.axis != last.axis);

  real_input_press(button);
  soon_true(!find_view(tab));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/direction/arrows", test_arrows);
  return run_window_tests();
}
