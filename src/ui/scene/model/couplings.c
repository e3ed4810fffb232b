/* Couplings between two bodies or joints, drawn between them: wheels of gears, rods, springs,
 * dampers. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "ui/scene/model/private.h"

/* in radii of a link */
#define WHEEL_HALF  0.4 /* width */
#define WHEEL_ASIDE 2.1 /* of its middle from that of the hinge, along the axis, ... */
#define WHEEL_PITCH 1.1 /* ... and from one plane of wheels to the next */
#define WHEEL_LEAST 0.9
#define WHEEL_MOST  4.0 /* largest radius of wheels that do not mesh */
#define TOOTH       0.55
#define BELT_RADIUS 0.16
#define WIRE_RADIUS 0.2
#define COIL_RADIUS 1.1
#define RING_RADIUS 2.3
#define ROD_RADIUS  0.5
#define BALL_RADIUS 0.9
#define DASH_RADIUS 0.75
#define EDGE        0.1

#define PARALLEL 0.999 /* cosine */

enum { LEAST_TEETH = 8, MOST_TEETH = 48, COIL_TURNS = 7, RING_TURNS = 2, PIECES = 10 };

/* State of the drawing of one coupling. */
typedef struct {
  const TrammelSceneModel *look;
  TrammelDrawList *list;
  const double *pose;
  TrammelDrawStyle style;
  gboolean dark;
  int joint;
  guint32 *planes; /* [n_joints] planes of wheels in use beside each hinge: bits */
  double aside;    /* distance of this gear's plane from its hinge */
} Coupling;

static void
add(const Coupling *c, TrammelSolid solid, TrammelMat4 transform)
{
  TrammelThing thing = {TRAMMEL_THING_JOINT, c->joint};

  trammel_scene_model_add_item(
      c->look, c->list,
      (TrammelDrawItem){.solid = solid, .transform = transform, .style = c->style, .thing = thing},
      c->dark);
}

static void
add_bar(const Coupling *c, const double from[3], const double to[3], double radius, gboolean round)
{
  double half;
  TrammelMat4 frame = trammel_mat4_between(from, to, &half);

  if (half > 0)
    add(c,
        round ? trammel_solid_wire(radius, half)
              : trammel_solid_cylinder(radius, half, EDGE * c->look->thickness),
        frame);
}

/* Returns a frame of a joint on its child, or on its parent, in the world. */
static TrammelMat4
get_frame(const Coupling *c, int joint, gboolean of_child)
{
  const TrJoint *j = &c->look->model->joints[joint];

  return trammel_scene_model_get_frame(c->look, of_child ? j->child : j->parent,
                                       of_child ? &j->child_frame : &j->parent_frame, c->pose);
}

/* ---- springs and dampers --------------------------------------------------------------------- */

/* Adds a wire that winds about z of a frame, from z = 0 to length. */
static void
add_coil(const Coupling *c, const TrammelMat4 *frame, double length, double radius, int turns)
{
  double before[3], point[3];

  for (int i = 0; i <= turns * PIECES; i++) {
    double angle = 2 * M_PI * i / PIECES, share = (double)i / (turns * PIECES);
    double local[3] = {radius * cos(angle), radius * sin(angle), share * length};

    trammel_mat4_apply(point, frame, local);
    if (i > 0)
      add_bar(c, before, point, WIRE_RADIUS * c->look->thickness, TRUE);
    tr_vec3_copy(before, point);
  }
}

/* Adds a spring, a damper or both between two points. */
static void
add_strut(const Coupling *c, const double from[3], const double to[3])
{
  const TrJoint *joint = &c->look->model->joints[c->joint];
  double r = c->look->thickness, axis[3], middle[3], length;
  gboolean has_spring = joint->spring.stiffness > 0;

  tr_vec3_sub(axis, to, from);
  length = tr_vec3_norm(axis);
  if (!(length > 0))
    return;
  TrammelMat4 frame = trammel_mat4_along(from, axis);
  if (has_spring)
    add_coil(c, &frame, length, COIL_RADIUS * r, COIL_TURNS);
  if (has_spring && joint->friction.model == TR_FRICTION_NONE)
    return;
  tr_vec3_add_scaled(middle, from, 0.5, axis);
  add_bar(c, from, middle, DASH_RADIUS * r, FALSE);
  add_bar(c, middle, to, 0.5 * DASH_RADIUS * r, FALSE);
}

