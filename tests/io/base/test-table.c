#include "io/base/table.h"

#include <math.h>
#include <string.h>

static TrammelTable *
make_table(void)
{
  TrammelTable *table = trammel_table_new("-");

  trammel_table_add_columns(table, "id", "value", NULL);
  trammel_table_add_column(table, "width, outer", "m", NULL);
  trammel_table_add_column(table, "share", "", "%.2f");
  trammel_table_add_text(table, "a,b");
  trammel_table_add_numbers(table, (double[]){0.1, NAN, 0.125}, 3);
  trammel_table_add_text(table, NULL);
  trammel_table_add_number(table, 1e-8);
  trammel_table_add_number(table, -0.0);
  trammel_table_add_number(table, INFINITY);
  return table;
}

/* Tabs separate the cells, nothing is quoted, and units are left out. */
static void
test_tsv(void)
{
  g_autoptr(TrammelTable) table = make_table();
  g_autofree char *text = trammel_table_to_tsv(table);

  g_assert_cmpstr(text, ==,
                  "id\tvalue\twidth, outer\tshare\n"
                  "a,b\t0.1\t-\t0.12\n"
                  "\t1e-08\t-0.0\t-\n");
}

static void
test_csv(void)
{
  g_autoptr(TrammelTable) table = make_table();
  g_autofree char *text = trammel_table_to_csv(table);

  g_assert_cmpstr(text, ==,
                  "id,value,\"width, outer [m]\",share\n"
                  "\"a,b\",0.1,-,0.12\n"
                  ",1e-08,-0.0,-\n");
}

static void
test_quotes(void)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");
  g_autofree char *text = NULL;

  trammel_table_add_columns(table, "text", NULL);
  trammel_table_add_text(table, "plain\ttext");
  trammel_table_add_text(table, "say \"no\"");
  trammel_table_add_text(table, "two\r\nlines");
  text = trammel_table_to_csv(table);
  g_assert_cmpstr(text, ==, "text\nplain\ttext\n\"say \"\"no\"\"\"\n\"two\r\nlines\"\n");
}

/* A text that a spreadsheet would run as a formula begins with an apostrophe, a number does not. */
static void
test_formulas(void)
{
  static const char *const cells[] = {"=1+1", "+cmd|calc!A0", "-x", "@SUM(1,2)", "\tx",
                                      "\rx",  "a=b",          "'a", ""};
  g_autoptr(TrammelTable) table = trammel_table_new("-");

  trammel_table_add_column(table, "=cmd|calc!A0", "m", NULL);
  trammel_table_add_columns(table, "number", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cells); i++) {
    trammel_table_add_text(table, cells[i]);
    trammel_table_add_number(table, i ? -2.5 : NAN);
  }
  g_autofree char *csv = trammel_table_to_csv(table), *tsv = trammel_table_to_tsv(table);
  g_assert_cmpstr(csv, ==,
                  "'=cmd|calc!A0 [m],number\n'=1+1,-\n'+cmd|calc!A0,-2.5\n'-x,-2.5\n"
                  "\"'@SUM(1,2)\",-2.5\n'\tx,-2.5\n\"'\rx\",-2.5\na=b,-2.5\n'a,-2.5\n,-2.5\n");
  g_assert_nonnull(strstr(tsv, "\n=1+1\t"));
}

/* JSON has the titles as keys and all digits; what is missing is null. */
static void
test_json(void)
{
  g_autoptr(TrammelTable) table = make_table();
  TrammelJsonWriter *json = trammel_json_writer_new();
  g_autofree char *text = NULL;

  trammel_table_write(json, table);
  text = trammel_json_writer_finish(json);
  g_assert_cmpstr(
      text, ==,
      "[\n"
      "  { \"id\": \"a,b\", \"value\": 0.1, \"width, outer\": null, \"share\": 0.125 },\n"
      "  { \"id\": null, \"value\": 1e-08, \"width, outer\": -0.0, \"share\": null }\n"
      "]\n");
}

static void
test_no_rows(void)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");
  TrammelJsonWriter *json = trammel_json_writer_new();
  g_autofree char *tsv = NULL, *text = NULL;

  trammel_table_add_columns(table, "a", "b", NULL);
  tsv = trammel_table_to_tsv(table);
  g_assert_cmpstr(tsv, ==, "a\tb\n");
  trammel_table_write(json, table);
  text = trammel_json_writer_finish(json);
  g_assert_cmpstr(text, ==, "[]\n");
}

/* Columns that are added as a whole: their numbers stay where they are. */
static void
test_values(void)
{
  g_autoptr(TrammelTable) table = trammel_table_new("");
  double *t = trammel_table_add_values(table, "t", "s", 2);
  double *x = trammel_table_add_values(table, "x", "m", 2);
  g_autofree char *csv = NULL;

  for (int i = 0; i < 50; i++)
    trammel_table_add_values(table, "more", NULL, 2);
  t[1] = 0.5;
  x[0] = NAN;
  x[1] = 2;
  csv = trammel_table_to_csv(table);
  g_assert_true(g_str_has_prefix(csv, "t [s],x [m],more"));
  g_assert_nonnull(strstr(csv, "\n0,,0,"));
  g_assert_nonnull(strstr(csv, "\n0.5,2,0,"));
  g_assert_cmpuint(trammel_table_get_n_columns(table), ==, 52);
  g_assert_cmpstr(trammel_table_get_title(table, 1), ==, "x");
  g_assert_cmpstr(trammel_table_get_unit(table, 1), ==, "m");
  g_assert_null(trammel_table_get_unit(table, 2));
  g_assert_true(trammel_table_get_values(table, 0) == t);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/table/tsv", test_tsv);
  g_test_add_func("/io/table/csv", test_csv);
  g_test_add_func("/io/table/quotes", test_quotes);
  g_test_add_func("/io/table/formulas", test_formulas);
  g_test_add_func("/io/table/json", test_json);
  g_test_add_func("/io/table/no-rows", test_no_rows);
  g_test_add_func("/io/table/values", test_values);
  return g_test_run();
}
