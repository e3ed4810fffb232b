#include "ui/session/run/live-policy.h"

TrammelLiveStep
trammel_live_policy_edit(TrammelLivePolicy *policy, const TrammelLiveFacts *facts, gint64 now)
{
  gboolean was_asked_for = facts->is_fitting && !policy->is_settling;

  /* a missing file has a message of its own, with a button */
  if (facts->is_beside_fits || was_asked_for || facts->lacks_log)
    return TRAMMEL_LIVE_NOTHING;
  if (!facts->has_run)
    return TRAMMEL_LIVE_PREPARE;
  if (!facts->is_live)
    return TRAMMEL_LIVE_NOTHING;
  policy->is_waiting = TRUE;
  if (!facts->has_base)
    return TRAMMEL_LIVE_WAIT;
  if (!facts->is_previewing)
    policy->preview_begin = now;
  return TRAMMEL_LIVE_PREVIEW;
}

gboolean
trammel_live_policy_pause(const TrammelLivePolicy *policy, gboolean is_previewing)
{
  return policy->is_waiting && !is_previewing;
}

gboolean
trammel_live_policy_release(const TrammelLivePolicy *policy)
{
  return policy->is_waiting;
}

gboolean
trammel_live_policy_deliver(TrammelLivePolicy *policy, gint64 now)
{
  gint64 taken = now - policy->preview_begin;

  policy->preview_begin = now;
  return taken >= TRAMMEL_LIVE_PREVIEW_LIMIT;
}

void
trammel_live_policy_start(TrammelLivePolicy *policy, gboolean is_settling)
{
  policy->is_waiting = FALSE;
  policy->is_settling = is_settling;
}
