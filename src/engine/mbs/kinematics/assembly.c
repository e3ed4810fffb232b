#include "engine/linalg/vec.h"
#include "engine/mbs/kinematics/assembly_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/span.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"

/* Tolerances: constraints hold when no row is off by more [sizes, 1]; rows with a remainder below
 * this share of the longest are dependent; a step rotates or shifts by no more [rad, sizes]. */
#define CLOSED         1e-12
#define RANK_TOLERANCE 1e-8
#define LONGEST_STEP   0.5
#define LONGEST_REACH  0.1
#define REACHED        1e-12

enum { MAX_STEPS = 200, MAX_HALVINGS = 30, MAX_REACH = 400 };

int
tr_assembly_count_loops(const TrAssembly *a)
{
  TR_ASSERT(a);
  return a->n_loops;
}

/* Displaces a pose by a step x in sizes. */
static void
displace(double *out, const TrAssembly *a, const double *pose, double share, const double *x)
{
  for (int b = 0; b < a->model->n_bodies; b++) {
    double turn[3];

    for (int i = 0; i < 3; i++) {
      out[TR_POSE * b + i] = pose[TR_POSE * b + i] + share * a->size * x[6 * b + i];
      turn[i] = share * x[6 * b + 3 + i];
    }
    tr_quat_retract(out + TR_POSE * b + 3, pose + TR_POSE * b + 3, turn);
  }
}

/* g in sizes; returns the largest. */
static double
fill_values(TrAssembly *a, const double *pose)
{
  double largest = 0;

  tr_mechanism_places(a->places, a->model->n_bodies, pose);
  tr_mechanism_value(a->g, a->mechanism, a->places);
  for (int i = 0; i < a->mechanism->n_constraints; i++) {
    const TrConstraint *c = &a->mechanism->constraints[i];

    for (int r = c->row; r < c->row + c->n_rows; r++) {
      if (!c->angular)
        a->g[r] /= a->size;
      largest = fmax(largest, fabs(a->g[r]));
    }
  }
  for (int i = 0; i < a->mechanism->n_gears; i++) {
    const TrConstraint *c = &a->mechanism->gears[2 * i];

    a->g[c->row] /= c->angular ? 1 : a->size;
    largest = fmax(largest, fabs(a->g[c->row]));
  }
  return largest;
}

/* Scales the columns of translations to sizes. */
static void
scale_columns(const TrAssembly *a, double *rows, int m)
{
  for (int r = 0; r < m; r++)
    for (int i = 0; i < a->n; i++)
      rows[r * a->n + i] *= i % 6 < 3 ? a->size : 1;
}

/* G in sizes, at the places of the last values. */
static void
fill_rows(TrAssembly *a)
{
  tr_mechanism_jacobian(a->rows, a->mechanism, a->places);
  scale_columns(a, a->rows, a->m);
  for (int i = 0; i < a->mechanism->n_constraints; i++) {
    const TrConstraint *c = &a->mechanism->constraints[i];

    for (int k = c->row * a->n; k < (c->row + c->n_rows) * a->n && !c->angular; k++)
      a->rows[k] /= a->size;
  }
  for (int i = 0; i < a->mechanism->n_gears; i++) {
    const TrConstraint *c = &a->mechanism->gears[2 * i];

    for (int k = c->row * a->n; k < (c->row + 1) * a->n && !c->angular; k++)
      a->rows[k] /= a->size;
  }
}

/* Computes the places and rows of a pose. */
static void
look_at(TrAssembly *a, const double *pose)
{
  fill_values(a, pose);
  fill_rows(a);
}

/* Tries the step, halved until |g|^2 falls; returns whether it does. */
static bool
try_step(TrAssembly *a, double *pose)
{
  double before = tr_vec_square(a->g, a->m), longest = tr_vec_largest(a->step, a->n);
  double share = longest > LONGEST_STEP ? LONGEST_STEP / longest : 1;

  for (int i = 0; i < MAX_HALVINGS; i++, share /= 2) {
    displace(a->trial, a, pose, share, a->step);
    fill_values(a, a->trial);
    if (tr_vec_square(a->g, a->m) < before) {
      memcpy(pose, a->trial, (size_t)a->model->n_bodies * TR_POSE * sizeof *pose);
      return true;
    }
  }
  return false;
}

/* Closes a pose as far as possible; returns whether it is closed. */
static bool
close_pose(TrAssembly *a, double *pose)
{
  double largest = fill_values(a, pose);

  for (int i = 0; i < MAX_STEPS && largest > CLOSED; i++) {
    fill_rows(a);
    for (int r = 0; r < a->m; r++)
      a->g[r] = -a->g[r];
    tr_span_solve(a->step, &(TrSpanEquations){a->rows, a->g, a->m, a->n, RANK_TOLERANCE}, NULL,
                  a->work);
    if (!try_step(a, pose))
      break;
    largest = tr_vec_largest(a->g, a->m);
  }
  return fill_values(a, pose) <= CLOSED;
}

