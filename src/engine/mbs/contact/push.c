#include "engine/mbs/contact/push.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/carve.h"
#include "engine/linalg/vec3.h"

/* Newton's steps, halvings of each, and passes of the fallback. */
enum { MAX_STEPS = 60, MAX_HALVINGS = 40, MAX_PASSES = 400, AVERAGE_FROM = 60 };
/* Relative tolerances of the rates (norm by M), and of the normal impulses between passes. */
#define TOLERANCE      1e-12
#define PASS_TOLERANCE 1e-9

static size_t
lay_out(TrPushStep *s, double *base)
{
  size_t n = (size_t)s->n, m = (size_t)s->m, used = 0;
  double **wide[] = {&s->b, &s->v, &s->f, &s->solved, &s->step, &s->tried};
  double **narrow[] = {&s->sigma, &s->c, &s->lambda, &s->small_step};

  for (size_t i = 0; i < TR_COUNT(wide); i++)
    *wide[i] = tr_carve(base, &used, n);
  for (size_t i = 0; i < TR_COUNT(narrow); i++)
    *narrow[i] = tr_carve(base, &used, m);
  s->g = tr_carve(base, &used, m * n);
  s->y = tr_carve(base, &used, m * n);
  return used;
}

bool
tr_push_step_init(TrPushStep *s, int n, int m, int n_pushes, int width)
{
  bool ok;

  *s = (TrPushStep){.n = n, .m = m};
  ok = tr_banded_init(&s->mass, n, width);
  ok = tr_banded_init(&s->mass_factor, n, width) && ok;
  ok = tr_banded_init(&s->k, n, width) && ok;
  ok = tr_banded_init(&s->small, m, m) && ok;
  s->block = calloc(lay_out(s, NULL) + 1, sizeof *s->block);
  s->pushes = calloc((size_t)n_pushes + 1, sizeof *s->pushes);
  if (!ok || !s->block || !s->pushes)
    return false;
  lay_out(s, s->block);
  return true;
}

void
tr_push_step_clear(TrPushStep *s)
{
  tr_banded_clear(&s->mass);
  tr_banded_clear(&s->mass_factor);
  tr_banded_clear(&s->k);
  tr_banded_clear(&s->small);
  free(s->block);
  free(s->pushes);
}

/* Friction l_t = -bound u_t/w; its slope by u_t in push->slope. */
static void
add_friction(TrPush *push, const double along[3], double bound)
{
  double w2 = tr_vec3_dot(along, along) + push->slip * push->slip, w = sqrt(w2);

  for (int i = 0; i < 3; i++) {
    push->impulse[i] -= bound * along[i] / w;
    for (int j = 0; j < 3; j++) {
      double unit = i == j ? 1 : 0;

      if (push->stiffness > 0)
        unit -= push->normal[i] * push->normal[j];
      push->slope[3 * i + j] -= bound / w * (unit - along[i] * along[j] / w2);
    }
  }
}

/* Unilateral part with friction. */
static void
eval_unilateral(TrPush *push, double h)
{
  double rate = tr_vec3_dot(push->normal, push->u), along[3], bound, w;

  push->along = push->stiffness * fmax(0, -push->gap - h * rate);
  bound = push->held >= 0 ? push->held : push->friction * push->along;
  if (!(push->along > 0) && !(bound > 0))
    return;
  tr_vec3_add_scaled(along, push->u, -rate, push->normal);
  w = sqrt(tr_vec3_dot(along, along) + push->slip * push->slip);
  for (int i = 0; i < 3; i++) {
    double by_rate = push->along > 0 ? -push->stiffness * h * push->normal[i] : 0;

    push->impulse[i] = push->along * push->normal[i];
    if (push->held < 0 && push->along > 0)
      by_rate += push->friction * push->stiffness * h * along[i] / w;
    for (int j = 0; j < 3; j++)
      push->slope[3 * i + j] = by_rate * push->normal[j];
  }
  add_friction(push, along, bound);
}

/* Evaluates l and dl/du of a push at its rate u. */
static void
eval_push(TrPush *push, double h)
{
  memset(push->impulse, 0, sizeof push->impulse);
  memset(push->slope, 0, sizeof push->slope);
  push->along = 0;
  if (push->stiffness > 0)
    eval_unilateral(push, h);
  else
    add_friction(push, push->u, push->bound[push->u[0] < 0]);
}

