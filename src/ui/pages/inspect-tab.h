/* What the tabs of the Inspect page share: what is shown of which log, and small helpers. */
#pragma once

#include "ui/plot/plot-view.h"
#include "ui/session/insight.h"

G_BEGIN_DECLS

/* A tab about one log of a run; subclasses show it. */
#define TRAMMEL_TYPE_INSPECT_TAB (trammel_inspect_tab_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelInspectTab, trammel_inspect_tab, TRAMMEL, INSPECT_TAB, GtkWidget)

struct _TrammelInspectTabClass {
  GtkWidgetClass parent_class;
  void (*update)(TrammelInspectTab *tab); /* there is an insight */
};

/* The drop-down of the logs, once; it belongs to the subclass's template. */
void trammel_inspect_tab_set_choice(TrammelInspectTab *tab, GtkDropDown *log, GtkWidget *log_label);

/* NULL clears; `other` (nullable) is what it is compared with. */
void trammel_inspect_tab_set_insight(TrammelInspectTab *tab,
                                     TrammelInsight *insight,
                                     TrammelInsight *other);
TrammelInsight *trammel_inspect_tab_get_insight(TrammelInspectTab *tab);
TrammelInsight *trammel_inspect_tab_get_other(TrammelInspectTab *tab);

/* The log that is shown, its place in the run; and shows the one of a name, if it is there. */
int trammel_inspect_tab_get_log(TrammelInspectTab *tab);
void trammel_inspect_tab_select_log(TrammelInspectTab *tab, const char *name);

/* To be called when a choice has changed; what that changes in turn does not call it again. */
void trammel_inspect_tab_update(TrammelInspectTab *tab);

/* A plot's texts; x and y carry their unit in brackets. */
typedef struct {
  const char *title, *x, *y, *empty;
} TrammelPlotTexts;

void trammel_inspect_set_texts(TrammelPlotView *view, const TrammelPlotTexts *texts);

/* Shows a list of TrammelSeries, which is taken. */
void trammel_inspect_show(TrammelPlotView *view, GPtrArray *list);

/* What a screen reader tells of a plot besides its title. */
void trammel_inspect_describe(TrammelPlotView *view, const char *description);

G_END_DECLS