void
tr_assembly_violation(TrAssembly *a, double *violation, const double *pose)
{
  TR_ASSERT(a && violation && pose);
  fill_values(a, pose);
  memset(violation, 0, 2 * (size_t)a->n_joints * sizeof *violation);
  for (int i = 0; i < a->mechanism->n_constraints; i++) {
    const TrConstraint *c = &a->mechanism->constraints[i];
    double *most = &violation[2 * c->joint + c->angular];

    for (int r = c->row; r < c->row + c->n_rows; r++)
      *most = fmax(*most, fabs(a->g[r]) * (c->angular ? 1 : a->size));
  }
  for (int i = 0; i < a->mechanism->n_gears; i++) {
    const TrConstraint *c = &a->mechanism->gears[2 * i];

    violation[2 * c->gear + c->angular] = fabs(a->g[c->row]) * (c->angular ? 1 : a->size);
  }
}

/* Error "joint 'c' lacks 0.02 m and 0.1 rad" with the joints that lack most. */
static TrStatus
report(TrAssembly *a, const double *pose, TrError *error)
{
  char text[TR_ERROR_SIZE / 2] = "";
  double violation[2], worst = tr_vec_largest(a->g, a->m);
  double *all = a->held;

  tr_assembly_violation(a, all, pose);
  for (int j = 0; j < a->n_joints; j++) {
    size_t used = strlen(text);

    memcpy(violation, all + 2 * j, sizeof violation);
    if (fmax(violation[0] / a->size, violation[1]) < 0.1 * worst)
      continue;
    if (used + 60 + strlen(a->model->joints[j].name) > sizeof text)
      break;
    snprintf(text + used, sizeof text - used, "%sjoint '%s' lacks", used ? ", " : "",
             a->model->joints[j].name);
    used = strlen(text);
    if (violation[0] > CLOSED * a->size)
      snprintf(text + used, sizeof text - used, " %.2g m", violation[0]);
    used = strlen(text);
    if (violation[1] > CLOSED)
      snprintf(text + used, sizeof text - used, " %.2g rad", violation[1]);
  }
  return tr_error_set(error, TR_BAD_MODEL,
                      "the joints cannot be closed: %s; correct their frames or lengths, or give "
                      "them a start closer to a closed pose",
                      text);
}

TrStatus
tr_assembly_close(TrAssembly *a, double *pose, TrError *error)
{
  TR_ASSERT(a && pose);
  return close_pose(a, pose) ? TR_OK : report(a, pose, error);
}

/* Forward kinematics of the starts, perturbed by `amount`, which leaves dead centres. */
static void
place_start(TrAssembly *a, double *pose, double amount)
{
  for (int j = 0; j < a->n_joints; j++) {
    const TrJoint *joint = &a->model->joints[j];
    double unit = tr_joint_is_linear(joint) ? a->size : 1;

    a->coordinate[j] = joint->start + amount * unit * sin(1.7 * (j + 1));
  }
  tr_forward_kinematics(pose, NULL, a->model, a->coordinate, NULL);
}

TrStatus
tr_assembly_start(TrAssembly *a, double *pose, TrError *error)
{
  TR_ASSERT(a && pose);

  static const double bends[] = {0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6};

  for (size_t i = 0; i < TR_COUNT(bends); i++) {
    place_start(a, pose, bends[i]);
    if (close_pose(a, pose))
      return TR_OK;
  }
  place_start(a, pose, 0);
  return tr_assembly_close(a, pose, error);
}

TrStatus
tr_start_pose(double *pose, const TrModel *model, TrError *error)
{
  TR_ASSERT(pose && tr_model_is_whole(model));

  TrAssembly *assembly = tr_assembly_new(model);
  TrStatus status = assembly ? tr_assembly_start(assembly, pose, error) : TR_NO_MEMORY;

  tr_assembly_free(assembly);
  return status;
}

/* Rows of the prescribed joints in sizes, and the gaps of their coordinates; returns their number.
 */
