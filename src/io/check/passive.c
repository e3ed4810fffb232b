/* Check of joints without a motor: only gravity, springs and friction can cause their motion. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "io/check/private.h"

/* Force that the motion needs, in units of gravity's: start values that are wrong by a factor, and
 * fast motion, cause less; a channel whose unit is wrong by a thousand causes more. */
#define MOST_OF_GRAVITY 50

/* Gravity counts along a joint from this share of the largest along any joint on, and from this
 * lever of the whole weight on [m], or share of it along a slide: what an axis that is nearly
 * upright feels is a matter of its tilt. */
#define LEAST_OF_LARGEST 0.2
#define LEAST_LEVER      1e-3

/* Least force of gravity along a joint that counts [N m, N]. */
static double
find_least(const TrModel *model, const TrInverseDynamics *with, const TrInverseDynamics *without)
{
  double largest = 0, mass = 0;

  for (int j = 0; j < model->n_joints; j++)
    largest = fmax(largest, trammel_check_rms_force(with, without, j));
  for (int b = 0; b < model->n_bodies; b++)
    mass += model->bodies[b].mass;
  return fmax(LEAST_OF_LARGEST * largest, LEAST_LEVER * mass * model->gravity.magnitude);
}

static gboolean
is_passive(const TrModel *model, int joint)
{
  return !tr_model_has_motor(model, joint) && model->joints[joint].spring.stiffness == 0;
}

void
trammel_check_passive_forces(const TrammelCheck *check,
                             const TrInverseDynamics *with,
                             const TrInverseDynamics *without)
{
  const TrModel *model = check->task->model;
  double least = find_least(model, with, without);

  for (int j = 0; j < model->n_joints; j++) {
    double force = trammel_check_rms_force(with, NULL, j);
    double gravity = trammel_check_rms_force(with, without, j);
    TrammelPlace place = {.signal = model->joints[j].name};

    if (gravity > least && force > MOST_OF_GRAVITY * gravity && is_passive(model, j))
      trammel_findings_add(
          check->findings, &place, "warning", "passive-force",
          N_("Joint '%s' has no motor, but its motion in the logs needs forces %.0f times those of "
             "gravity: check the units of the sensors, of this joint and of the joints that carry "
             "it."),
          place.signal, force / gravity);
  }
}
