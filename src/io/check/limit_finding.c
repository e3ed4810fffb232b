#include "io/check/limit_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/limits.h"
#include "io/base/bilingual.h"

/* Tolerances of a limit: it is touched within so many standard deviations of the joint's sensor, or
 * this share of the travel; beyond so many times that it has been passed. */
#define TOUCH_SIGMAS 3
#define TOUCH_SHARE  1e-3
#define PASS_TIMES   2

/* Motion of a joint in the coordinate of its limits. */
typedef struct {
  gsize n;
  double *t, *s; /* [s], [rad] or [m] */
  double step;   /* [s] approximate step */
  double tolerance;
} Path;

/* Contact of a joint with one of its limits. */
typedef struct {
  guint n_touched;
  double first, last; /* [s] first contact without a break */
  double beyond;      /* largest excess [rad] or [m] */
} Touch;

static gboolean
is_excluded(const TrLog *log, double t)
{
  for (int i = 0; i < log->n_excluded; i++)
    if (t >= log->excluded[i][0] && t <= log->excluded[i][1])
      return TRUE;
  return t < log->start || t > log->end;
}

/* Finds the samples of a joint's position, or NULL. */
static const TrChannel *
find_samples(const TrModel *model, int joint, const TrLog *log)
{
  for (int i = 0; i < log->n_channels; i++) {
    const TrChannel *channel = &log->channels[i];
    if (channel->kind == TR_SIGNAL_SENSOR && channel->n > 1 &&
        model->sensors[channel->index].type == TR_SENSOR_JOINT_POSITION &&
        model->sensors[channel->index].joint == joint)
      return channel;
  }
  return NULL;
}

static void
path_init(Path *path, gsize n)
{
  *path = (Path){.t = g_new(double, n + 1), .s = g_new(double, n + 1)};
}

static void
path_clear(Path *path)
{
  g_free(path->t);
  g_free(path->s);
}

static void
path_add(Path *path, const TrJoint *joint, const TrLog *log, double t, double position)
{
  if (is_excluded(log, t))
    return;
  path->t[path->n] = t;
  path->s[path->n++] = tr_joint_seen_by_limits(joint, position);
}

static void
path_find(Path *path,
          const TrModel *model,
          int joint,
          const TrLog *log,
          const TrTrajectory *motion,
          const double *sigma)
{
  const TrChannel *samples = find_samples(model, joint, log);
  const TrJoint *j = &model->joints[joint];
  double travel = j->limits.upper - j->limits.lower;
  gsize n = samples ? samples->n : (gsize)motion->n_nodes;

  path_init(path, n);
  path->tolerance =
      fmax(samples && isfinite(sigma[samples->index]) ? TOUCH_SIGMAS * sigma[samples->index] : 0,
           isfinite(travel) ? TOUCH_SHARE * travel : 0);
  path->step = samples ? (samples->t[n - 1] - samples->t[0]) / (double)(n - 1) : motion->h;
  for (gsize k = 0; k < n; k++)
    if (samples)
      path_add(path, j, log, samples->t[k], samples->y[k]);
    else
      path_add(path, j, log, motion->start + (double)k * motion->h,
               tr_joint_position(model, joint, tr_trajectory_pose(motion, (int)k)));
}

static Touch
find_touch(const Path *path, double limit, gboolean upper)
{
  Touch touch = {0};
  gboolean is_first = FALSE;

  for (gsize k = 0; k < path->n; k++) {
    double room = upper ? limit - path->s[k] : path->s[k] - limit;
    if (room > path->tolerance) {
      is_first = FALSE;
      continue;
    }
    if (touch.n_touched++ == 0) {
      is_first = TRUE;
      touch.first = path->t[k];
    }
    if (is_first)
      touch.last = path->t[k];
    touch.beyond = fmax(touch.beyond, -room);
  }
  return touch;
}

