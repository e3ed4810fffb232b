/* Limits of joints: an arc or a line between the ends of the travel, and the joint's present
 * position. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/limits.h"
#include "ui/scene/model/private.h"

/* in radii of a link */
#define ARC_RADIUS  5.0
#define LINE_RADIUS 0.22
#define STOP_HALF   1.2
#define STOP_RADIUS 0.4
#define ASIDE       2.0 /* of a slide's line from its axis */
#define OPEN_LENGTH 6.0 /* length drawn for a single limit */

#define OPEN_ANGLE 0.8  /* [rad] likewise */
#define PIECE      0.12 /* [rad] of an arc */

static const float limit_color[4] = {0.90f, 0.62f, 0.0f, 1};
static const float place_color[4] = {0.80f, 0.47f, 0.65f, 1};

/* Sets the point at an angle from x about z of a frame. */
static void
find_on_arc(double out[3], const TrammelMat4 *frame, double angle, double radius)
{
  trammel_mat4_apply(out, frame, (double[3]){radius * cos(angle), radius * sin(angle), 0});
}

static void
add_spoke(const TrammelSceneModel *look,
          TrammelDrawList *list,
          const TrammelMat4 *frame,
          double angle,
          const float color[4])
{
  double from[3], to[3], r = look->thickness;

  find_on_arc(from, frame, angle, (ARC_RADIUS - STOP_HALF) * r);
  find_on_arc(to, frame, angle, (ARC_RADIUS + STOP_HALF) * r);
  trammel_scene_model_add_bar(list, from, to, STOP_RADIUS * r, color);
}

static void
draw_arc(const TrammelSceneModel *look,
         TrammelDrawList *list,
         const TrammelMat4 *frame,
         const double ends[2],
         const TrJointLimits *limits,
         double position)
{
  double r = look->thickness, span = fmin(ends[1] - ends[0], 2 * M_PI), before[3], point[3];
  int n = (int)ceil(span / PIECE);

  find_on_arc(before, frame, ends[0], ARC_RADIUS * r);
  for (int i = 1; i <= n; i++) {
    find_on_arc(point, frame, ends[0] + span * i / n, ARC_RADIUS * r);
    trammel_scene_model_add_bar(list, before, point, LINE_RADIUS * r, limit_color);
    tr_vec3_copy(before, point);
  }
  if (isfinite(limits->lower))
    add_spoke(look, list, frame, limits->lower, limit_color);
  if (isfinite(limits->upper))
    add_spoke(look, list, frame, limits->upper, limit_color);
  add_spoke(look, list, frame, position, place_color);
}

/* Adds a disc across a slide, at a place along it. */
static void
add_disc(const TrammelSceneModel *look,
         TrammelDrawList *list,
         const TrammelMat4 *frame,
         double at,
         const float color[4])
{
  double r = look->thickness, place[3];

  trammel_mat4_apply(place, frame, (double[3]){ASIDE * r, 0, at});
  trammel_scene_model_add_mark(
      list, trammel_solid_cylinder(STOP_HALF * r, 0.5 * STOP_RADIUS * r, 0.05 * r),
      trammel_mat4_along(place, frame->m + 8), color);
}

static void
draw_line(const TrammelSceneModel *look,
          TrammelDrawList *list,
          const TrammelMat4 *frame,
          const double ends[2],
          const TrJointLimits *limits,
          double position)
{
  double r = look->thickness, from[3], to[3];

  trammel_mat4_apply(from, frame, (double[3]){ASIDE * r, 0, ends[0]});
  trammel_mat4_apply(to, frame, (double[3]){ASIDE * r, 0, ends[1]});
  trammel_scene_model_add_bar(list, from, to, LINE_RADIUS * r, limit_color);
  if (isfinite(limits->lower))
    add_disc(look, list, frame, limits->lower, limit_color);
  if (isfinite(limits->upper))
    add_disc(look, list, frame, limits->upper, limit_color);
  add_disc(look, list, frame, position, place_color);
}

void
trammel_scene_model_draw_limit(const TrammelSceneModel *look,
                               TrammelDrawList *list,
                               guint joint,
                               const double *pose)
{
  const TrJoint *j = &look->model->joints[joint];
  gboolean turns = tr_joint_turns(j);
  double open = turns ? OPEN_ANGLE : OPEN_LENGTH * look->thickness;
  double ends[2] = {j->limits.lower, j->limits.upper};

  if (!isfinite(ends[0]) && !isfinite(ends[1]))
    return;
  if (!isfinite(ends[0]))
    ends[0] = ends[1] - open;
  if (!isfinite(ends[1]))
    ends[1] = ends[0] + open;
  TrammelMat4 frame = trammel_scene_model_get_frame(look, j->parent, &j->parent_frame, pose);
  double position = tr_joint_position(look->model, (int)joint, pose);
  if (turns)
    draw_arc(look, list, &frame, ends, &j->limits, position);
  else
    draw_line(look, list, &frame, ends, &j->limits, position);
}
