#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/carve.h"
#include "engine/est/step/contacts_private.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

/* Regularisation rate of friction in the estimator [m/s]. */
#define SLIP 1e-2

/* Lays the arrays of numbers over one block; returns its size. */
static size_t
lay_out(TrStepContacts *c, double *base, const TrMechanism *mechanism, int n_params)
{
  size_t n_bodies = (size_t)mechanism->n_bodies, n = 6 * n_bodies, used = 0;
  size_t joints = (size_t)mechanism->n_joints;
  double **wide[] = {&c->v_before, &c->v_star, &c->right};

  for (size_t i = 0; i < TR_COUNT(wide); i++)
    *wide[i] = tr_carve(base, &used, n);
  c->carried = tr_carve(base, &used, 9 * n_bodies);
  c->turned = tr_carve(base, &used, 9 * n_bodies);
  c->mult = tr_carve(base, &used, (size_t)mechanism->n_rows);
  c->slopes = tr_carve(base, &used, n * (3 * n + (size_t)n_params));
  c->axes_before = tr_carve(base, &used, joints * n);
  c->turning_before = tr_carve(base, &used, joints * n);
  c->stop_impulse = tr_carve(base, &used, joints);
  for (size_t i = 0; i < TR_COUNT(c->stop_rate); i++)
    c->stop_rate[i] = tr_carve(base, &used, joints);
  return used;
}

TrStepContacts *
tr_step_contacts_new(const TrModel *model, const TrMechanism *mechanism, int n_params)
{
  TrStepContacts *c = calloc(1, sizeof *c);
  int n = 6 * model->n_bodies;
  bool ok;

  if (!c)
    return NULL;
  c->n = tr_touches_list(NULL, model);
  c->n_stops = tr_step_stops_list(NULL, model);
  c->touches = calloc((size_t)c->n + 1, sizeof *c->touches);
  c->list = calloc((size_t)c->n + 1, sizeof *c->list);
  c->stops = calloc((size_t)c->n_stops + 1, sizeof *c->stops);
  c->places_before = calloc((size_t)model->n_bodies, sizeof *c->places_before);
  c->block = calloc(lay_out(c, NULL, mechanism, n_params) + 1, sizeof *c->block);
  ok = c->touches && c->list && c->stops && c->places_before && c->block;
  ok = tr_push_step_init(&c->step, n, mechanism->n_rows, c->n + c->n_stops, n - 1) && ok;
  if (!ok) {
    tr_step_contacts_free(c);
    return NULL;
  }
  lay_out(c, c->block, mechanism, n_params);
  tr_touches_list(c->list, model);
  for (int i = 0; i < c->n; i++)
    c->touches[i].touch = c->list[i];
  tr_step_stops_list(c->stops, model);
  return c;
}

void
tr_step_contacts_free(TrStepContacts *c)
{
  if (!c)
    return;
  tr_push_step_clear(&c->step);
  free(c->touches);
  free(c->list);
  free(c->stops);
  free(c->places_before);
  free(c->block);
  free(c);
}

void
tr_step_work_take_contacts(TrStepWork *work, TrStepContacts *contacts)
{
  work->contacts = contacts;
}

double
tr_step_contact_impulse(const TrStepWork *work)
{
  const TrStepContacts *c = work->contacts;
  double sum = 0;

  for (int i = 0; c && i < c->step.n_active; i++)
    sum += tr_vec3_norm(c->step.pushes[i].impulse);
  return sum;
}

bool
tr_step_contacts_fell_back(const TrStepWork *work)
{
  return work->contacts && work->contacts->step.fell_back;
}

/* Geometry, target and push of a touch. */
static void
place_touch(TrStepContacts *c,
            TrStepTouch *t,
            const TrStepWork *w,
            const TrStepContext *context,
            bool has_before)
{
  const TrModel *model = context->model;
  const TrContact *contact = &model->contacts[t->touch.contact];
  TrRebound rebound = {context->h, contact->restitution, contact->threshold};
  bool was_there = !context->touched || context->touched[t->touch.contact];
  TrApproach approach = {.has_before = has_before && was_there, .begins = !was_there};
  TrPush *push = &c->step.pushes[c->step.n_active];

  tr_touch_place(&t->at, model, t->touch, w->places);
  tr_touch_rate(t->u, &t->at, t->touch, w->places, w->v);
  approach.gap = t->at.gap;
  approach.rate = tr_vec3_dot(t->at.normal, t->u);
  if (approach.has_before) {
    tr_touch_place(&t->before, model, t->touch, c->places_before);
    tr_touch_rate(t->u_before, &t->before, t->touch, c->places_before, c->v_before);
    approach.gap_before = t->before.gap;
    approach.rate_before = tr_vec3_dot(t->before.normal, t->u_before);
  }
  t->target = tr_contact_target(&approach, &rebound);
  tr_touch_rows(t->rows, &t->at, t->touch, w->places);
  t->push = c->step.n_active++;
  *push = (TrPush){.body = {t->touch.body[0], t->touch.body[1]},
                   .gap = t->at.gap - t->target.value,
                   .stiffness = context->h / tr_contact_compliance(model, contact, context->h),
                   .friction = contact->friction,
                   .slip = SLIP};
  memcpy(push->rows, t->rows, sizeof push->rows);
  tr_vec3_copy(push->normal, t->at.normal);
}

