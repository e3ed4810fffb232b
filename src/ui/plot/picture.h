/* Base class of plots and heat maps: a drawn widget that can be copied, saved, put on a page with
 * its neighbours, and read as a table; with the context menu for these.
 *
 * Actions: picture.copy-image, picture.copy-shown (the numbers in the range shown),
 * picture.copy-all, picture.save-image, picture.save-page, picture.save-data, picture.view-table,
 * picture.add-to-report (by win.add-to-report, if the window has it). */
#pragma once

#include <gtk/gtk.h>

#include "plot/paint/export.h"
#include "ui/plot/table-window.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PICTURE (trammel_picture_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelPicture, trammel_picture, TRAMMEL, PICTURE, GtkWidget)

/* Action without a parameter; `run` is a function of the widget alone. */
typedef struct {
  const char *name;
  GCallback run;
} TrammelPictureVerb;

struct _TrammelPictureClass {
  GtkWidgetClass parent_class;

  /* Smallest and natural width and height [px]. */
  int minimum[2], natural[2];
  const TrammelPictureVerb *verbs; /* own actions, by trammel_picture_install_verbs() */

  /* All are called on the main thread and must be set. */
  const char *(*get_title)(TrammelPicture *self);
  gboolean (*has_data)(TrammelPicture *self);
  /* TRUE if only a part of the data is shown, so that copy-shown is useful. */
  gboolean (*has_range)(TrammelPicture *self);
  TrammelDrawing (*get_drawing)(TrammelPicture *self);
  char *(*dup_text)(TrammelPicture *self, gboolean in_range, char separator);
  void (*init_table)(TrammelPicture *self, TrammelTable *table);
  /* Draws the static layer in the widget's size. */
  void (*draw)(TrammelPicture *self, cairo_t *cr, const TrammelPaintStyle *style);
  /* Drops all layout and drawings after a change of size or theme. */
  void (*invalidate)(TrammelPicture *self);
  /* Adds own sections before the common ones; NULL for none. */
  void (*fill_menu)(TrammelPicture *self, GMenu *menu);
};

/* Installs the actions of a class, a static table that ends with a NULL name; for class_init. */
void trammel_picture_install_verbs(TrammelPictureClass *klass, const TrammelPictureVerb *verbs);

/* Appends the static layer, drawing it again when it was dropped. */
void trammel_picture_snapshot_layer(TrammelPicture *self, GtkSnapshot *snapshot);
void trammel_picture_drop_layer(TrammelPicture *self);
/* Returns the number of times the static layer has been drawn. */
guint trammel_picture_get_n_renders(TrammelPicture *self);

/* Copies the picture, or the numbers of the range shown. */
void trammel_picture_copy(TrammelPicture *self, gboolean as_image);

/* Opens the context menu at a place of the widget. */
void trammel_picture_show_menu(TrammelPicture *self, double x, double y);
/* Returns the context menu while it is open, or NULL. */
GtkWidget *trammel_picture_get_menu(TrammelPicture *self);
/* Returns the widget's size and font, for export. */
TrammelExportSize trammel_picture_get_export_size(TrammelPicture *self);

/* Writes the picture as shown, in the format of the file's ending: .png, .svg, .pdf (light colours)
 * or .csv.  Errors as trammel_export_figure() and
 * trammel_whole_file_write(). */
gboolean trammel_picture_export(TrammelPicture *self, const char *path, GError **error);

G_END_DECLS
