/* Tests of the 3D view as a widget: gestures, properties, drawing, disposal; without OpenGL its
 * message (run with --without-gl under GDK_DEBUG=gl-disable). */
#include <gtk/gtk.h>
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "support/mechanisms.h"
#include "ui/scene/geometry/pick.h"
#include "ui/scene/model/private.h"
#include "ui/scene/view/private.h"
#include "ui/scene/view/scene-fixture.h"

static GtkEventController *
find_controller(TrammelSceneView *view, const char *name)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(GTK_WIDGET(view));

  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
    if (g_strcmp0(gtk_event_controller_get_name(controller), name) == 0)
      return controller; /* owned by the widget */
  }
  g_assert_not_reached();
}

static void
drag(TrammelSceneView *view, double x, double y)
{
  GtkEventController *gesture = find_controller(view, "drag");

  g_signal_emit_by_name(gesture, "drag-begin", 100.0, 100.0);
  view->is_pan = FALSE; /* a signal without an event has no button */
  g_signal_emit_by_name(gesture, "drag-update", x / 2, y / 2);
  g_signal_emit_by_name(gesture, "drag-update", x, y);
}

/* Returns the picture of the widget, RGBA with the top row first. */
static guint8 *
take_picture(SceneFixture *fixture, int *width, int *height)
{
  trammel_scene_view_redraw(fixture->view);
  while (!trammel_scene_view_is_settled(fixture->view))
    g_main_context_iteration(NULL, TRUE);
  gtk_test_widget_wait_for_draw(fixture->window);
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(GTK_WIDGET(fixture->view));
  *width = gtk_widget_get_width(GTK_WIDGET(fixture->view));
  *height = gtk_widget_get_height(GTK_WIDGET(fixture->view));
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, snapshot, *width, *height);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  g_assert_nonnull(node);
  GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(fixture->window));
  g_autoptr(GdkTexture) texture = gsk_renderer_render_texture(
      renderer, node, &GRAPHENE_RECT_INIT(0, 0, (float)*width, (float)*height));
  guint8 *pixels = g_malloc0(4 * (gsize)*width * (gsize)*height);
  gdk_texture_download(texture, pixels, 4 * (gsize)*width);
  gsk_render_node_unref(node);
  return pixels;
}

/* Returns the number of pixels in which two pictures of one size differ. */
static guint
count_differences(const guint8 *a, const guint8 *b, int width, int height)
{
  guint n = 0;

  for (int i = 0; i < width * height; i++)
    for (int k = 0; k < 3; k++)
      if (abs(a[4 * i + k] - b[4 * i + k]) > 8) {
        n++;
        break;
      }
  return n;
}

static void
test_orbit_keeps_the_distance(SceneFixture *fixture, gconstpointer unused)
{
  TrammelCamera before = fixture->view->camera;

  drag(fixture->view, 60, 20);
  const TrammelCamera *after = &fixture->view->camera;
  g_assert_cmpfloat(after->distance, ==, before.distance);
  g_assert_cmpfloat(fabs(after->azimuth - before.azimuth), >, 0.1);
  g_assert_cmpfloat(fabs(after->elevation - before.elevation), >, 0.03);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat(after->target[i], ==, before.target[i]);
}

static void
test_shaky_click_moves_nothing(SceneFixture *fixture, gconstpointer unused)
{
  double azimuth = fixture->view->camera.azimuth;

  drag(fixture->view, 2, -1);
  g_assert_cmpfloat(fixture->view->camera.azimuth, ==, azimuth);
  g_assert_false(fixture->view->is_camera_moved);
}

static void
test_pan_moves_the_target(SceneFixture *fixture, gconstpointer unused)
{
  TrammelSceneView *view = fixture->view;
  TrammelViewport viewport = trammel_scene_view_get_viewport(view);
  double target[3] = {view->camera.target[0], view->camera.target[1], view->camera.target[2]};
  double pixel[2];
  GtkEventController *gesture = find_controller(view, "drag");

  g_signal_emit_by_name(gesture, "drag-begin", 100.0, 100.0);
  view->is_pan = TRUE;
  g_signal_emit_by_name(gesture, "drag-update", 30.0, -10.0);
  g_assert_true(trammel_camera_project(&view->camera, pixel, &viewport, target));
  g_assert_cmpfloat_with_epsilon(pixel[0], viewport.width / 2 + 30, 1e-6);
  g_assert_cmpfloat_with_epsilon(pixel[1], viewport.height / 2 - 10, 1e-6);
}

