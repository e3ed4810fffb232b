/* Friction and stops of many bodies by pieces, against the active set, the programme of small
 * mechanisms and the conditions themselves. */
#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/spook_private.h"
#include "support/check.h"
#include "support/many.h"
#include "support/mechanisms.h"
#include "support/seed.h"

enum { LEAST_BODIES = TR_SPARSE_BODIES, MOST_BODIES = 16, TREES = 40, STEPS = 8 };
#define H    2e-3
#define SAME 1e-10
#define FALL (9.82 * H) /* rate that a step gives a free body */

/* Steppers of one model by pieces, by the active set alone, by the programme, and by that where
 * pivoting gives up at once, which must not differ, and the states before and after their last
 * step. */
enum { PIECES, ACTIVE_SET, PROGRAMME, GIVEN_UP, N_ROADS };
typedef struct Roads {
  TrModel *model;
  TrSpook *spook[N_ROADS];
  double *pose[N_ROADS], *twist[N_ROADS];
} Roads;

static void
open_roads(Roads *roads, TrModel *model, TrSolver solver)
{
  const TrSpookOptions options = {H, 1, 1, solver, 0};

  *roads = (Roads){.model = model};
  for (int i = 0; i < N_ROADS; i++) {
    roads->spook[i] = tr_spook_new(model, &options);
    g_assert_nonnull(roads->spook[i]);
    roads->pose[i] = g_new0(double, model->n_bodies *TR_POSE);
    roads->twist[i] = g_new0(double, model->n_bodies *TR_TWIST);
  }
  tr_pieces_limit(roads->spook[ACTIVE_SET]->pieces, 0, 10000);
  tr_pieces_limit(roads->spook[PROGRAMME]->pieces, 0, 0);
  tr_pieces_limit(roads->spook[GIVEN_UP]->pieces, 1, 0);
}

static void
close_roads(Roads *roads)
{
  for (int i = 0; i < N_ROADS; i++) {
    tr_spook_free(roads->spook[i]);
    g_free(roads->pose[i]);
    g_free(roads->twist[i]);
  }
  tr_model_free(roads->model);
}

static double
largest(const double *x, int n)
{
  double most = 0;

  for (int i = 0; i < n; i++)
    most = fmax(most, fabs(x[i]));
  return most;
}

/* One step of all from the same state, that of the pieces. */
static void
step_all(Roads *roads)
{
  size_t poses = (size_t)(roads->model->n_bodies * TR_POSE) * sizeof(double);
  int n = roads->model->n_bodies * TR_TWIST;
  double u = 0;

  for (int i = N_ROADS - 1; i >= 0; i--) {
    memmove(roads->pose[i], roads->pose[PIECES], poses);
    memmove(roads->twist[i], roads->twist[PIECES], (size_t)n * sizeof(double));
    tr_assert_ok(tr_spook_step(roads->spook[i], roads->pose[i], roads->twist[i], &u), NULL);
  }
  for (int i = 1; i < N_ROADS; i++)
    tr_assert_close_array(roads->twist[i], roads->twist[PIECES], n, 0,
                          SAME * (largest(roads->twist[PIECES], n) + FALL));
}

/* All have the same impulses, which a tree determines. */
static void
compare_impulses(const Roads *roads)
{
  const TrSpook *a = roads->spook[PIECES];

  for (int i = 1; i < N_ROADS; i++) {
    const TrSpook *b = roads->spook[i];

    tr_assert_close_array(b->axial, a->axial, a->n_joints, 0,
                          SAME * largest(a->axial, a->n_joints));
    tr_assert_close_array(b->lambda, a->lambda, a->m, 0, SAME * largest(a->lambda, a->m));
  }
}

/* Friction within its bounds, against the rate at them; stops push or are left. */
static void
check_conditions(const TrSpook *s, const double *twist)
{
  double most = largest(s->axial, s->n_joints), fastest = largest(twist, s->n) + FALL;

  for (int j = 0; j < s->n_joints; j++) {
    double f = s->friction[j], rate = tr_spook_along(s, j, twist);

    if (!tr_friction_is_dry(s->model->joints[j].friction.model))
      continue;
    g_assert_cmpfloat(f, <=, s->bound[j] + 1e-10 * most);
    g_assert_cmpfloat(f, >=, s->least[j] - 1e-10 * most);
    if (f < s->bound[j] - 1e-10 * most)
      g_assert_cmpfloat(rate, >=, -1e-10 * fastest);
    if (f > s->least[j] + 1e-10 * most)
      g_assert_cmpfloat(rate, <=, 1e-10 * fastest);
  }
  for (int i = 0; i < s->n_stops; i++) {
    const TrStop *stop = &s->stops[i];
    double side = stop->is_upper ? -1 : 1, f = side * s->friction[s->n_joints + i];
    double left = side * (tr_spook_along(s, stop->joint, twist) + stop->gap) + stop->give * f;

    g_assert_cmpfloat(f, >=, 0);
    g_assert_cmpfloat(left, >=, -1e-10 * (fastest + fabs(stop->gap)));
    if (f > 1e-10 * most)
      g_assert_cmpfloat(left, <=, 1e-10 * (fastest + fabs(stop->gap)));
  }
}

