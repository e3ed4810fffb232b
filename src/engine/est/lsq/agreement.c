#include "engine/est/lsq/agreement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/lsq/consistency.h"
#include "engine/linalg/dense.h"

/* Eigenvalues of a matrix with unit diagonal below this share of the largest are rounding. */
#define LEAST_EIGENVALUE 1e-10

/* Room for a pseudo-inverse of n x n. */
typedef struct Room {
  double *inverse, *scaled, *scratch; /* [n x n] */
  double *values, *scale, *d;         /* [n] */
} Room;

static size_t
count_room(int n)
{
  return 3 * (size_t)n * n + 3 * (size_t)n;
}

static Room
lay_out(double *storage, int n)
{
  size_t square = (size_t)n * n, length = (size_t)n;

  return (Room){.inverse = storage,
                .scaled = storage + square,
                .scratch = storage + 2 * square,
                .values = storage + 3 * square,
                .scale = storage + 3 * square + length,
                .d = storage + 3 * square + 2 * length};
}

static bool
is_known(const double *matrix, int n, int i)
{
  double variance = matrix[i * n + i];

  return isfinite(variance) && variance > 0;
}

/* Sets scaled to the matrix with unit diagonal; rows and columns of unknown elements are zero. */
static void
scale_matrix(const Room *room, const double *matrix, int n)
{
  for (int i = 0; i < n; i++)
    room->scale[i] = is_known(matrix, n, i) ? 1 / sqrt(matrix[i * n + i]) : 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      room->scaled[i * n + j] = room->scale[i] == 0 || room->scale[j] == 0
                                    ? 0
                                    : matrix[i * n + j] * room->scale[i] * room->scale[j];
}

/* Sets room->inverse to the pseudo-inverse of a symmetric semidefinite matrix, and the rank. */
static TrStatus
invert(const Room *room, int *rank, const double *matrix, int n)
{
  scale_matrix(room, matrix, n);
  TR_TRY(tr_dense_symmetric_eigen_in(room->scaled, room->values, n, room->scratch));
  memset(room->inverse, 0, (size_t)n * n * sizeof *room->inverse);
  *rank = 0;
  for (int k = 0; k < n; k++) {
    const double *v = room->scaled + (size_t)k * n;

    if (!(room->values[k] > LEAST_EIGENVALUE * room->values[n - 1]))
      continue;
    (*rank)++;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        room->inverse[i * n + j] += v[i] * room->scale[i] * v[j] * room->scale[j] / room->values[k];
  }
  return TR_OK;
}

/* Returns d^T inverse d. */
static double
measure(const Room *room, const double *d, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += d[i] * room->inverse[i * n + j] * d[j];
  return sum;
}

static void
finish_test(TrVectorTest *test)
{
  if (test->dof < 1)
    test->chi2 = NAN;
  test->p_value = tr_chi2_p_value(test->chi2, test->dof);
}

static const double *
get_covariance(const TrVectorEstimates *e, int l)
{
  return e->covariances + (size_t)l * e->n * e->n;
}

/* Sums over the estimates. */
typedef struct Sums {
  double *information; /* [n x n] sum of W_l */
  double *right;       /* [n] sum of W_l (p_l - reference) */
  double *reference;   /* [n] the first known value of each element, which keeps digits */
  int ranks;
} Sums;

/* Sets room->d to the distance of estimate l from `from`; 0 in unknown elements. */
static void
subtract(const Room *room, const TrVectorEstimates *e, int l, const double *from)
{
  for (int i = 0; i < e->n; i++)
    room->d[i] =
        is_known(get_covariance(e, l), e->n, i) ? e->values[(size_t)l * e->n + i] - from[i] : 0;
}

static void
find_reference(double *reference, const TrVectorEstimates *e)
{
  for (int i = 0; i < e->n; i++)
    reference[i] = 0;
  for (int l = e->m - 1; l >= 0; l--)
    for (int i = 0; i < e->n; i++)
      if (is_known(get_covariance(e, l), e->n, i))
        reference[i] = e->values[(size_t)l * e->n + i];
}

static TrStatus
add_up(Sums *sums, const Room *room, const TrVectorEstimates *e)
{
  int n = e->n, rank;

  find_reference(sums->reference, e);
  for (int l = 0; l < e->m; l++) {
    TR_TRY(invert(room, &rank, get_covariance(e, l), n));
    sums->ranks += rank;
    subtract(room, e, l, sums->reference);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        sums->information[i * n + j] += room->inverse[i * n + j];
        sums->right[i] += room->inverse[i * n + j] * room->d[j];
      }
  }
  return TR_OK;
}

