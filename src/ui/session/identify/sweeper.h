/* Sweep over one setting of a document (io/study/sweep.h), as trammel-cli sweep makes it, in a
 * background thread.  Independent of widgets. */
#pragma once

#include "io/study/sweep.h"
#include "ui/session/run/run.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A background task (thread/background-task.h) whose outcome is a TrammelSweep, with fewer points
 * when cancelled; its progress counts points. */
#define TRAMMEL_TYPE_SWEEPER (trammel_sweeper_get_type())
G_DECLARE_FINAL_TYPE(TrammelSweeper, trammel_sweeper, TRAMMEL, SWEEPER, TrammelBackgroundTask)

/* Settings that can be swept, in the order of the list. */
typedef enum {
  TRAMMEL_SWEEPER_KAPPA,
  TRAMMEL_SWEEPER_STEP,
  TRAMMEL_SWEEPER_COMPLIANCE,
  TRAMMEL_SWEEPER_N
} TrammelSweeperTarget;

/* Return the key of a target in the project's file, its label for the user, and its SI unit ("" for
 * none); static. */
const char *trammel_sweeper_get_setting(TrammelSweeperTarget target);
const char *trammel_sweeper_get_label(TrammelSweeperTarget target);
const char *trammel_sweeper_get_unit(TrammelSweeperTarget target);

/* Returns a range about the project's present value; `run` (nullable) provides the natural size of
 * kappa. */
typedef struct {
  TrammelSweeperTarget target;
  double from, to;
  guint n; /* points, at equal ratios */
} TrammelSweepRange;
TrammelSweepRange trammel_sweeper_propose(const TrammelProject *project,
                                          TrammelRun *run,
                                          TrammelSweeperTarget target);

/* Returns a sentence on the cost ("13 fits, about 4 s"); free with g_free(). */
char *trammel_sweeper_dup_effort(const TrammelSweepRange *range, TrammelRun *run);

TrammelSweeper *trammel_sweeper_new(void);

/* Starts a sweep; a running one is cancelled and its outcome dropped.  Returns FALSE with a reason
 * for a range that cannot be swept. */
gboolean trammel_sweeper_start(TrammelSweeper *sweeper,
                               TrammelProject *project,
                               const TrammelSweepRange *range,
                               GError **error);

/* Return the latest sweep, its setting, and the project that it was made of; owned by the sweeper,
 * NULL before the first. */
const TrammelSweep *trammel_sweeper_get_sweep(TrammelSweeper *sweeper);
TrammelSweeperTarget trammel_sweeper_get_target(TrammelSweeper *sweeper);
TrammelProject *trammel_sweeper_get_project(TrammelSweeper *sweeper);

/* Returns a few sentences on a sweep of that setting; free with g_free(). */
char *trammel_sweeper_describe(const TrammelSweep *sweep, TrammelSweeperTarget target);

G_END_DECLS
