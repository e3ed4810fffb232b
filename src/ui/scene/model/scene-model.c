#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/block.h"
#include "ui/scene/model/private.h"

#define LINK_RADIUS    0.06  /* of the unit */
#define BLOCK_RADIUS   0.085 /* of the unit, if there are no links */
#define SUPPORT_RADIUS 0.02  /* of the longest edge of the reach */
#define BLOCK_OF_LINK  0.28  /* half edge of a block among links, of the unit */
#define GROUND_BELOW   2.5   /* radii of a link below the lowest place that is reached */
#define START_TRAVEL   1.2   /* of the unit, either way, until a pose needs more */
#define SAMPLES        64    /* configurations sampled for the reach */
#define MIN_TRAVEL     1.15  /* of the farthest pose seen */
#define NO_UP_GRAVITY  1e-9
#define DEFAULT_UNIT   0.1
#define SELECTED_SHARE 0.72f /* of the accent in the colour of the selected thing */

/* Okabe and Ito's colours, less saturated: large areas need less colour than lines do. */
static const guint32 body_colors[] = {0x4f94c8, 0xe6a94a, 0x4bae8e, 0xc886b0, 0x85c1e3, 0xdc7f52};
static const guint32 joint_colors[2] = {0x4b4f57, 0x7d848f};
static const guint32 base_colors[2] = {0xb4bac3, 0x565c66};

static void
set_color(float color[4], guint32 rgb)
{
  color[0] = (float)(rgb >> 16 & 0xff) / 255.0f;
  color[1] = (float)(rgb >> 8 & 0xff) / 255.0f;
  color[2] = (float)(rgb & 0xff) / 255.0f;
  color[3] = 1;
}

static void
find_up(TrammelSceneModel *look)
{
  const TrGravity *gravity = &look->model->gravity;
  double length = tr_vec3_norm(gravity->direction);

  if (length < NO_UP_GRAVITY) {
    tr_vec3_copy(look->up, (double[3]){0, 1, 0});
    return;
  }
  for (int i = 0; i < 3; i++)
    look->up[i] = -gravity->direction[i] / length;
}

static gboolean
has_shape(const TrammelSceneModel *look, int body)
{
  for (guint i = 0; i < look->shapes->len; i++)
    if (g_array_index(look->shapes, TrammelPart, i).body == body)
      return TRUE;
  return FALSE;
}

/* Sets the unit, the size of all generated parts: links, or the bodies if joints and centres
 * coincide. */
static void
measure_unit(TrammelSceneModel *look)
{
  double mean;

  trammel_scene_model_measure_links(look->model, &look->unit, &mean);
  for (guint i = 0; i < look->shapes->len && look->unit == 0; i++) {
    double reach[3];

    trammel_solid_get_reach(&g_array_index(look->shapes, TrammelPart, i).solid, reach);
    look->unit = 2 * fmax(reach[0], fmax(reach[1], reach[2]));
  }
  for (int body = 0; body < look->model->n_bodies && look->unit == 0; body++) {
    double edges[3];

    tr_body_block(edges, &look->model->bodies[body]);
    look->unit = fmax(edges[0], fmax(edges[1], edges[2]));
  }
  if (look->unit == 0)
    look->unit = DEFAULT_UNIT;
  look->thickness = mean > 0 ? LINK_RADIUS * mean : BLOCK_RADIUS * look->unit;
  look->block = (mean > 0 ? BLOCK_OF_LINK : 0.5) * look->unit;
}

/* Sets the thickness of links: that of the rods among the shapes, or in proportion. */
static void
measure_thickness(TrammelSceneModel *look)
{
  double sum = 0;
  int n = 0;

  for (guint i = 0; i < look->shapes->len; i++) {
    const TrammelSolid *solid = &g_array_index(look->shapes, TrammelPart, i).solid;

    if (solid->mesh == TRAMMEL_MESH_CAPSULE && solid->half[2] > 2 * solid->radius) {
      sum += solid->radius;
      n++;
    }
  }
  if (n > 0)
    look->thickness = fmin(1.5 * look->thickness, fmax(0.4 * look->thickness, sum / n));
}

/* Adds a ball at each end of a long item, so that the cover stays slim; it covers the corners of
 * that end. */
static void
add_balls(GArray *balls, const TrammelDrawItem *item)
{
  double reach[3], end;
  TrammelBall ball;

  trammel_solid_get_reach(&item->solid, reach);
  ball.radius = sqrt(reach[0] * reach[0] + reach[1] * reach[1]);
  end = fmax(0, reach[2] - ball.radius);
  ball.radius = hypot(ball.radius, reach[2] - end);
  for (int side = -1; side <= 1; side += 2) {
    tr_vec3_add_scaled(ball.centre, item->transform.m + 12, side * end, item->transform.m + 8);
    g_array_append_val(balls, ball);
  }
}

