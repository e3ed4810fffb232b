/* Motions of a problem as CSV or MAT files (io/export/states_csv.h), with the motors in the units
 * of their log. */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* TRUE if the name ends in .csv or .mat. */
gboolean trammel_motion_can_save(const char *path);

/* Motion of a problem; owns nothing. */
typedef struct {
  const TrammelProblem *problem; /* may be NULL without a log */
  int log;                       /* index in the problem's task; -1: none */
  const TrModel *model;
  const TrTrajectory *trajectory;
  const double *input; /* [n_nodes x n_inputs], nullable: then the motors have no columns */
  const TrLogFit *fit; /* whose forces of the constraint rows are columns, too; nullable */
} TrammelMotion;

/* Returns the motion of a log of a fit, valid as long as both. */
TrammelMotion trammel_motion_of_fit(const TrammelProblem *problem, const TrFit *fit, int log);

/* Returns the motion as CSV; free with g_free(). */
char *trammel_motion_to_csv(const TrammelMotion *motion);

/* Writes the motion in the format of the ending of `path`, atomically.  Errors: G_FILE_ERROR,
 * TRAMMEL_ERROR_USAGE for a motion that is too long for a MAT file. */
gboolean trammel_motion_save(const TrammelMotion *motion, const char *path, GError **error);

/* Returns the file name for a log of `fit`: `path` itself for a fit to one log, "OUT.LOG.csv" for
 * each of several.  Free with g_free(). */
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
