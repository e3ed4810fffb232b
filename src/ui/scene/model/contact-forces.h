/* Forces of the single points at which a body touches others, where contacts alone hold it.
 *
 * A point pushes along the edges g of a pyramid about its friction cone, by weights w >= 0:
 *
 *   f_i = sum over k of w_ik g_ik,   g_ik = n_i + (mu / cos(pi / 8)) (cos(k pi / 4) s_i + sin(k pi
 * / 4) t_i)
 *
 * with n, s, t the normal and two tangents.  The weights are the smallest ones whose forces balance
 * the load F, M about the centre of mass (arms r_i, of length L at most):
 *
 *   min over w >= 0  |sum f_i - F|^2 + |sum r_i x f_i - M|^2 / L^2 + eps |w|^2
 *
 * Two points and more share a load in a way that the motion leaves open. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  double arm[3];    /* from the centre of mass to the point that touches [m], in the world */
  double normal[3]; /* towards the body */
  double friction;  /* coefficient */
  double force[3];  /* [N] on the body, in the world: what is computed */
} TrammelContactForce;

/* Sets the forces of n points for a load of force and torque about the centre of mass.  Returns
 * FALSE where they do not balance it, as without points or with a load that pulls. */
gboolean trammel_contact_forces_fill(TrammelContactForce *points, int n, const double load[6]);

G_END_DECLS
