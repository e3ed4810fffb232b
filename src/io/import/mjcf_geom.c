/* MJCF: shapes and masses of <geom>. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "io/import/frames.h"
#include "io/import/mjcf.h"

typedef enum { SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, N_SOLIDS } Solid;

static const char *const words[N_SOLIDS] = {"sphere", "capsule", "ellipsoid", "cylinder", "box"};

/* Fills volume and the inertia of unit density about the centre; s: radius or half lengths. */
static double
fill_solid(double inertia[6], Solid solid, const double s[3])
{
  double r = s[0], h = s[1], volume = 0, across = 0, along = 0;

  memset(inertia, 0, 6 * sizeof *inertia);
  switch (solid) {
  case SPHERE:
    volume = 4 * G_PI / 3 * r * r * r;
    across = along = 0.4 * volume * r * r;
    break;
  case CYLINDER:
    volume = 2 * G_PI * r * r * h;
    across = volume * (3 * r * r + 4 * h * h) / 12;
    along = volume * r * r / 2;
    break;
  case CAPSULE: {
    double ball = 4 * G_PI / 3 * r * r * r, tube = 2 * G_PI * r * r * h;
    volume = ball + tube;
    across = tube * (3 * r * r + 4 * h * h) / 12 + ball * (0.4 * r * r + h * h + 0.75 * h * r);
    along = tube * r * r / 2 + 0.4 * ball * r * r;
    break;
  }
  default: {
    double share = solid == BOX ? 1.0 / 3 : 0.2;
    volume = (solid == BOX ? 8 : 4 * G_PI / 3) * s[0] * s[1] * s[2];
    for (int i = 0; i < 3; i++)
      inertia[i] =
          volume * share * (s[(i + 1) % 3] * s[(i + 1) % 3] + s[(i + 2) % 3] * s[(i + 2) % 3]);
    return volume;
  }
  }
  inertia[0] = inertia[1] = across;
  inertia[2] = along;
  return volume;
}

static void
add_shape(TrammelRobot *robot, int link, Solid solid, const double s[3], const TrFrame *frame)
{
  static const TrammelShapeType types[N_SOLIDS] = {TRAMMEL_SHAPE_SPHERE, TRAMMEL_SHAPE_CAPSULE,
                                                   TRAMMEL_SHAPE_BOX, TRAMMEL_SHAPE_CYLINDER,
                                                   TRAMMEL_SHAPE_BOX};
  TrammelShape shape = {.type = types[solid], .radius = s[0]};

  memcpy(shape.quat, frame->quat, sizeof shape.quat);
  memcpy(shape.from, frame->position, sizeof shape.from);
  for (int i = 0; i < 3; i++)
    shape.size[i] = 2 * s[i];
  if (solid == CAPSULE || solid == CYLINDER) {
    trammel_frame_apply(shape.from, frame, (double[]){0, 0, -s[1]});
    trammel_frame_apply(shape.to, frame, (double[]){0, 0, s[1]});
  }
  trammel_robot_add_shape(robot, link, &shape);
}

/* Sets frame and half length from the ends of `fromto`. */
static gboolean
set_ends(TrFrame *frame, double *half, const double ends[6])
{
  double axis[3];

  tr_vec3_sub(axis, ends, ends + 3);
  *half = tr_vec3_norm(axis) / 2;
  for (int i = 0; i < 3; i++)
    frame->position[i] = (ends[i] + ends[3 + i]) / 2;
  return trammel_quat_from_axis(frame->quat, axis);
}

static gboolean
read_place(const TrammelMjcfItem *geom, TrFrame *frame, double s[3], Solid solid, GError **error)
{
  double ends[6], half;
  int n = trammel_mjcf_numbers(geom, "fromto", ends, 6, error);

  if (n < 0 || trammel_mjcf_numbers(geom, "size", s, 3, error) < 0)
    return FALSE;
  if (n == 0 || trammel_tag_get(geom->tag, "pos"))
    return trammel_mjcf_frame(geom, frame, error);
  if (n != 6 || !set_ends(frame, &half, ends))
    return trammel_tag_fail(geom->tag, error, N_("fromto needs two different points"));
  if (solid == BOX || solid == ELLIPSOID) {
    s[1] = s[0];
    s[2] = half;
  } else {
    s[1] = half;
  }
  return TRUE;
}

