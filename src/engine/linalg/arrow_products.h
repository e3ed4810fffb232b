/* Products of residuals: the first two kernels of TrArrowKernels, in a file of their own; for
 * kernel files only. */
#pragma once

#include "engine/linalg/arrow_kernels.h"

void TR_CPU_NAME(tr_arrow_pack)(const TrArrowShape *shape,
                                TrArrowStack *stack,
                                const TrArrowRows *rows);
void TR_CPU_NAME(tr_arrow_add_stack)(const TrArrowShape *shape,
                                     double *panels,
                                     double *corner,
                                     TrArrowStack *stack);
