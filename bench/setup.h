/* Problem of a benchmark case, as the outer loop receives it at its start. */
#pragma once

#include "bench/cases.h"
#include "engine/est/problem/problem.h"

typedef struct BenchSetup {
  BenchCase *bench_case; /* owned */
  TrPrepared prepared;
  TrProblem *problem;
} BenchSetup;

/* Sets up the problem and takes ownership of the case; stops the program with the engine's message
 * if it cannot be prepared. */
void bench_setup_init(BenchSetup *setup, BenchCase *bench_case);
void bench_setup_clear(BenchSetup *setup);

/* Returns to the start, linearised as in the outer loop without a search for the gauge.  Stops the
 * program if that fails. */
void bench_begin(TrProblem *problem);

/* One turn of the outer loop from a linearised point to the next one: solve at a small damping, try
 * the step ahead, accept it.  Stops the program if a part of it fails. */
void bench_iterate(TrProblem *problem);

/* An empty matrix of the shape of `arrow`; the caller frees it. */
TrArrow *bench_arrow_new_like(const TrArrow *arrow);

/* normal = the problem's normal matrix at its present point, before elimination; stops the program
 * if the residuals cannot be evaluated. */
void bench_assemble(TrArrow *normal, TrProblem *problem);
