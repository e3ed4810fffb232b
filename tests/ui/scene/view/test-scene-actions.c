/* Tests of the keys and the context menu of the 3D view. */
#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#include "ui/desktop/file-dialogs.h"
#include "ui/scene/view/scene-fixture.h"

static void
test_keys(SceneFixture *fixture, gconstpointer unused)
{
  TrammelSceneView *view = fixture->view;
  TrammelCamera framed = view->camera;

  scene_fixture_press_key(view, GDK_KEY_1);
  g_assert_cmpfloat_with_epsilon(view->camera.azimuth, 0, 1e-12);
  g_assert_cmpfloat_with_epsilon(view->camera.elevation, 0, 1e-12);
  scene_fixture_press_key(view, GDK_KEY_KP_3);
  g_assert_cmpfloat_with_epsilon(view->camera.azimuth, G_PI_2, 1e-12);
  scene_fixture_press_key(view, GDK_KEY_7);
  g_assert_cmpfloat_with_epsilon(view->camera.elevation, G_PI_2, 1e-12);
  scene_fixture_press_key(view, GDK_KEY_5);
  g_assert_true(view->camera.parallel);
  scene_fixture_press_key(view, GDK_KEY_KP_5);
  g_assert_false(view->camera.parallel);
  view->camera.azimuth = framed.azimuth;
  view->camera.elevation = framed.elevation;
  view->camera.target[1] += 1;
  view->camera.distance *= 7;
  view->is_camera_moved = TRUE;
  scene_fixture_press_key(view, GDK_KEY_Home);
  g_assert_false(view->is_camera_moved);
  g_assert_cmpfloat_with_epsilon(view->camera.distance, framed.distance, 1e-9);
  g_assert_cmpfloat_with_epsilon(view->camera.target[1], framed.target[1], 1e-9);
}

static void
test_other_keys_go_on(SceneFixture *fixture, gconstpointer unused)
{
  g_assert_null(scene_fixture_find_binding(fixture->view, GDK_KEY_space, 0));
  g_assert_null(scene_fixture_find_binding(fixture->view, GDK_KEY_1, GDK_CONTROL_MASK));
}

/* A letter switches its layer by the menu's action. */
static void
test_letters_switch_layers(SceneFixture *fixture, gconstpointer unused)
{
  static const struct {
    guint key;
    const char *property;
  } letters[] = {{GDK_KEY_g, "show-grid"},       {GDK_KEY_l, "show-labels"},
                 {GDK_KEY_j, "show-joint-axes"}, {GDK_KEY_c, "show-centres"},
                 {GDK_KEY_i, "show-inertias"},   {GDK_KEY_r, "show-axes"},
                 {GDK_KEY_t, "show-forces"},     {GDK_KEY_p, "show-trails"},
                 {GDK_KEY_e, "show-estimated"},  {GDK_KEY_m, "show-ghost"}};

  for (guint i = 0; i < G_N_ELEMENTS(letters); i++) {
    g_autofree char *action = g_strconcat("scene.", letters[i].property, NULL);
    gboolean before = FALSE, after = FALSE, again = FALSE;
    g_object_get(fixture->view, letters[i].property, &before, NULL);
    scene_fixture_press_key(fixture->view, letters[i].key);
    g_object_get(fixture->view, letters[i].property, &after, NULL);
    g_assert_cmpint(before, !=, after);
    g_assert_true(gtk_widget_activate_action(GTK_WIDGET(fixture->view), action, NULL));
    g_object_get(fixture->view, letters[i].property, &again, NULL);
    g_assert_cmpint(before, ==, again);
  }
}

