/* Meshes that cannot be shown. */
#include <glib/gi18n-lib.h>

#include "io/base/error.h"
#include "io/check/check.h"
#include "io/mesh/surface.h"

static void
check_mesh(GArray *findings, const TrammelProject *project, const TrammelShape *shape)
{
  const TrammelPlace place = {.signal =
                                  trammel_project_get_model(project)->bodies[shape->body].name};
  g_autoptr(TrammelSurface) surface = NULL;
  g_autoptr(GError) error = NULL;

  if (!g_file_test(shape->path, G_FILE_TEST_EXISTS)) {
    trammel_findings_add(findings, &place, "info", "mesh-not-shown",
                         N_("The mesh %s of body '%s' is not there, and its box is drawn instead: "
                            "put the file there, import the model again, or remove the shape."),
                         shape->path, place.signal);
    return;
  }
  if (trammel_surface_is_known(shape->path))
    surface = trammel_surface_get(shape->path, &error);
  if (!error)
    return;
  g_autofree char *words = trammel_error_dup_words(error);
  trammel_findings_add(findings, &place, "info", "mesh-not-shown",
                       N_("A mesh of body '%s' is not drawn, but its box: %s."), place.signal,
                       words);
}

void
trammel_check_meshes(GArray *findings, const TrammelProject *project)
{
  for (guint i = 0; i < trammel_project_get_n_shapes(project); i++) {
    const TrammelShape *shape = trammel_project_get_shape(project, i);
    if (shape->type == TRAMMEL_SHAPE_MESH)
      check_mesh(findings, project, shape);
  }
}