static void
add_ends(const Coupling *c, const double from[3], const double to[3])
{
  TrammelSolid ball = trammel_solid_sphere(BALL_RADIUS * c->look->thickness);
  static const double up[3] = {0, 0, 1};

  add(c, ball, trammel_mat4_along(from, up));
  add(c, ball, trammel_mat4_along(to, up));
}

static void
draw_between(const Coupling *c)
{
  TrammelMat4 from = get_frame(c, c->joint, FALSE), to = get_frame(c, c->joint, TRUE);

  if (c->look->model->joints[c->joint].type == TR_JOINT_DISTANCE)
    add_bar(c, from.m + 12, to.m + 12, ROD_RADIUS * c->look->thickness, FALSE);
  else
    add_strut(c, from.m + 12, to.m + 12);
  add_ends(c, from.m + 12, to.m + 12);
}

/* Draws a spring along z of the parent's frame, from the zero of the coordinate to its present
 * value. */
static void
draw_along(const Coupling *c)
{
  TrammelMat4 from = get_frame(c, c->joint, FALSE), to = get_frame(c, c->joint, TRUE);
  double offset[3], end[3];

  tr_vec3_sub(offset, to.m + 12, from.m + 12);
  tr_vec3_add_scaled(end, from.m + 12, tr_vec3_dot(offset, from.m + 8), from.m + 8);
  add_strut(c, from.m + 12, end);
}

/* Draws a torsion spring about z. */
static void
draw_about(const Coupling *c)
{
  double r = c->look->thickness;
  TrammelMat4 frame = get_frame(c, c->joint, FALSE);

  if (!(c->look->model->joints[c->joint].spring.stiffness > 0))
    return;
  tr_vec3_add_scaled(frame.m + 12, frame.m + 12, WHEEL_ASIDE * r, frame.m + 8);
  add_coil(c, &frame, RING_TURNS * 3 * WIRE_RADIUS * r, RING_RADIUS * r, RING_TURNS);
}

/* ---- gears ----------------------------------------------------------------------------------- */

/* Adds a wheel about z of a frame, with its teeth. */
static void
add_wheel(const Coupling *c, const TrammelMat4 *frame, double radius)
{
  double r = c->look->thickness, tooth = fmin(TOOTH * r, 0.35 * radius);
  int teeth = (int)CLAMP(round(M_PI * radius / tooth), LEAST_TEETH, MOST_TEETH);
  double half[3] = {0.5 * tooth, 0.5 * M_PI * radius / teeth, WHEEL_HALF * r};

  add(c, trammel_solid_cylinder(radius - 0.4 * tooth, WHEEL_HALF * r, EDGE * r), *frame);
  for (int i = 0; i < teeth; i++) {
    double a = 2 * M_PI * i / teeth;
    TrammelMat4 turn = trammel_mat4_identity();

    turn.m[0] = turn.m[5] = cos(a);
    turn.m[1] = sin(a);
    turn.m[4] = -sin(a);
    turn.m[12] = radius * cos(a);
    turn.m[13] = radius * sin(a);
    add(c, trammel_solid_block(half), trammel_mat4_multiply(frame, &turn));
  }
}

