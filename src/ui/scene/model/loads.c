#include "ui/scene/model/loads.h"

#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"
#include "ui/scene/model/private.h"

/* In radii of a link. */
#define MOST_LENGTH  16.0
#define LEAST_LENGTH 3.5

/* Arrows of one place whose directions differ by less begin where the other ends. */
#define SAME_DIRECTION 0.99

static const float load_color[4] = {0.80f, 0.25f, 0.55f, 1};

typedef struct {
  double from[3], direction[3]; /* unit length, with the sign of the share */
  double length;
  gboolean turns;
} Arrow;

static void
clear_load(gpointer load)
{
  g_free(((TrammelLoad *)load)->label);
}

GArray *
trammel_loads_new(void)
{
  GArray *loads = g_array_new(FALSE, FALSE, sizeof(TrammelLoad));

  g_array_set_clear_func(loads, clear_load);
  return loads;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Sets an axis of a body, or of the world; axes 3, 4, 5 are the bisectors of x y, x z and y z. */
static void
find_axis(const TrammelSceneModel *look, int body, const double *pose, int axis, double out[3])
{
  static const int pairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  const TrFrame identity = tr_frame_identity();
  TrammelMat4 frame = trammel_scene_model_get_frame(look, body, &identity, pose);

  if (axis < 3) {
    tr_vec3_copy(out, frame.m + 4 * axis);
    return;
  }
  for (int i = 0; i < 3; i++)
    out[i] = (frame.m[4 * pairs[axis - 3][0] + i] + frame.m[4 * pairs[axis - 3][1] + i]) / sqrt(2);
}

static void
place_body(const TrammelSceneModel *look, const double *pose, TrParam param, Arrow *arrow)
{
  int axis = param.kind == TR_PARAM_MASS ? 0 : param.axis;

  tr_vec3_copy(arrow->from, pose + TR_POSE * param.owner);
  find_axis(look, param.owner, pose, axis, arrow->direction);
  for (int i = 0; i < 3 && param.kind == TR_PARAM_MASS; i++)
    arrow->direction[i] = -look->up[i];
  arrow->turns = param.kind == TR_PARAM_INERTIA;
}

static void
place_gravity(const TrammelSceneModel *look, TrParam param, Arrow *arrow)
{
  trammel_scene_model_get_gravity_place(look, arrow->from);
  arrow->turns = param.kind == TR_PARAM_TILT;
  for (int i = 0; i < 3; i++)
    arrow->direction[i] = !arrow->turns                                 ? -look->up[i]
                          : i == tr_param_tilt_axis(look->model, param) ? 1
                                                                        : 0;
}

static void
place_joint(const TrammelSceneModel *look, const double *pose, TrParam param, Arrow *arrow)
{
  const TrJoint *joint = &look->model->joints[param.owner];
  TrammelMat4 frame =
      trammel_scene_model_get_frame(look, joint->parent, &joint->parent_frame, pose);

  tr_vec3_copy(arrow->from, frame.m + 12);
  tr_vec3_copy(arrow->direction, frame.m + 8);
  arrow->turns = tr_joint_turns(joint);
  if (param.kind != TR_PARAM_ANCHOR_PARENT && param.kind != TR_PARAM_ANCHOR_CHILD)
    return;
  gboolean is_child = param.kind == TR_PARAM_ANCHOR_CHILD;
  find_axis(look, is_child ? joint->child : joint->parent, pose, param.axis, arrow->direction);
  arrow->turns = FALSE;
}

static void
place_sensor(const TrammelSceneModel *look, const double *pose, TrParam param, Arrow *arrow)
{
  const TrSensor *sensor = &look->model->sensors[tr_device_first(look->model, param.owner)];
  TrFrame point = tr_frame_identity();

  tr_vec3_copy(point.position, sensor->point);
  TrammelMat4 frame = trammel_scene_model_get_frame(look, sensor->body, &point, pose);
  tr_vec3_copy(arrow->from, frame.m + 12);
  tr_vec3_copy(arrow->direction, frame.m + 4 * param.axis);
}

static void
place_contact(const TrammelSceneModel *look, const double *pose, TrParam param, Arrow *arrow)
{
  const TrContact *contact = &look->model->contacts[param.owner];
  gboolean has_axis = param.kind == TR_PARAM_CONTACT_POINT || param.kind == TR_PARAM_CONTACT_SIZE;
  TrammelMat4 frame = trammel_scene_model_get_frame(look, contact->body, &contact->frame, pose);

  tr_vec3_copy(arrow->from, frame.m + 12);
  tr_vec3_copy(arrow->direction, look->up);
  if (has_axis)
    find_axis(look, contact->body, pose, param.axis, arrow->direction);
}

/* Sets the arrow of a parameter whose share is 1; FALSE where it has no place. */
static gboolean
place(const TrammelSceneModel *look, const double *pose, TrParam param, Arrow *arrow)
{
  *arrow = (Arrow){0};
  if (!tr_param_is_of_model(param))
    return FALSE;
  if (param.kind == TR_PARAM_TILT || param.kind == TR_PARAM_GRAVITY)
    place_gravity(look, param, arrow);
  else if (param.kind <= TR_PARAM_INERTIA)
    place_body(look, pose, param, arrow);
  else if (param.kind < TR_PARAM_GAIN)
    place_joint(look, pose, param, arrow);
  else if (param.kind < TR_PARAM_SIGMA)
    place_joint(look, pose, (TrParam){param.kind, look->model->motors[param.owner].joint, 0},
                arrow);
  else if (tr_param_is_contact(param))
    place_contact(look, pose, param, arrow);
  else if (param.kind == TR_PARAM_SENSOR_POINT)
    place_sensor(look, pose, param, arrow);
  else
    return FALSE;
  return TRUE;
}

/* ---- arrows ---------------------------------------------------------------------------------- */

static gboolean
is_same_way(const Arrow *a, const Arrow *b)
{
  double gap[3];

  tr_vec3_sub(gap, a->from, b->from);
  return tr_vec3_norm(gap) == 0 && tr_vec3_dot(a->direction, b->direction) > SAME_DIRECTION;
}

/* Sets the arrows of all loads; length 0 where there is none. */
static Arrow *
new_arrows(const TrammelSceneModel *look, const double *pose, const GArray *loads)
{
  Arrow *arrows = g_new0(Arrow, loads->len + 1);
  g_autofree double *after = g_new0(double, loads->len + 1);

  for (guint i = 0; i < loads->len; i++) {
    const TrammelLoad *load = &g_array_index(loads, TrammelLoad, i);
    if (load->share == 0 || !place(look, pose, load->param, &arrows[i]))
      continue;
    for (int k = 0; k < 3; k++)
      arrows[i].direction[k] = copysign(1, load->share) * arrows[i].direction[k];
    arrows[i].length = look->thickness * fmax(LEAST_LENGTH, MOST_LENGTH * fabs(load->share));
    for (guint k = 0; k < i; k++)
      if (arrows[k].length > 0 && is_same_way(&arrows[k], &arrows[i]))
        after[i] += arrows[k].length;
  }
  for (guint i = 0; i < loads->len; i++)
    tr_vec3_add_scaled(arrows[i].from, arrows[i].from, after[i], arrows[i].direction);
  return arrows;
}

void
trammel_scene_model_draw_loads(const TrammelSceneModel *look,
                               TrammelDrawList *list,
                               const double *pose,
                               const GArray *loads)
{
  g_autofree Arrow *arrows = new_arrows(look, pose, loads);

  for (guint i = 0; i < loads->len; i++)
    if (arrows[i].length > 0)
      trammel_scene_model_add_arrow(list, arrows[i].from, arrows[i].direction, arrows[i].length,
                                    &(TrammelArrowLook){load_color, arrows[i].turns});
}

gboolean
trammel_scene_model_get_load_tip(const TrammelSceneModel *look,
                                 const double *pose,
                                 const GArray *loads,
                                 guint load,
                                 double tip[3])
{
  g_autofree Arrow *arrows = new_arrows(look, pose, loads);

  tr_vec3_add_scaled(tip, arrows[load].from, arrows[load].length, arrows[load].direction);
  return arrows[load].length > 0;
}
