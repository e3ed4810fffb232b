/* Internal interface of io/check/check. */
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

/* Returns the index of the mapping of `signal` in log `log` of the task; -1 when nothing is mapped
 * to it. */
int trammel_check_find_channel(const TrammelCheck *check, int log, const char *signal);

/* Adds findings on the loops, degrees of freedom and joints of the model alone. */
void trammel_check_mechanism(GArray *findings, const TrModel *model);

/* Adds findings on bodies that nothing in a log measures, in a mechanism that is not a tree of
 * joints. */
void trammel_check_unmeasured(const TrammelCheck *check, int log);

/* Adds findings on loops that cannot follow the motion that the sensors of joints show. */
void trammel_check_reach(const TrammelCheck *check, int log);

/* Adds findings on the trim, the excluded ranges and the inputs of a log against its samples. */
void trammel_check_span(const TrammelCheck *check, int log);

/* Adds findings on sensors and motors of the model that no log maps. */
void trammel_check_mapping(const TrammelCheck *check);

/* Adds findings on the step against clocks, motion and settings. */
void trammel_check_motion(const TrammelCheck *check);

/* Adds a finding on each span of a joint or contact that no log reaches. */
void trammel_check_active(const TrammelCheck *check);

/* Adds findings on settings that are out of proportion to the logs. */
void trammel_check_settings(const TrammelCheck *check);

/* Adds findings on inputs that do not change. */
void trammel_check_constant_inputs(const TrammelCheck *check);

/* Adds findings on inputs and inertias against the forces that the motion requires. */
void trammel_check_forces(const TrammelCheck *check);

/* Returns the rms force along a joint over the inner nodes of all logs [N m, N]: of `dynamics`,
 * less that of `minus` unless it is NULL. */
double trammel_check_rms_force(const TrInverseDynamics *dynamics,
                               const TrInverseDynamics *minus,
                               int joint);

/* Adds findings on joints of a tree without a motor whose motion gravity cannot explain: inverse
 * dynamics with gravity and without. */
void trammel_check_passive_forces(const TrammelCheck *check,
                                  const TrInverseDynamics *with,
                                  const TrInverseDynamics *without);

/* Sets rate and sign [n_nodes each]: the rate of a joint at the inner nodes of a log's start
 * motion, and its sign, smoothed over 5 % of the rms rate. */
void
trammel_check_fill_rate(double *rate, double *sign, const TrammelCheck *check, int log, int joint);

/* Returns the coordinate of a joint at the nodes of a log's start motion, continuous; free with
 * g_free(). */
double *trammel_check_dup_coordinate(const TrammelCheck *check, int log, int joint);

/* Relation between a motor's input and the force that the motion requires, after the free
 * parameters, friction and constants have been projected out of both (io/check/gain.c). */
typedef struct {
  double correlation; /* of both */
  double least,
      most; /* bounds of the force per unit of input [N m or N by its unit], with its sign */
} TrammelGainView;

/* Sets *out from the marked logs [n_logs].  FALSE if too little signal is left, or if the slopes
 * are not known; it adds these to the forces. */
gboolean trammel_check_view_gain(TrammelGainView *out,
                                 const TrammelCheck *check,
                                 TrInverseDynamics *dynamics,
                                 int motor,
                                 const gboolean *logs);

/* TRUE if the input works against the motion. slope: force per input according to the model. */
gboolean trammel_gain_view_is_turned(const TrammelGainView *view, double slope);

/* Adds findings on a motor gain that is fixed, or held by bounds or a prior, against the forces of
 * the motion. */
void trammel_check_gain(const TrammelCheck *check,
                        TrInverseDynamics *dynamics,
                        int motor,
                        const gboolean *logs);

/* Adds findings on the parameters that the logs do not determine at their start values.  Returns
 * the predicted uncertainty (io/check/predicted_uncertainty.h), or NULL if the logs are too long
 * for it; free with g_array_unref(). */
GArray *trammel_check_influence(const TrammelCheck *check);

G_END_DECLS
