/* Project (`*.trammel`, packed with its logs `*.trammelz`): model, free parameters, logs with their
 * mappings, settings, runs.
 *
 * The JSON tree that was read is kept: unknown keys and the order of keys survive a save, and an
 * unchanged project is saved byte for byte as the program wrote it.  A file of a newer version is
 * read as far as it is understood, and is read-only. */
#pragma once

#include <gio/gio.h>

#include "engine/est/task/fit.h"
#include "engine/signal/process.h"
#include "io/packed/temp_folder.h"

G_BEGIN_DECLS

typedef enum { TRAMMEL_ROLE_ESTIMATE, TRAMMEL_ROLE_VALIDATE, TRAMMEL_ROLE_OFF } TrammelRole;

/* Quantity of the project: its value and, if free, the data for the estimator.  A quantity of a
 * channel (offset, scale, delay; of a drive also start and start_rate) has the indices of its log
 * and of its mapping as owner and axis. */
typedef struct {
  TrParam param;
  char id[TR_ID_SIZE];
  const char *unit;
  double value, min, max;         /* -INFINITY, INFINITY where unbounded */
  double prior_mean, prior_sigma; /* prior_sigma INFINITY: none */
  gboolean free;
  gboolean is_automatic; /* not in the file: a drive's start, which is taken from the log */
  TrTransform transform;
  gboolean tied; /* value = factor * value of quantity `master`, which may itself be tied */
  guint master;
  double factor;
} TrammelQuantity;

/* Term and linear constraint least <= sum factor * quantity <= most, which the parameters of a fit
 * always satisfy. */
typedef struct {
  guint quantity;
  double factor;
} TrammelConstraintTerm;

typedef struct {
  char name[TR_NAME_SIZE];
  GArray *terms;      /* TrammelConstraintTerm */
  double least, most; /* -INFINITY, INFINITY where open */
} TrammelConstraint;

typedef struct {
  char *signal;       /* name of a sensor or motor */
  char *column;       /* NULL for a constant */
  char *minus;        /* nullable: a second column, which is subtracted from the first */
  char *formula;      /* nullable: of the samples (io/units/formula.h) ... */
  char **others;      /* ... with these other columns; then ... */
  TrProcess *process; /* [n_process] ... their processing, in the unit of the file */
  int n_process;
  double constant;
  char *unit; /* nullable */
  double sign, scale, offset, delay;
  double start, start_rate;                   /* of a drive, ... */
  gboolean start_is_auto, start_rate_is_auto; /* ... found in the log */
  gboolean linear;                            /* linear between samples, ... */
  gboolean between_is_stated;                 /* ... which the project says */
} TrammelMapping;

typedef enum {
  TRAMMEL_SHAPE_BOX,      /* size */
  TRAMMEL_SHAPE_SPHERE,   /* from = centre, radius */
  TRAMMEL_SHAPE_CAPSULE,  /* from, to, radius */
  TRAMMEL_SHAPE_CYLINDER, /* from, to, radius */
  TRAMMEL_SHAPE_MESH,     /* file, size = scale */
  TRAMMEL_N_SHAPE_TYPES
} TrammelShapeType;

/* Returns the word in the file for a type of shape, "box"; static. */
const char *trammel_shape_type_get_word(TrammelShapeType type);

/* Shape that shows a body, in the body's frame (origin, not centre of mass) [m]. */
typedef struct {
  int body;
  TrammelShapeType type;
  double from[3], to[3], radius;
  double size[3], quat[4]; /* box: edge lengths, orientation; from = centre.  mesh: scale along the
                              axes of the file [1], orientation and place of these axes */
  float color[4];          /* alpha 0: none given */
  const char *path; /* mesh: the file, absolute where the project has a folder; never freed */
} TrammelShape;

typedef struct _TrammelProject TrammelProject;

