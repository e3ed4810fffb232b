#include "ui/pages/parts/movie.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdatomic.h>

#include "io/base/whole_file.h"
#include "io/packed/temp_folder.h"
#include "ui/desktop/video.h"

/* Movie under way. */
typedef struct {
  TrammelMovie movie;
  char *path;               /* of the file, or of the folder */
  char *folder;             /* of the pictures */
  TrammelTempFolder *place; /* of the pictures of a video; nullable */
  gboolean has_made;        /* the folder was not there */
  guint n, done;
  TrammelMovieProgress progress;
  gpointer user;
} Work;

/* Picture that a thread writes. */
typedef struct {
  cairo_surface_t *surface;
  char *path;
  /* GLib's locks order the two threads; ThreadSanitizer, which does not see them, sees this. */
  atomic_bool is_filled;
} Picture;

static void
free_work(gpointer data)
{
  Work *work = data;

  g_clear_pointer(&work->place, trammel_temp_folder_unref);
  g_free(work->path);
  g_free(work->folder);
  g_free(work);
}

static void
free_picture(gpointer data)
{
  Picture *picture = data;

  cairo_surface_destroy(picture->surface);
  g_free(picture->path);
  g_free(picture);
}

guint
trammel_movie_count(const TrammelMovie *movie)
{
  double steps = (movie->to - movie->from) * movie->rate / movie->speed;

  /* the last picture is not lost to rounding */
  return (guint)fmin(floor(fmax(0, steps) + 1e-6) + 1, TRAMMEL_MOVIE_MOST + 1.0);
}

static char *
dup_name(const Work *work, guint k)
{
  g_autofree char *name = g_strdup_printf(TRAMMEL_VIDEO_PICTURE, k + 1);

  return g_build_filename(work->folder, name, NULL);
}

/* ---- the folder ------------------------------------------------------------------------------ */

static gboolean
is_empty(const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);

  return dir && !g_dir_read_name(dir);
}

/* Makes the folder of the pictures. */
static gboolean
make_folder(Work *work, GError **error)
{
  if (work->movie.is_video) {
    work->place = trammel_temp_folder_new(NULL, error);
    work->folder = work->place ? g_strdup(trammel_temp_folder_get_path(work->place)) : NULL;
    return work->place != NULL;
  }
  work->has_made = g_mkdir(work->path, 0777) == 0;
  if (!work->has_made && !is_empty(work->path)) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_EXIST,
                _("'%s' cannot be made, or has files in it already: the pictures need a new "
                  "folder. Choose another name."),
                work->path);
    return FALSE;
  }
  work->folder = g_strdup(work->path);
  return TRUE;
}

/* Removes what is written, and the folder. */
static void
clean_up(Work *work)
{
  for (guint k = 0; !work->place && k < work->n; k++) {
    g_autofree char *path = dup_name(work, k);
    if (g_unlink(path) != 0)
      break;
  }
  if (work->has_made)
    g_rmdir(work->folder);
}

static void
fail(GTask *task, GError *error)
{
  clean_up(g_task_get_task_data(task));
  g_task_return_error(task, error);
}

/* ---- the pictures ---------------------------------------------------------------------------- */

