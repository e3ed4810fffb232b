#include "engine/mbs/model/gears.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest number of teeth, and largest relative difference of a ratio from theirs. */
enum { MAX_TEETH = 100 };
#define RATIO_TOLERANCE 1e-6

/* Largest difference between the ways round a loop of gears that agree. */
#define LOOP_TOLERANCE 1e-9

double
tr_gear_period(const TrModel *model, int gear)
{
  const TrGear *g = &model->joints[gear].gear;
  bool first_turns = !tr_joint_is_linear(&model->joints[g->first]);
  bool second_turns = !tr_joint_is_linear(&model->joints[g->second]);

  if (!first_turns)
    return second_turns ? 2 * M_PI : 0;
  if (!second_turns)
    return 2 * M_PI * fabs(g->ratio);
  for (int q = 1; q <= MAX_TEETH; q++) {
    double p = g->ratio * q;

    if (fabs(round(p)) >= 1 && fabs(p - round(p)) <= RATIO_TOLERANCE * fabs(p))
      return 2 * M_PI / q;
  }
  return 0;
}

static TrStatus
check_gear(const TrModel *model, const TrJoint *joint, TrError *error)
{
  const TrGear *g = &joint->gear;
  const int ends[] = {g->first, g->second};

  for (int i = 0; i < 2; i++) {
    if (ends[i] < 0 || ends[i] >= model->n_joints)
      return tr_error_set(error, TR_BAD_MODEL, "gear '%s' names a joint that does not exist",
                          joint->name);
    if (!tr_joint_has_axis(&model->joints[ends[i]]))
      return tr_error_set(error, TR_BAD_MODEL,
                          "gear '%s' couples '%s', which is of type %s; gears couple hinges and "
                          "slides",
                          joint->name, model->joints[ends[i]].name,
                          tr_joint_type_name(model->joints[ends[i]].type));
  }
  if (g->first == g->second)
    return tr_error_set(error, TR_BAD_MODEL,
                        "gear '%s' couples joint '%s' to itself; name two different joints",
                        joint->name, model->joints[g->first].name);
  if (!isfinite(g->ratio) || g->ratio == 0 || !isfinite(g->offset))
    return tr_error_set(error, TR_BAD_MODEL,
                        "gear '%s': the ratio (%g) must be a number other than zero, and the "
                        "offset (%g) finite",
                        joint->name, g->ratio, g->offset);
  return TR_OK;
}

/* Coordinate of a joint in terms of its group's: factor s_root + shift. */
typedef struct Member {
  int root;
  double factor, shift;
} Member;

/* Names of the gears among the joints of a group, up to one of them. */
static void
list_gears(char *text, size_t size, const TrModel *model, const Member *members, int root, int last)
{
  *text = '\0';
  for (int j = 0; j <= last; j++) {
    const TrJoint *joint = &model->joints[j];
    size_t used = strlen(text);

    if (joint->type == TR_JOINT_GEAR && members[joint->gear.first].root == root &&
        members[joint->gear.second].root == root && used + TR_NAME_SIZE + 8 < size)
      snprintf(text + used, size - used, "%s'%s'",
               used == 0   ? ""
               : j == last ? " and "
                           : ", ",
               joint->name);
  }
}

/* Checks a gear within one group: its ratio against the path through the others. */
static TrStatus
check_loop(const TrModel *model, int gear, const Member *members, TrError *error)
{
  const TrGear *g = &model->joints[gear].gear;
  const Member *a = &members[g->first], *b = &members[g->second];
  double lack = b->shift - g->ratio * a->shift - g->offset;
  double period = tr_gear_period(model, gear);
  char names[TR_ERROR_SIZE / 2];

  if (period > 0)
    lack = remainder(lack, period);
  list_gears(names, sizeof names, model, members, a->root, gear);
  if (fabs(b->factor - g->ratio * a->factor) > LOOP_TOLERANCE * fabs(b->factor))
    return tr_error_set(
        error, TR_BAD_MODEL,
        "the gears %s form a loop that locks: by '%s' joint '%s' moves %.6g times as fast as '%s', "
        "by the others %.6g times; correct a ratio, or remove one of them",
        names, model->joints[gear].name, model->joints[g->second].name, g->ratio,
        model->joints[g->first].name, b->factor / a->factor);
  if (fabs(lack) > LOOP_TOLERANCE * (1 + fabs(g->offset)))
    return tr_error_set(error, TR_BAD_MODEL,
                        "the gears %s form a loop with inconsistent offsets: '%s' is off by %.6g; "
                        "correct its offset, or remove it",
                        names, model->joints[gear].name, lack);
  return TR_OK;
}

/* Merges the second joint's group into that of the first. */
static void
unite(Member *members, int n, const TrGear *g)
{
  Member a = members[g->first], b = members[g->second];
  double factor = g->ratio * a.factor / b.factor;
  double shift = (g->ratio * a.shift + g->offset - b.shift) / b.factor;

  for (int j = 0; j < n; j++) {
    if (members[j].root != b.root)
      continue;
    members[j].root = a.root;
    members[j].shift += members[j].factor * shift;
    members[j].factor *= factor;
  }
}

TrStatus
tr_gears_check(const TrModel *model, TrError *error)
{
  Member *members = malloc(((size_t)model->n_joints + 1) * sizeof *members);
  TrStatus status = members ? TR_OK : TR_NO_MEMORY;

  for (int j = 0; members && j < model->n_joints; j++)
    members[j] = (Member){j, 1, 0};
  for (int j = 0; status == TR_OK && j < model->n_joints; j++) {
    const TrGear *g = &model->joints[j].gear;

    if (model->joints[j].type != TR_JOINT_GEAR)
      continue;
    status = check_gear(model, &model->joints[j], error);
    if (status != TR_OK)
      break;
    if (members[g->first].root == members[g->second].root)
      status = check_loop(model, j, members, error);
    else
      unite(members, model->n_joints, g);
  }
  free(members);
  return status;
}
