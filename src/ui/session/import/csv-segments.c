#include "ui/session/import/csv-segments.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/signal/health.h"
#include "io/log/data/private.h"

/* Minimum rows of a segment; maximum segments that are listed one by one. */
enum { LEAST_ROWS = 3, TOLD = 4 };

static void
add(GArray *segments, gsize first, gsize end)
{
  const TrammelSegment segment = {first, end - 1};

  if (end >= first + LEAST_ROWS)
    g_array_append_val(segments, segment);
}

static GArray *
split_by_time(const double *stamps, gsize n)
{
  GArray *segments = g_array_new(FALSE, FALSE, sizeof(TrammelSegment));
  TrClockHealth health;
  gsize first = 0;
  double last = NAN;

  if (tr_health_clock(&health, stamps, n) != TR_OK)
    return segments;
  for (gsize i = 0; i < n; i++) {
    if (isnan(stamps[i]))
      continue;
    if (stamps[i] < last || stamps[i] - last > TR_GAP_STEPS * health.step) {
      add(segments, first, i);
      first = i;
    }
    last = stamps[i];
  }
  add(segments, first, n);
  return segments;
}

static gboolean
is_same(const TrammelColumn *column, gsize a, gsize b)
{
  if (column->texts)
    return g_str_equal(column->texts[a], column->texts[b]);
  return column->values[a] == column->values[b] ||
         (isnan(column->values[a]) && isnan(column->values[b]));
}

static GArray *
split_by_column(const TrammelColumn *column)
{
  GArray *segments = g_array_new(FALSE, FALSE, sizeof(TrammelSegment));
  gsize first = 0;

  for (gsize i = 1; i < column->n_rows; i++)
    if (!is_same(column, i - 1, i)) {
      add(segments, first, i);
      first = i;
    }
  add(segments, first, column->n_rows);
  return segments;
}

GArray *
trammel_csv_segments_find(const TrammelCsvDraft *draft, const TrammelDataset *dataset)
{
  guint place = draft->segment ? trammel_dataset_find_index(dataset, draft->segment) : G_MAXUINT;
  gsize n;

  switch (draft->segments) {
  case TRAMMEL_SEGMENTS_TIME: {
    g_autofree double *stamps = trammel_csv_draft_dup_stamps(draft, dataset, &n);
    return stamps ? split_by_time(stamps, n) : g_array_new(FALSE, FALSE, sizeof(TrammelSegment));
  }
  case TRAMMEL_SEGMENTS_COLUMN:
    return place != G_MAXUINT ? split_by_column(trammel_dataset_get_column(dataset, place))
                              : g_array_new(FALSE, FALSE, sizeof(TrammelSegment));
  default:
    return NULL;
  }
}

gsize
trammel_csv_segments_count_unordered(const TrammelCsvDraft *draft,
                                     const TrammelDataset *dataset,
                                     const GArray *segments)
{
  gsize n, unordered = 0;
  g_autofree double *stamps = trammel_csv_draft_dup_stamps(draft, dataset, &n);

  for (guint i = 0; stamps && i < segments->len; i++) {
    const TrammelSegment *segment = &g_array_index(segments, TrammelSegment, i);
    double last = NAN;
    for (gsize k = segment->first; k <= segment->last && k < n; k++) {
      if (isnan(stamps[k]))
        continue;
      unordered += stamps[k] <= last;
      last = stamps[k];
    }
  }
  return unordered;
}

char *
trammel_csv_segments_describe(const GArray *segments)
{
  GString *text = g_string_new(NULL);

  g_string_printf(text, ngettext("%u log", "%u logs", segments->len), segments->len);
  for (guint i = 0; i < MIN(segments->len, TOLD); i++) {
    const TrammelSegment *segment = &g_array_index(segments, TrammelSegment, i);
    g_string_append_printf(text, i == 0 ? _(": rows %zu to %zu") : _(", %zu to %zu"),
                           segment->first + 1, segment->last + 1);
  }
  if (segments->len > TOLD)
    g_string_append(text, ", …");
  return g_string_free(text, FALSE);
}
