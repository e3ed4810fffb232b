/* A session finds the result of a fit from the start after any change; a live solution allocates
 * nothing and stops when requested. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/session_task.h"
#include "support/alloc.h"
#include "support/check.h"
#include "support/mechanisms.h"

static void
set_up(Fixture *f, gconstpointer data)
{
  tr_session_fixture_init(f);
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  tr_session_fixture_clear(f);
}

static const TrBudget thorough = {.iterations = 60, .decrease = 1e-12};

static TrSession *
new_session(const TrTask *task)
{
  TrSession *session;
  TrError error = {0};

  tr_assert_ok(tr_session_new(&session, task, &error), &error);
  return session;
}

/* Returns a session solved at the fixture's task. */
static TrSession *
new_solved(const TrTask *task)
{
  TrSession *session = new_session(task);
  TrLive live;

  tr_assert_ok(tr_session_solve(&live, session, &thorough), NULL);
  g_assert_false(live.is_restarted);
  return session;
}

static void
assert_same_point(const TrLive *warm, const TrLive *cold, double tolerance)
{
  g_assert_cmpint(warm->n_free, ==, cold->n_free);
  tr_assert_close(warm->cost.total, cold->cost.total, tolerance, 0);
  for (int i = 0; i < cold->n_free; i++)
    tr_assert_close(warm->parameters[i], cold->parameters[i], tolerance, 0);
  for (int l = 0; l < cold->n_logs; l++) {
    const TrTrajectory *a = warm->motions[l], *b = cold->motions[l];

    g_assert_cmpint(a->n_nodes, ==, b->n_nodes);
    tr_assert_close_array(a->pose, b->pose, a->n_nodes * a->n_bodies * TR_POSE, tolerance, 0);
  }
}

/* A change from a solved task and back, against fits from the start. */
static void
test_change(Fixture *f, gconstpointer data)
{
  const Change *change = data;
  TrSession *warm = new_solved(&f->task), *cold;
  Changed there, back;
  TrLive live, reference;
  TrRework rework;
  TrError error = {0};

  tr_session_make_changed(&there, f, change);
  tr_session_make_changed(&back, f, NULL);
  cold = new_session(&there.task);
  tr_assert_ok(tr_session_solve(&reference, cold, &thorough), NULL);

  tr_assert_ok(tr_session_take(warm, &there.task, &rework, &error), &error);
  g_assert_cmpint(rework, ==, change->rework);
  tr_assert_ok(tr_session_solve(&live, warm, &thorough), NULL);
  g_assert_false(live.is_restarted);
  g_test_message("%d iterations warm, %d cold", live.iterations, reference.iterations);
  g_assert_cmpint(live.iterations, <=, reference.iterations);
  assert_same_point(&live, &reference, 2e-6);

  tr_session_free(cold);
  cold = new_solved(&f->task);
  (void)tr_session_solve(&reference, cold, &thorough);
  tr_assert_ok(tr_session_take(warm, &back.task, NULL, &error), &error);
  tr_assert_ok(tr_session_solve(&live, warm, &thorough), NULL);
  assert_same_point(&live, &reference, 2e-6);

  tr_session_free(warm);
  tr_session_free(cold);
  tr_model_free(there.model);
  tr_model_free(back.model);
}

static void
test_nothing(Fixture *f, gconstpointer data)
{
  TrSession *session = new_solved(&f->task);
  Changed same;
  TrRework rework;

  tr_session_make_changed(&same, f, NULL);
  tr_assert_ok(tr_session_take(session, &same.task, &rework, NULL), NULL);
  g_assert_cmpint(rework, ==, TR_REWORK_NOTHING);
  tr_session_free(session);
  tr_model_free(same.model);
}

/* Another mechanism: nothing can be kept, and nothing fails. */
static void
test_another_mechanism(Fixture *f, gconstpointer data)
{
  TrSession *session = new_solved(&f->task);
  TrModel *pendulum = tr_mechanism_pendulum();
  TrChannel channel = tr_session_channels[1];
  TrLog log = f->log;
  TrTask task = f->task;
  TrRework rework;
  TrError error = {0};
  TrLive live;

  channel.index = 0;
  log.channels = &channel;
  log.n_channels = 1;
  task.model = pendulum;
  pendulum->sensors[0].sigma = 1e-3;
  task.logs = &log;
  task.n_free = 0;
  task.settings.kappa = 1;
  tr_assert_ok(tr_session_take(session, &task, &rework, &error), &error);
  g_assert_cmpint(rework, ==, TR_REWORK_ALL);
  tr_assert_ok(tr_session_solve(&live, session, &thorough), NULL);
  g_assert_cmpint(live.n_free, ==, 0);
  tr_session_free(session);
  tr_model_free(pendulum);
}

