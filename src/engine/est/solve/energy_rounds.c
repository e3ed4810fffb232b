#include "engine/est/solve/energy_rounds.h"

#include <math.h>

#include "engine/est/problem/energy.h"
#include "engine/est/solve/components.h"
#include "engine/est/solve/narrow.h"

/* Most rounds where kappa is stated. */
enum { MOST_ENERGY_ROUNDS = 12 };

/* Least sigma in units of the kinetic energy that a window exchanges: what a step of the stepper
 * itself leaves open. */
#define LEAST_SHARE 1e-3

bool
tr_energy_update(TrProblem *problem, const TrVariance *energy)
{
  double freedom = energy->n - energy->trace, least, sigma, change;

  if (!(freedom > TR_LEAST_FREEDOM) || !(energy->sum > 0))
    return false;
  least = LEAST_SHARE * tr_energy_exchanged(problem);
  sigma = fmax(sqrt(energy->sum / freedom), least);
  change = 2 * fabs(log(sigma / problem->energy_sigma));
  problem->energy_sigma = sigma;
  return !(change < fmax(TR_SETTLED_CHANGE, TR_SETTLED_SHARE * sqrt(2 / freedom)));
}

static TrStatus
iterate(TrLmResult *result, TrProblem *problem, const TrLmOptions *options, TrLeverage *leverage)
{
  TrStatus status = TR_OK;

  for (int k = 0; k < MOST_ENERGY_ROUNDS && status == TR_OK; k++) {
    TrLmResult one;

    TR_TRY(tr_leverage_fill(leverage, problem));
    if (!tr_energy_update(problem, leverage->energy))
      break;
    status = tr_lm_run(&one, &tr_problem_ops, problem, options);
    one.iterations += result->iterations;
    one.solves += result->solves;
    one.fits = result->fits + 1;
    *result = one;
  }
  return status;
}

TrStatus
tr_energy_rounds(TrLmResult *result, TrProblem *problem, const TrLmOptions *options)
{
  TR_ASSERT(result && problem && options);

  TrStatus status = tr_smoothing_fit(result, problem, options);
  TrLeverage *leverage;

  if (status != TR_OK || tr_energy_steps(problem->task) == 0)
    return status;
  leverage = tr_leverage_new(problem);
  status = leverage ? iterate(result, problem, options, leverage) : TR_NO_MEMORY;
  tr_leverage_free(leverage);
  return status;
}
