/* Draw list of one picture: solids with a place, a colour and a style.  No OpenGL. */
#pragma once

#include <glib.h>

#include "ui/scene/geometry/mat4.h"
#include "ui/scene/geometry/mesh.h"
#include "ui/scene/geometry/skin.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_STYLE_SOLID,
  TRAMMEL_STYLE_GHOST, /* transparent grey, whatever the item's colour */
  TRAMMEL_STYLE_MARK   /* in front of everything else */
} TrammelDrawStyle;

/* Solid: mesh and measures, as in mesh.h [m]. */
typedef struct {
  TrammelMeshKind mesh;
  double half[3], radius;
  TrammelSkin *skin; /* in place of `mesh`; not owned; nullable */
} TrammelSolid;

/* Return solids by their outer measures [m]; `edge` is the radius of rounded edges, limited to
 * fit. */
TrammelSolid trammel_solid_box(const double half_edges[3], double edge);
TrammelSolid trammel_solid_sphere(double radius);
TrammelSolid trammel_solid_cylinder(double radius, double half_length, double edge);
TrammelSolid trammel_solid_capsule(double radius, double half_length);
TrammelSolid trammel_solid_cone(double radius, double height);

/* Returns the solid of a skin, whose centre is the origin; the skin must outlive it. */
TrammelSolid trammel_solid_skin(TrammelSkin *skin);

/* Return a capsule and a box of few triangles, for large numbers of them. */
TrammelSolid trammel_solid_wire(double radius, double half_length);
TrammelSolid trammel_solid_block(const double half_edges[3]);

/* Sets the half edges of the box around the solid in its own axes; a cone counts as extending both
 * ways. */
void trammel_solid_get_reach(const TrammelSolid *solid, double half_edges[3]);

/* Part of the mechanism that an item shows; the first kind is none. */
typedef enum {
  TRAMMEL_THING_NONE,
  TRAMMEL_THING_BODY,
  TRAMMEL_THING_JOINT,
  TRAMMEL_THING_CONTACT
} TrammelThingKind;

typedef struct {
  TrammelThingKind kind;
  int index;
} TrammelThing;

typedef struct {
  TrammelSolid solid;
  TrammelMat4 transform; /* solid -> world, rigid */
  float color[4];        /* sRGB, 0 to 1 */
  TrammelDrawStyle style;
  TrammelThing thing;
} TrammelDrawItem;

/* A growing array of items; it has references to their skins. */
typedef struct _TrammelDrawList TrammelDrawList;

/* Returns an empty list; free with trammel_draw_list_free(). */
TrammelDrawList *trammel_draw_list_new(void);
void trammel_draw_list_free(TrammelDrawList *list);

void trammel_draw_list_clear(TrammelDrawList *list);
void trammel_draw_list_add(TrammelDrawList *list, const TrammelDrawItem *item);
guint trammel_draw_list_get_n_items(const TrammelDrawList *list);
const TrammelDrawItem *trammel_draw_list_get_item(const TrammelDrawList *list, guint i);

/* Sorts the list: solids first, in the order in which they were added; then ghosts, the farthest
 * from `eye` first; then marks. */
void trammel_draw_list_sort(TrammelDrawList *list, const double eye[3]);

/* Sets the box of all items in the world; FALSE when there is none. */
gboolean trammel_draw_list_get_bounds(const TrammelDrawList *list, double low[3], double high[3]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelDrawList, trammel_draw_list_free)

G_END_DECLS
