#include "engine/base/simd.h"

#include "engine/base/cpu.h"

/* Tells base/cpu.c, which is compiled once, what this variant was compiled for. */
extern const int TR_CPU_NAME(tr_simd_lanes);
const int TR_CPU_NAME(tr_simd_lanes) = TR_LANES;
