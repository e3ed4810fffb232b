/* What the files of the check share. */
#pragma once

#include "engine/est/diagnose/inverse_dynamics.h"
#include "engine/est/prepare/prepare.h"
#include "io/check/check.h"
#include "io/project/private.h"
#include "io/project/put.h"

G_BEGIN_DECLS

typedef struct {
  GArray *findings;
  const TrammelProject *project;
  const TrTask *task;
  TrPrepared *prepared;
  const guint *log_index; /* [task->n_logs] place of each log in the project */
} TrammelCheck;

/* `logs[2]` of the project's file, and of a channel of it; -1 when nothing is mapped. */
int trammel_check_find_channel(const TrammelCheck *check, int log, const char *signal);

/* Loops, freedom and joints of the model by itself. */
void trammel_check_mechanism(GArray *findings, const TrModel *model);

/* Bodies of a mechanism that is no tree of joints that nothing in a log measures. */
void trammel_check_unmeasured(const TrammelCheck *check, int log);

/* Whether the loops can follow what the sensors of joints show. */
void trammel_check_reach(const TrammelCheck *check, int log);

/* The step against clocks, motion and settings. */
void trammel_check_motion(const TrammelCheck *check);

/* Settings that are out of proportion to the logs. */
void trammel_check_settings(const TrammelCheck *check);

/* Inputs and inertias against the forces that the motion needs. */
void trammel_check_forces(const TrammelCheck *check);

/* Rate of a joint and its sign, smoothed over 5 % of the rms rate, at the inner nodes of a log's
 * start motion; both [n_nodes]. */
void
trammel_check_fill_rate(double *rate, double *sign, const TrammelCheck *check, int log, int joint);

/* Coordinate of a joint at the nodes of a log's start motion, continuous; free with g_free(). */
double *trammel_check_dup_coordinate(const TrammelCheck *check, int log, int joint);

/* What is left of a motor's input and of the force that the motion needs when what is free,
 * friction and constants have taken their parts (io/check/gain.c). */
typedef struct {
  double correlation; /* of both */
  double least,
      most; /* bounds of the force per unit of input [N m or N by its unit], with its sign */
} TrammelGainView;

/* From the logs [n_logs] that are marked; FALSE where too little is left, or where the slopes
 * cannot be known, which it adds to the forces. */
gboolean trammel_check_view_gain(TrammelGainView *out,
                                 const TrammelCheck *check,
                                 TrEffort *effort,
                                 int motor,
                                 const gboolean *logs);

/* Whether the input works against the motion; slope: what the model says of force per input. */
gboolean trammel_gain_view_is_turned(const TrammelGainView *view, double slope);

/* A gain that is fixed, or that bounds or prior hold, against the forces of the motion. */
void
trammel_check_gain(const TrammelCheck *check, TrEffort *effort, int motor, const gboolean *logs);

/* Which parameters the logs show, from their start values; a forecast
 * (io/check/predicted_uncertainty.h), or NULL when the logs are too long for a mere look. */
GArray *trammel_check_influence(const TrammelCheck *check);

G_END_DECLS
