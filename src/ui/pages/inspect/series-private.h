/* Internal interface of ui/pages/inspect/series. */
#pragma once

#include "ui/pages/inspect/series.h"

G_BEGIN_DECLS

static inline GPtrArray *
trammel_inspect_list_new(void)
{
  return g_ptr_array_new_with_free_func((GDestroyNotify)trammel_series_unref);
}

/* Appends `series`, taking ownership. */
static inline void
add(GPtrArray *list, TrammelSeries *series)
{
  if (series)
    g_ptr_array_add(list, series);
}

G_END_DECLS
