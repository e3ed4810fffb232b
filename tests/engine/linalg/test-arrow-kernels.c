/* The kernels of every instruction set that this machine has, against plain loops. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/arrow.h"
#include "support/check.h"
#include "support/seed.h"

enum { MAX_CHAINS = 3, MAX_ROWS = 60 };

/* The same matrix in plain storage: row-major lower part over all blocks and the border, the
 * gradient as last row. */
typedef struct Plain {
  const TrArrow *arrow;
  int states, size;
  double *h;
} Plain;

typedef struct Case {
  int n, bandwidth, border, n_chains, lengths[MAX_CHAINS];
} Case;

static double *
at(const Plain *plain, int i, int j)
{
  return plain->h + (size_t)i * (size_t)(plain->size + 1) + j;
}

static void
add_plain(const Plain *plain, const int *place, const double *row, int columns, double r, double w)
{
  for (int i = 0; i < columns; i++) {
    for (int j = 0; j <= i; j++)
      *at(plain, MAX(place[i], place[j]), MIN(place[i], place[j])) += w * row[i] * row[j];
    *at(plain, plain->size, place[i]) += w * row[i] * r;
  }
}

/* Returns whether a row depends on an unknown: large blocks are several independent bodies. */
static bool
is_near(int n, int unknown, int row)
{
  return n < 48 || unknown / 12 == row % (n / 12);
}

/* Adds residuals on some blocks and the border; some of them do not depend on groups of unknowns.
 */
static void
add_random(TrArrow *arrow, const Plain *plain, int block, int touched, int n_rows)
{
  int n = arrow->n, inner = touched * n, columns = inner + arrow->border;
  g_autofree double *jac = g_new0(double, n_rows *columns);
  g_autofree int *place = g_new(int, columns);
  double r[MAX_ROWS], w = g_test_rand_double_range(0.1, 3);

  for (int i = 0; i < columns; i++)
    place[i] = i < inner ? block * n + i : plain->states + i - inner;
  for (int k = 0; k < n_rows; k++) {
    r[k] = g_test_rand_double_range(-1, 1);
    for (int i = 0; i < columns; i++)
      if ((i / 5 + k / 7) % 3 != 0 && (i >= inner || is_near(n, i % n, k)))
        jac[k * columns + i] = g_test_rand_double_range(-1, 1);
    add_plain(plain, place, jac + k * columns, columns, r[k], w);
  }
  tr_arrow_add_residual(arrow, &(TrArrowResidual){block, touched, jac, r, n_rows, w});
}

static void
add_own(TrArrow *arrow, const Plain *plain, int block)
{
  int n = arrow->n, columns = n + arrow->border;
  g_autofree double *jac = g_new0(double, n *columns), *r = g_new0(double, n);
  g_autofree int *place = g_new(int, n);

  for (int i = 0; i < n; i++) {
    jac[i * columns + i] = 1;
    r[i] = g_test_rand_double_range(-1, 1);
    place[i] = block * n + i;
  }
  for (int k = 0; k < n; k++)
    add_plain(plain, place, jac + k * columns, n, r[k], 2);
  tr_arrow_add_residual(arrow, &(TrArrowResidual){block, 1, jac, r, n, 2});
}

static void
fill(TrArrow *arrow, const Plain *plain)
{
  for (int c = 0; c < arrow->n_chains; c++)
    for (int k = arrow->first[c]; k < arrow->first[c + 1]; k++) {
      int most = MIN(1 + arrow->bandwidth, arrow->first[c + 1] - k);

      add_own(arrow, plain, k);
      add_random(arrow, plain, k, most, MIN(2 * arrow->n, MAX_ROWS));
      add_random(arrow, plain, k, g_test_rand_int_range(1, most + 1), 1);
    }
  for (int q = 0; q < arrow->border; q++) {
    *tr_arrow_corner(arrow, q, q) += 1;
    *at(plain, plain->states + q, plain->states + q) += 1;
  }
}

/* Checks the assembled matrix, element by element. */
static void
check_assembly(TrArrow *arrow, const Plain *plain)
{
  int n = arrow->n;
  double largest = 0;

  for (int i = 0; i < plain->size; i++)
    largest = fmax(largest, *at(plain, i, i));
  tr_assert_close(tr_arrow_largest_diagonal(arrow), largest, 1e-13, 0);
  for (int j = 0; j < plain->states; j++) {
    int chain = 0, end;

    while (arrow->first[chain + 1] <= j / n)
      chain++;
    end = MIN(arrow->first[chain + 1], j / n + arrow->bandwidth + 1) * n;
    for (int i = j; i < end; i++)
      tr_assert_close(tr_arrow_element(arrow, i / n, i % n, j / n, j % n), *at(plain, i, j), 1e-12,
                      1e-13);
    for (int q = 0; q < arrow->border; q++)
      tr_assert_close(tr_arrow_border_element(arrow, q, j / n, j % n),
                      *at(plain, plain->states + q, j), 1e-12, 1e-13);
    tr_assert_close(tr_arrow_gradient(arrow, j / n, j % n), *at(plain, plain->size, j), 1e-12,
                    1e-13);
  }
}

