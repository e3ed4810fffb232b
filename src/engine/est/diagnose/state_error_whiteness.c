#include "engine/est/diagnose/state_error_whiteness.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/order.h"
#include "engine/mbs/kinematics/assembly.h"

enum { BATCH = 25, LEAST_BATCHES = 8 };

#define LEFT_OUT 0.05

/* Degrees of freedom at a pose. */
static TrStatus
count_freedom(int *n, const TrModel *model, const double *pose)
{
  TrAssembly *assembly = tr_assembly_new(model);

  if (!assembly)
    return TR_NO_MEMORY;
  *n = tr_assembly_freedom(assembly, NULL, pose);
  tr_assembly_free(assembly);
  return TR_OK;
}

/* Sum over the freedoms of (sum of their impulses over a batch, in sigmas)^2. */
static double
square_batch(const double *impulse, const TrFit *fit)
{
  double square = 0;

  for (int i = 0; i < fit->n_freedoms; i++) {
    double sum = 0;

    for (int k = 0; k < BATCH; k++)
      sum += impulse[k * fit->n_freedoms + i];
    square += pow(sum / fit->state_sigmas[i].sigma, 2);
  }
  return square;
}

TrStatus
tr_state_error_whiteness(double *whiteness, const TrFit *fit, int log)
{
  TR_ASSERT(whiteness && fit && log >= 0 && log < fit->n_logs);

  const TrLogFit *from = &fit->logs[log];
  int d;
  int n_batches = (from->n_nodes - 2) / BATCH; /* no step at the first and the last node */
  int used = n_batches - (int)(LEFT_OUT * n_batches);
  double sum = 0;
  double *squares;

  *whiteness = NAN;
  TR_TRY(count_freedom(&d, fit->model, tr_trajectory_pose(from->trajectory, 0)));
  if (n_batches < LEAST_BATCHES || d == 0 || fit->n_freedoms == 0 ||
      !(fit->variances.state_sigma > 0) || fit->variances.is_quiet)
    return TR_OK;
  squares = malloc((size_t)n_batches * sizeof *squares);
  if (!squares)
    return TR_NO_MEMORY;
  for (int b = 0; b < n_batches; b++)
    squares[b] = square_batch(from->joint_impulse + (1 + b * BATCH) * fit->n_freedoms, fit);
  tr_sort(squares, (size_t)n_batches);
  for (int b = 0; b < used; b++)
    sum += squares[b];
  *whiteness = sum / (used * BATCH * d);
  free(squares);
  return TR_OK;
}
