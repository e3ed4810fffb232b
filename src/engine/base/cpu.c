#include "engine/base/cpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern const int tr_simd_lanes_base, tr_simd_lanes_avx2, tr_simd_lanes_avx512;

static const int *const lanes[TR_N_CPUS] = TR_CPU_TABLE(tr_simd_lanes);
static const char *const names[TR_N_CPUS] = {"base", "avx2", "avx512"};

/* Tests the compiler's flags in meson.build, one by one. */
static bool
machine_has(TrCpu cpu)
{
#ifdef __x86_64__
  bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");

  if (cpu == TR_CPU_AVX2)
    return avx2;
  if (cpu == TR_CPU_AVX512)
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#endif
  return cpu == TR_CPU_BASE;
}

TrCpu
tr_cpu(void)
{
  const char *wish = getenv("TRAMMEL_ISA");
  TrCpu best = TR_N_CPUS - 1;

  for (TrCpu c = 0; wish && c < TR_N_CPUS; c++)
    if (strcmp(wish, names[c]) == 0)
      best = c;
  while (!lanes[best] || !machine_has(best))
    best--;
  return best;
}

const char *
tr_cpu_name(TrCpu cpu)
{
  return names[cpu];
}

int
tr_cpu_lanes(TrCpu cpu)
{
  return lanes[cpu] ? *lanes[cpu] : 0;
}
