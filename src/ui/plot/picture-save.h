/* Saves a picture, its numbers, or all pictures of its page in one. */
#pragma once

#include "ui/plot/picture.h"

G_BEGIN_DECLS

/* Each asks for a file, writes it and tells what came of it by the action win.show-message, with a
 * boolean (an error) and a string. */
void trammel_picture_save_image(TrammelPicture *self);
void trammel_picture_save_page(TrammelPicture *self);
void trammel_picture_save_data(TrammelPicture *self);

/* Writes all pictures that are shown in the same window, each at its place: .png, .svg or .pdf. */
gboolean trammel_picture_export_page(TrammelPicture *self, const char *path, GError **error);

/* How many pictures that would be. */
guint trammel_picture_count_page(TrammelPicture *self);

G_END_DECLS