/* Unusable tasks are reported, and the session keeps its state. */
static void
test_bad_tasks(Fixture *f, gconstpointer data)
{
  TrSession *session = new_solved(&f->task);
  TrLive before, after;
  Changed bad;
  TrError error = {0};

  g_assert_cmpint(tr_session_solve(&before, session, &thorough), ==, TR_OK);
  tr_session_make_changed(&bad, f, NULL);
  bad.task.settings.kappa = -1;
  g_assert_cmpint(tr_session_take(session, &bad.task, NULL, &error), ==, TR_BAD_SETTING);
  g_assert_nonnull(strstr(error.text, "kappa"));
  bad.task.settings.kappa = f->task.settings.kappa;
  bad.log.end = 2 * STEP;
  g_assert_cmpint(tr_session_take(session, &bad.task, NULL, &error), ==, TR_BAD_LOG);
  g_assert_nonnull(strstr(error.text, "steps"));
  bad.log = f->log;
  bad.free[0].min = 10 * bad.free[0].start;
  g_assert_cmpint(tr_session_take(session, &bad.task, NULL, &error), ==, TR_BAD_SETTING);
  g_assert_nonnull(strstr(error.text, tr_session_ids[0]));
  g_assert_cmpint(tr_session_solve(&after, session, &thorough), ==, TR_OK);
  assert_same_point(&after, &before, 1e-9);
  tr_session_free(session);
  tr_model_free(bad.model);

  session = NULL;
  tr_session_make_changed(&bad, f, NULL);
  bad.task.settings.h = 0;
  g_assert_cmpint(tr_session_new(&session, &bad.task, &error), ==, TR_BAD_SETTING);
  g_assert_null(session);
  tr_model_free(bad.model);
}

/* A drag of kappa over four decades: no allocation after the session exists, few iterations a step,
 * and in the end the minimum of a fit from the start. */
static void
test_drag(Fixture *f, gconstpointer data)
{
  TrSession *session = new_solved(&f->task), *cold;
  const TrBudget budget = tr_budget_live();
  TrTask task = f->task;
  TrLive live, reference;
  int iterations = 0;

  tr_alloc_reset();
  for (int i = 0; i < 40; i++) {
    task.settings.kappa = 1e4 * pow(10, 0.1 * (i < 20 ? i : 40 - i));
    task.settings.compliance_scale = pow(10, 0.05 * i);
    task.settings.damping_scale = pow(10, 0.02 * i);
    if (tr_session_take(session, &task, NULL, NULL) != TR_OK ||
        tr_session_solve(&live, session, &budget) > TR_CANCELLED)
      iterations += 1000;
    iterations += live.iterations;
  }
  g_assert_cmpuint(tr_alloc_count(), ==, 0);
  g_assert_cmpint(iterations, <=, 40 * budget.iterations);
  cold = new_solved(&task);
  (void)tr_session_solve(&reference, cold, &thorough);
  g_test_message("%.2f iterations a step; cost %.9g, from the start %.9g", iterations / 40.0,
                 live.cost.total, reference.cost.total);
  tr_assert_close(live.cost.total, reference.cost.total, 1e-5, 0);
  for (int i = 0; i < N_FREE; i++)
    tr_assert_close(live.parameters[i], reference.parameters[i], 1e-3, 0);
  tr_session_free(session);
  tr_session_free(cold);
}

/* A complete fit is that of tr_identify(), to the bit, whatever the session's history. */
static void
test_identify(Fixture *f, gconstpointer data)
{
  TrSession *session = new_solved(&f->task);
  TrTask task = f->task;
  TrError error = {0};
  double start[N_FREE];
  TrLive live;

  task.settings.kappa = 3e5;
  tr_assert_ok(tr_session_take(session, &task, NULL, &error), &error);
  tr_assert_ok(tr_session_solve(&live, session, &thorough), NULL);
  memcpy(start, live.parameters, sizeof start);
  for (int warm = 0; warm < 2; warm++) {
    TrFit *fit;

    task.warm_start = warm ? start : NULL;
    tr_assert_ok(tr_identify(&fit, &task, &error), &error);
    for (int i = 0; i < N_FREE; i++)
      tr_assert_close(live.parameters[i], fit->estimates[i].value, 1e-5, 0);
    tr_fit_free(fit);
  }
  tr_session_free(session);
}

/* A session moved to a fit has nothing left to do, and its own fit is the same. */
static void
test_move_to(Fixture *f, gconstpointer data)
{
  TrSession *session = new_session(&f->task);
  const TrBudget budget = tr_budget_live();
  TrFit *fit, *own;
  TrLive live;

  tr_assert_ok(tr_identify(&fit, &f->task, NULL), NULL);
  tr_session_move_to(session, &f->task, fit);
  tr_assert_ok(tr_session_solve(&live, session, &budget), NULL);
  g_assert_cmpint(live.iterations, <=, 2);
  own = tr_session_new_fit(session);
  g_assert_nonnull(own);
  tr_assert_close(own->cost.total, fit->cost.total, 1e-8, 0);
  tr_assert_close(own->observation_mse, fit->observation_mse, 1e-6, 0);
  g_assert_cmpint(own->logs[0].sensors[1].n_residuals, ==, fit->logs[0].sensors[1].n_residuals);
  tr_assert_close_array(own->logs[0].sensors[1].scaled, fit->logs[0].sensors[1].scaled,
                        fit->logs[0].sensors[1].n_residuals, 1e-4, 0);
  for (int i = 0; i < N_FREE; i++) {
    tr_assert_close(own->estimates[i].value, fit->estimates[i].value, 0,
                    TR_ACCURACY * fit->estimates[i].sigma);
    g_assert_true(isnan(own->estimates[i].sigma));
  }
  tr_fit_free(own);
  tr_fit_free(fit);
  tr_session_free(session);
}

