#include "engine/est/diagnose/force_balance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/step/formulation.h"
#include "engine/est/step/private.h"
#include "engine/est/step/work.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/force/friction.h"
#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/gravity.h"

/* Least compliance of the weight of the error [m/N]: it has no effect along the joints. */
#define WEIGHT_COMPLIANCE 1e-6

enum { PER_JOINT = 8, PER_NODE = 5 };

typedef struct Tracer {
  TrForceBalance *out;
  const TrModel *model;
  const TrTrajectory *motion;
  const double *input;
  TrMechanism *mechanism;
  TrAssembly *assembly;
  TrStepWork *work;
  TrStepContext context;
  double *memory;
  double *sigma, *sigma_w, *gamma;        /* [m] */
  double *position, *unit, *pose, *twist; /* for a unit rate of one joint */
  double *r;                              /* [n] */
  double power, last;                     /* unexplained: at this node and the one before */
  double *joint_power;                    /* [2 x 2 n_joints] the same, supplied and lost */
  double first_energy;                    /* at node 1 */
} Tracer;

static TrStatus
take_memory(TrForceBalance *out, int n_nodes, int n_joints, int n_rows)
{
  size_t nodes = (size_t)n_nodes, all = nodes * (size_t)n_joints;
  size_t size = PER_JOINT * all + PER_NODE * nodes + nodes * (size_t)n_rows;
  double **per_joint[PER_JOINT] = {&out->position, &out->rate, &out->acceleration, &out->friction,
                                   &out->needed,   &out->load, &out->supplied_at,  &out->lost_at};
  double **per_node[PER_NODE] = {&out->violation, &out->stored, &out->supplied, &out->lost,
                                 &out->unexplained};
  double *memory = malloc((size + 1) * sizeof *memory);

  if (!memory)
    return TR_NO_MEMORY;
  for (size_t i = 0; i < size; i++)
    memory[i] = NAN;
  for (int k = 0; k < PER_JOINT; k++, memory += all)
    *per_joint[k] = memory;
  for (int k = 0; k < PER_NODE; k++, memory += nodes)
    *per_node[k] = memory;
  out->multiplier = memory;
  out->n_nodes = n_nodes;
  out->n_joints = n_joints;
  out->n_rows = n_rows;
  return TR_OK;
}

static void
fill_context(Tracer *t, const double *smoothing, const TrSettings *settings)
{
  const TrFormulation *formulation = tr_formulation(settings->formulation);
  TrRelaxation relaxation = {.h = settings->h,
                             .compliance_scale = settings->compliance_scale,
                             .damping_scale = settings->damping_scale,
                             .auto_tau = formulation->auto_tau * settings->h};

  tr_mechanism_relaxation(t->sigma, t->gamma, t->mechanism, t->model, &relaxation);
  relaxation.eps_floor = WEIGHT_COMPLIANCE;
  tr_mechanism_relaxation(t->sigma_w, t->gamma, t->mechanism, t->model, &relaxation);
  t->context = (TrStepContext){.model = t->model,
                               .mechanism = t->mechanism,
                               .h = settings->h,
                               .midpoint = formulation->midpoint,
                               .sigma = t->sigma,
                               .sigma_w = t->sigma_w,
                               .gamma = t->gamma,
                               .smoothing = smoothing};
}

static TrStatus
set_up(Tracer *t, const double *smoothing, const TrSettings *settings)
{
  size_t bodies = (size_t)t->model->n_bodies, joints = (size_t)t->model->n_joints, rows;

  t->mechanism = tr_mechanism_new(t->model);
  t->work = t->mechanism ? tr_step_work_new(t->mechanism, 0) : NULL;
  t->assembly = tr_assembly_new(t->model);
  if (!t->work || !t->assembly)
    return TR_NO_MEMORY;
  rows = (size_t)t->mechanism->n_rows;
  t->memory =
      calloc(3 * rows + 6 * joints + bodies * (TR_POSE + 2 * TR_TWIST) + 1, sizeof *t->memory);
  if (!t->memory)
    return TR_NO_MEMORY;
  t->sigma = t->memory;
  t->sigma_w = t->sigma + rows;
  t->gamma = t->sigma_w + rows;
  t->position = t->gamma + rows;
  t->unit = t->position + joints;
  t->pose = t->unit + joints;
  t->twist = t->pose + bodies * TR_POSE;
  t->r = t->twist + bodies * TR_TWIST;
  t->joint_power = t->r + bodies * TR_TWIST;
  fill_context(t, smoothing, settings);
  return TR_OK;
}

static void
tear_down(Tracer *t)
{
  free(t->memory);
  tr_step_work_free(t->work);
  tr_mechanism_free(t->mechanism);
  tr_assembly_free(t->assembly);
}

