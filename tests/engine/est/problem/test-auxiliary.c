/* Auxiliary (frozen) columns that a linearisation carries for the gauge, against a pass of their
 * own. */
#include "engine/est/identify/session_task.h"
#include "engine/est/problem/problem.h"
#include "support/check.h"

/* Index of a parameter's frozen column in the border. */
static int
frozen_place(const TrProblem *problem, int *n_before, int i)
{
  return tr_param_weighs(problem->params[i]) ? problem->p + 1 + (*n_before)++ : i;
}

static void
check_frozen(Fixture *f)
{
  double frozen[N_FREE * N_FREE];
  int place[N_FREE], n_before = 0;
  TrPrepared prepared;
  TrProblem *problem;
  TrCost cost;

  f->task.settings.weighting = TR_WEIGHTING_JOINT;
  tr_assert_ok(tr_prepare(&prepared, &f->task, NULL), NULL);
  problem = tr_problem_new(&f->task, &prepared);
  tr_assert_ok(tr_problem_ops.linearize(problem, &cost), NULL);
  for (int i = 0; i < N_FREE; i++)
    place[i] = frozen_place(problem, &n_before, i);
  g_assert_cmpint(problem->arrow->guests, ==, n_before);
  for (int i = 0; i < N_FREE; i++)
    for (int j = 0; j < N_FREE; j++)
      frozen[i * N_FREE + j] =
          *tr_arrow_corner(problem->arrow, MAX(place[i], place[j]), MIN(place[i], place[j]));
  tr_assert_ok(tr_problem_inform(problem), NULL);
  g_assert_cmpint(problem->arrow->guests, ==, 0);
  for (int i = 0; i < N_FREE; i++)
    for (int j = 0; j <= i; j++)
      tr_assert_close(frozen[i * N_FREE + j] * problem->scale[i] * problem->scale[j],
                      *tr_arrow_corner(problem->arrow, i, j) * problem->scale[i] *
                          problem->scale[j],
                      1e-9, 1e-6);
  tr_problem_free(problem);
  tr_prepared_clear(&prepared);
}

static void
test_frozen(void)
{
  Fixture f;

  tr_session_fixture_init(&f);
  check_frozen(&f);
  tr_session_fixture_clear(&f);
}

/* Tied quantities add to the frozen columns of their masters. */
static void
test_ties(void)
{
  Fixture f;
  TrTie ties[2] = {{.master = 1, .factor = 100}, {.master = 3, .factor = 0.5}};

  tr_session_fixture_init(&f);
  g_assert_true(tr_param_find(&ties[0].param, f.model, "body.B.mass"));
  g_assert_true(tr_param_find(&ties[1].param, f.model, "joint.h1.coulomb"));
  f.task.ties = ties;
  f.task.n_ties = 2;
  check_frozen(&f);
  tr_session_fixture_clear(&f);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/guests/frozen", test_frozen);
  g_test_add_func("/engine/est/guests/ties", test_ties);
  return g_test_run();
}
