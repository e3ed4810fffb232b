/* Sizes of the state error that are measured again with other values. */
#include "engine/est/prepare/state_error.h"

#include <string.h>

#include "engine/est/identify/session_task.h"
#include "engine/est/prepare/prepare.h"
#include "support/check.h"

enum { N_JOINTS = 2 };

/* With a heavier pendulum both sizes grow; a group of one freedom keeps its share, which is that of
 * the group. */
static void
test_again(void)
{
  Fixture f;
  TrPrepared prepared;
  TrError error = {0};
  double size[N_JOINTS], share[N_JOINTS];

  tr_session_fixture_init(&f);
  for (int j = 0; j < N_JOINTS; j++)
    f.model->joints[j].state_error[TR_KIND_TORQUE] = 0;
  tr_assert_ok(tr_prepare(&prepared, &f.task, &error), &error);
  TrStateError *now = &prepared.state_error;
  TrModel *heavier = tr_model_copy(f.model);

  g_assert_cmpint(now->n_freedoms, ==, N_JOINTS);
  g_assert_cmpint(now->n_groups, ==, N_JOINTS);
  memcpy(size, now->size, sizeof size);
  memcpy(share, now->share, sizeof share);
  for (int b = 0; b < heavier->n_bodies; b++) {
    heavier->bodies[b].mass *= 4;
    for (int i = 0; i < 6; i++)
      heavier->bodies[b].inertia[i] *= 4;
  }
  tr_assert_ok(tr_prepare_state_error_again(&prepared, &f.task, heavier), NULL);
  for (int j = 0; j < N_JOINTS; j++) {
    g_assert_cmpfloat(now->size[j], >, 1.5 * size[j]);
    tr_assert_close(now->share[j], share[j], 1e-12, 0);
  }
  tr_model_free(heavier);
  tr_prepared_clear(&prepared);
  tr_session_fixture_clear(&f);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/prepare/state-error/again", test_again);
  return g_test_run();
}
