/* Stops of joints in the residual of a step: pushes along the axes (theory 17.5). */
#include <math.h>
#include <string.h>

#include "engine/est/step/contacts_private.h"
#include "engine/linalg/vec.h"
#include "engine/mbs/force/spring.h"
#include "engine/mbs/mechanism/private.h"
#include "engine/mbs/model/limits.h"

int
tr_step_stops_list(TrStepStop *stops, const TrModel *model)
{
  int n = 0;

  for (int j = 0; j < model->n_joints; j++)
    for (int side = 0; side < 2; side++) {
      if (!tr_joint_has_stop(&model->joints[j], side == 1))
        continue;
      if (stops)
        stops[n] = (TrStepStop){.joint = j, .is_upper = side == 1};
      n++;
    }
  return n;
}

/* Sign of the push along the axis. */
static double
side_of(const TrStepStop *stop)
{
  return stop->is_upper ? -1 : 1;
}

/* Returns the gap of a stop at the places of all bodies; by_pose[12] of the coordinate, or NULL. */
static double
find_gap(double *by_pose,
         const TrStepStop *stop,
         const TrStepContext *context,
         const TrPlace *places)
{
  const TrJoint *joint = &context->model->joints[stop->joint];
  const TrConstraint *axis = &context->mechanism->axes[stop->joint];
  double s = joint->spring.rest + tr_spring_stretch(by_pose, context->model, stop->joint,
                                                    tr_place_of(places, axis->body_a),
                                                    tr_place_of(places, axis->body_b));
  double limit = stop->is_upper ? joint->limits.upper : joint->limits.lower;

  return side_of(stop) * (tr_joint_seen_by_limits(joint, s) - limit);
}

/* Fills the push of a stop with its gap less the target. */
static void
fill_push(TrStepContacts *c,
          TrStepStop *stop,
          const TrStepWork *w,
          const TrStepContext *context,
          double gap)
{
  const TrConstraint *axis = &context->mechanism->axes[stop->joint];
  const TrJoint *joint = &context->model->joints[stop->joint];
  const int bodies[2] = {axis->body_a, axis->body_b};
  double eps = tr_joint_is_linear(joint) ? joint->compliance_linear : joint->compliance_angular;
  TrPush *push = &c->step.pushes[c->step.n_active];

  *push = (TrPush){.body = {bodies[0], bodies[1]},
                   .normal = {side_of(stop)},
                   .gap = gap,
                   .stiffness = context->h / fmax(eps, TR_LEAST_STOP_COMPLIANCE),
                   .slip = 1};
  for (int k = 0; k < 12; k++)
    if (bodies[k / 6] >= 0)
      push->rows[k] = w->axes[stop->joint * w->n + 6 * bodies[k / 6] + k % 6];
  stop->push = c->step.n_active++;
}

void
tr_step_stops_place(TrStepContacts *c,
                    const TrStepWork *w,
                    const TrStepContext *context,
                    bool has_before)
{
  if (has_before && c->n_stops > 0)
    tr_mechanism_axes(c->axes_before, context->mechanism, c->places_before);
  for (int i = 0; i < c->n_stops; i++) {
    TrStepStop *stop = &c->stops[i];
    TrRebound rebound = {context->h, context->model->joints[stop->joint].stop_restitution,
                         TR_STOP_THRESHOLD};
    TrApproach approach = {.gap = find_gap(stop->by_pose, stop, context, w->places),
                           .rate =
                               side_of(stop) * tr_vec_dot(w->axes + stop->joint * w->n, w->v, w->n),
                           .has_before = has_before};

    if (has_before) {
      approach.gap_before = find_gap(NULL, stop, context, c->places_before);
      approach.rate_before =
          side_of(stop) * tr_vec_dot(c->axes_before + stop->joint * w->n, c->v_before, w->n);
    }
    stop->target = tr_contact_target(&approach, &rebound);
    fill_push(c, stop, w, context, approach.gap - stop->target.value);
  }
}

/* Change of a stop in one column at constant v+*: of gap, rate at v+*, rates at v and v-, and
 * restitution. */
typedef struct Change {
  double gap, rate, rate_now, rate_before, restitution;
} Change;

/* Adds the effect of a change to column k of dp. */
static void
add_change(TrStepContacts *c, const TrStepStop *stop, const TrStepWork *w, const Change *x, int k)
{
  const TrPush *push = &c->step.pushes[stop->push];
  const TrTarget *t = &stop->target;
  double target = t->by_gap * x->gap + t->by_rate * x->rate_now +
                  t->by_rate_before * x->rate_before + t->by_restitution * x->restitution;
  double along = -push->stiffness * (x->gap - target + c->step.h * x->rate);

  for (int i = 0; along != 0 && i < w->n; i++)
    c->slopes[i * w->columns + k] += side_of(stop) * w->axes[stop->joint * w->n + i] * along;
}

/* Derivatives of the rate one step before by v and the pose of a body. */
static void
find_before(double by_v[6],
            double by_pose[6],
            const TrStepContacts *c,
            const TrStepStop *stop,
            const TrStepWork *w,
            int body)
{
  int at = stop->joint * w->n + 6 * body;
  double by_before[6];

  for (int k = 0; k < 3; k++) {
    by_before[k] = c->turning_before[at + k];
    by_before[3 + k] = c->turning_before[at + 3 + k];
    for (int i = 0; i < 3; i++) {
      by_before[k] += c->axes_before[at + i] * c->carried[9 * body + 3 * i + k];
      by_before[3 + k] += c->axes_before[at + 3 + i] * c->turned[9 * body + 3 * i + k];
    }
  }
  tr_step_spread_before(by_v, by_pose, by_before, w->v + 6 * body + 3, c->step.h);
}

