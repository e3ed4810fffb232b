#include "engine/est/problem/switching.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/est/step/contacts.h"
#include "engine/est/step/private.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/contact/touch.h"
#include "engine/mbs/mechanism/private.h"
#include "engine/mbs/model/active.h"

/* A step with an end of a span. */
typedef struct SwitchStep {
  int log, node;
  int q;             /* rows of joints and contacts that are switched in it */
  bool is_soft;      /* at the last linearisation an unknown impulse acted */
  TrStepWork *work;  /* places, M_a and G of the joints that hold */
  double *rows;      /* [q x n] G_s */
  double *deviation; /* [q] s; of contacts 1, s being in the rows */
  double *response;  /* [n x q] twist by p, then [n x q] B s */
  double *span;      /* [n x q] orthonormal */
  double *shrink;    /* [q] 1 - that of T along them */
  double *square;    /* [3 q^2 + m^2 + 2 m q] scratch */
} SwitchStep;

struct TrSwitching {
  int n_variants;            /* the first one has no such joint or contact */
  int n_members;             /* joints, then contacts */
  TrMechanism **own, **held; /* [n_variants] */
  bool *holds;               /* [n_variants x n_members] */
  int *variant;              /* [nodes] of the step at a node */
  int n_steps;
  SwitchStep *steps;
  int *step_at; /* [nodes] index of the switch step; -1 */
};

/* ---- spans ------------------------------------------------------------------------------------
 */

/* Share of h by which two times differ that are the same. */
#define SAME 1e-6

/* Share of the squared effects of all impulses below which a direction is rounding. */
#define LEAST_SHARE 1e-14

/* A point whose gap within a step falls below this one is near [m]. */
#define NEAR 5e-3

/* Returns whether an end of a span lies within both intervals of a step at t. */
static bool
is_switched(const TrActive *active, double t, double h)
{
  for (int i = 0; i < active->n; i++)
    if (fabs(t - active->begin[i]) < (1 - SAME) * h || fabs(t - active->end[i]) < (1 - SAME) * h)
      return true;
  return false;
}

static bool
is_held(const TrActive *active, double t, double h)
{
  return active->n == 0 || (tr_active_at(active, t) && !is_switched(active, t, h));
}

/* Index of the variant in which joints and contacts are active as in a step at t, added where it is
 * new. */
static int
find_variant(TrSwitching *s, const TrModel *model, double t, double h)
{
  size_t n = (size_t)s->n_members;
  bool *wanted = s->holds + (size_t)s->n_variants * n;

  for (int j = 0; j < model->n_joints; j++)
    wanted[j] = is_held(&model->joints[j].active, t, h);
  for (int c = 0; c < model->n_contacts; c++)
    wanted[model->n_joints + c] = is_held(&model->contacts[c].active, t, h);
  for (int v = 0; v < s->n_variants; v++)
    if (memcmp(s->holds + (size_t)v * n, wanted, n * sizeof *wanted) == 0)
      return v;
  return s->n_variants++;
}

static int
count_rows(const TrMechanism *mechanism, const TrModel *model, double t, double h)
{
  int q = 0;

  for (int i = 0; i < mechanism->n_constraints; i++)
    if (is_switched(&model->joints[mechanism->constraints[i].joint].active, t, h))
      q += mechanism->constraints[i].n_rows;
  for (int c = 0; c < model->n_contacts; c++)
    if (is_switched(&model->contacts[c].active, t, h))
      q += 3 * tr_contact_points(&model->contacts[c]);
  return q;
}

static bool
take_step(SwitchStep *step, const TrMechanism *mechanism, int q)
{
  size_t n = 6 * (size_t)mechanism->n_bodies, m = (size_t)mechanism->n_rows, k = (size_t)q;
  size_t size = k * n + 2 * k + 3 * n * k + 3 * k * k + m * m + 2 * m * k + n * m;
  double *at = calloc(size + 1, sizeof *at);

  step->q = q;
  step->work = tr_step_work_new(mechanism, 1);
  step->rows = at;
  if (!at || !step->work)
    return false;
  step->deviation = step->rows + k * n;
  step->shrink = step->deviation + k;
  step->response = step->shrink + k;
  step->span = step->response + 2 * n * k;
  step->square = step->span + n * k;
  return true;
}

