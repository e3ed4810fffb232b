/* Stops: ends of the joints' travel as unilateral rows along the axes.
 *
 * A stop is a spring of the joint's compliance eps that only pushes, evaluated at the end of the
 * step: with the gap g = s - lower (upper - s) at its start and the impulse f >= 0 away from the
 * stop
 *
 *   0 <= f,   0 <= s+ + g/h + (eps/h^2) f,   one of both is zero
 *
 * (upper: of -s+).  So a joint arrives on its stop without passing it, an impact removes all of its
 * rate (without restitution), at rest it penetrates by eps times the load, and energy never grows:
 * this is the implicit Euler step of the potential min(g, 0)^2/(2 eps). */
#pragma once

#include "engine/mbs/model/model.h"

/* A stop of a joint. */
typedef struct TrStop {
  int joint;
  double limit; /* [rad] or [m] */
  bool is_upper;
  double give; /* eps/h^2 */
  double gap;  /* (coordinate - limit)/h [rad/s] or [m/s] at the start of the step, less that of the
                  rebound's target */
  double gap_before, rate_before; /* towards the stop, one step before */
  bool has_before;
} TrStop;

/* Number of stops of a model. */
int tr_stops_count(const TrModel *model);

/* Fills all but the gaps, for a step h. */
void tr_stops_fill(TrStop *stops, const TrModel *model, double h, double compliance_scale);

/* Sets the gaps at the poses [n_bodies x 7]. */
void tr_stops_place(TrStop *stops, int n, const TrModel *model, const double *pose, double h);

/* Moves the gaps to the targets of the rebound (mbs/contact/target.h) at the rates of all joints,
 * and keeps gaps and rates for the next step. */
void tr_stops_aim(TrStop *stops, int n, const TrModel *model, const double *rate, double h);
