#include "ui/session/model/model-pose.h"

#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/joint.h"
#include "io/base/error.h"
#include "ui/session/text/format.h"

/* Range of a slide in both directions: this multiple of the mechanism's longest arm, and its
 * minimum [m]. */
#define TRAVEL_SHARE 1.5
#define MIN_TRAVEL   0.1

struct _TrammelModelPose {
  TrModel *model;
  TrAssembly *assembly;
  GArray *sliders;     /* TrammelPoseSlider */
  GHashTable *known;   /* coordinates by joint name: double * */
  double *start, *now; /* [n_bodies x 7] */
  int freedom;
};

TrammelModelPose *
trammel_model_pose_new(void)
{
  TrammelModelPose *self = g_new0(TrammelModelPose, 1);

  self->sliders = g_array_new(FALSE, FALSE, sizeof(TrammelPoseSlider));
  self->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

static void
clear_model(TrammelModelPose *self)
{
  g_clear_pointer(&self->assembly, tr_assembly_free);
  g_clear_pointer(&self->model, tr_model_free);
  g_clear_pointer(&self->start, g_free);
  g_clear_pointer(&self->now, g_free);
  g_array_set_size(self->sliders, 0);
}

void
trammel_model_pose_free(TrammelModelPose *self)
{
  clear_model(self);
  g_array_unref(self->sliders);
  g_hash_table_unref(self->known);
  g_free(self);
}

/* Returns the longest distance between a centre of mass and a joint, or between joints of a
 * body. */
static double
measure_travel(const TrModel *model)
{
  double longest = 0;

  for (int b = 0; b < model->n_bodies; b++)
    for (int i = 0; i < 3; i++)
      longest = fmax(longest, fabs(model->bodies[b].com[i]));
  for (int j = 0; j < model->n_joints; j++)
    for (int i = 0; i < 3; i++)
      longest = fmax(longest, fmax(fabs(model->joints[j].parent_frame.position[i]),
                                   fabs(model->joints[j].child_frame.position[i])));
  return fmax(MIN_TRAVEL, TRAVEL_SHARE * longest);
}

static void
add_sliders(TrammelModelPose *self)
{
  double travel = measure_travel(self->model);

  for (int j = 0; j < self->model->n_joints; j++) {
    const TrJoint *joint = &self->model->joints[j];
    double factor;
    if (joint->type != TR_JOINT_HINGE && joint->type != TR_JOINT_SLIDE)
      continue;
    const char *unit = trammel_display_unit(tr_joint_position_unit(joint), &factor);
    double limit = joint->type == TR_JOINT_HINGE ? 180 : travel;
    TrammelPoseSlider slider = {
        .joint = j, .name = joint->name, .unit = unit, .min = -limit, .max = limit};
    if (isfinite(joint->limits.lower))
      slider.min = factor * joint->limits.lower;
    if (isfinite(joint->limits.upper))
      slider.max = factor * joint->limits.upper;
    g_array_append_val(self->sliders, slider);
  }
}

static TrammelPoseSlider *
get_slider(const TrammelModelPose *self, guint i)
{
  return &g_array_index(self->sliders, TrammelPoseSlider, i);
}

/* Updates the slider values from the poses. */
static void
update_values(TrammelModelPose *self)
{
  for (guint i = 0; i < self->sliders->len; i++) {
    TrammelPoseSlider *slider = get_slider(self, i);
    double factor;
    trammel_display_unit(tr_joint_position_unit(&self->model->joints[slider->joint]), &factor);
    slider->value = factor * tr_joint_position(self->model, slider->joint, self->now);
  }
}

/* Moves to coordinates [n_joints], NAN for dependent ones, as far as they can be reached. */
static void
reach(TrammelModelPose *self, const double *target)
{
  gsize size = TR_POSE * (gsize)self->model->n_bodies;
  g_autofree double *trial = g_memdup2(self->now, size * sizeof *self->now);
  TrError error = {0};

  if (tr_assembly_reach(self->assembly, trial, target, &error) != TR_OK)
    return;
  for (gsize i = 0; i < size; i++)
    if (!isfinite(trial[i]))
      return;
  memcpy(self->now, trial, size * sizeof *trial);
}

static double
to_si(const TrammelModelPose *self, const TrammelPoseSlider *slider, double value)
{
  double factor;

  trammel_display_unit(tr_joint_position_unit(&self->model->joints[slider->joint]), &factor);
  return value / factor;
}

static double *
new_target(const TrammelModelPose *self)
{
  double *target = g_new(double, self->model->n_joints + 1);

  for (int j = 0; j < self->model->n_joints; j++)
    target[j] = NAN;
  return target;
}

/* Restores the coordinates that joints of these names had. */
static void
restore(TrammelModelPose *self)
{
  g_autofree double *target = new_target(self);
  gboolean any = FALSE;

  for (guint i = 0; i < self->sliders->len; i++) {
    const TrammelPoseSlider *slider = get_slider(self, i);
    const double *value = g_hash_table_lookup(self->known, slider->name);
    if (value)
      target[slider->joint] = to_si(self, slider, *value);
    any = any || value;
  }
  if (any)
    reach(self, target);
}

void
trammel_model_pose_set_model(TrammelModelPose *self, const TrModel *model)
{
  gsize size = TR_POSE * (gsize)model->n_bodies;
  TrError error = {0};

  clear_model(self);
  self->model = trammel_need_memory(tr_model_copy(model));
  self->assembly = trammel_need_memory(tr_assembly_new(self->model));
  self->start = g_new0(double, size);
  if (tr_assembly_start(self->assembly, self->start, &error) != TR_OK) {
    /* a loop that does not close is reported by the model's check; the tree's pose is shown */
    g_autofree double *zero = g_new0(double, model->n_joints + 1);
    tr_forward_kinematics(self->start, NULL, self->model, zero, NULL);
  }
  self->freedom = tr_assembly_freedom(self->assembly, NULL, self->start);
  self->now = g_memdup2(self->start, size * sizeof *self->start);
  add_sliders(self);
  restore(self);
  update_values(self);
}

TrammelModelPose *
trammel_model_pose_copy(const TrammelModelPose *pose)
{
  TrammelModelPose *self = trammel_model_pose_new();

  trammel_model_pose_set_model(self, pose->model);
  memcpy(self->now, pose->now, TR_POSE * (gsize)pose->model->n_bodies * sizeof *self->now);
  update_values(self);
  return self;
}

const TrModel *
trammel_model_pose_get_model(const TrammelModelPose *self)
{
  return self->model;
}

guint
trammel_model_pose_get_n_sliders(const TrammelModelPose *self)
{
  return self->sliders->len;
}

const TrammelPoseSlider *
trammel_model_pose_get_slider(const TrammelModelPose *self, guint i)
{
  g_return_val_if_fail(i < self->sliders->len, NULL);
  return get_slider(self, i);
}

static void
remember(TrammelModelPose *self)
{
  for (guint i = 0; i < self->sliders->len; i++) {
    const TrammelPoseSlider *slider = get_slider(self, i);
    g_hash_table_insert(self->known, g_strdup(slider->name),
                        g_memdup2(&slider->value, sizeof slider->value));
  }
}

/* In a tree all other joints keep their coordinates; in a loop they must be free to follow. */
void
trammel_model_pose_move(TrammelModelPose *self, guint index, double value)
{
  g_return_if_fail(index < self->sliders->len);
  g_autofree double *target = new_target(self);
  gboolean is_tree = trammel_model_pose_get_n_loops(self) == 0;

  for (guint i = 0; is_tree && i < self->sliders->len; i++)
    target[get_slider(self, i)->joint] =
        to_si(self, get_slider(self, i), get_slider(self, i)->value);
  target[get_slider(self, index)->joint] = to_si(self, get_slider(self, index), value);
  reach(self, target);
  update_values(self);
  remember(self);
}

/* ---- pulling --------------------------------------------------------------------------------- */

enum { PULLS = 4 };
#define PULL_DEGREES 0.05 /* step of the finite differences ... */
#define PULL_SHARE   1e-4 /* ... of a slide's range */
#define PULL_MOST    20.0 /* a step is at most this part of the range */

double
trammel_model_pose_get_coordinate(const TrammelModelPose *self, guint slider)
{
  g_return_val_if_fail(slider < self->sliders->len, 0);
  return to_si(self, get_slider(self, slider), get_slider(self, slider)->value);
}

/* Returns the number of joints between each body and the world [n_bodies], by the shortest way. */
static int *
new_depths(const TrModel *model)
{
  int *depth = g_new(int, model->n_bodies + 1);

  for (int b = 0; b < model->n_bodies; b++)
    depth[b] = model->n_bodies;
  for (int n = 0; n < model->n_bodies; n++)
    for (int j = 0; j < model->n_joints; j++) {
      const TrJoint *joint = &model->joints[j];
      if (tr_joint_only_acts(joint) || joint->child < 0)
        continue;
      int below = joint->parent == TR_WORLD ? 0 : depth[joint->parent];
      depth[joint->child] = MIN(depth[joint->child], below + 1);
    }
  return depth;
}

/* Returns the joint that a body is the child of, in a loop the one nearest to the world; -1: none.
 * Joints that only act carry nothing. */
static int
find_carrier(const TrModel *model, int body)
{
  g_autofree int *depth = new_depths(model);
  int best = -1, least = G_MAXINT;

  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    int below = joint->parent == TR_WORLD ? 0 : depth[joint->parent];
    if (joint->child != body || tr_joint_only_acts(joint) || below >= least)
      continue;
    least = below;
    best = j;
  }
  return best;
}

