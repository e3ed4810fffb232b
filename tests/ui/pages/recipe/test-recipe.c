/* Tests of recipes in the window: steps are added from the free parameters, run one after the
 * other, each from the values of the one before, and removed. */
#include <string.h>

#include "io/project/recipe.h"
#include "ui/window-support.h"

#define INERTIA "body.pendulum.inertia.zz"
#define VISCOUS "joint.pivot.viscous"

static TrammelProject *
get_project(TrammelWindow *window)
{
  return trammel_document_get_project(trammel_window_get_document(window));
}

static guint
count_steps(TrammelWindow *window)
{
  return trammel_recipe_get_n_steps(get_project(window));
}

static gboolean
is_enabled(TrammelWindow *window, const char *action)
{
  return g_action_group_get_action_enabled(G_ACTION_GROUP(window), action);
}

static guint
count_runs(TrammelWindow *window)
{
  TrammelRunList *list = trammel_document_get_run_list(trammel_window_get_document(window));

  return g_list_model_get_n_items(trammel_run_list_get_model(list));
}

/* TestCondition: both steps have run. */
static gboolean
is_done(gpointer window)
{
  return count_runs(window) == 2 && is_idle(window);
}

static void
set_free(TrammelWindow *window, const char *id, gboolean is_free)
{
  g_autoptr(GError) error = NULL;

  trammel_document_set_free(trammel_window_get_document(window), id, is_free, &error);
  g_assert_no_error(error);
}

static void
test_steps(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  g_action_group_change_action_state(G_ACTION_GROUP(window), "live", g_variant_new_boolean(FALSE));
  g_assert_true(trammel_document_set_setting(document, "kappa", "10", NULL));
  g_assert_false(is_enabled(window, "recipe-run"));
  set_free(window, INERTIA, FALSE);
  activate(window, "recipe-add", NULL);
  set_free(window, INERTIA, TRUE);
  activate(window, "recipe-add", NULL);
  g_assert_cmpuint(count_steps(window), ==, 2);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_assert_true(is_enabled(window, "recipe-run"));

  activate(window, "recipe-run", NULL);
  g_assert_false(trammel_project_find_quantity(get_project(window), INERTIA)->free);
  g_assert_true(test_wait(is_done, window, TEST_DEADLINE));
  g_assert_true(trammel_project_find_quantity(get_project(window), INERTIA)->free);

  /* the second step began where the first one ended */
  GListModel *runs = trammel_document_get_runs(document);
  g_autoptr(TrammelRun) first = g_list_model_get_item(runs, 0);
  g_autoptr(TrammelRun) second = g_list_model_get_item(runs, 1);
  g_assert_cmpint(trammel_run_get_fit(first)->n_free + 1, ==, trammel_run_get_fit(second)->n_free);
  g_assert_cmpfloat(trammel_project_find_quantity(get_project(window), VISCOUS)->value, ==,
                    trammel_run_get_fit(first)->estimates[0].value);
  g_assert_cmpint(trammel_run_get_fit(second)->status, ==, TR_OK);

  activate(window, "recipe-remove", NULL);
  g_assert_cmpuint(count_steps(window), ==, 1);
  activate(window, "recipe-remove", NULL);
  g_assert_cmpuint(count_steps(window), ==, 0);
  g_assert_false(is_enabled(window, "recipe-remove"));
  close_window(window);
}

/* A recipe that is edited while it runs, goes on as it began; buttons do not edit
 * it. */
static void
test_edited(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);
  g_autoptr(GError) error = NULL;

  g_action_group_change_action_state(G_ACTION_GROUP(window), "live", g_variant_new_boolean(FALSE));
  g_assert_true(trammel_document_set_setting(document, "kappa", "10", NULL));
  set_free(window, INERTIA, FALSE);
  activate(window, "recipe-add", NULL);
  set_free(window, INERTIA, TRUE);
  activate(window, "recipe-add", NULL);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));

  activate(window, "recipe-run", NULL);
  g_assert_false(is_enabled(window, "recipe-add"));
  g_assert_false(is_enabled(window, "recipe-remove"));
  g_assert_true(trammel_document_put(document, "recipe[1]", NULL, "edit", NULL, &error));
  g_assert_no_error(error);
  g_assert_cmpuint(count_steps(window), ==, 1);
  g_assert_true(test_wait(is_done, window, TEST_DEADLINE));
  g_assert_true(trammel_project_find_quantity(get_project(window), INERTIA)->free);
  g_assert_true(is_enabled(window, "recipe-add"));
  close_window(window);
}

/* A step that does not converge ends the recipe. */
static void
test_stopped(void)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  g_action_group_change_action_state(G_ACTION_GROUP(window), "live", g_variant_new_boolean(FALSE));
  g_assert_true(trammel_document_set_setting(document, "kappa", "10", NULL));
  g_assert_true(trammel_document_set_setting(document, "max_iterations", "2", NULL));
  activate(window, "recipe-add", NULL);
  activate(window, "recipe-add", NULL);
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  activate(window, "recipe-run", NULL);
  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_assert_cmpuint(count_runs(window), ==, 1);
  g_assert_true(is_enabled(window, "recipe-run"));
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/ui/recipe/steps", test_steps);
  g_test_add_func("/ui/recipe/edited", test_edited);
  g_test_add_func("/ui/recipe/stopped", test_stopped);
  return run_window_tests();
}
