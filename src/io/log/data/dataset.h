/* Log file in memory: named channels of numbers, immutable and reference counted, so that it can be
 * shared between threads. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Import options of one column of a CSV file. */
typedef struct {
  char *column;       /* as a project's `column` names it */
  char *name;         /* instead of the header's; nullable */
  char *unit;         /* instead of the file's; nullable */
  gboolean is_unused; /* its values are not kept */
} TrammelImportColumn;

/* Import recipe of a CSV file; members that are not set are sniffed. */
typedef struct {
  char separator;  /* 0 = sniff among , ; tab space | */
  char decimal;    /* 0 = sniff, else '.' or ',' */
  int header_row;  /* 1-based; 0 = sniff, -1 = none */
  int units_row;   /* 1-based; 0 = sniff, -1 = none */
  int skip;        /* lines to skip before anything else */
  char comment;    /* 0 = '#' and '%' */
  char *encoding;  /* NULL = UTF-8 (BOM understood), else a name for g_convert() */
  char **missing;  /* words that mean "no sample"; NULL = empty, NaN, NA, null, - */
  GArray *columns; /* of TrammelImportColumn; nullable */
  char *sort;      /* column of numbers by which rows are sorted; of rows with the same number the
                           first is kept, rows without a number are left out; nullable */
  gsize rows[2];   /* data rows to keep, 1-based, both included; 0, 0 = all */
} TrammelImport;

/* Returns a recipe with all members to be sniffed; free with trammel_import_free(). */
TrammelImport *trammel_import_new(void);
/* Adds the options of a column, copying the texts; replaces earlier ones of the same column. */
void trammel_import_set_column(TrammelImport *import, const TrammelImportColumn *column);
TrammelImport *trammel_import_copy(const TrammelImport *import);
void trammel_import_free(TrammelImport *import);

typedef struct {
  char *name;  /* CSV: header without its unit; MAT: path, e.g. "logs.arm{2}.q" */
  char *label; /* CSV: exact header text after trimming and unquoting; MAT: the same as name */
  char *unit;  /* nullable; from the header `name [unit]`, `name (unit)` or the units row */
  gsize n;     /* number of values, all rows and columns */
  gsize n_rows, n_columns; /* CSV: n x 1; MAT: the array's shape, column-major */
  double *values;          /* [n]; NAN = missing */
  gsize n_missing;
  gboolean is_text; /* the column holds something other than numbers (dates, words) */
  char **texts; /* [n_rows] and a final NULL for a text column, else NULL; missing cells are "" */
  char *bad;    /* the first cell that is neither a number nor missing, "line 21: 'x'"; NULL */
  GStringChunk *store; /* memory of the strings in `texts` */
  gboolean is_skipped; /* not requested from trammel_dataset_load_columns(): n is 0 */
} TrammelColumn;

typedef struct _TrammelDataset TrammelDataset;

/* Hears how much of a file has been read, 0 to 1, on the reading thread. */
typedef struct {
  void (*func)(double share, gpointer user);
  gpointer user;
} TrammelWatch;

TrammelDataset *trammel_dataset_ref(TrammelDataset *dataset);
void trammel_dataset_unref(TrammelDataset *dataset);

const char *trammel_dataset_get_path(const TrammelDataset *dataset);
const char *trammel_dataset_get_kind(const TrammelDataset *dataset); /* "csv", "mat" */
const char *trammel_dataset_get_sha256(const TrammelDataset *dataset);
guint trammel_dataset_get_n_columns(const TrammelDataset *dataset);
const TrammelColumn *trammel_dataset_get_column(const TrammelDataset *dataset, guint i);

/* Returns sentences about data that were readable but irregular (bad cells with counts, class
 * objects in MAT); NULL-terminated, owned by the dataset. */
const char *const *trammel_dataset_get_problems(const TrammelDataset *dataset);

/* Returns one of these sentences in both languages, as part of a sentence (io/base/bilingual.h). */
const char *trammel_dataset_get_problem_words(const TrammelDataset *dataset, gsize problem);

/* Returns a description of the objects in a MAT file that only MATLAB can read, with the way to
 * convert them, as part of a sentence (io/base/bilingual.h); NULL if there are none. */
const char *trammel_dataset_get_objects(const TrammelDataset *dataset);

/* Cell of a CSV file that is not a number although its column is. */
typedef struct {
  guint column;
  gsize line; /* 1-based */
  char *text;
} TrammelFault;

/* Number of recorded faults: the first 100 of each column, column by column. */
guint trammel_dataset_get_n_faults(const TrammelDataset *dataset);
const TrammelFault *trammel_dataset_get_fault(const TrammelDataset *dataset, guint i);

/* Returns a vector by the project's `column` (docs/user/project-file.md): for CSV the exact header,
 * else the name without unit, else #3, duplicates name#2; for MAT a 1-based MATLAB path such as
 * a.b{2}.c(1,:), c(:,3), vectors in either orientation.  The result is a copy of the values (free
 * with g_free()); *source is the column that it came from.  Errors: TRAMMEL_ERROR_INVALID. */
double *trammel_dataset_dup_vector(const TrammelDataset *dataset,
                                   const char *column,
                                   gsize *n,
                                   const TrammelColumn **source,
                                   GError **error);

/* Returns the text by which a project's `column` names column `i`: a CSV column by its header, or
 * by its number where the header is empty or not unique; a MAT array by its path.  Free with
 * g_free(). */
char *trammel_dataset_dup_reference(const TrammelDataset *dataset, guint i);

/* Returns times from text columns: `columns` (NULL-terminated) is one column of ISO 8601 stamps, or
 * the columns of date and time (and zone), whose cells are joined with a blank.  The result [n] is
 * in seconds after *origin, the whole second since 1970-01-01T00:00:00Z that contains the first
 * stamp, so that the nanoseconds of present-day stamps are kept; NAN where a cell is empty.  Stamps
 * without a zone are UTC; a file that mixes both kinds is refused.  Errors name line and cell; free
 * with g_free(). */
double *trammel_dataset_dup_times(const TrammelDataset *dataset,
                                  const char *const *columns,
                                  gsize *n,
                                  gint64 *origin,
                                  GError **error);

/* Returns the 1-based line of the file that holds a row; 0 in a MAT file. */
gsize trammel_dataset_get_line(const TrammelDataset *dataset, gsize row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelDataset, trammel_dataset_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelImport, trammel_import_free)

G_END_DECLS
