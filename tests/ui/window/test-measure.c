/* Test of the measured distance in the 3D view with real clicks.  Skipped without xdotool. */
#include <math.h>

#include "ui/real-input.h"
#include "ui/scene/view/private.h"
#include "ui/window-support.h"

static void
click_with_ctrl(TrammelSceneView *view, const double place[3])
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(view);
  GtkWidget *window = GTK_WIDGET(gtk_widget_get_root(GTK_WIDGET(view)));
  double pixel[2];

  g_assert_true(trammel_camera_project(&view->camera, pixel, &viewport, place));
  real_input_send(window, "keydown ctrl");
  real_input_click(GTK_WIDGET(view), 1, pixel[0], pixel[1]);
  real_input_send(window, "keyup ctrl");
  real_input_settle(window);
}

/* From the hinge to the centre of mass, with two clicks; a third one begins anew, and the menu
 * removes it. */
static void
test_two_clicks(void)
{
  TrammelWindow *window = open_example("pendulum");

  activate(window, "page", "model");
  real_input_focus(GTK_WIDGET(window));
  real_input_settle(GTK_WIDGET(window));
  TrammelSceneView *view =
      TRAMMEL_SCENE_VIEW(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SCENE_VIEW, NULL));
  const double *pose = trammel_scene_view_get_shown_pose(view);
  double hinge[3];
  trammel_scene_model_get_joint_place(view->look, 0, pose, hinge);
  double expected = hypot(hypot(pose[0] - hinge[0], pose[1] - hinge[1]), pose[2] - hinge[2]);
  TrammelCamera before = view->camera;

  g_assert_true(isnan(trammel_scene_view_get_distance(view)));
  click_with_ctrl(view, hinge);
  g_assert_cmpuint(view->n_anchors, ==, 1);
  click_with_ctrl(view, pose);
  g_assert_cmpfloat_with_epsilon(trammel_scene_view_get_distance(view), expected, 1e-12);
  g_assert_cmpfloat(view->camera.distance, ==, before.distance);
  click_with_ctrl(view, hinge);
  g_assert_cmpuint(view->n_anchors, ==, 1);
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "scene.clear-measure", NULL));
  g_assert_cmpuint(view->n_anchors, ==, 0);
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/measure/two-clicks", test_two_clicks);
  return run_window_tests();
}
