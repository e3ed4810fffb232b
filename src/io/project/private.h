/* Internal interface of io/project/project: the tree that was read, and its content. */
#pragma once

#include "io/log/data/dataset.h"
#include "io/project/node.h"
#include "io/project/project.h"

G_BEGIN_DECLS

/* Source of time stamps: a column of numbers, columns of dates and times, or a rate. */
typedef struct {
  char *column; /* NULL: rate; the first of `dates` if these are given */
  char **dates; /* NULL-terminated: columns that together make a date and time; NULL: numbers, or a
                   date if `column` holds text */
  double unit;  /* [s] of one unit of the column; NAN: the file's own, else 1 */
  double rate;  /* [Hz] */
} TrammelClock;

/* Mapping with the clock of its channel, which only the reading of the log uses. */
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
  double trim[2];           /* [s] since the first stamp; -INFINITY, INFINITY where open */
  gboolean timing_is_known; /* stamps, and inputs between them, are exact */
  GArray *excluded;         /* double[2]: from, to [s] since the first stamp, as in the file */
  TrammelImport *import;    /* nullable */
  char **ignore;            /* nullable: findings that are not reported, see io/problem/finding.h */
  GArray *channels;         /* TrammelChannel */
  GArray *own;              /* TrOwnValue (io/project/own_values.h) */
} TrammelLogEntry;

struct _TrammelProject {
  int refs;
  JsonNode *root;
  char *folder; /* nullable, absolute */
  char *source; /* nullable, absolute: the file of a newer version that this was read from */
  TrammelTempFolder *home; /* nullable: temporary folder of the logs */
  guint version;           /* of `format` */
  const char *name;        /* in root */
  TrModel *model;
  GArray *quantities;  /* TrammelQuantity: the model's, then the logs' */
  GArray *constraints; /* TrammelConstraint */
  GArray *shapes;      /* TrammelShape */
  GPtrArray *logs;     /* TrammelLogEntry */
  TrSettings settings;
  int max_steps; /* 0: automatic */
};

/* Readers of the sections; each fills its member of an otherwise valid project. */
gboolean trammel_project_read_model(TrammelProject *project, const TrammelNode *root, GError **);
gboolean
trammel_project_read_quantities(TrammelProject *project, const TrammelNode *root, GError **error);
gboolean
trammel_project_read_constraints(TrammelProject *project, const TrammelNode *root, GError **error);
gboolean
trammel_project_read_shapes(TrammelProject *project, const TrammelNode *root, GError **error);
/* Finds the files of meshes again, after the folder has changed. */
void trammel_project_find_meshes(TrammelProject *project);
/* Returns the name of a file in or below the project's folder; NULL for a file elsewhere. */
char *trammel_project_dup_name_inside(const TrammelProject *project, const char *path);
/* Reads `formula` and `process` of a channel whose column is read. */
gboolean
trammel_project_read_process(TrammelMapping *mapping, const TrammelNode *channel, GError **error);
gboolean trammel_project_read_logs(TrammelProject *project, const TrammelNode *root, GError **);
/* Reads the logs' own values of quantities, which must have been read. */
gboolean
trammel_project_read_own_values(TrammelProject *project, const TrammelNode *root, GError **error);
gboolean trammel_project_read_settings(TrSettings *settings,
                                       const TrModel *model,
                                       const TrammelNode *root,
                                       GError **error);
gboolean trammel_project_check_settings(const TrammelNode *root, GError **error);
gboolean trammel_project_read_max_steps(int *max_steps, const TrammelNode *root, GError **error);
gboolean trammel_project_read_figures(const TrammelNode *root, GError **error);
gboolean trammel_project_read_recipe(const TrammelNode *root, GError **error);
gboolean trammel_project_read_scenario(const TrammelNode *root, GError **error);

/* Returns the list `key` at the root of the file, NULL if there is none; and its length. */
JsonArray *trammel_project_get_list(const TrammelProject *project, const char *key);
guint trammel_project_get_list_length(const TrammelProject *project, const char *key);

/* Returns an empty list of TrammelConstraint; free with g_array_unref(). */
GArray *trammel_project_constraints_new(void);

/* Finds the masters of all tied quantities and updates the tied values. */
gboolean trammel_project_read_ties(TrammelProject *project, const TrammelNode *root, GError **);

/* Updates values [n] of all quantities: tied ones are computed from the given values of the
 * others. */
void trammel_project_follow(const TrammelProject *project, double *values);

/* Returns the free or fixed quantity at the end of the chain of ties of quantity i (i itself when
 * it is not tied); *factor is the product of the factors on the way. */
guint trammel_project_find_master(const TrammelProject *project, guint i, double *factor);

