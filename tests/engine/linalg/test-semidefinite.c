/* Convex programmes with pseudo-inertias: against known minima, the optimality of random ones, and
 * CSDP where it is installed. */
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "engine/linalg/dense.h"
#include "engine/linalg/semidefinite.h"
#include "support/check.h"
#include "support/seed.h"

enum { MOST = 8 };

/* A random programme: A = B^T B, a block that is definite at zero. */
typedef struct {
  int n, n_blocks;
  double factor[MOST * MOST], a[MOST * MOST], g[MOST], target[MOST];
  double block[2 * (MOST + 1) * TR_PSEUDO_SIZE];
} Random;

static void
fill_symmetric(double *m, GRand *random, double diagonal)
{
  for (int i = 0; i < TR_PSEUDO; i++)
    for (int j = 0; j <= i; j++)
      m[i * TR_PSEUDO + j] = m[j * TR_PSEUDO + i] =
          g_rand_double_range(random, -1, 1) + (i == j ? diagonal : 0);
}

static void
make_random(Random *r, GRand *random, int n, int n_blocks)
{
  r->n = n;
  r->n_blocks = n_blocks;
  for (int i = 0; i < n * n; i++)
    r->factor[i] = g_rand_double_range(random, -1, 1);
  for (int i = 0; i < n; i++)
    r->target[i] = g_rand_double_range(random, -5, 5);
  memset(r->a, 0, sizeof r->a);
  tr_dense_add_product_tn(r->a, 1, r->factor, r->factor, (TrProductSize){n, n, n});
  for (int i = 0; i < n; i++) {
    r->g[i] = 0;
    for (int k = 0; k < n; k++)
      r->g[i] -= r->a[i * n + k] * r->target[k];
  }
  for (int b = 0; b < n_blocks; b++)
    for (int i = 0; i <= n; i++)
      fill_symmetric(r->block + (b * (n + 1) + i) * TR_PSEUDO_SIZE, random, i == 0 ? 4 : 0);
}

static TrSemidefinite
programme_of(const Random *r)
{
  return (TrSemidefinite){
      .n = r->n, .n_blocks = r->n_blocks, .a = r->a, .g = r->g, .block = r->block, .gap = 1e-9};
}

static double
objective(const Random *r, const double *x)
{
  double sum = 0;

  for (int i = 0; i < r->n; i++) {
    sum += r->g[i] * x[i];
    for (int k = 0; k < r->n; k++)
      sum += x[i] * r->a[i * r->n + k] * x[k] / 2;
  }
  return sum;
}

static double
least_eigenvalue(const Random *r, const double *x)
{
  double least = INFINITY;

  for (int b = 0; b < r->n_blocks; b++) {
    const double *m = r->block + b * (r->n + 1) * TR_PSEUDO_SIZE;
    double sum[TR_PSEUDO_SIZE], values[TR_PSEUDO];

    memcpy(sum, m, sizeof sum);
    for (int i = 0; i < r->n; i++)
      for (int k = 0; k < TR_PSEUDO_SIZE; k++)
        sum[k] += x[i] * m[(i + 1) * TR_PSEUDO_SIZE + k];
    g_assert_cmpint(tr_dense_symmetric_eigen(sum, values, TR_PSEUDO), ==, TR_OK);
    least = fmin(least, values[0]);
  }
  return least;
}

/* 1 + diag(x) >= 0 in place of bounds: the minimum of |x - target|^2 is target, at least -1. */
static void
test_positive_part(void)
{
  double a[16] = {0}, block[5 * TR_PSEUDO_SIZE] = {0}, x[4] = {0};
  const double g[] = {-3, 2, -0.5, 0.5}, expected[] = {3, -1, 0.5, -0.5};

  for (int i = 0; i < 4; i++) {
    a[5 * i] = 1;
    block[5 * i] = 1; /* P_0: x + 1 */
    block[(i + 1) * TR_PSEUDO_SIZE + 5 * i] = 1;
  }
  TrSemidefinite p = {.n = 4, .n_blocks = 1, .a = a, .g = g, .block = block, .gap = 1e-10};
  g_assert_cmpint(tr_semidefinite_solve(x, &p), ==, TR_OK);
  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon(x[i], expected[i], 1e-4);
}

/* Rows are bounds. */
static void
test_rows(void)
{
  const double a[] = {2, 0, 0, 2}, g[] = {-4, -4}, rows[] = {1, 1, -1, 0}, most[] = {1, 0.25};
  double x[2] = {0};
  TrSemidefinite p = {
      .n = 2, .n_rows = 2, .a = a, .g = g, .rows = rows, .most = most, .gap = 1e-10};

  g_assert_cmpint(tr_semidefinite_solve(x, &p), ==, TR_OK);
  g_assert_cmpfloat_with_epsilon(x[0], 0.5, 1e-6);
  g_assert_cmpfloat_with_epsilon(x[1], 0.5, 1e-6);
}

