/* Profile likelihoods as text and JSON (data/schema/profile.schema.json).  They are those of the
 * cost at the step of the fit: estimates, sigmas and intervals are the stepper's. */
#pragma once

#include "engine/est/identify/profile.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

/* Returns the profiles as JSON; free with g_free(). fit: the profiled fit; profiles: of the same
 * task. */
char *trammel_profiles_to_json(const TrammelProblem *problem,
                               const TrFit *fit,
                               const TrProfiles *profiles);

/* Returns two tables with tabs: the intervals, and after an empty line the points of the profiles;
 * a pair has a third one with the nodes of the grid.  Free with g_free(). */
char *trammel_profiles_to_text(const TrammelProblem *problem,
                               const TrFit *fit,
                               const TrProfiles *profiles);

/* Returns an array of TrammelFinding with the codes profile-lower-minimum, profile-not-quadratic,
 * profile-open, profile-failed; free with g_array_unref(). */
GArray *trammel_profile_findings_new(const TrammelProblem *problem,
                                     const TrFit *fit,
                                     const TrProfiles *profiles);

G_END_DECLS
