#include "support/mesh_files.h"

#include <string.h>

enum { N_TRIANGLES = 12, STL_HEAD = 80 };

static const float vertices[8][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1},
                                     {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}};
static const guint triangles[N_TRIANGLES][3] = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5},
                                                {0, 4, 5}, {0, 5, 1}, {2, 3, 7}, {2, 7, 6},
                                                {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};

void
tr_test_write(const char *path, const void *data, gsize length)
{
  g_assert_true(g_file_set_contents(path, data, (gssize)length, NULL));
}

GBytes *
tr_test_new_cube_stl(guint n_missing, guint32 claimed)
{
  GByteArray *bytes = g_byte_array_new();
  const guint8 head[STL_HEAD] = {0}, rest[2] = {0};
  const float normal[3] = {0};
  guint32 n = GUINT32_TO_LE(claimed);

  g_byte_array_append(bytes, head, sizeof head);
  g_byte_array_append(bytes, (const guint8 *)&n, sizeof n);
  for (guint t = 0; t < N_TRIANGLES - n_missing; t++) {
    g_byte_array_append(bytes, (const guint8 *)normal, sizeof normal);
    for (int k = 0; k < 3; k++)
      g_byte_array_append(bytes, (const guint8 *)vertices[triangles[t][k]], sizeof *vertices);
    g_byte_array_append(bytes, rest, sizeof rest);
  }
  return g_byte_array_free_to_bytes(bytes);
}

char *
tr_test_new_cube_text_stl(void)
{
  GString *text = g_string_new("solid cube\n");

  for (guint t = 0; t < N_TRIANGLES; t++) {
    g_string_append(text, "facet normal 0 0 0\nouter loop\n");
    for (int k = 0; k < 3; k++) {
      const float *v = vertices[triangles[t][k]];
      g_string_append_printf(text, "vertex %g %g %g\n", (double)v[0], (double)v[1], (double)v[2]);
    }
    g_string_append(text, "endloop\nendfacet\n");
  }
  return g_string_free(g_string_append(text, "endsolid cube\n"), FALSE);
}

char *
tr_test_new_cube_obj(guint n_missing)
{
  GString *text = g_string_new("mtllib none.mtl\nusemtl none\n");

  for (int k = 0; k < 8; k++)
    g_string_append_printf(text, "v %g %g %g\n", (double)vertices[k][0], (double)vertices[k][1],
                           (double)vertices[k][2]);
  for (guint t = 0; t < N_TRIANGLES - n_missing; t++)
    g_string_append_printf(text, "f %u %u %u\n", triangles[t][0] + 1, triangles[t][1] + 1,
                           triangles[t][2] + 1);
  return g_string_free(text, FALSE);
}

char *
tr_test_new_cube_dae(const char *head, const char *up, double unit)
{
  g_autoptr(GString) places = g_string_new(NULL), indices = g_string_new(NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (int i = 0; i < 24; i++)
    g_string_append_printf(places, "%g ", (double)vertices[i / 3][i % 3]);
  for (int i = 0; i < 3 * N_TRIANGLES; i++)
    g_string_append_printf(indices, "%u ", triangles[i / 3][i % 3]);
  return g_strdup_printf(
      "<?xml version=\"1.0\"?>%s\n"
      "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
      "<asset><unit meter=\"%s\"/><up_axis>%s</up_axis></asset>"
      "<library_geometries><geometry id=\"g\"><mesh><source id=\"p\">"
      "<float_array id=\"a\" count=\"24\">%s</float_array><technique_common>"
      "<accessor source=\"#a\" count=\"8\" stride=\"3\"><param name=\"X\" type=\"float\"/>"
      "<param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor>"
      "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/>"
      "</vertices><triangles count=\"12\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
      "<p>%s</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>"
      "<visual_scene id=\"s\"><node id=\"n\"><matrix>1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</matrix>"
      "<instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes>"
      "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>",
      head, g_ascii_dtostr(number, sizeof number, unit), up, places->str, indices->str);
}

void
tr_test_write_cube(const char *path, guint n_missing)
{
  g_autofree char *text = NULL;

  if (g_str_has_suffix(path, ".stl")) {
    g_autoptr(GBytes) bytes = tr_test_new_cube_stl(n_missing, N_TRIANGLES - n_missing);
    tr_test_write(path, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    return;
  }
  text = g_str_has_suffix(path, ".obj") ? tr_test_new_cube_obj(n_missing)
                                        : tr_test_new_cube_dae("", "Z_UP", 1);
  tr_test_write(path, text, strlen(text));
}
