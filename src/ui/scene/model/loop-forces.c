#include "ui/scene/model/loop-forces.h"

#include <math.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/mechanism/mechanism.h"

#define RANK_TOLERANCE 1e-9  /* of an eigenvalue, of the largest one */
#define FREE_SHARE     1e-5  /* of a force that the free part of the solution may change */
#define NO_FORCE       1e-12 /* of the largest load */

/* Balance of the mechanism; rows are those of the constraints, then the axes that act. */
typedef struct {
  const TrModel *model;
  int n, n_rows;  /* columns, 6 for each body; rows */
  double *row;    /* [n_rows x n] R */
  int *joint;     /* [n_rows] */
  int *axis;      /* [n_joints] row of the axis; -1: nothing acts along it */
  double *size;   /* [n_rows] size of a unit of lambda: 1, or that of the mechanism for torques */
  double *vector; /* [n_rows x n_rows] eigenvectors as rows ... */
  double *value;  /* ... with their eigenvalues of (S R)(S R)^T */
  double *lambda; /* [n_rows] [N], [N m] */
  double floor;   /* largest eigenvalue that counts as zero: a free part of the solution */
  double length;  /* of the mechanism [m] */
} Balance;

/* Returns the longest distance between a centre of mass and a place of a joint. */
static double
measure_length(const TrModel *model)
{
  double longest = 0;

  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    double arm[3];
    if (joint->child < 0)
      continue;
    tr_vec3_sub(arm, joint->child_frame.position, model->bodies[joint->child].com);
    longest = fmax(longest, tr_vec3_norm(arm));
  }
  return longest > 0 ? longest : 1;
}

/* TRUE if a torque or force may act along the joint's axis. */
static gboolean
acts(const TrModel *model, int j)
{
  const TrJoint *joint = &model->joints[j];

  return tr_model_has_motor(model, j) || joint->friction.model != TR_FRICTION_NONE ||
         joint->spring.stiffness != 0;
}

static void
clear(Balance *b)
{
  g_free(b->row);
  g_free(b->joint);
  g_free(b->axis);
  g_free(b->size);
  g_free(b->vector);
  g_free(b->value);
  g_free(b->lambda);
}

/* Sets rows and their sizes. */
static void
fill_rows(Balance *b, const TrMechanism *mechanism, const double *pose)
{
  g_autofree TrPlace *places = g_new(TrPlace, mechanism->n_bodies + 1);
  g_autofree double *axes = g_new0(double, (gsize)(mechanism->n_joints * b->n) + 1);

  tr_mechanism_places(places, mechanism->n_bodies, pose);
  tr_mechanism_jacobian(b->row, mechanism, places);
  tr_mechanism_axes(axes, mechanism, places);
  for (int c = 0; c < mechanism->n_constraints; c++)
    for (int i = 0; i < mechanism->constraints[c].n_rows; i++) {
      b->joint[mechanism->constraints[c].row + i] = mechanism->constraints[c].joint;
      b->size[mechanism->constraints[c].row + i] =
          mechanism->constraints[c].angular ? b->length : 1;
    }
  for (int j = 0; j < mechanism->n_joints; j++) {
    if (b->axis[j] < 0)
      continue;
    memcpy(b->row + (gsize)(b->axis[j] * b->n), axes + (gsize)(j * b->n),
           (gsize)b->n * sizeof *axes);
    b->joint[b->axis[j]] = j;
    b->size[b->axis[j]] = tr_joint_turns(&b->model->joints[j]) ? b->length : 1;
  }
}

/* Element of the rows in equal units: torques over the length. */
static double
get_element(const Balance *b, int row, int column)
{
  return b->size[row] * b->row[row * b->n + column] / (column % TR_TWIST < 3 ? 1 : b->length);
}

static gboolean
decompose(Balance *b)
{
  for (int i = 0; i < b->n_rows; i++)
    for (int k = 0; k < b->n_rows; k++) {
      double sum = 0;
      for (int c = 0; c < b->n; c++)
        sum += get_element(b, i, c) * get_element(b, k, c);
      b->vector[i * b->n_rows + k] = sum;
    }
  if (tr_dense_symmetric_eigen(b->vector, b->value, b->n_rows) != TR_OK)
    return FALSE;
  b->floor = RANK_TOLERANCE * b->value[b->n_rows - 1];
  return TRUE;
}