static bool
take_variants(TrSwitching *s, const TrModel *model)
{
  s->own = calloc((size_t)s->n_variants, sizeof *s->own);
  s->held = calloc((size_t)s->n_variants, sizeof *s->held);
  for (int v = 0; s->own && s->held && v < s->n_variants; v++) {
    s->own[v] = tr_mechanism_new(model);
    s->held[v] = tr_mechanism_new(model);
    if (!s->own[v] || !s->held[v])
      return false;
  }
  return s->own && s->held;
}

/* Lists the variants and the switch steps of all logs. */
static bool
find_steps(TrSwitching *s, const TrProblem *problem)
{
  const TrModel *model = problem->task->model;
  double h = problem->task->settings.h;

  for (int l = 0; l < problem->prepared->n_logs; l++) {
    const TrPreparedLog *log = &problem->prepared->logs[l];

    for (int k = 0; k < log->n_nodes; k++) {
      int at = problem->first[l] + k, q;
      double t = log->start->start + k * h;

      s->variant[at] = find_variant(s, model, t, h);
      s->step_at[at] = -1;
      q = count_rows(problem->mechanism, model, t, h);
      if (q == 0)
        continue;
      s->step_at[at] = s->n_steps;
      s->steps[s->n_steps] = (SwitchStep){.log = l, .node = k};
      if (!take_step(&s->steps[s->n_steps++], problem->mechanism, q))
        return false;
    }
  }
  return true;
}

bool
tr_switching_take(TrProblem *problem)
{
  const TrModel *model = problem->task->model;
  size_t nodes = (size_t)problem->first[problem->prepared->n_logs], ends = 1;
  TrSwitching *s;

  if (!tr_model_switches(model))
    return true;
  problem->switching = s = calloc(1, sizeof *s);
  if (!s)
    return false;
  for (int j = 0; j < model->n_joints; j++)
    ends += 2 * (size_t)model->joints[j].active.n;
  for (int c = 0; c < model->n_contacts; c++)
    ends += 2 * (size_t)model->contacts[c].active.n;
  s->n_members = model->n_joints + model->n_contacts;
  /* an end is within two steps of a log at most */
  s->steps = calloc(2 * ends * (size_t)problem->prepared->n_logs, sizeof *s->steps);
  s->holds = calloc((4 * ends + 2) * (size_t)(s->n_members + 1), sizeof *s->holds);
  s->variant = calloc(nodes + 1, sizeof *s->variant);
  s->step_at = calloc(nodes + 1, sizeof *s->step_at);
  if (!s->steps || !s->holds || !s->variant || !s->step_at)
    return false;
  (void)find_variant(s, model, -INFINITY, problem->task->settings.h);
  return find_steps(s, problem) && take_variants(s, model);
}

void
tr_switching_free(TrSwitching *s)
{
  if (!s)
    return;
  for (int i = 0; s->steps && i < s->n_steps; i++) {
    tr_step_work_free(s->steps[i].work);
    free(s->steps[i].rows);
  }
  for (int v = 0; v < s->n_variants; v++) {
    tr_mechanism_free(s->own ? s->own[v] : NULL);
    tr_mechanism_free(s->held ? s->held[v] : NULL);
  }
  free(s->own);
  free(s->held);
  free(s->steps);
  free(s->holds);
  free(s->variant);
  free(s->step_at);
  free(s);
}

/* ---- mechanisms -------------------------------------------------------------------------------
 */

static void
update(TrMechanism **mechanisms, const TrSwitching *s, const TrModel *model)
{
  for (int v = 0; v < s->n_variants; v++) {
    TrMechanism *mechanism = mechanisms[v];

    tr_mechanism_update(mechanism, model);
    for (int i = 0; i < mechanism->n_constraints; i++) {
      TrConstraint *c = &mechanism->constraints[i];

      c->is_off = c->motor < 0 && !s->holds[v * s->n_members + c->joint];
    }
  }
}

