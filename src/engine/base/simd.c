#include "engine/base/simd.h"

#include "engine/base/cpu.h"

/* Width that this variant was compiled for, read by base/cpu.c, which is compiled once. */
extern const int TR_CPU_NAME(tr_simd_lanes);
const int TR_CPU_NAME(tr_simd_lanes) = TR_LANES;
