/* Identifications that are begun and stopped over and over: each stop is obeyed at once, and memory
 * in use stays what it was.
 *
 *   test-session-soak              as a test: a hundred cycles
 *   test-session-soak --cycles N   as many as wanted, by tools/soak */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "session-support.h"
#include "ui/session/job.h"

/* Bytes in use by which the second half of the cycles may exceed the first one's end: what the C
 * library and GLib keep for themselves, in all, not a cycle. */
#define ROOM (256 * 1024)

enum {
  LONGEST_WORK = 40,   /* [ms] before it is stopped */
  LONGEST_STOP = 1000, /* [ms] of this program's own work, so that other load does not count */
  PATIENCE = 900       /* [s] on a machine that has no time for it */
};

static int n_cycles = 100;

typedef struct {
  int finished, with_run;
} Record;

static void
on_finished_cb(TrammelJob *job, TrammelRun *run, GError *error, Record *record)
{
  record->finished++;
  g_assert_cmpint(record->finished, ==, 1);
  record->with_run += run != NULL;
  g_assert_no_error(error);
}

static gboolean
is_finished(gpointer user)
{
  return ((Record *)user)->finished > 0;
}

static gboolean
is_time(gpointer user)
{
  return g_get_monotonic_time() >= *(gint64 *)user;
}

static gsize
count_bytes(void)
{
  while (g_main_context_iteration(NULL, FALSE))
    ;
  return mallinfo2().uordblks;
}

/* [ms] that the program has worked */
static double
get_work(void)
{
  struct timespec now;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* Stops after a random while; returns what the stop took [ms]. */
static double
run_cycle(TrammelJob *job, TrammelDocument *document, Record *record)
{
  gint64 until = g_get_monotonic_time() + g_random_int_range(0, LONGEST_WORK) * 1000;

  record->finished = 0;
  trammel_job_start(job, TRAMMEL_RUN_FULL, trammel_document_get_project(document), NULL);
  test_wait(is_time, &until, TEST_DEADLINE);
  double begin = get_work();
  if (!record->finished)
    trammel_job_cancel(job);
  g_assert_true(test_wait(is_finished, record, PATIENCE));
  g_assert_cmpint(record->finished, ==, 1);
  g_assert_false(trammel_job_get_running(job));
  return get_work() - begin;
}

static void
test_cycles(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelJob) job = trammel_job_new(NULL);
  Record record = {0};
  double longest = 0;
  gsize half = 0;

  g_signal_connect(job, "finished", G_CALLBACK(on_finished_cb), &record);
  for (int i = 0; i < n_cycles; i++) {
    double stop = run_cycle(job, document, &record);
    longest = MAX(longest, stop);
    if (i == n_cycles / 2)
      half = count_bytes();
    if (i % 1000 == 999)
      g_test_message("%d cycles", i + 1);
  }
  gsize end = count_bytes();
  g_test_message(
      "%d cycles, %d with an iterate; longest stop %.0f ms of work; %zu kB in use, %+.0f kB since "
      "half of them",
      n_cycles, record.with_run, longest, end / 1024, ((double)end - (double)half) / 1024);
  g_assert_cmpfloat(longest, <, LONGEST_STOP);
  g_assert_cmpuint(end, <, half + ROOM);
}

int
main(int argc, char **argv)
{
  if (argc == 3 && strcmp(argv[1], "--cycles") == 0) {
    n_cycles = atoi(argv[2]);
    argc = 1;
  }
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/session/soak/cycles", test_cycles);
  return g_test_run();
}
