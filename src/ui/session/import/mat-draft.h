/* A MAT file on its way to become a log: what its variables look like, which of them is taken, and
 * where the time is.  No widget is known here. */
#pragma once

#include <gio/gio.h>

#include "io/log/data/dataset.h"
#include "io/log/shapes.h"

G_BEGIN_DECLS

/* A variable, struct or field in the tree. */
#define TRAMMEL_TYPE_MAT_NODE (trammel_mat_node_get_type())
G_DECLARE_FINAL_TYPE(TrammelMatNode, trammel_mat_node, TRAMMEL, MAT_NODE, GObject)

const char *trammel_mat_node_get_name(TrammelMatNode *node);
/* "double 10001×2", "struct", "text" */
const char *trammel_mat_node_get_size(TrammelMatNode *node);
/* The log that it is or belongs to; NULL where it is none. */
const TrammelLogShape *trammel_mat_node_get_shape(TrammelMatNode *node);
/* Of TrammelMatNode; NULL for a leaf. */
GListModel *trammel_mat_node_get_children(TrammelMatNode *node);

typedef struct {
  TrammelDataset *dataset;
  GPtrArray *shapes;            /* TrammelLogShape */
  const TrammelLogShape *shape; /* that is taken; NULL: none yet */
  char *time;                   /* vector of its length; NULL: by the rate */
  double rate;                  /* [Hz] */
  gboolean is_recalled;
} TrammelMatDraft;

/* Takes what was remembered for a file with these variables, else the best shape with channels. */
TrammelMatDraft *trammel_mat_draft_new(TrammelDataset *dataset);
void trammel_mat_draft_free(TrammelMatDraft *draft);

/* The tree of the variables (TrammelMatNode); those whose path holds `find`, and of these only the
 * ones that are part of a log when `only_usable`. */
GListModel *
trammel_mat_draft_new_tree(const TrammelMatDraft *draft, const char *find, gboolean only_usable);

/* Takes another log, with its own time. */
void trammel_mat_draft_choose(TrammelMatDraft *draft, const TrammelLogShape *shape);

/* References of the vectors that can be the time of the shape; NULL-terminated, free with
 * g_strfreev(). */
char **trammel_mat_draft_dup_times(const TrammelMatDraft *draft);

/* The objects of classes that cannot be read, in a sentence; NULL without any.  Free with
 * g_free(). */
char *trammel_mat_draft_describe_objects(const TrammelMatDraft *draft);

/* Lines for MATLAB that make plain structs of class objects; static. */
const char *trammel_mat_conversion_lines(void);

/* Why nothing can be imported, in words; NULL when it can.  Free with g_free(). */
char *trammel_mat_draft_check(const TrammelMatDraft *draft);

/* The layout for io/project/project (session/import/log-import.h), and the name under which it is
 * remembered. */
char *trammel_mat_draft_to_layout(const TrammelMatDraft *draft);
char *trammel_mat_draft_fingerprint(const TrammelMatDraft *draft);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelMatDraft, trammel_mat_draft_free)

G_END_DECLS
