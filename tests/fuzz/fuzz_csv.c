/* Fuzz target of CSV files as the program opens them: detected layout, all columns, and the
 * preview. */
#include "fuzz/fuzz.h"
#include "io/log/csv/preview.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

static void
check_column(const TrammelColumn *column)
{
  g_assert_nonnull(column->name);
  g_assert_true(g_utf8_validate(column->name, -1, NULL));
  g_assert_cmpuint(column->n_missing, <=, column->n);
  g_assert_true(column->n == 0 || column->values);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const char *path = fuzz_write_file(data, size);
  g_autoptr(GError) error = NULL, another = NULL;
  g_autoptr(TrammelDataset) dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_autoptr(TrammelCsvPreview) preview = trammel_csv_preview_new(path, NULL, 0, 10, &another);

  if (!dataset)
    fuzz_check_error(error);
  else
    for (guint i = 0; i < trammel_dataset_get_n_columns(dataset); i++)
      check_column(trammel_dataset_get_column(dataset, i));
  if (!preview)
    fuzz_check_error(another);
  return 0;
}
