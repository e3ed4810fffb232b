/* State error by joint: one row of a fit's result. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

G_BEGIN_DECLS

typedef struct {
  const char *joint; /* name, owned by the fit's model */
  const char *kind;  /* "force" or "torque"; static */
  const char *unit;  /* of the impulse: "N s" or "N m s"; static */
  double sigma;      /* of the impulse missing in a step, as used; rms over the joint's freedoms */
  double inertial;   /* rms impulse of inertia in a step, likewise */
  gboolean is_at_floor; /* the logs imply less, in all these freedoms */
} TrammelStateSigma;

/* Returns an element of TrammelStateSigma per joint and kind, in the order of the joints; free with
 * g_array_unref(). */
GArray *trammel_state_sigmas_new(const TrFit *fit);

G_END_DECLS
