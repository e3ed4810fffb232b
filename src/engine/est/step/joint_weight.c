/* Weight of the state error by joint (theory 8.7): whitening of the impulse r by the standard
 * deviations of impulses along the freedoms of the joints.
 *
 * With D v the free rates, an impulse tau along the freedoms acts on the bodies as D^T tau.  H is
 * an orthonormal basis of the motions that the constraints G and the freedoms allow, and R = H^T
 * D^T. The generalised impulse rho = H^T r has the covariance C = R diag(sigma^2) R^T if r comes
 * from independent impulses along the freedoms, and r = M_a H A^-1 rho + (impulses of the
 * constraints), A = H^T M_a H.  With X^T X = C^-1,
 *
 *   r' = c r + (H X - c M_a H A^-1) H^T r
 *
 * has |r'|^2 = rho^T C^-1 rho + c^2 |impulses of the constraints|^2: the impulses along the
 * freedoms at their own sigmas, the others at the least of them, since a constraint that yields
 * more than the lightest joint errs would explain its errors.  In a tree R is triangular and X =
 * diag(1/sigma) R^-1: the whitened impulse of a freedom is tau/sigma.  In a loop, where freedoms
 * depend on one another, X is the inverse Cholesky factor of C, and the best estimate of tau/sigma
 * is V^T r' with V = H X R diag(sigma). */
#include "engine/est/step/private.h"
#include "engine/linalg/dense.h"
#include "engine/mbs/force/balance.h"
#include "engine/mbs/model/gravity.h"

/* A freedom of which the constraints and the freedoms before leave less than this share depends on
 * them. */
#define DEPENDENT_SHARE 1e-6

