/* Time cursor of a document, shared by the plots, the timeline bar and the 3D view.
 *
 * Properties (notify is emitted only when the value changes):
 *   position [s]  time of the cursor; always inside [start, end]
 *   start, end [s]  range of the log shown
 *   playing       TRUE while a clock advances the position
 *   speed [1]     factor on wall-clock time, 0.05 to 10
 *   loop          TRUE if playing starts again at the end */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_TIMELINE (trammel_timeline_get_type())
G_DECLARE_FINAL_TYPE(TrammelTimeline, trammel_timeline, TRAMMEL, TIMELINE, GObject)

TrammelTimeline *trammel_timeline_new(void);

double trammel_timeline_get_position(TrammelTimeline *self);
void trammel_timeline_set_position(TrammelTimeline *self, double seconds);

double trammel_timeline_get_start(TrammelTimeline *self);
double trammel_timeline_get_end(TrammelTimeline *self);
/* Sets both ends at once; ignores `end` < `start` and values that are not finite. */
void trammel_timeline_set_range(TrammelTimeline *self, double start, double end);

gboolean trammel_timeline_get_playing(TrammelTimeline *self);
/* Starts or stops playing; playing from the end starts at the beginning. */
void trammel_timeline_set_playing(TrammelTimeline *self, gboolean playing);

double trammel_timeline_get_speed(TrammelTimeline *self);
void trammel_timeline_set_speed(TrammelTimeline *self, double factor);

void trammel_timeline_set_loop(TrammelTimeline *self, gboolean loop);

/* Advances the position by `elapsed` [s] of wall-clock time times the speed, when playing.  At the
 * end it wraps (loop) or stops playing.  The owner of the clock calls it once a frame. */
void trammel_timeline_advance(TrammelTimeline *self, double elapsed);

G_END_DECLS
