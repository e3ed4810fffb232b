/* Time of a step of a simulation by the number of bodies, for a hanging chain whose first joint is
 * driven, without dry friction, with friction under the load of each joint, and with limits as
 * well: per step, and as a multiple of that of eight bodies. */
#include <glib.h>

#include "bench/cases.h"
#include "bench/report.h"
#include "bench/stopwatch.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/spook.h"

enum { STEPS = 1000, TURNS = 5, REFERENCE = 8 };

/* What the joints have. */
typedef enum Kind { PLAIN, LOADED, LIMITED, N_KINDS } Kind;
static const char *const kind_names[N_KINDS] = {"chain", "chain, loaded friction",
                                                "chain, loaded friction and limits"};

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

static void
rub(TrModel *model, Kind kind)
{
  for (int j = 0; kind != PLAIN && j < model->n_joints; j++) {
    TrJoint *joint = &model->joints[j];

    joint->friction.model = TR_FRICTION_COULOMB;
    joint->friction.load = TR_LOAD_CONSTRAINT;
    joint->friction.coulomb = 0.01;
    joint->friction.radius = 0.02;
    if (kind == LIMITED)
      joint->limits = (TrJointLimits){-0.05, 0.05};
  }
}

/* Seconds of a step. */
static double
measure(int n_bodies, TrSolver solver, Kind kind)
{
  const TrSpookOptions options = {
      .h = 1e-3, .compliance_scale = 1, .damping_scale = 1, .solver = solver};
  Chain chain = {.bench_case = bench_chain_new(n_bodies, 2)};
  BenchContestant contestant = {"step", hang, run, &chain, 0};

  rub(chain.bench_case->model, kind);
  chain.spook = tr_spook_new(chain.bench_case->model, &options);
  bench_race(&contestant, 1, TURNS);
  tr_spook_free(chain.spook);
  bench_case_free(chain.bench_case);
  return contestant.seconds / STEPS;
}

static void
report(TrSolver solver, Kind kind)
{
  static const int sizes[] = {REFERENCE, 1, 3, 5, 6, 16, 24, 40};
  g_autofree char *title = g_strdup_printf("stepper by bodies (%s)", kind_names[kind]);
  double reference = 0;

  for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
    g_autofree char *row = g_strdup_printf("%d %s, %s", sizes[i], sizes[i] == 1 ? "body" : "bodies",
                                           tr_solver_name(solver));
    double seconds = measure(sizes[i], solver, kind);

    reference = i == 0 ? seconds : reference;
    bench_report(title, row, "step", 1e6 * seconds, "us");
    bench_report(title, row, "share", seconds / reference, "of 8 bodies");
  }
}

int
main(void)
{
  bench_pin();
  for (int kind = 0; kind < N_KINDS; kind++)
    for (int solver = 0; solver < TR_N_SOLVERS; solver++)
      report((TrSolver)solver, (Kind)kind);
  return 0;
}
