/* Tests of the pictures of the 3D view with OpenGL on the processor, which a thread draws. */
#include "ui/scene/gl/share.h"
#include "ui/scene/view/scene-area.h"
#include "ui/scene/view/scene-fixture.h"
#include "ui/ui-support.h"

static TrammelSceneArea *
get_area(SceneFixture *fixture)
{
  return TRAMMEL_SCENE_AREA(fixture->view->area);
}

static gboolean
is_settled(gpointer view)
{
  return trammel_scene_view_is_settled(view);
}

static guint
settle(SceneFixture *fixture)
{
  g_assert_true(test_wait(is_settled, fixture->view, TEST_DEADLINE));
  return trammel_scene_area_get_n_pictures(get_area(fixture));
}

/* The changes of a turn of the main loop are one change: one complete picture, no draft. */
static void
test_changes_of_a_turn(SceneFixture *fixture, gconstpointer unused)
{
  guint before = settle(fixture);

  for (int i = 0; i < 3; i++)
    trammel_scene_view_redraw(fixture->view);
  g_assert_cmpuint(settle(fixture), ==, before + 1);
}

/* Frames of the window wait for no picture, whatever its size; the picture follows. */
static void
test_frames_go_on(SceneFixture *fixture, gconstpointer unused)
{
  GtkWidget *view = GTK_WIDGET(fixture->view);
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(view);
  guint before = settle(fixture);
  GtkSnapshot *snapshot = gtk_snapshot_new();

  gtk_widget_allocate(view, 600, 300, -1, NULL);
  gtk_widget_queue_draw(view);
  gdk_paintable_snapshot(paintable, snapshot, 600, 300);
  gsk_render_node_unref(gtk_snapshot_free_to_node(snapshot));
  g_assert_cmpuint(trammel_scene_area_get_n_pictures(get_area(fixture)), ==, before);
  g_assert_false(trammel_scene_view_is_settled(fixture->view));
  g_assert_cmpuint(settle(fixture), >, before);
}

/* A hidden view draws nothing, and its change when it is shown again. */
static void
test_hidden(SceneFixture *fixture, gconstpointer unused)
{
  guint before = settle(fixture);

  gtk_widget_set_visible(GTK_WIDGET(fixture->view), FALSE);
  trammel_scene_view_redraw(fixture->view);
  g_assert_cmpuint(settle(fixture), ==, before);
  gtk_widget_set_visible(GTK_WIDGET(fixture->view), TRUE);
  gtk_test_widget_wait_for_draw(fixture->window);
  g_assert_cmpuint(settle(fixture), >, before);
}

static void
on_drawn_cb(cairo_surface_t *surface, const GError *error, gpointer data)
{
  cairo_surface_t **place = data;

  g_assert_no_error(error);
  *place = surface;
}

static gboolean
is_there(gpointer place)
{
  return *(gpointer *)place != NULL;
}

static TrammelSceneImage
new_image(void)
{
  TrammelSceneImage image = {.width = 40, .height = 30, .scale = 1};

  trammel_camera_init(&image.camera, (double[3]){0, 1, 0});
  return image;
}

/* A forgotten order is not answered, one behind it is. */
static void
test_orders(SceneFixture *fixture, gconstpointer unused)
{
  TrammelGlThread *thread = trammel_gl_thread_new();
  TrammelSceneImage image = new_image();
  cairo_surface_t *forgotten = NULL, *drawn = NULL;

  TrammelGlOrder *order =
      trammel_gl_thread_draw(thread, &image, trammel_draw_list_new(), on_drawn_cb, &forgotten);
  trammel_gl_order_forget(order);
  trammel_gl_thread_draw(thread, &image, trammel_draw_list_new(), on_drawn_cb, &drawn);
  trammel_gl_thread_free(thread);
  g_assert_true(test_wait(is_there, &drawn, TEST_DEADLINE));
  g_assert_null(forgotten);
  g_assert_cmpint(cairo_image_surface_get_width(drawn), ==, 40);
  g_assert_cmpint(cairo_image_surface_get_height(drawn), ==, 30);
  cairo_surface_destroy(drawn);
}

/* Without the thread GTK's own drawing goes on. */
static void
test_without_thread(SceneFixture *fixture, gconstpointer unused)
{
  g_autoptr(GError) error = NULL;
  guint before = settle(fixture);
  TrammelGlShare *share =
      trammel_gl_share_take(gtk_widget_get_display(GTK_WIDGET(fixture->view)), &error);

  g_assert_true(trammel_scene_view_is_slow(fixture->view));
  g_assert_true(trammel_gl_share_drop_thread(share, &error));
  g_assert_no_error(error);
  g_assert_false(trammel_scene_view_is_slow(fixture->view));
  trammel_scene_view_redraw(fixture->view);
  gtk_test_widget_wait_for_draw(fixture->window);
  g_assert_cmpuint(trammel_scene_area_get_n_pictures(get_area(fixture)), >, before);
  trammel_gl_share_give_back(share);
}

/* The thread of all views may end for another one before a picture of this view is ordered. */
static void
test_thread_of_another(SceneFixture *fixture, gconstpointer unused)
{
  g_autoptr(GError) error = NULL;
  guint before = settle(fixture);
  TrammelGlShare *share =
      trammel_gl_share_take(gtk_widget_get_display(GTK_WIDGET(fixture->view)), &error);

  trammel_scene_view_redraw(fixture->view);
  g_assert_false(trammel_scene_view_is_settled(fixture->view));
  g_assert_true(trammel_gl_share_drop_thread(share, &error));
  g_assert_no_error(error);
  settle(fixture);
  gtk_test_widget_wait_for_draw(fixture->window);
  g_assert_cmpuint(trammel_scene_area_get_n_pictures(get_area(fixture)), >, before);
  trammel_gl_share_give_back(share);
}

/* Where neither thread nor renderer can draw, no view draws; another view tries again. */
static void
test_without_renderer(SceneFixture *fixture, gconstpointer unused)
{
  g_autoptr(GError) error = NULL;
  GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(fixture->view));
  guint before = settle(fixture);
  TrammelGlShare *share = trammel_gl_share_take(display, &error);

  g_clear_pointer(&share->thread, trammel_gl_thread_free);
  g_assert_null(share->renderer);
  trammel_scene_view_redraw(fixture->view);
  gtk_gl_area_queue_render(GTK_GL_AREA(get_area(fixture)));
  gtk_test_widget_wait_for_draw(fixture->window);
  g_assert_cmpuint(trammel_scene_area_get_n_pictures(get_area(fixture)), ==, before);
  g_assert_true(trammel_gl_share_take(display, &error) == share);
  g_assert_no_error(error);
  g_assert_nonnull(share->renderer);
  trammel_gl_share_give_back(share);
  trammel_gl_share_give_back(share);
}

int
main(int argc, char **argv)
{
  gtk_test_init(&argc, &argv, NULL);
  scene_fixture_add_test("/ui/scene-area/changes-of-a-turn", test_changes_of_a_turn);
  scene_fixture_add_test("/ui/scene-area/frames-go-on", test_frames_go_on);
  scene_fixture_add_test("/ui/scene-area/hidden", test_hidden);
  scene_fixture_add_test("/ui/scene-area/orders", test_orders);
  scene_fixture_add_test("/ui/scene-area/without-thread", test_without_thread);
  scene_fixture_add_test("/ui/scene-area/thread-of-another", test_thread_of_another);
  scene_fixture_add_test("/ui/scene-area/without-renderer", test_without_renderer);
  return g_test_run();
}