/* TRUE if the estimator can free the parameter. */
gboolean trammel_project_can_be_free(const TrammelProject *project, TrParam param);

/* Stores the value in the quantity and in the model or mapping that uses it; not in the tree. */
void trammel_project_put_value(TrammelProject *project, guint i, double value);

/* Returns the reason why a value is impossible, beyond the checks of tr_model_check(); NULL if it
 * is possible.  Static. */
const char *trammel_param_find_fault(TrParam param, double value);

/* Reads the whole project from `root` (taken) and replaces the present content; FALSE leaves it
 * unchanged. */
gboolean trammel_project_replace_tree(TrammelProject *project, JsonNode *root, GError **error);

/* Returns the index of a quantity, or -1 with TRAMMEL_ERROR_USAGE and name suggestions. */
int trammel_project_index_of(const TrammelProject *project, const char *id, GError **error);

/* Returns the ids that are nearest to `id`, "'a', 'b' or 'c'" (io/base/name_suggestion.h); free
 * with g_free(). */
char *trammel_project_find_nearest(const TrammelProject *project, const char *id);

/* Names in an array of structs that begin with them. */
typedef struct TrammelNames {
  const void *first;
  guint n;
  gsize stride; /* bytes from one to the next */
} TrammelNames;

/* Reads `name` of an object: not empty, below TR_NAME_SIZE bytes, without . = / and control
 * characters, and not among those taken.  what: the kind of object, a word of io/base/bilingual.h.
 */
gboolean trammel_project_read_name(char name[TR_NAME_SIZE],
                                   const TrammelNode *object,
                                   const char *what,
                                   TrammelNames taken,
                                   GError **error);

/* Step on the path from the root of the tree to a quantity. */
typedef struct {
  const char *key; /* NULL: element `index` */
  guint index;
} TrammelStep;

enum { TRAMMEL_MAX_STEPS = 8 };

/* Sets the path to a quantity of the model or of a log's channel; returns the number of steps. */
guint trammel_project_get_path(TrammelStep steps[TRAMMEL_MAX_STEPS], TrParam param);

/* Sets the nodes along that path, from the root; returns the last one. */
const TrammelNode *trammel_project_walk(TrammelNode nodes[TRAMMEL_MAX_STEPS + 1],
                                        const TrammelNode *root,
                                        TrParam param);

/* Sets the format of a tree of version 1 to 2 if it has keys that programs of version 1 would
 * ignore (version.c). */
void trammel_project_raise_version(JsonNode *root);

/* Adds to an error of a project of a newer format that the program may be too old for it. */
void trammel_project_explain_newer(const TrammelProject *project, GError **error);

void trammel_log_entry_free(TrammelLogEntry *entry);
const TrammelLogEntry *trammel_project_get_log(const TrammelProject *project, guint log);

/* Returns `n` names, `stride` bytes apart, as "'a', 'b'"; free with g_free(). */
char *trammel_project_list_names(const void *names, guint n, gsize stride);

/* Reads a unit quaternion [w, x, y, z]; unchanged where the node is missing. */
gboolean trammel_project_read_quat(double quat[4], const TrammelNode *node, GError **error);

/* Reads the spans of time of a joint or contact of this name, `active`, and the impulse at their
 * ends. */
gboolean trammel_project_read_active(TrActive *active,
                                     const char *name,
                                     const TrammelNode *from,
                                     GError **error);

/* Reads [lower, upper], null where it is open, into the two ends; unchanged where the node is
 * missing.  is_quantity: an end may be the object of a quantity, whose value is read. */
gboolean trammel_project_read_ends(double *const ends[2],
                                   const TrammelNode *node,
                                   gboolean is_quantity,
                                   GError **error);

/* Reads the limits of a joint, and whether the estimator has them as stops. */
gboolean trammel_project_read_limits(TrJoint *joint, const TrammelNode *from, GError **error);

/* Reads the constants of the servo of a motor, if it has one; its gains are quantities. */
gboolean trammel_project_read_servo(TrServo *servo, const TrammelNode *motor, GError **error);

/* Reads the member `key` of an element, { position, quat_wxyz }; unchanged without one. */
gboolean trammel_project_read_frame(TrFrame *frame,
                                    const TrammelNode *element,
                                    const char *key,
                                    GError **error);

/* Reads the index of the body that the member `key` names; "world" as "parent" or "against". */
gboolean trammel_project_read_body(
    int *body, const TrModel *model, const TrammelNode *element, const char *key, GError **error);

/* Appends the contact of a node to the model's array, which has room for it. */
gboolean trammel_project_read_contact(TrModel *model, const TrammelNode *node, GError **error);

G_END_DECLS