/* Plain elimination of the states, the gradient's row with them. */
static void
eliminate_plain(const Plain *plain)
{
  for (int j = 0; j < plain->states; j++) {
    double root = sqrt(*at(plain, j, j));

    for (int i = j; i <= plain->size; i++)
      *at(plain, i, j) /= root;
    for (int k = j + 1; k < plain->size; k++)
      if (*at(plain, k, j) != 0)
        for (int i = k; i <= plain->size; i++)
          *at(plain, i, k) -= *at(plain, i, j) * *at(plain, k, j);
  }
}

/* x = -H^-1 (gradient g + B^T p) */
static void
solve_plain(double *x, const Plain *plain, const double *p, double gradient)
{
  for (int j = plain->states - 1; j >= 0; j--) {
    double sum = gradient * *at(plain, plain->size, j);

    for (int q = plain->states; q < plain->size; q++)
      sum += *at(plain, q, j) * p[q - plain->states];
    for (int i = j + 1; i < plain->states; i++)
      sum += *at(plain, i, j) * x[i];
    x[j] = -sum / *at(plain, j, j);
  }
}

/* Checks the direction of the least pivot against the matrix before elimination. */
static void
check_least_pivot(TrArrow *arrow, const Plain *before)
{
  int states = before->states;
  g_autofree double *x = g_new0(double, before->size + 1);
  TrArrowPivot least = tr_arrow_least_pivot(arrow);
  int at_pivot = least.block * arrow->n + least.row;
  double sum = 0;

  g_assert_cmpfloat(least.share, <=, 1 + 1e-12);
  tr_assert_close(least.value, least.share * *at(before, at_pivot, at_pivot), 1e-12, 0);
  tr_arrow_pivot_direction(x, arrow, &least);
  g_assert_cmpfloat(x[at_pivot], ==, 1);
  for (int i = 0; i < states; i++)
    for (int j = 0; j <= i; j++)
      sum += (i == j ? 1 : 2) * x[i] * *at(before, i, j) * x[j];
  tr_assert_close(sum, least.value, 1e-9, 0);
  tr_arrow_reject_pivot(arrow, &least);
  tr_arrow_weak_direction(x, arrow, least.block);
  g_assert_cmpfloat(x[least.row], ==, 1);
}

static void
check_elimination(TrArrow *arrow, const Plain *plain)
{
  int states = plain->states, border = arrow->border;
  g_autofree double *p = g_new0(double, border + 1);
  g_autofree double *x = g_new0(double, plain->size + 1);
  g_autofree double *expected = g_new0(double, plain->size + 1);
  size_t elements = (size_t)(plain->size + 1) * (size_t)(plain->size + 1);
  g_autofree double *copy = g_memdup2(plain->h, elements * sizeof *plain->h);
  Plain before = *plain;
  double decrease = 0;

  before.h = copy;
  tr_assert_ok(tr_arrow_eliminate(arrow, NULL), NULL);
  eliminate_plain(plain);
  for (int j = 0; j < border; j++)
    for (int i = j; i <= border; i++)
      tr_assert_close(*tr_arrow_corner(arrow, i, j), *at(plain, states + i, states + j), 1e-10,
                      1e-11);
  for (int j = 0; j < states; j++)
    decrease += *at(plain, plain->size, j) * *at(plain, plain->size, j);
  tr_assert_close(arrow->decrease, decrease, 1e-11, 0);

  for (int q = 0; q < border; q++)
    p[q] = g_test_rand_double_range(-1, 1);
  tr_arrow_back_substitute(x, arrow, p);
  solve_plain(expected, plain, p, 1);
  tr_assert_close_array(x, expected, states, 1e-10, 1e-12);
  if (border > 0) {
    memset(p, 0, (size_t)border * sizeof *p);
    p[border / 2] = 1;
    int stride = tr_arrow_response_stride(arrow);
    g_autofree double *responses = g_new(double, states *stride);

    tr_assert_ok(tr_arrow_responses(responses, arrow), NULL);
    for (int i = 0; i < states; i++)
      x[i] = responses[i * stride + border / 2];
    solve_plain(expected, plain, p, 0);
    tr_assert_close_array(x, expected, states, 1e-10, 1e-12);
  }
  check_least_pivot(arrow, &before);
}

