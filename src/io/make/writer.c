#include "io/make/writer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/assembly.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/mbs/model/joint.h"
#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"

/* ---- text ------------------------------------------------------------------------------------ */

static void G_GNUC_PRINTF(2, 0) add_line(TrammelMake *make, const char *format, va_list arguments)
{
  for (int i = 0; i < make->depth; i++)
    g_string_append(make->text, "  ");
  g_string_append_vprintf(make->text, format, arguments);
  g_string_append_c(make->text, '\n');
}

void
trammel_make_line(TrammelMake *make, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  add_line(make, format, arguments);
  va_end(arguments);
}

void
trammel_make_open(TrammelMake *make, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  add_line(make, format, arguments);
  va_end(arguments);
  make->depth++;
}

void
trammel_make_close(TrammelMake *make, const char *tag)
{
  make->depth--;
  trammel_make_line(make, "</%s>", tag);
}

char *
trammel_make_numbers(const double *values, guint n)
{
  GString *text = g_string_new(NULL);
  char number[TRAMMEL_NUMBER_SIZE];

  for (guint i = 0; i < n; i++)
    g_string_append_printf(text, "%s%s", i ? " " : "",
                           trammel_json_format_number(number, values[i]));
  return g_string_free(text, FALSE);
}

char *
trammel_make_escape(const char *text)
{
  return g_markup_escape_text(text, -1);
}

void
trammel_make_note(TrammelMake *make, const char *format, ...)
{
  g_autofree char *english = NULL, *local = NULL;
  va_list arguments;

  va_start(arguments, format);
  trammel_bilingual_format(&english, &local, format, arguments);
  va_end(arguments);
  g_ptr_array_add(make->notes, g_strdup(local));
}

const char *
trammel_make_body_name(const TrammelMake *make, int body)
{
  return body == TR_WORLD ? "world" : make->model->bodies[body].name;
}

void
trammel_make_friction(TrammelMake *make, const TrJoint *joint, double *damping, double *dry)
{
  const TrFriction *friction = &joint->friction;
  gboolean is_plain = friction->model == TR_FRICTION_VISCOUS ||
                      (friction->model == TR_FRICTION_COULOMB && friction->load == TR_LOAD_NONE);

  *damping = *dry = 0;
  if (friction->model == TR_FRICTION_NONE)
    return;
  if (friction->model != TR_FRICTION_TANH)
    *damping = friction->viscous;
  if (is_plain && friction->model == TR_FRICTION_COULOMB)
    *dry = friction->coulomb;
  if (!is_plain || friction->offset != 0 || friction->asymmetry[0] != 0 ||
      friction->asymmetry[1] != 0)
    trammel_make_note(make,
                      N_("joint '%s': only the viscous part of its friction is written, and dry "
                         "friction that does not depend on load or direction"),
                      joint->name);
}

/* ---- tree ------------------------------------------------------------------------------------ */

static int
count_rows(const TrJoint *joint)
{
  const TrJointClass *class = tr_joint_class(joint->type);
  int rows = 0;

  for (int p = 0; p < class->n_prims; p++)
    rows += tr_prim_rows(class->prims[p].type);
  return rows;
}

/* Returns the best joint between a placed body and one that is not; -1 without.  Joints that carry
 * their child as it is come first, then those with more rows, then the first in the model. */
static int
find_next(const TrammelMake *make,
          const gboolean *is_placed,
          gboolean (*can_carry)(TrJointType type))
{
  int best = -1, best_rank = -1;

  for (int j = 0; j < make->model->n_joints; j++) {
    const TrJoint *joint = &make->model->joints[j];
    if (joint->type == TR_JOINT_GEAR || tr_joint_only_acts(joint) || !can_carry(joint->type))
      continue;
    gboolean has_parent = joint->parent == TR_WORLD || is_placed[joint->parent];
    gboolean has_child = is_placed[joint->child];
    int rank = 2 * count_rows(joint) + (has_parent ? 1 : 0);
    if (has_parent != has_child && rank > best_rank) {
      best = j;
      best_rank = rank;
    }
  }
  return best;
}

void
trammel_make_plan(TrammelMake *make, gboolean (*can_carry)(TrJointType type))
{
  g_autofree gboolean *is_placed = g_new0(gboolean, make->model->n_bodies);
  int j;

  for (int b = 0; b < make->model->n_bodies; b++)
    make->carrier[b] = -1;
  while ((j = find_next(make, is_placed, can_carry)) >= 0) {
    TrJoint *joint = &make->model->joints[j];
    if (is_placed[joint->child])
      trammel_joint_reverse(joint);
    is_placed[joint->child] = TRUE;
    make->carrier[joint->child] = j;
  }
}

gboolean
trammel_make_is_loop(const TrammelMake *make, int joint)
{
  const TrJoint *at = &make->model->joints[joint];

  return at->type != TR_JOINT_GEAR && make->carrier[at->child] != joint;
}

static gboolean
is_closed(TrAssembly *assembly, const TrModel *model, const double *pose)
{
  g_autofree double *violation = g_new(double, 2 * (gsize)model->n_joints);

  tr_assembly_violation(assembly, violation, pose);
  for (int i = 0; i < 2 * model->n_joints; i++)
    if (violation[i] > 1e-9)
      return FALSE;
  return TRUE;
}

gboolean
trammel_make_pose(TrammelMake *make, gboolean at_start, GError **error)
{
  TrModel *model = make->model;
  g_autofree double *pose = g_new(double, (gsize)model->n_bodies *TR_POSE);
  g_autofree double *start = g_new(double, (gsize)model->n_joints + 1);
  TrAssembly *assembly;
  TrError detail = trammel_error_record();
  TrStatus status = TR_OK;

  for (int j = 0; j < model->n_joints; j++)
    start[j] = at_start ? model->joints[j].start : 0;
  tr_forward_kinematics(pose, NULL, model, start, NULL);
  assembly = trammel_need_memory(tr_assembly_new(model));
  if (tr_assembly_count_loops(assembly) > tr_model_n_gears(model) &&
      (at_start || !is_closed(assembly, model, pose)))
    status = tr_assembly_start(assembly, pose, &detail);
  tr_assembly_free(assembly);
  if (status != TR_OK) {
    trammel_error_set_status(error, status, &detail);
    return FALSE;
  }
  for (int b = 0; b < model->n_bodies; b++)
    tr_body_origin(&make->origin[b], model, b, pose);
  for (int j = 0; j < model->n_joints; j++)
    make->position[j] =
        tr_joint_has_axis(&model->joints[j]) ? tr_joint_position(model, j, pose) : 0;
  /* of a tree they are known exactly */
  for (int j = 0; j < model->n_joints; j++)
    if (fabs(make->position[j] - start[j]) < 1e-12)
      make->position[j] = start[j];
  return TRUE;
}
