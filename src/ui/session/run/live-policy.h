/* Policy of live fits: the decisions while a setting is dragged, and after it.
 *
 * An edit requests a preview; the full fit follows when the slider is released or rests.  Previews
 * that take too long switch live fits off.  The policy knows neither a clock nor a solver: its
 * owner (ui/session/identify/fit-control.h) passes the time and the facts, and does what is
 * returned. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Pause [ms] after which a drag counts as ended, even if the slider was not released. */
enum { TRAMMEL_LIVE_PAUSE_MS = 350 };

/* Time [us] above which a preview is too slow to follow a drag. */
#define TRAMMEL_LIVE_PREVIEW_LIMIT (1500 * 1000)

/* State; begin with zeros. */
typedef struct {
  gboolean is_waiting;  /* a full fit follows when the drag has ended */
  gboolean is_settling; /* the latest full fit is not to be kept: it follows a drag */
  gint64 preview_begin; /* [us] request of the present preview, or delivery of the one before */
} TrammelLivePolicy;

/* State of the document and of the solvers at an edit. */
typedef struct {
  gboolean is_beside_fits; /* no fit depends on what was edited: a sweep, a name */
  gboolean lacks_log;      /* the file of a log is missing */
  gboolean has_run;        /* there is a full run */
  gboolean is_live;        /* the user wants live fits */
  gboolean has_base;       /* there is a run that a preview can start from */
  gboolean is_fitting;     /* a full fit is running */
  gboolean is_previewing;  /* a preview is being computed */
} TrammelLiveFacts;

typedef enum {
  TRAMMEL_LIVE_NOTHING,
  TRAMMEL_LIVE_PREPARE, /* draw the start values again */
  TRAMMEL_LIVE_WAIT,    /* start the full fit after the pause, which begins now */
  TRAMMEL_LIVE_PREVIEW, /* drop a full fit that an earlier pause has started, request a preview, and
                         * wait as above */
} TrammelLiveStep;

/* Returns the consequence of an edit at time `now` [us].  A full fit that the user has requested is
 * never dropped for it. */
TrammelLiveStep
trammel_live_policy_edit(TrammelLivePolicy *policy, const TrammelLiveFacts *facts, gint64 now);

/* Returns TRUE if the full fit starts now; FALSE: ask again after another pause, since the preview
 * of the last value is shown first. */
gboolean trammel_live_policy_pause(const TrammelLivePolicy *policy, gboolean is_previewing);

/* Returns TRUE if the full fit starts now, because the slider was released. */
gboolean trammel_live_policy_release(const TrammelLivePolicy *policy);

/* Takes the delivery of a preview at time `now` [us]; returns TRUE if it took too long. */
gboolean trammel_live_policy_deliver(TrammelLivePolicy *policy, gint64 now);

/* Takes the start of any fit, which ends the wait for the end of a drag; `is_settling` if its
 * result is not to be kept. */
void trammel_live_policy_start(TrammelLivePolicy *policy, gboolean is_settling);

G_END_DECLS
