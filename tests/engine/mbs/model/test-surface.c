/* Tests of the inside of surfaces of triangles: closed forms of cube, tetrahedron and ball, places
 * far from the origin, scales with a reflection, and edges of surfaces that are not closed. */
#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/mbs/model/model.h"
#include "engine/mbs/model/solid.h"
#include "support/check.h"

#define PI 3.14159265358979323846

enum { ROWS = 120, COLUMNS = 240 };

static const float cube_vertices[8][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1},
                                          {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}};
static const uint32_t cube_triangles[12][3] = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5},
                                               {0, 4, 5}, {0, 5, 1}, {2, 3, 7}, {2, 7, 6},
                                               {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
static const TrSurface cube = {cube_vertices, cube_triangles, 8, 12};

static void
check_close(double got, double expected, double tolerance)
{
  g_assert_cmpfloat(fabs(got - expected), <, tolerance);
}

static TrSolid
make_inside(const TrSurface *surface)
{
  return (TrSolid){
      .kind = TR_SOLID_INSIDE, .surface = surface, .size = {1, 1, 1}, .quat = {1, 0, 0, 0}};
}

/* A scaled and turned cube is the box of the closed form. */
static void
test_cube(void)
{
  TrSolid inside = make_inside(&cube);
  TrSolid box = {.kind = TR_SOLID_BOX, .size = {0.1, 0.2, 0.4}};
  const double phi[3] = {0.3, -0.8, 1.1}, half[3] = {0.05, 0.1, 0.2};
  double turn[9];
  TrMass a, b;

  tr_quat_exp(inside.quat, phi);
  memcpy(inside.size, box.size, sizeof inside.size);
  memcpy(box.quat, inside.quat, sizeof box.quat);
  inside.from[0] = 3;
  tr_quat_matrix(turn, inside.quat);
  for (int i = 0; i < 3; i++) {
    box.from[i] = inside.from[i];
    for (int k = 0; k < 3; k++)
      box.from[i] += turn[3 * i + k] * half[k];
  }
  tr_solids_weigh(&a, &inside, 1, 1000);
  tr_solids_weigh(&b, &box, 1, 1000);
  check_close(a.mass, b.mass, 1e-12);
  for (int i = 0; i < 3; i++)
    check_close(a.com[i], b.com[i], 1e-12);
  for (int i = 0; i < 6; i++)
    check_close(a.inertia[i], b.inertia[i], 1e-12);
}

/* Triangles that face inwards, and a scale that reflects, give the same mass above zero. */
static void
test_reflected(void)
{
  uint32_t inwards[12][3];
  const TrSurface turned = {cube_vertices, (const uint32_t(*)[3])inwards, 8, 12};
  TrSolid a = make_inside(&cube), b = make_inside(&turned), c = a;
  TrMass of_a, of_b, of_c;

  for (int t = 0; t < 12; t++)
    for (int k = 0; k < 3; k++)
      inwards[t][k] = cube_triangles[t][2 - k];
  c.size[1] = -1;
  tr_solids_weigh(&of_a, &a, 1, 2);
  tr_solids_weigh(&of_b, &b, 1, 2);
  tr_solids_weigh(&of_c, &c, 1, 2);
  check_close(of_a.mass, 2, 1e-15);
  check_close(of_c.com[1], -0.5, 1e-15);
  for (int i = 0; i < 6; i++) {
    check_close(of_b.inertia[i], of_a.inertia[i], 1e-15);
    check_close(of_c.inertia[i], of_a.inertia[i], 1e-15);
  }
}

/* Tetrahedron of three unit edges along the axes: volume 1/6, centre 1/4 on each axis, about it the
 * moments 1/80 and the products int (x - 1/4)(y - 1/4) = -1/480. */
static void
test_tetrahedron(void)
{
  static const uint32_t triangles[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const double shift[3] = {100, -50, 20};
  float vertices[4][3];
  const TrSurface surface = {(const float(*)[3])vertices, triangles, 4, 4};
  TrSolid inside = make_inside(&surface);
  TrMass m;

  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 3; i++)
      vertices[k][i] = (float)(shift[i] + (k == i + 1));
  tr_solids_weigh(&m, &inside, 1, 6);
  check_close(m.mass, 1, 1e-12);
  for (int i = 0; i < 3; i++) {
    check_close(m.com[i], shift[i] + 0.25, 1e-12);
    check_close(m.inertia[i], 6.0 / 80, 1e-12);
    check_close(m.inertia[3 + i], 6.0 / 480, 1e-12);
  }
}

/* Ball of triangles: its numbers approach those of the ball with the square of their size. */
static void
test_ball(void)
{
  static float vertices[ROWS * COLUMNS + 2][3];
  static uint32_t triangles[2 * ROWS * COLUMNS][3];
  TrSurface surface = {(const float(*)[3])vertices, (const uint32_t(*)[3])triangles, 2, 0};
  TrSolid inside = make_inside(&surface);
  uint32_t n_open;
  TrMass m;

  vertices[0][2] = 1;
  vertices[1][2] = -1;
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++) {
      double polar = PI * (r + 1) / (ROWS + 1), angle = 2 * PI * c / COLUMNS;
      uint32_t a = surface.n_vertices, b = (uint32_t)(2 + r * COLUMNS + (c + 1) % COLUMNS);
      uint32_t above = r ? a - COLUMNS : 0, next = r ? b - COLUMNS : 0;
      const float place[3] = {(float)(sin(polar) * cos(angle)), (float)(sin(polar) * sin(angle)),
                              (float)cos(polar)};
      memcpy(vertices[surface.n_vertices++], place, sizeof place);
      memcpy(triangles[surface.n_triangles++], (uint32_t[]){above, a, b}, sizeof *triangles);
      if (r > 0)
        memcpy(triangles[surface.n_triangles++], (uint32_t[]){above, b, next}, sizeof *triangles);
      if (r == ROWS - 1)
        memcpy(triangles[surface.n_triangles++], (uint32_t[]){1, b, a}, sizeof *triangles);
    }
  g_assert_true(tr_surface_count_open_edges(&n_open, &surface));
  g_assert_cmpuint(n_open, ==, 0);
  tr_solids_weigh(&m, &inside, 1, 1);
  check_close(m.mass, 4 * PI / 3, 2e-3);
  for (int i = 0; i < 3; i++) {
    check_close(m.com[i], 0, 1e-6);
    check_close(m.inertia[i], 8 * PI / 15, 2e-3);
    check_close(m.inertia[3 + i], 0, 1e-6);
  }
}

