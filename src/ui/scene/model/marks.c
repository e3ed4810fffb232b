/* Marks beside the solids: frames, centres, inertias, axes, gravity, forces; and names. */
#include <math.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/contact/touch.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/mechanism/mechanism.h"
#include "engine/mbs/model/active.h"
#include "engine/mbs/model/sensor.h"
#include "ui/scene/geometry/triad.h"
#include "ui/scene/model/private.h"

/* in radii of a link */
#define FRAME_LENGTH   7.0
#define SENSOR_LENGTH  4.0
#define CENTRE_RADIUS  1.1
#define AXIS_LENGTH    9.0
#define GRAVITY_LENGTH 12.0
#define GRAVITY_ASIDE  4.0
#define GRAVITY_RISE   0.7   /* height of the arrow's start, as a share of that of the bodies */
#define SHAFT          0.055 /* of an arrow's length, like the others */
#define TIP_RADIUS     0.13
#define TIP_LENGTH     0.3
#define SECOND_TIP     1.7 /* begin of the second tip of a torque, in tips */

#define CONE_LENGTH   10.0 /* of the friction cone at a closed contact */
#define CONE_LINE     0.15
#define CLOSED_GROWTH 1.6 /* of a contact point that is closed */

enum { CONE_PIECES = 24, CONE_PIECES_A_LINE = 3 };

/* forces: lengths in radii of a link, forces in weights of the whole */
#define USUAL_GRAVITY 9.81
#define WEIGHT_LENGTH 16.0
#define LEAST_LENGTH  3.0
#define MOST_LENGTH   30.0
#define LEAST_SHARE   0.01
#define TORQUE_ARM    0.5 /* of the unit: arm of a weight whose torque is drawn as long as it */

static const float dark_grey[4] = {0.16f, 0.17f, 0.2f, 1};
static const float contact_color[4] = {0.85f, 0.45f, 0.1f, 1};
static const float axis_color[4] = {0.80f, 0.47f, 0.65f, 1};
static const float gravity_color[4] = {0.34f, 0.71f, 0.91f, 1};
static const float inertia_color[4] = {0.34f, 0.71f, 0.91f, 1};
static const float force_colors[][4] = {
    [TRAMMEL_FORCE_WEIGHT] = {0.34f, 0.71f, 0.91f, 1},
    [TRAMMEL_FORCE_SPRING] = {0.90f, 0.62f, 0.0f, 1},
    [TRAMMEL_FORCE_REACTION] = {0.0f, 0.62f, 0.45f, 1},
    [TRAMMEL_FORCE_TORQUE] = {0.84f, 0.37f, 0.0f, 1},
    [TRAMMEL_FORCE_CONTACT] = {0.80f, 0.25f, 0.25f, 1},
};

/* Returns the measuring axes of a sensor on a body, in the world, at its place. */
static TrammelMat4
get_sensor_frame(const TrammelSceneModel *look, const TrSensor *sensor, const double *pose)
{
  TrammelMat4 local = trammel_mat4_from_frame(sensor->point, sensor->quat), owner, frame;
  TrFrame origin;

  tr_body_origin(&origin, look->model, sensor->body, pose);
  owner = trammel_mat4_from_frame(origin.position, origin.quat);
  frame = trammel_mat4_multiply(&owner, &local);
  if (sensor->type != TR_SENSOR_POINT_POSITION)
    return frame;
  /* a point is given in axes of the world */
  return trammel_mat4_from_frame(frame.m + 12, sensor->quat);
}

static void
draw_sensors(const TrammelSceneModel *look, TrammelDrawList *list, const double *pose)
{
  for (int s = 0; s < look->model->n_sensors; s++) {
    const TrSensor *sensor = &look->model->sensors[s];
    if (tr_sensor_class(sensor->type)->is_of_joint || sensor->axis != 0)
      continue;
    TrammelMat4 frame = get_sensor_frame(look, sensor, pose);
    trammel_triad_draw(list, &frame, SENSOR_LENGTH * look->thickness, TRAMMEL_STYLE_MARK);
  }
}