/* Right sides of the step, M_a v+* = M_a v+ - a0 + G^T lambda + p, G v+* + Sigma lambda = G v+ -
 * c0. */
static void
fill_step(TrStepContacts *c, const TrStepWork *w, const TrStepContext *context)
{
  TrPushStep *s = &c->step;
  int n = w->n;

  s->h = context->h;
  for (int i = 0; i < n; i++) {
    s->b[i] = -w->a0[i];
    for (int j = 0; j < w->n_joints; j++)
      s->b[i] += w->axes[j * n + i] * w->axial[j].impulse;
    for (int k = 0; k < n; k++) {
      *tr_banded_at(&s->mass, i, k) = w->mass[i * n + k];
      s->b[i] += w->mass[i * n + k] * w->v_after[k];
    }
  }
  for (int r = 0; r < w->m; r++) {
    s->sigma[r] = context->sigma[r];
    s->c[r] = -w->c0[r];
    for (int i = 0; i < n; i++) {
      s->g[r * n + i] = w->jac[r * n + i];
      s->c[r] += w->jac[r * n + i] * w->v_after[i];
    }
  }
}

/* Solves for v+* and takes the impulses of the contacts from a0. */
static TrStatus
take_contacts(TrStepWork *w,
              const TrStepContext *context,
              const TrStepInput *in,
              const double *long_before)
{
  TrStepContacts *c = w->contacts;
  int n_bodies = context->mechanism->n_bodies;

  if (long_before) {
    tr_pose_velocity(c->v_before, n_bodies, long_before, in->before, context->h);
    tr_mechanism_places(c->places_before, n_bodies, in->before);
  }
  c->step.n_active = 0;
  for (int i = 0; i < c->n; i++) {
    TrStepTouch *touch = &c->touches[i];

    touch->push = -1;
    if (!context->touching || context->touching[touch->touch.contact])
      place_touch(c, touch, w, context, long_before != NULL);
  }
  tr_step_stops_place(c, w, context, long_before != NULL);
  fill_step(c, w, context);
  TR_TRY(tr_push_solve(&c->step));
  memcpy(c->v_star, c->step.v, (size_t)w->n * sizeof *c->v_star);
  memset(c->right, 0, (size_t)w->n * sizeof *c->right);
  tr_push_add_impulses(c->right, &c->step);
  for (int i = 0; i < w->n; i++)
    w->a0[i] -= c->right[i];
  return TR_OK;
}

/* A change of a touch in one column. */
typedef struct Column {
  TrTouchChange change; /* at constant v+* ... */
  double twist[2][6];   /* ... that of v, which the target depends on */
  double rate_before;   /* change in the normal rate one step before */
  double restitution, friction, stiffness;
} Column;

/* Change in the target. */
static double
vary_target(const TrStepTouch *t, const TrStepWork *w, const Column *column, double gap)
{
  const TrTarget *target = &t->target;
  double change = target->by_gap * gap + target->by_rate_before * column->rate_before +
                  target->by_restitution * column->restitution;
  TrTouchSlope slope;
  TrTouchChange by_v = column->change;

  if (target->by_rate == 0)
    return change;
  memcpy(by_v.twist, column->twist, sizeof by_v.twist);
  tr_touch_vary(&slope, &t->at, t->touch, w->places, w->v, &by_v);
  return change +
         target->by_rate * (tr_vec3_dot(slope.normal, t->u) + tr_vec3_dot(t->at.normal, slope.u));
}

