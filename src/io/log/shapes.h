/* Log shapes: variables of a MAT file that look like logs, with their time and channels. */
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
  TRAMMEL_SHAPE_UNKNOWN,     /* array whose time the user has to choose */
} TrammelLogShapeKind;

typedef struct {
  char *column; /* as a project's `column` names it */
  char *name;   /* label of the signal, else the last part of the path */
  guint source; /* index of the dataset's column with the channel */
} TrammelShapeChannel;

typedef struct {
  TrammelLogShapeKind kind;
  char *path;          /* of the variable, struct or array */
  char *time;          /* as a project's `column` names it; NULL without one */
  gsize samples;       /* along the time */
  double step;         /* mean step of the time [its unit]; NAN without one */
  gboolean is_uniform; /* all steps equal it to 0.1 % */
  GArray *channels;    /* of TrammelShapeChannel */
} TrammelLogShape;

/* Returns the shapes (TrammelLogShape *), in the order of the file; free with g_ptr_array_unref().
 * Every array of numbers is in one of them, either as a channel or as a time.  A time never falls;
 * without the name of a time it must increase from sample to sample, and be the only such array
 * among its neighbours. */
GPtrArray *trammel_shapes_find(const TrammelDataset *dataset);

/* Returns a description: "structure with time, 2 channels, 10001 samples, step 0.002"; free with
 * g_free(). */
char *trammel_shape_describe(const TrammelLogShape *shape);

/* Returns one word for scripts, such as "time-struct"; static. */
const char *trammel_shape_get_word(TrammelLogShapeKind kind);

G_END_DECLS
