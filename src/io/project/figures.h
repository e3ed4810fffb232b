/* Figures of a project for its report: drawings with captions, in the list `figures` of the file,
 * limited in number and size.
 *
 * A drawing is an SVG file, packed (gzip, base64), because a project is copied at every edit. */
#pragma once

#include "io/base/report_figure.h"
#include "io/project/project.h"

G_BEGIN_DECLS

enum {
  TRAMMEL_MAX_FIGURES = 24,
  TRAMMEL_MAX_FIGURE_SIZE = 128 * 1024, /* bytes of a packed drawing */
  TRAMMEL_MAX_DRAWING_SIZE = 2 * 1024 * 1024
};

guint trammel_project_get_n_figures(const TrammelProject *project);
const char *trammel_project_get_figure_caption(const TrammelProject *project, guint i);

/* Returns the SVG file (transfer full).  Error: TRAMMEL_ERROR_INVALID for data that are not a
 * packed drawing. */
GBytes *trammel_project_load_figure(const TrammelProject *project, guint i, GError **error);

/* Changes of the list; they read the project again (io/project/put.h).  Errors:
 * TRAMMEL_ERROR_INVALID for a drawing that is too large, or too many drawings. */
gboolean trammel_project_add_figure(TrammelProject *project,
                                    const char *caption,
                                    GBytes *svg,
                                    GError **error);
gboolean trammel_project_set_figure_caption(TrammelProject *project,
                                            guint i,
                                            const char *caption,
                                            GError **error);
gboolean trammel_project_remove_figure(TrammelProject *project, guint i, GError **error);
/* Swaps figure i with the next one. */
gboolean trammel_project_swap_figure(TrammelProject *project, guint i, GError **error);

/* Returns all figures as TrammelReportFigure; free with g_ptr_array_unref().  Error: as
 * trammel_project_load_figure(). */
GPtrArray *trammel_project_load_prints(const TrammelProject *project, GError **error);

G_END_DECLS