int
trammel_model_pose_find_slider(const TrammelModelPose *self, int body)
{
  const TrModel *model = self->model;

  /* no chain is longer than the number of bodies; a loop would not end */
  for (int n = 0; n <= model->n_bodies && body != TR_WORLD; n++) {
    int joint = find_carrier(model, body);
    if (joint < 0)
      return -1;
    for (guint i = 0; i < self->sliders->len; i++)
      if (get_slider(self, i)->joint == joint)
        return (int)i;
    body = model->joints[joint].parent;
  }
  return -1;
}

/* Returns the step towards the smallest gap from the present value; 0 where the joint cannot
 * change it. */
static double
find_pull(TrammelModelPose *self, guint index, TrammelPoseGap gap, gpointer user)
{
  const TrammelPoseSlider slider = *get_slider(self, index);
  double range = slider.max - slider.min, step = PULL_SHARE * range, here[2], there[2];

  if (tr_joint_turns(&self->model->joints[slider.joint]))
    step = PULL_DEGREES;
  gap(here, self->now, user);
  trammel_model_pose_move(self, index, slider.value + step);
  gap(there, self->now, user);
  double moved = get_slider(self, index)->value - slider.value;
  double rate[2] = {there[0] - here[0], there[1] - here[1]};
  double square = rate[0] * rate[0] + rate[1] * rate[1];
  trammel_model_pose_move(self, index, slider.value);
  if (!(square > 0) || moved == 0)
    return 0;
  double pull = -moved * (here[0] * rate[0] + here[1] * rate[1]) / square;
  return CLAMP(pull, -range / PULL_MOST, range / PULL_MOST);
}

void
trammel_model_pose_pull(TrammelModelPose *self, guint index, TrammelPoseGap gap, gpointer user)
{
  g_return_if_fail(index < self->sliders->len);
  for (int i = 0; i < PULLS; i++) {
    double step = find_pull(self, index, gap, user);
    const TrammelPoseSlider *slider = get_slider(self, index);
    trammel_model_pose_move(self, index, CLAMP(slider->value + step, slider->min, slider->max));
  }
}

void
trammel_model_pose_reset(TrammelModelPose *self)
{
  gsize size = TR_POSE * (gsize)self->model->n_bodies;

  memcpy(self->now, self->start, size * sizeof *self->now);
  g_hash_table_remove_all(self->known);
  update_values(self);
}

const double *
trammel_model_pose_get(const TrammelModelPose *self)
{
  return self->now;
}

int
trammel_model_pose_get_freedom(const TrammelModelPose *self)
{
  return self->freedom;
}

int
trammel_model_pose_get_n_loops(const TrammelModelPose *self)
{
  return tr_assembly_count_loops(self->assembly);
}
