/* Saving of a picture, of its numbers, or of all pictures of its page in one file. */
#pragma once

#include "ui/plot/picture.h"

G_BEGIN_DECLS

/* Ask for a file, write it and report the result by the action win.show-message, with a boolean (an
 * error) and a string. */
void trammel_picture_save_image(TrammelPicture *self);
void trammel_picture_save_page(TrammelPicture *self);
void trammel_picture_save_data(TrammelPicture *self);

/* Writes all pictures that are shown in the same window, each at its place: .png, .svg or .pdf.
 * Errors as trammel_export_drawing() and
 * trammel_whole_file_write(). */
gboolean trammel_picture_export_page(TrammelPicture *self, const char *path, GError **error);

/* Returns the number of pictures that trammel_picture_export_page() would write. */
guint trammel_picture_count_page(TrammelPicture *self);

G_END_DECLS
