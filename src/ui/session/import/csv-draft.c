#include "ui/session/import/csv-draft.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/signal/health.h"
#include "io/base/json_tree.h"
#include "io/log/data/private.h"
#include "io/log/data/time_column.h"
#include "io/log/text/cell.h"
#include "io/problem/clock.h"
#include "io/project/import_json.h"
#include "io/units/units.h"
#include "ui/session/import/csv-segments.h"
#include "ui/session/import/import-memory.h"
#include "ui/session/text/format.h"

/* Maximum number of different words that count as "no sample". */
enum { MAX_WORDS = 30 };

TrammelCsvDraft *
trammel_csv_draft_new(const char *path)
{
  TrammelCsvDraft *draft = g_new0(TrammelCsvDraft, 1);

  draft->path = g_strdup(path);
  draft->import = trammel_import_new();
  draft->rate = 100;
  return draft;
}

void
trammel_csv_draft_free(TrammelCsvDraft *draft)
{
  g_free(draft->path);
  trammel_import_free(draft->import);
  g_free(draft->column);
  g_free(draft->day);
  g_free(draft->clock);
  g_free(draft->unit);
  g_free(draft->segment);
  g_free(draft);
}

/* ---- import memory --------------------------------------------------------------------------- */

static void
take_text(char **text, const TrammelNode *object, const char *key)
{
  TrammelNode node = trammel_node_member(object, key);
  const char *value = NULL;

  if (trammel_node_get_string(&node, &value, NULL) && value) {
    g_free(*text);
    *text = g_strdup(value);
  }
}

static void
recall_time(TrammelCsvDraft *draft, const TrammelNode *time)
{
  TrammelNode rate = trammel_node_member(time, "rate");
  TrammelNode column = trammel_node_member(time, "column");
  g_auto(GStrv) dates = NULL;

  if (!time->node)
    return;
  draft->is_time_chosen = TRUE;
  if (rate.node && trammel_node_get_number(&rate, &draft->rate, NULL)) {
    draft->time = TRAMMEL_DRAFT_RATE;
  } else if (column.node && JSON_NODE_HOLDS_ARRAY(column.node)) {
    draft->time = TRAMMEL_DRAFT_DATES;
    if (trammel_node_get_words(&column, &dates, NULL) && g_strv_length(dates) == 2) {
      draft->day = g_strdup(dates[0]);
      draft->clock = g_strdup(dates[1]);
    }
  } else {
    draft->time = TRAMMEL_DRAFT_COLUMN;
    take_text(&draft->column, time, "column");
    take_text(&draft->unit, time, "unit");
  }
}

gboolean
trammel_csv_draft_take_layout(TrammelCsvDraft *draft, const char *layout)
{
  g_autoptr(JsonNode) root = trammel_json_parse(layout, -1, "layout", NULL);

  if (!root)
    return FALSE;
  TrammelNode node = trammel_node_root(root), import = trammel_node_member(&node, "import");
  TrammelNode time = trammel_node_member(&node, "time");
  TrammelImport *recipe = import.node ? trammel_import_read(&import, NULL) : NULL;
  if (recipe) {
    trammel_import_free(draft->import);
    draft->import = recipe;
  }
  recall_time(draft, &time);
  return TRUE;
}

