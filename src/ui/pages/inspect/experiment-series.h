/* Curves of a plan: the motion of the joints, and the motors' inputs. */
#pragma once

#include "io/design/design.h"
#include "plot/figure/series.h"

G_BEGIN_DECLS

/* Return lists of TrammelSeries; free with g_ptr_array_unref(). */
GPtrArray *trammel_experiment_motion_series(const TrammelDesign *design);
GPtrArray *trammel_experiment_input_series(const TrammelDesign *design);

G_END_DECLS
