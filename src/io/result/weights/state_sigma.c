#include "io/result/weights/state_sigma.h"

#include <math.h>

/* Sums the freedoms of a joint and kind; returns their number. */
static int
sum_freedoms(TrammelStateSigma *sum, const TrFit *fit, int joint, int kind)
{
  int n = 0;

  *sum = (TrammelStateSigma){.is_at_floor = TRUE};
  for (int i = 0; i < fit->n_freedoms; i++) {
    const TrStateSigma *s = &fit->state_sigmas[i];
    if (s->joint != joint || s->kind != kind)
      continue;
    sum->sigma += s->sigma * s->sigma;
    sum->inertial += s->inertial * s->inertial;
    sum->is_at_floor = sum->is_at_floor && s->is_at_floor;
    n++;
  }
  return n;
}

GArray *
trammel_state_sigmas_new(const TrFit *fit)
{
  GArray *rows = g_array_new(FALSE, FALSE, sizeof(TrammelStateSigma));

  if (fit->n_freedoms == 0)
    return rows;
  for (int j = 0; j < fit->model->n_joints; j++)
    for (int kind = 0; kind < TR_N_KINDS; kind++) {
      TrammelStateSigma row;
      int n = sum_freedoms(&row, fit, j, kind);
      gboolean is_force = kind == TR_KIND_FORCE;
      if (n == 0)
        continue;
      row.joint = fit->model->joints[j].name;
      row.kind = is_force ? "force" : "torque";
      row.unit = is_force ? "N s" : "N m s";
      row.sigma = sqrt(row.sigma / n);
      row.inertial = sqrt(row.inertial / n);
      g_array_append_val(rows, row);
    }
  return rows;
}
