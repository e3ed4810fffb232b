/* Instruction sets of the kernels: the kernels are compiled once for each, and one is chosen at run
 * time.
 *
 * A kernel file (`engine_kernels` in src/engine/meson.build) wraps every name that it exports in
 * TR_CPU_NAME(), so that TR_CPU_NAME(tr_x) is tr_x_base, tr_x_avx2, tr_x_avx512 in turn.  The
 * variants differ in the compiler's flags and with them in TR_LANES of base/simd.h.  The file that
 * chooses among them declares the variants and makes a table of them by TR_CPU_TABLE(). */
#pragma once

/* Instruction sets, the weakest first. */
typedef enum TrCpu { TR_CPU_BASE, TR_CPU_AVX2, TR_CPU_AVX512, TR_N_CPUS } TrCpu;

/* Returns the best instruction set that this machine and this build support.
 * TRAMMEL_ISA=base|avx2|avx512 in the environment lowers it; other values are ignored.  Call it
 * once for a problem, not in a loop. */
TrCpu tr_cpu(void);

/* "base", "avx2", "avx512"; static. */
const char *tr_cpu_name(TrCpu cpu);

/* Returns the number of doubles in a vector of the kernels for `cpu`; 0 where this build has none.
 */
int tr_cpu_lanes(TrCpu cpu);

/* name ## TR_CPU_SUFFIX, the suffix expanded first. */
#define TR_CPU_NAME(name)        TR_CPU_JOIN(name, TR_CPU_SUFFIX)
#define TR_CPU_JOIN(a, b)        TR_CPU_JOIN_TOKENS(a, b)
#define TR_CPU_JOIN_TOKENS(a, b) a##b

/* Initialiser of an array[TR_N_CPUS] of pointers to the variants; NULL for variants that are not
 * built. */
#ifdef __x86_64__
#define TR_CPU_TABLE(name)                                                                         \
  {                                                                                                \
    &name##_base, &name##_avx2, &name##_avx512                                                     \
  }
#else
#define TR_CPU_TABLE(name)                                                                         \
  {                                                                                                \
    &name##_base, NULL, NULL                                                                       \
  }
#endif
