/* Check of the mechanism alone: loops that close and their branch, degrees of freedom, redundant
 * joints, floating bodies; and bodies that nothing in a log measures. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/sensor.h"
#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/check/private.h"

/* Position of a joint below which it is at zero [rad, m]. */
#define NO_POSITION 1e-7

typedef struct {
  GArray *findings;
  const TrModel *model;
  TrAssembly *assembly;
  double *pose;   /* [n_bodies x 7] closed */
  int *redundant; /* [n_joints] */
  int freedom;
} Bench;

static int
count_rows(const TrJoint *joint)
{
  const TrJointClass *class = tr_joint_class(joint->type);
  int n = joint->type == TR_JOINT_GEAR;

  for (int p = 0; p < class->n_prims; p++)
    n += tr_prim_rows(class->prims[p].type);
  return n;
}

/* Returns "'a', 'b' and 'c'", the names of the things for which `is` holds; free with g_free(). */
static char *
list_names(const void *names, gsize stride, int n, const gboolean *is)
{
  GString *list = g_string_new(NULL);
  int left = 0;

  for (int i = 0; i < n; i++)
    left += is[i];
  for (int i = 0; i < n; i++) {
    if (!is[i])
      continue;
    left--;
    g_string_append_printf(list, "'%s'%s", (const char *)names + (gsize)i * stride,
                           left > 1    ? ", "
                           : left == 1 ? TRAMMEL_WORD(" and ")
                                       : "");
  }
  return g_string_free(list, FALSE);
}

/* Reports bodies that no chain of joints with constraint rows connects to the world. */
static void
check_floating(const Bench *bench)
{
  const TrModel *model = bench->model;
  g_autofree gboolean *held = g_new0(gboolean, model->n_bodies);
  gboolean goes_on = TRUE;

  while (goes_on) {
    goes_on = FALSE;
    for (int j = 0; j < model->n_joints; j++) {
      const TrJoint *joint = &model->joints[j];
      gboolean parent = joint->parent == TR_WORLD || held[joint->parent];

      if (parent == held[joint->child] || joint->type == TR_JOINT_FREE ||
          joint->type == TR_JOINT_GEAR)
        continue;
      if (joint->parent != TR_WORLD)
        held[joint->parent] = TRUE;
      held[joint->child] = goes_on = TRUE;
    }
  }
  for (int b = 0; b < model->n_bodies; b++) {
    TrammelPlace place = {.signal = model->bodies[b].name};
    gboolean is_meant = FALSE;
    for (int j = 0; j < model->n_joints; j++)
      is_meant =
          is_meant || (model->joints[j].type == TR_JOINT_FREE && model->joints[j].child == b);
    if (!held[b] && !is_meant)
      trammel_findings_add(bench->findings, &place, "warning", "body-floats",
                           N_("Body '%s' is not connected: no chain of joints leads from it to the "
                              "world; join it, or give it a joint of type \"free\" if it flies."),
                           place.signal);
  }
}

/* Reports joints whose rows are all redundant, and joints that others lock. */
static void
check_joints(const Bench *bench)
{
  const TrModel *model = bench->model;
  g_autofree bool *locked = g_new0(bool, model->n_joints);

  tr_assembly_find_locked(bench->assembly, locked, bench->pose);
  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    TrammelPlace place = {.signal = joint->name};
    int rows = count_rows(joint);

    if (rows > 0 && bench->redundant[j] == rows && joint->active.n == 0)
      trammel_findings_add(
          bench->findings, &place, "warning", "joint-idle",
          N_("Joint '%s' is redundant: the joints before it already hold everything that it holds; "
             "remove it, or correct its type and frames."),
          place.signal);
    if (locked[j])
      trammel_findings_add(
          bench->findings, &place, "warning", "joint-locked",
          N_("Joint '%s' is a %s that cannot move: the other joints lock it in the "
             "start pose; correct the frames, or make it \"fixed\"."),
          place.signal, tr_joint_type_name(joint->type));
  }
}

/* Returns the coordinates of the hinges and slides in the closed pose; free with g_free(). */
static char *
describe_branch(const Bench *bench)
{
  GString *text = g_string_new(NULL);

  for (int j = 0; j < bench->model->n_joints; j++) {
    const TrJoint *joint = &bench->model->joints[j];
    double position = tr_joint_position(bench->model, j, bench->pose);

    if (tr_joint_has_axis(joint)) {
      /* the assembly leaves its own rounding in joints that stay at zero */
      double shown = fabs(position) < NO_POSITION ? 0 : position;
      g_autofree char *place = trammel_bilingual_dup(N_("'%s' at %.4g %s"), joint->name, shown,
                                                     tr_joint_position_unit(joint));
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", place);
    }
  }
  return g_string_free(text, FALSE);
}

