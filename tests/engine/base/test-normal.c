#include "engine/base/normal.h"

#include <math.h>

#include "support/check.h"

/* Tabulated quantiles, and their inversion by the distribution function. */
static void
test_quantile(void)
{
  const double known[][2] = {{0.5, 0},
                             {0.975, 1.959963984540054},
                             {0.995, 2.575829303548901},
                             {0.9999, 3.719016485455709},
                             {1e-6, -4.753424308822899}};

  for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
    tr_assert_close(tr_normal_quantile(known[i][0]), known[i][1], 1e-9, 1e-9);
  for (double p = 1e-8; p < 1; p = 1.7 * p)
    tr_assert_close(erfc(-tr_normal_quantile(p) / sqrt(2)) / 2, p, 1e-8, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/normal/quantile", test_quantile);
  return g_test_run();
}