/* Returns the radical inverse of n: evenly spread in (0, 1) for each prime. */
static double
spread(int n, int prime)
{
  double out = 0, scale = 1;

  for (; n > 0; n /= prime) {
    scale /= prime;
    out += n % prime * scale;
  }
  return out;
}

/* Sets the joint coordinates of a sample: hinges over a whole turn, slides over the length of the
 * rails. */
static void
set_sample(const TrammelSceneModel *look, double *position, int sample)
{
  static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};

  for (int i = 0; i < look->model->n_joints; i++) {
    double part = 2 * spread(sample, primes[i % (int)G_N_ELEMENTS(primes)]) - 1;
    gboolean turns = tr_joint_turns(&look->model->joints[i]);

    position[i] = part * (turns ? M_PI : look->travel[i]);
  }
}

static void
add_reach(TrammelSceneModel *look, const TrammelDrawList *list)
{
  for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++)
    add_balls(look->reach, trammel_draw_list_get_item(list, i));
}

/* Sets the pose of a sample: of the motion if there is one, else at rest, then with the joints over
 * their full range. */
static void
set_sample_pose(const TrammelSceneModel *look, double *pose, double *position, int sample)
{
  gsize size = TR_POSE * (gsize)look->model->n_bodies;

  if (look->n_motion > 0) {
    gsize node = (gsize)sample * (look->n_motion - 1) / (SAMPLES - 1);
    memcpy(pose, look->motion + node * size, size * sizeof *pose);
    return;
  }
  if (sample == 0) {
    memcpy(pose, look->rest, size * sizeof *pose);
    return;
  }
  set_sample(look, position, sample);
  tr_forward_kinematics(pose, NULL, look->model, position, NULL);
}

static void
measure_reach(TrammelSceneModel *look)
{
  g_autofree double *position = g_new(double, look->model->n_joints);
  g_autofree double *pose = g_new(double, TR_POSE * look->model->n_bodies);
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();

  for (int sample = 0; sample < SAMPLES; sample++) {
    set_sample_pose(look, pose, position, sample);
    trammel_draw_list_clear(list);
    trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_SOLID, FALSE);
    add_reach(look, list);
  }
}

/* Returns the height of the lowest place that a ball covers. */
static double
find_lowest(const TrammelSceneModel *look)
{
  double lowest = INFINITY;

  for (guint i = 0; i < look->reach->len; i++) {
    const TrammelBall *ball = &g_array_index(look->reach, TrammelBall, i);

    lowest = fmin(lowest, tr_vec3_dot(ball->centre, look->up) - ball->radius);
  }
  return lowest;
}

/* Makes joints, supports, ground and reach, which depend on the travel of the slides. */
static void
make_surroundings(TrammelSceneModel *look)
{
  g_autoptr(TrammelDrawList) world = trammel_draw_list_new();
  double low[3], high[3];

  g_array_set_size(look->joints, 0);
  g_array_set_size(look->reach, 0);
  measure_reach(look);
  look->ground = find_lowest(look) - GROUND_BELOW * look->thickness;
  trammel_scene_model_get_extent(look, low, high);
  look->support = look->thickness;
  for (int i = 0; i < 3; i++)
    look->support = fmax(look->support, SUPPORT_RADIUS * (high[i] - low[i]));
  trammel_scene_model_add_joints(look);
  g_array_set_size(look->reach, 0);
  measure_reach(look); /* with the parts of joints that move with a body */
  trammel_scene_model_draw_world(look, world, FALSE);
  add_reach(look, world);
}

gboolean
trammel_scene_model_take_skins(TrammelSceneModel *look)
{
  gboolean changed = trammel_scene_model_find_skins(look);

  if (changed)
    make_surroundings(look);
  return changed;
}

gboolean
trammel_scene_model_awaits_skins(const TrammelSceneModel *look)
{
  return look->awaited->len > 0;
}

