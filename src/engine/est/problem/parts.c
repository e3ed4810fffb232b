/* Passes over a problem's residuals, shared by a team of threads.
 *
 * The parts are those of the normal matrix (linalg/arrow.h): both halves of every log.  Sums are
 * kept for each part and added up in the order of the parts, so that no bit depends on the number
 * of threads.  A thread works on a twin of the problem: the same numbers, with scratch of its own;
 * the first twin is the problem itself. */
#include <stdatomic.h>
#include <stdlib.h>

#include "engine/est/problem/log_numbers.h"
#include "engine/est/problem/private.h"

typedef struct TrTwin {
  TrProblem *problem;
  TrProblem own; /* scratch of its own, for all but the first */
  atomic_flag is_taken;
} TrTwin;

/* Result of a part. */
typedef struct TrPartResult {
  TrStatus status;
  TrSums sums;
  TrSingularity singularity;
} TrPartResult;

bool
tr_problem_make_twins(TrProblem *problem)
{
  size_t n = (size_t)tr_team_threads(problem->team);

  problem->twins = calloc(n, sizeof *problem->twins);
  problem->part_results = calloc(2 * (size_t)problem->prepared->n_logs, sizeof(TrPartResult));
  if (!problem->twins || !problem->part_results)
    return false;
  for (size_t i = 0; i < n; i++) {
    TrTwin *twin = &problem->twins[i];

    atomic_flag_clear(&twin->is_taken);
    twin->problem = i == 0 ? problem : &twin->own;
    if (i == 0)
      continue;
    twin->own = *problem;
    problem->n_twins++;
    if (!tr_problem_take_scratch(&twin->own))
      return false;
  }
  return true;
}

void
tr_problem_free_twins(TrProblem *problem)
{
  for (int i = 1; i <= problem->n_twins; i++) {
    tr_problem_give_scratch(&problem->twins[i].own);
  }
  free(problem->twins);
  free(problem->part_results);
}

/* Copies the problem's present numbers to a twin, which keeps its own scratch. */
static void
follow(TrProblem *own, const TrProblem *problem)
{
  TrProblemScratch scratch = own->scratch;

  *own = *problem;
  own->scratch = scratch;
  own->context.input_slopes = scratch.slopes;
}

typedef struct TrPass {
  TrProblem *problem;
  TrPartWork work;
  atomic_bool is_cancelled;
} TrPass;

/* Returns whether another thread has cancelled the pass under way. */
static bool
pass_is_cancelled(const TrProblem *problem)
{
  return problem->pass && atomic_load(&problem->pass->is_cancelled);
}

/* Steps between two polls of the monitor. */
enum { POLL_EVERY = 64 };

TrStatus
tr_problem_poll(const TrProblem *problem, int k)
{
  if (k % POLL_EVERY >= problem->group)
    return TR_OK;
  if (tr_team_is_worker(problem->team))
    return pass_is_cancelled(problem) ? TR_CANCELLED : TR_OK;
  if (!problem->task_is_silent && !tr_monitor_goes_on(&problem->task->monitor, NULL))
    return TR_CANCELLED;
  return TR_OK;
}

static TrTwin *
take_twin(TrProblem *problem)
{
  TrTwin *twin = problem->twins;

  while (atomic_flag_test_and_set(&twin->is_taken))
    twin = twin == problem->twins + problem->n_twins ? problem->twins : twin + 1;
  return twin;
}

static void
work_on_part(void *data, int part)
{
  TrPass *pass = data;
  TrPartResult *result = &pass->problem->part_results[part];
  TrTwin *twin = take_twin(pass->problem);
  TrProblem *problem = twin->problem;

  problem->sums = (TrSums){0};
  problem->singularity = (TrSingularity){0};
  result->status = atomic_load(&pass->is_cancelled) ? TR_CANCELLED : pass->work(problem, part);
  if (result->status == TR_CANCELLED)
    atomic_store(&pass->is_cancelled, true);
  result->sums = problem->sums;
  result->singularity = problem->singularity;
  atomic_flag_clear(&twin->is_taken);
}

static void
add_sums(TrSums *to, const TrSums *part)
{
  to->state += part->state;
  to->observation += part->observation;
  to->loss_excess += part->loss_excess;
  to->held_excess += part->held_excess;
  to->counts.state += part->counts.state;
  to->counts.initial += part->counts.initial;
  to->counts.observation += part->counts.observation;
  to->counts.energy += part->counts.energy;
}

TrStatus
tr_problem_share(TrProblem *problem, TrPartWork work)
{
  TrPass pass = {.problem = problem, .work = work};
  TrSingularity singularity = problem->singularity;
  TrStatus status = TR_OK;
  int n_parts = 2 * problem->prepared->n_logs;

  problem->pass = &pass;
  for (int i = 1; i <= problem->n_twins; i++)
    follow(&problem->twins[i].own, problem);
  tr_team_run(problem->team, n_parts, work_on_part, &pass);
  problem->pass = NULL;
  tr_log_numbers_select(problem, -1);
  problem->sums = (TrSums){0};
  problem->singularity = singularity;
  for (int i = 0; i < n_parts; i++) {
    const TrPartResult *result = &problem->part_results[i];

    if (result->status != TR_OK && status == TR_OK) {
      status = result->status;
      problem->singularity = result->singularity;
    }
    add_sums(&problem->sums, &result->sums);
  }
  return status;
}

int
tr_problem_part_nodes(const TrProblem *problem, int part, int *end)
{
  int log = part / 2, first = problem->first[log], n = problem->first[log + 1] - first;
  int low = 0, high = n;

  /* first node whose block belongs to the second part alone */
  while (low < high) {
    int middle = (low + high) / 2;

    if (tr_arrow_part(problem->arrow, first + middle, 1) == 2 * log)
      low = middle + 1;
    else
      high = middle;
  }
  *end = part % 2 == 0 ? low : n;
  return part % 2 == 0 ? 0 : low;
}

int
tr_problem_part_steps(const TrProblem *problem, int part, int *end)
{
  const TrFormulation *f = problem->formulation;
  int log = part / 2, first = problem->first[log] - f->first_step;
  int n = tr_formulation_steps(f, problem->first[log + 1] - problem->first[log]);
  int low = f->first_step, high = f->first_step + (n > 0 ? n : 0);
  int last = high;

  while (low < high) {
    int middle = (low + high) / 2;

    if (tr_arrow_part(problem->arrow, first + middle, f->touched) == 2 * log)
      low = middle + 1;
    else
      high = middle;
  }
  *end = part % 2 == 0 ? low : last;
  return part % 2 == 0 ? f->first_step : low;
}
