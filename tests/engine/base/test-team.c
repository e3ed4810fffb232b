/* Threads that share tasks: every task once, however many threads there are. */
#include "engine/base/team.h"

#include "support/check.h"

enum { N_TASKS = 37, N_RUNS = 200 };

typedef struct Sheet {
  int runs[N_TASKS];
  double result[N_TASKS];
} Sheet;

static void
work(void *data, int task)
{
  Sheet *sheet = data;
  double sum = 0;

  for (int i = 1; i < 50 * task; i++)
    sum += 1.0 / i;
  sheet->runs[task]++;
  sheet->result[task] = sum;
}

static void
check_team(int threads)
{
  TrTeam *team = tr_team_new(threads);
  Sheet sheet = {0}, expected = {0};

  g_assert_cmpint(tr_team_threads(team), ==, MAX(threads, 1));
  for (int task = 0; task < N_TASKS; task++)
    work(&expected, task);
  for (int run = 0; run < N_RUNS; run++) {
    /* one task or none as well, which need no thread */
    tr_team_run(team, run % (N_TASKS + 1), work, &sheet);
    for (int task = 0; task < N_TASKS; task++) {
      g_assert_cmpint(sheet.runs[task], ==, task < run % (N_TASKS + 1));
      sheet.runs[task] = 0;
    }
  }
  g_assert_cmpmem(sheet.result, sizeof sheet.result, expected.result, sizeof expected.result);
  tr_team_free(team);
}

static void
test_tasks(void)
{
  for (int threads = 0; threads <= 5; threads++)
    check_team(threads);
}

int
main(int argc, char *argv[])
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/base/team/tasks", test_tasks);
  return g_test_run();
}
