/* Fuzz target of mesh files: the helper may crash, the program may not.  The first byte chooses the
 * format. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "io/mesh/surface.h"

enum { STL, OBJ, DAE, N_FORMATS };

static char *folder, *links[N_FORMATS];

static void
remove_links(void)
{
  for (int i = 0; i < N_FORMATS; i++)
    unlink(links[i]);
  rmdir(folder);
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  static const char *const names[N_FORMATS] = {"a.stl", "a.obj", "a.dae"};
  const char *file = fuzz_write_file((const uint8_t *)"", 0);

  folder = g_dir_make_tmp("trammel-fuzz-XXXXXX", NULL);
  for (int i = 0; i < N_FORMATS; i++) {
    links[i] = g_build_filename(folder, names[i], NULL);
    g_assert_cmpint(symlink(file, links[i]), ==, 0);
  }
  atexit(remove_links);
  return 0;
}

static int
choose_format(const uint8_t *data, size_t size)
{
  if (size > 0 && data[0] == '<')
    return DAE;
  return size > 0 && (data[0] == 'v' || data[0] == '#' || data[0] == 'm') ? OBJ : STL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const double scale[3] = {1, 1, 1};
  g_autoptr(GError) error = NULL;
  TrSurfaceIntegrals sums;
  uint32_t n_open;

  fuzz_write_file(data, size);
  g_autoptr(TrammelSurface) surface =
      trammel_surface_load(links[choose_format(data, size)], NULL, &error);
  if (!surface) {
    fuzz_check_error(error);
    return 0;
  }
  const TrSurface view = trammel_surface_view(surface);
  g_assert_true(tr_surface_count_open_edges(&n_open, &view));
  tr_surface_integrate(&sums, &view, scale);
  g_assert_true(isfinite(sums.volume));
  return 0;
}
