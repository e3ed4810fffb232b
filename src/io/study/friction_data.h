/* Friction of a joint in a fit: rates, the friction that the motion requires, and the range of
 * motion that separates its parts. */
#pragma once

#include <glib.h>

#include "engine/est/task/fit.h"

G_BEGIN_DECLS

/* Data of one joint at all nodes of all logs that have a step. */
typedef struct {
  GArray *time;    /* double: [s] increasing, with gaps between the logs */
  GArray *rate;    /* double: rate at the middle of the step [rad/s] or [m/s] */
  GArray *needed;  /* double: friction that the motion requires [N m] or [N] */
  GArray *missing; /* double: that friction less the model's */
  GArray *load;    /* double: load of dry friction */
} TrammelFrictionData;

/* Returns the data of all joints of the fit's model: [n_joints], empty for joints without an axis.
 * Fails when a step has no solution.  Free with trammel_friction_data_free(). */
TrammelFrictionData *
trammel_friction_data_new(const TrFit *fit, const TrTask *task, GError **error);
void trammel_friction_data_free(TrammelFrictionData *data, guint n_joints);

/* Range of motion of a joint. */
typedef struct {
  double rms;        /* of the rate */
  double forward;    /* share of the time with motion in the positive direction */
  guint reversals;   /* changes of direction */
  double slow, fast; /* 10 % and 90 % quantiles of the rate over the moving time */
} TrammelExcitation;

void trammel_excitation_find(TrammelExcitation *out, const TrammelFrictionData *data);

/* Returns a sentence on the parts of friction that the motion does not separate; NULL if there are
 * none.  Free with g_free(). */
char *trammel_excitation_dup_text(const TrammelExcitation *excitation, const TrJoint *joint);

/* Least-squares fit of b v + c load sign v + d to the data: the start values of fits of
 * friction. */
typedef struct {
  double viscous, coulomb, offset;
  double load; /* mean */
} TrammelFrictionLine;

void trammel_friction_line_find(TrammelFrictionLine *out, const TrammelFrictionData *data);

G_END_DECLS