/* Columns of dp by v and the pose of one of both bodies of a closed stop. */
static void
add_body(TrStepContacts *c, const TrStepStop *stop, const TrStepWork *w, int side, int body)
{
  double by_v[6] = {0}, by_pose[6] = {0}, sign = side_of(stop);

  if (stop->target.by_rate_before != 0)
    find_before(by_v, by_pose, c, stop, w, body);
  for (int k = 0; k < 6; k++) {
    int column = 6 * body + k, at = stop->joint * w->n + column;
    Change moving = {.rate_now = sign * w->axes[at], .rate_before = sign * by_v[k]};
    Change moved = {.gap = sign * stop->by_pose[6 * side + k],
                    .rate = sign * (w->axis_rate[1][at] - w->axis_rate[2][at]),
                    .rate_now = sign * w->axis_rate[0][at],
                    .rate_before = sign * by_pose[k]};

    add_change(c, stop, w, &moving, column);
    add_change(c, stop, w, &moved, tr_step_pose_column(w) + column);
  }
}

/* Rates of all joints by the parameter of an arm, at v+*, v and v-; d(G-bar^T) times the stops'
 * impulses in column k of dp. */
static void
move_arm(TrStepWork *w, const TrStepContext *context, const TrArm *arm, int k)
{
  TrStepContacts *c = w->contacts;
  const TrMechanism *mechanism = context->mechanism;

  tr_mechanism_arm_axis_rate(c->stop_rate[0], mechanism, w->places, arm, c->v_star);
  tr_mechanism_arm_axis_rate(c->stop_rate[1], mechanism, w->places, arm, w->v);
  tr_mechanism_arm_axis_rate(c->stop_rate[2], mechanism, c->places_before, arm, c->v_before);
  tr_mechanism_arm_axis_force(c->right, mechanism, w->places, arm, c->stop_impulse);
  for (int i = 0; i < w->n; i++)
    c->slopes[i * w->columns + k] += c->right[i];
}

/* Change of a stop by the parameter of an arm, after move_arm(). */
static Change
change_by_arm(const TrStepContacts *c,
              const TrStepStop *stop,
              const TrStepWork *w,
              const TrStepContext *context,
              const TrArm *arm)
{
  const TrConstraint *axis = &context->mechanism->axes[stop->joint];
  int moved = tr_constraint_arm_column(axis, arm);
  double geometry[12] = {0}, sign = side_of(stop);

  if (moved >= 0)
    tr_spring_geometry(geometry, context->model, stop->joint, tr_place_of(w->places, axis->body_a),
                       tr_place_of(w->places, axis->body_b));
  return (Change){.gap = moved < 0 ? 0 : sign * arm->sign * geometry[moved],
                  .rate = sign * c->stop_rate[0][stop->joint],
                  .rate_now = sign * c->stop_rate[1][stop->joint],
                  .rate_before = sign * c->stop_rate[2][stop->joint]};
}

/* Change of a stop by a number of its own. */
static Change
change_by_number(const TrStepStop *stop, TrParam param)
{
  TrParamKind limit = stop->is_upper ? TR_PARAM_STOP_UPPER : TR_PARAM_STOP_LOWER;

  if (param.owner != stop->joint)
    return (Change){.gap = 0};
  return (Change){.gap = param.kind == limit ? -side_of(stop) : 0,
                  .restitution = param.kind == TR_PARAM_STOP_RESTITUTION};
}

static bool
is_closed(const TrStepContacts *c, const TrStepStop *stop)
{
  return c->step.pushes[stop->push].along > 0;
}

/* Columns of dp by a parameter. */
static void
add_param(TrStepWork *w, const TrStepContext *context, int p)
{
  TrStepContacts *c = w->contacts;
  TrParam param = context->params[p];
  bool is_arm = tr_param_moves_arms(param);
  int column = tr_step_param_column(w) + p;
  TrArm arm;

  if (!is_arm && !tr_param_is_stop(param))
    return;
  if (is_arm) {
    arm = tr_arm_of(context->model, param);
    move_arm(w, context, &arm, column);
  }
  for (int i = 0; i < c->n_stops; i++) {
    const TrStepStop *stop = &c->stops[i];
    Change change;

    if (!is_closed(c, stop))
      continue;
    change = is_arm ? change_by_arm(c, stop, w, context, &arm) : change_by_number(stop, param);
    add_change(c, stop, w, &change, column);
  }
}

void
tr_step_stops_slopes(TrStepWork *w, const TrStepContext *context)
{
  TrStepContacts *c = w->contacts;
  bool any = false;

  memset(c->stop_impulse, 0, (size_t)w->n_joints * sizeof *c->stop_impulse);
  tr_mechanism_axis_rate_derivative(c->turning_before, context->mechanism, c->places_before,
                                    c->v_before);
  for (int i = 0; i < c->n_stops; i++) {
    const TrStepStop *stop = &c->stops[i];
    const TrConstraint *axis = &context->mechanism->axes[stop->joint];

    if (!is_closed(c, stop))
      continue;
    any = true;
    c->stop_impulse[stop->joint] += c->step.pushes[stop->push].impulse[0];
    if (axis->body_a >= 0)
      add_body(c, stop, w, 0, axis->body_a);
    add_body(c, stop, w, 1, axis->body_b);
  }
  if (!any)
    return;
  tr_mechanism_add_axis_force_derivative(c->slopes + tr_step_pose_column(w), w->columns, 1,
                                         context->mechanism, w->places, c->stop_impulse);
  for (int p = 0; p < context->n_params; p++)
    if (tr_param_is_of_model(context->params[p]))
      add_param(w, context, p);
}
