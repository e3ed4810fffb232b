#include "engine/est/design/reversals.h"

#include <math.h>

#include "engine/mbs/kinematics/kinematics.h"

/* Change in a step of a joint that stands still but for rounding [rad, m]. */
#define STILL 1e-9

/* Share of a fit's variance that its reversals never explain. */
#define LEAST_LEFT 0.25

/* Dry friction of a joint [N m, N]; 0: none, or one that the load tells. */
static double
find_dry(const TrJoint *joint)
{
  bool is_dry = tr_joint_has_axis(joint) && tr_friction_is_dry(joint->friction.model);

  return is_dry && joint->friction.load == TR_LOAD_NONE ? joint->friction.coulomb : 0;
}

double
tr_reversal_variance(const TrModel *model, int joint, const TrTrajectory *motion)
{
  TR_ASSERT(model && motion);

  const TrJoint *j = &model->joints[joint];
  double impulse = find_dry(j) * motion->h, before = NAN, rate_before = 0;
  int n = 0;

  for (int k = 0; impulse > 0 && k < motion->n_nodes; k++) {
    double now = tr_joint_position(model, joint, tr_trajectory_pose(motion, k));
    double change = now - before;

    if (tr_joint_turns(j))
      change = remainder(change, 2 * M_PI);
    before = now;
    if (k == 0 || fabs(change) < STILL)
      continue;
    n += change * rate_before < 0;
    rate_before = change;
  }
  return impulse * impulse / 3 * n / fmax(motion->n_nodes - 1, 1);
}

void
tr_reversals_take_out(double *out, const TrFit *fit)
{
  TR_ASSERT(out && fit);

  for (int i = 0; i < fit->n_freedoms; i++) {
    double found = fit->state_sigmas[i].sigma * fit->state_sigmas[i].sigma, sum = 0;
    int n = 0;

    for (int l = 0; l < fit->n_logs; l++) {
      const TrTrajectory *motion = fit->logs[l].trajectory;

      sum += tr_reversal_variance(fit->model, fit->state_sigmas[i].joint, motion) * motion->n_nodes;
      n += motion->n_nodes;
    }
    out[i] = fmax(found - sum / fmax(n, 1), LEAST_LEFT * found);
  }
}

/* Sets the sigmas of the freedoms of a group, of which the fit finds one variance. */
static void
fill_group(TrStateSigma *sigma, const TrPlanner *p, const TrTrajectory *motion, int group, bool all)
{
  double sum = 0;
  int n = 0;

  for (int i = 0; i < p->n_freedoms; i++)
    if (sigma[i].group == group) {
      double variance = p->left[i] * motion->h / p->fit_step;

      if (all)
        variance += tr_reversal_variance(p->model, sigma[i].joint, motion);
      sum += variance / pow(p->state_sigmas[i].sigma, 2);
      n++;
    }
  for (int i = 0; i < p->n_freedoms; i++)
    if (sigma[i].group == group)
      sigma[i].sigma = p->state_sigmas[i].sigma * sqrt(sum / n);
}

double
tr_reversals_add(TrStateSigma *sigma,
                 const TrPlanner *p,
                 const TrTrajectory *motion,
                 bool are_counted)
{
  double before = 0, after = 0;

  TR_ASSERT(sigma && p && p->left && motion);
  for (int i = 0; i < p->n_freedoms; i++)
    sigma[i] = p->state_sigmas[i];
  for (int g = 0; g < p->n_freedoms; g++)
    fill_group(sigma, p, motion, g, are_counted);
  for (int i = 0; i < p->n_freedoms; i++) {
    before += p->state_sigmas[i].sigma * p->state_sigmas[i].sigma;
    after += sigma[i].sigma * sigma[i].sigma;
  }
  return after > 0 ? before * motion->h / p->fit_step / after : 1;
}
