#include "engine/est/regress/energy.h"

#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/model/gravity.h"

bool
tr_coefficient_is_stored(TrCoefficientKind kind)
{
  return kind == TR_COEFFICIENT_MASS || kind == TR_COEFFICIENT_MOMENT ||
         kind == TR_COEFFICIENT_INERTIA || kind == TR_COEFFICIENT_ROTOR;
}

/* Motion of a body in its own axes. */
typedef struct BodyMotion {
  double speed[3], spin[3]; /* of the origin, angular */
  double gravity[3];
  double height; /* g . r */
} BodyMotion;

static BodyMotion
find_motion(const TrModel *model, const double *twist, const double *pose)
{
  double g[3], rot[9];
  BodyMotion m = {.spin = {twist[3], twist[4], twist[5]}};

  tr_gravity_vector(g, &model->gravity);
  tr_quat_matrix(rot, pose + 3);
  tr_mat3_apply_t(m.speed, rot, twist);
  tr_mat3_apply_t(m.gravity, rot, g);
  m.height = tr_vec3_dot(g, pose);
  return m;
}

/* Energy per unit of a coefficient of a body. */
static double
find_body_energy(const TrCoefficient *c, const BodyMotion *m)
{
  static const int rows[] = {0, 1, 2, 0, 0, 1}, columns[] = {0, 1, 2, 1, 2, 2};
  double turned[3];

  if (c->kind == TR_COEFFICIENT_MASS)
    return tr_vec3_dot(m->speed, m->speed) / 2 - m->height;
  if (c->kind == TR_COEFFICIENT_INERTIA)
    return (c->axis >= TR_XY ? 1 : 0.5) * m->spin[rows[c->axis]] * m->spin[columns[c->axis]];
  tr_vec3_cross(turned, m->speed, m->spin);
  return turned[c->axis] - m->gravity[c->axis];
}

void
tr_energy_stored(double *out,
                 const TrModel *model,
                 const TrCoefficients *coefficients,
                 const TrRegressor *regressor,
                 const double *pose)
{
  for (int i = 0; i < coefficients->n; i++) {
    const TrCoefficient *c = &coefficients->list[i];

    out[i] = 0;
    if (c->kind == TR_COEFFICIENT_ROTOR) {
      const TrMotor *motor = &model->motors[c->owner];
      double rate = motor->gear * tr_regressor_joint_rates(regressor)[motor->joint];

      out[i] = rate * rate / 2;
    } else if (tr_coefficient_is_stored(c->kind)) {
      BodyMotion motion = find_motion(model, tr_regressor_twist(regressor) + TR_TWIST * c->owner,
                                      pose + TR_POSE * c->owner);

      out[i] = find_body_energy(c, &motion);
    }
  }
}

static bool
is_whole(const TrEnergySamples *s, int first)
{
  for (int k = first; k <= first + s->length; k++)
    if (s->lost[k])
      return false;
  return true;
}

int
tr_energy_rows(double *rows,
               int *middle,
               const TrEnergySamples *s,
               const TrCoefficients *coefficients)
{
  size_t nz = (size_t)coefficients->n;
  int n = 0;

  for (int first = 0; first + s->length < s->n; first += s->length) {
    double *row = rows + (size_t)n * nz;

    if (!is_whole(s, first))
      continue;
    for (size_t i = 0; i < nz; i++) {
      const double *stored = s->stored + (size_t)first * nz + i;
      const double *power = s->power + (size_t)first * nz + i;

      row[i] = stored[(size_t)s->length * nz] - stored[0];
      for (int k = 0; k < s->length; k++)
        row[i] += s->step * (power[(size_t)k * nz] + power[(size_t)(k + 1) * nz]) / 2;
    }
    middle[n++] = first + s->length / 2;
  }
  return n;
}
