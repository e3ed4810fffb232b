/* Rows of results: read by tools/bench, which prints them as tables and stores them. */
#pragma once

#include <stdio.h>

/* Table, row and column of a value with its unit, separated by tabs. */
static inline void
bench_report(const char *table, const char *row, const char *column, double value, const char *unit)
{
  printf("%s\t%s\t%s\t%.6g\t%s\n", table, row, column, value, unit);
  fflush(stdout);
}
