/* Windows around the first impacts of thrown bodies.
 *
 * With second differences of the centres of mass x_k at the nodes of the start motion,
 *
 *   u_k = |x_k+1 - 2 x_k + x_k-1 - g h^2| / h     [m/s]
 *
 * is the change of velocity in step k that gravity does not explain: noise in flight, |g| h at
 * rest.  A log has impacts where its largest u is more than 2 |g| h and more than four times its
 * median.  Its first impact is the first step in which u_k exceeds a fifth of the largest u of all
 * logs.  The noise of the poses is the lower quartile of the lesser of u_k and of the same without
 * g; at high rates, since it grows with 1/h, it hides impacts.  Where a fifth of the largest u is
 * not 3.5 times the noise, u is that of poses 2, 4, 8 ... steps apart, at most an eighth of the
 * log, in which the noise falls with their number.  The window reaches from s before the impact
 * to 1.75 s after it, s = U/|g| [s] the time in which gravity changes the velocity by U, the mean
 * over the logs with impacts of their largest u: the flight that leads there, and the impacts that
 * follow, without the sliding and the rest at the end. */
#pragma once

#include "engine/est/prepare/prepare.h"

/* Windows of a task's logs. */
typedef struct TrImpactWindows {
  int n;                /* logs with a window */
  double before, after; /* [s] reach of a window from the first impact */
} TrImpactWindows;

/* Trims logs[prepared->n_logs], copies of the task's, to their windows.  A log without an impact
 * keeps its trim, and so do all without gravity.  TR_OK or TR_NO_MEMORY. */
TR_NODISCARD TrStatus tr_impact_windows_find(TrImpactWindows *windows,
                                             TrLog *logs,
                                             const TrModel *model,
                                             const TrPrepared *prepared);