static void
check_case(const Case *c)
{
  TrArrow *arrow = tr_arrow_new(c->n, c->bandwidth, c->border, c->n_chains, c->lengths);
  Plain plain = {.arrow = arrow, .states = arrow->first[c->n_chains] * c->n};

  g_assert_cmpint(arrow->shape.lanes, ==, tr_cpu_lanes(tr_cpu()));
  plain.size = plain.states + c->border;
  g_assert_cmpint(plain.states, >, 0);
  plain.h = g_new0(double, (plain.size + 1) * (plain.size + 1));
  tr_arrow_clear(arrow);
  fill(arrow, &plain);
  check_assembly(arrow, &plain);
  check_elimination(arrow, &plain);
  g_free(plain.h);
  tr_arrow_free(arrow);
}

/* Adds a residual on all its possible blocks to a matrix without auxiliary columns, one with them,
 * and one with them in its border. */
static void
add_with_auxiliary(TrArrow *own, TrArrow *host, TrArrow *all, int block)
{
  int border = own->border, guests = host->guests, touched = 1 + own->bandwidth;
  int inner = touched * own->n, n_rows = own->n + 3;
  int wide = inner + border + 1 + guests;
  g_autofree double *jac = g_new(double, n_rows *wide), *part = g_new(double, n_rows *wide);
  g_autofree double *r = g_new(double, n_rows);

  for (int i = 0; i < n_rows * wide; i++)
    jac[i] = g_test_rand_double_range(-1, 1);
  for (int k = 0; k < n_rows; k++) {
    r[k] = g_test_rand_double_range(-1, 1);
    jac[k * wide + inner + border] = NAN; /* the gap must not be read */
  }
  tr_arrow_add_residual(host, &(TrArrowResidual){block, touched, jac, r, n_rows, 0.7});
  for (int k = 0; k < n_rows; k++)
    memcpy(part + k * (inner + border), jac + k * wide, (size_t)(inner + border) * sizeof *jac);
  tr_arrow_add_residual(own, &(TrArrowResidual){block, touched, part, r, n_rows, 0.7});
  for (int k = 0; k < n_rows; k++) {
    double *row = part + k * (wide - 1);

    memcpy(row, jac + k * wide, (size_t)(inner + border) * sizeof *jac);
    memcpy(row + inner + border, jac + k * wide + inner + border + 1, (size_t)guests * sizeof *jac);
  }
  tr_arrow_add_residual(all, &(TrArrowResidual){block, touched, part, r, n_rows, 0.7});
}

/* Auxiliary columns are eliminated like the border, and do not change the solution. */
static void
check_auxiliary(int n, int border, int guests)
{
  enum { LENGTH = 7, BANDWIDTH = 2 };
  const int lengths[] = {LENGTH};
  TrArrow *own = tr_arrow_new(n, BANDWIDTH, border, 1, lengths);
  TrArrow *host = tr_arrow_new_with_auxiliary(n, BANDWIDTH, border, guests + 2, 1, lengths);
  TrArrow *all = tr_arrow_new(n, BANDWIDTH, border + guests, 1, lengths);
  g_autofree double *p = g_new0(double, border + 1);
  g_autofree double *x = g_new0(double, LENGTH *n), *expected = g_new0(double, LENGTH *n);

  tr_arrow_clear(own);
  tr_arrow_invite(host, guests);
  tr_arrow_clear(all);
  for (int k = 0; k + BANDWIDTH < LENGTH; k++)
    for (int twice = 0; twice < 2; twice++)
      add_with_auxiliary(own, host, all, k);
  tr_assert_ok(tr_arrow_eliminate(own, NULL), NULL);
  tr_assert_ok(tr_arrow_eliminate(host, NULL), NULL);
  tr_assert_ok(tr_arrow_eliminate(all, NULL), NULL);
  for (int j = 0; j < border + guests; j++)
    for (int i = j; i < border + guests; i++)
      tr_assert_close(*tr_arrow_corner(host, i + (i >= border), j + (j >= border)),
                      *tr_arrow_corner(all, i, j), 1e-10, 1e-11);
  for (int j = 0; j < border; j++)
    tr_assert_close(*tr_arrow_corner(host, border, j), *tr_arrow_corner(own, border, j), 1e-10,
                    1e-11);
  for (int j = 0; j < border; j++)
    p[j] = g_test_rand_double_range(-1, 1);
  tr_arrow_back_substitute(expected, own, p);
  tr_arrow_back_substitute(x, host, p);
  tr_assert_close_array(x, expected, LENGTH * n, 1e-10, 1e-12);
  tr_arrow_free(own);
  tr_arrow_free(host);
  tr_arrow_free(all);
}