gboolean
trammel_csv_draft_recall(TrammelCsvDraft *draft, const char *header)
{
  g_autofree char *fingerprint = trammel_import_memory_fingerprint(header);
  g_autofree char *layout = *header ? trammel_import_memory_dup(fingerprint) : NULL;

  draft->is_recalled = layout && trammel_csv_draft_take_layout(draft, layout);
  return draft->is_recalled;
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Returns TRUE if a column of numbers only grows, as a time without a name does. */
static gboolean
is_growing(const TrammelColumn *column)
{
  for (gsize i = 1; i < column->n; i++)
    if (!(column->values[i] > column->values[i - 1]))
      return FALSE;
  return column->n > 2;
}

void
trammel_csv_draft_guess_time(TrammelCsvDraft *draft, const TrammelDataset *dataset)
{
  guint found = trammel_dataset_find_time(dataset);

  if (draft->is_time_chosen)
    return;
  if (found == G_MAXUINT && trammel_dataset_get_n_columns(dataset) > 1 &&
      !trammel_dataset_get_column(dataset, 0)->is_text &&
      is_growing(trammel_dataset_get_column(dataset, 0)))
    found = 0;
  g_clear_pointer(&draft->column, g_free);
  draft->time = found < G_MAXUINT ? TRAMMEL_DRAFT_COLUMN : TRAMMEL_DRAFT_RATE;
  if (found < G_MAXUINT)
    draft->column = trammel_dataset_dup_reference(dataset, found);
}

static double
get_unit_seconds(const char *unit)
{
  TrammelDimension dimension;
  double factor;

  return unit && trammel_unit_parse(unit, &factor, &dimension) ? factor : NAN;
}

static gboolean
read_stamps(TrammelStamps *stamps,
            const TrammelCsvDraft *draft,
            const TrammelDataset *dataset,
            GError **error)
{
  char *dates[] = {draft->day, draft->clock, NULL};
  TrammelClock clock = {.unit = NAN};

  if (draft->time == TRAMMEL_DRAFT_RATE)
    clock.rate = draft->rate;
  else if (draft->time == TRAMMEL_DRAFT_DATES)
    clock = (TrammelClock){.column = draft->day, .dates = dates, .unit = 1};
  else
    clock = (TrammelClock){.column = draft->column, .unit = get_unit_seconds(draft->unit)};
  gsize rows = 0;
  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
    rows = MAX(rows, trammel_dataset_get_column(dataset, i)->n);
  return trammel_stamps_read_any(stamps, dataset, &clock, rows, error);
}

/* Returns a sentence on what the user must still choose; NULL if nothing. */
static char *
find_open_question(const TrammelCsvDraft *draft)
{
  switch (draft->time) {
  case TRAMMEL_DRAFT_RATE:
    return isfinite(draft->rate) && draft->rate > 0
               ? NULL
               : g_strdup(_("The rate must be a number above 0 Hz."));
  case TRAMMEL_DRAFT_DATES:
    return draft->day && draft->clock
               ? NULL
               : g_strdup(_("Choose the columns of the day and of the time."));
  default:
    return draft->column ? NULL : g_strdup(_("Choose the column of the time."));
  }
}

double *
trammel_csv_draft_dup_stamps(const TrammelCsvDraft *draft, const TrammelDataset *dataset, gsize *n)
{
  g_autofree char *question = find_open_question(draft);
  TrammelStamps stamps;

  *n = 0;
  if (question || !read_stamps(&stamps, draft, dataset, NULL))
    return NULL;
  *n = stamps.n;
  double *copy = g_memdup2(stamps.raw, MAX(stamps.n, 1) * sizeof *copy);
  trammel_stamps_clear(&stamps);
  return copy;
}

void
trammel_csv_draft_read_clock(TrammelDraftClock *clock,
                             const TrammelCsvDraft *draft,
                             const TrammelDataset *dataset)
{
  TrammelStamps stamps;
  TrClockHealth health;
  g_autoptr(GError) error = NULL;

  *clock = (TrammelDraftClock){.first = NAN, .last = NAN, .step = NAN};
  clock->error = find_open_question(draft);
  if (clock->error)
    return;
  if (!read_stamps(&stamps, draft, dataset, &error)) {
    clock->error = g_strdup(error->message);
    return;
  }
  clock->n = stamps.n;
  clock->first = trammel_stamps_get_first(&stamps).raw * stamps.unit;
  clock->last = trammel_stamps_get_last(&stamps).raw * stamps.unit;
  if (tr_health_clock(&health, stamps.raw, stamps.n) == TR_OK) {
    clock->step = health.step * stamps.unit;
    clock->n_unordered = health.n_back + health.n_equal;
    clock->first_unordered = health.n_back && health.n_equal
                                 ? MIN(health.first_back, health.first_equal)
                             : health.n_back ? health.first_back
                                             : health.first_equal;
  }
  trammel_stamps_clear(&stamps);
}

void
trammel_draft_clock_clear(TrammelDraftClock *clock)
{
  g_clear_pointer(&clock->error, g_free);
}

char *
trammel_draft_clock_describe(const TrammelDraftClock *clock)
{
  if (clock->error)
    return g_strdup(clock->error);
  if (!isfinite(clock->first))
    return g_strdup(_("The time column has no number."));
  g_autofree char *step = trammel_format_prefixed(clock->step, "s");
  g_autofree char *rate = trammel_format_prefixed(1 / clock->step, "Hz");
  g_autofree char *order =
      clock->n_unordered == 0
          ? g_strdup(_("always increasing"))
          : g_strdup_printf(ngettext("%zu row does not increase", "%zu rows do not increase",
                                     clock->n_unordered),
                            clock->n_unordered);
  return g_strdup_printf(_("from %.10g s to %.10g s, step %s (%s), %s"), clock->first, clock->last,
                         step, rate, order);
}

/* ---- checks and result ----------------------------------------------------------------------- */

static gboolean
is_time_column(const TrammelCsvDraft *draft, const TrammelDataset *dataset, guint i)
{
  return draft->time == TRAMMEL_DRAFT_COLUMN && draft->column &&
         trammel_dataset_find_index(dataset, draft->column) == i;
}

static char *
check_segments(const TrammelCsvDraft *draft, const TrammelDataset *dataset)
{
  g_autoptr(GArray) segments = trammel_csv_segments_find(draft, dataset);
  gsize unordered = trammel_csv_segments_count_unordered(draft, dataset, segments);

  if (segments->len == 0)
    return g_strdup(_("There is no segment of three rows or more."));
  if (unordered > 0)
    return g_strdup_printf(ngettext("The time does not increase in %zu row within the segments. "
                                    "Sort the rows, or use the row number.",
                                    "The time does not increase in %zu rows within the segments. "
                                    "Sort the rows, or use the row number.",
                                    unordered),
                           unordered);
  return NULL;
}

char *
trammel_csv_draft_check(const TrammelCsvDraft *draft,
                        const TrammelDataset *dataset,
                        const TrammelDraftClock *clock)
{
  guint n = 0;

  for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++) {
    const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
    n += !column->is_text && !column->is_skipped && column->n > 1 &&
         !is_time_column(draft, dataset, i);
  }
  if (n == 0)
    return g_strdup(_("The file has no column of numbers besides the time."));
  if (clock->error)
    return g_strdup(clock->error);
  if (draft->segments != TRAMMEL_SEGMENTS_NONE)
    return check_segments(draft, dataset);
  if (clock->n_unordered > 0)
    return g_strdup_printf(_("The time does not increase in %zu rows, first in data row %zu. Sort "
                             "the rows, split the file into segments, or use the row number."),
                           clock->n_unordered, clock->first_unordered + 1);
  return NULL;
}