/* Evaluates all pushes at v. */
static void
eval_all(TrPushStep *s, const double *v)
{
  for (int p = 0; p < s->n_active; p++) {
    TrPush *push = &s->pushes[p];

    for (int i = 0; i < 3; i++) {
      push->u[i] = 0;
      for (int side = 0; side < 2; side++)
        for (int k = 0; push->body[side] >= 0 && k < 6; k++)
          push->u[i] += push->rows[12 * i + 6 * side + k] * v[6 * push->body[side] + k];
    }
    eval_push(push, s->h);
  }
}

void
tr_push_add_impulses(double *out, const TrPushStep *s)
{
  for (int p = 0; p < s->n_active; p++) {
    const TrPush *push = &s->pushes[p];

    for (int side = 0; side < 2; side++)
      for (int i = 0; push->body[side] >= 0 && i < 3; i++)
        for (int k = 0; push->impulse[i] != 0 && k < 6; k++)
          out[6 * push->body[side] + k] += push->rows[12 * i + 6 * side + k] * push->impulse[i];
  }
}

/* f = b + G^T lambda + sum rows^T l - M v; returns f^T M^-1 f. */
static double
find_defect(TrPushStep *s, const double *v, const double *lambda)
{
  double merit = 0;

  eval_all(s, v);
  tr_banded_apply(s->f, &s->mass, v);
  for (int i = 0; i < s->n; i++) {
    s->f[i] = s->b[i] - s->f[i];
    for (int r = 0; r < s->m; r++)
      s->f[i] += s->g[r * s->n + i] * lambda[r];
  }
  tr_push_add_impulses(s->f, s);
  memcpy(s->solved, s->f, (size_t)s->n * sizeof *s->f);
  tr_banded_solve(s->solved, &s->mass_factor);
  for (int i = 0; i < s->n; i++)
    merit += s->f[i] * s->solved[i];
  return merit;
}

/* Adds -rows^T slope rows of a push to K. */
static void
add_slope(TrBanded *k, const TrPush *push)
{
  for (int a = 0; a < 12; a++) {
    double by[3];

    if (push->body[a / 6] < 0)
      continue;
    for (int j = 0; j < 3; j++)
      by[j] = push->rows[a] * push->slope[j] + push->rows[12 + a] * push->slope[3 + j] +
              push->rows[24 + a] * push->slope[6 + j];
    for (int c = 0; c < 12; c++)
      if (push->body[c / 6] >= 0)
        *tr_banded_at(k, 6 * push->body[a / 6] + a % 6, 6 * push->body[c / 6] + c % 6) -=
            by[0] * push->rows[c] + by[1] * push->rows[12 + c] + by[2] * push->rows[24 + c];
  }
}

/* Factors a matrix in s->k and G K^-1 G^T + Sigma. */
static TrStatus
factor_border(TrPushStep *s)
{
  int n = s->n;

  TR_TRY(tr_banded_factor(&s->k));
  if (s->m == 0)
    return TR_OK;
  tr_banded_zero(&s->small);
  for (int r = 0; r < s->m; r++) {
    memcpy(s->y + r * n, s->g + r * n, (size_t)n * sizeof *s->y);
    tr_banded_solve(s->y + r * n, &s->k);
    for (int q = 0; q < s->m; q++) {
      double sum = q == r ? s->sigma[r] : 0;

      for (int i = 0; i < n; i++)
        sum += s->g[q * n + i] * s->y[r * n + i];
      *tr_banded_at(&s->small, q, r) = sum;
    }
  }
  return tr_banded_factor(&s->small);
}

TrStatus
tr_push_prepare_response(TrPushStep *s)
{
  tr_banded_copy(&s->k, &s->mass);
  for (int p = 0; p < s->n_active; p++)
    add_slope(&s->k, &s->pushes[p]);
  return factor_border(s);
}

void
tr_push_respond(double *x, double *y, TrPushStep *s)
{
  int n = s->n;

  tr_banded_solve(x, &s->k);
  for (int r = 0; r < s->m; r++)
    for (int i = 0; i < n; i++)
      y[r] -= s->g[r * n + i] * x[i];
  if (s->m > 0)
    tr_banded_solve(y, &s->small);
  for (int r = 0; r < s->m; r++)
    for (int i = 0; i < n; i++)
      x[i] += s->y[r * n + i] * y[r];
}

