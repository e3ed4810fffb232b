/* Some rows of a CSV file as they stand there, cell by cell, and how they were told apart: for
 * dialogs that ask whether the file was understood. */
#pragma once

#include "io/log/csv/sniff.h"
#include "io/log/data/dataset.h"

G_BEGIN_DECLS

typedef struct {
  gsize line; /* 1-based */
  char **cells;
  guint n_cells;
} TrammelCsvRow;

typedef struct {
  TrammelCsvLayout layout;
  char *header;    /* the line of the names as it stands; "" without one */
  GPtrArray *rows; /* TrammelCsvRow */
  guint n_columns; /* of the widest of header and rows */
} TrammelCsvPreview;

/* `n` rows from the first one at or behind `line` (0: from the first values).  Errors:
 * TRAMMEL_ERROR_UNREADABLE. */
TrammelCsvPreview *trammel_csv_preview_new(
    const char *path, const TrammelImport *import, gsize line, guint n, GError **error);
void trammel_csv_preview_free(TrammelCsvPreview *preview);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCsvPreview, trammel_csv_preview_free)

G_END_DECLS