/* Change in the impulse of a closed touch. */
static void
vary_impulse(double out[3],
             const TrStepTouch *t,
             const TrPush *push,
             const Column *column,
             const TrTouchSlope *slope,
             double gap_and_rate)
{
  const double *n = t->at.normal;
  double rate = tr_vec3_dot(n, push->u), along[3], d_along[3], w2, w, l = push->along, d_l, mixed;
  double d_rate = tr_vec3_dot(slope->normal, push->u) + tr_vec3_dot(n, slope->u);

  d_l = -push->stiffness * gap_and_rate + column->stiffness / push->stiffness * l;
  for (int i = 0; i < 3; i++) {
    along[i] = push->u[i] - rate * n[i];
    d_along[i] = slope->u[i] - d_rate * n[i] - rate * slope->normal[i];
  }
  w2 = tr_vec3_dot(along, along) + push->slip * push->slip;
  w = sqrt(w2);
  mixed = tr_vec3_dot(along, d_along) / w2;
  for (int i = 0; i < 3; i++)
    out[i] = d_l * n[i] + l * slope->normal[i] -
             (column->friction * l + push->friction * d_l) * along[i] / w -
             push->friction * l * (d_along[i] - along[i] * mixed) / w;
}

/* Change of a touch in one column. */
typedef struct Varied {
  TrTouchSlope slope;
  double impulse[3];
} Varied;

/* Change of the wrenches on both bodies: dl, and R^T (dd x l + d x dl - turn x (d x l)). */
static void
vary_wrench(double out[2][6],
            const TrStepTouch *t,
            const TrStepWork *w,
            const TrPush *push,
            const TrTouchChange *change,
            const Varied *varied)
{
  for (int side = 0; side < 2; side++) {
    double sign = side == 0 ? 1 : -1, moment[3], part[3], sum[3];

    if (t->touch.body[side] < 0)
      continue;
    tr_vec3_cross(moment, t->at.arm[side], push->impulse);
    tr_vec3_cross(part, change->turn[side], moment);
    tr_vec3_cross(sum, varied->slope.arm[side], push->impulse);
    tr_vec3_sub(sum, sum, part);
    tr_vec3_cross(part, t->at.arm[side], varied->impulse);
    tr_vec3_add_scaled(sum, sum, 1, part);
    tr_mat3_apply_t(part, w->places[t->touch.body[side]].rot, sum);
    for (int i = 0; i < 3; i++) {
      out[side][i] = sign * varied->impulse[i];
      out[side][3 + i] = sign * part[i];
    }
  }
}

/* Adds the effect of a change of a touch to column k of dp. */
static void
add_column(
    TrStepContacts *c, const TrStepTouch *t, const TrStepWork *w, const Column *column, int k)
{
  const TrPush *push = &c->step.pushes[t->push];
  double wrench[2][6], rate;
  Varied varied;

  tr_touch_vary(&varied.slope, &t->at, t->touch, w->places, c->v_star, &column->change);
  rate = tr_vec3_dot(varied.slope.normal, push->u) + tr_vec3_dot(t->at.normal, varied.slope.u);
  vary_impulse(varied.impulse, t, push, column, &varied.slope,
               varied.slope.gap - vary_target(t, w, column, varied.slope.gap) + c->step.h * rate);
  vary_wrench(wrench, t, w, push, &column->change, &varied);
  for (int side = 0; side < 2; side++)
    for (int i = 0; t->touch.body[side] >= 0 && i < 6; i++)
      c->slopes[(6 * t->touch.body[side] + i) * w->columns + k] += wrench[side][i];
}

void
tr_step_spread_before(
    double by_v[6], double by_pose[6], const double by_before[6], const double omega[3], double h)
{
  double phi[3], back[3], q[4], turned[9], spread[9];

  for (int i = 0; i < 3; i++) {
    phi[i] = h * omega[i];
    back[i] = -phi[i];
  }
  tr_quat_exp(q, phi);
  tr_quat_matrix(turned, q);
  tr_so3_right_jacobian(spread, back);
  for (int k = 0; k < 3; k++) {
    by_pose[k] = by_before[k];
    by_v[k] = -h * by_before[k];
    by_pose[3 + k] = by_v[3 + k] = 0;
    for (int i = 0; i < 3; i++) {
      by_pose[3 + k] += by_before[3 + i] * turned[3 * i + k];
      by_v[3 + k] -= h * by_before[3 + i] * spread[3 * i + k];
    }
  }
}

/* Derivatives of the normal rate one step before by v and the pose of a body, through the pose
 * there. */