TrammelSceneModel *
trammel_scene_model_new(const TrModel *model, const TrammelShape *shapes, guint n_shapes)
{
  TrError error = {0};
  TrammelSceneModel *look;

  if (tr_model_check(model, &error) != TR_OK)
    return NULL;
  look = g_new0(TrammelSceneModel, 1);
  look->time = NAN;
  look->model = tr_model_copy(model);
  g_assert(look->model != NULL);
  look->shapes = trammel_scene_model_new_shapes();
  look->awaited = g_array_new(FALSE, FALSE, sizeof(TrammelAwaitedSkin));
  look->joints = g_array_new(FALSE, FALSE, sizeof(TrammelPart));
  look->reach = g_array_new(FALSE, FALSE, sizeof(TrammelBall));
  look->trails = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  look->travel = g_new(double, model->n_joints);
  look->rest = g_new(double, TR_POSE * model->n_bodies);
  /* loops that do not close are drawn with their gap */
  TrStatus status = tr_start_pose(look->rest, model, NULL);
  g_assert(status != TR_NO_MEMORY);
  find_up(look);
  for (guint i = 0; i < n_shapes; i++)
    if (shapes[i].body >= 0 && shapes[i].body < model->n_bodies)
      trammel_scene_model_add_shape(look, &shapes[i]);
  measure_unit(look);
  measure_thickness(look);
  for (int body = 0; body < model->n_bodies; body++)
    if (!has_shape(look, body))
      trammel_scene_model_add_links(look, body);
  for (int i = 0; i < model->n_joints; i++)
    look->travel[i] = START_TRAVEL * look->unit;
  make_surroundings(look);
  return look;
}

void
trammel_scene_model_free(TrammelSceneModel *look)
{
  tr_model_free(look->model);
  g_array_unref(look->shapes);
  g_array_unref(look->awaited);
  g_array_unref(look->joints);
  g_array_unref(look->reach);
  g_ptr_array_unref(look->trails);
  g_free(look->tints);
  g_free(look->travel);
  g_free(look->motion);
  g_free(look->rest);
  g_free(look);
}

const double *
trammel_scene_model_get_rest_pose(const TrammelSceneModel *look)
{
  return look->rest;
}

guint
trammel_scene_model_get_n_bodies(const TrammelSceneModel *look)
{
  return (guint)look->model->n_bodies;
}

void
trammel_scene_model_get_up(const TrammelSceneModel *look, double up[3])
{
  tr_vec3_copy(up, look->up);
}

double
trammel_scene_model_get_ground(const TrammelSceneModel *look)
{
  return look->ground;
}

const TrammelBall *
trammel_scene_model_get_reach(const TrammelSceneModel *look, gsize *n_balls)
{
  *n_balls = look->reach->len;
  return (const TrammelBall *)(gconstpointer)look->reach->data;
}

void
trammel_scene_model_get_extent(const TrammelSceneModel *look, double low[3], double high[3])
{
  for (int i = 0; i < 3; i++) {
    low[i] = INFINITY;
    high[i] = -INFINITY;
    for (guint k = 0; k < look->reach->len; k++) {
      const TrammelBall *ball = &g_array_index(look->reach, TrammelBall, k);

      low[i] = fmin(low[i], ball->centre[i] - ball->radius);
      high[i] = fmax(high[i], ball->centre[i] + ball->radius);
    }
  }
}

/* Returns the longest distance of a slide's carriage from the middle of its rail. */
static double
measure_travel(const TrammelSceneModel *look, int joint, const double *poses, gsize n)
{
  double most = 0;

  for (gsize i = 0; i < n; i++) {
    const double *pose = poses + i * TR_POSE * (gsize)look->model->n_bodies;
    double offset = fabs(tr_joint_position(look->model, joint, pose));
    most = isfinite(offset) ? fmax(most, offset) : most;
  }
  return most;
}

static gboolean
lengthen_rails(TrammelSceneModel *look, const double *poses, gsize n)
{
  gboolean changed = FALSE;

  for (int i = 0; i < look->model->n_joints; i++) {
    if (look->model->joints[i].type != TR_JOINT_SLIDE)
      continue;
    double most = measure_travel(look, i, poses, n);
    if (most > look->travel[i]) {
      look->travel[i] = MIN_TRAVEL * most;
      changed = TRUE;
    }
  }
  return changed;
}

gboolean
trammel_scene_model_widen(TrammelSceneModel *look, const double *pose)
{
  gboolean changed = lengthen_rails(look, pose, 1);

  if (changed)
    make_surroundings(look);
  return changed;
}

void
trammel_scene_model_set_motion(TrammelSceneModel *look, const double *poses, gsize n)
{
  gsize size = n * TR_POSE * (gsize)look->model->n_bodies;

  /* a motion that diverged has no usable extent */
  for (gsize i = 0; i < size && n > 0; i++)
    if (!isfinite(poses[i]))
      n = 0;
  g_free(look->motion);
  look->motion = n > 0 ? g_memdup2(poses, size * sizeof *poses) : NULL;
  look->n_motion = n;
  g_ptr_array_set_size(look->trails, 0);
  lengthen_rails(look, poses, n);
  make_surroundings(look);
}

