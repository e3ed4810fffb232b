/* Tests of freeing a group of quantities from the menu beside the table, with real clicks.  Skipped
 * without xdotool. */
#include <string.h>

#include "ui/pages/identify/identify-page.h"
#include "ui/real-input.h"
#include "ui/real-menu.h"
#include "ui/session/params/param-bulk.h"
#include "ui/session/params/param-group.h"
#include "ui/window-support.h"

static const char everything[] = "Masses, inertias, friction and offsets";
static const guint all_groups =
    TRAMMEL_FREE_INERTIAS | TRAMMEL_FREE_FRICTION | TRAMMEL_FREE_OFFSETS;

static TrammelProject *
get_project(TrammelWindow *window)
{
  return trammel_document_get_project(trammel_window_get_document(window));
}

static guint
count_free(TrammelWindow *window)
{
  return trammel_project_count_free(get_project(window));
}

static void
fix_all(TrammelWindow *window)
{
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new();
  TrammelProject *project = get_project(window);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++)
    if (trammel_project_get_quantity(project, i)->free)
      g_strv_builder_add(ids, trammel_project_get_quantity(project, i)->id);
  g_auto(GStrv) list = g_strv_builder_end(ids);
  trammel_param_bulk_set_free(trammel_window_get_document(window), (const char *const *)list, FALSE,
                              &error);
  g_assert_no_error(error);
}

/* With nothing free, the page says what to press, and two clicks free all numbers of a robot, as
 * one step. */
static void
test_two_clicks(void)
{
  TrammelWindow *window = open_example("three-joint-arm");
  GtkWidget *page = find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_IDENTIFY_PAGE, NULL);

  activate(window, "page", "identify");
  g_assert_null(find_widget(page, GTK_TYPE_LABEL,
                            "No parameter is free: press Free, or tick All and then rows."));
  fix_all(window);
  g_assert_cmpuint(count_free(window), ==, 0);
  real_input_settle(GTK_WIDGET(window));
  g_assert_nonnull(find_widget(page, GTK_TYPE_LABEL,
                               "No parameter is free: press Free, or tick All and then rows."));
  g_auto(GStrv) wanted = trammel_param_group_list(get_project(window), all_groups);
  GtkWidget *button =
      gtk_widget_get_ancestor(find_widget(page, GTK_TYPE_LABEL, "Free"), GTK_TYPE_MENU_BUTTON);
  g_assert_nonnull(button);
  real_input_press(button);
  real_menu_choose(button, everything);
  test_until(count_free(window) > 0, REAL_INPUT_WAIT);
  g_assert_cmpuint(count_free(window), ==, g_strv_length(wanted));
  for (guint i = 0; wanted[i]; i++)
    g_assert_true(trammel_project_find_quantity(get_project(window), wanted[i])->free);
  g_assert_cmpint(trammel_project_get_settings(get_project(window))->consistency, ==,
                  TR_INERTIA_RULE_FULL);
  activate(window, "undo", NULL);
  g_assert_cmpuint(count_free(window), ==, 0);
  g_assert_cmpint(trammel_project_get_settings(get_project(window))->consistency, ==,
                  TR_INERTIA_RULE_NONE);
  /* friction alone leaves the rule */
  g_autoptr(GError) error = NULL;
  g_assert_true(
      trammel_param_group_free(trammel_window_get_document(window), TRAMMEL_FREE_FRICTION, &error));
  g_assert_cmpuint(count_free(window), >, 0);
  g_assert_cmpint(trammel_project_get_settings(get_project(window))->consistency, ==,
                  TR_INERTIA_RULE_NONE);
  close_window(window);
}

/* The groups are disjoint and have what their names say. */
static void
test_groups(void)
{
  static const struct {
    guint group;
    const char *id; /* in it */
  } cases[] = {{TRAMMEL_FREE_INERTIAS, "body.arm.mass"},
               {TRAMMEL_FREE_INERTIAS, "body.pendulum.inertia.xy"},
               {TRAMMEL_FREE_FRICTION, "joint.shaft.viscous"},
               {TRAMMEL_FREE_FRICTION, "joint.elbow.coulomb"},
               {TRAMMEL_FREE_OFFSETS, "joint.shaft.offset"}};
  TrammelWindow *window = open_example("furuta");

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_auto(GStrv) own = trammel_param_group_list(get_project(window), cases[i].group);
    g_auto(GStrv) others =
        trammel_param_group_list(get_project(window), all_groups & ~cases[i].group);
    g_assert_true(g_strv_contains((const char *const *)own, cases[i].id));
    g_assert_false(g_strv_contains((const char *const *)others, cases[i].id));
  }
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/free-groups/groups", test_groups);
  g_test_add_func("/ui/free-groups/two-clicks", test_two_clicks);
  return run_window_tests();
}
