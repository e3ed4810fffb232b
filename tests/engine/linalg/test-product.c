/* Products of small matrices by every instruction set that the machine has: against their
 * definition, with nothing written beside the result. */
#include "engine/linalg/product.h"
#include "support/check.h"
#include "support/seed.h"

enum { MOST_ROWS = 14, MOST_INNER = 70, MOST_COLUMNS = 33, PADDING = 3 };
enum { MOST = MOST_INNER * (MOST_INNER + MOST_COLUMNS) };

static void
fill_random(double *x, int n)
{
  for (int i = 0; i < n; i++)
    x[i] = g_test_rand_double_range(-1, 1);
}

/* Sizes of one product. */
typedef struct Size {
  int m, k, n;
  bool is_transposed; /* a is given as its transpose */
} Size;

static void
check_size(const TrProductKernels *kernels, const Size *size)
{
  static double a[MOST], b[MOST], c[MOST], expected[MOST];
  int c_stride = size->n + PADDING, b_stride = size->n + 1;
  TrMatrixView view =
      size->is_transposed ? tr_matrix_view_transposed(a, size->m) : tr_matrix_view(a, size->k);

  fill_random(a, size->m * size->k);
  fill_random(b, size->k * b_stride);
  fill_random(c, size->m * c_stride);
  for (int i = 0; i < size->m; i++)
    for (int j = 0; j < c_stride; j++) {
      double sum = 0;

      for (int l = 0; j < size->n && l < size->k; l++)
        sum += a[i * view.row + l * view.column] * b[l * b_stride + j];
      expected[i * c_stride + j] = c[i * c_stride + j] - 0.5 * sum;
    }
  kernels->add(c, -0.5, view, b, (TrProductShape){{size->m, size->k, size->n}, c_stride, b_stride});
  tr_assert_close_array(c, expected, size->m * c_stride, 1e-12, 1e-13);
}

static void
test_sizes(gconstpointer data)
{
  const TrProductKernels *kernels = tr_product_kernels((TrCpu)GPOINTER_TO_INT(data));

  for (int m = 0; m <= MOST_ROWS; m++)
    for (int n = 0; n <= MOST_COLUMNS; n++)
      for (int k = 0; k <= MOST_INNER; k += k < 5 ? 1 : 13)
        for (int t = 0; t <= 1; t++)
          check_size(kernels, &(Size){m, k, n, t == 1});
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  for (TrCpu cpu = TR_CPU_BASE; cpu <= tr_cpu(); cpu++) {
    g_autofree char *name = g_strdup_printf("/engine/linalg/product/%s", tr_cpu_name(cpu));

    g_test_add_data_func(name, GINT_TO_POINTER(cpu), test_sizes);
  }
  return g_test_run();
}
