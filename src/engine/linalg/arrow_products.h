/* The first kernel of TrArrowKernels, in a file of its own; for kernel files only. */
#pragma once

#include "engine/linalg/arrow_kernels.h"

void TR_CPU_NAME(tr_arrow_add_products)(const TrArrowShape *shape,
                                        double *panel,
                                        double *corner,
                                        const TrArrowRows *rows,
                                        TrArrowWork *work);