/* Joints that stick, slide, and lie on a stop in a step. */
typedef struct Seen {
  int sticking, sliding, stopped;
} Seen;

static void
look(Seen *seen, const TrSpook *s)
{
  for (int j = 0; j < s->n_joints; j++)
    if (tr_friction_is_dry(s->model->joints[j].friction.model) && s->bound[j] > 0) {
      bool sticks = s->friction[j] > s->least[j] && s->friction[j] < s->bound[j];

      seen->sticking += sticks;
      seen->sliding += !sticks;
    }
  for (int i = 0; i < s->n_stops; i++)
    seen->stopped += s->friction[s->n_joints + i] != 0;
}

static void
check_trees(TrSolver solver)
{
  Seen seen = {0};
  int programmes[N_ROADS] = {0};

  for (int i = 0; i < TREES; i++) {
    double position[MOST_BODIES], rate[MOST_BODIES];
    Roads roads;

    open_roads(&roads, tr_many_tree(g_test_rand_int_range(LEAST_BODIES, MOST_BODIES + 1)), solver);
    tr_many_state(position, rate, roads.model);
    tr_forward_kinematics(roads.pose[PIECES], roads.twist[PIECES], roads.model, position, rate);
    for (int k = 0; k < STEPS; k++) {
      step_all(&roads);
      compare_impulses(&roads);
      check_conditions(roads.spook[PIECES], roads.twist[PIECES]);
      look(&seen, roads.spook[PIECES]);
    }
    for (int r = 0; r < N_ROADS; r++)
      programmes[r] += tr_pieces_programmes(roads.spook[r]->pieces);
    close_roads(&roads);
  }
  g_test_message("%d stick, %d slide, %d on stops", seen.sticking, seen.sliding, seen.stopped);
  g_assert_cmpint(seen.sticking, >, TREES * STEPS / 2);
  g_assert_cmpint(seen.sliding, >, TREES * STEPS / 2);
  g_assert_cmpint(seen.stopped, >, TREES * STEPS / 2);
  g_assert_cmpint(programmes[PIECES], ==, 0);
  g_assert_cmpint(programmes[ACTIVE_SET], ==, 0);
  g_assert_cmpint(programmes[PROGRAMME], >=, TREES * STEPS);
  g_assert_cmpint(programmes[GIVEN_UP], >, 0);
}

static void
test_trees(gconstpointer solver)
{
  check_trees((TrSolver)GPOINTER_TO_INT(solver));
}

/* Three linkages beside each other that fall from rest, or move; one of four hinges with friction
 * at each, whose rates and rows depend on each other. */
static void
check_loops(TrModel *one, TrSolver solver, double moving)
{
  double position[TR_TEST_JOINTS] = {0.4}, rate[TR_TEST_JOINTS] = {moving};
  double pose[TR_TEST_BODIES * TR_POSE], twist[TR_TEST_BODIES * TR_TWIST];
  size_t n = (size_t)one->n_bodies;
  Roads roads;

  tr_mechanism_motion(pose, twist, one, position, rate);
  open_roads(&roads, tr_many_repeat(one, 3), solver);
  for (size_t k = 0; k < 3; k++) {
    memcpy(roads.pose[PIECES] + k * n * TR_POSE, pose, n * TR_POSE * sizeof *pose);
    memcpy(roads.twist[PIECES] + k * n * TR_TWIST, twist, n * TR_TWIST * sizeof *twist);
  }
  for (int k = 0; k < STEPS; k++) {
    step_all(&roads);
    check_conditions(roads.spook[PIECES], roads.twist[PIECES]);
  }
  g_assert_cmpint(tr_pieces_programmes(roads.spook[PIECES]->pieces), ==, 0);
  close_roads(&roads);
}

static void
test_loops(gconstpointer solver)
{
  TrModel *(*const create[])(void) = {tr_mechanism_four_bar, tr_mechanism_hinge_four_bar};

  for (size_t i = 0; i < G_N_ELEMENTS(create); i++)
    for (int strong = 0; strong < 2; strong++)
      for (int moves = 0; moves < 2; moves++) {
        TrModel *one = create[i]();

        for (int j = 0; j < one->n_joints; j++) {
          one->joints[j].friction.model = TR_FRICTION_COULOMB;
          one->joints[j].friction.load = TR_LOAD_NONE;
          one->joints[j].friction.coulomb = strong ? 50 : 0.2;
        }
        check_loops(one, (TrSolver)GPOINTER_TO_INT(solver), moves);
      }
}

static void
add(const char *name, GTestDataFunc test)
{
  for (int solver = 0; solver < TR_N_SOLVERS; solver++) {
    g_autofree char *path =
        g_strdup_printf("/pieces/%s/%s", name, tr_solver_name((TrSolver)solver));

    g_test_add_data_func(path, GINT_TO_POINTER(solver), test);
  }
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  add("trees", test_trees);
  add("loops", test_loops);
  return g_test_run();
}
