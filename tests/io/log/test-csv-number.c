/* Tests of io/log/text/number.h: the bits of strtod() for every literal, and only literals. */
#include <math.h>
#include <string.h>

#include "io/log/text/number.h"
#include "support/seed.h"

static gboolean
parse(const char *text, char decimal, double *value)
{
  return trammel_csv_parse_number((TrammelSpan){text, strlen(text)}, decimal, value);
}

static void
assert_exact(const char *text)
{
  double got = 0, wanted = g_ascii_strtod(text, NULL);

  if (!parse(text, '.', &got) || memcmp(&got, &wanted, sizeof got) != 0)
    g_error("'%s' is %a, not %a", text, got, wanted);
}

static guint64
random_digits(GRand *random, int digits)
{
  guint64 value = (guint64)g_rand_int_range(random, 1, 10);

  for (int i = 1; i < digits; i++)
    value = 10 * value + (guint64)g_rand_int_range(random, 0, 10);
  return value;
}

/* up to 19 digits and powers of ten far beyond those that are done without the C library */
static void
test_random(void)
{
  g_autoptr(GRand) random = tr_test_rand_new();

  for (int i = 0; i < 300000; i++) {
    guint64 digits = random_digits(random, g_rand_int_range(random, 1, 20));
    int e = g_rand_int_range(random, -36, 32);
    char text[64];

    g_snprintf(text, sizeof text, "%s%" G_GUINT64_FORMAT "e%d", i % 2 ? "-" : "", digits, e);
    assert_exact(text);
  }
}

/* doubles as programs print them */
static void
test_printed(void)
{
  static const char *const formats[] = {"%.18e", "%.17g", "%.16g", "%.15g",
                                        "%.9f",  "%.6f",  "%.3f",  "%.20f"};
  g_autoptr(GRand) random = tr_test_rand_new();

  for (int i = 0; i < 100000; i++) {
    double x = (g_rand_double(random) - 0.5) * pow(10, g_rand_int_range(random, -12, 12));
    char text[512];

    g_ascii_formatd(text, sizeof text, formats[i % (int)G_N_ELEMENTS(formats)], x);
    assert_exact(text);
  }
}

/* numbers half way between two doubles, and their neighbours: the hardest to round */
static void
test_ties(void)
{
  g_autoptr(GRand) random = tr_test_rand_new();

  for (int i = 0; i < 50000; i++) {
    guint64 odd = ((guint64)g_rand_int(random) << 32 | g_rand_int(random)) >> 10 | 1;
    char text[64];

    /* 54 bits with the last one set, as an integer and with a fraction */
    for (int k = -1; k <= 1; k++) {
      guint64 n = (odd | 1ULL << 53) + (guint64)k;

      g_snprintf(text, sizeof text, "%" G_GUINT64_FORMAT, n);
      assert_exact(text);
      g_snprintf(text, sizeof text, "%" G_GUINT64_FORMAT ".%d", n, 5 * (i % 2));
      assert_exact(text);
      g_snprintf(text, sizeof text, "%" G_GUINT64_FORMAT "e-%d", n, i % 28);
      assert_exact(text);
    }
  }
}

static void
test_literals(void)
{
  static const char *const numbers[] = {"0",
                                        "-0",
                                        "+0",
                                        "00012",
                                        "1e-3",
                                        "+5",
                                        ".5",
                                        "1.",
                                        "-.5e+2",
                                        "1E5",
                                        "0.000",
                                        "9007199254740993",
                                        "9999999999999999999",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "0.1000000000000000055511151231257827021181583404541015625",
                                        "4.9e-324",
                                        "2.2250738585072014e-308",
                                        "1.7976931348623157e308",
                                        "1e22",
                                        "1e23",
                                        "123456789012345678e-27",
                                        "1e-400",
                                        "0000000000000000000000000000000000001",
                                        "0.00000000000000000000000000000000000000000001"};
  static const char *const others[] = {"",      "-",   "+",     ".",     "e5",     "1e",
                                       "1e+",   "1 2", "0x10",  "inf",   "nan",    "1,5",
                                       "1..2",  "--1", "1e5.5", "1e999", "-1e999", "1_000",
                                       "12:30", "\"",  "\"\"",  "1\"",   "٣"};

  for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
    assert_exact(numbers[i]);
  for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
    double value;

    if (parse(others[i], '.', &value))
      g_error("'%s' is taken for %g", others[i], value);
  }
}

static void
test_decimal_comma(void)
{
  double value;

  g_assert_true(parse("-1,25e1", ',', &value));
  g_assert_cmpfloat(value, ==, -12.5);
  g_assert_true(parse("\" 0,1000000000000000055511151231257827 \"", ',', &value));
  g_assert_cmpfloat(value, ==, 0.1);
  g_assert_false(parse("1.5", ',', &value));
  g_assert_false(parse("1.234,5", ',', &value));
}

/* reading a number leaves the line in the same place as reading a cell */
static void
test_take(void)
{
  static const char alphabet[] = "0123456789.+-eE,; \t\"x";
  static const char separators[] = ",; \t";
  g_autoptr(GRand) random = tr_test_rand_new();
  guint n_taken = 0;

  for (int i = 0; i < 300000; i++) {
    char line[16];
    int length = g_rand_int_range(random, 0, 13);
    char separator = separators[i % 4], decimal = separator != ',' && i % 8 > 3 ? ',' : '.';
    const char *at = line, *cell_at = line;
    gboolean more = 7, cell_more;
    double value, cell_value;
    TrammelSpan cell;

    for (int k = 0; k < length; k++)
      line[k] = alphabet[g_rand_int_range(random, 0, sizeof alphabet - 1)];
    cell = trammel_csv_next_cell(&cell_at, line + length, separator, &cell_more);
    if (!trammel_csv_take_number(&at, line + length, separator, decimal, &more, &value)) {
      g_assert_true(at == line);
      continue;
    }
    n_taken++;
    g_assert_true(trammel_csv_parse_number(cell, decimal, &cell_value));
    g_assert_cmpmem(&value, sizeof value, &cell_value, sizeof cell_value);
    g_assert_cmpint(more, ==, cell_more);
    g_assert_true(at == cell_at);
  }
  g_assert_cmpuint(n_taken, >, 10000);
}

/* skipping a cell has the same effect as taking it */
static void
test_skip(void)
{
  static const char alphabet[] = "01.,; \t\"x";
  static const char separators[] = ",; \t";
  g_autoptr(GRand) random = tr_test_rand_new();

  for (int i = 0; i < 200000; i++) {
    char line[16];
    int length = g_rand_int_range(random, 0, 13);
    const char *at = line, *cell_at = line;
    gboolean more, cell_more;

    for (int k = 0; k < length; k++)
      line[k] = alphabet[g_rand_int_range(random, 0, sizeof alphabet - 1)];
    trammel_csv_next_cell(&cell_at, line + length, separators[i % 4], &cell_more);
    trammel_csv_skip_cell(&at, line + length, separators[i % 4], &more);
    g_assert_cmpint(more, ==, cell_more);
    g_assert_true(at == cell_at);
  }
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/io/csv-number/random", test_random);
  g_test_add_func("/io/csv-number/printed", test_printed);
  g_test_add_func("/io/csv-number/ties", test_ties);
  g_test_add_func("/io/csv-number/literals", test_literals);
  g_test_add_func("/io/csv-number/decimal-comma", test_decimal_comma);
  g_test_add_func("/io/csv-number/take", test_take);
  g_test_add_func("/io/csv-number/skip", test_skip);
  return g_test_run();
}