static void
add_finding(GArray *findings,
            const TrJoint *joint,
            gboolean upper,
            const TrLog *log,
            const Touch *touch,
            const Path *path)
{
  TrammelPlace place = {.log = log->name, .signal = joint->name};
  const char *unit = tr_joint_position_unit(joint),
             *side = upper ? TRAMMEL_WORD("upper") : TRAMMEL_WORD("lower");
  double limit = upper ? joint->limits.upper : joint->limits.lower;

  if (touch->beyond > PASS_TIMES * path->tolerance)
    trammel_findings_add(findings, &place, "warning", "joint-beyond-limit",
                         N_("Joint '%s' goes %.3g %s beyond its %s limit of %g %s, first at %.4g "
                            "s. A stop cannot be passed: correct the limit, or the sign, unit and "
                            "offset of the channel that measures the joint."),
                         joint->name, touch->beyond, unit, side, limit, unit, touch->first);
  else
    trammel_findings_add(findings, &place, "warning", "joint-at-limit",
                         N_("Joint '%s' rests on its %s limit of %g %s from %.4g s on, for %.2g %% "
                            "of the log in total. Its stops are \"simulated\", so the fit "
                            "attributes their forces to other causes. Exclude these times, or make "
                            "the stops \"estimated\"."),
                         joint->name, side, limit, unit, touch->first,
                         100.0 * touch->n_touched / (double)path->n);
}

/* Proposes to exclude the first touch with two steps h on both sides, the reach of the estimator's
 * differences. */
static void
propose_exclusion(GArray *findings, const Touch *touch, const Path *path, double h, guint log_index)
{
  double margin = 2 * fmax(path->step, h);
  g_autofree char *range =
      g_strdup_printf("[%.6g, %.6g]", fmax(touch->first - margin, 0), touch->last + margin);

  trammel_findings_fix(findings, range, "logs[%u].exclude[]", log_index);
}

void
trammel_limit_findings_add(GArray *findings,
                           const TrModel *model,
                           const TrLog *log,
                           guint log_index,
                           const TrTrajectory *motion,
                           const double *sigma)
{
  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    double limits[] = {joint->limits.lower, joint->limits.upper};
    Path path;

    if (!tr_joint_has_limits(joint) || joint->has_stops)
      continue;
    path_find(&path, model, j, log, motion, sigma);
    for (int side = 0; side < 2; side++) {
      Touch touch = find_touch(&path, limits[side], side == 1);
      if (touch.n_touched == 0)
        continue;
      add_finding(findings, joint, side == 1, log, &touch, &path);
      if (touch.beyond > PASS_TIMES * path.tolerance)
        continue;
      propose_exclusion(findings, &touch, &path, motion->h, log_index);
      trammel_findings_fix_also(findings, "\"estimated\"", "model.joints[%d].stops", j);
    }
    path_clear(&path);
  }
}

/* Least distance [rad] or [m] of a motion from a stop. */
static double
find_room(const TrModel *model, int joint, gboolean upper, const TrTrajectory *motion)
{
  const TrJoint *j = &model->joints[joint];
  double room = INFINITY;

  for (int k = 0; k < motion->n_nodes; k++) {
    double s =
        tr_joint_seen_by_limits(j, tr_joint_position(model, joint, tr_trajectory_pose(motion, k)));
    room = fmin(room, upper ? j->limits.upper - s : s - j->limits.lower);
  }
  return room;
}

/* Distance from a stop that counts as a touch, as a share of the joint's travel in the motion. */
#define NEAR_SHARE 0.01

void
trammel_stop_findings_add(GArray *findings,
                          const TrTask *task,
                          const TrModel *model,
                          const TrLog *log,
                          const TrTrajectory *motion)
{
  for (int i = 0; i < task->n_free; i++) {
    TrParam param = task->free[i].param;
    gboolean upper = param.kind == TR_PARAM_STOP_UPPER;
    const TrJoint *joint = &model->joints[param.owner];
    TrammelPlace place = {.log = log->name, .signal = joint->name};
    const char *side = upper ? TRAMMEL_WORD("upper") : TRAMMEL_WORD("lower");

    if (param.kind != TR_PARAM_STOP_LOWER && !upper)
      continue;
    double room = find_room(model, param.owner, upper, motion);
    if (room > NEAR_SHARE * (joint->limits.upper - joint->limits.lower))
      trammel_findings_add(findings, &place, "note", "stop-not-touched",
                           N_("Joint '%s' stays %.3g %s away from its %s stop in this log, which "
                              "says only that the stop is not nearer."),
                           joint->name, room, tr_joint_position_unit(joint), side);
  }
}
