/* Time of a step of a simulation by the number of bodies, for a hanging chain whose first joint is
 * driven: per step, and as a multiple of that of eight bodies. */
#include <glib.h>

#include "bench/cases.h"
#include "bench/report.h"
#include "bench/stopwatch.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/spook.h"

enum { STEPS = 1000, TURNS = 5, REFERENCE = 8 };

/* A chain and its present motion. */
typedef struct Chain {
  BenchCase *bench_case;
  TrSpook *spook;
  double pose[BENCH_MAX_BODIES * TR_POSE], twist[BENCH_MAX_BODIES * TR_TWIST];
} Chain;

static void
hang(void *user)
{
  static const double position[BENCH_MAX_BODIES] = {0.3}, rate[BENCH_MAX_BODIES] = {0};
  Chain *chain = user;

  tr_forward_kinematics(chain->pose, chain->twist, chain->bench_case->model, position, rate);
}

static void
run(void *user)
{
  Chain *chain = user;
  const double u = 0.2;

  for (int k = 0; k < STEPS; k++)
    if (tr_spook_step(chain->spook, chain->pose, chain->twist, &u) != TR_OK)
      g_error("The step failed.");
}

/* Seconds of a step. */
static double
measure(int n_bodies, TrSolver solver)
{
  const TrSpookOptions options = {
      .h = 1e-3, .compliance_scale = 1, .damping_scale = 1, .solver = solver};
  Chain chain = {.bench_case = bench_chain_new(n_bodies, 2)};
  BenchContestant contestant = {"step", hang, run, &chain, 0};

  chain.spook = tr_spook_new(chain.bench_case->model, &options);
  bench_race(&contestant, 1, TURNS);
  tr_spook_free(chain.spook);
  bench_case_free(chain.bench_case);
  return contestant.seconds / STEPS;
}

int
main(void)
{
  static const int sizes[] = {REFERENCE, 1, 3, 5, 6, 16, 24, 40};

  bench_pin();
  for (int solver = 0; solver < TR_N_SOLVERS; solver++) {
    double reference = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
      g_autofree char *row =
          g_strdup_printf("%d %s, %s", sizes[i], sizes[i] == 1 ? "body" : "bodies",
                          tr_solver_name((TrSolver)solver));
      double seconds = measure(sizes[i], (TrSolver)solver);

      reference = i == 0 ? seconds : reference;
      bench_report("stepper by bodies (chain)", row, "step", 1e6 * seconds, "us");
      bench_report("stepper by bodies (chain)", row, "share", seconds / reference, "of 8 bodies");
    }
  }
  return 0;
}
