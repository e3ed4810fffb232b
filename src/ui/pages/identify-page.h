/* The page Identify: settings, fit, cost and parameters while the engine runs, the table of
 * parameters, the iterations, the mechanism in 3D, the timeline.
 *
 * Signals: "released" when a setting's slider was let go; "failed" (const char *message). */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/document.h"
#include "ui/session/job.h"
#include "ui/session/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_IDENTIFY_PAGE (trammel_identify_page_get_type())
G_DECLARE_FINAL_TYPE(TrammelIdentifyPage, trammel_identify_page, TRAMMEL, IDENTIFY_PAGE, GtkWidget)

/* Follows `document` (nullable) and the progress of `job`. */
void trammel_identify_page_set_document(TrammelIdentifyPage *page,
                                        TrammelDocument *document,
                                        TrammelJob *job);

TrammelTimeline *trammel_identify_page_get_timeline(TrammelIdentifyPage *page);
void trammel_identify_page_set_show_all(TrammelIdentifyPage *page, gboolean show_all);
void trammel_identify_page_set_show_scene(TrammelIdentifyPage *page, gboolean show);

/* Writes all plots of the page; `path` gives folder, stem and format. */
gboolean trammel_identify_page_export(TrammelIdentifyPage *page, const char *path, GError **error);

G_END_DECLS
