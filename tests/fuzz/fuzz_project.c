/* Fuzz target of project files: a project that can be read is written, and reads back to the same
 * text. */
#include "fuzz/fuzz.h"
#include "io/project/project.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project =
      trammel_project_new_from_data((const char *)data, (gssize)size, NULL, &error);

  if (!project) {
    fuzz_check_error(error);
    return 0;
  }
  g_autofree char *text = trammel_project_to_data(project);
  g_autoptr(TrammelProject) again = trammel_project_new_from_data(text, -1, NULL, &error);
  g_assert_no_error(error);
  g_autofree char *same = trammel_project_to_data(again);
  g_assert_cmpstr(same, ==, text);
  return 0;
}