static int
fill_held(TrAssembly *a, const double *pose, const double *target)
{
  int n_held = 0;

  for (int j = 0; j < a->n_joints; j++) {
    const TrJoint *joint = &a->model->joints[j];
    double *row = a->held + n_held * a->n, local[12], lack;

    if (isnan(target[j]) || !tr_joint_has_axis(joint))
      continue;
    memset(row, 0, (size_t)a->n * sizeof *row);
    lack = target[j] - tr_joint_position_jacobian(local, a->model, j, pose);
    if (joint->parent != TR_WORLD)
      memcpy(row + 6 * joint->parent, local, 6 * sizeof *row);
    memcpy(row + 6 * joint->child, local + 6, 6 * sizeof *row);
    scale_columns(a, row, 1);
    a->lack[n_held] = tr_joint_turns(joint) ? remainder(lack, 2 * M_PI) : lack / a->size;
    for (int i = 0; i < a->n && tr_joint_is_linear(joint); i++)
      row[i] /= a->size;
    n_held++;
  }
  return n_held;
}

/* Adds the required displacements of bodies behind the rows of the prescribed joints; returns the
 * number of rows. */
static int
add_aims(TrAssembly *a, const double *pose, const TrAssemblyAim *aim, int n_held)
{
  int n = aim ? aim->list(aim->user, a->aims, pose) : 0;

  for (int i = 0; i < n; i++) {
    const TrAssemblyRow *from = &a->aims[i];
    double *row = a->held + (n_held + i) * a->n, unit = from->is_length ? a->size : 1;

    memset(row, 0, (size_t)a->n * sizeof *row);
    for (int k = 0; k < 6; k++)
      row[6 * from->body + k] = from->row[k] / unit;
    scale_columns(a, row, 1);
    a->lack[n_held + i] = from->lack / unit;
  }
  return n_held + n;
}

/* Span of the constraints, at the places of the last values. */
static TrSpan
span_constraints(TrAssembly *a)
{
  TrSpan span = {a->n, 0, a->basis};

  fill_rows(a);
  tr_span_add_rows(&span, a->rows, a->m, RANK_TOLERANCE, a->order, a->remove);
  return span;
}

/* Limits the gaps of the prescribed joints to the length of a step. */
static void
limit_lack(TrAssembly *a, int n_held)
{
  double most = tr_vec_largest(a->lack, n_held);

  for (int i = 0; i < n_held && most > LONGEST_REACH; i++)
    a->lack[i] *= LONGEST_REACH / most;
}

TrStatus
tr_assembly_reach(TrAssembly *a, double *pose, const double *target, TrError *error)
{
  TR_ASSERT(a && pose && target);
  return tr_assembly_reach_aim(a, pose, target, NULL, error);
}

TrStatus
tr_assembly_reach_aim(
    TrAssembly *a, double *pose, const double *target, const TrAssemblyAim *aim, TrError *error)
{
  TR_ASSERT(a && pose && target && (!aim || aim->list));

  double left = INFINITY;

  for (int i = 0; i < MAX_REACH; i++) {
    int n_held = add_aims(a, pose, aim, fill_held(a, pose, target));
    double now = sqrt(tr_vec_square(a->lack, n_held));
    TrSpan span;

    if (now <= REACHED || now > 0.999 * left)
      break;
    left = now;
    limit_lack(a, n_held);
    fill_values(a, pose);
    span = span_constraints(a);
    tr_span_solve(a->step, &(TrSpanEquations){a->held, a->lack, n_held, a->n, RANK_TOLERANCE},
                  &span, a->work);
    displace(pose, a, pose, fmin(1, LONGEST_STEP / tr_vec_largest(a->step, a->n)), a->step);
    TR_TRY(tr_assembly_close(a, pose, error));
  }
  return TR_OK;
}

/* Rates of hinges and slides as rows in sizes, at the places of the last values. */
static void
fill_axes(TrAssembly *a)
{
  tr_mechanism_axes(a->held, a->mechanism, a->places);
  scale_columns(a, a->held, a->n_joints);
}

static void
unscale(double *twist, const TrAssembly *a, double s)
{
  for (int i = 0; i < a->n; i++)
    twist[i] = s * a->step[i] * (i % 6 < 3 ? a->size : 1);
}

void
tr_assembly_move(TrAssembly *a, double *twist, const double *pose, const double *rates)
{
  TR_ASSERT(a && twist && pose && rates);

  int n_held = 0;
  TrSpan span;

  fill_values(a, pose);
  span = span_constraints(a);
  fill_axes(a);
  for (int j = 0; j < a->n_joints; j++) {
    if (isnan(rates[j]) || !tr_joint_has_axis(&a->model->joints[j]))
      continue;
    memmove(a->held + n_held * a->n, a->held + j * a->n, (size_t)a->n * sizeof *a->held);
    a->lack[n_held++] = rates[j];
  }
  tr_span_solve(a->step, &(TrSpanEquations){a->held, a->lack, n_held, a->n, RANK_TOLERANCE}, &span,
                a->work);
  unscale(twist, a, 1);
}

