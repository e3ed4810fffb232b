/* What the variables of a MAT file look like: which of them are logs, where their time is, and
 * which channels they have. */
#pragma once

#include "io/log/data/dataset.h"

G_BEGIN_DECLS

/* Best first. */
typedef enum {
  TRAMMEL_SHAPE_TIME_STRUCT, /* .time, and .signals(i).values with .label: Simulink's own */
  TRAMMEL_SHAPE_DATA_TIME,   /* struct of data and time */
  TRAMMEL_SHAPE_FIELDS,      /* struct of equally long arrays, one of which is the time */
  TRAMMEL_SHAPE_BESIDE_TIME, /* array with as many rows or columns as a time vector */
  TRAMMEL_SHAPE_ROW_TIME,    /* array whose first row is the time: Simulink's To File */
  TRAMMEL_SHAPE_COLUMN_TIME, /* array whose first column is the time */
  TRAMMEL_SHAPE_TIME,        /* time vector */
  TRAMMEL_SHAPE_CONSTANT,    /* one number */
  TRAMMEL_SHAPE_UNKNOWN,     /* array whose time has to be told */
} TrammelShapeKind;

typedef struct {
  char *column; /* as a project's `column` names it */
  char *name;   /* label of the signal, else the last part of the path */
  guint source; /* index of the dataset's column that it is in */
} TrammelShapeChannel;

typedef struct {
  TrammelShapeKind kind;
  char *path;          /* of the variable, struct or array */
  char *time;          /* as a project's `column` names it; NULL without one */
  gsize samples;       /* along the time */
  double step;         /* mean step of the time [its unit]; NAN without one */
  gboolean is_uniform; /* all steps are that to 0.1 % */
  GArray *channels;    /* of TrammelShapeChannel */
} TrammelLogShape;

/* TrammelLogShape *, in the order of the file; free with g_ptr_array_unref().  Every array of
 * numbers is in one of them, either as a channel or as a time.  A time never falls; without a name
 * for a time it must grow from sample to sample, alone among its neighbours. */
GPtrArray *trammel_shapes_find(const TrammelDataset *dataset);

/* "looks like" in words: "structure with time, 2 channels, 10001 samples, step 0.002"; free with
 * g_free(). */
char *trammel_shape_describe(const TrammelLogShape *shape);

/* One word for scripts, such as "time-struct"; static. */
const char *trammel_shape_get_word(TrammelShapeKind kind);

G_END_DECLS