const TrammelImportColumn *
trammel_csv_draft_get_column(const TrammelCsvDraft *draft, const char *column)
{
  const GArray *columns = draft->import->columns;

  for (guint i = 0; columns && i < columns->len; i++)
    if (g_str_equal(g_array_index(columns, TrammelImportColumn, i).column, column))
      return &g_array_index(columns, TrammelImportColumn, i);
  return NULL;
}

void
trammel_csv_draft_set_column(TrammelCsvDraft *draft,
                             const char *column,
                             const char *name,
                             const char *unit,
                             gboolean is_unused)
{
  const TrammelImportColumn said = {(char *)column, (char *)name, (char *)unit, is_unused};

  trammel_import_set_column(draft->import, &said);
}

/* Returns the import settings with the words that stand in columns of numbers added to the missing
 * values: the user has seen and accepted them. */
static TrammelImport *
accept_faults(const TrammelCsvDraft *draft, const TrammelDataset *dataset)
{
  TrammelImport *import = trammel_import_copy(draft->import);
  g_autoptr(GPtrArray) words = g_ptr_array_new();
  const char *const *present =
      import->missing ? (const char *const *)import->missing : trammel_cell_get_missing_words();

  if (trammel_dataset_get_n_faults(dataset) == 0)
    return import;
  for (guint i = 0; present[i]; i++)
    g_ptr_array_add(words, (gpointer)present[i]);
  for (guint i = 0; i < trammel_dataset_get_n_faults(dataset) && words->len < MAX_WORDS; i++) {
    char *text = trammel_dataset_get_fault(dataset, i)->text;
    if (!g_ptr_array_find_with_equal_func(words, text, g_str_equal, NULL))
      g_ptr_array_add(words, text);
  }
  g_ptr_array_add(words, NULL);
  char **missing = g_strdupv((char **)words->pdata);
  g_strfreev(import->missing);
  import->missing = missing;
  return import;
}

static void
write_time(TrammelJsonWriter *json, const TrammelCsvDraft *draft)
{
  trammel_json_writer_begin_object(json);
  if (draft->time == TRAMMEL_DRAFT_RATE) {
    trammel_json_writer_add_number(json, "rate", draft->rate);
  } else if (draft->time == TRAMMEL_DRAFT_DATES) {
    trammel_json_writer_key(json, "column");
    trammel_json_writer_begin_array(json);
    trammel_json_writer_string(json, draft->day);
    trammel_json_writer_string(json, draft->clock);
    trammel_json_writer_end_array(json);
  } else {
    trammel_json_writer_add_string(json, "column", draft->column);
    if (draft->unit)
      trammel_json_writer_add_string(json, "unit", draft->unit);
  }
  trammel_json_writer_end_object(json);
}

char *
trammel_csv_draft_to_layout(const TrammelCsvDraft *draft, const TrammelDataset *dataset)
{
  g_autoptr(TrammelImport) import = accept_faults(draft, dataset);
  TrammelJsonWriter *json = trammel_json_writer_new();

  trammel_json_writer_begin_object(json);
  trammel_json_writer_key(json, "time");
  write_time(json, draft);
  trammel_json_writer_key(json, "import");
  trammel_import_write(json, import);
  trammel_json_writer_end_object(json);
  return trammel_json_writer_finish(json);
}
