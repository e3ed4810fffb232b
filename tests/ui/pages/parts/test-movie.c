/* Tests of saving the motion of a 3D view, with real clicks and keys: numbered pictures, a
 * transparent background, cancelling, a folder in use, and a video by a program in the path.
 * Skipped without xdotool. */
#include <glib/gstdio.h>
#include <unistd.h>

#include "io/packed/temp_folder.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/desktop/video.h"
#include "ui/pages/parts/movie-dialog.h"
#include "ui/real-input.h"
#include "ui/real-menu.h"
#include "ui/window-support.h"

enum { WIDTH = 320, HEIGHT = 240 };

/* In the order of the dialog. */
enum { WIDTH_FIELD, HEIGHT_FIELD, FROM, TO, RATE, SPEED };
enum { FORMAT, SIZE, BACKGROUND };

typedef struct {
  TrammelWindow *window;
  GtkWidget *host;
  TrammelScenePane *pane;
  TrammelTempFolder *folder;
  char *path; /* that the file chooser answers */
} Fixture;

static GFile *
choose(TrammelChoice choice, const char *name, gpointer user)
{
  const Fixture *fixture = user;

  return g_file_new_for_path(fixture->path);
}

static void
set_up(Fixture *fixture, gconstpointer unused)
{
  g_autoptr(GError) error = NULL;

  fixture->window = open_example("furuta");
  TrammelProject *project =
      trammel_document_get_project(trammel_window_get_document(fixture->window));
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(project);
  scenario->duration = 2;
  trammel_scenario_set_start(scenario, "elbow", (TrammelScenarioStart){1.2, 0});
  g_autoptr(TrammelSimulation) simulation =
      trammel_simulation_new(project, scenario, NULL, NULL, &error);
  g_assert_no_error(error);
  fixture->host = gtk_window_new();
  fixture->pane = g_object_new(TRAMMEL_TYPE_SCENE_PANE, NULL);
  gtk_window_set_default_size(GTK_WINDOW(fixture->host), 500, 500);
  gtk_window_set_child(GTK_WINDOW(fixture->host), GTK_WIDGET(fixture->pane));
  trammel_scene_pane_set_simulation(fixture->pane, simulation);
  gtk_window_present(GTK_WINDOW(fixture->host));
  gtk_test_widget_wait_for_draw(fixture->host);
  real_input_focus(fixture->host);
  real_input_settle(fixture->host);
  fixture->folder = trammel_temp_folder_new(NULL, &error);
  g_assert_no_error(error);
  fixture->path = g_build_filename(trammel_temp_folder_get_path(fixture->folder), "motion", NULL);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){.choose = choose, .user = fixture});
}

static void
tear_down(Fixture *fixture, gconstpointer unused)
{
  trammel_file_dialogs_set_seam((TrammelDialogSeam){0});
  gtk_window_destroy(GTK_WINDOW(fixture->host));
  close_window(fixture->window);
  trammel_temp_folder_unref(fixture->folder);
  g_free(fixture->path);
}

/* ---- the dialog ------------------------------------------------------------------------------ */

static GtkWidget *
open_dialog(Fixture *fixture)
{
  GtkWidget *view = GTK_WIDGET(trammel_scene_pane_get_view(fixture->pane));

  real_menu_choose_at(view, 60, 60, view, "Save the motion…");
  soon_nonnull(find_toplevel(TRAMMEL_TYPE_MOVIE_DIALOG));
  GtkWidget *dialog = find_toplevel(TRAMMEL_TYPE_MOVIE_DIALOG);
  real_input_focus(dialog);
  real_input_settle(dialog);
  return dialog;
}

/* Types a number into the n-th field. */
static void
type(GtkWidget *dialog, guint n, const char *text)
{
  g_autoptr(GPtrArray) fields = g_ptr_array_new();

  collect_widgets(dialog, GTK_TYPE_SPIN_BUTTON, fields);
  GtkWidget *field = fields->pdata[n];
  real_input_click(field, 1, 20, gtk_widget_get_height(field) / 2.0);
  real_input_send(dialog, "key ctrl+a");
  real_input_send(dialog, "type '%s'", text);
  real_input_send(dialog, "key Tab");
  real_input_settle(dialog);
}

/* Chooses a row of the n-th drop-down. */
static void
pick(GtkWidget *dialog, guint n, guint row)
{
  g_autoptr(GPtrArray) choices = g_ptr_array_new();

  collect_widgets(dialog, GTK_TYPE_DROP_DOWN, choices);
  gtk_drop_down_set_selected(choices->pdata[n], row);
  real_input_settle(dialog);
}

static GtkWidget *
open_small(Fixture *fixture)
{
  GtkWidget *dialog = open_dialog(fixture);

  type(dialog, WIDTH_FIELD, "320");
  type(dialog, HEIGHT_FIELD, "240");
  type(dialog, FROM, "0.5");
  type(dialog, TO, "1.5");
  type(dialog, RATE, "10");
  return dialog;
}

