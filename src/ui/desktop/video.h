/* Videos from numbered pictures, made by a program of the desktop: ffmpeg, or gst-launch-1.0 of
 * GStreamer with its plug-ins for PNG, VP8 and WebM. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Names of the pictures, from 1 on; for printf(). */
#define TRAMMEL_VIDEO_PICTURE "frame-%05u.png"

/* Returns the name of the program that would be used; NULL when none is installed. */
const char *trammel_video_get_program(void);

/* Returns in a sentence that none is installed; NULL where one is. */
const char *trammel_video_get_trouble(void);

/* Makes the WebM file `path` of the pictures in `folder`, `rate` of them a second.  A file of that
 * name is replaced when the video is complete.  A cancelled program is ended. */
void trammel_video_encode_async(const char *folder,
                                guint rate,
                                const char *path,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user);

/* FALSE with an error: no program, what the program said, or the file that cannot be written. */
gboolean trammel_video_encode_finish(GAsyncResult *result, GError **error);

G_END_DECLS
