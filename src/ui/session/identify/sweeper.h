/* Sweeps over one setting of a document (io/study/sweep.h), the same that trammel-cli sweep makes,
 * on a thread of their own.  No widget is known here. */
#pragma once

#include "io/study/sweep.h"
#include "ui/session/run/run.h"
#include "ui/session/thread/background-task.h"

G_BEGIN_DECLS

/* A chore (thread/background-task.h) whose outcome is a TrammelSweep, of fewer points after a stop;
 * its progress counts points. */
#define TRAMMEL_TYPE_SWEEPER (trammel_sweeper_get_type())
G_DECLARE_FINAL_TYPE(TrammelSweeper, trammel_sweeper, TRAMMEL, SWEEPER, TrammelChore)

/* What is swept, in this order for the user. */
typedef enum {
  TRAMMEL_SWEEPER_KAPPA,
  TRAMMEL_SWEEPER_STEP,
  TRAMMEL_SWEEPER_COMPLIANCE,
  TRAMMEL_SWEEPER_N
} TrammelSweeperTarget;

/* What a target is called in the project's file, by the user, and its SI unit ("" for none);
 * static. */
const char *trammel_sweeper_get_setting(TrammelSweeperTarget target);
const char *trammel_sweeper_get_label(TrammelSweeperTarget target);
const char *trammel_sweeper_get_unit(TrammelSweeperTarget target);

/* A range about where the project stands; `run` (nullable) knows the natural size of kappa. */
typedef struct {
  TrammelSweeperTarget target;
  double from, to;
  guint n; /* points, at equal ratios */
} TrammelSweepRange;
TrammelSweepRange trammel_sweeper_propose(const TrammelProject *project,
                                          TrammelRun *run,
                                          TrammelSweeperTarget target);

/* What it will take, a sentence ("13 fits, about 4 s"); free with g_free(). */
char *trammel_sweeper_dup_effort(const TrammelSweepRange *range, TrammelRun *run);

TrammelSweeper *trammel_sweeper_new(void);

/* Begins a sweep; one that is under way ends with nothing.  FALSE with a reason for a range that
 * cannot be swept. */
gboolean trammel_sweeper_start(TrammelSweeper *sweeper,
                               TrammelProject *project,
                               const TrammelSweepRange *range,
                               GError **error);

/* The latest sweep, what it is over, and the project that it was made of; NULL before the first. */
const TrammelSweep *trammel_sweeper_get_sweep(TrammelSweeper *sweeper);
TrammelSweeperTarget trammel_sweeper_get_target(TrammelSweeper *sweeper);
TrammelProject *trammel_sweeper_get_project(TrammelSweeper *sweeper);

/* What the latest sweep says, or any over that setting, in a few sentences; free with g_free(). */
char *trammel_sweeper_dup_words(TrammelSweeper *sweeper);
char *trammel_sweeper_describe(const TrammelSweep *sweep, TrammelSweeperTarget target);

G_END_DECLS