void
trammel_scene_model_draw_frames(const TrammelSceneModel *look,
                                TrammelDrawList *list,
                                const double *pose)
{
  for (int body = 0; body < look->model->n_bodies; body++) {
    TrFrame origin;
    TrammelMat4 frame;

    tr_body_origin(&origin, look->model, body, pose);
    frame = trammel_mat4_from_frame(origin.position, origin.quat);
    trammel_triad_draw(list, &frame, FRAME_LENGTH * look->thickness, TRAMMEL_STYLE_MARK);
  }
  draw_sensors(look, list, pose);
}

const char *
trammel_scene_model_get_body_name(const TrammelSceneModel *look, guint body)
{
  g_return_val_if_fail(body < (guint)look->model->n_bodies, NULL);
  return look->model->bodies[body].name;
}

void
trammel_scene_model_add_mark(TrammelDrawList *list,
                             TrammelSolid solid,
                             TrammelMat4 transform,
                             const float color[4])
{
  TrammelDrawItem item = {.solid = solid, .transform = transform, .style = TRAMMEL_STYLE_MARK};

  memcpy(item.color, color, sizeof item.color);
  trammel_draw_list_add(list, &item);
}

void
trammel_scene_model_add_bar(TrammelDrawList *list,
                            const double from[3],
                            const double to[3],
                            double radius,
                            const float color[4])
{
  double half;
  TrammelMat4 frame = trammel_mat4_between(from, to, &half);

  if (half > 0)
    trammel_scene_model_add_mark(list, trammel_solid_wire(radius, half), frame, color);
}

void
trammel_scene_model_add_arrow(TrammelDrawList *list,
                              const double from[3],
                              const double direction[3],
                              double length,
                              const TrammelArrowLook *look)
{
  double middle[3], base[3], second[3];

  tr_vec3_add_scaled(base, from, (1 - TIP_LENGTH) * length, direction);
  tr_vec3_add_scaled(middle, from, 0.5 * (1 - TIP_LENGTH) * length, direction);
  trammel_scene_model_add_mark(
      list, trammel_solid_cylinder(SHAFT * length, 0.5 * (1 - TIP_LENGTH) * length, 0.01 * length),
      trammel_mat4_along(middle, direction), look->color);
  trammel_scene_model_add_mark(list, trammel_solid_cone(TIP_RADIUS * length, TIP_LENGTH * length),
                               trammel_mat4_along(base, direction), look->color);
  if (!look->turns)
    return;
  tr_vec3_add_scaled(second, from, (1 - SECOND_TIP * TIP_LENGTH) * length, direction);
  trammel_scene_model_add_mark(list, trammel_solid_cone(TIP_RADIUS * length, TIP_LENGTH * length),
                               trammel_mat4_along(second, direction), look->color);
}

static void
add_arrow(TrammelDrawList *list,
          const double from[3],
          const double direction[3],
          double length,
          const float color[4])
{
  trammel_scene_model_add_arrow(list, from, direction, length, &(TrammelArrowLook){color, FALSE});
}

/* ---- contacts -------------------------------------------------------------------------------- */

/* Draws the edge and some lines of the friction cone of a closed contact, whose apex is its foot.
 */
static void
draw_cone(const TrammelSceneModel *look,
          TrammelDrawList *list,
          double friction,
          const double foot[3],
          const double normal[3])
{
  double length = CONE_LENGTH * look->thickness, radius = CONE_LINE * look->thickness, last[3];
  TrammelMat4 frame = trammel_mat4_along(foot, normal);

  for (int i = 0; friction > 0 && i <= CONE_PIECES; i++) {
    double angle = 2 * G_PI * i / CONE_PIECES, edge[3];
    tr_vec3_add_scaled(edge, foot, length, normal);
    tr_vec3_add_scaled(edge, edge, friction * length * cos(angle), frame.m);
    tr_vec3_add_scaled(edge, edge, friction * length * sin(angle), frame.m + 4);
    if (i > 0)
      trammel_scene_model_add_bar(list, last, edge, radius, contact_color);
    if (i % CONE_PIECES_A_LINE == 0 && i < CONE_PIECES)
      trammel_scene_model_add_bar(list, foot, edge, radius, contact_color);
    tr_vec3_copy(last, edge);
  }
}

