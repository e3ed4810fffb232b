/* What the tabs of the Inspect page share: what is shown of which log, and small helpers. */
#pragma once

#include "ui/plot/plot-view.h"
#include "ui/session/inspect/run-analysis.h"

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

G_END_DECLS