/* Reports the branch in which the loops are closed, and redundant constraints. */
static void
describe_loops(const Bench *bench)
{
  const TrModel *model = bench->model;
  int n_loops = tr_assembly_count_loops(bench->assembly), n_spare = 0;
  g_autofree gboolean *is_spare = g_new0(gboolean, model->n_joints);
  g_autofree char *branch = describe_branch(bench);

  if (n_loops == 0)
    return;
  g_autofree char *loops =
      trammel_bilingual_dup_plural((gulong)n_loops, "%d loop", "%d loops", n_loops);
  g_autofree char *freedom = trammel_bilingual_dup_plural(
      (gulong)bench->freedom, "%d degree of freedom", "%d degrees of freedom", bench->freedom);
  trammel_findings_add(
      bench->findings, NULL, "info", "loops",
      N_("The joints close %s and leave %s. They are assembled in the branch nearest to the start "
         "pose: %s. For another branch, change the start of the joints."),
      loops, freedom, branch);
  for (int j = 0; j < model->n_joints; j++) {
    n_spare += bench->redundant[j];
    is_spare[j] = bench->redundant[j] > 0;
  }
  if (n_spare == 0)
    return;
  g_autofree char *names =
      list_names(model->joints->name, sizeof *model->joints, model->n_joints, is_spare);
  g_autofree char *what =
      trammel_bilingual_dup_plural((gulong)n_spare, "%d constraint of %s is redundant",
                                   "%d constraints of %s are redundant", n_spare, names);
  trammel_findings_add(bench->findings, NULL, "info", "redundant-constraints",
                       N_("%s. The motion is not affected, but the compliance decides how the "
                          "joints share the forces, and so the friction under load."),
                       what);
}

/* Finds the joint with the largest closure error. */
static const TrJoint *
find_open_joint(const Bench *bench)
{
  g_autofree double *violation = g_new(double, 2 * bench->model->n_joints);
  int worst = 0;

  tr_assembly_violation(bench->assembly, violation, bench->pose);
  for (int j = 0; j < bench->model->n_joints; j++)
    if (fmax(violation[2 * j], violation[2 * j + 1]) >
        fmax(violation[2 * worst], violation[2 * worst + 1]))
      worst = j;
  return &bench->model->joints[worst];
}

static void
check_bench(Bench *bench)
{
  TrError error = trammel_error_record();

  check_floating(bench);
  if (tr_assembly_start(bench->assembly, bench->pose, &error) != TR_OK) {
    TrammelPlace place = {.signal = find_open_joint(bench)->name};
    g_autofree char *english = trammel_bilingual_dup_capital(error.text);
    g_autofree char *local = trammel_bilingual_dup_capital(error.local);
    g_autofree char *words = trammel_bilingual_join(english, local);
    trammel_findings_add(bench->findings, &place, "error", "loop-open", "%s.", words);
    return;
  }
  bench->freedom = tr_assembly_freedom(bench->assembly, bench->redundant, bench->pose);
  if (bench->freedom == 0)
    trammel_findings_add(
        bench->findings, NULL, "error", "no-freedom",
        N_("The mechanism cannot move: its joints leave no degree of freedom; remove "
           "a joint, or choose types that leave more free."));
  describe_loops(bench);
  check_joints(bench);
}

void
trammel_check_mechanism(GArray *findings, const TrModel *model)
{
  Bench bench = {.findings = findings,
                 .model = model,
                 .assembly = trammel_need_memory(tr_assembly_new(model))};

  bench.pose = g_new(double, TR_POSE * model->n_bodies);
  bench.redundant = g_new0(int, model->n_joints);
  check_bench(&bench);
  g_free(bench.pose);
  g_free(bench.redundant);
  tr_assembly_free(bench.assembly);
}

/* TRUE if a sensor of the log measures the body itself, not a joint's coordinate. */
static gboolean
has_own_sensor(const TrModel *model, const TrLog *log)
{
  for (int s = 0; s < model->n_sensors; s++)
    if (model->sensors[s].type != TR_SENSOR_JOINT_POSITION && tr_log_find(log, TR_SIGNAL_SENSOR, s))
      return TRUE;
  return FALSE;
}

/* Hinges and slides that a sensor measures or a drive moves. */
static void
find_still(bool *still, const TrModel *model, const TrLog *log)
{
  for (int j = 0; j < model->n_joints; j++)
    still[j] = tr_model_find_drive(model, j) >= 0;
  for (int s = 0; s < model->n_sensors; s++)
    if (tr_sensor_position_joint(model, s) >= 0 && tr_log_find(log, TR_SIGNAL_SENSOR, s))
      still[model->sensors[s].joint] = true;
}

void
trammel_check_unmeasured(const TrammelCheck *check, int log)
{
  const TrModel *model = check->task->model;
  const TrLog *data = &check->task->logs[log];
  TrAssembly *assembly = trammel_need_memory(tr_assembly_new(model));
  g_autofree bool *still = g_new0(bool, model->n_joints + 1);
  g_autofree bool *loose = g_new0(bool, model->n_bodies);
  g_autofree gboolean *is_loose = g_new0(gboolean, model->n_bodies);
  int n_loose = 0;

  find_still(still, model, data);
  tr_assembly_find_loose(assembly, loose, tr_trajectory_pose(check->prepared->logs[log].start, 0),
                         still);
  tr_assembly_free(assembly);
  for (int b = 0; b < model->n_bodies; b++) {
    is_loose[b] = loose[b];
    n_loose += loose[b];
  }
  if (n_loose == 0 || has_own_sensor(model, data))
    return;
  g_autofree char *names =
      list_names(model->bodies->name, sizeof *model->bodies, model->n_bodies, is_loose);
  TrammelPlace place = {.log = data->name};
  g_autofree char *how =
      trammel_bilingual_dup_plural((gulong)n_loose, "how %s moves", "how %s move", names);
  trammel_findings_add(
      check->findings, &place, "warning", "body-unmeasured",
      N_("Log '%s' does not measure %s while the measured joints stand still; the start of this "
         "motion rests on the dynamics alone and may be poor: map a sensor."),
      data->name, how);
}
