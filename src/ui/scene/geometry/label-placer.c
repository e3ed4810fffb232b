#include "ui/scene/geometry/label-placer.h"

#include <math.h>

/* Rings of places around an anchor, and the number on each. */
enum { RINGS = 5, PLACES = 12, ASTRAY_RING = 2 };

#define GAP 2.0 /* pixels between labels */

static gboolean
overlap(const TrammelPlacedLabel *a, const TrammelPlacedLabel *b)
{
  return fabs(a->middle[0] - b->middle[0]) < 0.5 * (a->width + b->width) + GAP &&
         fabs(a->middle[1] - b->middle[1]) < 0.5 * (a->height + b->height) + GAP;
}

static gboolean
has_room(const TrammelPlacedLabel *labels, guint i, double width, double height)
{
  const TrammelPlacedLabel *label = &labels[i];

  if (label->middle[0] < 0.5 * label->width || label->middle[0] > width - 0.5 * label->width ||
      label->middle[1] < 0.5 * label->height || label->middle[1] > height - 0.5 * label->height)
    return FALSE;
  for (guint k = 0; k < i; k++)
    if (labels[k].is_placed && overlap(label, &labels[k]))
      return FALSE;
  return TRUE;
}

/* Moves a label to place number `place` of a ring: the first above or below as preferred, the next
 * ones to either side of it; rings are ellipses, because texts are wide. */
static void
move_to(TrammelPlacedLabel *label, int ring, int place)
{
  double turn = (place + 1) / 2 * (2 * G_PI / PLACES) * (place % 2 ? 1 : -1);
  double radius = fabs(label->rise) + ring * label->height;

  label->middle[0] = label->anchor[0] + sin(turn) * (radius + 0.5 * label->width);
  label->middle[1] = label->anchor[1] - copysign(1, label->rise) * cos(turn) * radius;
}

static void
place_label(TrammelPlacedLabel *labels, guint i, double width, double height)
{
  TrammelPlacedLabel *label = &labels[i];

  for (int ring = 0; ring < RINGS && !label->is_placed; ring++)
    for (int place = 0; place < PLACES && !label->is_placed; place++) {
      move_to(label, ring, place);
      label->is_placed = has_room(labels, i, width, height);
      label->is_astray = ring >= ASTRAY_RING;
    }
}

void
trammel_labels_place(TrammelPlacedLabel *labels, guint n, double width, double height)
{
  for (guint i = 0; i < n; i++) {
    TrammelPlacedLabel *label = &labels[i];
    label->is_astray = FALSE;
    label->is_placed = label->is_fixed;
    label->middle[0] = label->anchor[0];
    label->middle[1] = label->anchor[1];
    if (!label->is_fixed && label->anchor[0] >= 0 && label->anchor[0] <= width &&
        label->anchor[1] >= 0 && label->anchor[1] <= height)
      place_label(labels, i, width, height);
  }
}
