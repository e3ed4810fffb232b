#include "engine/est/identify/rounds.h"

static bool
pass_on(void *user, const void *event)
{
  const TrRounds *rounds = user;
  TrFitEvent numbered;

  if (!event)
    return tr_monitor_goes_on(rounds->monitor, NULL);
  numbered = *(const TrFitEvent *)event;
  numbered.iteration.round = rounds->fits;
  return tr_monitor_goes_on(rounds->monitor, &numbered);
}

TrMonitor
tr_rounds_monitor(TrRounds *rounds)
{
  return (TrMonitor){.func = pass_on, .user = rounds};
}
