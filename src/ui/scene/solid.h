/* A placed solid, without OpenGL: which mesh (mesh-data.h), how large, where in its owner. */
#pragma once

#include "engine/mbs/prim.h"
#include "ui/scene/mesh-data.h"

G_BEGIN_DECLS

typedef struct {
  TrammelMesh mesh;
  TrPlace place; /* rigid, solid -> owner [m] */
  double stretch[3], radius;
} TrammelSolid;

/* From a to b, with round ends beyond them; a sphere where they coincide. */
TrammelSolid trammel_solid_capsule(const double a[3], const double b[3], double radius);

/* Flat faces at a and b, edges rounded by `bevel`; a and b differ. */
TrammelSolid
trammel_solid_cylinder(const double a[3], const double b[3], double radius, double bevel);

/* Half edges along the place's axes, edges rounded by `bevel`. */
TrammelSolid trammel_solid_box(const TrPlace *place, const double half[3], double bevel);

/* An arrow's head with its base at a and its tip at b. */
TrammelSolid trammel_solid_cone(const double a[3], const double b[3], double radius);

/* out = solid in the owner of its owner, placed there by `place`. */
TrammelSolid trammel_solid_move(const TrammelSolid *solid, const TrPlace *place);

/* Enlarges the box [low, high] by the solid, generously at round parts. */
void trammel_solid_add_bounds(double low[3], double high[3], const TrammelSolid *solid);

/* Radius of a ball about place.r that holds the solid. */
double trammel_solid_reach(const TrammelSolid *solid);

/* A place at a point whose z is along `axis` (not zero); x and y are any. */
void trammel_place_along(TrPlace *place, const double point[3], const double axis[3]);

/* out = a after b: out(x) = a(b(x)); out may be neither. */
void trammel_place_compose(TrPlace *out, const TrPlace *a, const TrPlace *b);

/* out = place(point); out may not be point. */
void trammel_place_apply(double out[3], const TrPlace *place, const double point[3]);

G_END_DECLS
