/* A window with the mechanism of a Furuta pendulum in 3D. */
#pragma once

#include "ui/scene/view/private.h"

typedef struct {
  GtkWidget *window;
  TrammelSceneView *view;
  TrModel *model;
} SceneFixture;

/* A test with such a window, which must be gone afterwards. */
void scene_fixture_add_test(const char *path, void (*run)(SceneFixture *, gconstpointer));

/* What a key does with the focus on the view; NULL for nothing. */
GtkShortcutAction *
scene_fixture_find_binding(TrammelSceneView *view, guint key, GdkModifierType modifiers);

/* Does it; it must be something. */
void scene_fixture_press_key(TrammelSceneView *view, guint key);
