/* Motions as CSV files, with the motors' units of the log they belong to. */
#pragma once

#include "io/problem.h"

G_BEGIN_DECLS

/* CSV of a motion of `model`; `log` is the index in the problem's task, -1 without a log (then
 * `problem` may be NULL).  input: [n_nodes x n_motors]. */
char *trammel_cli_states_text(const TrammelProblem *problem,
                              int log,
                              const TrModel *model,
                              const TrTrajectory *trajectory,
                              const double *input);

/* Writes the estimated motions: to `path` for one log, to `path` with the log's name before its
 * ending for each of several. */
gboolean trammel_cli_write_states(const TrammelProblem *problem,
                                  const TrFit *fit,
                                  const char *path,
                                  GError **error);

G_END_DECLS
