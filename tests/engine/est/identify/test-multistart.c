/* Several starts: draws, and problems with known optima. */
#include "engine/est/identify/multistart.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/multistart_settle.h"
#include "engine/est/identify/shaken_pendulum.h"
#include "support/check.h"

static void
print_optima(const TrFit *fit)
{
  const TrMultistart *m = fit->multistart;

  g_test_message("%d starts: %d converged, %d stopped, %d failed", m->n_starts, m->n_converged,
                 m->n_stopped, m->n_failed);
  for (int i = 0; i < m->n_optima; i++)
    g_test_message("cost %.8g from %d starts%s: %.6g %.6g", m->optima[i].cost.total,
                   m->optima[i].n_starts, m->optima[i].has_own ? " with the own" : "",
                   m->optima[i].parameters[0], m->n_free > 1 ? m->optima[i].parameters[1] : NAN);
}

/* Checks that the ends of the starts agree with the optima. */
static void
check_ends(const TrMultistart *m)
{
  int n[TR_MAX_STARTS + 1] = {0};

  for (int i = 0; i < m->n_starts; n[m->ends[i].optimum + 1]++, i++)
    g_assert_cmpint(m->ends[i].optimum >= 0, ==, m->ends[i].status == TR_OK);
  for (int i = 0; i < m->n_optima; i++)
    g_assert_cmpint(n[i + 1], ==, m->optima[i].n_starts);
}

/* Checks the properties of any summary. */
static void
check_summary(const TrFit *fit, int n_starts)
{
  const TrMultistart *m = fit->multistart;
  int reached = 0, own = 0;

  g_assert_cmpint(m->n_starts, ==, n_starts);
  g_assert_cmpint(m->n_converged + m->n_stopped + m->n_failed, ==, n_starts);
  for (int i = 0; i < m->n_optima; i++) {
    reached += m->optima[i].n_starts;
    own += m->optima[i].has_own;
    g_assert_cmpint(m->optima[i].n_starts, >, 0);
    if (i > 0)
      g_assert_cmpfloat(m->optima[i].cost.total, >=, m->optima[i - 1].cost.total);
  }
  g_assert_cmpint(reached, ==, m->n_converged);
  g_assert_cmpint(own, ==, m->own_failed ? 0 : 1);
  check_ends(m);
  g_assert_cmpfloat(fit->cost.total, ==, m->optima[0].cost.total);
  g_assert_cmpfloat(fit->cost.total, ==, m->ends[m->optima[0].start].cost);
  for (int i = 0; i < fit->n_free; i++)
    g_assert_cmpfloat(fit->estimates[i].value, ==, m->optima[0].parameters[i]);
}

static void
count_ends(void *user, const TrMultistart *so_far)
{
  g_assert_cmpint(so_far->n_starts, >, *(int *)user);
  *(int *)user = so_far->n_starts;
}

/* The delay of a periodic input has an optimum in every period, each worse than the true one, since
 * the amplitude grows; the own start is in the wrong one. */
static void
test_wrong_turn(void)
{
  int seen = 0;
  const TrMultistartOptions options = {12, 1, NULL, count_ends, &seen};
  TrShaken rig;
  TrFit *fit, *own, *again;
  TrError error = {0};

  tr_shaken_set_up(&rig, 0.5, TR_SHAKEN_DELAY);
  tr_shaken_free_delay(&rig);
  tr_assert_ok(tr_identify(&own, &rig.task, &error), &error);
  tr_assert_close(own->estimates[0].value, TR_SHAKEN_DELAY + 0.5, 0, 0.05);
  tr_assert_ok(tr_multistart_run(&fit, &rig.task, &options, &error), &error);
  print_optima(fit);
  check_summary(fit, 12);
  g_assert_cmpint(seen, ==, 12);
  g_assert_cmpint(fit->multistart->n_optima, >=, 2);
  g_assert_false(fit->multistart->optima[0].has_own);
  g_assert_false(fit->multistart->own_failed);
  g_assert_false(tr_multistart_is_ambiguous(fit));
  tr_assert_close(fit->estimates[0].value, TR_SHAKEN_DELAY, 0, 2e-3);
  tr_assert_close(fit->estimates[1].value, 0.1, 0.02, 0);
  g_assert_cmpfloat(fit->cost.total, <, 0.5 * own->cost.total);

  /* the same seed finds the same, and one start is the plain fit */
  tr_assert_ok(tr_multistart(&again, &rig.task, 12, 1, &error), &error);
  g_assert_cmpfloat(again->cost.total, ==, fit->cost.total);
  g_assert_cmpfloat(again->estimates[0].value, ==, fit->estimates[0].value);
  tr_fit_free(again);
  tr_assert_ok(tr_multistart(&again, &rig.task, 1, 1, &error), &error);
  g_assert_null(again->multistart);
  g_assert_cmpfloat(again->cost.total, ==, own->cost.total);
  tr_fit_free(again);
  tr_fit_free(fit);
  tr_fit_free(own);
  tr_model_free(rig.model);
}

