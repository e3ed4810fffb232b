/* Violation of the constraints: how far the two sides of a joint are apart. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/mechanism/mechanism.h"
#include "ui/scene/model/private.h"

/* Violations relative to the mechanism: the least that is painted, and the one that is fully red.
 */
#define LEAST  1e-6
#define MOST   1e-3
#define RADIUS 1.9 /* of the ball about a joint, in radii of a link */

static const float mild_color[4] = {0.94f, 0.89f, 0.26f, 1};
static const float severe_color[4] = {0.85f, 0.10f, 0.10f, 1};

/* Adds the squares of the rows of each joint, directions times the size of the mechanism. */
static void
add_rows(const TrammelSceneModel *look, const TrMechanism *mechanism, const double *g, double *gaps)
{
  for (int c = 0; c < mechanism->n_constraints; c++) {
    const TrConstraint *constraint = &mechanism->constraints[c];
    for (int i = 0; i < constraint->n_rows && constraint->motor < 0; i++) {
      double row = g[constraint->row + i] * (constraint->angular ? look->unit : 1);
      gaps[constraint->joint] = hypot(gaps[constraint->joint], row);
    }
  }
}

double *
trammel_scene_model_new_violations(const TrammelSceneModel *look, const double *pose)
{
  TrMechanism *mechanism = tr_mechanism_new(look->model);
  double *gaps = g_new0(double, look->model->n_joints + 1);

  g_assert(mechanism != NULL);
  tr_mechanism_drop_drives(mechanism);
  g_autofree TrPlace *places = g_new(TrPlace, look->model->n_bodies + 1);
  g_autofree double *g = g_new0(double, mechanism->n_rows + 1);
  tr_mechanism_places(places, look->model->n_bodies, pose);
  tr_mechanism_value(g, mechanism, places);
  tr_mechanism_take_drives(g, mechanism, NULL);
  add_rows(look, mechanism, g, gaps);
  tr_mechanism_free(mechanism);
  return gaps;
}

/* Returns 0 for the least violation that is painted, 1 for the one that is red; negative: none. */
static double
grade(const TrammelSceneModel *look, double gap)
{
  double share = gap / look->unit;

  return share >= LEAST ? fmin(1, log(share / LEAST) / log(MOST / LEAST)) : -1;
}

gboolean
trammel_scene_model_is_violated(const TrammelSceneModel *look, double gap)
{
  return grade(look, gap) >= 0;
}

void
trammel_scene_model_draw_violations(const TrammelSceneModel *look,
                                    TrammelDrawList *list,
                                    const double *pose)
{
  g_autofree double *gaps = trammel_scene_model_new_violations(look, pose);

  for (int j = 0; j < look->model->n_joints; j++) {
    double share = grade(look, gaps[j]), place[3];
    float color[4] = {0, 0, 0, 1};

    if (share < 0 || look->model->joints[j].type == TR_JOINT_GEAR)
      continue;
    for (int i = 0; i < 3; i++)
      color[i] = (float)((1 - share) * mild_color[i] + share * severe_color[i]);
    trammel_scene_model_get_joint_place(look, (guint)j, pose, place);
    trammel_scene_model_add_mark(list, trammel_solid_sphere(RADIUS * look->thickness),
                                 trammel_mat4_from_frame(place, (const double[4]){1, 0, 0, 0}),
                                 color);
  }
}
