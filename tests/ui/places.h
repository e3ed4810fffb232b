/* Places of all widgets of a window, to see what moves. */
#pragma once

#include "ui/window-support.h"

/* Returns the places of all mapped widgets.  What a slider or choice has inside is left out, and
 * messages, which lie over the page. */
GArray *places_list(TrammelWindow *window);

/* Returns the number of these widgets that are mapped elsewhere now, by more than a pixel, and
 * prints them.  Findings and results below the sliders of the page Identify may grow. */
guint places_count_moved(TrammelWindow *window, const GArray *places, const char *when);

/* Asserts that none of them has moved. */
void places_assert_same(TrammelWindow *window, const GArray *places, const char *when);
