/* Preview of a CSV file: some rows as they stand in the file, cell by cell, and the detected
 * layout, for dialogs that ask the user to confirm it. */
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
  char *header;    /* line of the names as it stands in the file; "" without one */
  GPtrArray *rows; /* TrammelCsvRow */
  guint n_columns; /* in the widest of header and rows */
} TrammelCsvPreview;

/* Returns `n` rows from the first one at or after `line` (0: from the first values); free with
 * trammel_csv_preview_free().  Errors: TRAMMEL_ERROR_UNREADABLE. */
TrammelCsvPreview *trammel_csv_preview_new(
    const char *path, const TrammelImport *import, gsize line, guint n, GError **error);
void trammel_csv_preview_free(TrammelCsvPreview *preview);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCsvPreview, trammel_csv_preview_free)

G_END_DECLS
