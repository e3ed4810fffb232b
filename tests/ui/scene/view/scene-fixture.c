#include "ui/scene/view/scene-fixture.h"

#include "support/mechanisms.h"
#include "ui/ui-support.h"

enum { SIZE = 400 };

static void
set_up(SceneFixture *fixture, gconstpointer unused)
{
  fixture->model = tr_mechanism_furuta();
  fixture->window = gtk_window_new();
  fixture->view = TRAMMEL_SCENE_VIEW(trammel_scene_view_new());
  gtk_window_set_default_size(GTK_WINDOW(fixture->window), SIZE, SIZE);
  gtk_window_set_child(GTK_WINDOW(fixture->window), GTK_WIDGET(fixture->view));
  trammel_scene_view_set_mechanism(fixture->view, fixture->model, NULL, 0);
  gtk_window_present(GTK_WINDOW(fixture->window));
  gtk_test_widget_wait_for_draw(fixture->window);
}

static void
tear_down(SceneFixture *fixture, gconstpointer unused)
{
  gpointer window = fixture->window, view = fixture->view, area = fixture->view->area;

  g_object_add_weak_pointer(G_OBJECT(window), &window);
  g_object_add_weak_pointer(G_OBJECT(view), &view);
  g_object_add_weak_pointer(G_OBJECT(area), &area);
  gtk_window_destroy(GTK_WINDOW(fixture->window));
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
  g_assert_true(test_wait(test_is_null, &view, TEST_DEADLINE));
  g_assert_true(test_wait(test_is_null, &area, TEST_DEADLINE));
  tr_model_free(fixture->model);
}

void
scene_fixture_add_test(const char *path, void (*run)(SceneFixture *, gconstpointer))
{
  g_test_add(path, SceneFixture, NULL, set_up, run, tear_down);
}

GtkShortcutAction *
scene_fixture_find_binding(TrammelSceneView *view, guint key, GdkModifierType modifiers)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(GTK_WIDGET(view));

  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GListModel) shortcuts = g_list_model_get_item(controllers, i);
    for (guint k = 0;
         GTK_IS_SHORTCUT_CONTROLLER(shortcuts) && k < g_list_model_get_n_items(shortcuts); k++) {
      g_autoptr(GtkShortcut) shortcut = g_list_model_get_item(shortcuts, k);
      GtkKeyvalTrigger *trigger = GTK_KEYVAL_TRIGGER(gtk_shortcut_get_trigger(shortcut));
      if (gtk_keyval_trigger_get_keyval(trigger) == key &&
          gtk_keyval_trigger_get_modifiers(trigger) == modifiers)
        return gtk_shortcut_get_action(shortcut); /* owned by the class */
    }
  }
  return NULL;
}

void
scene_fixture_press_key(TrammelSceneView *view, guint key)
{
  GtkShortcutAction *action = scene_fixture_find_binding(view, key, 0);

  g_assert_nonnull(action);
  g_assert_true(gtk_shortcut_action_activate(action, 0, GTK_WIDGET(view), NULL));
}
