/* Dialog that saves the motion of a 3D view as numbered pictures or as a video: format, size,
 * times, pictures a second, speed and background; then the progress, which can be cancelled. */
#pragma once

#include "ui/pages/parts/scene-pane.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MOVIE_DIALOG (trammel_movie_dialog_get_type())
G_DECLARE_FINAL_TYPE(TrammelMovieDialog, trammel_movie_dialog, TRAMMEL, MOVIE_DIALOG, GtkWindow)

/* Opens the dialog over the window of the pane, which must show a motion. */
TrammelMovieDialog *trammel_movie_dialog_show(TrammelScenePane *pane);

G_END_DECLS