static void
test_wheel_zooms_about_the_pointer(SceneFixture *fixture, gconstpointer unused)
{
  TrammelSceneView *view = fixture->view;
  TrammelViewport viewport = trammel_scene_view_get_viewport(view);
  double at[2] = {0.3 * viewport.width, 0.7 * viewport.height}, point[3], pixel[2];
  double before = view->camera.distance;
  gboolean handled = FALSE;

  trammel_camera_unproject(&view->camera, point, &viewport, at, view->camera.target);
  g_signal_emit_by_name(find_controller(view, "motion"), "motion", at[0], at[1]);
  g_signal_emit_by_name(find_controller(view, "scroll"), "scroll", 0.0, -2.0, &handled);
  g_assert_true(handled);
  g_assert_cmpfloat(view->camera.distance, <, 0.9 * before);
  g_assert_true(trammel_camera_project(&view->camera, pixel, &viewport, point));
  g_assert_cmpfloat_with_epsilon(pixel[0], at[0], 1e-6);
  g_assert_cmpfloat_with_epsilon(pixel[1], at[1], 1e-6);
}

/* Double-clicks the end of the pendulum: the camera's target moves to its surface. */
static void
check_double_click(SceneFixture *fixture, gboolean parallel)
{
  TrammelSceneView *view = fixture->view;
  TrammelViewport viewport = trammel_scene_view_get_viewport(view);
  const double *bob = view->estimated + TR_POSE;
  double pixel[2], gap = 0;

  view->camera.parallel = parallel;
  trammel_scene_view_frame_all(view);
  g_assert_true(trammel_camera_project(&view->camera, pixel, &viewport, bob));
  g_signal_emit_by_name(find_controller(view, "click"), "pressed", 1, pixel[0], pixel[1]);
  g_assert_false(view->is_camera_moved);
  g_signal_emit_by_name(find_controller(view, "click"), "pressed", 2, pixel[0], pixel[1]);
  for (int i = 0; i < 3; i++)
    gap += (view->camera.target[i] - bob[i]) * (view->camera.target[i] - bob[i]);
  g_assert_cmpfloat(sqrt(gap), <, 0.06);
  g_assert_true(view->is_camera_moved);
}

static void
test_double_click_centres(SceneFixture *fixture, gconstpointer unused)
{
  check_double_click(fixture, FALSE);
  check_double_click(fixture, TRUE);
}

static void
on_picked_cb(TrammelSceneView *view, guint kind, guint index, TrammelThing *picked)
{
  *picked = (TrammelThing){(TrammelThingKind)kind, (int)index};
}

/* A click without a drag reports the element below it; on the selected one, the next one behind. */
static void
test_click_picks(SceneFixture *fixture, gconstpointer unused)
{
  TrammelSceneView *view = fixture->view;
  TrammelViewport viewport = trammel_scene_view_get_viewport(view);
  TrammelThing picked = {TRAMMEL_THING_NONE, 7}, first;
  double pixel[2];

  g_signal_connect(view, "picked", G_CALLBACK(on_picked_cb), &picked);
  g_assert_true(trammel_camera_project(&view->camera, pixel, &viewport, view->estimated));
  g_signal_emit_by_name(find_controller(view, "click"), "released", 1, pixel[0], pixel[1]);
  g_assert_cmpint(picked.kind, !=, TRAMMEL_THING_NONE);
  first = picked;
  trammel_scene_view_set_selected(view, first);
  g_signal_emit_by_name(find_controller(view, "click"), "released", 1, pixel[0], pixel[1]);
  g_assert_cmpint(picked.kind, !=, TRAMMEL_THING_NONE);
  g_signal_emit_by_name(find_controller(view, "click"), "released", 1, 1.0, 1.0);
  g_assert_cmpint(picked.kind, ==, TRAMMEL_THING_NONE);
}

static void
measure_at(TrammelSceneView *view, const double place[3], double aside)
{
  TrammelViewport viewport = trammel_scene_view_get_viewport(view);
  double pixel[2];

  g_assert_true(trammel_camera_project(&view->camera, pixel, &viewport, place));
  pixel[0] += aside;
  trammel_scene_view_measure_at(view, pixel);
}

/* A distance from a joint to a centre of mass is exact and follows the pose, that of two points of
 * a body stays; both end with the mechanism. */
