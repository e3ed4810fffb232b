#include "engine/est/lsq/gauge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/vec.h"

/* Information below this share of its value before the states were eliminated is rounding. */
#define ROUNDING_SHARE 1e-12

/* Information of the weak default prior (sd of 10 natural sizes) on a parameter that is not
 * determined. */
#define WEAK_INFORMATION 1e-2

/* Share of a common factor that must lie in the null space for it to be one. */
#define FACTOR_SHARE 0.99

/* Information on the m parameters that W depends on, when the others follow. */
typedef struct Split {
  int n, m;
  int *place;        /* [n] the m parameters first */
  double *schur;     /* [m x m], then eigenvectors, one a row */
  double *follow;    /* [(n - m) x m] S_FF^-1 S_FI */
  double *factor;    /* [(n - m) x (n - m)] */
  double *values;    /* [m] eigenvalues */
  double *candidate; /* [m] */
  double *scratch;   /* [m x m] */
} Split;

bool
tr_param_weighs(TrParam param)
{
  switch (param.kind) {
  case TR_PARAM_MASS:
  case TR_PARAM_COM:
  case TR_PARAM_INERTIA:
  case TR_PARAM_ROTOR_INERTIA:
  case TR_PARAM_ANCHOR_PARENT:
  case TR_PARAM_ANCHOR_CHILD:
  case TR_PARAM_LENGTH:
    return true;
  default:
    return false;
  }
}

static bool
is_inertial(TrParam param)
{
  return param.kind == TR_PARAM_MASS || param.kind == TR_PARAM_INERTIA ||
         param.kind == TR_PARAM_ROTOR_INERTIA;
}

/* Allocates for n parameters, whichever of them W depends on. */
bool
tr_gauge_init(TrGauge *gauge, int n)
{
  TR_ASSERT(gauge && n >= 0);

  size_t q = (size_t)n, numbers = 5 * q * q + 2 * q + 1;

  gauge->n = n;
  gauge->direction = calloc(q * q + 1, sizeof *gauge->direction);
  gauge->loading = calloc(q * q + 1, sizeof *gauge->loading);
  gauge->origin = calloc(q + 1, sizeof *gauge->origin);
  gauge->work = calloc(1, numbers * sizeof(double) + (q + 1) * sizeof(int));
  return gauge->direction && gauge->loading && gauge->origin && gauge->work;
}

void
tr_gauge_clear(TrGauge *gauge)
{
  free(gauge->direction);
  free(gauge->loading);
  free(gauge->origin);
  free(gauge->work);
}

static void
lay_out(Split *split, const TrGauge *gauge, const TrFree *parameters)
{
  size_t q = (size_t)gauge->n;
  int at = 0;

  *split = (Split){.n = gauge->n, .schur = gauge->work};
  split->follow = split->schur + q * q;
  split->factor = split->follow + q * q;
  split->scratch = split->factor + q * q;
  split->values = split->scratch + q * q;
  split->candidate = split->values + q;
  split->place = (int *)(void *)(split->candidate + q);
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < gauge->n; i++)
      if (tr_param_weighs(parameters[i].param) == (pass == 0)) {
        split->place[at++] = i;
        split->m += pass == 0;
      }
}

static double
element(const Split *split, const double *s, int a, int b)
{
  int i = split->place[a], j = split->place[b];

  return s[(i > j ? i : j) * split->n + (i > j ? j : i)];
}

/* S_II - S_IF S_FF^-1 S_FI and its eigenvectors. */
static TrStatus
eliminate_others(Split *split, const double *s)
{
  int m = split->m, rest = split->n - m;

  for (int a = 0; a < rest; a++) {
    for (int b = 0; b < m; b++)
      split->follow[a * m + b] = element(split, s, m + a, b);
    for (int b = 0; b <= a; b++)
      split->factor[a * rest + b] =
          element(split, s, m + a, m + b) + (a == b ? WEAK_INFORMATION : 0);
  }
  TR_TRY(tr_dense_cholesky(split->factor, rest));
  tr_dense_cholesky_solve(split->follow, split->factor, rest, m);
  for (int a = 0; a < m; a++)
    for (int b = 0; b <= a; b++) {
      double value = element(split, s, a, b);

      /* at the same place without the weak information, which does not come from the logs */
      for (int f = 0; f < rest; f++)
        value -= (element(split, s, a, m + f) + WEAK_INFORMATION * split->follow[f * m + a]) *
                 split->follow[f * m + b];
      split->schur[a * m + b] = value;
    }
  return tr_dense_symmetric_eigen_in(split->schur, split->values, m, split->scratch);
}

/* Returns whether this information along v[m] is null. */
static bool
is_null(const Split *split, const double *size, double share, const double *v, double information)
{
  double before = 0;

  for (int a = 0; a < split->m; a++)
    before += v[a] * v[a] * size[split->place[a]];
  return information <= fmax(share * split->values[split->m - 1], ROUNDING_SHARE * before);
}

