/* Restitution as a target gap at the end of a step (theory 17.3).
 *
 * The rates of a stepper are means over an interval that may contain the impact.  With gap and rate
 * at the start of the step, those one step before (index -1), and s(u) = u^2/(u^2 + threshold^2):
 *
 *   g1 = -e s(u) (gap + h u)        where gap + h u < 0 and u < 0: crosses in this interval
 *   g2 = gap - h e s(u-1) u-1       where the same held one step before: crossed in the last one
 *   target = max(0, g1, g2)
 *
 * so that the rebound is e times the impact wherever in the interval that falls. */
#pragma once

#include "engine/mbs/model/model.h"

/* A gap with its rate, at the start of a step and one step before. */
typedef struct TrApproach {
  double gap, rate;
  double gap_before, rate_before;
  bool has_before;
  bool begins; /* the contact was not there before: what is behind it has not hit it, and does not
                  rebound */
} TrApproach;

/* Law of the rebound. */
typedef struct TrRebound {
  double h, restitution, threshold;
} TrRebound;

/* Target with its derivatives. */
typedef struct TrTarget {
  double value; /* [m] or [rad] */
  double by_gap, by_rate, by_rate_before, by_restitution;
} TrTarget;

/* Rate of an impact on a joint's stop that rebounds by half of its restitution [rad/s] or [m/s]. */
#define TR_STOP_THRESHOLD 0.05

/* Least compliance of a joint's stop as a push [m/N], [rad/(N m)]. */
#define TR_LEAST_STOP_COMPLIANCE 1e-12

TrTarget tr_contact_target(const TrApproach *approach, const TrRebound *rebound);

/* Compliance [m/N] of a contact in a step h: its own, or h^2/(100 m) of its lighter body. */
double tr_contact_compliance(const TrModel *model, const TrContact *contact, double h);

/* Derivative of h/compliance by the mass of a body, where the compliance is automatic. */
double
tr_contact_stiffness_by_mass(const TrModel *model, const TrContact *contact, int body, double h);
