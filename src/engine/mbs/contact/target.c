#include "engine/mbs/contact/target.h"

#include <math.h>

/* h^2/(compliance m) of an automatic compliance: a step goes over the contact's oscillation. */
#define AUTO_STIFFNESS 100

/* u s(u), and its slope. */
static double
damped_rate(double *slope, double u, double threshold)
{
  double u2 = u * u, t2 = threshold * threshold, sum = u2 + t2;

  *slope = u2 * (u2 + 3 * t2) / (sum * sum);
  return u * u2 / sum;
}

TrTarget
tr_contact_target(const TrApproach *a, const TrRebound *r)
{
  TrTarget target = {.value = 0};
  double reached = a->gap + r->h * a->rate, reached_before = a->gap_before + r->h * a->rate_before;
  double slope, t2 = r->threshold * r->threshold;

  if (a->begins && a->gap < 0)
    return target;
  if (reached < 0 && a->rate < 0) {
    double sum = a->rate * a->rate + t2, s = a->rate * a->rate / sum;

    target = (TrTarget){.value = -r->restitution * s * reached,
                        .by_gap = -r->restitution * s,
                        .by_rate =
                            -r->restitution * (s * r->h + reached * 2 * a->rate * t2 / (sum * sum)),
                        .by_restitution = -s * reached};
  }
  if (a->has_before && r->restitution > 0 && reached_before < 0 && a->rate_before < 0) {
    double along = damped_rate(&slope, a->rate_before, r->threshold);
    double value = a->gap - r->h * r->restitution * along;

    if (value > target.value)
      target = (TrTarget){.value = value,
                          .by_gap = 1,
                          .by_rate_before = -r->h * r->restitution * slope,
                          .by_restitution = -r->h * along};
  }
  return target;
}

/* The body whose mass an automatic compliance is made of. */
static int
lighter_body(const TrModel *model, const TrContact *contact)
{
  bool is_other =
      contact->other >= 0 && model->bodies[contact->other].mass < model->bodies[contact->body].mass;

  return is_other ? contact->other : contact->body;
}

double
tr_contact_compliance(const TrModel *model, const TrContact *contact, double h)
{
  if (!isnan(contact->compliance))
    return contact->compliance;
  return h * h / (AUTO_STIFFNESS * model->bodies[lighter_body(model, contact)].mass);
}

double
tr_contact_stiffness_by_mass(const TrModel *model, const TrContact *contact, int body, double h)
{
  return body == lighter_body(model, contact) ? AUTO_STIFFNESS / h : 0;
}