/* Marks the other axes that leave this one free: each adds to the span of the constraints, this
 * axis and those before it.  False if this one is locked. */
static bool
choose_others(TrAssembly *a, const TrSpan *constraints, int joint)
{
  TrSpan span = *constraints;

  for (int i = -1; i < a->n_joints; i++) {
    int j = i < 0 ? joint : i;
    const double *row = a->held + j * a->n;

    if (i == joint)
      continue;
    a->order[j] =
        tr_joint_has_axis(&a->model->joints[j]) &&
        tr_span_add(&span, row, RANK_TOLERANCE * sqrt(tr_vec_square(row, a->n)), a->remove);
    if (i < 0 && !a->order[joint])
      return false;
  }
  return true;
}

void
tr_assembly_move_joint(TrAssembly *a, double *twist, const double *pose, int joint)
{
  TR_ASSERT(a && twist && pose && joint >= 0);

  const double *own = a->held + joint * a->n;
  double rate = 0;
  TrSpan span;

  fill_values(a, pose);
  span = span_constraints(a);
  fill_axes(a);
  memset(twist, 0, (size_t)a->n * sizeof *twist);
  if (!choose_others(a, &span, joint))
    return;
  for (int j = 0; j < a->n_joints; j++)
    if (j != joint && a->order[j])
      tr_span_add(&span, a->held + j * a->n, 0, a->remove);
  memcpy(a->step, own, (size_t)a->n * sizeof *own);
  tr_span_remove(a->step, NULL, &span);
  for (int i = 0; i < a->n; i++)
    rate += own[i] * a->step[i];
  unscale(twist, a, 1 / rate);
}

void
tr_assembly_find_locked(TrAssembly *a, bool *locked, const double *pose)
{
  TR_ASSERT(a && locked && pose);

  fill_values(a, pose);
  const TrSpan span = span_constraints(a);
  fill_axes(a);
  for (int j = 0; j < a->n_joints; j++) {
    const double *row = a->held + j * a->n;
    TrSpan with_axis = span;

    locked[j] =
        tr_joint_has_axis(&a->model->joints[j]) &&
        !tr_span_add(&with_axis, row, RANK_TOLERANCE * sqrt(tr_vec_square(row, a->n)), a->remove);
  }
}

/* Share of a rotation or shift of a body that counts as free. */
#define LOOSE 1e-6

void
tr_assembly_find_loose(TrAssembly *a, bool *loose, const double *pose, const bool *still)
{
  TR_ASSERT(a && loose && pose && still);

  TrSpan span;

  fill_values(a, pose);
  span = span_constraints(a);
  fill_axes(a);
  for (int j = 0; j < a->n_joints; j++) {
    const double *row = a->held + j * a->n;

    if (still[j] && tr_joint_has_axis(&a->model->joints[j]))
      tr_span_add(&span, row, RANK_TOLERANCE * sqrt(tr_vec_square(row, a->n)), a->remove);
  }
  for (int i = 0; i < a->n; i++) {
    memset(a->step, 0, (size_t)a->n * sizeof *a->step);
    a->step[i] = 1;
    if (i % TR_TWIST == 0)
      loose[i / TR_TWIST] = false;
    if (tr_span_remove(a->step, NULL, &span) > LOOSE)
      loose[i / TR_TWIST] = true;
  }
}

/* Returns whether a row of the last places adds to the span. */
static bool
adds(TrAssembly *a, TrSpan *span, int r)
{
  const double *row = a->rows + r * a->n;

  return tr_span_add(span, row, RANK_TOLERANCE * sqrt(tr_vec_square(row, a->n)), a->remove);
}

int
tr_assembly_freedom(TrAssembly *a, int *redundant, const double *pose)
{
  TR_ASSERT(a && pose);

  const TrMechanism *mechanism = a->mechanism;
  TrSpan span = {a->n, 0, a->basis};
  int spare = 0;

  look_at(a, pose);
  if (redundant)
    memset(redundant, 0, (size_t)a->n_joints * sizeof *redundant);
  for (int i = 0; i < mechanism->n_constraints + mechanism->n_gears; i++) {
    bool is_gear = i >= mechanism->n_constraints;
    const TrConstraint *c = is_gear ? &mechanism->gears[2 * (i - mechanism->n_constraints)]
                                    : &mechanism->constraints[i];

    for (int r = c->row; r < c->row + c->n_rows; r++) {
      if (adds(a, &span, r))
        continue;
      spare++;
      if (redundant)
        redundant[is_gear ? c->gear : c->joint]++;
    }
  }
  return a->n - (a->m - spare);
}
