#include "engine/sim/simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/mbs/model/active.h"
#include "engine/mbs/model/sensor.h"
#include "engine/sim/contacts.h"
#include "engine/sim/inputs.h"
#include "engine/sim/spook.h"

enum { POLL_EVERY = 256, MAX_STEPS = 50000000 };

static TrStatus
check_options(const TrSimOptions *o, TrError *error)
{
  if (!(o->h > 0) || !isfinite(o->h))
    return tr_error_set(error, TR_BAD_SETTING, "the time step h is %g s; it must be above zero",
                        o->h);
  if (!(o->duration >= 0) || o->duration / o->h > MAX_STEPS)
    return tr_error_set(error, TR_BAD_SETTING,
                        "a duration of %g s with steps of %g s cannot be simulated; at most %d "
                        "steps",
                        o->duration, o->h, MAX_STEPS);
  if (!(o->compliance_scale >= 0) || !(o->damping_scale >= 0))
    return tr_error_set(error, TR_BAD_SETTING,
                        "compliance_scale (%g) and damping_scale (%g) must not be negative",
                        o->compliance_scale, o->damping_scale);
  return TR_OK;
}

/* Contacts are stepped by SPOOK, beside friction whose bound is known. */
static TrStatus
check_contacts(const TrModel *model, const TrSimOptions *o, TrError *error)
{
  if (model->n_contacts == 0)
    return TR_OK;
  if (o->solver == TR_SOLVER_SECOND_ORDER)
    return tr_error_set(error, TR_BAD_SETTING,
                        "the solver 'second-order' does not step contacts, and the model has '%s'; "
                        "use 'spook'",
                        model->contacts[0].name);
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].friction.model == TR_FRICTION_TANH)
      return tr_error_set(error, TR_BAD_SETTING,
                          "joint '%s' has smooth friction (tanh), which is not stepped beside "
                          "contacts; use 'coulomb' or 'stribeck'",
                          model->joints[j].name);
  return TR_OK;
}

TrStatus
tr_sim_check(const TrModel *model, const TrSimOptions *options, TrError *error)
{
  TR_TRY(check_options(options, error));
  return check_contacts(model, options, error);
}

/* Work space of the steps. */
typedef struct {
  TrSpook *spook;
  TrInputs *inputs;
  double *u, *push; /* of the present step */
} Steps;

static TrStatus
run(TrTrajectory *out,
    const Steps *s,
    const TrModel *model,
    const TrSimOptions *options,
    const TrMonitor *monitor,
    TrError *error)
{
  bool switches = tr_model_switches(model);
  size_t n_bodies = (size_t)out->n_bodies, poses = n_bodies * TR_POSE, twists = n_bodies * TR_TWIST;

  for (int k = 1; k < out->n_nodes; k++) {
    double *pose = tr_trajectory_pose(out, k), *twist = tr_trajectory_twist(out, k);
    double t = out->start + (k - 1) * out->h;
    TrStatus status;

    memcpy(pose, tr_trajectory_pose(out, k - 1), poses * sizeof *pose);
    memcpy(twist, tr_trajectory_twist(out, k - 1), twists * sizeof *twist);
    if (k > 1)
      tr_inputs_see(s->inputs, pose);
    /* around t_k-1, as in the estimator (theory 5.1) */
    tr_inputs_at(s->u, s->inputs, t, out->h);
    if (switches)
      tr_spook_set_time(s->spook, t);
    if (options->push)
      options->push(options->push_user, s->push, pose, out->n_bodies);
    status = tr_spook_step(s->spook, pose, twist, s->u);
    if (status != TR_OK)
      return tr_error_set(error, status,
                          "the simulation fails at %g s: %s; make the time step shorter", t,
                          tr_status_text(status));
    if (model->n_contacts > 0 && tr_contacts_fell_back(tr_spook_contacts(s->spook)))
      out->fallbacks++;
    for (int i = 0; i < out->n_drives; i++)
      out->drive_force[(k - 1) * out->n_drives + i] = tr_spook_drive_force(s->spook, i);
    if (out->effort)
      tr_spook_effort(out->effort + (size_t)(k - 1) * (size_t)out->n_joints, s->spook, twist, s->u);
    if (k % POLL_EVERY == 0 && !tr_monitor_goes_on(monitor, NULL))
      return TR_CANCELLED;
  }
  return TR_OK;
}

/* Gives servos the motion up to the start. */
static TrStatus
begin_servos(TrInputs *inputs,
             const TrSimCase *from,
             const TrSimOptions *options,
             const TrTrajectory *motion)
{
  int n_past = options->past ? options->n_past : 0;
  TrServoNodes nodes = {n_past + motion->n_nodes, motion->start - n_past * motion->h, motion->h};
  const double *pose = n_past > 0 ? options->past->pose : from->pose;
  const double *twist = n_past > 0 ? options->past->twist : from->twist;

  if (!tr_inputs_take_servos(inputs, &nodes) || !tr_inputs_begin(inputs, pose, twist, motion->h))
    return TR_NO_MEMORY;
  for (int k = 1; k <= n_past; k++)
    tr_inputs_see(inputs, k < n_past ? tr_trajectory_pose(options->past, k) : from->pose);
  return TR_OK;
}

TrStatus
tr_simulate(TrTrajectory **out,
            const TrModel *model,
            const TrSimCase *from,
            const TrSimOptions *options,
            const TrMonitor *monitor,
            TrError *error)
{
  TR_ASSERT(out && options && tr_model_is_whole(model));
  TR_ASSERT(from && from->pose && from->twist && tr_is_array(from->inputs, from->n_inputs));

  TrSpookOptions stepping = {options->h, options->compliance_scale, options->damping_scale,
                             options->solver, options->slip};
  TrStatus status = TR_NO_MEMORY;
  Steps s;

  *out = NULL;
  TR_TRY(tr_model_check(model, error));
  TR_TRY(tr_sim_check(model, options, error));
  s = (Steps){
      .spook = tr_spook_new(model, &stepping),
      .inputs = tr_inputs_new(model, from->n_inputs, from->inputs),
      .u = calloc((size_t)tr_model_n_inputs(model) + 1, sizeof *s.u),
      .push = calloc((size_t)model->n_bodies * TR_TWIST + 1, sizeof *s.push),
  };
  *out = tr_trajectory_new((int)floor(options->duration / options->h + 1e-9) + 1, model->n_bodies,
                           options->start, options->h);
  if (s.spook && s.inputs && s.u && s.push && *out &&
      tr_trajectory_take_drives(*out, tr_model_n_drives(model)) &&
      (!tr_model_reads_torque(model) || tr_trajectory_take_effort(*out, model->n_joints)))
    status = tr_inputs_check(s.inputs, error);
  if (status == TR_OK)
    status = begin_servos(s.inputs, from, options, *out);
  if (status == TR_OK) {
    memcpy(tr_trajectory_pose(*out, 0), from->pose,
           (size_t)model->n_bodies * TR_POSE * sizeof *from->pose);
    memcpy(tr_trajectory_twist(*out, 0), from->twist,
           (size_t)model->n_bodies * TR_TWIST * sizeof *from->twist);
    tr_spook_set_impulse(s.spook, options->push ? s.push : NULL);
    status = run(*out, &s, model, options, monitor, error);
  }
  tr_spook_free(s.spook);
  tr_inputs_free(s.inputs);
  free(s.u);
  free(s.push);
  if (status != TR_OK) {
    tr_trajectory_free(*out);
    *out = NULL;
  }
  return status;
}