/* A start of one's own that does not converge is told, and is in no optimum. */
static void
test_own_failed(void)
{
  TrShaken rig;
  TrFit *fit, *own;
  TrError error = {0};

  tr_shaken_set_up(&rig, 0.5, TR_SHAKEN_DELAY);
  tr_shaken_free_delay(&rig);
  tr_assert_ok(tr_identify(&own, &rig.task, &error), &error);
  rig.task.settings.max_iterations = own->iterations - 1;
  tr_assert_ok(tr_multistart(&fit, &rig.task, 12, 1, &error), &error);
  print_optima(fit);
  check_summary(fit, 12);
  g_assert_cmpint(fit->multistart->n_stopped, >, 0);
  g_assert_true(fit->multistart->own_failed);
  tr_fit_free(fit);
  tr_fit_free(own);
  tr_model_free(rig.model);
}

static void
assert_same_optima(const TrFit *a, const TrFit *b)
{
  const TrMultistart *m = a->multistart, *n = b->multistart;

  g_assert_cmpint(m->n_optima, ==, n->n_optima);
  g_assert_cmpint(m->n_converged, ==, n->n_converged);
  for (int i = 0; i < m->n_optima; i++) {
    g_assert_cmpfloat(m->optima[i].cost.total, ==, n->optima[i].cost.total);
    g_assert_cmpint(m->optima[i].n_starts, ==, n->optima[i].n_starts);
    for (int k = 0; k < a->n_free; k++)
      g_assert_cmpfloat(m->optima[i].parameters[k], ==, n->optima[i].parameters[k]);
  }
  for (int i = 0; i < m->n_starts; i++) {
    g_assert_cmpint(m->ends[i].optimum, ==, n->ends[i].optimum);
    g_assert_cmpmem(&m->ends[i].cost, sizeof(double), &n->ends[i].cost, sizeof(double));
  }
}

/* Threads that share the starts find the same to the last bit. */
static void
test_threads(void)
{
  TrShaken rig;
  TrFit *alone, *shared;
  TrError error = {0};

  tr_shaken_set_up(&rig, 0.5, TR_SHAKEN_DELAY);
  tr_shaken_free_delay(&rig);
  rig.task.settings.threads = 1;
  tr_assert_ok(tr_multistart(&alone, &rig.task, 12, 1, &error), &error);
  for (int threads = 2; threads <= 5; threads += 3) {
    rig.task.settings.threads = threads;
    tr_assert_ok(tr_multistart(&shared, &rig.task, 12, 1, &error), &error);
    assert_same_optima(alone, shared);
    tr_fit_free(shared);
  }
  tr_fit_free(alone);
  tr_model_free(rig.model);
}

/* Processes simulated by threads: each puts its data on the table, and takes copies of the data of
 * the others.  ThreadSanitizer sees POSIX locks, but not GLib's. */
enum { MOST_PROCESSES = 3 };

typedef struct Table {
  int size;
  pthread_mutex_t mutex;
  pthread_cond_t full;
  int here, round;
  const void *given[MOST_PROCESSES];
  size_t n_given[MOST_PROCESSES];
} Table;

typedef struct Process {
  Table *table;
  TrExchange exchange;
  const TrTask *task;
  int n_starts;
  TrFit *fit;
  TrStatus status;
} Process;

/* Waits until all are here. */
static void
meet(Table *table)
{
  int round = table->round;

  if (++table->here == table->size) {
    table->here = 0;
    table->round++;
    pthread_cond_broadcast(&table->full);
  }
  while (table->round == round)
    pthread_cond_wait(&table->full, &table->mutex);
}

static void
gather(void *user, const void *mine, size_t n_mine, void *all[], size_t n_all[])
{
  Process *process = user;
  Table *table = process->table;

  pthread_mutex_lock(&table->mutex);
  table->given[process->exchange.rank] = mine;
  table->n_given[process->exchange.rank] = n_mine;
  meet(table);
  for (int rank = 0; rank < table->size; rank++) {
    all[rank] = malloc(table->n_given[rank] + 1);
    n_all[rank] = table->n_given[rank];
    if (n_all[rank] > 0)
      memcpy(all[rank], table->given[rank], n_all[rank]);
  }
  meet(table);
  pthread_mutex_unlock(&table->mutex);
}