/* A start outside of the conditions, or on their border, leads to the same minimum. */
static void
test_start_outside(void)
{
  const double a[] = {1}, g[] = {0}, rows[] = {1}, most[] = {-1};
  double x[1] = {0};
  TrSemidefinite p = {.n = 1, .n_rows = 1, .a = a, .g = g, .rows = rows, .most = most, .gap = 1e-9};

  for (double start = -1; start <= 5; start += 2) {
    x[0] = start;
    g_assert_cmpint(tr_semidefinite_solve(x, &p), ==, TR_OK);
    tr_assert_close(x[0], -1, 0, 1e-6);
  }
}

/* A start on the border of a matrix inequality, which only one of two ways leaves. */
static void
test_start_on_border(void)
{
  const double a[] = {1, 0, 0, 1}, g[] = {-1, 1};
  double block[3 * TR_PSEUDO_SIZE] = {0}, x[2] = {0};
  TrSemidefinite p = {.n = 2, .n_blocks = 1, .a = a, .g = g, .block = block, .gap = 1e-9};

  for (int i = 1; i < TR_PSEUDO; i++)
    block[5 * i] = 1;
  block[TR_PSEUDO_SIZE] = 1;          /* x0 >= 0 in the first number */
  block[2 * TR_PSEUDO_SIZE + 5] = -1; /* x1 <= 1 in the second */
  g_assert_cmpint(tr_semidefinite_solve(x, &p), ==, TR_OK);
  tr_assert_close(x[0], 1, 0, 1e-6);
  tr_assert_close(x[1], -1, 0, 1e-6);
}

/* Conditions that leave one point between them hold it; contradictory ones are refused. */
static void
test_narrow_conditions(void)
{
  const double a[] = {1}, g[] = {-3}, rows[] = {1, -1};
  double most[] = {1, -1}, x[1] = {0};
  TrSemidefinite p = {.n = 1, .n_rows = 2, .a = a, .g = g, .rows = rows, .most = most, .gap = 1e-9};

  g_assert_cmpint(tr_semidefinite_solve(x, &p), ==, TR_OK);
  tr_assert_close(x[0], 1, 0, 1e-6);
  most[1] = -2;
  g_assert_cmpint(tr_semidefinite_solve(x, &p), ==, TR_BAD_SETTING);
}

/* So do two matrix inequalities, x >= 1 and x <= 1. */
static void
test_narrow_blocks(void)
{
  const double a[] = {1}, g[] = {-3};
  double block[2][2][TR_PSEUDO_SIZE] = {0}, x[1] = {0};
  TrSemidefinite p = {.n = 1, .n_blocks = 2, .a = a, .g = g, .block = block[0][0], .gap = 1e-9};

  for (int b = 0; b < 2; b++) {
    for (int i = 1; i < TR_PSEUDO; i++)
      block[b][0][5 * i] = 1;
    block[b][0][0] = b == 0 ? -1 : 1;
    block[b][1][0] = b == 0 ? 1 : -1;
  }
  g_assert_cmpint(tr_semidefinite_solve(x, &p), ==, TR_OK);
  tr_assert_close(x[0], 1, 0, 1e-6);
  block[1][0][0] = 0.5;
  g_assert_cmpint(tr_semidefinite_solve(x, &p), ==, TR_BAD_SETTING);
}

/* No small feasible change lowers the objective, and the solution is feasible. */
static void
test_random_minima(void)
{
  GRand *random = tr_test_rand_new();

  for (int trial = 0; trial < 200; trial++) {
    Random r;
    double x[MOST] = {0}, y[MOST];

    make_random(&r, random, 2 + trial % 6, 1 + trial % 2);
    TrSemidefinite p = programme_of(&r);
    g_assert_cmpint(tr_semidefinite_solve(x, &p), ==, TR_OK);
    g_assert_cmpfloat(least_eigenvalue(&r, x), >, 0);
    for (int k = 0; k < 200; k++) {
      for (int i = 0; i < r.n; i++)
        y[i] = x[i] + g_rand_double_range(random, -1, 1) * (k % 2 ? 1e-3 : 0.3);
      if (least_eigenvalue(&r, y) > 0)
        g_assert_cmpfloat(objective(&r, y), >, objective(&r, x) - 1e-7);
    }
  }
  g_rand_free(random);
}

