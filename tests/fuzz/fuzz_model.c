/* Fuzz target of models of mechanisms (URDF, MJCF, SDF): a model that can be read is a project,
 * which is written and reads back to the same text, and its record can be printed. */
#include "fuzz/fuzz.h"
#include "io/import/import.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const TrammelModelImportOptions options = {.keep_fixed = size % 2, .open_loops = size % 3 == 0};
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelModelImport) import =
      trammel_model_import_parse((const char *)data, size, NULL, &options, &error);

  if (!import) {
    fuzz_check_error(error);
    return 0;
  }
  g_autofree char *record = trammel_record_to_text(import->record);
  g_assert_true(g_utf8_validate(record, -1, NULL));
  g_autofree char *text = trammel_project_to_data(import->project);
  g_autoptr(TrammelProject) again = trammel_project_new_from_data(text, -1, NULL, &error);
  g_assert_no_error(error);
  g_autofree char *same = trammel_project_to_data(again);
  g_assert_cmpstr(same, ==, text);
  return 0;
}
