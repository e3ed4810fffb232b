/* Fold bins: a container whose child can do with less width by leaving something out, such as a
 * pane at its side.
 *
 * GTK keeps a window at least as wide as its widgets need, so that a pane that hides itself in a
 * narrow window would never be asked to: its own width forbids the narrow window.  A fold bin asks
 * for `least-width` [px] only.  When it gets less than its child needs, or less than `fold-width`
 * [px], it folds: it hides `side`, a widget inside the child (nullable), and notifies `folded`;
 * when there is room again, it unfolds.
 *
 * Properties, for .ui files: "least-width", "fold-width" (0: none), "side"; "folded" is readable.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TRAMMEL_TYPE_FOLD_BIN (trammel_fold_bin_get_type())
G_DECLARE_FINAL_TYPE(TrammelFoldBin, trammel_fold_bin, TRAMMEL, FOLD_BIN, GtkWidget)

/* Shows or hides the side; while the bin is folded, it stays hidden. */
void trammel_fold_bin_set_shown(TrammelFoldBin *bin, gboolean shown);

gboolean trammel_fold_bin_get_folded(TrammelFoldBin *bin);

G_END_DECLS