void
tr_switching_update(TrProblem *problem, const TrModel *model)
{
  if (problem->switching)
    update(problem->switching->own, problem->switching, model);
}

void
tr_switching_update_held(TrProblem *problem, const TrModel *model)
{
  if (problem->switching)
    update(problem->switching->held, problem->switching, model);
}

static const bool *
find_contacts(const TrProblem *problem, int variant)
{
  const TrSwitching *s = problem->switching;

  return s->holds + variant * s->n_members + problem->model->n_joints;
}

static void
use(TrProblem *problem, int variant, int before)
{
  problem->context.mechanism = problem->switching->own[variant];
  problem->held.mechanism = problem->switching->held[variant];
  problem->context.touching = find_contacts(problem, variant);
  problem->context.touched = find_contacts(problem, before);
}

void
tr_switching_use(TrProblem *problem, int log, int node)
{
  const int *variant;

  if (!problem->switching)
    return;
  variant = problem->switching->variant + problem->first[log];
  use(problem, variant[node], variant[node > 0 ? node - 1 : 0]);
}

void
tr_switching_leave(TrProblem *problem)
{
  if (problem->switching)
    use(problem, 0, 0);
}

/* ---- impulses ---------------------------------------------------------------------------------
 */

static SwitchStep *
find_step(const TrProblem *problem, int log, int node)
{
  int at = problem->switching ? problem->switching->step_at[problem->first[log] + node] : -1;

  return at < 0 ? NULL : &problem->switching->steps[at];
}

/* Rows of the joints that are switched, and their s; returns their number. */
static int
fill_joint_rows(SwitchStep *step, const TrProblem *problem, double t)
{
  const TrMechanism *mechanism = problem->mechanism;
  const TrModel *model = problem->model;
  int n = problem->n, row = 0;

  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];
    double local[TR_PRIM_MAX_ROWS * TR_PRIM_TANGENT];

    if (!is_switched(&model->joints[c->joint].active, t, problem->context.h))
      continue;
    tr_prim_jacobian(local, &c->prim, tr_place_of(step->work->places, c->body_a),
                     tr_place_of(step->work->places, c->body_b));
    for (int r = 0; r < c->n_rows; r++, row++) {
      double *out = step->rows + row * n;

      memset(out, 0, (size_t)n * sizeof *out);
      if (c->body_a != TR_WORLD)
        memcpy(out + 6 * c->body_a, local + 12 * r, 6 * sizeof *out);
      memcpy(out + 6 * c->body_b, local + 12 * r + 6, 6 * sizeof *out);
      step->deviation[row] = model->joints[c->joint].active.impulse;
    }
  }
  return row;
}

/* Three rows s (n n^T + friction (1 - n n^T)) du/dv of a point that is near. */
static void
fill_touch_rows(SwitchStep *step, const TrProblem *problem, TrTouch touch, int row)
{
  const TrContact *contact = &problem->model->contacts[touch.contact];
  const TrPlace *places = step->work->places;
  double u[3], local[36];
  int n = problem->n;
  TrTouchPlace at;

  memset(step->rows + row * n, 0, 3 * (size_t)n * sizeof *step->rows);
  memset(step->deviation + row, 0, 3 * sizeof *step->deviation);
  tr_touch_place(&at, problem->model, touch, places);
  tr_touch_rate(u, &at, touch, places, step->work->v_after);
  if (at.gap - problem->context.h * fabs(tr_vec3_dot(at.normal, u)) > NEAR)
    return;
  tr_touch_rows(local, &at, touch, places);
  for (int k = 0; k < 12; k++) {
    const double by[3] = {local[k], local[12 + k], local[24 + k]};
    double along = (1 - contact->friction) * tr_vec3_dot(at.normal, by);

    for (int i = 0; i < 3 && touch.body[k / 6] != TR_WORLD; i++)
      step->rows[(row + i) * n + 6 * touch.body[k / 6] + k % 6] =
          contact->active.impulse * (along * at.normal[i] + contact->friction * by[i]);
  }
  for (int i = 0; i < 3; i++)
    step->deviation[row + i] = 1;
}

