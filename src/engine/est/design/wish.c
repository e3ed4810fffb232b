#include "engine/est/design/wish.h"

#include <math.h>

const char *
tr_plan_limit_name(TrPlanLimitKind kind)
{
  static const char *const names[TR_N_PLAN_LIMIT_KINDS] = {"position", "rate", "input", "force"};

  TR_ASSERT(kind < TR_N_PLAN_LIMIT_KINDS);
  return names[kind];
}

TrWish
tr_wish_default(void)
{
  return (TrWish){.series = {TR_SERIES_FOURIER, 10, NAN, 5},
                  .n_frequencies = 1,
                  .frequencies = {0.1},
                  .sample_step = 1e-3,
                  .criterion = TR_CRITERION_D,
                  .n_random = 150,
                  .n_starts = 2,
                  .n_evaluations = 100,
                  .n_draws = 20,
                  .n_rehearsals = 32,
                  .seed = 1,
                  .threads = 1};
}
