/* Test of the warning for a link with a mass that is fixed to another one, which an import merges:
 * the mass of both would be written into the first. */
#include <string.h>

#include "io/export/export_fixture.h"
#include "io/export/model.h"

#define PLATE "<inertial><mass value='1'/></inertial>"
static const char urdf[] =
    "<robot><link name='a'>" PLATE "</link><link name='frame'/><link name='tool'>" PLATE "</link>"
    "<joint name='1' type='fixed'><parent link='a'/><child link='frame'/></joint>"
    "<joint name='2' type='fixed'><parent link='frame'/><child link='tool'/></joint></robot>";
static const char mjcf[] =
    "<mujoco><worldbody><body name='a'><joint name='j'/><inertial pos='0 0 0' mass='1' "
    "diaginertia='1 1 1'/><body name='tool'><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
    "</body></body></worldbody></mujoco>";

/* Returns whether the export of n values warns. */
static gboolean
warns(const char *text, const char *ending, guint n)
{
  static const ExportValue values[] = {{"body.a.mass", "kg", 0.5, 0.1},
                                       {"body.tool.mass", "kg", 0.2, 0.1}};
  g_autofree char *name = g_strconcat("fixed", ending, NULL);
  g_autofree char *path = export_fixture_make_path(name);
  g_autoptr(TrammelExportResult) result = export_fixture_new(values, n);
  const TrammelModelOrder order = {.model = path, .path = path, .date = "now"};
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) notes = NULL;

  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  g_autoptr(GBytes) bytes = trammel_export_model(result, &order, &notes, &error);
  g_assert_no_error(error);
  for (guint i = 0; notes[i]; i++)
    if (strstr(notes[i], "'tool' is fixed to 'a' in the file"))
      return TRUE;
  return FALSE;
}

static void
test_fixed(void)
{
  g_assert_true(warns(urdf, ".urdf", 1));
  g_assert_false(warns(urdf, ".urdf", 2)); /* a body of its own */
  g_assert_true(warns(mjcf, ".xml", 1));
}

int
main(int argc, char **argv)
{
  int code;

  g_test_init(&argc, &argv, NULL);
  export_fixture_begin();
  g_test_add_func("/io/fixed-links", test_fixed);
  code = g_test_run();
  export_fixture_end();
  return code;
}
