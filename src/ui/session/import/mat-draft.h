/* Draft of an import from a MAT file: its variables, the chosen one, and the time vector.
 * Independent of widgets. */
#pragma once

#include <gio/gio.h>

#include "io/log/data/dataset.h"
#include "io/log/shapes.h"

G_BEGIN_DECLS

/* A variable, struct or field in the tree. */
#define TRAMMEL_TYPE_MAT_NODE (trammel_mat_node_get_type())
G_DECLARE_FINAL_TYPE(TrammelMatNode, trammel_mat_node, TRAMMEL, MAT_NODE, GObject)

const char *trammel_mat_node_get_name(TrammelMatNode *node);
/* Returns "double 10001×2", "struct", "text". */
const char *trammel_mat_node_get_size(TrammelMatNode *node);
/* Returns the log that the node is or belongs to; NULL if there is none. */
const TrammelLogShape *trammel_mat_node_get_shape(TrammelMatNode *node);
/* Returns the children (TrammelMatNode), owned by the node; NULL for a leaf. */
GListModel *trammel_mat_node_get_children(TrammelMatNode *node);

typedef struct {
  TrammelDataset *dataset;
  GPtrArray *shapes;            /* TrammelLogShape */
  const TrammelLogShape *shape; /* the chosen one; NULL: none yet */
  char *time;                   /* vector of its length; NULL: from the rate */
  double rate;                  /* [Hz] */
  gboolean is_recalled;
} TrammelMatDraft;

/* Creates a draft from the import memory for a file with these variables, else with the best shape
 * that has channels; keeps a reference to `dataset`. */
TrammelMatDraft *trammel_mat_draft_new(TrammelDataset *dataset);
void trammel_mat_draft_free(TrammelMatDraft *draft);

/* Returns the tree of the variables (TrammelMatNode, transfer full): those whose path contains
 * `find`, and with `only_usable` only those that are part of a log. */
GListModel *
trammel_mat_draft_new_tree(const TrammelMatDraft *draft, const char *find, gboolean only_usable);

/* Chooses another log and its own time. */
void trammel_mat_draft_choose(TrammelMatDraft *draft, const TrammelLogShape *shape);

/* Returns references of the vectors that can be the time of the shape; NULL-terminated, free with
 * g_strfreev(). */
char **trammel_mat_draft_dup_times(const TrammelMatDraft *draft);

/* Returns a sentence on the objects of classes that cannot be read; NULL if there are none.  Free
 * with g_free(). */
char *trammel_mat_draft_describe_objects(const TrammelMatDraft *draft);

/* Returns MATLAB lines that convert class objects to plain structs; static. */
const char *trammel_mat_conversion_lines(void);

/* Returns a sentence on why nothing can be imported; NULL if it can.  Free with g_free(). */
char *trammel_mat_draft_check(const TrammelMatDraft *draft);

/* Return the layout for io/project/project (session/import/log-import.h), and the key under which
 * it is remembered; free with g_free(). */
char *trammel_mat_draft_to_layout(const TrammelMatDraft *draft);
char *trammel_mat_draft_fingerprint(const TrammelMatDraft *draft);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMatDraft, trammel_mat_draft_free)

G_END_DECLS
