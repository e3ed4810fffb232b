/* Colours of curves by their meaning (Okabe-Ito, safe for colour-blind readers; lightened on dark
 * backgrounds). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  double red, green, blue, alpha; /* 0 to 1, sRGB */
} TrammelColor;

typedef enum {
  TRAMMEL_ROLE_CYCLE,     /* by index: about eight curves of equal rank */
  TRAMMEL_ROLE_MEASURED,  /* the foreground colour */
  TRAMMEL_ROLE_ESTIMATED, /* blue */
  TRAMMEL_ROLE_SIMULATED, /* vermilion */
  TRAMMEL_ROLE_START,     /* grey: start, prior, previous run, bounds */
  TRAMMEL_ROLE_REFERENCE, /* green */
  TRAMMEL_ROLE_WARNING,   /* purple */
} TrammelSeriesRole;      /* TrammelRole is what a log is used for (io/project/project.h) */

/* Returns the colour of a role; `index` counts curves of TRAMMEL_ROLE_CYCLE from 0 and is ignored
 * for other roles. */
TrammelColor trammel_palette_get(TrammelSeriesRole role, guint index, gboolean dark);

/* Returns how many times the cycle has used all its colours before `index`; odd rounds are
 * dashed. */
guint trammel_palette_round(guint index, gboolean dark);

typedef enum {
  TRAMMEL_SCALE_DIVERGING,  /* blue, the background's grey, orange: signed values about a middle */
  TRAMMEL_SCALE_SEQUENTIAL, /* viridis: from dark violet to yellow */
} TrammelColorScale;

/* Returns the colour at `position`, clamped to 0 to 1. */
TrammelColor trammel_palette_map(TrammelColorScale scale, double position, gboolean dark);

/* Returns near black or near white, whichever is easier to read on `background`. */
TrammelColor trammel_palette_text_on(TrammelColor background);

/* Return background and text colour of a plot that has no widget (exported figures). */
TrammelColor trammel_palette_background(gboolean dark);
TrammelColor trammel_palette_foreground(gboolean dark);

/* Returns the WCAG contrast ratio of two opaque colours, 1 to 21. */
double trammel_color_contrast(TrammelColor a, TrammelColor b);

G_END_DECLS