static void
find_before(double by_v[6],
            double by_pose[6],
            const TrStepContacts *c,
            const TrStepTouch *t,
            const TrStepWork *w,
            int side)
{
  int body = t->touch.body[side];
  const TrPlace *place = &c->places_before[body];
  double by_before[6], h = c->step.h;

  for (int k = 0; k < 6; k++) {
    Column column = {.friction = 0};
    TrTouchSlope slope;

    for (int i = 0; i < 3; i++) {
      if (k < 3) {
        column.change.shift[side][i] = i == k;
        column.change.twist[side][i] = c->carried[9 * body + 3 * i + k];
      } else {
        column.change.turn[side][i] = place->rot[3 * i + k - 3];
        column.change.twist[side][3 + i] = c->turned[9 * body + 3 * i + k - 3];
      }
    }
    tr_touch_vary(&slope, &t->before, t->touch, c->places_before, c->v_before, &column.change);
    by_before[k] = tr_vec3_dot(slope.normal, t->u_before) + tr_vec3_dot(t->before.normal, slope.u);
  }
  tr_step_spread_before(by_v, by_pose, by_before, w->v + 6 * body + 3, h);
}

/* Columns of dp by v and the pose of one side of a closed touch. */
static void
add_side(TrStepContacts *c, const TrStepTouch *t, const TrStepWork *w, int side)
{
  int body = t->touch.body[side];
  double by_v[6] = {0}, by_pose[6] = {0};

  if (body < 0)
    return;
  if (t->target.by_rate_before != 0)
    find_before(by_v, by_pose, c, t, w, side);
  for (int k = 0; k < 6; k++) {
    Column by_rate = {.rate_before = by_v[k]}, turned = {.rate_before = by_pose[k]};

    by_rate.twist[side][k] = 1;
    if (t->target.by_rate != 0 || by_v[k] != 0)
      add_column(c, t, w, &by_rate, 6 * body + k);
    for (int i = 0; i < 3; i++) {
      if (k < 3)
        turned.change.shift[side][i] = i == k;
      else
        turned.change.turn[side][i] = w->places[body].rot[3 * i + k - 3];
    }
    add_column(c, t, w, &turned, tr_step_pose_column(w) + 6 * body + k);
  }
}

/* Change in the normal rate one step before by a parameter. */
static double
vary_before(const TrStepContacts *c, const TrStepTouch *t, const TrTouchChange *change)
{
  TrTouchSlope slope;

  if (t->target.by_rate_before == 0)
    return 0;
  tr_touch_vary(&slope, &t->before, t->touch, c->places_before, c->v_before, change);
  return tr_vec3_dot(slope.normal, t->u_before) + tr_vec3_dot(t->before.normal, slope.u);
}

/* Returns whether a touch depends on a parameter, and fills its column. */
static bool
fill_column(Column *column,
            const TrStepContacts *c,
            const TrStepTouch *t,
            const TrStepContext *context,
            TrParam param)
{
  const TrContact *contact = &context->model->contacts[t->touch.contact];
  bool mine = param.owner == t->touch.contact;
  bool moves = tr_touch_change_of(&column->change, context->model, t->touch, param);

  if (moves)
    column->rate_before = vary_before(c, t, &column->change);
  column->friction = mine && param.kind == TR_PARAM_CONTACT_FRICTION;
  column->restitution = mine && param.kind == TR_PARAM_CONTACT_RESTITUTION;
  if (mine && param.kind == TR_PARAM_CONTACT_COMPLIANCE)
    column->stiffness = -context->h / (contact->compliance * contact->compliance);
  if (param.kind == TR_PARAM_MASS && isnan(contact->compliance))
    column->stiffness =
        tr_contact_stiffness_by_mass(context->model, contact, param.owner, context->h);
  return moves || column->friction != 0 || column->restitution != 0 || column->stiffness != 0;
}

/* Derivatives of the velocity one step before by the pose there, where the pose two nodes before
 * moves along with the body (theory 17.4). */
static void
carry_along(TrStepContacts *c, int n_bodies, double h)
{
  for (int b = 0; b < n_bodies; b++) {
    const double *rot = c->places_before[b].rot, *omega = c->v_before + TR_TWIST * b + 3;
    double back[3], q[4], step[9], turned[9], from[9], *carried = c->carried + 9 * b;

    for (int i = 0; i < 3; i++)
      back[i] = -h * omega[i];
    /* (I - R-- R-^T)/h, R-- = R- Exp(-h omega-) */
    tr_quat_exp(q, back);
    tr_quat_matrix(step, q);
    tr_mat3_multiply(turned, rot, step);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        carried[3 * i + j] = ((i == j) - tr_vec3_dot(turned + 3 * i, rot + 3 * j)) / h;
    tr_step_turns(from, c->turned + 9 * b, 1, c->v_before + TR_TWIST * b, h);
    for (int i = 0; i < 9; i++)
      c->turned[9 * b + i] += from[i];
  }
}