static void
save(GtkWidget *dialog)
{
  GtkWidget *button = find_widget(dialog, GTK_TYPE_BUTTON, "_Save…");

  g_assert_nonnull(button);
  real_input_press(button);
}

/* Returns the text about the movie, or about what is wrong. */
static const char *
get_words(GtkWidget *dialog)
{
  g_autoptr(GPtrArray) labels = g_ptr_array_new();

  collect_widgets(dialog, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    if (gtk_widget_has_css_class(labels->pdata[i], "movie-words"))
      return gtk_label_get_text(labels->pdata[i]);
  return "";
}

/* ---- the pictures ---------------------------------------------------------------------------- */

static char *
dup_picture(const Fixture *fixture, guint k)
{
  g_autofree char *name = g_strdup_printf(TRAMMEL_VIDEO_PICTURE, k);

  return g_build_filename(fixture->path, name, NULL);
}

static cairo_surface_t *
read_picture(const Fixture *fixture, guint k)
{
  g_autofree char *path = dup_picture(fixture, k);
  cairo_surface_t *surface = cairo_image_surface_create_from_png(path);

  g_assert_cmpint(cairo_surface_status(surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint(cairo_image_surface_get_width(surface), ==, WIDTH);
  g_assert_cmpint(cairo_image_surface_get_height(surface), ==, HEIGHT);
  return surface;
}

static guint32
get_pixel(cairo_surface_t *surface, int x, int y)
{
  const guchar *data = cairo_image_surface_get_data(surface);

  return *(const guint32 *)(gconstpointer)(data + y * cairo_image_surface_get_stride(surface) +
                                           4 * x);
}

/* Returns the number of pixels that differ. */
static int
compare(const Fixture *fixture, guint one, guint other)
{
  cairo_surface_t *a = read_picture(fixture, one), *b = read_picture(fixture, other);
  int n = 0;

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      n += get_pixel(a, x, y) != get_pixel(b, x, y);
  cairo_surface_destroy(a);
  cairo_surface_destroy(b);
  return n;
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void
test_pictures(Fixture *fixture, gconstpointer unused)
{
  GtkWidget *dialog = open_small(fixture);
  g_autofree char *last = dup_picture(fixture, 11), *beyond = dup_picture(fixture, 12);

  g_assert_cmpstr(get_words(dialog), ==, "11 pictures, 1.1 s when played");
  save(dialog);
  soon_true(!find_toplevel(TRAMMEL_TYPE_MOVIE_DIALOG));
  g_assert_true(g_file_test(last, G_FILE_TEST_EXISTS));
  g_assert_false(g_file_test(beyond, G_FILE_TEST_EXISTS));
  /* the pendulum moves from picture to picture, before a background that does not */
  for (guint k = 1; k < 11; k++) {
    int n = compare(fixture, k, k + 1);
    g_assert_cmpint(n, >, 100);
    g_assert_cmpint(n, <, WIDTH * HEIGHT / 2);
  }
  cairo_surface_t *picture = read_picture(fixture, 1);
  g_assert_cmphex(get_pixel(picture, WIDTH - 1, 0) >> 24, ==, 0xff);
  cairo_surface_destroy(picture);
}

static void
test_backgrounds(Fixture *fixture, gconstpointer unused)
{
  GtkWidget *dialog = open_small(fixture);
  int n_clear = 0, n_solid = 0;

  type(dialog, TO, "0.5");
  pick(dialog, BACKGROUND, TRAMMEL_BACKGROUND_NONE);
  save(dialog);
  soon_true(!find_toplevel(TRAMMEL_TYPE_MOVIE_DIALOG));
  cairo_surface_t *picture = read_picture(fixture, 1);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      n_clear += get_pixel(picture, x, y) == 0;
      n_solid += get_pixel(picture, x, y) >> 24 == 0xff;
    }
  cairo_surface_destroy(picture);
  g_assert_cmpint(n_clear, >, WIDTH * HEIGHT / 4);
  g_assert_cmpint(n_solid, >, 300);

  /* the folder is in use now */
  dialog = open_small(fixture);
  save(dialog);
  soon_true(strstr(get_words(dialog), "Choose another name") != NULL);
  g_free(fixture->path);
  fixture->path = g_build_filename(trammel_temp_folder_get_path(fixture->folder), "white", NULL);
  type(dialog, TO, "0.5");
  pick(dialog, BACKGROUND, TRAMMEL_BACKGROUND_WHITE);
  save(dialog);
  soon_true(!find_toplevel(TRAMMEL_TYPE_MOVIE_DIALOG));
  picture = read_picture(fixture, 1);
  g_assert_cmphex(get_pixel(picture, WIDTH - 1, 0), ==, 0xffffffff);
  cairo_surface_destroy(picture);
}

/* What is written is removed when it is cancelled, and the dialog stays. */
static void
test_cancelled(Fixture *fixture, gconstpointer unused)
{
  GtkWidget *dialog = open_small(fixture);
  g_autofree char *first = dup_picture(fixture, 1);

  type(dialog, RATE, "100");
  type(dialog, SPEED, "0.01");
  g_assert_cmpstr(get_words(dialog), ==, "10001 pictures, 100 s when played");
  save(dialog);
  soon_true(g_file_test(first, G_FILE_TEST_EXISTS));
  real_input_press(find_widget(dialog, GTK_TYPE_BUTTON, "_Cancel"));
  soon_true(!g_file_test(fixture->path, G_FILE_TEST_EXISTS));
  soon_true(g_str_has_prefix(get_words(dialog), "10001 pictures"));
  real_input_press(find_widget(dialog, GTK_TYPE_BUTTON, "_Cancel"));
  soon_true(!find_toplevel(TRAMMEL_TYPE_MOVIE_DIALOG));
}

/* Leaves only the programs of the fixture in the path, and the one that moves the pointer. */
static void
narrow_path(const Fixture *fixture)
{
  const char *folder = trammel_temp_folder_get_path(fixture->folder);
  g_autofree char *pointer = g_find_program_in_path("xdotool");
  g_autofree char *link = g_build_filename(folder, "xdotool", NULL);

  g_assert_cmpint(symlink(pointer, link), ==, 0);
  g_setenv("PATH", folder, TRUE);
}

static void
put_program(const Fixture *fixture, const char *name, const char *script)
{
  const char *folder = trammel_temp_folder_get_path(fixture->folder);
  g_autofree char *path = g_build_filename(folder, name, NULL);
  g_autoptr(GError) error = NULL;

  g_file_set_contents(path, script, -1, &error);
  g_assert_no_error(error);
  g_assert_cmpint(g_chmod(path, 0755), ==, 0);
}

/* A program that stands for ffmpeg writes the number of its pictures and its words into the
 * video. */
static void
test_video(Fixture *fixture, gconstpointer unused)
{
  g_autofree char *old_path = g_strdup(g_getenv("PATH")), *content = NULL;
  g_autoptr(GError) error = NULL;
  GtkWidget *dialog = open_small(fixture);

  narrow_path(fixture);
  pick(dialog, FORMAT, 1);
  g_assert_nonnull(strstr(get_words(dialog), "ffmpeg"));
  g_assert_false(gtk_widget_get_sensitive(find_widget(dialog, GTK_TYPE_BUTTON, "_Save…")));
  put_program(fixture, "ffmpeg", "#!/bin/sh\necho 'first' >&2\necho 'no encoder' >&2\nexit 1\n");
  pick(dialog, BACKGROUND, TRAMMEL_BACKGROUND_NONE);
  g_assert_nonnull(strstr(get_words(dialog), "transparent"));
  pick(dialog, BACKGROUND, TRAMMEL_BACKGROUND_THEME);
  save(dialog);
  soon_true(g_strcmp0(get_words(dialog), "Ffmpeg made no video: no encoder") == 0);
  put_program(fixture, "ffmpeg",
              "#!/bin/sh\nn=0\nfor word; do last=$word; done\n"
              "for file in ${last%/*}/frame-*.png; do n=$((n + 1)); done\n"
              "echo \"$n $6\" > $last\n");
  save(dialog);
  soon_true(!find_toplevel(TRAMMEL_TYPE_MOVIE_DIALOG));
  g_setenv("PATH", old_path, TRUE);
  g_file_get_contents(fixture->path, &content, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpstr(content, ==, "11 10\n");
}

/* A program that is installed makes a WebM file: EBML's first bytes. */
static void
test_real_video(Fixture *fixture, gconstpointer unused)
{
  g_autofree char *content = NULL;
  gsize length = 0;

  if (!trammel_video_get_program()) {
    g_test_skip("neither ffmpeg nor gst-launch-1.0 is installed");
    return;
  }
  GtkWidget *dialog = open_small(fixture);
  pick(dialog, FORMAT, 1);
  save(dialog);
  soon_true(!find_toplevel(TRAMMEL_TYPE_MOVIE_DIALOG));
  g_assert_true(g_file_get_contents(fixture->path, &content, &length, NULL));
  g_assert_cmpuint(length, >, 1000);
  g_assert_cmpint(memcmp(content, "\x1a\x45\xdf\xa3", 4), ==, 0);
}

int
main(int argc, char *argv[])
{
  init_window_tests(&argc, &argv);
  if (!real_input_is_there())
    return 0;
  g_test_add("/ui/movie/pictures", Fixture, NULL, set_up, test_pictures, tear_down);
  g_test_add("/ui/movie/backgrounds", Fixture, NULL, set_up, test_backgrounds, tear_down);
  g_test_add("/ui/movie/cancelled", Fixture, NULL, set_up, test_cancelled, tear_down);
  g_test_add("/ui/movie/video", Fixture, NULL, set_up, test_video, tear_down);
  g_test_add("/ui/movie/real-video", Fixture, NULL, set_up, test_real_video, tear_down);
  return run_window_tests();
}
