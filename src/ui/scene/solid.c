#include "ui/scene/solid.h"

#include <math.h>

#include "engine/linalg/vec3.h"

void
trammel_place_compose(TrPlace *out, const TrPlace *a, const TrPlace *b)
{
  tr_mat3_multiply(out->rot, a->rot, b->rot);
  trammel_place_apply(out->r, a, b->r);
}

void
trammel_place_apply(double out[3], const TrPlace *place, const double point[3])
{
  tr_mat3_apply(out, place->rot, point);
  tr_vec3_add_scaled(out, out, 1, place->r);
}

void
trammel_place_along(TrPlace *place, const double point[3], const double axis[3])
{
  double x[3], y[3], z[3], norm = tr_vec3_norm(axis);
  int least = 0;

  for (int i = 0; i < 3; i++) {
    z[i] = axis[i] / norm;
    if (fabs(axis[i]) < fabs(axis[least]))
      least = i;
  }
  const double other[3] = {least == 0, least == 1, least == 2};
  tr_vec3_cross(y, z, other);
  norm = tr_vec3_norm(y);
  for (int i = 0; i < 3; i++)
    y[i] /= norm;
  tr_vec3_cross(x, y, z);
  for (int i = 0; i < 3; i++) {
    place->rot[3 * i] = x[i];
    place->rot[3 * i + 1] = y[i];
    place->rot[3 * i + 2] = z[i];
  }
  tr_vec3_copy(place->r, point);
}

/* Between two points, z from a to b; their distance. */
static double
place_between(TrPlace *place, const double a[3], const double b[3])
{
  double middle[3], axis[3];

  tr_vec3_sub(axis, b, a);
  double length = tr_vec3_norm(axis);
  if (length < 1e-12) {
    axis[0] = axis[1] = 0;
    axis[2] = 1;
  }
  tr_vec3_copy(middle, a);
  tr_vec3_add_scaled(middle, middle, 0.5 * length / tr_vec3_norm(axis), axis);
  trammel_place_along(place, middle, axis);
  return length;
}

TrammelSolid
trammel_solid_capsule(const double a[3], const double b[3], double radius)
{
  TrammelSolid solid = {.mesh = TRAMMEL_MESH_CAPSULE, .radius = radius};

  solid.stretch[2] = place_between(&solid.place, a, b) / 2;
  return solid;
}

TrammelSolid
trammel_solid_cylinder(const double a[3], const double b[3], double radius, double bevel)
{
  TrammelSolid solid = {.mesh = TRAMMEL_MESH_CYLINDER};
  double half = place_between(&solid.place, a, b) / 2;

  solid.radius = fmin(bevel, 0.9 * fmin(radius, half));
  solid.stretch[0] = solid.stretch[1] = radius - solid.radius;
  solid.stretch[2] = half - solid.radius;
  return solid;
}

TrammelSolid
trammel_solid_box(const TrPlace *place, const double half[3], double bevel)
{
  TrammelSolid solid = {.mesh = TRAMMEL_MESH_BOX, .place = *place};

  solid.radius = fmin(bevel, 0.9 * fmin(half[0], fmin(half[1], half[2])));
  for (int i = 0; i < 3; i++)
    solid.stretch[i] = half[i] - solid.radius;
  return solid;
}

TrammelSolid
trammel_solid_cone(const double a[3], const double b[3], double radius)
{
  TrammelSolid solid = {.mesh = TRAMMEL_MESH_CONE, .stretch = {radius, radius, 0}};

  solid.stretch[2] = place_between(&solid.place, a, b);
  tr_vec3_copy(solid.place.r, a);
  return solid;
}

TrammelSolid
trammel_solid_move(const TrammelSolid *solid, const TrPlace *place)
{
  TrammelSolid moved = *solid;

  trammel_place_compose(&moved.place, place, &solid->place);
  return moved;
}

void
trammel_solid_add_bounds(double low[3], double high[3], const TrammelSolid *solid)
{
  for (int corner = 0; corner < 8; corner++) {
    double point[3], world[3];
    for (int i = 0; i < 3; i++)
      point[i] = (corner >> i & 1 ? 1 : -1) * solid->stretch[i];
    trammel_place_apply(world, &solid->place, point);
    for (int i = 0; i < 3; i++) {
      low[i] = fmin(low[i], world[i] - solid->radius);
      high[i] = fmax(high[i], world[i] + solid->radius);
    }
  }
}

double
trammel_solid_reach(const TrammelSolid *solid)
{
  return solid->radius + tr_vec3_norm(solid->stretch);
}
