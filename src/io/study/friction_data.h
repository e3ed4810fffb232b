/* What a fit shows of the friction of a joint: rates, the friction that the motion needs, and how
 * well its parts can be told apart. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

G_BEGIN_DECLS

/* Of one joint, at all nodes of all logs that have a step. */
typedef struct {
  GArray *time;    /* double: [s] increasing, with gaps between the logs */
  GArray *rate;    /* double: at the middle of the step [rad/s] or [m/s] */
  GArray *needed;  /* double: friction that the motion needs [N m] or [N] */
  GArray *missing; /* double: the same less that of the model */
  GArray *load;    /* double: of dry friction */
} TrammelFrictionData;

/* Of all joints of the fit's model: [n_joints], empty for those without an axis; NULL with an error
 * where a step has no solution.  Free with trammel_friction_data_free(). */
TrammelFrictionData *
trammel_friction_data_new(const TrFit *fit, const TrTask *task, GError **error);
void trammel_friction_data_free(TrammelFrictionData *data, guint n_joints);

/* How a joint moves. */
typedef struct {
  double rms;        /* of the rate */
  double forward;    /* share of the time in which it moves in the positive direction */
  guint reversals;   /* changes of direction */
  double slow, fast; /* rates that 10 % and 90 % of the moving time lie below */
} TrammelExcitation;

void trammel_excitation_find(TrammelExcitation *out, const TrammelFrictionData *data);

/* What cannot be told apart, in words; NULL where nothing is in doubt.  Free with g_free(). */
char *trammel_excitation_dup_text(const TrammelExcitation *excitation, const TrJoint *joint);

/* b v + c load sign v + d by least squares over the data: where fits of friction begin. */
typedef struct {
  double viscous, coulomb, offset;
  double load; /* mean */
} TrammelFrictionLine;

void trammel_friction_line_find(TrammelFrictionLine *out, const TrammelFrictionData *data);

G_END_DECLS
