#include "engine/est/step/steps.h"

#ifdef __x86_64__
extern const TrStepKernels tr_step_kernels_base, tr_step_kernels_avx2, tr_step_kernels_avx512;
#else
extern const TrStepKernels tr_step_kernels_base;
#endif

const TrStepKernels *
tr_step_kernels(TrCpu cpu)
{
  static const TrStepKernels *const kernels[TR_N_CPUS] = TR_CPU_TABLE(tr_step_kernels);

  return kernels[cpu];
}