/* Where kappa comes from the data, the session continues with the last fit's. */
static void
test_automatic(Fixture *f, gconstpointer data)
{
  TrTask task = f->task;
  TrSession *session;
  TrLive live;

  task.settings.kappa = NAN;
  task.warm_kappa = 2e4;
  session = new_session(&task);
  tr_assert_ok(tr_session_solve(&live, session, &thorough), NULL);
  g_assert_true(live.kappa == 2e4);
  tr_session_free(session);
  task.warm_kappa = 0;
  task.settings.kappa_rule = TR_KAPPA_NATURAL;
  session = new_session(&task);
  tr_assert_ok(tr_session_solve(&live, session, &thorough), NULL);
  g_assert_true(live.kappa > 0 && live.kappa != 2e4);
  tr_session_free(session);
}

/* Stops at its n-th call. */
typedef struct Stopper {
  int calls, at;
} Stopper;

static bool
count_calls(void *user, const void *event)
{
  Stopper *stopper = user;

  return ++stopper->calls != stopper->at;
}

/* A session stopped anywhere keeps a usable point. */
static void
test_cancel(Fixture *f, gconstpointer data)
{
  Stopper stopper = {0};
  TrTask task = f->task;
  TrSession *session, *reference = new_solved(&f->task);
  TrLive live, solved;
  bool done = false;

  (void)tr_session_solve(&solved, reference, &thorough);
  task.monitor = (TrMonitor){.func = count_calls, .user = &stopper};
  for (int at = 1; !done; at += at > 8 ? at / 3 : 1) {
    stopper = (Stopper){.at = at};
    session = new_session(&task);
    done = tr_session_solve(&live, session, &thorough) == TR_OK;
    if (!done) {
      g_assert_cmpint(live.status, ==, TR_CANCELLED);
      g_assert_cmpint(stopper.calls, ==, at);
      for (int i = 0; i < N_FREE; i++)
        g_assert_true(isfinite(live.parameters[i]));
      tr_assert_ok(tr_session_solve(&live, session, &thorough), NULL);
    }
    assert_same_point(&live, &solved, 2e-6);
    tr_session_free(session);
  }
  g_assert_cmpint(stopper.calls, >, 20);
  tr_session_free(reference);
}

/* Memory that runs out while a session is made or made anew is reported, and nothing leaks. */
static void
test_out_of_memory(Fixture *f, gconstpointer data)
{
  Changed trimmed;
  bool done = false;

  tr_session_make_changed(&trimmed, f, NULL);
  trimmed.log.end = 1;
  for (size_t n = 0; !done && n < 1000; n++) {
    TrSession *session = NULL;
    TrStatus status;
    TrFit *fit = NULL;

    tr_alloc_fail_at(n, TR_ALLOC_FAIL_ONCE);
    status = tr_session_new(&session, &trimmed.task, NULL);
    if (status == TR_OK) {
      status = tr_session_take(session, &f->task, NULL, NULL);
      fit = tr_session_new_fit(session);
    }
    done = !tr_alloc_has_failed();
    tr_alloc_reset();
    g_assert_true(status == TR_OK || status == TR_NO_MEMORY);
    g_assert_true(session || status == TR_NO_MEMORY);
    g_assert_true(fit || !done);
    tr_fit_free(fit);
    tr_session_free(session);
  }
  g_assert_true(done);
  tr_model_free(trimmed.model);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (size_t i = 0; i < (size_t)tr_n_session_changes; i++) {
    g_autofree char *path =
        g_strdup_printf("/engine/session/change/%s", tr_session_changes[i].name);

    g_test_add(path, Fixture, &tr_session_changes[i], set_up, test_change, tear_down);
  }
  g_test_add("/engine/session/nothing", Fixture, NULL, set_up, test_nothing, tear_down);
  g_test_add("/engine/session/another-mechanism", Fixture, NULL, set_up, test_another_mechanism,
             tear_down);
  g_test_add("/engine/session/bad-tasks", Fixture, NULL, set_up, test_bad_tasks, tear_down);
  g_test_add("/engine/session/drag", Fixture, NULL, set_up, test_drag, tear_down);
  g_test_add("/engine/session/identify", Fixture, NULL, set_up, test_identify, tear_down);
  g_test_add("/engine/session/move-to", Fixture, NULL, set_up, test_move_to, tear_down);
  g_test_add("/engine/session/automatic", Fixture, NULL, set_up, test_automatic, tear_down);
  g_test_add("/engine/session/cancel", Fixture, NULL, set_up, test_cancel, tear_down);
  g_test_add("/engine/session/out-of-memory", Fixture, NULL, set_up, test_out_of_memory, tear_down);
  return g_test_run();
}
