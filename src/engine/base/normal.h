/* Quantiles of the standard normal distribution. */
#pragma once

/* Half width of the interval about the mean with 95 % and 99 % of the distribution. */
#define TR_NORMAL_95 1.959963984540054
#define TR_NORMAL_99 2.5758293035489004

/* Value below which 95 % of the distribution lie. */
#define TR_NORMAL_ONE_SIDED_95 1.6448536269514722

/* Returns z with Phi(z) = p, 0 < p < 1; to 1e-9. */
double tr_normal_quantile(double p);
