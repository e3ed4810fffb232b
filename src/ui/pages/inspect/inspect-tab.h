/* Base class of the tabs of the page Inspect: the analysis and the log that are shown, and small
 * helpers. */
#pragma once

#include "ui/plot/plot-view.h"
#include "ui/session/inspect/run-analysis.h"

G_BEGIN_DECLS

/* A tab on one log of a run; subclasses draw it. */
#define TRAMMEL_TYPE_INSPECT_TAB (trammel_inspect_tab_get_type())
G_DECLARE_DERIVABLE_TYPE(TrammelInspectTab, trammel_inspect_tab, TRAMMEL, INSPECT_TAB, GtkWidget)

struct _TrammelInspectTabClass {
  GtkWidgetClass parent_class;
  void (*update)(TrammelInspectTab *tab); /* called when there is an analysis */
};

/* Sets the drop-down of the logs, once; it belongs to the subclass's template. */
void trammel_inspect_tab_set_choice(TrammelInspectTab *tab, GtkDropDown *log, GtkWidget *log_label);

/* Shows an analysis; NULL clears.  `other` (nullable) is the one to compare with. */
void trammel_inspect_tab_set_analysis(TrammelInspectTab *tab,
                                      TrammelRunAnalysis *analysis,
                                      TrammelRunAnalysis *other);
TrammelRunAnalysis *trammel_inspect_tab_get_analysis(TrammelInspectTab *tab);
TrammelRunAnalysis *trammel_inspect_tab_get_other(TrammelInspectTab *tab);

/* Return the index in the run of the log that is shown; and show the log of a name, if it
 * exists. */
int trammel_inspect_tab_get_log(TrammelInspectTab *tab);
void trammel_inspect_tab_select_log(TrammelInspectTab *tab, const char *name);

/* Updates the tab after a choice has changed; changes that follow from it do not call it again. */
void trammel_inspect_tab_update(TrammelInspectTab *tab);

G_END_DECLS
