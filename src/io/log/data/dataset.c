#include "io/log/data/dataset.h"

#include <string.h>

#include "io/base/bilingual.h"
#include "io/log/data/private.h"

struct _TrammelDataset {
  int refs;
  char *path;
  const char *kind;
  char *sha256;
  GArray *columns;     /* of TrammelColumn */
  GPtrArray *problems; /* of char *, with a final NULL */
  GPtrArray *words;    /* the problems as parts of sentences (io/base/bilingual.h) */
  char *objects;
  GArray *offsets;     /* of Offset, by row */
  GHashTable *refused; /* path to problem */
  GArray *faults;      /* of TrammelFault */
  gsize *order;        /* [rows] place of a row before sorting; NULL: not sorted */
};

/* Offset of the line numbers from a row on: lines above the first row, comments and blank lines. */
typedef struct {
  gsize row, lines;
} Offset;

static void
clear_column(gpointer data)
{
  TrammelColumn *column = data;

  g_free(column->name);
  g_free(column->label);
  g_free(column->unit);
  g_free(column->values);
  g_free(column->texts);
  g_clear_pointer(&column->store, g_string_chunk_free);
  g_free(column->bad);
}

static void
clear_fault(gpointer fault)
{
  g_free(((TrammelFault *)fault)->text);
}

TrammelDataset *
trammel_dataset_new(const char *path, const char *kind)
{
  TrammelDataset *dataset = g_new0(TrammelDataset, 1);

  dataset->refs = 1;
  dataset->path = g_strdup(path);
  dataset->kind = kind;
  dataset->columns = g_array_new(FALSE, FALSE, sizeof(TrammelColumn));
  g_array_set_clear_func(dataset->columns, clear_column);
  dataset->problems = g_ptr_array_new_with_free_func(g_free);
  dataset->words = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(dataset->problems, NULL);
  dataset->offsets = g_array_new(FALSE, FALSE, sizeof(Offset));
  dataset->refused = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  dataset->faults = g_array_new(FALSE, FALSE, sizeof(TrammelFault));
  g_array_set_clear_func(dataset->faults, clear_fault);
  return dataset;
}

TrammelDataset *
trammel_dataset_ref(TrammelDataset *dataset)
{
  g_atomic_int_inc(&dataset->refs);
  return dataset;
}

void
trammel_dataset_unref(TrammelDataset *dataset)
{
  if (!g_atomic_int_dec_and_test(&dataset->refs))
    return;
  g_free(dataset->path);
  g_free(dataset->sha256);
  g_array_unref(dataset->columns);
  g_ptr_array_unref(dataset->problems);
  g_ptr_array_unref(dataset->words);
  g_free(dataset->objects);
  g_array_unref(dataset->offsets);
  g_hash_table_unref(dataset->refused);
  g_array_unref(dataset->faults);
  g_free(dataset->order);
  g_free(dataset);
}

void
trammel_dataset_take_column(TrammelDataset *dataset, const TrammelColumn *column)
{
  g_array_append_val(dataset->columns, *column);
}

TrammelColumn *
trammel_dataset_edit_column(TrammelDataset *dataset, guint i)
{
  return &g_array_index(dataset->columns, TrammelColumn, i);
}

void
trammel_dataset_set_sha256(TrammelDataset *dataset, const char *sha256)
{
  g_free(dataset->sha256);
  dataset->sha256 = g_strdup(sha256);
}

void
trammel_dataset_add_problem(TrammelDataset *dataset, const char *format, ...)
{
  char *english, *local;
  va_list arguments;

  va_start(arguments, format);
  trammel_bilingual_format(&english, &local, format, arguments);
  va_end(arguments);
  g_ptr_array_add(dataset->words, trammel_bilingual_join(english, local));
  g_ptr_array_insert(dataset->problems, (int)dataset->problems->len - 1, english);
  g_free(local);
}

const char *
trammel_dataset_get_path(const TrammelDataset *dataset)
{
  return dataset->path;
}