/* Loads a project; free with trammel_project_unref().  `path` may be relative.  A packed project
 * (io/packed/packed.h) is recognised by its content, and is unpacked into a folder that exists as
 * long as a project refers to it.  Errors: TRAMMEL_ERROR_UNREADABLE (not JSON; line and column),
 * TRAMMEL_ERROR_INVALID (the place as a path such as model.joints[1].child, and what was
 * expected). */
TrammelProject *trammel_project_load(const char *path, GError **error);

/* Same as trammel_project_load() for a text; relative log files are searched for in `folder`
 * (nullable). */
TrammelProject *
trammel_project_new_from_data(const char *data, gssize length, const char *folder, GError **error);

TrammelProject *trammel_project_ref(TrammelProject *project);
void trammel_project_unref(TrammelProject *project);
/* Returns a deep copy of the project (transfer full). */
TrammelProject *trammel_project_copy(const TrammelProject *project);

/* TRUE if a newer version of the program wrote the project; it can then be used and changed in
 * memory, but not saved over its file. */
gboolean trammel_project_is_read_only(const TrammelProject *project);

/* Returns the text of the file, which io/project/save.h writes; free with g_free(). */
char *trammel_project_to_data(const TrammelProject *project);

const char *trammel_project_get_name(const TrammelProject *project);
const char *trammel_project_get_folder(const TrammelProject *project); /* nullable */
/* Temporary folder with the logs of a packed project or of an example; nullable.  The getter adds
 * no reference. */
TrammelTempFolder *trammel_project_get_home(const TrammelProject *project);
void trammel_project_set_home(TrammelProject *project, TrammelTempFolder *home);
const TrModel *trammel_project_get_model(const TrammelProject *project);

/* Quantities: those of the model in the order of tr_param_at(), then offset, scale and delay (of
 * drives also start and start_rate) of all channels, log by log. */
guint trammel_project_get_n_quantities(const TrammelProject *project);
const TrammelQuantity *trammel_project_get_quantity(const TrammelProject *project, guint i);
/* Returns the number of free quantities. */
guint trammel_project_count_free(const TrammelProject *project);
/* Returns the quantity of this id; NULL when there is none. */
const TrammelQuantity *trammel_project_find_quantity(const TrammelProject *project, const char *id);
/* Returns the remark on a quantity in the file, nullable. */
const char *trammel_project_get_note(const TrammelProject *project, guint i);
/* Same by the id; NULL also for an unknown one. */
const char *trammel_project_find_note(const TrammelProject *project, const char *id);

/* Setters of one quantity; quantities that are tied to it follow.  Errors, which leave the project
 * unchanged: TRAMMEL_ERROR_USAGE for an unknown id (with name suggestions), TRAMMEL_ERROR_INVALID
 * for an impossible value. */
gboolean
trammel_project_set_value(TrammelProject *project, const char *id, double value, GError **error);
/* Value for a quantity. */
typedef struct {
  char id[TR_ID_SIZE];
  double value;
} TrammelAssignment;

/* Sets the values of several quantities at once, `list` of TrammelAssignment: only all of them
 * together must be possible, such as the elements of an inertia. */
gboolean trammel_project_set_values(TrammelProject *project, const GArray *list, GError **error);

gboolean
trammel_project_set_free(TrammelProject *project, const char *id, gboolean is_free, GError **error);
gboolean trammel_project_set_bounds(
    TrammelProject *project, const char *id, double min, double max, GError **error);

/* Further setters of one quantity.  They read the project again, so that pointers into it become
 * invalid.  A prior's sigma of INFINITY removes the prior; a tie is "ID" or "factor*ID", and NULL
 * removes it. */
gboolean trammel_project_set_prior(
    TrammelProject *project, const char *id, double mean, double sigma, GError **error);
gboolean trammel_project_set_transform(TrammelProject *project,
                                       const char *id,
                                       TrTransform transform,
                                       GError **error);
gboolean
trammel_project_set_tie(TrammelProject *project, const char *id, const char *tie, GError **error);

