/* Memory of an assembly, and constants of its model. */
#include <math.h>
#include <stdlib.h>

#include "engine/linalg/span.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/assembly_private.h"

/* Root mean square of the joints' arms; 1 for a mechanism without arms. */
static double
measure_size(const TrMechanism *mechanism)
{
  double sum = 0;
  int n = 0;

  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrPrim *prim = &mechanism->constraints[i].prim;

    sum += tr_vec3_dot(prim->s_a, prim->s_a) + tr_vec3_dot(prim->s_b, prim->s_b);
    n += 2;
  }
  return sum > 0 ? sqrt(sum / n) : 1;
}

/* Counts loops: bodies and the world are groups that joints unite; a joint within one group closes
 * a loop. */
static int
count_loops(const TrModel *model, int *group)
{
  int n_loops = 0, world = model->n_bodies;

  for (int b = 0; b <= model->n_bodies; b++)
    group[b] = b;
  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    int a = group[joint->parent == TR_WORLD ? world : joint->parent], b = group[joint->child];

    if (tr_joint_only_acts(joint) || joint->active.n > 0)
      continue; /* constrains nothing, and places a body only where no other joint does */
    n_loops += a == b;
    for (int k = 0; k <= model->n_bodies; k++)
      if (group[k] == b)
        group[k] = a;
  }
  return n_loops;
}

static double *
cut(double **at, size_t count)
{
  double *part = *at;

  *at += count;
  return part;
}

static bool
take_memory(TrAssembly *a)
{
  size_t n = (size_t)a->n, m = (size_t)a->m, nj = (size_t)a->n_joints;
  size_t held = nj + (size_t)a->model->n_sensors;
  size_t numbers = m + 2 * m * n + 4 * n + nj + held + held * n + n * n;
  size_t ints = m + nj + n + 2;
  double *at = calloc(1, numbers * sizeof(double) + ints * sizeof(int));

  a->memory = at;
  a->places = calloc((size_t)a->model->n_bodies, sizeof *a->places);
  a->aims = calloc((size_t)a->model->n_sensors + 1, sizeof *a->aims);
  a->work = calloc(1, tr_span_work_size((int)(m > held ? m : held), a->n));
  if (!a->memory || !a->places || !a->aims || !a->work)
    return false;
  a->g = cut(&at, m);
  a->rows = cut(&at, m * n);
  a->step = cut(&at, n);
  a->trial = cut(&at, 2 * n);
  a->coordinate = cut(&at, nj);
  a->held = cut(&at, held * n);
  a->lack = cut(&at, held);
  a->basis = cut(&at, n * n);
  a->remove = cut(&at, (m + 1) * n);
  a->order = (int *)at;
  return true;
}

TrAssembly *
tr_assembly_new(const TrModel *model)
{
  TR_ASSERT(tr_model_is_whole(model));

  TrAssembly *a = calloc(1, sizeof *a);

  if (!a)
    return NULL;
  a->model = model;
  a->mechanism = tr_mechanism_new(model);
  if (a->mechanism)
    tr_mechanism_drop_drives(a->mechanism);
  a->n = 6 * model->n_bodies;
  a->n_joints = model->n_joints;
  a->m = a->mechanism ? a->mechanism->n_rows : 0;
  if (!a->mechanism || !take_memory(a)) {
    tr_assembly_free(a);
    return NULL;
  }
  a->size = measure_size(a->mechanism);
  a->n_loops = count_loops(model, a->order);
  return a;
}

void
tr_assembly_free(TrAssembly *a)
{
  if (!a)
    return;
  tr_mechanism_free(a->mechanism);
  free(a->memory);
  free(a->places);
  free(a->aims);
  free(a->work);
  free(a);
}
