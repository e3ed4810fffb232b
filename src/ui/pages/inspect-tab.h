/* What the tabs of the Inspect page share. */
#pragma once

#include "ui/plot/plot-view.h"
#include "ui/session/insight.h"

G_BEGIN_DECLS

/* A plot's texts; x and y carry their unit in brackets. */
typedef struct {
  const char *title, *x, *y, *empty;
} TrammelPlotTexts;

void trammel_inspect_set_texts(TrammelPlotView *view, const TrammelPlotTexts *texts);

/* Shows a list of TrammelSeries, which is taken. */
void trammel_inspect_show(TrammelPlotView *view, GPtrArray *list);

/* What a screen reader tells of a plot besides its title. */
void trammel_inspect_describe(TrammelPlotView *view, const char *description);

/* Names of a run's logs and of its model's joints with an axis, NULL-terminated; free with
 * g_strfreev(). */
char **trammel_inspect_dup_logs(TrammelRun *run);

/* Writes plots as STEM-NAME.ENDING of the path STEM.ENDING. */
typedef struct {
  const char *name;
  TrammelPicture *picture;
} TrammelNamedPicture;
gboolean trammel_inspect_export(const TrammelNamedPicture *pictures,
                                guint n,
                                const char *path,
                                GError **error);

G_END_DECLS