/* F centres the selected body's centre of mass, or the selected joint. */
static void
test_centre_on_selected(SceneFixture *fixture, gconstpointer unused)
{
  TrammelSceneView *view = fixture->view;
  double place[3];

  trammel_scene_view_set_selected(view, (TrammelThing){TRAMMEL_THING_BODY, 1});
  scene_fixture_press_key(view, GDK_KEY_f);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat(view->camera.target[i], ==, view->estimated[TR_POSE + i]);
  trammel_scene_view_set_selected(view, (TrammelThing){TRAMMEL_THING_JOINT, 1});
  scene_fixture_press_key(view, GDK_KEY_f);
  trammel_scene_model_get_joint_place(view->look, 1, view->estimated, place);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat(view->camera.target[i], ==, place[i]);
  trammel_scene_view_set_selected(view, (TrammelThing){TRAMMEL_THING_NONE, 0});
  trammel_scene_view_frame_all(view);
  double framed = view->camera.target[0];
  gtk_widget_activate_action(GTK_WIDGET(view), "scene.centre-selected", NULL);
  g_assert_cmpfloat(view->camera.target[0], ==, framed);
}

static void
test_copy_image(SceneFixture *fixture, gconstpointer unused)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard(GTK_WIDGET(fixture->view));
  g_auto(GValue) value = G_VALUE_INIT;
  int width = gtk_widget_get_width(GTK_WIDGET(fixture->view));

  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(fixture->view), "scene.copy-image", NULL));
  g_value_init(&value, GDK_TYPE_TEXTURE);
  g_assert_true(gdk_content_provider_get_value(gdk_clipboard_get_content(clipboard), &value, NULL));
  GdkTexture *texture = g_value_get_object(&value);
  g_assert_cmpint(gdk_texture_get_width(texture), ==, width);
  gsize stride = 4 * (gsize)width, height = (gsize)gdk_texture_get_height(texture);
  g_autofree guint8 *pixels = g_malloc(stride * height);
  gdk_texture_download(texture, pixels, stride);
  guint n_other = 0;
  for (gsize i = 4; i < stride * height; i += 4)
    n_other += memcmp(pixels, pixels + i, 4) != 0;
  g_assert_cmpuint(n_other, >, 100); /* the mechanism is visible */
}

static GFile *
choose_file(TrammelChoice choice, const char *name, gpointer path)
{
  g_assert_cmpint(choice, ==, TRAMMEL_CHOOSE_SAVE_PNG);
  g_assert_cmpstr(name, ==, "mechanism.png");
  return g_file_new_for_path(path);
}

static void
test_save_image(SceneFixture *fixture, gconstpointer unused)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-scene-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "it.png", NULL);
  g_autofree char *link = g_build_filename(folder, "link.png", NULL);
  g_autoptr(GError) error = NULL;
  GStatBuf info;

  g_assert_true(g_file_set_contents_full(path, "", 0, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  g_assert_cmpint(symlink("it.png", link), ==, 0);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose_file, .user = link});
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(fixture->view), "scene.save-image", NULL));
  while (g_stat(link, &info) == 0 && info.st_size == 0)
    g_main_context_iteration(NULL, TRUE);
  g_assert_cmpuint(info.st_mode & 0777, ==, 0600);
  g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
  g_autoptr(GdkTexture) texture = gdk_texture_new_from_filename(path, &error);
  g_assert_no_error(error);
  g_assert_cmpint(gdk_texture_get_width(texture), ==,
                  gtk_widget_get_width(GTK_WIDGET(fixture->view)));
  trammel_file_dialogs_set_seam((TrammelDialogSeam){0});
  g_remove(link);
  g_remove(path);
  g_rmdir(folder);
}

int
main(int argc, char **argv)
{
  gtk_test_init(&argc, &argv, NULL);
  scene_fixture_add_test("/ui/scene-actions/keys", test_keys);
  scene_fixture_add_test("/ui/scene-actions/other-keys", test_other_keys_go_on);
  scene_fixture_add_test("/ui/scene-actions/letters", test_letters_switch_layers);
  scene_fixture_add_test("/ui/scene-actions/centre-on-selected", test_centre_on_selected);
  scene_fixture_add_test("/ui/scene-actions/copy-image", test_copy_image);
  scene_fixture_add_test("/ui/scene-actions/save-image", test_save_image);
  return g_test_run();
}
