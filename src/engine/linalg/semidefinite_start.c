/* Start of the barrier method: where the caller's start is on the border or outside, the first
 * phase
 *
 *   min s + small |x|^2/2   subject to  C x <= d + s c,  P_b(x) + s S_b >= 0,  s >= -1
 *
 * finds one inside (Boyd and Vandenberghe 2004, section 11.4), with c and S_b the sizes of rows and
 * blocks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/semidefinite_private.h"

/* Share of the sizes by which a start must be inside; accuracy of the first phase; share by which
 * conditions are widened that leave nothing between them, and beyond which they contradict. */
#define MARGIN        1e-6
#define PHASE_GAP     1e-11
#define WIDENING      1e-10
#define CONTRADICTION 1e-8

/* Curvature of the first phase: it prefers near starts. */
#define NEARNESS 1e-6

enum { MOST_DOUBLINGS = 60 };

/* A programme of own memory: that of the first phase, or one with wider conditions. */
typedef struct Programme {
  TrSemidefinite p;
  double *x, *a, *g, *rows, *most, *block;
} Programme;

static void
clear(Programme *own)
{
  void *parts[] = {own->x, own->a, own->g, own->rows, own->most, own->block};

  for (size_t i = 0; i < TR_COUNT(parts); i++)
    free(parts[i]);
}

static bool
take_memory(Programme *own, const TrSemidefinite *of)
{
  size_t n = (size_t)of->n + 1, rows = (size_t)of->n_rows + 1, blocks = (size_t)of->n_blocks;

  own->x = calloc(n, sizeof *own->x);
  own->a = calloc(n * n, sizeof *own->a);
  own->g = calloc(n, sizeof *own->g);
  own->rows = calloc(rows * n, sizeof *own->rows);
  own->most = calloc(rows, sizeof *own->most);
  own->block = calloc(blocks * (n + 1) * TR_PSEUDO_SIZE + 1, sizeof *own->block);
  return own->x && own->a && own->g && own->rows && own->most && own->block;
}

static const double *
matrix_of(const TrSemidefinite *p, int block, int i)
{
  return p->block + ((size_t)block * (size_t)(p->n + 1) + (size_t)i) * TR_PSEUDO_SIZE;
}

double
tr_semidefinite_size(const TrSemidefinite *p, int block, int i)
{
  double sum = 0;

  for (int k = 0; k <= p->n; k++)
    sum += fabs(matrix_of(p, block, k)[i * TR_PSEUDO + i]);
  return sum > 0 ? sum : 1;
}

static double
row_size(const TrSemidefinite *p, int row)
{
  double sum = 0;

  for (int i = 0; i < p->n; i++)
    sum += fabs(p->rows[row * p->n + i]);
  return sum > 0 ? sum : 1;
}

/* Returns whether x meets all conditions when they are wider by a share of their sizes. */
static bool
is_inside(const TrSemidefinite *p, const double *x, double share)
{
  for (int r = 0; r < p->n_rows; r++) {
    double slack = p->most[r] + share * row_size(p, r);

    for (int i = 0; i < p->n; i++)
      slack -= p->rows[r * p->n + i] * x[i];
    if (!(slack > 0))
      return false;
  }
  for (int b = 0; b < p->n_blocks; b++) {
    double m[TR_PSEUDO_SIZE];

    memcpy(m, matrix_of(p, b, 0), sizeof m);
    for (int i = 0; i < p->n; i++)
      for (int k = 0; k < TR_PSEUDO_SIZE; k++)
        m[k] += x[i] * matrix_of(p, b, i + 1)[k];
    for (int i = 0; i < TR_PSEUDO; i++)
      m[i * TR_PSEUDO + i] += share * tr_semidefinite_size(p, b, i);
    if (tr_dense_cholesky(m, TR_PSEUDO) != TR_OK)
      return false;
  }
  return true;
}