static gpointer
run_process(gpointer data)
{
  Process *process = data;

  const TrMultistartOptions options = {
      .n_starts = process->n_starts, .seed = 1, .exchange = &process->exchange};

  process->status = tr_multistart_run(&process->fit, process->task, &options, NULL);
  return NULL;
}

/* Runs tasks[size] at once, as processes that exchange data. */
static void
run_processes(Process *processes, TrTask *tasks, int size, int n_starts)
{
  Table table = {.size = size};
  GThread *threads[MOST_PROCESSES];

  pthread_mutex_init(&table.mutex, NULL);
  pthread_cond_init(&table.full, NULL);
  for (int rank = 0; rank < size; rank++) {
    processes[rank] = (Process){.table = &table,
                                .exchange = {.rank = rank, .size = size, .gather = gather},
                                .task = &tasks[rank],
                                .n_starts = n_starts};
    processes[rank].exchange.user = &processes[rank];
    threads[rank] = g_thread_new("process", run_process, &processes[rank]);
  }
  for (int rank = 0; rank < size; rank++)
    g_thread_join(threads[rank]);
  pthread_mutex_destroy(&table.mutex);
  pthread_cond_destroy(&table.full);
}

/* The fit that represents the best optimum is the same wherever it was found. */
static void
assert_same_fit(const TrFit *a, const TrFit *b)
{
  size_t n = (size_t)a->n_free;

  assert_same_optima(a, b);
  g_assert_cmpint(a->status, ==, b->status);
  g_assert_cmpstr(a->message, ==, b->message);
  for (size_t i = 0; i < n; i++)
    g_assert_cmpfloat(a->estimates[i].sigma, ==, b->estimates[i].sigma);
  g_assert_cmpmem(a->covariance, n * n * sizeof(double), b->covariance, n * n * sizeof(double));
  g_assert_cmpmem(
      a->logs[0].sensors[0].scaled, (size_t)a->logs[0].sensors[0].n_residuals * sizeof(double),
      b->logs[0].sensors[0].scaled, (size_t)b->logs[0].sensors[0].n_residuals * sizeof(double));
}

/* Processes that share the starts, each with another number of threads, all find the same. */
static void
test_processes(void)
{
  Process processes[MOST_PROCESSES];
  TrTask tasks[MOST_PROCESSES];
  TrFit *alone;
  TrShaken rig;

  tr_shaken_set_up(&rig, 0.5, TR_SHAKEN_DELAY);
  tr_shaken_free_delay(&rig);
  rig.task.settings.threads = 1;
  tr_assert_ok(tr_multistart(&alone, &rig.task, 12, 1, NULL), NULL);
  for (int size = 2; size <= MOST_PROCESSES; size++) {
    for (int rank = 0; rank < size; rank++) {
      tasks[rank] = rig.task;
      tasks[rank].settings.threads = 1 + rank;
    }
    run_processes(processes, tasks, size, 12);
    for (int rank = 0; rank < size; rank++) {
      g_assert_cmpint(processes[rank].status, ==, TR_OK);
      check_summary(processes[rank].fit, 12);
      assert_same_fit(processes[rank].fit, alone);
      tr_fit_free(processes[rank].fit);
    }
  }
  tr_fit_free(alone);
  tr_model_free(rig.model);
}

static bool
stop_at_once(void *user, const void *event)
{
  return false;
}

/* When one is stopped before the others begin, none waits for it. */
static void
test_process_leaves(void)
{
  Process processes[2];
  TrTask tasks[2];
  TrShaken rig;

  tr_shaken_set_up(&rig, 0, 0);
  tr_shaken_add_free(&rig, "motor.m1.gain", 0.05);
  tasks[0] = tasks[1] = rig.task;
  tasks[1].monitor = (TrMonitor){.func = stop_at_once};
  run_processes(processes, tasks, 2, 4);
  for (int rank = 0; rank < 2; rank++) {
    g_assert_cmpint(processes[rank].status, ==, TR_CANCELLED);
    tr_fit_free(processes[rank].fit);
  }
  tr_model_free(rig.model);
}

