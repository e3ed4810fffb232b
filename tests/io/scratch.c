#include "io/scratch.h"

#include "io/packed/temp_folder.h"

static void
set_up(Scratch *scratch, gconstpointer name)
{
  scratch->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_assert_nonnull(scratch->folder);
  scratch->path = g_build_filename(scratch->folder, name, NULL);
}

static void
tear_down(Scratch *scratch, gconstpointer name)
{
  trammel_temp_folder_remove(scratch->folder);
  g_assert_false(g_file_test(scratch->folder, G_FILE_TEST_EXISTS));
  g_free(scratch->folder);
  g_free(scratch->path);
}

void
scratch_add_test(const char *test, const char *name, ScratchTest function)
{
  g_test_add(test, Scratch, name, set_up, function, tear_down);
}