static void
test_measure(SceneFixture *fixture, gconstpointer unused)
{
  TrammelSceneView *view = fixture->view;
  double joint[3], pose[2 * TR_POSE], expected = 0;

  memcpy(pose, view->estimated, sizeof pose);
  trammel_scene_model_get_joint_place(view->look, 0, pose, joint);
  for (int i = 0; i < 3; i++)
    expected += (pose[TR_POSE + i] - joint[i]) * (pose[TR_POSE + i] - joint[i]);
  g_assert_true(isnan(trammel_scene_view_get_distance(view)));
  measure_at(view, joint, 4);
  g_assert_true(isnan(trammel_scene_view_get_distance(view)));
  measure_at(view, pose + TR_POSE, -4);
  g_assert_cmpfloat_with_epsilon(trammel_scene_view_get_distance(view), sqrt(expected), 1e-12);
  pose[TR_POSE] += 0.5;
  trammel_scene_view_set_pose(view, pose, NULL);
  g_assert_cmpfloat(fabs(trammel_scene_view_get_distance(view) - sqrt(expected)), >, 1e-3);
  pose[TR_POSE] -= 0.5;
  trammel_scene_view_set_pose(view, pose, NULL);

  /* between them a point of the rod, which snaps to neither */
  TrammelViewport viewport = trammel_scene_view_get_viewport(view);
  double rod[3], pixel[2];
  trammel_scene_model_get_joint_place(view->look, 1, pose, joint);
  for (int i = 0; i < 3; i++)
    rod[i] = 0.5 * (joint[i] + pose[TR_POSE + i]);
  g_assert_true(trammel_camera_project(&view->camera, pixel, &viewport, rod));
  trammel_camera_zoom(&view->camera, &viewport, pixel, 0.3);
  measure_at(view, rod, 0);
  g_assert_cmpuint(view->n_anchors, ==, 1);
  g_assert_cmpint(view->anchors[0].thing.kind, ==, TRAMMEL_THING_BODY);
  g_assert_cmpfloat(fabs(view->anchors[0].local[0]) + fabs(view->anchors[0].local[1]) +
                        fabs(view->anchors[0].local[2]),
                    >, 0.01);
  g_assert_cmpint(view->anchors[0].thing.index, ==, 1);
  measure_at(view, pose + TR_POSE, 0);
  double before = trammel_scene_view_get_distance(view);
  g_assert_cmpfloat(before, >, 0.01);

  /* nothing is there */
  trammel_scene_view_measure_at(view, (double[2]){1, 1});
  g_assert_cmpuint(view->n_anchors, ==, 2);

  pose[TR_POSE + 1] += 0.5;
  trammel_scene_view_set_pose(view, pose, NULL);
  g_assert_cmpfloat_with_epsilon(trammel_scene_view_get_distance(view), before, 1e-12);
  trammel_scene_view_set_mechanism(view, fixture->model, NULL, 0);
  g_assert_true(isnan(trammel_scene_view_get_distance(view)));
}

/* An edit keeps the user's camera and the selection. */
static void
test_replace_keeps_the_camera(SceneFixture *fixture, gconstpointer unused)
{
  TrammelSceneView *view = fixture->view;
  const TrammelThing body = {TRAMMEL_THING_BODY, 1};

  drag(view, 60, 20);
  double azimuth = view->camera.azimuth;
  trammel_scene_view_set_selected(view, body);
  fixture->model->bodies[1].com[1] *= 1.1;
  trammel_scene_view_replace_mechanism(view, fixture->model, NULL, 0);
  g_assert_cmpfloat(view->camera.azimuth, ==, azimuth);
  g_assert_cmpint(view->look->selected.index, ==, 1);
  trammel_scene_view_set_mechanism(view, fixture->model, NULL, 0);
  g_assert_cmpfloat(view->camera.azimuth, !=, azimuth);
}

