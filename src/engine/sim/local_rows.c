#include "engine/sim/local_rows.h"

#include <string.h>

int
tr_local_count(const TrMechanism *mechanism)
{
  return mechanism->n_rows + mechanism->n_gears;
}

int
tr_local_row(const TrMechanism *mechanism, int part)
{
  int gear = part - mechanism->n_constraints;

  if (gear >= 0 && gear % 2 == 1)
    return mechanism->n_rows + gear / 2;
  return tr_mechanism_part(mechanism, part)->row;
}

/* Rows of a constraint; zero where it has none. */
static void
evaluate(double *rows, const TrConstraint *c, const TrPlace *places)
{
  if (c->n_rows == 0 || c->is_off) {
    memset(rows, 0, (size_t)(c->n_rows > 0 ? c->n_rows : 1) * TR_LOCAL * sizeof *rows);
    return;
  }
  tr_prim_jacobian(rows, &c->prim, tr_place_of(places, c->body_a), tr_place_of(places, c->body_b));
  for (int i = 0; c->scale != 1 && i < c->n_rows * TR_LOCAL; i++)
    rows[i] *= c->scale;
}

void
tr_local_jacobian(double *rows, const TrMechanism *mechanism, const TrPlace *places)
{
  TR_ASSERT(rows && mechanism && places);
  for (int i = 0; i < tr_mechanism_count_parts(mechanism); i++)
    evaluate(rows + TR_LOCAL * tr_local_row(mechanism, i), tr_mechanism_part(mechanism, i), places);
}

void
tr_local_axes(double *rows, const TrMechanism *mechanism, const TrPlace *places)
{
  TR_ASSERT(rows && mechanism && places);
  for (int j = 0; j < mechanism->n_joints; j++)
    evaluate(rows + TR_LOCAL * j, &mechanism->axes[j], places);
}

void
tr_local_rates(double *rate, const double *rows, const TrMechanism *mechanism, const double *v)
{
  TR_ASSERT(rate && rows && mechanism && v);
  memset(rate, 0, (size_t)mechanism->n_rows * sizeof *rate);
  for (int i = 0; i < tr_mechanism_count_parts(mechanism); i++) {
    const TrConstraint *c = tr_mechanism_part(mechanism, i);
    const double *row = rows + TR_LOCAL * tr_local_row(mechanism, i);

    for (int r = 0; r < c->n_rows; r++)
      rate[c->row + r] += tr_local_dot(row + TR_LOCAL * r, c, v);
  }
}