/* Sets the smallest solution; `load` has torques in the axes of the bodies. */
static void
solve(Balance *b, const double *load)
{
  g_autofree double *right = g_new0(double, b->n_rows + 1);

  for (int i = 0; i < b->n_rows; i++)
    for (int c = 0; c < b->n; c++)
      right[i] += get_element(b, i, c) * load[c] / (c % TR_TWIST < 3 ? 1 : b->length);
  for (int k = 0; k < b->n_rows; k++) {
    const double *vector = b->vector + (gsize)(k * b->n_rows);
    double part = 0;
    for (int i = 0; i < b->n_rows; i++)
      part += vector[i] * right[i];
    for (int i = 0; i < b->n_rows && b->value[k] > b->floor; i++)
      b->lambda[i] += b->size[i] * vector[i] * part / b->value[k];
  }
}

/* Sets the force on the child of a joint by numbers of the rows. */
static void
add_up(const Balance *b, int joint, const double *lambda, double force[3])
{
  int child = b->model->joints[joint].child;

  force[0] = force[1] = force[2] = 0;
  for (int i = 0; i < b->n_rows; i++)
    for (int k = 0; k < 3 && b->joint[i] == joint; k++)
      force[k] += lambda[i] * b->row[i * b->n + TR_TWIST * child + k];
}

/* Sets how much the free parts of the solution may change the force along itself and the torque,
 * for a change of unit size. */
static void
find_shares(const Balance *b, int joint, const double along[3], double *force, double *torque)
{
  g_autofree double *part = g_new(double, b->n_rows + 1);

  *force = *torque = 0;
  for (int k = 0; k < b->n_rows; k++) {
    double change[3];
    if (b->value[k] > b->floor)
      continue;
    for (int i = 0; i < b->n_rows; i++)
      part[i] = b->size[i] * b->vector[k * b->n_rows + i];
    add_up(b, joint, part, change);
    *force = hypot(*force, tr_vec3_dot(change, along));
    if (b->axis[joint] >= 0)
      *torque = hypot(*torque, part[b->axis[joint]] / b->size[b->axis[joint]]);
  }
}

static TrammelLoopForce *
read_forces(const Balance *b)
{
  TrammelLoopForce *forces = g_new0(TrammelLoopForce, b->model->n_joints + 1);

  for (int j = 0; j < b->model->n_joints; j++) {
    TrammelLoopForce *out = &forces[j];
    double along[3] = {0}, force, torque;
    if (b->model->joints[j].child < 0)
      continue;
    add_up(b, j, b->lambda, out->force);
    double size = tr_vec3_norm(out->force);
    for (int i = 0; i < 3 && size > NO_FORCE; i++)
      along[i] = out->force[i] / size;
    find_shares(b, j, along, &force, &torque);
    out->is_force_shared = force > FREE_SHARE;
    out->is_torque_shared = torque > FREE_SHARE;
    if (b->axis[j] >= 0)
      out->torque = b->lambda[b->axis[j]];
  }
  return forces;
}

/* Returns the loads with torques in the axes of the bodies. */
static double *
turn_loads(const TrModel *model, const double *pose, const double *load)
{
  double *out = g_memdup2(load, sizeof *load * TR_TWIST * (gsize)model->n_bodies);

  for (int body = 0; body < model->n_bodies; body++) {
    double turn[9];
    tr_quat_matrix(turn, pose + TR_POSE * body + 3);
    for (int i = 0; i < 3; i++)
      out[TR_TWIST * body + 3 + i] = turn[i] * load[6 * body + 3] +
                                     turn[3 + i] * load[6 * body + 4] +
                                     turn[6 + i] * load[6 * body + 5];
  }
  return out;
}

TrammelLoopForce *
trammel_loop_forces_new(const TrModel *model, const double *pose, const double *load)
{
  TrMechanism *mechanism = model->n_contacts == 0 ? tr_mechanism_new(model) : NULL;
  TrammelLoopForce *forces = NULL;
  Balance b = {.model = model, .n = TR_TWIST * model->n_bodies, .length = measure_length(model)};

  if (!mechanism)
    return NULL;
  tr_mechanism_drop_drives(mechanism);
  b.n_rows = mechanism->n_rows;
  b.axis = g_new(int, model->n_joints + 1);
  for (int j = 0; j < model->n_joints; j++)
    b.axis[j] = mechanism->axes[j].n_rows > 0 && acts(model, j) ? b.n_rows++ : -1;
  if (b.n_rows > 0 && b.n_rows <= TRAMMEL_LOOP_ROWS) {
    gsize n = (gsize)b.n_rows;
    b.row = g_new0(double, n *(gsize)b.n);
    b.joint = g_new0(int, n);
    b.size = g_new0(double, n);
    b.vector = g_new0(double, n *n);
    b.value = g_new0(double, n);
    b.lambda = g_new0(double, n);
    g_autofree double *turned = turn_loads(model, pose, load);
    fill_rows(&b, mechanism, pose);
    if (decompose(&b)) {
      solve(&b, turned);
      forces = read_forces(&b);
    }
  }
  clear(&b);
  tr_mechanism_free(mechanism);
  return forces;
}
