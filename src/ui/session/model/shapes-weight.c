/* Mass, centre of mass and inertia of the shapes of a body. */
#include <glib/gi18n.h>
#include <string.h>

#include "io/base/error.h"
#include "io/mesh/surface.h"
#include "ui/session/model/shapes.h"

/* Solids, and the surfaces that they refer to. */
typedef struct {
  GArray *solids;      /* TrSolid; `surface` is set at the end */
  GArray *views;       /* TrSurface of the solids that have one, in their order */
  GPtrArray *surfaces; /* TrammelSurface */
} Solids;

static void
clear(Solids *solids)
{
  g_array_unref(solids->solids);
  g_array_unref(solids->views);
  g_ptr_array_unref(solids->surfaces);
}

/* Adds the surface of a mesh, if it is closed. */
static gboolean
add_surface(Solids *solids, const char *path, GError **error)
{
  TrammelSurface *surface = trammel_surface_get(path, error);
  uint32_t n_open;

  if (!surface)
    return FALSE;
  g_ptr_array_add(solids->surfaces, surface);
  const TrSurface view = trammel_surface_view(surface);
  g_array_append_val(solids->views, view);
  if (!tr_surface_count_open_edges(&n_open, &view))
    trammel_need_memory(NULL);
  if (n_open == 0)
    return TRUE;
  g_set_error(
      error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
      ngettext("%s: the surface of the mesh is not closed (%u edge without a triangle on "
               "both sides), so it has no inside; repair it in a program for meshes, or draw "
               "the body with simple shapes",
               "%s: the surface of the mesh is not closed (%u edges without a triangle on "
               "both sides), so it has no inside; repair it in a program for meshes, or draw "
               "the body with simple shapes",
               n_open),
      path, n_open);
  return FALSE;
}

static gboolean
add_solid(Solids *solids, const TrammelShape *shape, GError **error)
{
  static const TrSolidKind kinds[] = {[TRAMMEL_SHAPE_BOX] = TR_SOLID_BOX,
                                      [TRAMMEL_SHAPE_SPHERE] = TR_SOLID_SPHERE,
                                      [TRAMMEL_SHAPE_CAPSULE] = TR_SOLID_CAPSULE,
                                      [TRAMMEL_SHAPE_CYLINDER] = TR_SOLID_CYLINDER,
                                      [TRAMMEL_SHAPE_MESH] = TR_SOLID_INSIDE};
  TrSolid solid = {.kind = kinds[shape->type], .radius = shape->radius};

  memcpy(solid.from, shape->from, sizeof solid.from);
  memcpy(solid.to, shape->to, sizeof solid.to);
  memcpy(solid.size, shape->size, sizeof solid.size);
  memcpy(solid.quat, shape->quat, sizeof solid.quat);
  g_array_append_val(solids->solids, solid);
  return shape->type != TRAMMEL_SHAPE_MESH || add_surface(solids, shape->path, error);
}

/* Lets the solids refer to the surfaces, now that these do not move any more. */
static void
join_surfaces(Solids *solids)
{
  guint n = 0;

  for (guint i = 0; i < solids->solids->len; i++) {
    TrSolid *solid = &g_array_index(solids->solids, TrSolid, i);
    if (solid->kind == TR_SOLID_INSIDE)
      solid->surface = &g_array_index(solids->views, TrSurface, n++);
  }
}

gboolean
trammel_model_shapes_weigh(
    TrMass *mass, const TrammelProject *project, int body, double density, GError **error)
{
  Solids solids = {.solids = g_array_new(FALSE, TRUE, sizeof(TrSolid)),
                   .views = g_array_new(FALSE, TRUE, sizeof(TrSurface)),
                   .surfaces =
                       g_ptr_array_new_with_free_func((GDestroyNotify)trammel_surface_unref)};
  gboolean done = TRUE;

  for (guint i = 0; done && i < trammel_project_get_n_shapes(project); i++) {
    const TrammelShape *shape = trammel_project_get_shape(project, i);
    if (shape->body == body)
      done = add_solid(&solids, shape, error);
  }
  join_surfaces(&solids);
  if (done)
    tr_solids_weigh(mass, (const TrSolid *)(gpointer)solids.solids->data, (int)solids.solids->len,
                    density);
  clear(&solids);
  return done;
}
