/* Parameters of a result as CSV. */
#pragma once

#include "io/export/result.h"

G_BEGIN_DECLS

/* Returns the table `id,unit,value,sigma,noise,model,timing,step,smoothing,physical,missing,
 * stepper_value,stepper_sigma,sigma_linear,start,min,max,identifiable,at_bound,flags`.  Free with
 * g_free(). */
char *trammel_export_csv(const TrammelExportResult *result);

G_END_DECLS
