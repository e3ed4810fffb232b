#include "engine/est/solve/variance_step.h"

#include <math.h>
#include <stdlib.h>

#include "engine/linalg/dense.h"

/* Least information on a direction of the logarithms that a step uses, by the one without coupling.
 */
#define LEAST_INFORMATION 0.1

/* Largest f at which Newton's step counts whole: farther away it is not one of a linear problem. */
#define CLOSE 1.0

/* Limits of the length of a change by Newton's, and of the change. */
#define SHORTEST       0.5
#define LONGEST        2.5
#define LARGEST_CHANGE 3.5

void
tr_variance_change_begin(TrVarianceChange *v)
{
  TR_ASSERT(v);
  *v = (TrVarianceChange){.newton_before = v->newton,
                          .length = v->length,
                          .found = NAN,
                          .least = -INFINITY,
                          .most = INFINITY};
}

/* Lists the variances that are free to move. */
static int
list_free(int *index, TrVarianceChange *all, int n)
{
  int n_free = 0;

  for (int i = 0; i < n; i++) {
    all[i].is_floored = all[i].found <= all[i].least;
    if (!isnan(all[i].found) && !all[i].is_floored)
      index[n_free++] = i;
  }
  return n_free;
}

/* Variances that are free to move, with their information. */
typedef struct Free {
  TrVarianceChange *all;
  int *index; /* [n] */
  int n;
  double *information; /* [n x n] scaled by their squares, then its eigenvectors */
  double *values;      /* [n] eigenvalues */
} Free;

/* Fills the information by the coupling of all n_all variances. */
static void
fill_information(Free *f, const double *coupling, int n_all)
{
  for (int a = 0; a < f->n; a++)
    for (int b = 0; b < f->n; b++) {
      const TrVarianceChange *u = &f->all[f->index[a]], *v = &f->all[f->index[b]];
      double sum = coupling[f->index[a] * n_all + f->index[b]] + (a == b ? u->pooled : 0);

      f->information[a * f->n + b] = sum / sqrt(u->squares * v->squares);
    }
}

/* Adds the part of Newton's step along an eigenvector. */
static void
add_direction(Free *f, int k)
{
  const double *direction = f->information + k * f->n;
  double along = 0, known = fmax(f->values[k], LEAST_INFORMATION);

  for (int a = 0; a < f->n; a++)
    along += direction[a] * sqrt(f->all[f->index[a]].squares) * f->all[f->index[a]].found;
  for (int a = 0; a < f->n; a++) {
    TrVarianceChange *v = &f->all[f->index[a]];
    double way = direction[a] / sqrt(v->squares);

    v->newton += along / known * way;
    v->variance += 2 / known * way * way;
  }
}

/* Goes back from Newton's step to f itself, as far as the largest f is far. */
static void
stay_close(Free *f)
{
  double most = CLOSE;

  for (int a = 0; a < f->n; a++)
    most = fmax(most, fabs(f->all[f->index[a]].found));
  for (int a = 0; a < f->n; a++) {
    TrVarianceChange *v = &f->all[f->index[a]];

    v->newton = v->found + (v->newton - v->found) * CLOSE / most;
  }
}

/* Length of a change by Newton's, by the secant of the last one. */
static double
find_length(const TrVarianceChange *v)
{
  double slope = (1 - v->newton / v->newton_before) / v->length;

  if (!isfinite(slope))
    return 1;
  return fmin(fmax(1 / fmax(slope, 1 / LONGEST), SHORTEST), LONGEST);
}

/* Sets the change within its limits. */
static void
take_change(TrVarianceChange *v)
{
  double change = v->is_floored ? v->least : find_length(v) * v->newton;

  change = fmin(fmax(change, v->least), v->most);
  v->change = fmin(fmax(change, -LARGEST_CHANGE), LARGEST_CHANGE);
  v->length = v->newton != 0 ? v->change / v->newton : 0;
}

TrStatus
tr_variance_step(TrVarianceChange *all, int n, const double *coupling)
{
  TR_ASSERT(tr_is_array(all, n) && tr_is_array(coupling, n));

  size_t size = (size_t)n;
  double *scratch = calloc(size * (size + 1) + 1, sizeof *scratch);
  Free f = {.all = all, .index = calloc(size + 1, sizeof *f.index)};
  TrStatus status = TR_NO_MEMORY;

  if (scratch && f.index) {
    f.n = list_free(f.index, all, n);
    f.information = scratch;
    f.values = scratch + size * size;
    fill_information(&f, coupling, n);
    status = tr_dense_symmetric_eigen(f.information, f.values, f.n);
  }
  for (int k = 0; status == TR_OK && k < f.n; k++)
    add_direction(&f, k);
  if (status == TR_OK)
    stay_close(&f);
  for (int i = 0; status == TR_OK && i < n; i++)
    take_change(&all[i]);
  free(scratch);
  free(f.index);
  return status;
}