/* Draws the ball of a contact's point. */
static void
draw_ball(const TrammelSceneModel *look,
          TrammelDrawList *list,
          int contact,
          const double centre[3],
          double radius)
{
  TrammelDrawItem item = {.solid = trammel_solid_sphere(radius),
                          .transform =
                              trammel_mat4_from_frame(centre, (const double[4]){1, 0, 0, 0}),
                          .style = TRAMMEL_STYLE_MARK,
                          .thing = {TRAMMEL_THING_CONTACT, contact}};

  memcpy(item.color, contact_color, sizeof item.color);
  trammel_scene_model_paint_selected(look, &item);
  trammel_draw_list_add(list, &item);
}

void
trammel_scene_model_set_time(TrammelSceneModel *look, double time)
{
  look->time = time;
}

/* Draws the points of a contact, larger and with their friction cones where they are closed, and
 * the normal of the surface under the one that is nearest. */
static void
draw_contact(const TrammelSceneModel *look,
             TrammelDrawList *list,
             int contact,
             const TrPlace *places)
{
  const TrContact *c = &look->model->contacts[contact];
  double nearest = INFINITY, foot[3], normal[3];
  gboolean is_there = isnan(look->time) || tr_active_at(&c->active, look->time);

  for (int i = 0; i < tr_contact_points(c); i++) {
    TrTouch touch = {contact, i, {c->body, c->other}};
    TrTouchPlace at;
    double centre[3], below[3], radius = fmax(c->radius, CENTRE_RADIUS * look->thickness);

    tr_touch_place(&at, look->model, touch, places);
    tr_vec3_add_scaled(centre, places[c->body].r, 1, at.centre);
    tr_vec3_add_scaled(below, centre, -at.gap - c->radius, at.normal);
    if (is_there && at.gap < TRAMMEL_CLOSED_GAP) {
      radius = fmax(c->radius, CLOSED_GROWTH * CENTRE_RADIUS * look->thickness);
      draw_cone(look, list, c->friction, below, at.normal);
    }
    draw_ball(look, list, contact, centre, radius);
    if (at.gap >= nearest)
      continue;
    nearest = at.gap;
    tr_vec3_copy(normal, at.normal);
    tr_vec3_copy(foot, below);
  }
  add_arrow(list, foot, normal, LEAST_LENGTH * look->thickness, contact_color);
}

void
trammel_scene_model_draw_contacts(const TrammelSceneModel *look,
                                  TrammelDrawList *list,
                                  const double *pose)
{
  g_autofree TrPlace *places = g_new(TrPlace, (gsize)look->model->n_bodies + 1);

  tr_mechanism_places(places, look->model->n_bodies, pose);
  for (int i = 0; i < look->model->n_contacts; i++)
    draw_contact(look, list, i, places);
}

/* ---- forces ---------------------------------------------------------------------------------- */

/* Returns the length of an arrow; 0 for forces that are too small. */
static double
measure_force(const TrammelSceneModel *look, const TrammelForce *force)
{
  double weight = 0, size = tr_vec3_norm(force->vector);

  for (int b = 0; b < look->model->n_bodies; b++)
    weight += look->model->bodies[b].mass * USUAL_GRAVITY;
  if (force->kind == TRAMMEL_FORCE_TORQUE)
    weight *= TORQUE_ARM * look->unit;
  double share = size / weight;
  if (!(share > LEAST_SHARE))
    return 0;
  return look->thickness * fmin(MOST_LENGTH, fmax(LEAST_LENGTH, WEIGHT_LENGTH * share));
}

gboolean
trammel_scene_model_get_force_tip(const TrammelSceneModel *look,
                                  const TrammelForce *force,
                                  double tip[3])
{
  double length = measure_force(look, force);

  if (length == 0)
    return FALSE;
  tr_vec3_add_scaled(tip, force->place, length / tr_vec3_norm(force->vector), force->vector);
  return TRUE;
}