static void
test_auxiliary(gconstpointer name)
{
  g_setenv("TRAMMEL_ISA", name, TRUE);
  for (int border = 1; border <= 9; border++)
    for (int guests = 1; guests <= 6; guests++)
      check_auxiliary(6 + border % 3, border, guests);
}

static void
test_sizes(gconstpointer name)
{
  g_setenv("TRAMMEL_ISA", name, TRUE);
  for (int n = 1; n <= 25; n++)
    for (int bandwidth = 1; bandwidth <= 2; bandwidth++)
      for (int border = n % 3; border <= 17; border += 3)
        check_case(&(Case){n, bandwidth, border, 2, {1 + (n + border) % 6, 4}});
  check_case(&(Case){6, 2, 5, 3, {1, 2, 9}});
  check_case(&(Case){30, 1, 13, 1, {7}});
  for (int n = 48; n <= 62; n += 7)
    for (int bandwidth = 1; bandwidth <= 2; bandwidth++)
      check_case(&(Case){n, bandwidth, 5, 2, {2, 7}});
  g_unsetenv("TRAMMEL_ISA");
}

enum { T_BLOCKS = 40, T_SIZE = 12, T_BANDWIDTH = 2, T_BORDER = 5, T_CHAINS = 2 };

static void
add_step(TrArrow *arrow, int block)
{
  enum { COLUMNS = (1 + T_BANDWIDTH) * T_SIZE + T_BORDER, ROWS = 3 * T_SIZE };
  double jac[ROWS * COLUMNS], r[ROWS];

  for (int k = 0; k < ROWS; k++) {
    r[k] = cos(block + 3 * k);
    for (int i = 0; i < COLUMNS; i++)
      jac[k * COLUMNS + i] = sin(block + 7 * k + 13 * i + k * i) + 3 * (i == k);
  }
  tr_arrow_add_residual(arrow, &(TrArrowResidual){block, 1 + T_BANDWIDTH, jac, r, ROWS, 1.5});
}

/* Adds the steps of a part from its end on. */
static void
fill_part(void *data, int part)
{
  TrArrow *arrow = data;
  int first = arrow->first[part / 2], end = arrow->first[part / 2 + 1] - T_BANDWIDTH;

  for (int i = 0; i < end - first; i++) {
    int block = part % 2 == 0 ? first + i : end - 1 - i;

    if (tr_arrow_part(arrow, block, 1 + T_BANDWIDTH) == part)
      add_step(arrow, block);
  }
}

/* Corner and states after elimination, by so many threads. */
static void
solve_by_threads(double *x, int threads)
{
  static const double p[T_BORDER] = {0.1, -0.2, 0.3, -0.4, 0.5};
  TrTeam *team = tr_team_new(threads);
  TrArrow *arrow = tr_arrow_new(T_SIZE, T_BANDWIDTH, T_BORDER, T_CHAINS,
                                (int[T_CHAINS]){T_BLOCKS / 2 + 3, T_BLOCKS / 2 - 3});

  arrow->team = team;
  tr_arrow_clear(arrow);
  tr_team_run(team, 2 * T_CHAINS, fill_part, arrow);
  tr_assert_ok(tr_arrow_eliminate(arrow, NULL), NULL);
  tr_arrow_back_substitute(x, arrow, p);
  for (int j = 0; j < T_BORDER; j++)
    for (int i = j; i <= T_BORDER; i++)
      x[T_BLOCKS * T_SIZE + i * T_BORDER + j] = *tr_arrow_corner(arrow, i, j);
  tr_arrow_free(arrow);
  tr_team_free(team);
}

/* The same bits for any number of threads. */
static void
test_threads(void)
{
  enum { N = T_BLOCKS * T_SIZE + T_BORDER * (T_BORDER + 1) };
  double expected[N] = {0}, x[N] = {0};

  solve_by_threads(expected, 1);
  for (int threads = 1; threads <= 4; threads++) {
    solve_by_threads(x, threads);
    g_assert_cmpmem(x, sizeof x, expected, sizeof expected);
  }
}

int
main(int argc, char *argv[])
{
  tr_test_init(&argc, &argv);
  for (TrCpu c = 0; c <= tr_cpu(); c++) {
    g_autofree char *sizes = g_strdup_printf("/engine/linalg/arrow/sizes/%s", tr_cpu_name(c));
    g_autofree char *guests = g_strdup_printf("/engine/linalg/arrow/guests/%s", tr_cpu_name(c));

    g_test_add_data_func(sizes, tr_cpu_name(c), test_sizes);
    g_test_add_data_func(guests, tr_cpu_name(c), test_auxiliary);
  }
  g_test_add_func("/engine/linalg/arrow/threads", test_threads);
  return g_test_run();
}