/* Every mark changes the picture, and cannot be picked. */
static void
test_marks(SceneFixture *fixture, gconstpointer unused)
{
  static const char *const shows[] = {"show-axes",       "show-centres", "show-inertias",
                                      "show-joint-axes", "show-gravity", "show-trails"};
  TrammelSceneView *view = fixture->view;
  g_autofree double *motion = g_new(double, 2 * 14);

  memcpy(motion, view->estimated, 14 * sizeof *motion);
  memcpy(motion + 14, view->estimated, 14 * sizeof *motion);
  motion[14] += 0.1;
  trammel_scene_view_set_motion(view, motion, 2);
  for (guint i = 0; i < G_N_ELEMENTS(shows); i++) {
    g_autoptr(TrammelDrawList) without = trammel_draw_list_new(), with = trammel_draw_list_new();
    trammel_scene_view_fill(view, without);
    g_object_set(view, shows[i], TRUE, NULL);
    trammel_scene_view_fill(view, with);
    guint n = trammel_draw_list_get_n_items(without);
    g_assert_cmpuint(trammel_draw_list_get_n_items(with), >, n);
    g_object_set(view, shows[i], FALSE, NULL);
  }
}

/* The nearest element comes first, and each only once. */
static void
test_pick_things(void)
{
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  static const double origin[3] = {0, 0, 5}, ahead[3] = {0, 0, -1}, places[3] = {-1, 2, 0.5};
  TrammelThing things[4];

  for (int i = 0; i < 3; i++) {
    TrammelDrawItem item = {.solid = trammel_solid_sphere(0.2),
                            .transform = trammel_mat4_identity(),
                            .style = i == 2 ? TRAMMEL_STYLE_GHOST : TRAMMEL_STYLE_SOLID,
                            .thing = {TRAMMEL_THING_BODY, i}};
    item.transform.m[14] = places[i];
    trammel_draw_list_add(list, &item);
    trammel_draw_list_add(list, &item);
  }
  g_assert_cmpuint(trammel_pick_things(things, 4, list, origin, ahead), ==, 2);
  g_assert_cmpint(things[0].index, ==, 1);
  g_assert_cmpint(things[1].index, ==, 0);
  g_assert_cmpuint(trammel_pick_things(things, 1, list, origin, ahead), ==, 1);
}

static void
test_pick_misses(void)
{
  static const double origin[3] = {0, 0, 5}, ahead[3] = {0, 0, -2}, aside[3] = {1, 0, -1};
  static const double away[3] = {0, 0, 1};
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  TrammelDrawItem item = {.solid = trammel_solid_sphere(0.5), .transform = trammel_mat4_identity()};
  double point[3];

  g_assert_false(trammel_pick(point, list, origin, ahead));
  trammel_draw_list_add(list, &item);
  g_assert_true(trammel_pick(point, list, origin, ahead));
  g_assert_cmpfloat_with_epsilon(point[2], 0.5, 1e-12);
  g_assert_false(trammel_pick(point, list, origin, aside));
  g_assert_false(trammel_pick(point, list, origin, away));
}

/* Each switch changes the picture. */
static void
test_switches_change_the_picture(SceneFixture *fixture, gconstpointer unused)
{
  static const struct {
    const char *name;
    gboolean initial;
    guint least; /* minimum of changed pixels */
  } switches[] = {{"show-estimated", TRUE, 400},
                  {"show-ghost", TRUE, 200},
                  {"show-grid", TRUE, 400},
                  {"show-axes", FALSE, 60},
                  {"show-labels", FALSE, 60}};
  double position[2] = {0.4, 0.8}, other[2] = {1.2, 0.2}, pose[2 * TR_POSE], ghost[2 * TR_POSE];
  int width, height;

  tr_forward_kinematics(pose, NULL, fixture->model, position, NULL);
  tr_forward_kinematics(ghost, NULL, fixture->model, other, NULL);
  trammel_scene_view_set_pose(fixture->view, pose, ghost);
  g_autofree guint8 *before = take_picture(fixture, &width, &height);
  for (gsize i = 0; i < G_N_ELEMENTS(switches); i++) {
    gboolean value = !switches[i].initial;
    g_object_get(fixture->view, switches[i].name, &value, NULL);
    g_assert_cmpint(value, ==, switches[i].initial);
    g_object_set(fixture->view, switches[i].name, !value, NULL);
    g_autofree guint8 *after = take_picture(fixture, &width, &height);
    g_test_message("%s: %u pixels", switches[i].name,
                   count_differences(before, after, width, height));
    g_assert_cmpuint(count_differences(before, after, width, height), >, switches[i].least);
    g_object_set(fixture->view, switches[i].name, value, NULL);
  }
  g_autofree guint8 *again = take_picture(fixture, &width, &height);
  g_assert_cmpuint(count_differences(before, again, width, height), ==, 0);
}