void
trammel_scene_model_draw_forces(const TrammelSceneModel *look,
                                TrammelDrawList *list,
                                const TrammelForce *forces,
                                gsize n)
{
  for (gsize i = 0; i < n; i++) {
    double length = measure_force(look, &forces[i]), direction[3];

    if (length == 0)
      continue;
    for (int k = 0; k < 3; k++)
      direction[k] = forces[i].vector[k] / tr_vec3_norm(forces[i].vector);
    trammel_scene_model_add_arrow(
        list, forces[i].place, direction, length,
        &(TrammelArrowLook){force_colors[forces[i].kind], forces[i].kind == TRAMMEL_FORCE_TORQUE});
  }
}

/* ---- marks ----------------------------------------------------------------------------------- */

void
trammel_scene_model_draw_centres(const TrammelSceneModel *look,
                                 TrammelDrawList *list,
                                 const double *pose)
{
  for (int body = 0; body < look->model->n_bodies; body++) {
    TrammelMat4 place = trammel_mat4_from_frame(pose + TR_POSE * body, pose + TR_POSE * body + 3);

    trammel_scene_model_add_mark(list, trammel_solid_sphere(CENTRE_RADIUS * look->thickness), place,
                                 dark_grey);
  }
}

/* Sets half edges of the block of a body and its axes in the world, one per row; FALSE without
 * one. */
static gboolean
find_block(const TrBody *body, const double *quat, double half[3], TrammelMat4 *frame)
{
  static const double origin[3] = {0};
  const TrammelMat4 turn = trammel_mat4_from_frame(origin, quat);
  double tensor[9], moment[3], trace;

  tr_mat3_from_tensor(tensor, body->inertia);
  if (tr_dense_symmetric_eigen(tensor, moment, 3) != TR_OK)
    return FALSE;
  trace = moment[0] + moment[1] + moment[2];
  for (int i = 0; i < 3; i++) {
    double square = 6 * (trace - 2 * moment[i]) / body->mass;
    if (!(square >= 0))
      return FALSE;
    half[i] = 0.5 * sqrt(square);
    for (int k = 0; k < 3; k++)
      frame->m[4 * i + k] = turn.m[k] * tensor[3 * i] + turn.m[4 + k] * tensor[3 * i + 1] +
                            turn.m[8 + k] * tensor[3 * i + 2];
  }
  /* right-handed, for the side that is lit */
  tr_vec3_cross(frame->m + 8, frame->m, frame->m + 4);
  return TRUE;
}

void
trammel_scene_model_draw_inertias(const TrammelSceneModel *look,
                                  TrammelDrawList *list,
                                  const double *pose)
{
  for (int body = 0; body < look->model->n_bodies; body++) {
    TrammelDrawItem item = {.transform = trammel_mat4_identity(), .style = TRAMMEL_STYLE_GHOST};
    double half[3];

    if (!find_block(&look->model->bodies[body], pose + TR_POSE * body + 3, half, &item.transform))
      continue;
    tr_vec3_copy(item.transform.m + 12, pose + TR_POSE * body);
    memcpy(item.color, inertia_color, sizeof item.color);
    item.solid = trammel_solid_box(half, 0.02 * fmin(half[0], fmin(half[1], half[2])));
    trammel_draw_list_add(list, &item);
  }
}

TrammelMat4
trammel_scene_model_get_frame(const TrammelSceneModel *look,
                              int body,
                              const TrFrame *local,
                              const double *pose)
{
  TrammelMat4 inner = trammel_mat4_from_frame(local->position, local->quat);
  TrFrame origin = tr_frame_identity();

  if (body != TR_WORLD)
    tr_body_origin(&origin, look->model, body, pose);
  TrammelMat4 owner = trammel_mat4_from_frame(origin.position, origin.quat);
  return trammel_mat4_multiply(&owner, &inner);
}

