/* Progress and cancellation: one callback from the engine to its caller. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Called on the engine's thread; `event` belongs to the family that sends it
 * (est/identify/identify.h, sim/simulate.h) and is valid during the call only.  NULL events are
 * polls, at least one in 50 ms. Return false to stop: the engine then returns TR_CANCELLED with the
 * best result. */
typedef bool (*TrMonitorFunc)(void *user, const void *event);

/* Callback with its data. */
typedef struct TrMonitor {
  TrMonitorFunc func; /* nullable */
  void *user;
} TrMonitor;

/* Calls the monitor; returns false when it asks to stop. */
static inline bool
tr_monitor_goes_on(const TrMonitor *monitor, const void *event)
{
  return !monitor || !monitor->func || monitor->func(monitor->user, event);
}

/* TrMonitorFunc of tr_monitor_polling(). */
static inline bool
tr_monitor_poll(void *user, const void *event)
{
  (void)event;
  return tr_monitor_goes_on((const TrMonitor *)user, NULL);
}

/* Returns the monitor of work within other work: it polls the other one, which must outlive it,
 * without events. */
static inline TrMonitor
tr_monitor_polling(const TrMonitor *other)
{
  return (TrMonitor){tr_monitor_poll, (void *)other};
}
