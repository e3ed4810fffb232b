/* Tree of the model as an expandable list; the page shows the selected row.
 *
 * Signals: "selected" (uint TrammelElementKind, uint index): the user has selected a row;
 * "activated": the selected row was double-clicked or Enter was pressed. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MODEL_TREE_VIEW (trammel_model_tree_view_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelModelTreeView, trammel_model_tree_view, TRAMMEL, MODEL_TREE_VIEW, GtkWidget)

/* Shows the model of a project; dots show the quality of the estimates of `run` (nullable). */
void trammel_model_tree_view_show(TrammelModelTreeView *view,
                                  const TrammelProject *project,
                                  TrammelRun *run);

/* Selects a row and expands its ancestors; emits no signal. */
void trammel_model_tree_view_select(TrammelModelTreeView *view, TrammelElement element);

/* Sets the context menu of the rows (right click, Menu key, Shift+F10), which selects the row;
 * keeps a reference. */
void trammel_model_tree_view_set_menu(TrammelModelTreeView *view, GMenuModel *menu);

/* Focuses the search entry. */
void trammel_model_tree_view_find(TrammelModelTreeView *tree);

/* Gets a point in the selected row, in coordinates of the view [px]. */
void trammel_model_tree_view_get_place(TrammelModelTreeView *tree, double *x, double *y);

G_END_DECLS
