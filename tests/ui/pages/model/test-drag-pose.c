/* Test of dragging a body in 3D on the page Model with real keys and the pointer: loops stay
 * closed, and the pose becomes the start as one step.  Skipped without xdotool. */
#include <math.h>

#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "ui/pages/model/model-page.h"
#include "ui/real-input.h"
#include "ui/scene/view/private.h"
#include "ui/window-support.h"

static TrammelModelPage *
open_page(TrammelWindow **window, const char *example)
{
  *window = open_example(example);
  activate(*window, "page", "model");
  real_input_focus(GTK_WIDGET(*window));
  real_input_settle(GTK_WIDGET(*window));
  return TRAMMEL_MODEL_PAGE(find_widget(GTK_WIDGET(*window), TRAMMEL_TYPE_MODEL_PAGE, NULL));
}

static TrammelSceneView *
find_view(TrammelModelPage *page)
{
  return TRAMMEL_SCENE_VIEW(find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_SCENE_VIEW, NULL));
}

/* Sets the pixel of a body's centre of mass. */
static void
find_centre(TrammelSceneView *view, int body, double pixel[2])
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(view);
  const double *pose = trammel_scene_view_get_shown_pose(view);

  g_assert_true(trammel_camera_project(&view->camera, pixel, &viewport, pose + TR_POSE * body));
}

/* Drags from a pixel by an offset, in two moves, with Ctrl or without. */
static void
drag(TrammelSceneView *view, const double from[2], const double by[2], gboolean ctrl)
{
  GtkWidget *window = GTK_WIDGET(gtk_widget_get_root(GTK_WIDGET(view)));

  if (ctrl)
    real_input_send(window, "keydown ctrl");
  real_input_point_at(GTK_WIDGET(view), from[0], from[1]);
  real_input_send(window, "mousedown 1");
  real_input_point_at(GTK_WIDGET(view), from[0] + by[0] / 2, from[1] + by[1] / 2);
  real_input_point_at(GTK_WIDGET(view), from[0] + by[0], from[1] + by[1]);
  real_input_settle(window);
  real_input_send(window, "mouseup 1");
  if (ctrl)
    real_input_send(window, "keyup ctrl");
  real_input_settle(window);
}

/* Returns the distance [px] from the grabbed point to the pointer after a turn of the rocker's
 * joint [deg], which is turned back. */
static double
measure_way(TrammelSceneView *view, TrammelModelPose *pose, double turn)
{
  double value = trammel_model_pose_get_slider(pose, 3)->value, way[2];

  trammel_model_pose_move(pose, 3, value + turn);
  trammel_scene_view_get_grab(view, way, trammel_model_pose_get(pose));
  trammel_model_pose_move(pose, 3, value);
  return hypot(way[0], way[1]);
}

/* Returns the largest distance between the two sides of a joint [m]. */
static double
measure_gap(const TrModel *model, const double *pose)
{
  double most = 0;

  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    TrammelMat4 ends[2];
    for (int side = 0; side < 2; side++) {
      int body = side == 0 ? joint->parent : joint->child;
      const TrFrame *local = side == 0 ? &joint->parent_frame : &joint->child_frame;
      TrFrame origin = tr_frame_identity();
      if (body != TR_WORLD)
        tr_body_origin(&origin, model, body, pose);
      TrammelMat4 owner = trammel_mat4_from_frame(origin.position, origin.quat);
      TrammelMat4 inner = trammel_mat4_from_frame(local->position, local->quat);
      ends[side] = trammel_mat4_multiply(&owner, &inner);
    }
    for (int i = 0; i < 3; i++)
      most = fmax(most, fabs(ends[0].m[12 + i] - ends[1].m[12 + i]));
  }
  return most;
}

static double
get_start(TrammelWindow *window, guint joint)
{
  TrammelProject *project = trammel_document_get_project(trammel_window_get_document(window));

  return trammel_project_get_model(project)->joints[joint].start;
}

/* The rocker of a four-bar linkage follows the pointer, and the others follow it. */
static void
test_loop(void)
{
  TrammelWindow *window;
  TrammelModelPage *page = open_page(&window, "four-bar");
  TrammelSceneView *view = find_view(page);
  TrammelDocument *document = trammel_window_get_document(window);
  TrammelModelPose *pose = trammel_model_page_get_pose(page);
  const TrModel *model = trammel_model_pose_get_model(pose);
  double rocker = get_start(window, 3), from[2], to[2];
  TrammelCamera camera = view->camera;

  find_centre(view, 2, from);
  drag(view, from, (const double[2]){-45, 0}, TRUE);
  find_centre(view, 2, to);
  g_assert_cmpfloat(to[0] - from[0], <, -15);
  /* nearer to the pointer than its joint could bring it elsewhere */
  double nearest = measure_way(view, pose, 0);
  g_assert_cmpfloat(measure_way(view, pose, 2), >, nearest);
  g_assert_cmpfloat(measure_way(view, pose, -2), >, nearest);
  g_assert_cmpfloat(camera.azimuth, ==, view->camera.azimuth);
  g_assert_cmpuint(view->n_anchors, ==, 0);
  g_assert_cmpfloat(measure_gap(model, trammel_model_pose_get(pose)), <, 1e-6);
  g_assert_cmpfloat(get_start(window, 3), ==, rocker);

  /* one step makes it the start */
  real_input_press(find_widget(GTK_WIDGET(page), GTK_TYPE_BUTTON, "Set Start"));
  soon_true(get_start(window, 3) != rocker);
  g_assert_cmpfloat_with_epsilon(get_start(window, 3), trammel_model_pose_get_coordinate(pose, 3),
                                 1e-6);
  g_assert_cmpfloat_with_epsilon(get_start(window, 0), trammel_model_pose_get_coordinate(pose, 0),
                                 1e-6);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "set the start pose");
  trammel_document_undo(document);
  g_assert_cmpfloat(get_start(window, 3), ==, rocker);
  g_assert_null(trammel_document_get_undo_label(document));
  close_window(window);
}

/* Without Ctrl, and with it beside the mechanism, the drag turns the view. */
static void
test_view(void)
{
  TrammelWindow *window;
  TrammelModelPage *page = open_page(&window, "furuta");
  TrammelSceneView *view = find_view(page);
  TrammelModelPose *pose = trammel_model_page_get_pose(page);
  double azimuth = view->camera.azimuth, from[2];

  find_centre(view, 1, from);
  drag(view, from, (const double[2]){30, 0}, FALSE);
  g_assert_cmpfloat(view->camera.azimuth, !=, azimuth);
  azimuth = view->camera.azimuth;
  drag(view, (const double[2]){8, 8}, (const double[2]){30, 0}, TRUE);
  g_assert_cmpfloat(view->camera.azimuth, !=, azimuth);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_coordinate(pose, 1)), <, 1e-9);
  /* in a tree only the joint of the body moves */
  find_centre(view, 1, from);
  drag(view, from, (const double[2]){25, -10}, TRUE);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_coordinate(pose, 1)), >, 0.02);
  g_assert_cmpfloat(fabs(trammel_model_pose_get_coordinate(pose, 0)), <, 1e-9);
  close_window(window);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add_func("/ui/drag-pose/loop", test_loop);
  g_test_add_func("/ui/drag-pose/view", test_view);
  return run_window_tests();
}