static void
test_null_pose_hides(SceneFixture *fixture, gconstpointer unused)
{
  double position[2] = {0.4, 0.8}, pose[2 * TR_POSE];
  int width, height;

  tr_forward_kinematics(pose, NULL, fixture->model, position, NULL);
  trammel_scene_view_set_pose(fixture->view, NULL, NULL);
  g_autofree guint8 *empty = take_picture(fixture, &width, &height);
  trammel_scene_view_set_pose(fixture->view, pose, NULL);
  g_autofree guint8 *full = take_picture(fixture, &width, &height);
  g_assert_cmpuint(count_differences(empty, full, width, height), >, 400);
  trammel_scene_view_set_mechanism(fixture->view, NULL, NULL, 0);
  trammel_scene_view_set_pose(fixture->view, pose, pose);
  g_assert_null(fixture->view->estimated);
  g_autofree guint8 *none = take_picture(fixture, &width, &height);
  g_assert_cmpuint(count_differences(full, none, width, height), >, 400);
}

/* The view keeps its own copies. */
static void
test_copies(SceneFixture *fixture, gconstpointer unused)
{
  TrammelShape shape = {
      .body = 0, .type = TRAMMEL_SHAPE_CAPSULE, .to = {0.1, 0, 0}, .radius = 0.01};
  TrModel *model = tr_mechanism_pendulum();
  double *pose = g_new0(double, TR_POSE);

  pose[3] = 1;
  trammel_scene_view_set_mechanism(fixture->view, model, &shape, 1);
  trammel_scene_view_set_pose(fixture->view, pose, pose);
  tr_model_free(model);
  memset(&shape, 0xff, sizeof shape);
  memset(pose, 0xff, TR_POSE * sizeof *pose);
  g_free(pose);
  g_assert_cmpfloat(fixture->view->estimated[3], ==, 1);
  g_object_set(fixture->view, "show-labels", TRUE, NULL);
  gtk_test_widget_wait_for_draw(fixture->window);
}

/* A slide that leaves its rail: the rail grows, and the camera follows unless the user has moved
 * it. */
static void
test_rail_grows(SceneFixture *fixture, gconstpointer unused)
{
  TrModel *model = tr_mechanism_slider();
  double position = 8, pose[TR_POSE];

  trammel_scene_view_set_mechanism(fixture->view, model, NULL, 0);
  double before = fixture->view->camera.distance;
  tr_forward_kinematics(pose, NULL, model, &position, NULL);
  trammel_scene_view_set_pose(fixture->view, pose, NULL);
  g_assert_cmpfloat(fixture->view->camera.distance, >, 1.5 * before);
  drag(fixture->view, 10, 0);
  before = fixture->view->camera.distance;
  position = 40;
  tr_forward_kinematics(pose, NULL, model, &position, NULL);
  trammel_scene_view_set_pose(fixture->view, NULL, pose);
  g_assert_cmpfloat(fixture->view->camera.distance, ==, before);
  tr_model_free(model);
}

/* The view is framed on a small motion; without a motion on the range of all joints. */
static void
test_motion_is_framed(SceneFixture *fixture, gconstpointer unused)
{
  enum { N_NODES = 200 };
  double poses[N_NODES * 2 * TR_POSE], all = fixture->view->camera.distance;

  for (int i = 0; i < N_NODES; i++)
    tr_forward_kinematics(poses + 2 * TR_POSE * i, NULL, fixture->model,
                          (double[2]){0.2 * sin(0.1 * i), 0.5 * cos(0.1 * i)}, NULL);
  trammel_scene_view_set_motion(fixture->view, poses, N_NODES);
  g_assert_cmpfloat(fixture->view->camera.distance, <, 0.85 * all);
  trammel_scene_view_set_motion(fixture->view, poses, 1);
  trammel_scene_view_set_motion(fixture->view, NULL, 0);
  g_assert_cmpfloat_with_epsilon(fixture->view->camera.distance, all, 1e-9);
  trammel_scene_view_set_motion(fixture->view, poses, N_NODES);
  double spoilt = poses[20];
  poses[20] = NAN;
  trammel_scene_view_set_motion(fixture->view, poses, N_NODES);
  g_assert_cmpfloat_with_epsilon(fixture->view->camera.distance, all, 1e-9);
  poses[20] = spoilt;
  drag(fixture->view, 10, 0);
  trammel_scene_view_set_motion(fixture->view, poses, N_NODES);
  g_assert_cmpfloat_with_epsilon(fixture->view->camera.distance, all, 1e-9);
}

