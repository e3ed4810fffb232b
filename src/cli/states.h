/* Motions as CSV or MAT files, with the motors' units of the log they belong to. */
#pragma once

#include "io/problem.h"

G_BEGIN_DECLS

/* Refuses a file (NULL is none) whose ending is neither .csv nor .mat. */
gboolean trammel_cli_check_states(const char *option, const char *path, GError **error);

/* Writes a motion of `model` by the ending of `path`; "-" is CSV on the standard output.  `log` is
 * the index in the problem's task, -1 without a log (then `problem` may be NULL).
 * input: [n_nodes x n_inputs]. */
gboolean trammel_cli_write_motion(const TrammelProblem *problem,
                                  int log,
                                  const TrModel *model,
                                  const TrTrajectory *trajectory,
                                  const double *input,
                                  const char *path,
                                  GError **error);

/* Writes the estimated motions: to `path` for one log, to `path` with the log's name before its
 * ending for each of several. */
gboolean trammel_cli_write_states(const TrammelProblem *problem,
                                  const TrFit *fit,
                                  const char *path,
                                  GError **error);

G_END_DECLS
