/* Bar under a page with play, position, speed and time; shows and moves the document's time
 * cursor. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document/document.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_TIMELINE_BAR (trammel_timeline_bar_get_type())
G_DECLARE_FINAL_TYPE(TrammelTimelineBar, trammel_timeline_bar, TRAMMEL, TIMELINE_BAR, GtkWidget)

void trammel_timeline_bar_set_timeline(TrammelTimelineBar *bar, TrammelTimeline *timeline);

/* Shows the residual level of the document's runs; call it once. */
void trammel_timeline_bar_set_document(TrammelTimelineBar *bar, TrammelDocument *document);

G_END_DECLS
