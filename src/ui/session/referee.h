/* Runs a tournament of friction models (io/tournament.h) on a thread of its own; ended early, what
 * is there is told. */
#pragma once

#include "io/tournament.h"
#include "ui/session/background.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_REFEREE (trammel_referee_get_type())
G_DECLARE_FINAL_TYPE(TrammelReferee, trammel_referee, TRAMMEL, REFEREE, TrammelBackground)

/* Signals: "progress" (guint done, guint total, const char *what: the part that begins),
 * "finished", "failed" (GError *). */
TrammelReferee *trammel_referee_new(void);

/* At all joints of the project, on its logs of role `estimate`. */
void trammel_referee_start(TrammelReferee *referee, TrammelProject *project);

/* Asks for the end; "finished" follows with what is there. */
void trammel_referee_cancel(TrammelReferee *referee);

/* The last tournament that was finished; NULL before. */
const TrammelTournament *trammel_referee_get_tournament(TrammelReferee *referee);

G_END_DECLS