/* Adds a toothed bar along z, which it passes at the middle of its height. */
static void
add_rack(const Coupling *c,
         const double place[3],
         const double axis[3],
         const double out[3],
         double half)
{
  double r = c->look->thickness;
  TrammelMat4 frame = trammel_mat4_identity();
  int teeth = (int)fmax(2, floor(half / (TOOTH * r)));

  tr_vec3_copy(frame.m + 8, axis);
  tr_vec3_copy(frame.m, out);
  tr_vec3_cross(frame.m + 4, axis, out);
  tr_vec3_add_scaled(frame.m + 12, place, TOOTH * r, out);
  add(c, trammel_solid_box((double[3]){0.6 * TOOTH * r, WHEEL_HALF * r, half}, EDGE * r), frame);
  for (int i = 0; i < teeth; i++) {
    TrammelMat4 tooth = frame;
    double z = half * ((2 * i + 1.0) / teeth - 1);

    tr_vec3_add_scaled(tooth.m + 12, place, z, axis);
    add(c, trammel_solid_block((double[3]){0.5 * TOOTH * r, WHEEL_HALF * r, 0.5 * half / teeth}),
        tooth);
  }
}

/* Takes the first plane that no earlier gear uses at one of both hinges. */
static void
take_plane(Coupling *c, const TrGear *gear)
{
  guint32 taken = c->planes[gear->first] | c->planes[gear->second];
  int plane = 0;

  while (plane < 31 && (taken >> plane & 1))
    plane++;
  c->planes[gear->first] |= 1U << plane;
  c->planes[gear->second] |= 1U << plane;
  c->aside = (WHEEL_ASIDE + plane * WHEEL_PITCH) * c->look->thickness;
}

/* Moves the wheels to their plane, which crosses the first axis beside its hinge. */
static void
put_in_plane(const Coupling *c, TrammelMat4 *first, TrammelMat4 *second)
{
  double offset[3];

  tr_vec3_add_scaled(first->m + 12, first->m + 12, c->aside, first->m + 8);
  tr_vec3_sub(offset, first->m + 12, second->m + 12);
  tr_vec3_add_scaled(second->m + 12, second->m + 12, tr_vec3_dot(offset, second->m + 8),
                     second->m + 8);
}

/* Adds both straight parts of a belt around two wheels in a plane. */
static void
add_belt(const Coupling *c,
         const TrammelMat4 *first,
         const TrammelMat4 *second,
         const double radius[2])
{
  double way[3], across[3], distance, rise;

  tr_vec3_sub(way, second->m + 12, first->m + 12);
  distance = tr_vec3_norm(way);
  rise = (radius[0] - radius[1]) / distance;
  for (int i = 0; i < 3; i++)
    way[i] /= distance;
  tr_vec3_cross(across, first->m + 8, way);
  for (int side = -1; side <= 1; side += 2) {
    double normal[3] = {0}, from[3], to[3];

    tr_vec3_add_scaled(normal, normal, rise, way);
    tr_vec3_add_scaled(normal, normal, side * sqrt(1 - rise * rise), across);
    tr_vec3_add_scaled(from, first->m + 12, radius[0], normal);
    tr_vec3_add_scaled(to, second->m + 12, radius[1], normal);
    add_bar(c, from, to, BELT_RADIUS * c->look->thickness, TRUE);
  }
}

/* Draws two wheels: meshing if parallel axes turn in opposite directions, with a belt if they turn
 * in the same; a line between all others. */
static void
draw_wheels(const Coupling *c, const TrGear *gear)
{
  double r = c->look->thickness, offset[3], distance, turns = fabs(gear->ratio);
  TrammelMat4 first = get_frame(c, gear->first, TRUE), second = get_frame(c, gear->second, TRUE);
  double cosine = tr_vec3_dot(first.m + 8, second.m + 8), radius[2];
  gboolean is_parallel = fabs(cosine) > PARALLEL;

  if (is_parallel)
    put_in_plane(c, &first, &second);
  tr_vec3_sub(offset, second.m + 12, first.m + 12);
  distance = tr_vec3_norm(offset);
  gboolean meets = is_parallel && gear->ratio * cosine < 0 && distance > 2 * WHEEL_LEAST * r;
  double most = meets ? distance * fmax(1, turns) / (1 + turns)
                      : fmin(WHEEL_MOST * r, distance > 0 ? 0.4 * distance : INFINITY);
  radius[0] = fmax(WHEEL_LEAST * r, most * fmin(1, turns));
  radius[1] = fmax(WHEEL_LEAST * r, most * fmin(1, 1 / turns));
  add_wheel(c, &first, radius[0]);
  add_wheel(c, &second, radius[1]);
  if (meets || distance < 2 * WHEEL_LEAST * r)
    return;
  if (is_parallel && gear->ratio * cosine > 0)
    add_belt(c, &first, &second, radius);
  else
    add_bar(c, first.m + 12, second.m + 12, BELT_RADIUS * r, TRUE);
}

