/* How the error of a prediction grows with the number of steps that it reaches over, from one step
 * to the open loop: one score a rung (engine/est/predict/validate.h). */
#pragma once

#include <glib.h>

#include "engine/est/predict/validate.h"

G_BEGIN_DECLS

typedef struct _TrammelValidationOptions TrammelValidationOptions;

/* Immutable; reference counted. */
typedef struct {
  guint n_rungs;
  TrLogScore **rungs; /* [n_rungs] by rising steps */
} TrammelLadder;

/* Numbers of steps "1,10,100", rising and each once, or "ladder", which gives an empty array: those
 * of trammel_ladder_new().  Errors: TRAMMEL_ERROR_USAGE. */
GArray *trammel_ladder_parse(const char *text, GError **error);

/* Scores a log at `steps` (int), without those that reach beyond the log; an empty array stands for
 * 1, 2, 5, 10, … and all.  motion: the estimated one, from which the pieces begin.  NULL without an
 * error when the monitor has ended it. */
TrammelLadder *trammel_ladder_new(const TrTask *task,
                                  int log,
                                  const double *parameters,
                                  const GArray *steps,
                                  const TrTrajectory *motion,
                                  const TrammelValidationOptions *options,
                                  GError **error);
TrammelLadder *trammel_ladder_ref(TrammelLadder *ladder);
void trammel_ladder_unref(TrammelLadder *ladder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelLadder, trammel_ladder_unref)

G_END_DECLS
