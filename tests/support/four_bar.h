/* A planar four-bar linkage in one coordinate, the crank's angle: an independent solution for the
 * tests of closed loops.
 *
 *   a e(theta) + b e(phi) - c e(psi) = D,   T = M(theta) theta'^2/2,   V = g sum m y
 *   M theta'' + M' theta'^2/2 = - V' + torque - viscous theta'
 *
 * with e(x) = (cos x, sin x), the coupler's and the rocker's angle by the loop, and their
 * derivatives by theta by differentiating it. */
#pragma once

#include <stdbool.h>

typedef struct TrFourBar {
  double length[3]; /* [m] crank, coupler, rocker: uniform in mass, centres in their middles */
  double mass[3];   /* [kg] */
  double inertia[3];
  double ground[2]; /* [m] D: the rocker's pivot; the crank's is the origin */
  double gravity;   /* [m/s^2] along -y */
  double viscous;   /* [N m s/rad] of the crank */
  bool below;       /* the branch with the coupler's end below the line from crank to ground */
} TrFourBar;

/* The linkage of theory 3.6. */
TrFourBar tr_four_bar_paper(void);

/* P2, the end of the coupler, and the angles of coupler and rocker. */
void tr_four_bar_place(double p2[2], double *phi, double *psi, const TrFourBar *bar, double theta);

/* theta'' under a torque on the crank. */
double tr_four_bar_acceleration(const TrFourBar *bar, double theta, double rate, double torque);

/* Advances (theta, theta') under a held torque by Runge-Kutta's method of fourth order in n steps.
 */
void
tr_four_bar_advance(double state[2], const TrFourBar *bar, double torque, double duration, int n);