/* Appends u[m] and the response of the other parameters to it. */
static void
append(TrGauge *gauge, const Split *split, const double *u)
{
  int n = split->n, m = split->m;
  double *direction = gauge->direction + gauge->n_directions * n;
  double *loading = gauge->loading + gauge->n_directions * n;
  double norm;

  memset(direction, 0, (size_t)n * sizeof *direction);
  for (int a = 0; a < m; a++)
    loading[split->place[a]] = direction[split->place[a]] = u[a];
  for (int f = 0; f < n - m; f++)
    loading[split->place[m + f]] = -tr_vec_dot(split->follow + f * m, u, m);
  norm = sqrt(tr_vec_dot(loading, loading, n));
  for (int i = 0; i < n; i++)
    loading[i] /= norm;
  gauge->n_directions++;
}

/* Direction in which all forces grow by a common factor, of unit length; the candidate. */
static void
fill_factor(Split *split, const double *values, const double *scale, const TrFree *parameters)
{
  int m = split->m;
  double *factor = split->candidate, norm;

  for (int a = 0; a < m; a++)
    factor[a] = is_inertial(parameters[split->place[a]].param)
                    ? values[split->place[a]] / scale[split->place[a]]
                    : 0;
  norm = sqrt(tr_vec_dot(factor, factor, m));
  for (int a = 0; a < m && norm > 0; a++)
    factor[a] /= norm;
}

/* Takes the candidate, if it is in the null space of the first `n_null` vectors: judged by its
 * direction, and by the information along it, which scales do not change.  The rest of the null
 * space is made orthogonal to it. */
static void
take_factor(TrGauge *gauge, Split *split, int n_null, const double *size)
{
  int m = split->m;
  double *factor = split->candidate, inside = 0, known = 0;

  for (int k = 0; k < m; k++) {
    double along = pow(tr_vec_dot(factor, split->schur + k * m, m), 2);

    inside += k < n_null ? along : 0;
    known += fmax(split->values[k], 0) * along;
  }
  if (inside < FACTOR_SHARE || !is_null(split, size, gauge->null_share, factor, known))
    return;
  append(gauge, split, factor);
  for (int k = 0; k < n_null; k++) {
    double *v = split->schur + k * m, along = tr_vec_dot(v, factor, m);

    for (int a = 0; a < m; a++)
      v[a] -= along * factor[a];
  }
}

/* Orthonormal vectors that span the rest of the null space. */
static void
take_others(TrGauge *gauge, Split *split, int n_null, int n_most)
{
  int m = split->m;

  for (int found = gauge->n_directions; found < n_most; found++) {
    int longest = 0;
    double *v, norm;

    for (int k = 1; k < n_null; k++)
      if (tr_vec_dot(split->schur + k * m, split->schur + k * m, m) >
          tr_vec_dot(split->schur + longest * m, split->schur + longest * m, m))
        longest = k;
    memcpy(split->candidate, split->schur + longest * m, (size_t)m * sizeof(double));
    v = split->candidate;
    norm = sqrt(tr_vec_dot(v, v, m));
    for (int a = 0; a < m; a++)
      v[a] /= norm;
    append(gauge, split, v);
    for (int k = 0; k < n_null; k++) {
      double *x = split->schur + k * m, along = tr_vec_dot(x, v, m);

      for (int a = 0; a < m; a++)
        x[a] -= along * v[a];
    }
  }
}

TrStatus
tr_gauge_find(TrGauge *gauge,
              const double *s,
              const double *size,
              const double *values,
              const double *scale,
              const TrFree *parameters)
{
  TR_ASSERT(gauge && s && size && values && scale && tr_is_array(parameters, gauge->n));
  Split split;
  int n_null = 0;

  lay_out(&split, gauge, parameters);
  if (split.m == 0)
    return TR_OK;
  TR_TRY(eliminate_others(&split, s));
  while (n_null < split.m && is_null(&split, size, gauge->null_share,
                                     split.schur + n_null * split.m, split.values[n_null]))
    n_null++;
  gauge->n_directions = 0;
  if (n_null > 0) {
    fill_factor(&split, values, scale, parameters);
    take_factor(gauge, &split, n_null, size);
  }
  take_others(gauge, &split, n_null, n_null);
  memcpy(gauge->origin, gauge->anchor ? gauge->anchor : values, (size_t)gauge->n * sizeof *values);
  return TR_OK;
}

static double
offset_along(const TrGauge *gauge, int k, const double *parameters, const double *scale)
{
  double offset = 0;

  for (int i = 0; i < gauge->n; i++)
    offset += gauge->direction[k * gauge->n + i] * (parameters[i] - gauge->origin[i]) / scale[i];
  return offset;
}

double
tr_gauge_cost(const TrGauge *gauge, const double *parameters, const double *scale)
{
  double sum = 0;

  for (int k = 0; k < gauge->n_directions; k++)
    sum += pow(offset_along(gauge, k, parameters, scale), 2);
  return gauge->weight * sum;
}

double
tr_gauge_information(const TrGauge *gauge, const double *scale, int i, int j)
{
  double sum = 0;

  for (int k = 0; k < gauge->n_directions; k++)
    sum += gauge->direction[k * gauge->n + i] * gauge->direction[k * gauge->n + j];
  return gauge->weight * sum / (scale[i] * scale[j]);
}

double
tr_gauge_slope(const TrGauge *gauge, const double *parameters, const double *scale, int i)
{
  double sum = 0;

  for (int k = 0; k < gauge->n_directions; k++)
    sum += gauge->direction[k * gauge->n + i] * offset_along(gauge, k, parameters, scale);
  return gauge->weight * sum / scale[i];
}
