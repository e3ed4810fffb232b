#include "io/export/construction.h"

#include <math.h>

static gboolean
add_limits(TrammelModelExport *export, GArray *parts, const TrJoint *joint)
{
  const double ends[] = {joint->limits.lower, joint->limits.upper};
  static const char *const keys[] = {"lower", "upper"};
  gboolean has_any = FALSE;

  for (int i = 0; i < 2; i++) {
    if (!isfinite(ends[i]))
      continue;
    has_any = TRUE;
    trammel_model_find_part(parts, "joint", joint->name)->slots[TRAMMEL_SLOT_LOWER + i] =
        trammel_model_export_add_value(export,
                                       g_strdup_printf("joint.%s.limits.%s", joint->name, keys[i]),
                                       tr_joint_position_unit(joint), ends[i], NAN);
  }
  return has_any;
}

static void
fill_gear(TrammelModelPart *part,
          TrammelModelExport *export,
          char *const ids[2],
          const char *const units[2],
          const double numbers[2])
{
  for (int i = 0; i < 2; i++)
    part->slots[TRAMMEL_SLOT_RATIO + i] =
        trammel_model_export_add_value(export, ids[i], units[i], numbers[i], NAN);
}

/* Returns the unit of the ratio of a second coordinate to a first one. */
static const char *
get_ratio_unit(const char *second, const char *first)
{
  return g_str_equal(second, first) ? "1" : g_str_equal(first, "rad") ? "m/rad" : "rad/m";
}

static gboolean
add_gear(TrammelModelExport *export, GArray *parts, const TrModel *model, const TrJoint *gear)
{
  const TrJoint *first = &model->joints[gear->gear.first];
  const TrJoint *second = &model->joints[gear->gear.second];
  const char *unit = tr_joint_position_unit(second);
  TrammelModelPart *part = trammel_model_find_part(parts, "gear", gear->name);

  part->first = first->name;
  part->second = second->name;
  fill_gear(part, export,
            (char *const[]){g_strdup_printf("joint.%s.ratio", gear->name),
                            g_strdup_printf("joint.%s.offset", gear->name)},
            (const char *const[]){get_ratio_unit(unit, tr_joint_position_unit(first)), unit},
            (const double[]){gear->gear.ratio, gear->gear.offset});
  return TRUE;
}

gboolean
trammel_export_construction_add(TrammelModelExport *export, GArray *parts, const TrModel *model)
{
  gboolean has_any = FALSE;

  for (int j = 0; j < model->n_joints; j++) {
    const TrJoint *joint = &model->joints[j];
    gboolean has = joint->type == TR_JOINT_GEAR ? add_gear(export, parts, model, joint)
                                                : add_limits(export, parts, joint);
    has_any = has_any || has;
  }
  return has_any;
}

TrammelModelPart
trammel_export_gear_turn(TrammelModelExport *export, const TrammelModelPart *gear)
{
  const TrammelExportParameter *ratio = gear->slots[TRAMMEL_SLOT_RATIO],
                               *offset = gear->slots[TRAMMEL_SLOT_OFFSET];
  gboolean keeps_unit = g_str_equal(ratio->unit, "1"), is_linear = g_str_equal(offset->unit, "m");
  TrammelModelPart turned = *gear;

  turned.first = gear->second;
  turned.second = gear->first;
  fill_gear(&turned, export,
            (char *const[]){g_strdup_printf("1 / %s", ratio->id),
                            g_strdup_printf("-%s / ratio", offset->id)},
            (const char *const[]){keeps_unit  ? "1"
                                  : is_linear ? "rad/m"
                                              : "m/rad",
                                  is_linear == keeps_unit ? "m" : "rad"},
            (const double[]){1 / ratio->value, 0 - offset->value / ratio->value});
  return turned;
}
