/* The tree of the model as a list that can be folded; the selected row is what the page is about.
 *
 * Signal "selected" (uint TrammelElementKind, uint index): the user has chosen a row; "activated":
 * the selected row was double-clicked or Enter was pressed. */
#pragma once

#include <gtk/gtk.h>

#include "io/structure/structure.h"
#include "ui/session/run/run.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_MODEL_TREE_VIEW (trammel_model_tree_view_get_type())
G_DECLARE_FINAL_TYPE(
    TrammelModelTreeView, trammel_model_tree_view, TRAMMEL, MODEL_TREE_VIEW, GtkWidget)

/* Shows the model of a project; dots tell what `run` (nullable) knows of its things. */
void trammel_model_tree_view_show(TrammelModelTreeView *view,
                                  const TrammelProject *project,
                                  TrammelRun *run);

/* Selects a row and unfolds what it is in; tells nobody. */
void trammel_model_tree_view_select(TrammelModelTreeView *view, TrammelElement element);

/* What a right click on a row offers, and Menu or Shift+F10, for the row that it selects; keeps a
 * reference. */
void trammel_model_tree_view_set_menu(TrammelModelTreeView *view, GMenuModel *menu);

/* Gives the keys to the entry that finds things. */
void trammel_model_tree_view_find(TrammelModelTreeView *tree);

/* In the row of what is selected, in the tree's own coordinates [px]. */
void trammel_model_tree_view_get_place(TrammelModelTreeView *tree, double *x, double *y);

G_END_DECLS
