/* Profile likelihoods as text and JSON (data/schema/profile.schema.json). */
#pragma once

#include "engine/est/identify/profile.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

/* fit: what was profiled; profiles: of the same task. */
char *trammel_profiles_to_json(const TrammelProblem *problem,
                               const TrFit *fit,
                               const TrProfiles *profiles);

/* Two tables with tabs: the intervals, and after an empty line the points of the profiles; of a
 * pair a third one with the nodes of the grid. */
char *trammel_profiles_to_text(const TrammelProblem *problem,
                               const TrFit *fit,
                               const TrProfiles *profiles);

/* profile-lower-minimum, profile-not-quadratic, profile-open, profile-failed; an array of
 * TrammelFinding. */
GArray *trammel_profile_findings_new(const TrammelProblem *problem,
                                     const TrFit *fit,
                                     const TrProfiles *profiles);

G_END_DECLS
