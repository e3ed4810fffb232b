/* Fuzz target of packed projects: unpacked files stay within their limits and in their folder, and
 * the project in them is read like any other. */
#include <glib/gstdio.h>

#include "fuzz/fuzz.h"
#include "io/packed/packed.h"
#include "io/project/project.h"

static const TrammelPackedLimits limits = {.entries = 8, .bytes = 1 << 20};

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

static void
check_files(const TrammelUnpacked *unpacked)
{
  const char *folder = trammel_temp_folder_get_path(unpacked->folder);
  guint64 n_bytes = 0;

  g_assert_cmpuint(unpacked->names->len, <=, limits.entries);
  for (guint i = 0; i < unpacked->names->len; i++) {
    g_autofree char *path = g_build_filename(folder, unpacked->names->pdata[i], NULL);
    g_autofree char *plain = g_canonicalize_filename(path, NULL);
    GStatBuf info;
    g_assert_true(g_str_has_prefix(plain, folder));
    g_assert_cmpint(g_lstat(path, &info), ==, 0);
    g_assert_true(S_ISREG(info.st_mode));
    n_bytes += (guint64)info.st_size;
  }
  g_assert_cmpuint(n_bytes, <=, limits.bytes);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const char *path = fuzz_write_file(data, size);
  g_autoptr(GError) error = NULL, load_error = NULL;
  g_autoptr(TrammelUnpacked) unpacked = trammel_packed_extract(path, &limits, &error);

  if (!unpacked) {
    fuzz_check_error(error);
    return 0;
  }
  check_files(unpacked);
  g_autofree char *folder = g_strdup(trammel_temp_folder_get_path(unpacked->folder));
  g_clear_pointer(&unpacked, trammel_unpacked_free);
  g_assert_false(g_file_test(folder, G_FILE_TEST_EXISTS));
  g_autoptr(TrammelProject) project = trammel_project_load(path, &load_error);
  if (!project)
    fuzz_check_error(load_error);
  return 0;
}