static void
test_edges(void)
{
  uint32_t triangles[12][3], n_open;
  TrSurface surface = {cube_vertices, (const uint32_t(*)[3])triangles, 8, 12};

  g_assert_true(tr_surface_count_open_edges(&n_open, &cube));
  g_assert_cmpuint(n_open, ==, 0);
  memcpy(triangles, cube_triangles, sizeof triangles);
  surface.n_triangles = 11; /* one is missing */
  g_assert_true(tr_surface_count_open_edges(&n_open, &surface));
  g_assert_cmpuint(n_open, ==, 3);
  surface.n_triangles = 12; /* one faces the other way */
  triangles[5][0] = cube_triangles[5][1];
  triangles[5][1] = cube_triangles[5][0];
  g_assert_true(tr_surface_count_open_edges(&n_open, &surface));
  g_assert_cmpuint(n_open, ==, 3);
}

/* A surface without triangles, or flat, has no mass and no number that is not one. */
static void
test_flat(void)
{
  static const uint32_t triangles[2][3] = {{0, 1, 3}, {3, 1, 0}};
  const TrSurface flat = {cube_vertices, triangles, 8, 2}, none = {cube_vertices, triangles, 8, 0};
  const TrSolid solids[2] = {make_inside(&flat), make_inside(&none)};
  TrMass m;

  for (int k = 0; k < 2; k++) {
    tr_solids_weigh(&m, &solids[k], 1, 1);
    g_assert_cmpfloat(m.mass, ==, 0);
    g_assert_cmpfloat(m.com[0], ==, 0);
    g_assert_cmpfloat(m.inertia[0], ==, 0);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/mbs/surface/cube", test_cube);
  g_test_add_func("/engine/mbs/surface/reflected", test_reflected);
  g_test_add_func("/engine/mbs/surface/tetrahedron", test_tetrahedron);
  g_test_add_func("/engine/mbs/surface/ball", test_ball);
  g_test_add_func("/engine/mbs/surface/edges", test_edges);
  g_test_add_func("/engine/mbs/surface/flat", test_flat);
  return g_test_run();
}