/* Adds the mass of a solid, by its `mass` or its density. */
static gboolean
add_mass(const TrammelMjcfItem *geom,
         TrBody *part,
         const TrBody *unit, /* of unit density */
         GError **error)
{
  double mass = NAN, density = 1000;
  TrBody solid = *unit;

  if (trammel_mjcf_numbers(geom, "mass", &mass, 1, error) < 0 ||
      trammel_mjcf_numbers(geom, "density", &density, 1, error) < 0)
    return FALSE;
  solid.mass = isnan(mass) ? density * unit->mass : mass;
  if (!(solid.mass > 0) || !(unit->mass > 0))
    return TRUE;
  for (int i = 0; i < 6; i++)
    solid.inertia[i] *= solid.mass / unit->mass;
  trammel_body_add(part, &solid);
  return TRUE;
}

/* TRUE if the geom is a simpler shape of a body that meshes show: it collides in their place. */
static gboolean
is_beside_meshes(const TrammelMjcfItem *geom)
{
  const TrammelTag *body = geom->tag->parent;

  if (!trammel_mjcf_is_hidden(geom))
    return FALSE;
  for (guint i = 0; i < body->children->len; i++) {
    TrammelMjcfItem other = *geom;
    other.tag = trammel_tag_child(body, i);
    if (trammel_tag_is(other.tag, "geom") && trammel_mjcf_is_mesh(&other) &&
        !trammel_mjcf_is_hidden(&other))
      return TRUE;
  }
  return FALSE;
}

/* Notes that the mass of a geom is not known, unless it states that it has none. */
static gboolean
note_no_mass(TrammelMjcf *mjcf, const TrammelMjcfItem *geom, GError **error)
{
  double mass = 1, density = 1;

  if (trammel_mjcf_numbers(geom, "mass", &mass, 1, error) < 0 ||
      trammel_mjcf_numbers(geom, "density", &density, 1, error) < 0)
    return FALSE;
  if (mass != 0 && density != 0)
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, geom->tag,
                       N_("the mass of a geom of this type is not known; state <inertial> of its "
                          "body"));
  return TRUE;
}

gboolean
trammel_mjcf_read_geom(
    TrammelMjcf *mjcf, const TrammelMjcfItem *geom, int link, TrBody *part, GError **error)
{
  const char *word = trammel_mjcf_text(geom, "type");
  int solid = word || trammel_mjcf_text(geom, "mesh") ? N_SOLIDS : SPHERE;
  double s[3] = {0};
  TrFrame frame;
  TrBody unit = {.mass = 0};

  for (int i = 0; word && i < N_SOLIDS; i++)
    if (g_str_equal(words[i], word))
      solid = i;
  if (solid == N_SOLIDS && part && !note_no_mass(mjcf, geom, error))
    return FALSE;
  if (trammel_mjcf_is_mesh(geom))
    return trammel_mjcf_read_mesh(mjcf, geom, link, error);
  if (solid == N_SOLIDS) {
    trammel_record_add(mjcf->robot->record, TRAMMEL_RECORD_IGNORED, geom->tag,
                       N_("a geom of this type is not shown"));
    return TRUE;
  }
  if (!read_place(geom, &frame, s, (Solid)solid, error))
    return FALSE;
  if (!is_beside_meshes(geom))
    add_shape(mjcf->robot, link, (Solid)solid, s, &frame);
  unit.mass = fill_solid(unit.inertia, (Solid)solid, s);
  trammel_body_move(&unit, &frame);
  return !part || add_mass(geom, part, &unit, error);
}
