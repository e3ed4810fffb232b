#include "engine/linalg/product.h"

extern const TrProductKernels tr_product_kernels_base, tr_product_kernels_avx2,
    tr_product_kernels_avx512;

const TrProductKernels *
tr_product_kernels(TrCpu cpu)
{
  static const TrProductKernels *const tables[TR_N_CPUS] = TR_CPU_TABLE(tr_product_kernels);

  return tables[cpu];
}
