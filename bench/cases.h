/* Benchmark cases: identifications of known size on simulated logs, always the same ones. */
#pragma once

#include "engine/est/task/fit.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_MAX_FREE = 16, BENCH_MAX_BODIES = 40 };

/* A task and all data that it points to. */
typedef struct BenchCase {
  TrModel *model;
  TrFree free[BENCH_MAX_FREE];
  int n_samples;
  double *t, *u, *y[BENCH_MAX_BODIES];
  TrChannel channels[BENCH_MAX_BODIES + 1];
  TrLog log;
  TrTask task;
} BenchCase;

/* The Furuta pendulum of Marklund, Servin and Larson 2025 at h = 0.01 s and kappa = 100: gain, five
 * inertias, two viscous and two dry frictions that follow the load, two tilts, and the motor's
 * bias, from the start values of its tables 1 and 5. */
BenchCase *bench_furuta_new(int n_nodes);

/* A hanging chain of hinges with alternating axes; the first is driven.  Gain, bias, tilts, and
 * inertia and viscous friction of the first four bodies are free. */
BenchCase *bench_chain_new(int n_bodies, int n_nodes);

void bench_case_free(BenchCase *c);

#ifdef __cplusplus
}
#endif