/* Positions, continuous over turns, and rates of all nodes. */
static void
fill_positions(Tracer *t)
{
  int n = t->out->n_joints;

  for (int k = 0; k < t->out->n_nodes; k++)
    for (int j = 0; j < n; j++) {
      double now = tr_joint_position(t->model, j, tr_trajectory_pose(t->motion, k));
      double *position = &t->out->position[k * n + j];

      *position = k > 0 && tr_joint_turns(&t->model->joints[j])
                      ? position[-n] + remainder(now - position[-n], 2 * M_PI)
                      : now;
      t->out->rate[k * n + j] = tr_joint_velocity(t->model, j, tr_trajectory_pose(t->motion, k),
                                                  tr_trajectory_twist(t->motion, k));
    }
}

static const double *
input_of(const Tracer *t, int node)
{
  return t->input + (size_t)node * (size_t)tr_model_n_inputs(t->model);
}

/* Largest |g| of the nodes that no step covers. */
static void
fill_violation(Tracer *t, int node)
{
  tr_step_place(t->work, &t->context, tr_trajectory_pose(t->motion, node), input_of(t, node));
  t->out->violation[node] = tr_step_violation(t->work);
}

/* Missing force T_j^T r/h. */
static double
project_missing(Tracer *t, int joint, int node)
{
  double sum = 0;

  if (tr_assembly_count_loops(t->assembly) > 0) {
    tr_assembly_move_joint(t->assembly, t->twist, tr_trajectory_pose(t->motion, node), joint);
  } else {
    t->unit[joint] = 1;
    tr_forward_kinematics(t->pose, t->twist, t->model, t->position, t->unit);
    t->unit[joint] = 0;
  }
  for (int i = 0; i < t->work->n; i++)
    sum += t->twist[i] * t->r[i];
  return sum / t->context.h;
}

/* Force of the drive of a joint in the present step; 0 without one. */
static double
drive_force(const Tracer *t, int joint)
{
  const TrMechanism *mechanism = t->mechanism;

  for (int i = mechanism->n_constraints - mechanism->n_drives; i < mechanism->n_constraints; i++)
    if (mechanism->constraints[i].joint == joint)
      return tr_step_lambda(t->work)[mechanism->constraints[i].row] / t->context.h;
  return 0;
}

static void
trace_joint(Tracer *t, int joint, int node)
{
  const TrAxialInput *in = &t->work->axial_in[joint];
  double h = t->context.h, rate = (in->rate + in->rate_after) / 2;
  size_t at = (size_t)node * (size_t)t->out->n_joints + (size_t)joint;
  const double *u = input_of(t, node);
  double motors = tr_motor_force(t->model, joint, u, tr_axial_viscous_rate(in));
  double rotors = tr_axial_inertia(t->model, joint) * (in->rate - in->rate_after - in->swing) +
                  tr_axial_spring(t->model, joint, in);
  TrAxial axial;

  tr_axial_eval(&axial, t->model, joint, in);
  t->out->acceleration[at] = (in->rate_after - in->rate) / h;
  t->out->load[at] = in->load / h;
  t->out->friction[at] = motors - (axial.impulse - rotors) / h;
  t->out->needed[at] = t->out->friction[at] - project_missing(t, joint, node);
  t->joint_power[2 * joint] = (motors + drive_force(t, joint)) * rate;
  t->joint_power[2 * joint + 1] = t->out->friction[at] * rate;
}

/* Kinetic energy at (v + v+)/2, and potential energy at the pose. */
static double
find_energy(const Tracer *t, int node)
{
  const TrStepWork *w = t->work;
  double g[3], energy = 0;

  tr_gravity_vector(g, &t->model->gravity);
  for (int b = 0; b < t->model->n_bodies; b++) {
    const TrBody *body = &t->model->bodies[b];
    const double *pose = tr_trajectory_pose(t->motion, node) + TR_POSE * b;
    double v[3], turn[3], tensor[9], momentum[3];

    for (int i = 0; i < 3; i++) {
      v[i] = (w->v[6 * b + i] + w->v_after[6 * b + i]) / 2;
      turn[i] = (w->v[6 * b + 3 + i] + w->v_after[6 * b + 3 + i]) / 2;
    }
    tr_mat3_from_tensor(tensor, body->inertia);
    tr_mat3_apply(momentum, tensor, turn);
    energy += body->mass * (tr_vec3_dot(v, v) / 2 - tr_vec3_dot(g, pose)) +
              tr_vec3_dot(turn, momentum) / 2;
  }
  for (int j = 0; j < t->model->n_joints; j++)
    energy += tr_axial_inertia(t->model, j) *
                  pow((w->axial_in[j].rate + w->axial_in[j].rate_after) / 2, 2) / 2 +
              t->model->joints[j].spring.stiffness * pow(w->axial_in[j].stretch, 2) / 2;
  return energy;
}

/* Work since the first node that has a step, by the trapezoidal rule. */
static void
add_work(Tracer *t, int node)
{
  TrForceBalance *out = t->out;
  int n = out->n_joints;
  double *now = t->joint_power, *last = now + 2 * n, h = t->context.h;

  out->supplied[node] = out->lost[node] = 0;
  for (int j = 0; j < n; j++) {
    double *at[2] = {&out->supplied_at[node * n + j], &out->lost_at[node * n + j]};

    for (int i = 0; i < 2; i++)
      *at[i] = node == 1 ? 0 : at[i][-n] + h * (last[2 * j + i] + now[2 * j + i]) / 2;
    out->supplied[node] += *at[0];
    out->lost[node] += *at[1];
  }
  out->unexplained[node] =
      node == 1 ? 0 : out->unexplained[node - 1] + h * (t->last + t->power) / 2;
  memcpy(last, now, 2 * (size_t)n * sizeof *now);
  t->last = t->power;
}

