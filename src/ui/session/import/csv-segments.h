/* Several experiments in one file: runs of rows that become logs of their own (`import.rows`),
 * while the file stays as it is.  No widget is known here. */
#pragma once

#include "ui/session/import/csv-draft.h"

G_BEGIN_DECLS

/* Data rows, 0-based, both ends belong to it. */
typedef struct {
  gsize first, last;
} TrammelSegment;

/* The segments (GArray of TrammelSegment) that the draft asks for, without those that are shorter
 * than three rows; NULL where it asks for none.  Between two stamps is a border where the time goes
 * back or pauses (TR_GAP_STEPS median steps); in a column where its cell changes. */
GArray *trammel_csv_segments_find(const TrammelCsvDraft *draft, const TrammelDataset *dataset);

/* Rows of the segments whose time does not increase within them. */
gsize trammel_csv_segments_count_unordered(const TrammelCsvDraft *draft,
                                           const TrammelDataset *dataset,
                                           const GArray *segments);

/* "3 logs: rows 1 to 500, 501 to 800, 801 to 1200"; free with g_free(). */
char *trammel_csv_segments_describe(const GArray *segments);

G_END_DECLS