/* The programme of the first phase over (x, s). */
static void
fill_phase(Programme *own, const TrSemidefinite *of)
{
  int n = of->n;
  size_t old = (size_t)(n + 1) * TR_PSEUDO_SIZE;

  for (int i = 0; i < n; i++)
    own->a[i * (n + 1) + i] = NEARNESS;
  own->g[n] = 1;
  for (int r = 0; r < of->n_rows; r++) {
    memcpy(own->rows + r * (n + 1), of->rows + r * n, (size_t)n * sizeof *own->rows);
    own->rows[r * (n + 1) + n] = -row_size(of, r);
    own->most[r] = of->most[r];
  }
  own->rows[of->n_rows * (n + 1) + n] = -1;
  own->most[of->n_rows] = 1;
  for (int b = 0; b < of->n_blocks; b++) {
    double *to = own->block + (size_t)b * (old + TR_PSEUDO_SIZE);

    memcpy(to, matrix_of(of, b, 0), old * sizeof *to);
    for (int i = 0; i < TR_PSEUDO; i++)
      to[old + (size_t)(i * TR_PSEUDO + i)] = tr_semidefinite_size(of, b, i);
  }
  own->p = (TrSemidefinite){.n = n + 1,
                            .n_rows = of->n_rows + 1,
                            .n_blocks = of->n_blocks,
                            .a = own->a,
                            .g = own->g,
                            .rows = own->rows,
                            .most = own->most,
                            .block = own->block,
                            .gap = PHASE_GAP};
}

/* Runs the first phase from x: a better x, and the share s by which it misses the conditions,
 * negative inside. */
static TrStatus
find_start(double *x, double *share, Programme *own, const TrSemidefinite *of)
{
  int n = of->n;
  double wide = MARGIN;
  TrStatus status;

  fill_phase(own, of);
  for (int i = 0; i < MOST_DOUBLINGS && !is_inside(of, x, wide); i++)
    wide *= 2;
  memcpy(own->x, x, (size_t)n * sizeof *x);
  own->x[n] = 2 * wide;
  status = tr_semidefinite_solve_from(own->x, &own->p);
  memcpy(x, own->x, (size_t)n * sizeof *x);
  *share = own->x[n];
  return status;
}

/* A copy of a programme with conditions that are wider by a share of their sizes. */
static void
widen(Programme *own, const TrSemidefinite *of, double share)
{
  size_t all = (size_t)of->n_blocks * (size_t)(of->n + 1) * TR_PSEUDO_SIZE;

  own->p = *of;
  if (all > 0)
    memcpy(own->block, of->block, all * sizeof *own->block);
  for (int r = 0; r < of->n_rows; r++)
    own->most[r] = of->most[r] + share * row_size(of, r);
  for (int b = 0; b < of->n_blocks; b++)
    for (int i = 0; i < TR_PSEUDO; i++)
      own->block[(size_t)(b * (of->n + 1)) * TR_PSEUDO_SIZE + (size_t)(i * TR_PSEUDO + i)] +=
          share * tr_semidefinite_size(of, b, i);
  own->p.most = own->most;
  own->p.block = own->block;
}

static TrStatus
solve_with_start(double *x, Programme *own, const TrSemidefinite *problem)
{
  double share;

  TR_TRY(find_start(x, &share, own, problem));
  if (share < 0)
    return tr_semidefinite_solve_from(x, problem);
  if (share > CONTRADICTION)
    return TR_BAD_SETTING;
  widen(own, problem, share + WIDENING);
  return tr_semidefinite_solve_from(x, &own->p);
}

TrStatus
tr_semidefinite_solve(double *x, const TrSemidefinite *problem)
{
  TR_ASSERT(x && problem && problem->n >= 0 && problem->gap > 0 && problem->pull >= 0);

  Programme own = {0};
  TrStatus status = TR_NO_MEMORY;

  if (is_inside(problem, x, -MARGIN))
    return tr_semidefinite_solve_from(x, problem);
  if (take_memory(&own, problem))
    status = solve_with_start(x, &own, problem);
  clear(&own);
  return status;
}
