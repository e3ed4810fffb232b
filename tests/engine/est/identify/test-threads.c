/* The same bits for any number of threads: a fit of two logs, and its message on failure. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/session_task.h"
#include "support/check.h"

enum { MOST_THREADS = 5, N_LOGS = 2 };

/* Two pieces of the fixture's log, the second one shorter. */
static void
make_logs(TrLog logs[N_LOGS], Fixture *f)
{
  logs[0] = logs[1] = f->log;
  strcpy(logs[0].name, "first");
  strcpy(logs[1].name, "second");
  logs[0].end = STEP * floor(0.7 * f->log.end / STEP);
  logs[1].start = STEP * floor(0.75 * f->log.end / STEP);
  f->task.logs = logs;
  f->task.n_logs = N_LOGS;
}

static TrFit *
identify(Fixture *f, int threads)
{
  TrFit *fit = NULL;

  f->task.settings.threads = threads;
  tr_assert_ok(tr_identify(&fit, &f->task, NULL), NULL);
  return fit;
}

static void
check_same(const TrFit *a, const TrFit *b)
{
  size_t p = (size_t)a->n_free;

  g_assert_cmpint(a->iterations, ==, b->iterations);
  g_assert_cmpmem(&a->cost, sizeof a->cost, &b->cost, sizeof b->cost);
  for (int i = 0; i < a->n_free; i++) {
    g_assert_true(a->estimates[i].value == b->estimates[i].value);
    g_assert_true(a->estimates[i].sigma == b->estimates[i].sigma);
  }
  g_assert_cmpmem(a->covariance, p * p * sizeof(double), b->covariance, p * p * sizeof(double));
  for (int l = 0; l < a->n_logs; l++) {
    size_t bytes = (size_t)a->logs[l].n_nodes * 6 * 2 * sizeof(double);

    g_assert_cmpmem(a->logs[l].state_residual, bytes, b->logs[l].state_residual, bytes);
  }
}

/* With kappa as a number, and from the data, where threads share the inverse, too. */
static void
test_same_bits(void)
{
  Fixture f;
  TrLog logs[N_LOGS];

  tr_session_fixture_init(&f);
  make_logs(logs, &f);
  for (int i = 0; i < 2; i++) {
    TrFit *one = identify(&f, 1);

    for (int threads = 2; threads <= MOST_THREADS; threads++) {
      TrFit *fit = identify(&f, threads);

      check_same(one, fit);
      tr_fit_free(fit);
    }
    g_assert_cmpint(one->variances.rounds > 0, ==, i > 0);
    tr_fit_free(one);
    f.task.settings.kappa = NAN;
  }
  tr_session_fixture_clear(&f);
}

/* Checks that polls come from the task's thread only, and stops all of them. */
typedef struct Stopper {
  GThread *thread;
  int calls;
} Stopper;

static bool
stop_later(void *user, const void *event)
{
  Stopper *stopper = user;

  g_assert_true(g_thread_self() == stopper->thread);
  return ++stopper->calls < 12;
}

static void
test_cancel(void)
{
  Fixture f;
  TrLog logs[N_LOGS];

  tr_session_fixture_init(&f);
  make_logs(logs, &f);
  for (int threads = 1; threads <= MOST_THREADS; threads++) {
    Stopper stopper = {.thread = g_thread_self()};
    TrFit *fit = NULL;

    f.task.settings.threads = threads;
    f.task.monitor = (TrMonitor){stop_later, &stopper};
    g_assert_cmpint(tr_identify(&fit, &f.task, NULL), ==, TR_CANCELLED);
    g_assert_cmpint(stopper.calls, ==, 12);
    tr_fit_free(fit);
  }
  tr_session_fixture_clear(&f);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/est/threads/same-bits", test_same_bits);
  g_test_add_func("/engine/est/threads/cancel", test_cancel);
  return g_test_run();
}
