/* Figures of a run, ready to be written: per log and sensor the fit, then cost and parameters over
 * the iterations. */
#pragma once

#include "plot/figure/figure.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

typedef struct {
  char *name; /* base name of a file, e.g.  "fit-swing-up-theta1" */
  TrammelFigure figure;
} TrammelRunFigure;

/* Returns an array of TrammelRunFigure, which it owns; free with g_ptr_array_unref(). */
GPtrArray *trammel_run_figures_new(TrammelRun *run);

G_END_DECLS
