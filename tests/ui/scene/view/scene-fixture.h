/* Test fixture: a window with a Furuta pendulum in 3D. */
#pragma once

#include "ui/scene/view/private.h"

typedef struct {
  GtkWidget *window;
  TrammelSceneView *view;
  TrModel *model;
} SceneFixture;

/* Adds a test with such a window, which must be finalised afterwards. */
void scene_fixture_add_test(const char *path, void (*run)(SceneFixture *, gconstpointer));

/* Returns the action of a key with the focus on the view; NULL if there is none. */
GtkShortcutAction *
scene_fixture_find_binding(TrammelSceneView *view, guint key, GdkModifierType modifiers);

/* Presses a key, which must have an action. */
void scene_fixture_press_key(TrammelSceneView *view, guint key);
