/* Comparison of friction models (io/study/tournament.h) in a background thread.  When cancelled,
 * delivers the models finished so far. */
#pragma once

#include "io/study/tournament.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A background task (thread/background-task.h) whose outcome is a TrammelTournament. */
#define TRAMMEL_TYPE_REFEREE (trammel_referee_get_type())
G_DECLARE_FINAL_TYPE(TrammelReferee, trammel_referee, TRAMMEL, REFEREE, TrammelChore)

TrammelReferee *trammel_referee_new(void);

/* Starts the comparison at all joints of the project, on its logs of role `estimate`. */
void trammel_referee_start(TrammelReferee *referee, TrammelProject *project);

/* Returns the last finished comparison, owned by this object; NULL before the first. */
const TrammelTournament *trammel_referee_get_tournament(TrammelReferee *referee);

G_END_DECLS