/* dp by v, pose and parameters at constant v+*. */
static void
fill_slopes(TrStepWork *w, const TrStepContext *context)
{
  TrStepContacts *c = w->contacts;

  memset(c->slopes, 0, (size_t)(w->n * w->columns) * sizeof *c->slopes);
  carry_along(c, w->n / 6, context->h);
  for (int i = 0; i < c->n; i++) {
    const TrStepTouch *t = &c->touches[i];

    if (t->push < 0 || !(c->step.pushes[t->push].along > 0))
      continue;
    for (int side = 0; side < 2; side++)
      add_side(c, t, w, side);
    for (int p = 0; p < context->n_params; p++) {
      Column column = {.friction = 0};

      if (tr_param_is_of_model(context->params[p]) &&
          fill_column(&column, c, t, context, context->params[p]))
        add_column(c, t, w, &column, tr_step_param_column(w) + p);
    }
  }
  if (c->n_stops > 0)
    tr_step_stops_slopes(w, context);
}

/* out[n] += sum rows^T (dl/du) rows x. */
static void
add_slope_product(double *out, const TrPushStep *s, const double *x)
{
  for (int p = 0; p < s->n_active; p++) {
    const TrPush *push = &s->pushes[p];
    double u[3] = {0}, l[3];

    if (!(push->along > 0))
      continue;
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 12; k++)
        if (push->body[k / 6] >= 0)
          u[i] += push->rows[12 * i + k] * x[6 * push->body[k / 6] + k % 6];
    tr_mat3_apply(l, push->slope, u);
    for (int k = 0; k < 12; k++)
      if (push->body[k / 6] >= 0)
        out[6 * push->body[k / 6] + k % 6] +=
            push->rows[k] * l[0] + push->rows[12 + k] * l[1] + push->rows[24 + k] * l[2];
  }
}

/* Completes column k of dp: + rows^T (dl/du) rows (dv+ - de), de by the implicit function theorem.
 */
static void
complete_column(TrStepWork *w, int k)
{
  TrStepContacts *c = w->contacts;
  int n = w->n, columns = w->columns, stride = columns - 2 * n;
  bool by_velocity = k < 2 * n;

  memset(c->v_star, 0, (size_t)n * sizeof *c->v_star);
  memset(c->right, 0, (size_t)n * sizeof *c->right);
  if (k >= n && by_velocity)
    c->v_star[k - n] = 1;
  add_slope_product(c->right, &c->step, c->v_star);
  for (int i = 0; i < n; i++) {
    c->right[i] = w->d_a0[i * columns + k] - c->right[i] - c->slopes[i * columns + k];
    if (!by_velocity)
      c->right[i] += w->d_left[i * stride + k - 2 * n];
    for (int j = 0; j < w->n_joints; j++)
      c->right[i] -= w->axes[j * n + i] * w->d_force[j * columns + k];
  }
  for (int r = 0; r < w->m; r++)
    c->mult[r] = by_velocity ? w->d_c0[r * columns + k] : -w->d_mult[r * columns + k];
  tr_push_respond(c->right, c->mult, &c->step);
  for (int i = 0; i < n; i++) {
    c->v_star[i] -= c->right[i];
    c->right[i] = c->slopes[i * columns + k];
  }
  add_slope_product(c->right, &c->step, c->v_star);
  for (int i = 0; i < n; i++) {
    w->d_a0[i * columns + k] -= c->right[i];
    for (int r = 0; by_velocity && r < w->m; r++)
      w->d_mult[r * columns + k] -= w->y[i * w->m + r] * c->right[i];
  }
}

static bool
any_closed(const TrStepContacts *c)
{
  for (int i = 0; i < c->step.n_active; i++)
    if (c->step.pushes[i].along > 0)
      return true;
  return false;
}

TrStatus
tr_step_with_contacts(double *r,
                      double *jac,
                      TrStepWork *w,
                      const TrStepContext *context,
                      const TrStepInput *in,
                      const double *long_before)
{
  TR_TRY(tr_step_begin(w, context, in));
  TR_TRY(take_contacts(w, context, in, long_before));
  tr_step_end(r, w, context);
  if (!jac)
    return TR_OK;
  tr_step_differentiate(w, context);
  if (any_closed(w->contacts)) {
    fill_slopes(w, context);
    TR_TRY(tr_push_prepare_response(&w->contacts->step));
    for (int k = 0; k < w->columns; k++)
      complete_column(w, k);
  }
  tr_step_end_jacobian(jac, w, context);
  return TR_OK;
}

bool
tr_step_contacts_respond(double *x, TrStepWork *w)
{
  TrStepContacts *c = w->contacts;

  if (!c || !any_closed(c))
    return false;
  memset(c->mult, 0, (size_t)w->m * sizeof *c->mult);
  tr_push_respond(x, c->mult, &c->step);
  return true;
}