/* Returns the thing of a part, by default its body. */
static TrammelThing
get_thing(const TrammelPart *part)
{
  if (part->thing.kind != TRAMMEL_THING_NONE)
    return part->thing;
  return (TrammelThing){TRAMMEL_THING_BODY, part->body};
}

static void
mix(float color[4], const float with[4], float share)
{
  for (int i = 0; i < 3; i++)
    color[i] = (1 - share) * color[i] + share * with[i];
}

void
trammel_scene_model_paint_selected(const TrammelSceneModel *look, TrammelDrawItem *item)
{
  static const float accent[4] = {1.0f, 0.79f, 0.12f, 1}; /* unlike the axes of joints */

  if (look->selected.kind == item->thing.kind && look->selected.index == item->thing.index)
    mix(item->color, accent, SELECTED_SHARE);
}

/* Colours an item by the tint of its thing, and its selection. */
static void
paint(const TrammelSceneModel *look, TrammelDrawItem *item)
{
  int offset = item->thing.kind == TRAMMEL_THING_JOINT ? look->model->n_bodies : 0;
  const float *tint = look->tints ? look->tints + 4 * (offset + item->thing.index) : NULL;

  if (tint && tint[3] > 0)
    mix(item->color, tint, tint[3]);
  trammel_scene_model_paint_selected(look, item);
}

static void
draw_part(const TrammelSceneModel *look,
          const TrammelPart *part,
          TrammelDrawList *list,
          const TrammelMat4 *owner,
          TrammelDrawStyle style,
          gboolean dark)
{
  TrammelDrawItem item = {.solid = part->solid,
                          .transform = trammel_mat4_multiply(owner, &part->local),
                          .style = style,
                          .thing = get_thing(part)};

  if (part->kind == TRAMMEL_PART_GIVEN)
    memcpy(item.color, part->color, sizeof item.color);
  else if (part->kind == TRAMMEL_PART_BODY)
    set_color(item.color, body_colors[(guint)part->body % G_N_ELEMENTS(body_colors)]);
  else
    set_color(item.color, part->kind == TRAMMEL_PART_JOINT ? joint_colors[dark ? 1 : 0]
                                                           : base_colors[dark ? 1 : 0]);
  if (part->kind != TRAMMEL_PART_BASE)
    paint(look, &item);
  trammel_draw_list_add(list, &item);
}

/* Parts that are drawn alike. */
typedef struct {
  const GArray *parts;
  TrammelDrawStyle style;
  gboolean dark;
} Group;

/* Draws the parts of a body, or the world. */
static void
draw_owned(const TrammelSceneModel *look,
           const Group *group,
           TrammelDrawList *list,
           int body,
           const TrammelMat4 *owner)
{
  for (guint i = 0; i < group->parts->len; i++) {
    const TrammelPart *part = &g_array_index(group->parts, TrammelPart, i);

    if (part->body == body)
      draw_part(look, part, list, owner, group->style, group->dark);
  }
}

void
trammel_scene_model_add_item(const TrammelSceneModel *look,
                             TrammelDrawList *list,
                             TrammelDrawItem item,
                             gboolean dark)
{
  set_color(item.color, joint_colors[dark ? 1 : 0]);
  paint(look, &item);
  trammel_draw_list_add(list, &item);
}

void
trammel_scene_model_draw_bodies(const TrammelSceneModel *look,
                                TrammelDrawList *list,
                                const double *pose,
                                TrammelDrawStyle style,
                                gboolean dark)
{
  for (int body = 0; body < look->model->n_bodies; body++) {
    TrFrame origin;
    TrammelMat4 owner;

    tr_body_origin(&origin, look->model, body, pose);
    owner = trammel_mat4_from_frame(origin.position, origin.quat);
    draw_owned(look, &(Group){look->shapes, style, dark}, list, body, &owner);
    draw_owned(look, &(Group){look->joints, style, dark}, list, body, &owner);
  }
  trammel_scene_model_draw_couplings(look, list, pose, style, dark);
}

void
trammel_scene_model_draw_world(const TrammelSceneModel *look, TrammelDrawList *list, gboolean dark)
{
  TrammelMat4 owner = trammel_mat4_identity();

  draw_owned(look, &(Group){look->joints, TRAMMEL_STYLE_SOLID, dark}, list, TR_WORLD, &owner);
}

void
trammel_scene_model_set_tints(TrammelSceneModel *look, const float *tints)
{
  gsize n = (gsize)(look->model->n_bodies + look->model->n_joints);

  g_free(look->tints);
  look->tints = g_memdup2(tints, 4 * n * sizeof *tints);
}

void
trammel_scene_model_set_selected(TrammelSceneModel *look, TrammelThing thing)
{
  look->selected = thing;
}
