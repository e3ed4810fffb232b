/* Where names stand in the picture, so that none covers another one.  Plain numbers [pixels], y
 * downwards. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  double anchor[2];     /* what the text is about */
  double width, height; /* of the text with its plate */
  double rise;       /* from the anchor to the text's middle where it likes to stand; below: < 0 */
  gboolean is_fixed; /* stands with its middle on the anchor, and others keep off */
  /* found */
  double middle[2];
  gboolean is_placed; /* there was room */
  gboolean is_astray; /* too far from the anchor to be known by its place: draw a line */
} TrammelPlacedLabel;

/* Places labels in their order: the first ones get the best places.  A label that finds no room
 * near its anchor within width x height is left out, as is one whose anchor is outside. */
void trammel_labels_place(TrammelPlacedLabel *labels, guint n, double width, double height);

G_END_DECLS
