/* Corner of an L-curve: rms of the state misfit over that of the observations, both on logarithmic
 * axes, as the weight kappa between them grows (Hansen and O'Leary 1993).
 *
 * Small weights fit noise: the state misfit falls fast while the observation misfit hardly changes.
 * Large weights force an incomplete model on the data: the observation misfit rises and the state
 * misfit hardly falls.  The corner lies between, where the curve turns most to the left. */
#pragma once

/* Least turn of a corner [rad]: the triangle test's 7/8 of a half turn. */
#define TR_LCURVE_TURN       (3.14159265358979323846 / 8)
#define TR_LCURVE_MIN_POINTS 5

/* Corner of a curve. */
typedef struct TrLCorner {
  int index;       /* of the point; -1: no corner */
  double turn;     /* [rad] to the left, at the sharpest place even if it is no corner; NAN where
                      none could be measured */
  const char *why; /* reason for no corner; static, NULL where there is one */
} TrLCorner;

/* observation, state: [n] in the order of growing weights.  Values that are not finite and above
 * zero are left out, and so are points that another one beats in both misfits, which are no
 * minimisers.  The curvature is measured over arms of at least 5 % of the curve's length, so that
 * nearly coincident points do not count. */
TrLCorner tr_lcurve_corner(const double *observation, const double *state, int n);
