/* Runs a tournament of friction models (io/study/tournament.h) on a thread of its own; ended early,
 * what is there is told. */
#pragma once

#include "io/study/tournament.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A chore (thread/background-task.h) whose outcome is a TrammelTournament. */
#define TRAMMEL_TYPE_REFEREE (trammel_referee_get_type())
G_DECLARE_FINAL_TYPE(TrammelReferee, trammel_referee, TRAMMEL, REFEREE, TrammelChore)

TrammelReferee *trammel_referee_new(void);

/* At all joints of the project, on its logs of role `estimate`. */
void trammel_referee_start(TrammelReferee *referee, TrammelProject *project);

/* The last tournament that was finished; NULL before. */
const TrammelTournament *trammel_referee_get_tournament(TrammelReferee *referee);

G_END_DECLS
