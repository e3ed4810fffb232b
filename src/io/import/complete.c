#include "io/import/complete.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "engine/base/order.h"
#include "engine/mbs/model/joint.h"
#include "io/import/frames.h"

static const double tiny = 1e-6; /* share of a neighbour's mass and inertia */

/* Dry friction [N m] or [N] where the file has none: a start for an identification. */
#define DRY_START 0.1

/* ---- loops ----------------------------------------------------------------------------------- */

/* Returns the representative of a set of connected links; TR_WORLD is at `n`. */
static int
find_set(int *parent, int at)
{
  while (parent[at] != at)
    at = parent[at] = parent[parent[at]];
  return at;
}

static int
count_rows(const TrammelRobotJoint *at)
{
  const TrJointClass *class = tr_joint_class(at->joint.type);
  int rows = 0;

  for (int p = 0; p < class->n_prims; p++)
    rows += tr_prim_rows(class->prims[p].type);
  return rows;
}

void
trammel_robot_open_loops(TrammelRobot *robot)
{
  int n = (int)robot->links->len;
  g_autofree int *parent = g_new(int, n + 1);

  for (int i = 0; i <= n; i++)
    parent[i] = i;
  for (int rows = 6; rows > 0; rows--)
    for (guint i = 0; i < robot->joints->len; i++) {
      TrammelRobotJoint *at = trammel_robot_joint(robot, (int)i);
      if (at->is_gone || at->joint.type == TR_JOINT_GEAR || count_rows(at) != rows)
        continue;
      int a = find_set(parent, at->joint.parent == TR_WORLD ? n : at->joint.parent);
      int b = find_set(parent, at->joint.child);
      if (a == b) {
        at->is_gone = TRUE;
        trammel_record_add(robot->record, TRAMMEL_RECORD_IGNORED, at->tag,
                           N_("the joint closes a loop, and loops are opened"));
      }
      parent[a] = b;
    }
}

/* ---- ground ---------------------------------------------------------------------------------- */

/* Marks the links that joints connect with `link`. */
static void
mark_connected(const TrammelRobot *robot, gboolean *is_reached, int link)
{
  gboolean goes_on = TRUE;

  if (link != TR_WORLD)
    is_reached[link] = TRUE;
  while (goes_on) {
    goes_on = FALSE;
    for (guint i = 0; i < robot->joints->len; i++) {
      const TrammelRobotJoint *at = trammel_robot_joint(robot, (int)i);
      int a = at->joint.parent, b = at->joint.child;
      if (at->is_gone || at->joint.type == TR_JOINT_GEAR)
        continue;
      gboolean has_a = a == TR_WORLD || is_reached[a], has_b = is_reached[b];
      if (has_a == has_b)
        continue;
      if (has_a)
        is_reached[b] = TRUE;
      else
        is_reached[a] = TRUE;
      goes_on = TRUE;
    }
  }
}

/* Returns for each link whether a joint carries it. */
static gboolean *
list_carried(const TrammelRobot *robot)
{
  gboolean *is_carried = g_new0(gboolean, robot->links->len + 1);

  for (guint i = 0; i < robot->joints->len; i++) {
    const TrammelRobotJoint *at = trammel_robot_joint(robot, (int)i);
    if (!at->is_gone && at->joint.type != TR_JOINT_GEAR)
      is_carried[at->joint.child] = TRUE;
  }
  return is_carried;
}

/* Returns a link that is not reached, one that no joint carries if there is one; -1 without. */
static int
find_root(const TrammelRobot *robot, const gboolean *is_reached, const gboolean *is_carried)
{
  int any = -1;

  for (int i = (int)robot->links->len; i-- > 0;) {
    if (trammel_robot_link(robot, i)->is_gone || is_reached[i])
      continue;
    if (any < 0 || !is_carried[i] || is_carried[any])
      any = i;
  }
  return any;
}

static gboolean
set_free(TrammelRobot *robot, int root, GError **error)
{
  const TrammelTag *tag = trammel_robot_link(robot, root)->tag;
  g_autofree char *name = g_strdup_printf("%s free", trammel_robot_link(robot, root)->body.name);
  int at = trammel_robot_add_joint(robot, tag, name, TR_JOINT_FREE, error);

  if (at < 0)
    return FALSE;
  TrJoint *joint = &trammel_robot_joint(robot, at)->joint;
  joint->parent = TR_WORLD;
  joint->child = root;
  joint->parent_frame = trammel_robot_link(robot, root)->start;
  trammel_record_add(robot->record, TRAMMEL_RECORD_TAKEN, tag,
                     N_("moves freely, because no joint carries it"));
  return TRUE;
}

