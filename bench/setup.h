/* A case as the problem that the outer loop works on, at its start. */
#pragma once

#include "bench/cases.h"
#include "engine/est/problem/problem.h"

typedef struct BenchSetup {
  BenchCase *bench_case; /* owned */
  TrPrepared prepared;
  TrProblem *problem;
} BenchSetup;

/* Takes the case over; stops the program with the engine's message where it cannot be prepared. */
void bench_setup_init(BenchSetup *setup, BenchCase *bench_case);
void bench_setup_clear(BenchSetup *setup);

/* Back to the start, which is linearised at as in the outer loop where it does not look for the
 * gauge.  Stops the program where that fails. */
void bench_begin(TrProblem *problem);

/* One turn of the outer loop from a point that has been linearised at to the next one: solve at a
 * small damping, try the step ahead, accept it.  Stops the program where a part of it fails. */
void bench_iterate(TrProblem *problem);

/* An empty matrix of the shape of `arrow`; the caller frees it. */
TrArrow *bench_arrow_new_like(const TrArrow *arrow);

/* normal = the problem's normal matrix where it is, before elimination; stops the program where the
 * residuals cannot be evaluated. */
void bench_assemble(TrArrow *normal, TrProblem *problem);
