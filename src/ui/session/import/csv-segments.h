/* Segments of a CSV file that holds several experiments: ranges of rows that become logs of their
 * own (`import.rows`); the file is not changed.  Independent of widgets. */
#pragma once

#include "ui/session/import/csv-draft.h"

G_BEGIN_DECLS

/* Data rows, 0-based, both ends included. */
typedef struct {
  gsize first, last;
} TrammelSegment;

/* Returns the segments (GArray of TrammelSegment) that the draft requests, except those shorter
 * than three rows; NULL if it requests none.  A border lies between two stamps where the time goes
 * back or pauses (TR_GAP_STEPS median steps), or in a column where its cell changes.  Free with
 * g_array_unref(). */
GArray *trammel_csv_segments_find(const TrammelCsvDraft *draft, const TrammelDataset *dataset);

/* Returns the number of rows of the segments whose time does not increase within them. */
gsize trammel_csv_segments_count_unordered(const TrammelCsvDraft *draft,
                                           const TrammelDataset *dataset,
                                           const GArray *segments);

/* Returns "3 logs: rows 1 to 500, 501 to 800, 801 to 1200"; free with g_free(). */
char *trammel_csv_segments_describe(const GArray *segments);

G_END_DECLS
