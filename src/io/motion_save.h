/* Motions of a problem as CSV or MAT files (io/states_csv.h), with the motors' units of the log
 * that they belong to. */
#pragma once

#include "io/problem.h"

G_BEGIN_DECLS

/* FALSE for a name whose ending is neither .csv nor .mat. */
gboolean trammel_motion_can_save(const char *path);

/* The motion as CSV; `log` is the index in the problem's task, -1 without a log (then `problem` may
 * be NULL).  input: [n_nodes x n_inputs].  Free with g_free(). */
char *trammel_motion_to_csv(const TrammelProblem *problem,
                            int log,
                            const TrModel *model,
                            const TrTrajectory *trajectory,
                            const double *input);

/* Writes the motion by the ending of `path`, atomically.  Errors: G_FILE_ERROR,
 * TRAMMEL_ERROR_USAGE for a motion that is too long for a MAT file. */
gboolean trammel_motion_save(const TrammelProblem *problem,
                             int log,
                             const TrModel *model,
                             const TrTrajectory *trajectory,
                             const double *input,
                             const char *path,
                             GError **error);

/* The file of a log of `fit`: `path` itself for a fit to one log, "OUT.LOG.csv" for each of
 * several.  Free with g_free(). */
char *trammel_motion_name_file(const TrammelProblem *problem,
                               const TrFit *fit,
                               int log,
                               const char *path);

/* Writes the estimated motions of all logs of `fit` to these files. */
gboolean trammel_motion_save_all(const TrammelProblem *problem,
                                 const TrFit *fit,
                                 const char *path,
                                 GError **error);

G_END_DECLS
