/* Soak test: identifications are started and stopped many times; each stop takes effect at once,
 * and the memory in use does not grow.
 *
 *   test-session-soak              as a test: a hundred cycles
 *   test-session-soak --cycles N   as many as requested, by tools/soak */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/seed.h"
#include "ui/session/run/job.h"
#include "ui/session/session-support.h"

/* Bytes by which memory in use in the second half of the cycles may exceed that at the end of the
 * first half: caches of the C library and GLib, in total, not per cycle. */
#define ROOM (256 * 1024)

enum {
  LONGEST_RUN = 40,   /* [ms] until it is stopped */
  LONGEST_WORK = 1000 /* [ms] of processor time of a stop: other load does not count */
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

/* Returns the processor time of the program [ms]. */
static double
get_work(void)
{
  struct timespec now;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* Longest stops so far, each by its own measure. */
typedef struct {
  double work, clock; /* [ms] */
} Longest;

/* Stops after a random time.  The threads of a job run at a lower priority than all others of the
 * machine, and often wait for each other: beside eight busy processes on two processors a stop with
 * 0.2 s of work takes 7 s by the clock. */
static void
run_cycle(TrammelJob *job, TrammelDocument *document, Record *record, Longest *longest)
{
  gint64 until = g_get_monotonic_time() + g_test_rand_int_range(0, LONGEST_RUN) * 1000, begin;

  record->finished = 0;
  trammel_job_start(job, TRAMMEL_RUN_FULL, trammel_document_get_project(document), NULL);
  test_wait(is_time, &until, TEST_DEADLINE);
  double work = get_work();
  begin = g_get_monotonic_time();
  if (!record->finished)
    trammel_job_cancel(job);
  g_assert_true(test_wait(is_finished, record, TEST_DEADLINE));
  g_assert_cmpint(record->finished, ==, 1);
  g_assert_false(trammel_job_get_running(job));
  longest->work = MAX(longest->work, get_work() - work);
  longest->clock = MAX(longest->clock, (double)(g_get_monotonic_time() - begin) * 1e-3);
}

static void
test_cycles(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelJob) job = trammel_job_new(NULL);
  Record record = {0};
  Longest longest = {0};
  gsize half = 0;

  g_signal_connect(job, "finished", G_CALLBACK(on_finished_cb), &record);
  for (int i = 0; i < n_cycles; i++) {
    run_cycle(job, document, &record, &longest);
    if (i == n_cycles / 2)
      half = count_bytes();
    if (i % 1000 == 999)
      g_test_message("%d cycles", i + 1);
  }
  gsize end = count_bytes();
  g_test_message(
      "%d cycles, %d with an iterate; longest stop %.0f ms, of work %.0f ms; %zu kB in use, %+.0f "
      "kB since half of them",
      n_cycles, record.with_run, longest.clock, longest.work, end / 1024,
      ((double)end - (double)half) / 1024);
  g_assert_cmpfloat(longest.work, <, LONGEST_WORK);
  g_assert_cmpuint(end, <, half + ROOM);
}

int
main(int argc, char **argv)
{
  if (argc == 3 && strcmp(argv[1], "--cycles") == 0) {
    n_cycles = atoi(argv[2]);
    argc = 1;
  }
  tr_test_init(&argc, &argv);
  g_test_add_func("/session/soak/cycles", test_cycles);
  return g_test_run();
}
