/* Mesh files for tests: a cube from the origin to (1, 1, 1), facing outwards. */
#pragma once

#include <glib.h>

/* Writes the cube in the format of the ending (.stl binary, .obj, .dae in metres), without the last
 * `n_missing` of its 12 triangles. */
void tr_test_write_cube(const char *path, guint n_missing);

/* Return its content: of a binary STL that claims a number of triangles, of a text STL, of a
 * COLLADA file with this text before its root, upward axis and unit [m].  Free with g_bytes_unref()
 * or g_free(). */
GBytes *tr_test_new_cube_stl(guint n_missing, guint32 claimed);
char *tr_test_new_cube_text_stl(void);
char *tr_test_new_cube_obj(guint n_missing);
char *tr_test_new_cube_dae(const char *head, const char *up, double unit);

/* Writes a text or bytes. */
void tr_test_write(const char *path, const void *data, gsize length);
