/* Motion of a 3D view as numbered PNG pictures or as a WebM video. */
#pragma once

#include "ui/pages/parts/scene-pane.h"

G_BEGIN_DECLS

enum { TRAMMEL_MOVIE_MOST = 99999 }; /* pictures: the digits of their names */

typedef struct {
  const char *path; /* of the file of a video, or of the folder of the pictures */
  gboolean is_video;
  int width, height; /* [px] */
  TrammelSceneBackground background;
  double from, to; /* [s] in the motion's clock */
  double speed;    /* of the motion in the video, 1: that of the log */
  int rate;        /* pictures a second of the video */
} TrammelMovie;

/* Returns the number of pictures: one at `from`, then one every speed / rate seconds up to `to`;
 * more than TRAMMEL_MOVIE_MOST cannot be written. */
guint trammel_movie_count(const TrammelMovie *movie);

/* Returns in a sentence what keeps the movie from being made, NULL for nothing; free with g_free().
 */
char *trammel_movie_dup_trouble(const TrammelMovie *movie);

/* Reports that `done` of `total` pictures are written. */
typedef void (*TrammelMovieProgress)(guint done, guint total, gpointer user);

/* Draws and writes the pictures in the background of the window.  The path is the file of the
 * video, or the folder of the pictures frame-00001.png ..., which is made and must be new or empty.
 * After an error or when it was cancelled, nothing is left behind.  `progress` gets `user`, too. */
void trammel_movie_write_async(TrammelScenePane *pane,
                               const TrammelMovie *movie,
                               GCancellable *cancellable,
                               TrammelMovieProgress progress,
                               GAsyncReadyCallback callback,
                               gpointer user);
gboolean trammel_movie_write_finish(TrammelScenePane *pane, GAsyncResult *result, GError **error);

G_END_DECLS