/* Returns the frame of a joint on its parent, in the world. */
static TrammelMat4
get_joint_frame(const TrammelSceneModel *look, guint joint, const double *pose)
{
  const TrJoint *j = &look->model->joints[joint];

  return trammel_scene_model_get_frame(look, j->parent, &j->parent_frame, pose);
}

void
trammel_scene_model_get_joint_place(const TrammelSceneModel *look,
                                    guint joint,
                                    const double *pose,
                                    double place[3])
{
  TrammelMat4 frame = get_joint_frame(look, joint, pose);

  tr_vec3_copy(place, frame.m + 12);
}

void
trammel_scene_model_draw_axes(const TrammelSceneModel *look,
                              TrammelDrawList *list,
                              const double *pose)
{
  for (int j = 0; j < look->model->n_joints; j++) {
    TrammelMat4 frame = get_joint_frame(look, (guint)j, pose);

    if (look->model->joints[j].type == TR_JOINT_GEAR)
      continue; /* has the axes of its joints */
    add_arrow(list, frame.m + 12, frame.m + 8, AXIS_LENGTH * look->thickness, axis_color);
    trammel_scene_model_draw_limit(look, list, (guint)j, pose);
  }
}

gboolean
trammel_scene_model_get_gravity_place(const TrammelSceneModel *look, double from[3])
{
  g_autoptr(TrammelDrawList) bodies = trammel_draw_list_new();
  double low[3], high[3], length = GRAVITY_LENGTH * look->thickness;

  tr_vec3_copy(from, (const double[3]){0});
  trammel_scene_model_draw_bodies(look, bodies, look->rest, TRAMMEL_STYLE_SOLID, FALSE);
  if (!trammel_draw_list_get_bounds(bodies, low, high))
    return FALSE;
  for (int i = 0; i < 3; i++) {
    gboolean is_upright = fabs(look->up[i]) > 0.5;
    double rise = fmax(length, GRAVITY_RISE * (high[i] - low[i]));
    from[i] = is_upright ? (look->up[i] > 0 ? low[i] + rise : high[i] - rise)
                         : low[i] - GRAVITY_ASIDE * look->thickness;
  }
  return TRUE;
}

void
trammel_scene_model_draw_gravity(const TrammelSceneModel *look, TrammelDrawList *list)
{
  double from[3], down[3];

  if (!(look->model->gravity.magnitude > 0) || !trammel_scene_model_get_gravity_place(look, from))
    return;
  for (int i = 0; i < 3; i++)
    down[i] = -look->up[i];
  add_arrow(list, from, down, GRAVITY_LENGTH * look->thickness, gravity_color);
}

void
trammel_scene_model_draw_selected(const TrammelSceneModel *look,
                                  TrammelDrawList *list,
                                  const double *pose)
{
  const TrammelThing *thing = &look->selected;
  double length = FRAME_LENGTH * look->thickness;
  TrammelMat4 frame;

  if (thing->kind == TRAMMEL_THING_BODY && thing->index < look->model->n_bodies) {
    TrFrame origin;
    tr_body_origin(&origin, look->model, thing->index, pose);
    frame = trammel_mat4_from_frame(origin.position, origin.quat);
  } else if (thing->kind == TRAMMEL_THING_JOINT && thing->index < look->model->n_joints) {
    frame = get_joint_frame(look, (guint)thing->index, pose);
    trammel_scene_model_draw_limit(look, list, (guint)thing->index, pose);
  } else {
    return;
  }
  trammel_triad_draw(list, &frame, length, TRAMMEL_STYLE_MARK);
}

int
trammel_scene_model_get_joint_child(const TrammelSceneModel *look, guint joint)
{
  g_return_val_if_fail(joint < (guint)look->model->n_joints, -1);
  return look->model->joints[joint].child;
}

guint
trammel_scene_model_get_n_joints(const TrammelSceneModel *look)
{
  return (guint)look->model->n_joints;
}

const char *
trammel_scene_model_get_joint_name(const TrammelSceneModel *look, guint joint)
{
  g_return_val_if_fail(joint < (guint)look->model->n_joints, NULL);
  return look->model->joints[joint].name;
}
