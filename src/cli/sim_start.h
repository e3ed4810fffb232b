/* Start state of a simulation. */
#pragma once

#include "engine/sim/simulate.h"
#include "io/problem/problem.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_START_FIRST_SAMPLE, /* the sensors' first samples: position and rate at the start */
  TRAMMEL_START_ESTIMATED,    /* the estimated motion's first node, at fixed parameters */
  TRAMMEL_START_MODEL,        /* all joints at zero, at rest */
} TrammelStart;

gboolean trammel_start_parse(TrammelStart *start, const char *word, GError **error);

/* Source of a start state. */
typedef struct {
  TrammelStart start;
  const TrammelProblem *problem; /* the start is that of its first log */
  const TrModel *model;          /* that of this log */
} TrammelStartSource;

/* Sets pose [n_bodies x 7] and twist [n_bodies x 6] for a simulation with these options
 * (est/predict/start_state.h). */
gboolean trammel_start_find(double *pose,
                            double *twist,
                            TrammelStartSource from,
                            const TrSimOptions *options,
                            GError **error);

G_END_DECLS