/* A strong pull keeps the block where it is; none lets the objective have its minimum. */
static void
test_pull(void)
{
  GRand *random = tr_test_rand_new();
  Random r;
  double near[MOST] = {0}, far[MOST] = {0}, size[2] = {0};

  make_random(&r, random, 5, 1);
  TrSemidefinite p = programme_of(&r);
  g_assert_cmpint(tr_semidefinite_solve(far, &p), ==, TR_OK);
  p.pull = 1e5;
  p.reference = r.block;
  g_assert_cmpint(tr_semidefinite_solve(near, &p), ==, TR_OK);
  for (int i = 0; i < r.n; i++) {
    size[0] += near[i] * near[i];
    size[1] += far[i] * far[i];
  }
  g_assert_cmpfloat(sqrt(size[0]), <, 1e-2 * sqrt(size[1]));
  g_rand_free(random);
}

/* The programme in SDPA's format: min t with [1, F x - F target; ., t] >= 0 for the objective, so
 * that t = |F (x - target)|^2. */
static void
write_sdpa(const char *path, const Random *r)
{
  GString *text = g_string_new(NULL);
  int n = r->n, corner = n + 1;

  g_string_append_printf(text, "%d\n%d\n%d", n + 1, 1 + r->n_blocks, corner);
  for (int b = 0; b < r->n_blocks; b++)
    g_string_append_printf(text, " %d", TR_PSEUDO);
  g_string_append(text, "\n");
  for (int i = 0; i < n; i++)
    g_string_append(text, "0 ");
  g_string_append(text, "1\n");
  for (int i = 0; i < n; i++) { /* -F_0: minus the identity, and F target */
    double f = 0;

    for (int k = 0; k < n; k++)
      f += r->factor[i * n + k] * r->target[k];
    g_string_append_printf(text, "0 1 %d %d -1\n0 1 %d %d %.17g\n", i + 1, i + 1, i + 1, corner, f);
  }
  for (int b = 0; b < r->n_blocks; b++)
    for (int m = 0; m <= n; m++)
      for (int i = 0; i < TR_PSEUDO; i++)
        for (int k = i; k < TR_PSEUDO; k++)
          g_string_append_printf(
              text, "%d %d %d %d %.17g\n", m, b + 2, i + 1, k + 1,
              (m == 0 ? -1 : 1) * r->block[(b * (n + 1) + m) * TR_PSEUDO_SIZE + i * TR_PSEUDO + k]);
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      g_string_append_printf(text, "%d 1 %d %d %.17g\n", k + 1, i + 1, corner,
                             r->factor[i * n + k]);
  g_string_append_printf(text, "%d 1 %d %d 1\n", n + 1, corner, corner);
  g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
  g_string_free(text, TRUE);
}

static void
test_csdp(void)
{
  g_autofree char *program = g_find_program_in_path("csdp");
  g_autofree char *folder = g_dir_make_tmp("semidefinite-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "p.dat-s", NULL);
  g_autofree char *out = g_build_filename(folder, "p.sol", NULL);
  GRand *random = tr_test_rand_new();

  for (int trial = 0; program && trial < 20; trial++) {
    Random r;
    double x[MOST] = {0};
    char *arguments[] = {program, path, out, NULL};
    g_autofree char *solution = NULL;
    int status;

    make_random(&r, random, 3 + trial % 5, 1 + trial % 2);
    TrSemidefinite p = programme_of(&r);
    g_assert_cmpint(tr_semidefinite_solve(x, &p), ==, TR_OK);
    write_sdpa(path, &r);
    g_assert_true(g_spawn_sync(folder, arguments, NULL,
                               G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                               NULL, NULL, &status, NULL));
    g_assert_true(g_file_get_contents(out, &solution, NULL, NULL));
    g_auto(GStrv) numbers = g_strsplit(solution, " ", r.n + 1);
    for (int i = 0; i < r.n; i++)
      g_assert_cmpfloat_with_epsilon(x[i], g_ascii_strtod(numbers[i], NULL), 2e-3);
  }
  if (!program)
    g_test_skip("without csdp (Debian package coinor-csdp)");
  g_rand_free(random);
  g_remove(path);
  g_remove(out);
  g_rmdir(folder);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/linalg/semidefinite/diagonal", test_positive_part);
  g_test_add_func("/linalg/semidefinite/rows", test_rows);
  g_test_add_func("/linalg/semidefinite/start-outside", test_start_outside);
  g_test_add_func("/linalg/semidefinite/border", test_start_on_border);
  g_test_add_func("/linalg/semidefinite/narrow", test_narrow_conditions);
  g_test_add_func("/linalg/semidefinite/narrow-blocks", test_narrow_blocks);
  g_test_add_func("/linalg/semidefinite/random", test_random_minima);
  g_test_add_func("/linalg/semidefinite/pull", test_pull);
  g_test_add_func("/linalg/semidefinite/csdp", test_csdp);
  return g_test_run();
}
