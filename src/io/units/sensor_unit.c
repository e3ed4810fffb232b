#include "io/units/sensor_unit.h"

#include "io/base/bilingual.h"

TrammelDimension
trammel_sensor_get_dimension(const TrModel *model, int sensor)
{
  TrammelDimension dimension = TRAMMEL_DIMENSION_NONE;

  trammel_unit_parse(tr_sensor_unit(model, sensor), NULL, &dimension);
  return dimension;
}

char *
trammel_joint_dup_name(const TrModel *model, int joint)
{
  return trammel_bilingual_dup("the %s joint '%s'", tr_joint_type_name(model->joints[joint].type),
                               model->joints[joint].name);
}

char *
trammel_sensor_dup_seat(const TrModel *model, int sensor)
{
  const TrSensor *s = &model->sensors[sensor];

  if (!tr_sensor_class(s->type)->is_of_joint)
    return trammel_bilingual_dup("body '%s'", model->bodies[s->body].name);
  return trammel_joint_dup_name(model, s->joint);
}

int
trammel_sensor_find(const TrModel *model, const char *signal)
{
  for (int s = 0; s < model->n_sensors; s++)
    if (g_str_equal(model->sensors[s].name, signal))
      return s;
  return -1;
}