/* Work of the impulses that the step lacks, M_a e = r - G^T (eta + lambda): without that of the
 * constraints, which are stiff against errors of the motion across them. */
static double
find_missing_work(const Tracer *t)
{
  const TrStepWork *w = t->work;
  double work = tr_step_work(w, t->r);

  for (int i = 0; i < w->m; i++)
    for (int k = 0; k < w->n; k++)
      work -= (w->eta[i] + w->lambda[i]) * w->jac[i * w->n + k] * (w->v[k] + w->v_after[k]) / 2;
  return work;
}

static TrStatus
trace_node(Tracer *t, int node)
{
  const TrStepWork *w = t->work;
  int n = t->out->n_joints;
  double energy;

  TR_TRY(tr_step_residual(
      t->r, t->work, &t->context,
      &(TrStepInput){tr_trajectory_pose(t->motion, node - 1), tr_trajectory_pose(t->motion, node),
                     tr_trajectory_pose(t->motion, node + 1), input_of(t, node)}));
  t->out->violation[node] = tr_step_violation(w);
  for (int i = 0; i < w->m; i++)
    t->out->multiplier[node * w->m + i] = w->lambda[i] / t->context.h;
  memset(t->joint_power, 0, 2 * (size_t)n * sizeof *t->joint_power);
  for (int j = 0; j < n; j++)
    t->position[j] = t->out->position[node * n + j];
  for (int j = 0; j < n; j++)
    if (tr_joint_class(t->model->joints[j].type)->has_axis)
      trace_joint(t, j, node);
  t->power = find_missing_work(t) / t->context.h;
  energy = find_energy(t, node);
  if (node == 1)
    t->first_energy = energy;
  t->out->stored[node] = energy - t->first_energy;
  add_work(t, node);
  return TR_OK;
}

static TrStatus
trace(Tracer *t)
{
  int last = t->out->n_nodes - 1;

  fill_positions(t);
  fill_violation(t, 0);
  fill_violation(t, last);
  for (int k = 1; k < last; k++)
    TR_TRY(trace_node(t, k));
  return TR_OK;
}

TrStatus
tr_force_balance(TrForceBalance *out,
                 const TrModel *model,
                 const TrTrajectory *motion,
                 const double *input,
                 const double *smoothing,
                 const TrSettings *settings)
{
  TR_ASSERT(out && motion && smoothing && settings);
  TR_ASSERT(tr_model_is_whole(model) && tr_trajectory_is_whole(motion, model->n_bodies));
  Tracer t = {.out = out, .model = model, .motion = motion, .input = input};
  TrStatus status;

  *out = (TrForceBalance){.start = motion->start, .h = motion->h};
  status = set_up(&t, smoothing, settings);
  if (status == TR_OK)
    status = take_memory(out, motion->n_nodes, model->n_joints, t.mechanism->n_rows);
  if (status == TR_OK)
    status = trace(&t);
  tear_down(&t);
  if (status != TR_OK)
    tr_force_balance_clear(out);
  return status;
}

void
tr_force_balance_clear(TrForceBalance *balance)
{
  free(balance->position);
  *balance = (TrForceBalance){0};
}

void
tr_friction_curve(
    double *friction, const TrFriction *model, const double *rates, int n, double load)
{
  TR_ASSERT(model && tr_is_array(friction, n) && tr_is_array(rates, n));
  for (int i = 0; i < n; i++)
    friction[i] = tr_friction_force(model, rates[i], load);
}

/* Sum of |x[k+1] - x[k]| over the nodes that have a step. */
static double
sum_changes(const TrForceBalance *b, const double *x, int stride)
{
  double sum = 0;

  for (int k = 1; k < tr_force_balance_last(b); k++)
    sum += fabs(x[(k + 1) * stride] - x[k * stride]);
  return sum;
}

TrEnergyTotals
tr_force_balance_totals(const TrForceBalance *b)
{
  TR_ASSERT(b);

  int last = tr_force_balance_last(b);
  double supplied = 0, lost = 0, stored;

  if (last < 1)
    return (TrEnergyTotals){0};
  stored = sum_changes(b, b->stored, 1);
  for (int j = 0; j < b->n_joints; j++) {
    supplied += sum_changes(b, b->supplied_at + j, b->n_joints);
    lost += sum_changes(b, b->lost_at + j, b->n_joints);
  }
  return (TrEnergyTotals){.stored = b->stored[last],
                          .supplied = b->supplied[last],
                          .lost = b->lost[last],
                          .unexplained = b->unexplained[last],
                          .exchanged = fmax(fmax(supplied, lost), stored)};
}