/* With an amplitude that does not grow the periods cannot be distinguished. */
static void
test_ambiguous(void)
{
  TrShaken rig;
  TrFit *fit;
  TrError error = {0};

  tr_shaken_set_up(&rig, 0, TR_SHAKEN_DELAY);
  tr_shaken_free_delay(&rig);
  tr_assert_ok(tr_multistart(&fit, &rig.task, 8, 1, &error), &error);
  print_optima(fit);
  check_summary(fit, 8);
  g_assert_cmpint(fit->multistart->n_optima, ==, 2);
  g_assert_true(tr_multistart_is_ambiguous(fit));
  tr_assert_close(
      fabs(fit->multistart->optima[0].parameters[0] - fit->multistart->optima[1].parameters[0]),
      0.5, 0, 1e-3);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

/* Motion determines only ratios of the forces: wherever a fit begins and ends along them, it is one
 * optimum. */
static void
test_null_direction(void)
{
  static const char *const ids[4] = {"body.A.mass", "body.A.inertia.zz", "joint.h1.viscous",
                                     "motor.m1.gain"};
  TrShaken rig;
  TrFit *fit;
  TrError error = {0};

  tr_shaken_set_up(&rig, 0.5, 0);
  for (int i = 0; i < 4; i++) {
    TrFree *f = tr_shaken_add_free(&rig, ids[i], 0);

    f->start = tr_param_get(rig.model, f->param);
    f->min = 0;
  }
  tr_assert_ok(tr_multistart(&fit, &rig.task, 6, 3, &error), &error);
  print_optima(fit);
  check_summary(fit, 6);
  g_assert_cmpint(fit->multistart->n_converged, ==, 6);
  g_assert_cmpint(fit->multistart->n_optima, ==, 1);
  g_assert_false(fit->estimates[0].identifiable);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

static void
test_draws(void)
{
  TrShaken rig;
  TrModel *model;
  double values[3], again[3], low[3], high[3], sum = 0;

  tr_shaken_set_up(&rig, 0, 0);
  tr_shaken_add_free(&rig, "body.A.inertia.zz", 1e-3); /* positive */
  tr_shaken_add_free(&rig, "motor.m1.gain", 0.1);      /* any sign, natural size 0.1 */
  rig.free[2] = (TrFree){.start = 0.3, .min = 0.2, .max = 20, .prior_sigma = INFINITY};
  g_assert_true(tr_param_find(&rig.free[2].param, rig.model, "body.A.mass"));
  rig.task.n_free = 3;
  model = tr_model_copy(rig.model);
  for (int i = 0; i < 3; i++) {
    low[i] = INFINITY;
    high[i] = -INFINITY;
  }
  for (int n = 1; n <= 1000; n++) {
    tr_multistart_draw(values, &rig.task, model, 5, n);
    for (int i = 0; i < 3; i++) {
      low[i] = fmin(low[i], values[i]);
      high[i] = fmax(high[i], values[i]);
    }
    sum += log10(values[2]) / 1000;
  }
  g_assert_cmpfloat(low[0], >=, 1e-4);
  g_assert_cmpfloat(low[0], <, 1.1e-4);
  g_assert_cmpfloat(high[0], <=, 1e-2);
  g_assert_cmpfloat(high[0], >, 0.9e-2);
  tr_assert_close(low[1], 0.1 - 0.3, 0, 0.01);
  tr_assert_close(high[1], 0.1 + 0.3, 0, 0.01);
  g_assert_cmpfloat(low[2], >=, 0.2);
  g_assert_cmpfloat(high[2], <=, 20);
  /* log-uniform: mean of log10 is 0.3, its error 0.018 */
  tr_assert_close(sum, log10(2), 0, 0.08);

  tr_multistart_draw(values, &rig.task, model, 5, 7);
  tr_multistart_draw(again, &rig.task, model, 5, 7);
  g_assert_cmpmem(values, sizeof values, again, sizeof again);
  tr_multistart_draw(again, &rig.task, model, 6, 7);
  g_assert_cmpfloat(values[0], !=, again[0]);

  rig.free[1].prior_mean = 2;
  rig.free[1].prior_sigma = 0.01;
  tr_multistart_draw(values, &rig.task, model, 5, 7);
  tr_assert_close(values[1], 2, 0, 0.05);
  tr_model_free(model);
  tr_model_free(rig.model);
}

/* Stops at the n-th event. */
static bool
stop_after(void *user, const void *event)
{
  int *left = user;

  return !event || --*left > 0;
}

static void
test_cancel(void)
{
  TrShaken rig;
  TrFit *fit;
  int left = 3;

  tr_shaken_set_up(&rig, 0, 0);
  tr_shaken_add_free(&rig, "motor.m1.gain", 0.05);
  rig.task.monitor = (TrMonitor){stop_after, &left};
  g_assert_cmpint(tr_multistart(&fit, &rig.task, 8, 1, NULL), ==, TR_CANCELLED);
  g_assert_null(fit->multistart); /* in the own start already */
  tr_fit_free(fit);
  left = 20;
  g_assert_cmpint(tr_multistart(&fit, &rig.task, 8, 1, NULL), ==, TR_CANCELLED);
  g_assert_nonnull(fit->multistart);
  g_assert_cmpint(fit->status, ==, TR_CANCELLED);
  g_assert_cmpint(fit->multistart->n_starts, <, 8);
  check_summary(fit, fit->multistart->n_starts);
  tr_fit_free(fit);
  tr_model_free(rig.model);
}

static void
test_bad_input(void)
{
  TrShaken rig;
  TrFit *fit;
  TrError error = {0};

  tr_shaken_set_up(&rig, 0, 0);
  tr_shaken_add_free(&rig, "motor.m1.gain", 0.05);
  rig.task.settings.h = -1;
  g_assert_cmpint(tr_multistart(&fit, &rig.task, 4, 1, &error), ==, TR_BAD_SETTING);
  g_assert_null(fit);
  tr_model_free(rig.model);
}

/* A fit of one value; the caller frees it. */
static TrFit *
new_fit(double value, double likelihood)
{
  TrFit *fit = calloc(1, sizeof *fit);

  fit->n_free = 1;
  fit->estimates = calloc(1, sizeof *fit->estimates);
  fit->estimates[0].value = value;
  fit->likelihood = likelihood;
  return fit;
}

static bool
have_same_value(const TrFit *a, const TrFit *b)
{
  return a->estimates[0].value == b->estimates[0].value;
}

/* Optima that turn out to be one are joined, with their starts; the others keep theirs, and all are
 * in the order of their likelihoods. */
static void
test_joined(void)
{
  enum { OPTIMA = 3, STARTS = 5 };
  double parameters[OPTIMA];
  TrOptimum optima[OPTIMA];
  TrStartEnd ends[STARTS] = {
      {.optimum = 0}, {.optimum = 1}, {.optimum = 2}, {.optimum = 1}, {.optimum = 2}};
  TrFit *fits[OPTIMA] = {new_fit(1, 30), new_fit(2, 10), new_fit(1, 20)};
  TrMultistart out = {
      .n_free = 1, .n_starts = STARTS, .n_optima = OPTIMA, .optima = optima, .ends = ends};
  TrSettle settle = {.out = &out, .fits = fits};

  for (int k = 0; k < OPTIMA; k++) /* of the own start: they are not fitted again */
    optima[k] = (TrOptimum){
        .parameters = &parameters[k], .start = k, .n_starts = k == 0 ? 1 : 2, .has_own = true};
  tr_assert_ok(tr_settle_optima(&settle, have_same_value), NULL);
  g_assert_cmpint(out.n_optima, ==, 2);
  g_assert_null(fits[2]);
  for (int k = 0; k < 2; k++) {
    g_assert_cmpfloat(optima[k].likelihood, ==, k == 0 ? 10 : 20);
    g_assert_cmpfloat(optima[k].parameters[0], ==, k == 0 ? 2 : 1);
    g_assert_cmpfloat(fits[k]->estimates[0].value, ==, k == 0 ? 2 : 1);
    g_assert_cmpint(optima[k].n_starts, ==, k == 0 ? 2 : 3);
    tr_fit_free(fits[k]);
  }
  for (int i = 0; i < STARTS; i++)
    g_assert_cmpint(ends[i].optimum, ==, i == 1 || i == 3 ? 0 : 1);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/multistart/wrong-turn", test_wrong_turn);
  g_test_add_func("/engine/multistart/own-failed", test_own_failed);
  g_test_add_func("/engine/multistart/joined", test_joined);
  g_test_add_func("/engine/multistart/threads", test_threads);
  g_test_add_func("/engine/multistart/processes", test_processes);
  g_test_add_func("/engine/multistart/processes/leave", test_process_leaves);
  g_test_add_func("/engine/multistart/ambiguous", test_ambiguous);
  g_test_add_func("/engine/multistart/null-direction", test_null_direction);
  g_test_add_func("/engine/multistart/draws", test_draws);
  g_test_add_func("/engine/multistart/cancel", test_cancel);
  g_test_add_func("/engine/multistart/bad-input", test_bad_input);
  return g_test_run();
}
