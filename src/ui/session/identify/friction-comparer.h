/* Comparison of friction models (io/study/friction_comparison.h) in a background thread.  When
 * cancelled, delivers the models finished so far. */
#pragma once

#include "io/study/friction_comparison.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A background task (thread/background-task.h) whose outcome is a TrammelFrictionComparison. */
#define TRAMMEL_TYPE_FRICTION_COMPARER (trammel_friction_comparer_get_type())
G_DECLARE_FINAL_TYPE(TrammelFrictionComparer,
                     trammel_friction_comparer,
                     TRAMMEL,
                     FRICTION_COMPARER,
                     TrammelBackgroundTask)

TrammelFrictionComparer *trammel_friction_comparer_new(void);

/* Starts the comparison at all joints of the project, on its logs of role `estimate`. */
void trammel_friction_comparer_start(TrammelFrictionComparer *comparer, TrammelProject *project);

/* Returns the last finished comparison, owned by this object; NULL before the first. */
const TrammelFrictionComparison *
trammel_friction_comparer_get_tournament(TrammelFrictionComparer *comparer);

G_END_DECLS
