#include "engine/est/step/work.h"

#include "engine/est/step/private.h"

static double
middle_rate(const TrStepWork *w, int i)
{
  return (w->v[i] + w->v_after[i]) / 2;
}

double
tr_step_work(const TrStepWork *work, const double *r)
{
  double sum = 0;

  for (int i = 0; i < work->n; i++)
    sum += middle_rate(work, i) * r[i];
  return sum;
}

/* Adds r . dv/2 by one of the poses of a velocity v: slope/2 r for positions, the rotational blocks
 * `turn` for rotations. */
static void
add_rate(double *row, const TrStepWork *w, const double *r, double slope, const double *turn)
{
  for (int at = 0; at < w->n; at += 6, turn += 9)
    for (int i = 0; i < 3; i++) {
      row[at + i] += slope * r[at + i] / 2;
      row[at + 3 + i] +=
          (r[at + 3] * turn[i] + r[at + 4] * turn[3 + i] + r[at + 5] * turn[6 + i]) / 2;
    }
}

void
tr_step_add_work_row(
    double *row, const TrStepWork *work, double h, const double *r, const double *jac)
{
  int n = work->n, columns = work->columns;

  for (int i = 0; i < n; i++)
    for (int c = 0; c < columns; c++)
      row[c] += middle_rate(work, i) * jac[(size_t)i * (size_t)columns + (size_t)c];
  add_rate(row, work, r, -1 / h, work->turn[TR_TURN_V_BEFORE]);
  add_rate(row + n, work, r, 1 / h, work->turn[TR_TURN_V_NOW]);
  add_rate(row + n, work, r, -1 / h, work->turn[TR_TURN_AFTER_NOW]);
  add_rate(row + 2 * n, work, r, 1 / h, work->turn[TR_TURN_AFTER_AFTER]);
}
