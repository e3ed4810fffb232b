/* Colour of a run in lists and plots. */
#pragma once

#include "plot/figure/palette.h"
#include "ui/session/run/run-record.h"

G_BEGIN_DECLS

/* Index in the cycle of the palette.  The first colour of the cycle is that of the estimate. */
guint trammel_run_color_get_index(TrammelRunRecord *record);
TrammelColor trammel_run_color_get(TrammelRunRecord *record, gboolean dark);

G_END_DECLS