gboolean
trammel_robot_ground(TrammelRobot *robot, GError **error)
{
  g_autofree gboolean *is_reached = g_new0(gboolean, robot->links->len + 1);
  g_autofree gboolean *is_carried = list_carried(robot);
  int root;

  mark_connected(robot, is_reached, TR_WORLD);
  while ((root = find_root(robot, is_reached, is_carried)) >= 0) {
    const TrammelRobotLink *link = trammel_robot_link(robot, root);
    mark_connected(robot, is_reached, root);
    if (robot->is_floating) {
      if (!set_free(robot, root, error))
        return FALSE;
      continue;
    }
    trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, link->tag,
                       N_("no joint carries it: it is the ground, where its mass has no effect"));
    TrFrame start = link->start;
    trammel_robot_merge_link(robot, root, TR_WORLD, &start);
  }
  return TRUE;
}

/* ---- masses ---------------------------------------------------------------------------------- */

/* Returns the heaviest link that a joint connects with this one; NULL without. */
static const TrBody *
find_neighbour(const TrammelRobot *robot, int link)
{
  const TrBody *heaviest = NULL;

  for (guint i = 0; i < robot->joints->len; i++) {
    const TrammelRobotJoint *at = trammel_robot_joint(robot, (int)i);
    int other = at->joint.parent == link ? at->joint.child : at->joint.parent;
    if (at->is_gone || at->joint.type == TR_JOINT_GEAR || other == TR_WORLD ||
        (at->joint.parent != link && at->joint.child != link))
      continue;
    const TrBody *body = &trammel_robot_link(robot, other)->body;
    if (!heaviest || body->mass > heaviest->mass)
      heaviest = body;
  }
  return heaviest && heaviest->mass > 0 ? heaviest : NULL;
}

static void
give_mass(TrammelRobot *robot, int i)
{
  TrammelRobotLink *link = trammel_robot_link(robot, i);
  const TrBody *like = find_neighbour(robot, i);
  double trace = like ? like->inertia[0] + like->inertia[1] + like->inertia[2] : 0;
  double mass = like ? like->mass : 1;

  if (!(trace > 1e-9 * mass))
    trace = 0.03 * mass;
  memset(link->body.inertia, 0, sizeof link->body.inertia);
  link->body.mass = tiny * mass;
  for (int k = 0; k < 3; k++)
    link->body.inertia[k] = tiny * trace / 3;
  trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, link->tag,
                     N_("moves without a mass: it has got a millionth of that of its neighbour"));
}

/* Raises an inertia that is not positive definite. */
static void
raise_inertia(TrammelRobot *robot, TrammelRobotLink *link)
{
  double moments[3], quat[4], largest, lack;

  trammel_body_principal(moments, quat, &link->body);
  tr_sort(moments, 3);
  largest = fmax(fabs(moments[0]), fabs(moments[2]));
  if (moments[0] > 1e-9 * largest)
    return;
  lack = largest > 0 ? tiny * largest - moments[0] : tiny * link->body.mass;
  for (int k = 0; k < 3; k++)
    link->body.inertia[k] += lack;
  trammel_record_add(robot->record, TRAMMEL_RECORD_CHANGED, link->tag,
                     N_("no body has this inertia: its moments were raised by %g kg m²"), lack);
}

void
trammel_robot_weigh(TrammelRobot *robot)
{
  for (guint i = 0; i < robot->links->len; i++) {
    TrammelRobotLink *link = trammel_robot_link(robot, (int)i);
    if (!link->is_gone && link->body.mass > 0)
      raise_inertia(robot, link);
  }
  for (guint i = 0; i < robot->links->len; i++) {
    TrammelRobotLink *link = trammel_robot_link(robot, (int)i);
    if (!link->is_gone && !(link->body.mass > 0))
      give_mass(robot, (int)i);
  }
}

void
trammel_robot_add_dry_friction(TrammelRobot *robot)
{
  int n = 0;

  for (guint i = 0; i < robot->joints->len; i++) {
    TrammelRobotJoint *at = trammel_robot_joint(robot, (int)i);
    gboolean has_axis = at->joint.type == TR_JOINT_HINGE || at->joint.type == TR_JOINT_SLIDE;
    if (at->is_gone || !has_axis || tr_friction_is_dry(at->joint.friction.model))
      continue;
    at->joint.friction.model = TR_FRICTION_COULOMB;
    at->joint.friction.coulomb = DRY_START;
    n++;
  }
  trammel_record_add(
      robot->record, TRAMMEL_RECORD_CHANGED, NULL,
      N_("%d joints got a model of friction with a dry part, which starts at %g N m (or N)"), n,
      DRY_START);
}