static TrReal
dot(const TrReal *a, const TrReal *b, int n)
{
  TrReal sum = tr_real(0);

  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static void
add_scaled(TrReal *out, TrReal s, const TrReal *x, int n)
{
  for (int i = 0; i < n; i++)
    out[i] += s * x[i];
}

/* x <- x - G^+ G x */
static void
project(TrReal *x, TrStepWork *w)
{
  TrReal *rows = w->small_vector[1];

  for (int r = 0; r < w->m; r++)
    rows[r] = tr_step_dot(w->jac + r * w->n, w->pattern.row[r], x);
  tr_dense_semidefinite_solve(rows, w->rows_factor, w->m);
  tr_step_add_rows(x, -1, (TrSpannedRows){w->jac, w->pattern.row, w->m, w->n}, rows);
}

/* Row j of H^T from the freedom D_j; zero where that depends on the constraints and the rows
 * before.
 */
static void
add_basis_row(TrStepWork *w, int j)
{
  int n = w->n;
  const TrReal *from = w->free_rows + j * n;
  TrReal *x = w->basis + j * n, squares = dot(from, from, n), left;

  tr_real_copy(x, from, n);
  project(x, w);
  for (int i = 0; i < j; i++)
    add_scaled(x, -dot(w->basis + i * n, x, n), w->basis + i * n, n);
  left = dot(x, x, n);
  left = tr_real_select(left > DEPENDENT_SHARE * DEPENDENT_SHARE * squares, 1 / tr_real_sqrt(left),
                        tr_real(0));
  for (int i = 0; i < n; i++)
    x[i] = tr_real_select(left > 0, left * x[i], tr_real(0));
}

/* Returns whether row j of the basis is zero, lane by lane. */
static TrMask
is_dependent(const TrStepWork *w, int j)
{
  return w->mix[j * w->n_freedoms + j] == 0;
}

/* Finds basis, mix and has_loop at the places and rows of the work. */
static void
find_freedoms(TrStepWork *w, const TrStepContext *context)
{
  int n = w->n, nd = w->n_freedoms;

  tr_mechanism_freedoms(w->free_rows, context->mechanism, w->places);
  tr_step_factor_rows(w);
  w->has_loop = false;
  for (int j = 0; j < nd; j++) {
    TrReal others = tr_real(0), size = dot(w->free_rows + j * n, w->free_rows + j * n, n);

    add_basis_row(w, j);
    for (int i = 0; i <= j; i++)
      w->mix[i * nd + j] = dot(w->basis + i * n, w->free_rows + j * n, n);
    for (int i = 0; i < j; i++)
      others += w->mix[i * nd + j] * w->mix[i * nd + j];
    others = tr_real_select(is_dependent(w, j), others, tr_real(0));
    w->has_loop |= tr_real_any(others > DEPENDENT_SHARE * DEPENDENT_SHARE * size);
  }
}

/* X = diag(1/sigma) R^-1 in root, R upper triangular. */
static void
invert_tree(TrStepWork *w, const double *sigma)
{
  int nd = w->n_freedoms;

  for (int c = 0; c < nd; c++)
    for (int i = nd - 1; i >= 0; i--) {
      const TrReal *row = w->mix + i * nd;
      TrReal pivot = tr_real_select(is_dependent(w, i), tr_real(1), row[i]);
      TrReal rest = tr_real(i == c ? 1 : 0);

      for (int k = i + 1; k <= c; k++)
        rest -= row[k] * w->root[k * nd + c];
      w->root[i * nd + c] = i <= c ? rest / pivot : tr_real(0);
    }
  for (int i = 0; i < nd; i++)
    for (int c = 0; c < nd; c++)
      w->root[i * nd + c] /= sigma[i];
}

/* C in factor; one on the diagonal of the rows without a direction. */
static void
fill_covariance(TrStepWork *w, const double *sigma)
{
  int nd = w->n_freedoms;

  for (int i = 0; i < nd; i++)
    for (int j = 0; j <= i; j++) {
      TrReal sum = tr_real(0);

      for (int k = i; k < nd; k++)
        sum += sigma[k] * sigma[k] * w->mix[i * nd + k] * w->mix[j * nd + k];
      w->factor[i * nd + j] = sum;
    }
  for (int i = 0; i < nd; i++) {
    TrReal *pivot = w->factor + i * nd + i;

    *pivot = tr_real_select(is_dependent(w, i), tr_real(1), *pivot);
  }
}

/* X = L^-1 in root, C = L L^T. */
static TrStatus
invert_loop(TrStepWork *w, const double *sigma)
{
  int nd = w->n_freedoms;

  fill_covariance(w, sigma);
  TR_TRY(tr_dense_cholesky(w->factor, nd));
  for (int c = 0; c < nd; c++)
    for (int i = 0; i < nd; i++) {
      TrReal rest = tr_real(i == c ? 1 : 0);

      for (int k = c; k < i; k++)
        rest -= w->factor[i * nd + k] * w->root[k * nd + c];
      w->root[i * nd + c] = i >= c ? rest / w->factor[i * nd + i] : tr_real(0);
    }
  return TR_OK;
}

/* V^T = diag(sigma) R^T X^T H^T; H^T in a tree. */
static void
fill_probe(TrStepWork *w, const double *sigma)
{
  int n = w->n, nd = w->n_freedoms;

  if (!w->has_loop) {
    tr_real_copy(w->probe, w->basis, nd * n);
    return;
  }
  tr_real_clear(w->factor, nd * nd);
  tr_dense_add_product(w->factor, tr_real(1), w->root, w->mix, (TrProductSize){nd, nd, nd});
  for (int i = 0; i < nd; i++)
    for (int j = 0; j < nd; j++)
      w->factor[i * nd + j] *= sigma[j];
  tr_real_clear(w->probe, nd * n);
  tr_dense_add_product_tn(w->probe, tr_real(1), w->factor, w->basis, (TrProductSize){nd, nd, n});
}

/* A^-1 H^T M_a in spread. */
static TrStatus
fill_inertial(TrStepWork *w, const TrModel *model)
{
  int n = w->n, nd = w->n_freedoms;

  tr_balance_mass(w->mass, n, model);
  tr_step_add_rotors(w, model);
  tr_real_clear(w->spread, nd * n);
  tr_dense_add_product(w->spread, tr_real(1), w->basis, w->mass, (TrProductSize){nd, n, n});
  for (int i = 0; i < nd; i++)
    for (int j = 0; j <= i; j++)
      w->factor[i * nd + j] = dot(w->spread + i * n, w->basis + j * n, n);
  for (int i = 0; i < nd; i++) {
    TrReal *pivot = w->factor + i * nd + i;

    *pivot = tr_real_select(is_dependent(w, i), tr_real(1), *pivot);
  }
  TR_TRY(tr_dense_cholesky(w->factor, nd));
  tr_dense_cholesky_solve(w->spread, w->factor, nd, n);
  return TR_OK;
}

/* Y^T = (H X - c M_a H A^-1)^T in spread, and V^T in probe. */
static TrStatus
find_spread(TrStepWork *w, const TrStepContext *context, double scale)
{
  int n = w->n, nd = w->n_freedoms;

  find_freedoms(w, context);
  if (w->has_loop)
    TR_TRY(invert_loop(w, context->joint_sigma));
  else
    invert_tree(w, context->joint_sigma);
  fill_probe(w, context->joint_sigma);
  TR_TRY(fill_inertial(w, context->model));
  for (int i = 0; i < nd * n; i++)
    w->spread[i] *= -scale;
  tr_dense_add_product_tn(w->spread, tr_real(1), w->root, w->basis, (TrProductSize){nd, nd, n});
  return TR_OK;
}

/* x <- c x + Y H^T x for x[n x columns]. */
static void
whiten(TrReal *x, int columns, TrStepWork *w, double scale)
{
  int n = w->n, nd = w->n_freedoms;

  tr_real_clear(w->along, nd * columns);
  tr_dense_add_product(w->along, tr_real(1), w->basis, x, (TrProductSize){nd, n, columns});
  for (int i = 0; i < n * columns; i++)
    x[i] *= scale;
  tr_dense_add_product_tn(x, tr_real(1), w->spread, w->along, (TrProductSize){nd, n, columns});
}

TrStatus
tr_step_weigh_joints(TrReal *r, TrReal *jac, TrStepWork *w, const TrStepContext *context)
{

  double scale = tr_step_constraint_scale(context);

  TR_TRY(find_spread(w, context, scale));
  whiten(r, 1, w, scale);
  whiten(jac, 3 * w->n + context->n_params, w, scale);
  return TR_OK;
}

const TrReal *
tr_step_whitening(const TrStepWork *w)
{
  return w->basis;
}

const TrReal *
tr_step_joint_probe(const TrStepWork *w)
{
  return w->probe;
}

/* Sets out[n_freedoms], the impulses along the freedoms found that explain impulse[n] on the
 * bodies: diag(sigma) V^T H X H^T impulse, V = H B, with H^T H one but for rows without a
 * direction. */
static TrStatus
find_along(TrReal *out, TrStepWork *w, const double *sigma, const TrReal *impulse)
{
  int n = w->n, nd = w->n_freedoms;
  TrReal *rho = w->along, *whitened = w->small_vector[1];

  if (w->has_loop)
    TR_TRY(invert_loop(w, sigma));
  else
    invert_tree(w, sigma);
  fill_probe(w, sigma);
  tr_real_clear(rho, 2 * nd);
  tr_dense_add_product(rho, tr_real(1), w->basis, impulse, (TrProductSize){nd, n, 1});
  tr_dense_add_product(rho + nd, tr_real(1), w->root, rho, (TrProductSize){nd, nd, 1});
  tr_real_clear(whitened, n);
  tr_dense_add_product_tn(whitened, tr_real(1), w->basis, rho + nd, (TrProductSize){nd, n, 1});
  for (int j = 0; j < nd; j++)
    out[j] = sigma[j] * dot(w->probe + j * n, whitened, n);
  return TR_OK;
}

/* Relative sds of the context, or ones. */
static const double *
find_sigma(TrStepWork *w, const TrStepContext *context)
{
  for (int i = 0; i < w->n_freedoms; i++)
    w->one[i] = 1;
  return context->joint_sigma ? context->joint_sigma : w->one;
}

TrStatus
tr_step_joint_impulses(TrReal *out,
                       TrStepWork *w,
                       const TrStepContext *context,
                       const TrStepInput *in,
                       const TrReal *r)
{
  tr_step_place(w, context, in->now, in->u);
  find_freedoms(w, context);
  return find_along(out, w, find_sigma(w, context), r);
}

/* Inertia M (v+ - v), gravity h m g, and the joints' own impulses, on the bodies. */
static void
fill_terms(TrReal *out, const TrStepWork *w, const TrStepContext *context)
{
  int n = w->n;
  double gravity[3];

  tr_gravity_vector(gravity, &context->model->gravity);
  tr_real_clear(out, TR_JOINT_TERMS * n);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      out[i] += w->mass[i * n + k] * (w->v_after[k] - w->v[k]);
  for (int b = 0; b < n / 6; b++)
    for (int i = 0; i < 3; i++)
      out[n + 6 * b + i] = tr_real(context->h * context->model->bodies[b].mass * gravity[i]);
  for (int j = 0; j < w->n_joints; j++)
    add_scaled(out + 2 * n, w->axial[j].impulse, w->axes + j * n, n);
}

TrStatus
tr_step_joint_terms(TrReal *out, TrStepWork *w, const TrStepContext *context, const TrStepInput *in)
{
  int n_bodies = context->mechanism->n_bodies;

  tr_pose_velocity(w->v, n_bodies, in->before, in->now, context->h);
  tr_pose_velocity(w->v_after, n_bodies, in->now, in->after, context->h);
  tr_step_place(w, context, in->now, in->u);
  tr_step_balance(w, context, in->u);
  fill_terms(w->d_a0, w, context);
  find_freedoms(w, context);
  for (int t = 0; t < TR_JOINT_TERMS; t++)
    TR_TRY(find_along(out + t * w->n_freedoms, w, find_sigma(w, context), w->d_a0 + t * w->n));
  return TR_OK;
}