/* Rows of all that is switched. */
static void
fill_rows(SwitchStep *step, const TrProblem *problem, double t)
{
  const TrModel *model = problem->model;
  int row = fill_joint_rows(step, problem, t);

  for (int c = 0; c < model->n_contacts; c++) {
    const TrContact *contact = &model->contacts[c];

    if (!is_switched(&contact->active, t, problem->context.h))
      continue;
    for (int i = 0; i < tr_contact_points(contact); i++, row += 3)
      fill_touch_rows(step, problem, (TrTouch){c, i, {contact->body, contact->other}}, row);
  }
  step->is_soft = false;
  for (int r = 0; r < step->q; r++)
    step->is_soft = step->is_soft || step->deviation[r] > 0;
}

/* The response of a step with closed contacts; false where there are none. */
static bool
fill_touching_response(SwitchStep *step, const TrProblem *problem)
{
  int n = problem->n, q = step->q;
  double *x = step->span;

  for (int k = 0; k < q; k++) {
    memcpy(x, step->rows + k * n, (size_t)n * sizeof *x);
    if (!tr_step_contacts_respond(x, problem->scratch.work))
      return false;
    for (int i = 0; i < n; i++)
      step->response[i * q + k] = x[i];
  }
  return true;
}

/* response = twist after the step by p: M_a^-1 G_s^T, less the impulses of the joints that hold. */
static TrStatus
fill_response(SwitchStep *step, const TrStepContext *context)
{
  TrStepWork *w = step->work;
  int n = w->n, m = w->m, q = step->q;
  double *small = step->square, *push = small + m * m, *y = push + m * q;

  for (int i = 0; i < n; i++)
    for (int k = 0; k < q; k++)
      step->response[i * q + k] = step->rows[k * n + i];
  TR_TRY(tr_dense_cholesky(w->mass, n));
  tr_dense_cholesky_solve(step->response, w->mass, n, q);
  for (int r = 0; r < m; r++)
    for (int i = 0; i < n; i++)
      y[i * m + r] = w->jac[r * n + i];
  tr_dense_cholesky_solve(y, w->mass, n, m);
  memset(small, 0, (size_t)(m * m) * sizeof *small);
  memset(push, 0, (size_t)(m * q) * sizeof *push);
  tr_dense_add_product(small, 1, w->jac, y, (TrProductSize){m, n, m});
  tr_dense_add_product(push, -1, w->jac, step->response, (TrProductSize){m, n, q});
  for (int r = 0; r < m; r++)
    small[r * m + r] += context->sigma[r];
  TR_TRY(tr_dense_cholesky(small, m));
  tr_dense_cholesky_solve(push, small, m, q);
  tr_dense_add_product(step->response, 1, y, push, (TrProductSize){n, m, q});
  return TR_OK;
}

/* x <- J_r^-1(h omega)^-1 x, by the three rows of the inverse Jacobian. */
static void
turn_back(double x[3], const double slope[9])
{
  double cross[9], scaled[3];

  tr_vec3_cross(cross, slope + 3, slope + 6);
  tr_vec3_cross(cross + 3, slope + 6, slope);
  tr_vec3_cross(cross + 6, slope, slope + 3);
  for (int i = 0; i < 3; i++)
    scaled[i] = x[i] / tr_vec3_dot(slope, cross);
  tr_mat3_apply_t(x, cross, scaled);
}

/* The response as a change of the pose after the step. */
static void
take_pose_change(SwitchStep *step, const double *after_slopes, double h)
{
  int n = step->work->n, q = step->q;

  for (int k = 0; k < q; k++)
    for (int b = 0; b < n / 6; b++) {
      double *at = step->response + 6 * b * q + k, spin[3];

      for (int i = 0; i < 3; i++)
        spin[i] = at[(3 + i) * q];
      turn_back(spin, after_slopes + 9 * b);
      for (int i = 0; i < 3; i++) {
        at[i * q] *= h;
        at[(3 + i) * q] = spin[i]; /* the slopes have the factor 1/h */
      }
    }
}