static void
test_focus_ring(SceneFixture *fixture, gconstpointer unused)
{
  int width, height;

  gtk_widget_set_state_flags(GTK_WIDGET(fixture->view), 0, TRUE);
  g_autofree guint8 *before = take_picture(fixture, &width, &height);
  gtk_widget_set_state_flags(GTK_WIDGET(fixture->view), GTK_STATE_FLAG_FOCUS_VISIBLE, FALSE);
  g_autofree guint8 *after = take_picture(fixture, &width, &height);
  g_assert_cmpuint(count_differences(before, after, width, height), >, width + height);
}

/* Moving from one window to another: the context is released and created again. */
static void
test_realized_again(SceneFixture *fixture, gconstpointer unused)
{
  int width, height;
  g_autofree guint8 *before = take_picture(fixture, &width, &height);

  g_object_ref(fixture->view);
  gtk_window_set_child(GTK_WINDOW(fixture->window), NULL);
  gtk_window_set_child(GTK_WINDOW(fixture->window), GTK_WIDGET(fixture->view));
  g_object_unref(fixture->view);
  gtk_test_widget_wait_for_draw(fixture->window);
  g_autofree guint8 *after = take_picture(fixture, &width, &height);
  g_assert_true(trammel_scene_view_is_available(fixture->view));
  g_assert_cmpuint(count_differences(before, after, width, height), ==, 0);
}

static void
test_words_without_gl(SceneFixture *fixture, gconstpointer unused)
{
  double position[2] = {0.4, 0.8}, pose[2 * TR_POSE];

  g_assert_false(trammel_scene_view_is_available(fixture->view));
  g_assert_true(gtk_widget_is_visible(fixture->view->reason));
  const char *text = gtk_label_get_text(GTK_LABEL(fixture->view->reason));
  g_assert_nonnull(strstr(text, "OpenGL 3.3"));
  g_assert_nonnull(strstr(text, "verything else works"));
  tr_forward_kinematics(pose, NULL, fixture->model, position, NULL);
  trammel_scene_view_set_pose(fixture->view, pose, pose);
  drag(fixture->view, 40, 10);
  scene_fixture_press_key(fixture->view, GDK_KEY_Home);
  gtk_window_set_default_size(GTK_WINDOW(fixture->window), 300, 200);
  gtk_test_widget_wait_for_draw(fixture->window);
  trammel_scene_view_set_mechanism(fixture->view, NULL, NULL, 0);
}

int
main(int argc, char **argv)
{
  gtk_test_init(&argc, &argv, NULL);
  if (argc > 1 && g_str_equal(argv[1], "--without-gl")) {
    scene_fixture_add_test("/ui/scene-view/words-without-gl", test_words_without_gl);
    return g_test_run();
  }
  scene_fixture_add_test("/ui/scene-view/orbit", test_orbit_keeps_the_distance);
  scene_fixture_add_test("/ui/scene-view/shaky-click", test_shaky_click_moves_nothing);
  scene_fixture_add_test("/ui/scene-view/pan", test_pan_moves_the_target);
  scene_fixture_add_test("/ui/scene-view/wheel", test_wheel_zooms_about_the_pointer);
  scene_fixture_add_test("/ui/scene-view/double-click", test_double_click_centres);
  scene_fixture_add_test("/ui/scene-view/switches", test_switches_change_the_picture);
  scene_fixture_add_test("/ui/scene-view/null-pose", test_null_pose_hides);
  scene_fixture_add_test("/ui/scene-view/copies", test_copies);
  scene_fixture_add_test("/ui/scene-view/rail", test_rail_grows);
  scene_fixture_add_test("/ui/scene-view/motion", test_motion_is_framed);
  scene_fixture_add_test("/ui/scene-view/click-picks", test_click_picks);
  scene_fixture_add_test("/ui/scene-view/replace-keeps-the-camera", test_replace_keeps_the_camera);
  scene_fixture_add_test("/ui/scene-view/measure", test_measure);
  scene_fixture_add_test("/ui/scene-view/marks", test_marks);
  scene_fixture_add_test("/ui/scene-view/focus-ring", test_focus_ring);
  scene_fixture_add_test("/ui/scene-view/realized-again", test_realized_again);
  g_test_add_func("/ui/scene-view/pick", test_pick_misses);
  g_test_add_func("/ui/scene-view/pick-things", test_pick_things);
  return g_test_run();
}
