/* Placement of names in the picture, so that none covers another.  Plain numbers [pixels], y
 * downwards. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  double anchor[2];     /* place that the text names */
  double width, height; /* of the text with its plate */
  double rise;          /* preferred place of the text's middle above the anchor; below: < 0 */
  gboolean is_fixed;    /* its middle is on the anchor, and other labels avoid it */
  /* results */
  double middle[2];
  gboolean is_placed; /* there was room */
  gboolean is_astray; /* too far from its anchor: draw a line between them */
} TrammelPlacedLabel;

/* Places labels in order: the first ones get the best places.  A label without room near its anchor
 * within width x height is left out, as is one whose anchor is outside. */
void trammel_labels_place(TrammelPlacedLabel *labels, guint n, double width, double height);

G_END_DECLS
