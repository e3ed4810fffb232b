/* Shares of the points at which a body touches others in a load that contacts alone carry.
 *
 * A point pushes along the edges g of a pyramid about its friction cone, by weights w >= 0:
 *
 *   f_i = sum over k of w_ik g_ik,   g_ik = n_i + mu/cos(pi/8) (cos(k pi/4) s_i + sin(k pi/4) t_i)
 *
 * with n, s, t the normal and two tangents.  The weights are the smallest ones whose forces leave
 * the least of the load F, M about the centre of mass (arms r_i, L the longest one or 1 m):
 *
 *   min over w >= 0  c^2 |sum f_i - F|^2 + |sum r_i x f_i - M|^2/L^2 + eps |w|^2
 *
 * c: what a force left over counts by a torque.  Two points and more share a load in a way that the
 * motion leaves open. */
#pragma once

#include "engine/base/base.h"

typedef struct TrContactForce {
  double arm[3];    /* from the centre of mass to the point that touches [m], in the world */
  double normal[3]; /* towards the body */
  double friction;  /* coefficient */
  double force[3];  /* [N] on the body, in the world: what is computed */
} TrContactForce;

/* L of n points [m]. */
double tr_contact_reach(const TrContactForce *points, int n);

/* Sets the forces of n points for a load [N, N m] and what they leave of it.  Returns TR_NO_MEMORY,
 * the status of tr_boxqp_solve(), or TR_OK. */
TR_NODISCARD TrStatus tr_contact_share(
    TrContactForce *points, int n, const double load[6], double force_weight, double left[6]);
