/* Inside of a project: the tree that was read, and what it means. */
#pragma once

#include "io/dataset.h"
#include "io/project.h"
#include "io/project_node.h"

G_BEGIN_DECLS

/* Where stamps come from: a column, or a rate. */
typedef struct {
  char *column; /* NULL: rate */
  double unit;  /* [s] of one unit of the column; NAN: the file's own, else 1 */
  double rate;  /* [Hz] */
} TrammelClock;

/* A mapping with what only the reading of its log needs. */
typedef struct {
  TrammelMapping mapping;
  gboolean has_clock; /* its own */
  TrammelClock clock;
} TrammelChannel;

typedef struct {
  char *name, *file;
  char *sha256; /* nullable: unchecked */
  TrammelRole role;
  gboolean has_clock; /* else the clock is the default, column "t" */
  TrammelClock clock;
  double trim[2];        /* [s] since the first stamp; -INFINITY, INFINITY where open */
  TrammelImport *import; /* nullable */
  GArray *channels;      /* TrammelChannel */
} TrammelLogEntry;

struct _TrammelProject {
  gatomicrefcount refs;
  JsonNode *root;
  char *folder;     /* nullable, absolute */
  const char *name; /* in root */
  TrModel *model;
  GArray *quantities; /* TrammelQuantity */
  GArray *shapes;     /* TrammelShape */
  GPtrArray *logs;    /* TrammelLogEntry */
  TrSettings settings;
};

/* Readers of the sections; each fills its member of an otherwise valid project. */
gboolean trammel_project_read_model(TrammelProject *project, const TrammelNode *root, GError **);
gboolean
trammel_project_read_quantities(TrammelProject *project, const TrammelNode *root, GError **error);
gboolean
trammel_project_read_shapes(TrammelProject *project, const TrammelNode *root, GError **error);
gboolean trammel_project_read_logs(TrammelProject *project, const TrammelNode *root, GError **);
gboolean
trammel_project_read_settings(TrSettings *settings, const TrammelNode *root, GError **error);

/* Reads `name` of an object: not empty, below TR_NAME_SIZE bytes, without . = / and control
 * characters, and not among the `n_taken` names before it, which are `stride` bytes apart. */
gboolean trammel_project_read_name(char name[TR_NAME_SIZE],
                                   const TrammelNode *object,
                                   const char *what,
                                   const void *taken,
                                   guint n_taken,
                                   gsize stride,
                                   GError **error);

/* One step on the way from the root to a quantity. */
typedef struct {
  const char *key; /* NULL: element `index` */
  guint index;
} TrammelStep;

enum { TRAMMEL_MAX_STEPS = 6 };

/* The way to a quantity of the model; returns the number of steps. */
guint trammel_project_get_path(TrammelStep steps[TRAMMEL_MAX_STEPS], TrParam param);

void trammel_log_entry_free(TrammelLogEntry *entry);
const TrammelLogEntry *trammel_project_get_log(const TrammelProject *project, guint log);

/* "'a', 'b'": `n` names, `stride` bytes apart.  Free with g_free(). */
char *trammel_project_list_names(const void *names, guint n, gsize stride);

G_END_DECLS