/* Sets the mean, its covariance and the rank of the information. */
static TrStatus
solve_mean(double *mean, double *covariance, int *rank, const Sums *sums, const Room *room, int n)
{
  TR_TRY(invert(room, rank, sums->information, n));
  for (int i = 0; i < n; i++) {
    bool knows = is_known(sums->information, n, i);

    mean[i] = knows ? sums->reference[i] : NAN;
    for (int j = 0; j < n; j++) {
      mean[i] += room->inverse[i * n + j] * sums->right[j];
      covariance[i * n + j] =
          knows && is_known(sums->information, n, j) ? room->inverse[i * n + j] : NAN;
    }
  }
  return TR_OK;
}

static TrStatus
compare(TrVectorTest *test,
        double *mean,
        double *covariance,
        const TrVectorEstimates *e,
        double *storage)
{
  int n = e->n, rank;
  double *sums_at = storage + count_room(n);
  Room room = lay_out(storage, n);
  Sums sums = {.information = sums_at,
               .right = sums_at + (size_t)n * n,
               .reference = sums_at + (size_t)n * n + n};

  TR_TRY(add_up(&sums, &room, e));
  TR_TRY(solve_mean(mean, covariance, &rank, &sums, &room, n));
  *test = (TrVectorTest){.dof = sums.ranks - rank};
  for (int l = 0; l < e->m; l++) {
    int own;

    TR_TRY(invert(&room, &own, get_covariance(e, l), n));
    subtract(&room, e, l, mean);
    test->chi2 += measure(&room, room.d, n);
  }
  finish_test(test);
  return TR_OK;
}

TrStatus
tr_agreement(TrVectorTest *test,
             double *mean,
             double *covariance,
             const TrVectorEstimates *estimates)
{
  TR_ASSERT(test && estimates && tr_is_array(mean, estimates->n));
  TR_ASSERT(tr_is_array(covariance, estimates->n) && tr_is_array(estimates->values, estimates->m));
  int n = estimates->n;
  double *storage = calloc(count_room(n) + (size_t)n * n + 2 * (size_t)n + 1, sizeof *storage);
  TrStatus status = storage ? compare(test, mean, covariance, estimates, storage) : TR_NO_MEMORY;

  free(storage);
  return status;
}

TrStatus
tr_difference_test(TrVectorTest *test, const double *difference, const double *covariance, int n)
{
  TR_ASSERT(test && tr_is_array(difference, n) && tr_is_array(covariance, n));
  double *storage = calloc(count_room(n) + (size_t)n * n + 1, sizeof *storage);
  double *known = storage ? storage + count_room(n) : NULL;
  Room room;
  TrStatus status;

  if (!storage)
    return TR_NO_MEMORY;
  room = lay_out(storage, n);
  memcpy(known, covariance, (size_t)n * n * sizeof *known);
  for (int i = 0; i < n; i++) {
    room.d[i] = isfinite(difference[i]) && is_known(covariance, n, i) ? difference[i] : 0;
    if (!isfinite(difference[i]))
      known[i * n + i] = NAN;
  }
  *test = (TrVectorTest){0};
  status = invert(&room, &test->dof, known, n);
  test->chi2 = measure(&room, room.d, n);
  finish_test(test);
  free(storage);
  return status;
}

void
tr_holm_adjust(double *adjusted, const double *p_values, int n)
{
  TR_ASSERT(tr_is_array(adjusted, n) && tr_is_array(p_values, n));
  int n_tests = 0;
  double largest = 0;

  for (int i = 0; i < n; i++) {
    n_tests += !isnan(p_values[i]);
    adjusted[i] = p_values[i];
  }
  /* in rising order of p; the sign of an adjusted one is turned meanwhile */
  for (int left = n_tests; left > 0; left--) {
    int next = -1;

    for (int i = 0; i < n; i++)
      if (!isnan(adjusted[i]) && !signbit(adjusted[i]) &&
          (next < 0 || adjusted[i] < adjusted[next]))
        next = i;
    largest = fmin(1, fmax(largest, adjusted[next] * left));
    adjusted[next] = -largest;
  }
  for (int i = 0; i < n; i++)
    adjusted[i] = fabs(adjusted[i]);
}