/* Draws a pinion with the radius of the ratio, and a rack that moves with the slide. */
static void
draw_rack(const Coupling *c, int hinge, int slide, double metres)
{
  double r = c->look->thickness, radius = fabs(metres), out[3], place[3], length;
  TrammelMat4 wheel = get_frame(c, hinge, TRUE), carriage = get_frame(c, slide, FALSE);
  const double *along = carriage.m + 8;

  radius = CLAMP(radius, WHEEL_LEAST * r, 2 * c->look->unit + WHEEL_LEAST * r);
  tr_vec3_add_scaled(wheel.m + 12, wheel.m + 12, c->aside, wheel.m + 8);
  add_wheel(c, &wheel, radius);
  tr_vec3_cross(out, along, wheel.m + 8);
  length = tr_vec3_norm(out);
  if (length < 0.1)
    return;
  for (int i = 0; i < 3; i++)
    out[i] *= copysign(1, metres) / length;
  tr_vec3_add_scaled(place, wheel.m + 12, radius, out);
  tr_vec3_add_scaled(place, place, tr_joint_position(c->look->model, slide, c->pose), along);
  add_rack(c, place, along, out, fmin(c->look->travel[slide], c->look->unit) + 2 * r);
}

static void
draw_gear(Coupling *c)
{
  const TrGear *gear = &c->look->model->joints[c->joint].gear;
  const TrJoint *joints = c->look->model->joints;
  gboolean slides[2] = {tr_joint_is_linear(&joints[gear->first]),
                        tr_joint_is_linear(&joints[gear->second])};

  take_plane(c, gear);
  if (!slides[0] && !slides[1])
    draw_wheels(c, gear);
  else if (slides[0] && slides[1])
    add_bar(c, get_frame(c, gear->first, TRUE).m + 12, get_frame(c, gear->second, TRUE).m + 12,
            BELT_RADIUS * c->look->thickness, TRUE);
  else if (slides[1])
    draw_rack(c, gear->first, gear->second, gear->ratio);
  else
    draw_rack(c, gear->second, gear->first, 1 / gear->ratio);
}

void
trammel_scene_model_draw_couplings(const TrammelSceneModel *look,
                                   TrammelDrawList *list,
                                   const double *pose,
                                   TrammelDrawStyle style,
                                   gboolean dark)
{
  g_autofree guint32 *planes = g_new0(guint32, look->model->n_joints + 1);
  Coupling c = {
      .look = look, .list = list, .pose = pose, .style = style, .dark = dark, .planes = planes};

  for (c.joint = 0; c.joint < look->model->n_joints; c.joint++) {
    const TrJoint *joint = &look->model->joints[c.joint];

    if (joint->type == TR_JOINT_GEAR)
      draw_gear(&c);
    else if (joint->type == TR_JOINT_DISTANCE || joint->type == TR_JOINT_SPRING)
      draw_between(&c);
    else if (joint->type == TR_JOINT_ALONG ||
             (joint->type == TR_JOINT_SLIDE && joint->spring.stiffness > 0))
      draw_along(&c);
    else if (joint->type == TR_JOINT_ABOUT || joint->type == TR_JOINT_HINGE)
      draw_about(&c);
  }
}