/* B s, from the derivative of r by the pose after the step. */
static void
fill_effect(SwitchStep *step, const TrProblem *problem)
{
  int n = problem->n, q = step->q, columns = 3 * n + tr_problem_columns(problem);
  double *effect = step->response + n * q;

  for (int i = 0; i < n; i++)
    for (int k = 0; k < q; k++) {
      const double *by_after = problem->scratch.jac + i * columns + 2 * n;
      double sum = 0;

      for (int c = 0; c < n; c++)
        sum += by_after[c] * step->response[c * q + k];
      effect[i * q + k] = sum * step->deviation[k];
    }
}

/* Orthonormal span of B s, and the shares that T takes away along it. */
static TrStatus
fill_span(SwitchStep *step, int n, double weight)
{
  int q = step->q;
  const double *effect = step->response + n * q;
  double *square = step->square, *values = square + q * q, *scratch = values + q, total = 0;

  memset(square, 0, (size_t)(q * q) * sizeof *square);
  tr_dense_add_product_tn(square, 1, effect, effect, (TrProductSize){n, q, q});
  for (int k = 0; k < q; k++)
    total += square[k * q + k];
  TR_TRY(tr_dense_symmetric_eigen_in(square, values, q, scratch));
  memset(step->span, 0, (size_t)(n * q) * sizeof *step->span);
  for (int k = 0; k < q; k++) {
    double length = 0;

    step->shrink[k] = 0;
    for (int i = 0; i < n; i++) {
      for (int l = 0; l < q; l++)
        step->span[i * q + k] += effect[i * q + l] * square[k * q + l];
      length += step->span[i * q + k] * step->span[i * q + k];
    }
    if (!(length > LEAST_SHARE * total))
      continue;
    for (int i = 0; i < n; i++)
      step->span[i * q + k] /= sqrt(length);
    step->shrink[k] = 1 - 1 / sqrt(1 + weight * length);
  }
  return TR_OK;
}

/* Applies T to a column with so many numbers from row to row. */
static void
apply(double *x, int stride, const SwitchStep *step, int n)
{
  for (int k = 0; k < step->q; k++) {
    double sum = 0;

    for (int i = 0; i < n; i++)
      sum += step->span[i * step->q + k] * x[i * stride];
    for (int i = 0; i < n; i++)
      x[i * stride] -= step->shrink[k] * sum * step->span[i * step->q + k];
  }
}

TrStatus
tr_switching_soften(TrProblem *problem, int log, int node)
{
  SwitchStep *step = find_step(problem, log, node);
  int n = problem->n, columns = 3 * n + tr_problem_columns(problem);
  const double *pose;
  TrStepWork *w;

  if (!step)
    return TR_OK;
  w = step->work;
  pose = tr_problem_pose(problem, problem->pose, log, node);
  tr_step_place(w, &problem->context, pose, tr_problem_input(problem, log, node));
  tr_pose_velocity(w->v_after, n / 6, pose, pose + n / 6 * TR_POSE, problem->context.h);
  fill_rows(step, problem, problem->prepared->logs[log].start->start + node * problem->context.h);
  if (!fill_touching_response(step, problem))
    TR_TRY(fill_response(step, &problem->context));
  tr_step_turns(w->turn[TR_TURN_AFTER_NOW], w->turn[TR_TURN_AFTER_AFTER], n / 6, w->v_after,
                problem->context.h);
  take_pose_change(step, w->turn[TR_TURN_AFTER_AFTER], problem->context.h);
  fill_effect(step, problem);
  TR_TRY(fill_span(step, n, tr_problem_step_weight(problem, log, node)));
  for (int c = 0; c < columns; c++)
    apply(problem->scratch.jac + c, columns, step, n);
  apply(problem->scratch.r, 1, step, n);
  return TR_OK;
}

bool
tr_switching_is_at(const TrProblem *problem, int log, int node)
{
  const SwitchStep *step = find_step(problem, log, node);

  return step && step->is_soft;
}

void
tr_switching_apply(double *r, const TrProblem *problem, int log, int node)
{
  const SwitchStep *step = find_step(problem, log, node);

  if (step)
    apply(r, 1, step, problem->n);
}
