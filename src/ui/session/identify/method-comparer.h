/* Comparison of both methods (io/study/method_comparison.h) in a background thread. */
#pragma once

#include "io/study/method_comparison.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A background task (thread/background-task.h) whose outcome is a TrammelMethodComparison. */
#define TRAMMEL_TYPE_METHOD_COMPARER (trammel_method_comparer_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelMethodComparer, trammel_method_comparer, TRAMMEL, METHOD_COMPARER, TrammelBackgroundTask)

TrammelMethodComparer *trammel_method_comparer_new(void);

/* Starts the comparison on the logs of role `estimate` of the project. */
void trammel_method_comparer_start(TrammelMethodComparer *comparer, TrammelProject *project);

/* Returns the last finished comparison, owned by this object; NULL before the first. */
const TrammelMethodComparison *trammel_method_comparer_get(TrammelMethodComparer *comparer);

G_END_DECLS