const char *
trammel_dataset_get_kind(const TrammelDataset *dataset)
{
  return dataset->kind;
}

const char *
trammel_dataset_get_sha256(const TrammelDataset *dataset)
{
  return dataset->sha256;
}

guint
trammel_dataset_get_n_columns(const TrammelDataset *dataset)
{
  return dataset->columns->len;
}

const TrammelColumn *
trammel_dataset_get_column(const TrammelDataset *dataset, guint i)
{
  g_return_val_if_fail(i < dataset->columns->len, NULL);
  return &g_array_index(dataset->columns, TrammelColumn, i);
}

const char *const *
trammel_dataset_get_problems(const TrammelDataset *dataset)
{
  return (const char *const *)dataset->problems->pdata;
}

void
trammel_dataset_take_objects(TrammelDataset *dataset, char *words)
{
  g_free(dataset->objects);
  dataset->objects = words;
}

const char *
trammel_dataset_get_objects(const TrammelDataset *dataset)
{
  return dataset->objects;
}

const char *
trammel_dataset_get_problem_words(const TrammelDataset *dataset, gsize problem)
{
  return g_ptr_array_index(dataset->words, problem);
}

void
trammel_dataset_add_fault(TrammelDataset *dataset, const TrammelFault *fault)
{
  TrammelFault copy = {fault->column, fault->line, g_strdup(fault->text)};

  g_array_append_val(dataset->faults, copy);
}

guint
trammel_dataset_get_n_faults(const TrammelDataset *dataset)
{
  return dataset->faults->len;
}

const TrammelFault *
trammel_dataset_get_fault(const TrammelDataset *dataset, guint i)
{
  g_return_val_if_fail(i < dataset->faults->len, NULL);
  return &g_array_index(dataset->faults, TrammelFault, i);
}

void
trammel_dataset_take_order(TrammelDataset *dataset, gsize *order)
{
  g_free(dataset->order);
  dataset->order = order;
}

void
trammel_dataset_refuse(TrammelDataset *dataset, const char *path)
{
  g_return_if_fail(dataset->words->len > 0);
  g_hash_table_insert(dataset->refused, g_strdup(path),
                      g_ptr_array_index(dataset->words, dataset->words->len - 1));
}

const char *
trammel_dataset_find_refusal(const TrammelDataset *dataset, const char *column)
{
  g_autofree char *path = g_strdup(column);

  if (!g_str_equal(dataset->kind, "mat") || g_hash_table_size(dataset->refused) == 0)
    return NULL;
  /* the enclosing paths, from the inside out */
  for (gsize n = strlen(path); n > 0; n--) {
    const char *why;

    if (path[n] != '\0' && !strchr(".({", path[n]))
      continue;
    path[n] = '\0';
    why = g_hash_table_lookup(dataset->refused, path);
    if (why)
      return why;
  }
  return g_hash_table_lookup(dataset->refused, "");
}

void
trammel_dataset_add_offset(TrammelDataset *dataset, gsize row, gsize lines)
{
  Offset offset = {row, lines};

  g_array_append_val(dataset->offsets, offset);
}

gsize
trammel_dataset_get_line(const TrammelDataset *dataset, gsize row)
{
  guint low = 0, high = dataset->offsets->len;

  row = dataset->order ? dataset->order[row] : row;
  while (low < high) {
    guint middle = low + (high - low) / 2;

    if (g_array_index(dataset->offsets, Offset, middle).row <= row)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? row + g_array_index(dataset->offsets, Offset, low - 1).lines + 1 : 0;
}

char *
trammel_dataset_describe_row(const TrammelDataset *dataset, gsize row)
{
  g_autofree char *file = g_path_get_basename(dataset->path);
  gsize line = trammel_dataset_get_line(dataset, row);

  return g_strdup_printf("%s, %s %" G_GSIZE_FORMAT, file, line > 0 ? "line" : "row",
                         line > 0 ? line : row + 1);
}
