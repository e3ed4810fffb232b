/* Findings on the contacts of a model along a motion. */
#pragma once

#include "engine/est/task/task.h"
#include "engine/mbs/model/trajectory.h"
#include "engine/signal/log.h"
#include "io/problem/finding.h"

G_BEGIN_DECLS

/* Adds for each contact of the model, which has the values of a task or those found, what its
 * motion in a log cannot show or does not fit: `contact-open` (never closes), `contact-no-impact`,
 * `contact-no-sliding`, `contact-no-corner` (lands flat, while radius and size are free),
 * `contact-soft` (bounces by itself at this step), `contact-fast-turn` (turns far in a step of an
 * impact), `contact-fast-fall` (falls far in one), `contact-rest-gap` (stands apart at rest) and
 * `contact-behind` (a span begins while the body is behind the surface). Adds for each body
 * `contact-rest-torque` (its contacts do not balance its weight at rest), and
 * trammel_contact_fallback_add(). */
void trammel_contact_findings_add(GArray *findings,
                                  const TrTask *task,
                                  const TrModel *model,
                                  const TrLog *log,
                                  const TrTrajectory *motion);

/* Adds `contact-fallback` with the number of steps of a motion whose contacts needed the fallback
 * of their solver, if there are any and a stated compliance is stiffer than an automatic one, or if
 * there are many; log: nullable. */
void trammel_contact_fallback_add(GArray *findings,
                                  const TrModel *model,
                                  const char *log,
                                  const TrTrajectory *motion);

/* Adds `contact-twice` for the later one of two contacts whose points have the same gaps to the
 * same surface, in the first pose of a motion, at some time of both. */
void
trammel_contact_doubles_add(GArray *findings, const TrModel *model, const TrTrajectory *motion);

G_END_DECLS
