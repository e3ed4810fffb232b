/* Links of a body that has no shapes of its own. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/model/block.h"
#include "ui/scene/model/private.h"

/* of the link's radius: the centre of mass on a link, and at the end of one */
#define COM_RADIUS 1.45
#define BOB_RADIUS 2.3
/* of the look's unit: the least half edge of a block */
#define MIN_BLOCK  0.16
#define SAME_PLACE 0.02 /* of the unit: shorter links are not drawn */

/* Sets the place where a joint holds the body, in the body's frame; FALSE if it does not. */
static gboolean
find_anchor(const TrJoint *joint, int body, const double **anchor)
{
  if (joint->type == TR_JOINT_GEAR)
    return FALSE;
  if (joint->child == body)
    *anchor = joint->child_frame.position;
  else if (joint->parent == body)
    *anchor = joint->parent_frame.position;
  else
    return FALSE;
  return TRUE;
}

static double
measure_distance(const double a[3], const double b[3])
{
  double offset[3];

  tr_vec3_sub(offset, a, b);
  return tr_vec3_norm(offset);
}

static double
measure_link(const TrModel *model, int body)
{
  double longest = 0;

  for (int i = 0; i < model->n_joints; i++) {
    const double *anchor, *other;

    if (!find_anchor(&model->joints[i], body, &anchor))
      continue;
    longest = fmax(longest, measure_distance(anchor, model->bodies[body].com));
    for (int k = 0; k < i; k++)
      if (find_anchor(&model->joints[k], body, &other))
        longest = fmax(longest, measure_distance(anchor, other));
  }
  return longest;
}

void
trammel_scene_model_measure_links(const TrModel *model, double *longest, double *mean)
{
  double sum = 0;
  int n = 0;

  *longest = 0;
  for (int body = 0; body < model->n_bodies; body++) {
    double link = measure_link(model, body);

    *longest = fmax(*longest, link);
    sum += link;
    n += link > 0;
  }
  *mean = n > 0 ? sum / n : 0;
}

static void
add_link(TrammelSceneModel *look, int body, const double from[3], const double to[3])
{
  double half;
  TrammelMat4 frame = trammel_mat4_between(from, to, &half);
  TrammelPart part = {.body = body,
                      .kind = TRAMMEL_PART_BODY,
                      .solid = trammel_solid_capsule(look->thickness, half),
                      .local = frame};

  g_array_append_val(look->shapes, part);
}

static void
add_ball(TrammelSceneModel *look, int body, double radius)
{
  TrammelPart part = {.body = body,
                      .kind = TRAMMEL_PART_BODY,
                      .solid = trammel_solid_sphere(radius),
                      .local = trammel_mat4_identity()};

  tr_vec3_copy(part.local.m + 12, look->model->bodies[body].com);
  g_array_append_val(look->shapes, part);
}

static void
add_block(TrammelSceneModel *look, int body)
{
  double edges[3], half[3];

  tr_body_block(edges, &look->model->bodies[body]);
  for (int i = 0; i < 3; i++)
    half[i] = fmin(look->block, fmax(MIN_BLOCK * look->unit, 0.5 * edges[i]));

  TrammelPart part = {.body = body,
                      .kind = TRAMMEL_PART_BODY,
                      .solid = trammel_solid_box(half, 0.3 * look->thickness),
                      .local = trammel_mat4_identity()};

  tr_vec3_copy(part.local.m + 12, look->model->bodies[body].com);
  g_array_append_val(look->shapes, part);
}

void
trammel_scene_model_add_links(TrammelSceneModel *look, int body)
{
  const TrModel *model = look->model;
  const double *com = model->bodies[body].com, *anchor;
  int n_links = 0;

  for (int i = 0; i < model->n_joints; i++) {
    if (!find_anchor(&model->joints[i], body, &anchor) ||
        measure_distance(anchor, com) < SAME_PLACE * look->unit)
      continue;
    add_link(look, body, anchor, com);
    n_links++;
  }
  if (n_links == 0)
    add_block(look, body);
  else
    add_ball(look, body, (n_links == 1 ? BOB_RADIUS : COM_RADIUS) * look->thickness);
}
