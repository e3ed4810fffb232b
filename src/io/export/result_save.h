/* Result files of a fit in every format that reads back: JSON, CSV and MAT. */
#pragma once

#include "io/problem/problem.h"

G_BEGIN_DECLS

/* The table `id,unit,value,sigma,...` as text. */
char *trammel_result_to_csv(const TrammelProblem *problem, const TrFit *fit);

/* Writes by the ending of `path` (.json, .mat or .csv), atomically. */
gboolean trammel_result_save(const TrammelProblem *problem,
                             const TrFit *fit,
                             const char *path,
                             GError **error);

G_END_DECLS