/* v and lambda without pushes. */
static TrStatus
solve_free(TrPushStep *s)
{
  tr_banded_copy(&s->k, &s->mass);
  TR_TRY(factor_border(s));
  memcpy(s->v, s->b, (size_t)s->n * sizeof *s->v);
  for (int r = 0; r < s->m; r++)
    s->lambda[r] = s->c[r];
  tr_push_respond(s->v, s->lambda, s);
  return TR_OK;
}

/* Squared norm by M of x[n]; overwrites s->tried. */
static double
square_by_mass(TrPushStep *s, const double *x)
{
  double sum = 0;

  tr_banded_apply(s->tried, &s->mass, x);
  for (int i = 0; i < s->n; i++)
    sum += x[i] * s->tried[i];
  return sum;
}

/* Moves along the step, halved until the merit falls; false if it does not. */
static bool
search(TrPushStep *s, double *merit)
{
  double share = 1;

  for (int i = 0; i < MAX_HALVINGS; i++, share /= 2) {
    double tried;

    for (int k = 0; k < s->n; k++)
      s->tried[k] = s->v[k] + share * s->step[k];
    for (int r = 0; r < s->m; r++)
      s->lambda[r] += share * s->small_step[r];
    tried = find_defect(s, s->tried, s->lambda);
    if (tried < *merit * (1 - 1e-4 * share)) {
      memcpy(s->v, s->tried, (size_t)s->n * sizeof *s->v);
      *merit = tried;
      return true;
    }
    for (int r = 0; r < s->m; r++)
      s->lambda[r] -= share * s->small_step[r];
  }
  return false;
}

/* Newton's method from s->v; *settled: whether it ends at a solution. */
static TrStatus
iterate(TrPushStep *s, bool *settled)
{
  double merit = find_defect(s, s->v, s->lambda), size = square_by_mass(s, s->v);

  *settled = false;
  for (int i = 0; i < MAX_STEPS; i++) {
    double length;

    TR_TRY(tr_push_prepare_response(s));
    memcpy(s->step, s->f, (size_t)s->n * sizeof *s->f);
    memset(s->small_step, 0, (size_t)s->m * sizeof *s->small_step);
    tr_push_respond(s->step, s->small_step, s);
    s->iterations++;
    length = square_by_mass(s, s->step);
    if (!isfinite(length))
      return TR_NOT_FINITE;
    *settled = length <= TOLERANCE * TOLERANCE * size;
    if (!search(s, &merit)) {
      *settled = *settled || merit <= TOLERANCE * TOLERANCE * size;
      break;
    }
    if (*settled)
      break;
  }
  find_defect(s, s->v, s->lambda);
  return TR_OK;
}

/* Bounds of the next pass; returns the largest change as a share of the largest bound. */
static double
hold_bounds(TrPushStep *s, bool average)
{
  double change = 0, largest = 0;

  for (int p = 0; p < s->n_active; p++) {
    TrPush *push = &s->pushes[p];
    double bound = push->friction * push->along;

    if (push->stiffness == 0)
      continue;
    change = fmax(change, fabs(bound - push->held));
    largest = fmax(largest, fmax(bound, push->held));
    push->held = average ? (bound + push->held) / 2 : bound;
  }
  return largest > 0 ? change / largest : 0;
}

static void
set_held(TrPushStep *s, double held)
{
  for (int p = 0; p < s->n_active; p++)
    s->pushes[p].held = held;
}

static TrStatus
fall_back(TrPushStep *s)
{
  bool settled;

  s->fell_back = true;
  set_held(s, 0);
  TR_TRY(solve_free(s));
  for (int pass = 0; pass < MAX_PASSES; pass++) {
    TR_TRY(iterate(s, &settled));
    if (hold_bounds(s, pass >= AVERAGE_FROM) <= PASS_TOLERANCE)
      break;
  }
  set_held(s, -1);
  eval_all(s, s->v);
  return TR_OK;
}

TrStatus
tr_push_solve(TrPushStep *s)
{
  bool settled;

  s->iterations = 0;
  s->fell_back = false;
  tr_banded_copy(&s->mass_factor, &s->mass);
  TR_TRY(tr_banded_factor(&s->mass_factor));
  TR_TRY(solve_free(s));
  set_held(s, -1);
  TR_TRY(iterate(s, &settled));
  return settled ? TR_OK : fall_back(s);
}
