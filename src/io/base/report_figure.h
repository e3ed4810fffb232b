/* Report figure: a finished drawing with its caption. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  char *caption;
  GBytes *svg; /* an SVG file */
} TrammelReportFigure;

G_END_DECLS