static cairo_status_t
append_bytes(void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append(closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Runs on a thread. */
static void
write_picture(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Picture *picture = data;

  g_assert(atomic_load_explicit(&picture->is_filled, memory_order_acquire));
  GByteArray *png = g_byte_array_new();
  GError *error = NULL;

  cairo_surface_write_to_png_stream(picture->surface, append_bytes, png);
  g_autoptr(GBytes) bytes = g_byte_array_free_to_bytes(png);
  if (trammel_whole_file_write_bytes(picture->path, bytes, &error))
    g_task_return_boolean(task, TRUE);
  else
    g_task_return_error(task, error);
}

static void draw_next(GTask *task);

static void
on_written_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(GTask) task = data;
  Work *work = g_task_get_task_data(task);
  GError *error = NULL;

  if (!g_task_propagate_boolean(G_TASK(result), &error)) {
    fail(task, error);
    return;
  }
  work->done++;
  if (work->progress)
    work->progress(work->done, work->n, work->user);
  draw_next(task);
}

static void
on_drawn_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(GTask) task = data;
  Work *work = g_task_get_task_data(task);
  GError *error = NULL;
  cairo_surface_t *surface =
      trammel_scene_pane_take_still_finish(TRAMMEL_SCENE_PANE(source), result, &error);

  if (!surface) {
    fail(task, error);
    return;
  }
  Picture *picture = g_new0(Picture, 1);
  g_autoptr(GTask) writing = g_task_new(source, NULL, on_written_cb, g_object_ref(task));
  picture->surface = surface;
  picture->path = dup_name(work, work->done);
  atomic_store_explicit(&picture->is_filled, true, memory_order_release);
  g_task_set_task_data(writing, picture, free_picture);
  g_task_run_in_thread(writing, write_picture);
}

static void
on_encoded_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(GTask) task = data;
  GError *error = NULL;

  if (trammel_video_encode_finish(result, &error))
    g_task_return_boolean(task, TRUE);
  else
    fail(task, error);
}

static void
draw_next(GTask *task)
{
  const Work *work = g_task_get_task_data(task);
  const TrammelMovie *movie = &work->movie;
  GCancellable *cancellable = g_task_get_cancellable(task);

  if (work->done < work->n) {
    TrammelSceneStill still = {
        .width = movie->width, .height = movie->height, .background = movie->background};
    trammel_scene_pane_take_still_async(g_task_get_source_object(task),
                                        movie->from + work->done * movie->speed / movie->rate,
                                        &still, cancellable, on_drawn_cb, g_object_ref(task));
  } else if (movie->is_video) {
    trammel_video_encode_async(work->folder, (guint)movie->rate, work->path, cancellable,
                               on_encoded_cb, g_object_ref(task));
  } else {
    g_task_return_boolean(task, TRUE);
  }
}

char *
trammel_movie_dup_trouble(const TrammelMovie *movie)
{
  if (movie->is_video && trammel_video_get_trouble())
    return g_strdup(trammel_video_get_trouble());
  if (movie->is_video && movie->background == TRAMMEL_BACKGROUND_NONE)
    return g_strdup(_("A video cannot be transparent: choose another background."));
  if (movie->from > movie->to)
    return g_strdup(_("The motion ends before it begins."));
  if (trammel_movie_count(movie) > TRAMMEL_MOVIE_MOST)
    return g_strdup_printf(
        _("More than %d pictures: choose a shorter time or fewer pictures a second."),
        TRAMMEL_MOVIE_MOST);
  return NULL;
}

void
trammel_movie_write_async(TrammelScenePane *pane,
                          const TrammelMovie *movie,
                          GCancellable *cancellable,
                          TrammelMovieProgress progress,
                          GAsyncReadyCallback callback,
                          gpointer user)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_PANE(pane));
  g_autoptr(GTask) task = g_task_new(pane, cancellable, callback, user);
  Work *work = g_new0(Work, 1);
  GError *error = NULL;

  *work = (Work){.movie = *movie,
                 .path = g_strdup(movie->path),
                 .n = trammel_movie_count(movie),
                 .progress = progress,
                 .user = user};
  g_task_set_source_tag(task, trammel_movie_write_async);
  g_task_set_task_data(task, work, free_work);
  /* the callback says whether it was cancelled or done, but not both */
  g_task_set_check_cancellable(task, FALSE);
  g_autofree char *trouble = trammel_movie_dup_trouble(movie);
  if (trouble)
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s", trouble);
  else if (!make_folder(work, &error))
    g_task_return_error(task, error);
  else
    draw_next(task);
}

gboolean
trammel_movie_write_finish(TrammelScenePane *pane, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail(g_task_is_valid(result, pane), FALSE);
  return g_task_propagate_boolean(G_TASK(result), error);
}
