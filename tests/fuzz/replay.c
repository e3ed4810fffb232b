/* Replay of a fuzz target without a fuzzer: each file of the given folders is a separate test.
 * Missing folders are skipped with a message. */
#include <string.h>

#include "fuzz/fuzz.h"

static void
replay(gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  gsize size;

  g_file_get_contents(data, &text, &size, &error);
  g_assert_no_error(error);
  g_assert_cmpint(LLVMFuzzerTestOneInput((const uint8_t *)text, size), ==, 0);
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
add_folder(const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  g_autofree char *base = g_path_get_basename(folder);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  const char *name;

  if (!dir) {
    g_test_message("%s is not there: its inputs are skipped", folder);
    return;
  }
  while ((name = g_dir_read_name(dir)))
    g_ptr_array_add(names, g_strdup(name));
  g_ptr_array_sort(names, compare_names);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_strconcat("/", base, "/", names->pdata[i], NULL);
    g_test_add_data_func_full(path, g_build_filename(folder, names->pdata[i], NULL), replay,
                              g_free);
  }
}

/* Trivial inputs without a file: none, one byte, bytes of one kind. */
static void
replay_trivial(void)
{
  static uint8_t same[4096];

  LLVMFuzzerTestOneInput(same, 0);
  for (int byte = 0; byte < 256; byte++) {
    memset(same, byte, sizeof same);
    LLVMFuzzerTestOneInput(same, 1);
    if (byte % 16 == 0)
      LLVMFuzzerTestOneInput(same, sizeof same);
  }
}

int
main(int argc, char **argv)
{
  LLVMFuzzerInitialize(&argc, &argv);
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/trivial", replay_trivial);
  for (int i = 1; i < argc; i++)
    add_folder(argv[i]);
  return g_test_run();
}
