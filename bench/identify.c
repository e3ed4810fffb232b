/* A whole identification at a fixed kappa from the published start, covariance included: the Furuta
 * pendulum, N = 1000, twelve parameters and the motor's bias. */
#include <glib.h>

#include "bench/cases.h"
#include "bench/report.h"
#include "bench/stopwatch.h"
#include "engine/est/identify/identify.h"
#include "engine/est/solve/fit_fill.h"

enum { N_NODES = 1000, TURNS = 5 };

typedef struct Run {
  BenchCase *bench_case;
  int iterations;
} Run;

static void
identify(void *user)
{
  Run *run = user;
  TrFit *fit = NULL;
  TrError error = {0};

  if (tr_identify(&fit, &run->bench_case->task, &error) != TR_OK)
    g_error("The identification failed: %s", fit ? fit->message : error.text);
  run->iterations = fit->iterations;
  tr_fit_free(fit);
}

static void
measure(const char *name, TrFormulationKind formulation, double compliance_scale)
{
  Run run = {.bench_case = bench_furuta_new(N_NODES)};
  BenchContestant whole = {.run = identify, .user = &run};
  TrSettings *settings = &run.bench_case->task.settings;

  settings->formulation = formulation;
  settings->compliance_scale = compliance_scale;
  bench_race(&whole, 1, TURNS);
  bench_report("identification", name, "CPU", 1e3 * whole.seconds, "ms");
  bench_report("identification", name, "iterations", run.iterations, "");
  bench_case_free(run.bench_case);
}

int
main(void)
{
  bench_pin();
  measure("predicted", TR_FORMULATION_PREDICTED, 1);
  measure("second-order", TR_FORMULATION_SECOND_ORDER, 1);
  return 0;
}