guint trammel_project_get_n_constraints(const TrammelProject *project);
const TrammelConstraint *trammel_project_get_constraint(const TrammelProject *project, guint i);

const TrSettings *trammel_project_get_settings(const TrammelProject *project);
/* Limit of settings.max_steps. */
enum { TRAMMEL_MOST_STEPS = 20000000 };

/* Returns the largest number of steps of all logs together that are fitted; automatic: 500 000, or
 * fewer that take 8 GB together. */
int trammel_project_get_max_steps(const TrammelProject *project);

/* Returns the memory of one step during a run [bytes], as measured on models of one to three
 * bodies. */
double trammel_project_get_step_bytes(const TrammelProject *project);

/* Sets a setting: name as in the file ("kappa", "h", ...), value as text ("auto", "1e3", "node").
 * Errors: TRAMMEL_ERROR_USAGE, TRAMMEL_ERROR_INVALID. */
gboolean trammel_project_set_setting(TrammelProject *project,
                                     const char *name,
                                     const char *value,
                                     GError **error);

guint trammel_project_get_n_logs(const TrammelProject *project);
const char *trammel_project_get_log_name(const TrammelProject *project, guint log);
/* Returns the path of the log's file, absolute when the project's folder is known; free with
 * g_free(). */
char *trammel_project_dup_log_path(const TrammelProject *project, guint log);
/* Returns the name of the log's file in or below the project's folder; NULL for a file elsewhere.
 * Free with g_free(). */
char *trammel_project_dup_log_name_inside(const TrammelProject *project, guint log);
/* Returns the place of the log's file for users: the path, or PACKED/NAME in a packed project.
 * Free with g_free(). */
char *trammel_project_dup_log_place(const TrammelProject *project, guint log);
/* Returns the log's file relative to the project's folder, or absolute. */
const char *trammel_project_get_log_file(const TrammelProject *project, guint log);
void trammel_project_set_log_file(TrammelProject *project, guint log, const char *file);
const char *trammel_project_get_log_sha256(const TrammelProject *project, guint log); /* nullable */
/* Returns whether the stamps, and the inputs between them, are exact. */
gboolean trammel_project_get_log_timing_is_known(const TrammelProject *project, guint log);
TrammelRole trammel_project_get_log_role(const TrammelProject *project, guint log);
/* Returns the names of the logs of a role, NULL-terminated; free with g_strfreev(). */
char **trammel_project_dup_log_names(const TrammelProject *project, TrammelRole role);
gboolean trammel_project_set_log_role(TrammelProject *project, guint log, TrammelRole role);
/* Sets the part of a log that is used, [s] since the first stamp, -INFINITY and INFINITY where
 * open; the excluded ranges within it follow. */
void trammel_project_get_log_trim(const TrammelProject *project, guint log, double trim[2]);
guint trammel_project_get_n_excluded(const TrammelProject *project, guint log);
void
trammel_project_get_excluded(const TrammelProject *project, guint log, guint i, double range[2]);
guint trammel_project_get_n_mappings(const TrammelProject *project, guint log);
const TrammelMapping *
trammel_project_get_mapping(const TrammelProject *project, guint log, guint i);

/* Number of results that are kept with the project (io/project/runs.h). */
guint trammel_project_get_n_runs(const TrammelProject *project);

guint trammel_project_get_n_shapes(const TrammelProject *project);
const TrammelShape *trammel_project_get_shape(const TrammelProject *project, guint i);
/* Return the file of shape i, NULL for a shape that is no mesh: relative to the project's folder or
 * absolute, as it is written; its name in or below that folder, NULL for a file elsewhere.  Free
 * with g_free(). */
char *trammel_project_dup_mesh_file(const TrammelProject *project, guint i);
char *trammel_project_dup_mesh_name_inside(const TrammelProject *project, guint i);
void trammel_project_set_mesh_file(TrammelProject *project, guint i, const char *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelProject, trammel_project_unref)

G_END_DECLS
