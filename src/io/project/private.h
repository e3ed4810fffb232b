/* Inside of a project: the tree that was read, and what it means. */
#pragma once

#include "io/log/data/dataset.h"
#include "io/project/node.h"
#include "io/project/project.h"

G_BEGIN_DECLS

/* Where stamps come from: a column of numbers, columns of dates and times, or a rate. */
typedef struct {
  char *column; /* NULL: rate; the first of `dates` where those are given */
  char **dates; /* NULL-terminated: columns that together make a date and time; NULL: numbers, or
                   a date where `column` turns out to hold text */
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
  GArray *excluded;      /* double[2]: from, to [s] since the first stamp, as in the file */
  TrammelImport *import; /* nullable */
  char **ignore;         /* nullable: findings that are not told, see io/problem/finding.h */
  GArray *channels;      /* TrammelChannel */
} TrammelLogEntry;

struct _TrammelProject {
  int refs;
  JsonNode *root;
  char *folder; /* nullable, absolute */
  char *source; /* nullable, absolute: the file of a newer version that this was read from */
  TrammelTempFolder *home; /* nullable: what the logs stand in */
  guint version;           /* of `format` */
  const char *name;        /* in root */
  TrModel *model;
  GArray *quantities;  /* TrammelQuantity: the model's, then the logs' */
  GArray *constraints; /* TrammelConstraint */
  GArray *shapes;      /* TrammelShape */
  GPtrArray *logs;     /* TrammelLogEntry */
  TrSettings settings;
  gboolean adds_held; /* weighting is held since trammel_project_set_kappa(); not in the file */
};

/* Readers of the sections; each fills its member of an otherwise valid project. */
gboolean trammel_project_read_model(TrammelProject *project, const TrammelNode *root, GError **);
gboolean
trammel_project_read_quantities(TrammelProject *project, const TrammelNode *root, GError **error);
gboolean
trammel_project_read_constraints(TrammelProject *project, const TrammelNode *root, GError **error);
gboolean
trammel_project_read_shapes(TrammelProject *project, const TrammelNode *root, GError **error);
gboolean trammel_project_read_logs(TrammelProject *project, const TrammelNode *root, GError **);
gboolean
trammel_project_read_settings(TrSettings *settings, const TrammelNode *root, GError **error);
gboolean trammel_project_read_runs(const TrammelNode *root, GError **error);
gboolean trammel_project_read_figures(const TrammelNode *root, GError **error);

/* The list `key` at the root of the file, NULL where there is none; and its length. */
JsonArray *trammel_project_get_list(const TrammelProject *project, const char *key);
guint trammel_project_get_list_length(const TrammelProject *project, const char *key);

/* An empty list of TrammelConstraint. */
GArray *trammel_project_constraints_new(void);

/* Finds the masters of all tied quantities and lets their values follow. */
gboolean trammel_project_read_ties(TrammelProject *project, const TrammelNode *root, GError **);

/* Values of all quantities, tied ones made to follow: [n], where those of the others are given. */
void trammel_project_follow(const TrammelProject *project, double *values);

/* The free or fixed quantity at the end of the chain that quantity i follows (i itself when it is
 * not tied), and the product of the factors on the way. */
guint trammel_project_find_master(const TrammelProject *project, guint i, double *factor);

/* Whether the estimator can free it. */
gboolean trammel_project_can_be_free(const TrammelProject *project, TrParam param);

/* Stores the value in the quantity and where it is used (model or mapping); not in the tree. */
void trammel_project_put_value(TrammelProject *project, guint i, double value);

/* What a value must satisfy by itself, beyond tr_model_check(): NULL, or what is wrong. */
const char *trammel_param_find_fault(TrParam param, double value);

/* Reads the whole project anew from `root` (taken) and goes over to it; FALSE leaves it as it was.
 */
gboolean trammel_project_replace_tree(TrammelProject *project, JsonNode *root, GError **error);

/* Index of a quantity, or -1 with TRAMMEL_ERROR_USAGE and the nearest ids. */
int trammel_project_index_of(const TrammelProject *project, const char *id, GError **error);

/* "'a', 'b' or 'c'": the ids that are nearest to `id` (io/base/name_suggestion.h); free with
 * g_free(). */
char *trammel_project_find_nearest(const TrammelProject *project, const char *id);

/* Reads `name` of an object: not empty, below TR_NAME_SIZE bytes, without . = / and control
 * characters, and not among the `n_taken` names before it, which are `stride` bytes apart.  what: a
 * word of io/base/bilingual.h. */
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

/* The way to a quantity of the model or of a log's channel; returns the number of steps. */
guint trammel_project_get_path(TrammelStep steps[TRAMMEL_MAX_STEPS], TrParam param);

/* The nodes along it, from the root on; returns the last one. */
const TrammelNode *trammel_project_walk(TrammelNode nodes[TRAMMEL_MAX_STEPS + 1],
                                        const TrammelNode *root,
                                        TrParam param);

/* Adds to an error of a project of a newer format that the program may be too old for it. */
void trammel_project_explain_newer(const TrammelProject *project, GError **error);

void trammel_log_entry_free(TrammelLogEntry *entry);
const TrammelLogEntry *trammel_project_get_log(const TrammelProject *project, guint log);

/* "'a', 'b'": `n` names, `stride` bytes apart.  Free with g_free(). */
char *trammel_project_list_names(const void *names, guint n, gsize stride);

G_END_DECLS
