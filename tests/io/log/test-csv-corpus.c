/* Tests with every file of tests/data/logs/csv: its columns, or the error, in every locale.  The
 * files are made by tests/data/logs/make-csv-logs.py. */
#include <locale.h>
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"
#include "io/packed/temp_folder.h"

typedef struct {
  const char *file;
  const char *columns; /* name, unit in square brackets; text columns begin with "$" */
  guint rows;
  const char *missing;      /* one number per column; NULL = none anywhere */
  const char *first, *last; /* values or words; "-" = missing */
  const char *problem;      /* words of the only problem, NULL = there is none */
} Case;

static const Case cases[] = {
    {"comma", "t [s]|q [deg]|u [V]", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"semicolon", "t [s]|q [deg]|u [V]", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"tab", "t [s]|q [deg]|u [V]", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"pipe", "t [s]|q [deg]|u [V]", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"spaces", "t|q|u", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"comma-and-space", "t [s]|q [deg]|u [V]", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"decimal-comma-semicolon", "t [s]|q [deg]|u [V]", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"decimal-comma-tab", "t [s]|q [deg]|u [V]", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"decimal-comma-pipe", "t [s]|q [deg]|u [V]", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"decimal-comma-spaces", "t|q|u", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"decimal-comma-quoted", "t|q|u", 3, NULL, "0|1.5|-2", "0.02|-1e-3|3", NULL},
    {"decimal-comma-comma", "t|q|#3|#4", 3, NULL, "0|0|1|5", "0|2|1|125",
     "the rows have 4 cells, the header has 2; if the decimal sign is a comma too"},

    {"thousands-comma", "t|q", 3, "0|1", "0|1.5", "2|2.5",
     "line 3, column 'q': '1,234.5' is not a number (marks between thousands are not read"},
    {"thousands-point", "t|q", 3, "0|1", "0|1.5", "2|2.5", "'1.234,5' is not a number (marks"},
    {"thousands-blank", "t|q", 4, "0|2", "0|1.5", "3|2.5",
     "'1 234,5' is not a number (marks between thousands are not read; export numbers without "
     "them); 2 such cells"},
    {"thousands-all", "t|$q", 3, "0|3", "0|1,234.5", "2|1,250.5",
     "line 2, column 'q': '1,234.5' is not a number (marks between thousands"},

    {"quoted-header", "t|q, left [deg]|say \"u\"", 2, NULL, "0|1.5|-2", "1|2.5|3", NULL},
    {"quoted-cells", "t [s]|q", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"no-header", "#1|#2", 3, NULL, "0|1.5", "0.02|3.5", NULL},
    {"short-header", "t|q|#3", 2, NULL, "0|1.5|-2", "1|2.5|3", NULL},
    {"duplicates", "t|q|q|q [m]", 2, NULL, "0|1|2|3", "1|4|5|6", NULL},
    {"preamble", "t|q|u", 2, NULL, "0|1.5|-2", "1|2.5|3", NULL},

    {"units-square", "t [ms]|q [deg]|w [deg/s]|n [furlong]", 2, NULL, "0|1.5|2|3", "1|2.5|3|4",
     NULL},
    {"units-round", "t [ms]|q [deg]|f(x)|left (old)", 2, NULL, "0|1.5|2|3", "1|2.5|3|4", NULL},
    {"units-row", "t [ms]|q [deg]|n [-]", 2, NULL, "0|1.5|2", "1|2.5|3", NULL},
    {"units-suffix", "time_ms [ms]|q1_deg [deg]|w_rad_s [rad/s]|current_A [A]|motor_A|q_min", 2,
     NULL, "0|1.5|2|3|4|5", "1|2.5|3|4|5|6", NULL},

    {"comments", "t|q", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"comment-header", "t|q", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"crlf", "t|q", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"cr", "t|q", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"no-end-of-line", "t|q", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"trailing-separators", "t|q", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"trailing-separators-below", "t|q", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"blank-lines", "t|q", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"rows-short", "t|q|u", 4, "0|1|2", "0|1.5|2", "3|-|-",
     "rows-short.csv, line 3: fewer cells than the 3 columns; the missing cells of 2 such rows"},
    {"rows-long", "t|q", 4, NULL, "0|1.5", "3|4.5",
     "rows-long.csv, line 3: more cells than the 2 columns; 2 such rows lose"},

    {"bom", "t [s]|Größe [°]", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"latin-1", "t [s]|Größe [°]", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"utf-16-le", "t [s]|Größe [°]", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"utf-16-be", "t [s]|Größe [°]", 2, NULL, "0|1.5", "1|2.5", NULL},
    {"utf-16-unmarked", "t [s]|q [deg]", 2, NULL, "0|1.5", "1|2.5", NULL},

    {"iso-t", "$t|q", 3, "3|0", "2026-11-21T10:00:00Z|1", "2026-11-21T10:00:01Z|3", NULL},
    {"iso-blank", "$t|q", 4, "4|0", "2026-11-21 10:00:00,5|1", "2026-11-21 10:00:02|4", NULL},
    {"iso-offset", "$t|q", 3, "3|0", "2026-10-25T02:59:59+02:00|1", "2026-10-25T02:00:01.5+0100|3",
     NULL},
    {"iso-basic", "$t|q", 2, "2|0", "20261121T100000Z|1", "20261121T100000.5Z|2", NULL},
    {"iso-days", "$t|q", 3, "3|0", "2024-02-28 24:00Z|1", "2024-03-01T00:00:01Z|3", NULL},
    {"iso-nanoseconds", "$t|q", 2, "2|0", "2026-11-21T10:00:00.000000001Z|1",
     "2026-11-21T10:00:00.123456789Z|2", NULL},
    {"date-and-time", "$date|$time|q", 4, "4|4|0", "2026-11-21|10:00:00.5|1", "2026-11-22|00:00|4",
     NULL},
    {"iso-mixed-zones", "$t|q", 2, "2|0", "2026-11-21T10:00:00Z|1", "2026-11-21T10:00:01|2", NULL},
    {"iso-bad-day", "$t|q", 2, "2|0", "2026-11-21T10:00:00Z|1", "2026-02-29T10:00:01Z|2", NULL},
    {"dates-german", "$t|q", 2, "2|0", "21.11.2026 10:00:00|1.5", "21.11.2026 10:00:01|2.5",
     "line 2, column 't': '21.11.2026 10:00:00' is not a number (day and month are ambiguous"},
    {"dates-american", "$t|q", 2, "2|0", "11/21/2026 10:00:00|1.5", "11/21/2026 10:00:01|2.5",
     "export dates in ISO 8601"},

    {"numbers", "x|y", 5, NULL, "1e-3|5",
     "0.1000000000000000055511151231257827|123456789012345678901234567890", NULL},
    {"missing", "t|a|b", 5, "0|4|4", "0|-|-", "4|-|-", NULL},
    {"missing-words", "t|a", 4, "0|2", "0|-", "3|4", NULL},
    {"hexadecimal", "t|q", 3, "0|1", "0|1", "2|3", "'0x10' is not a number (hexadecimal"},
    {"infinite", "t|q", 6, "0|3", "0|1", "5|6",
     "line 3, column 'q': 'inf' is not a number (infinite values are not used); 3 such cells"},
    {"unit-beside", "t|q", 3, "0|1", "0|1.5", "2|3.5", "write its unit into the header"},
    {"words", "t|$state|q", 4, "0|3|0", "0|idle|1", "3||4", NULL},
    {"faults", "t|q", 6, "0|2", "0|1", "5|6",
     "faults.csv, line 3, column 'q': 'abc' is not a number; 2 such cells are treated as missing"},
    {"plotjuggler", "__time|/joint/stamp|/joint/position|/motor/stamp|/motor/data.0", 6,
     "0|3|3|3|3", "1700000000|1699999999.9999|0|-|-", "1700000000.01|-|-|1700000000.0098|-7.5",
     NULL},
};

typedef struct {
  const char *file, *words;
} Refusal;

static const Refusal refusals[] = {
    {"empty", "empty.csv is empty"},
    {"header-only", "header-only.csv: there are no rows of values after line 1"},
    {"remarks-only", "remarks-only.csv: there are no rows of values after line 2"},
    {"prose", "prose.csv: no column holds a number (the first word is 'this is a letter')"},
    {"nul", "nul.csv, line 4: bytes of 0, which no text has"},
    {"binary", "binary.csv is neither text nor a MAT file"},
    {"controls", "controls.csv is neither text nor a MAT file"},
    {"spreadsheet", "spreadsheet.csv is a ZIP archive or a spreadsheet; save the sheet as CSV"},
    {"gzip", "gzip.csv is packed with gzip; unpack it first"},
};

/* tested for its two problems */
#define OPEN_QUOTE "open-quote"

static char *
get_path(const char *file)
{
  g_autofree char *name = file ? g_strdup_printf("%s.csv", file) : NULL;

  return g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "logs", "csv", name, NULL);
}

static TrammelImport *
get_import(const char *file)
{
  TrammelImport *import = NULL;

  if (g_str_equal(file, "missing-words")) {
    import = trammel_import_new();
    import->missing = g_strsplit("-9999|off", "|", -1);
  }
  return import;
}

static TrammelDataset *
load(const char *file, const char *const *columns)
{
  g_autofree char *path = get_path(file);
  TrammelImport *import = get_import(file);
  g_autoptr(GError) error = NULL;
  TrammelDataset *dataset = trammel_dataset_load_columns(path, import, columns, NULL, &error);

  g_clear_pointer(&import, trammel_import_free);
  g_assert_no_error(error);
  g_assert_cmpstr(trammel_dataset_get_kind(dataset), ==, "csv");
  return dataset;
}

static void
assert_cell(const TrammelColumn *column, gsize row, const char *wanted)
{
  if (column->is_text)
    g_assert_cmpstr(column->texts[row], ==, wanted);
  else if (g_str_equal(wanted, "-"))
    g_assert_true(isnan(column->values[row]));
  else
    g_assert_cmpfloat(column->values[row], ==, g_ascii_strtod(wanted, NULL));
}

static void
check_column(const TrammelDataset *dataset, const Case *c, guint i, const char *title)
{
  const TrammelColumn *column = trammel_dataset_get_column(dataset, i);
  g_auto(GStrv) first = g_strsplit(c->first, "|", -1), last = g_strsplit(c->last, "|", -1);
  g_auto(GStrv) missing = c->missing ? g_strsplit(c->missing, "|", -1) : NULL;
  gboolean is_text = *title == '$';
  const char *open = strstr(title, " [");
  g_autofree char *name = open ? g_strndup(title, (gsize)(open - title)) : g_strdup(title);
  g_autofree char *unit = open ? g_strndup(open + 2, strlen(open) - 3) : NULL;

  g_assert_cmpstr(column->name, ==, name + is_text);
  g_assert_cmpstr(column->unit, ==, unit);
  g_assert_cmpint(column->is_text, ==, is_text);
  g_assert_cmpuint(column->n, ==, c->rows);
  g_assert_cmpuint(column->n_missing, ==, missing ? g_ascii_strtoull(missing[i], NULL, 10) : 0);
  assert_cell(column, 0, first[i]);
  assert_cell(column, c->rows - 1, last[i]);
}

static void
test_case(gconstpointer data)
{
  const Case *c = data;
  g_autoptr(TrammelDataset) dataset = load(c->file, NULL);
  g_auto(GStrv) titles = g_strsplit(c->columns, "|", -1);
  const char *const *problems = trammel_dataset_get_problems(dataset);

  g_assert_cmpuint(trammel_dataset_get_n_columns(dataset), ==, g_strv_length(titles));
  for (guint i = 0; titles[i]; i++)
    check_column(dataset, c, i, titles[i]);
  if (!c->problem) {
    g_assert_cmpstr(problems[0], ==, NULL);
    return;
  }
  g_assert_nonnull(problems[0]);
  if (!strstr(problems[0], c->problem))
    g_error("'%s' lacks '%s'", problems[0], c->problem);
  g_assert_cmpstr(problems[1], ==, NULL);
}

/* every column alone has the values that it has among all */
static void
test_alone(gconstpointer data)
{
  const Case *c = data;
  g_autoptr(TrammelDataset) all = load(c->file, NULL);
  guint n = trammel_dataset_get_n_columns(all);

  for (guint i = 0; i < n; i++) {
    g_autofree char *number = g_strdup_printf("#%u", i + 1);
    g_autoptr(TrammelDataset) one = load(c->file, (const char *[]){number, NULL});
    const TrammelColumn *wanted = trammel_dataset_get_column(all, i);

    g_assert_cmpstr(trammel_dataset_get_sha256(one), ==, trammel_dataset_get_sha256(all));
    for (guint k = 0; k < n; k++) {
      const TrammelColumn *column = trammel_dataset_get_column(one, k);

      g_assert_cmpstr(column->name, ==, trammel_dataset_get_column(all, k)->name);
      g_assert_cmpint(column->is_skipped, ==, k != i);
      g_assert_cmpuint(column->n, ==, k == i ? wanted->n : 0);
      if (k == i)
        g_assert_cmpmem(column->values, column->n * sizeof(double), wanted->values,
                        wanted->n * sizeof(double));
    }
  }
}

static void
test_refusal(gconstpointer data)
{
  const Refusal *refusal = data;
  g_autofree char *path = get_path(refusal->file);
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_dataset_load(path, NULL, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  if (!strstr(error->message, refusal->words))
    g_error("'%s' lacks '%s'", error->message, refusal->words);
}

static void
test_open_quote(void)
{
  g_autoptr(TrammelDataset) dataset = load(OPEN_QUOTE, NULL);
  const char *const *problems = trammel_dataset_get_problems(dataset);

  g_assert_cmpuint(g_strv_length((char **)problems), ==, 3);
  g_assert_nonnull(strstr(problems[0], "line 4, column 't': 'c\"' is not a number"));
  g_assert_nonnull(strstr(problems[1], "line 3: a quote is not closed before the end of the line"));
  g_assert_nonnull(strstr(problems[2], "line 4: fewer cells than the 3 columns"));
}

static gboolean
is_listed(const char *file)
{
  gboolean found = g_str_equal(file, OPEN_QUOTE ".csv");

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    found = found || (g_str_has_prefix(file, cases[i].file) &&
                      g_str_equal(file + strlen(cases[i].file), ".csv"));
  for (gsize i = 0; i < G_N_ELEMENTS(refusals); i++)
    found = found || (g_str_has_prefix(file, refusals[i].file) &&
                      g_str_equal(file + strlen(refusals[i].file), ".csv"));
  return found;
}

static void
test_complete(void)
{
  g_autofree char *path = get_path(NULL);
  g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
  const char *file;
  gsize n = 0;

  while ((file = g_dir_read_name(folder))) {
    if (!g_str_has_suffix(file, ".csv"))
      continue;
    if (!is_listed(file))
      g_error("nothing is expected of %s", file);
    n++;
  }
  g_assert_cmpuint(n, ==, G_N_ELEMENTS(cases) + G_N_ELEMENTS(refusals) + 1);
}

/* Sets a German locale of the system, or one that is made for the test. */
static gboolean
set_german(const char *folder)
{
  g_autofree char *target = g_build_filename(folder, "de_DE.UTF-8", NULL);
  char *argv[] = {"localedef", "-i", "de_DE", "-f", "UTF-8", target, NULL};

  if (setlocale(LC_ALL, "de_DE.UTF-8"))
    return TRUE;
  g_spawn_sync(NULL, argv, NULL,
               G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
               NULL, NULL, NULL, NULL, NULL);
  g_setenv("LOCPATH", folder, TRUE);
  return setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
}

static void
test_locale(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-locale-XXXXXX", NULL);

  if (set_german(folder)) {
    char text[16];

    /* it is effective: the C library writes a comma */
    g_snprintf(text, sizeof text, "%.1f", 0.5);
    g_assert_cmpstr(text, ==, "0,5");
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
      test_case(&cases[i]);
    setlocale(LC_ALL, "C");
  } else {
    g_test_skip("there is no German locale");
  }
  g_unsetenv("LOCPATH");
  trammel_temp_folder_remove(folder);
}

typedef struct {
  const char *file, *columns;
  gint64 origin;
  const char *times; /* "-" = missing */
} TimeCase;

static const TimeCase time_cases[] = {
    {"iso-t", "t", 1795255200, "0|0.00025|1"},
    {"iso-blank", "t", 1795255200, "0.5|0.75|-|2"},
    {"iso-offset", "t", 1792889999, "0|1|2.5"},
    {"iso-basic", "#1", 1795255200, "0|0.5"},
    {"iso-days", "t", 1709164800, "0|86400|86401"},
    {"iso-nanoseconds", "t", 1795255200, "1e-9|0.123456789"},
    {"date-and-time", "date|time", 1795255200, "0.5|1|-|50400"},
    {"date-and-time", "date", 1795219200, "0|0|-|86400"},
};

static void
test_times(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(time_cases); i++) {
    const TimeCase *c = &time_cases[i];
    g_auto(GStrv) columns = g_strsplit(c->columns, "|", -1), wanted = g_strsplit(c->times, "|", -1);
    g_autoptr(TrammelDataset) dataset = load(c->file, (const char *const *)columns);
    g_autoptr(GError) error = NULL;
    gint64 origin;
    gsize n;
    g_autofree double *times =
        trammel_dataset_dup_times(dataset, (const char *const *)columns, &n, &origin, &error);

    g_test_message("%s", c->file);
    g_assert_no_error(error);
    g_assert_cmpint(origin, ==, c->origin);
    g_assert_cmpuint(n, ==, g_strv_length(wanted));
    for (gsize k = 0; k < n; k++) {
      if (g_str_equal(wanted[k], "-"))
        g_assert_true(isnan(times[k]));
      else
        g_assert_cmpfloat(times[k], ==, g_ascii_strtod(wanted[k], NULL));
    }
  }
}

static void
assert_no_times(const char *file, const char *columns, const char *words)
{
  g_autoptr(TrammelDataset) dataset = load(file, NULL);
  g_auto(GStrv) names = g_strsplit(columns, "|", -1);
  g_autoptr(GError) error = NULL;
  gint64 origin;
  gsize n;

  g_assert_null(
      trammel_dataset_dup_times(dataset, (const char *const *)names, &n, &origin, &error));
  g_assert_nonnull(error);
  if (!strstr(error->message, words))
    g_error("'%s' lacks '%s'", error->message, words);
}

static void
test_no_times(void)
{
  assert_no_times("iso-mixed-zones", "t",
                  "iso-mixed-zones.csv, line 4, column 't': '2026-11-21T10:00:01' has no time "
                  "zone, but stamps above it have one");
  assert_no_times("iso-bad-day", "t",
                  "iso-bad-day.csv, line 3, column 't': '2026-02-29T10:00:01Z' names a day that "
                  "does not exist");
  assert_no_times("dates-german", "t",
                  "line 2, column 't': '21.11.2026 10:00:00' is a date whose "
                  "day and month are ambiguous; write it in ISO 8601");
  assert_no_times("dates-american", "t", "'11/21/2026 10:00:00' is a date whose day and month");
  assert_no_times("comma", "t", "'t [s]' holds numbers, not time stamps in ISO 8601");
  assert_no_times("words", "state", "line 2, column 'state': 'idle' is not a time in ISO 8601");
  assert_no_times("date-and-time", "time|date", "'10:00:00.5 2026-11-21' is not a time");
  assert_no_times("date-and-time", "day|time", "has no column 'day'");
}

static void
test_lines(void)
{
  g_autoptr(TrammelDataset) comments = load("comments", NULL), blank = load("blank-lines", NULL);

  g_assert_cmpuint(trammel_dataset_get_line(comments, 0), ==, 5);
  g_assert_cmpuint(trammel_dataset_get_line(comments, 1), ==, 8);
  g_assert_cmpuint(trammel_dataset_get_line(blank, 0), ==, 5);
  g_assert_cmpuint(trammel_dataset_get_line(blank, 1), ==, 7);
}

static void
test_stems(void)
{
  g_autoptr(TrammelDataset) dataset = load("units-suffix", (const char *[]){"q1", "w", NULL});
  const TrammelColumn *source;
  gsize n;
  g_autofree double *q1 = trammel_dataset_dup_vector(dataset, "q1", &n, &source, NULL);
  g_autoptr(GError) error = NULL;

  g_assert_nonnull(q1);
  g_assert_cmpstr(source->label, ==, "q1_deg");
  g_assert_cmpfloat(q1[1], ==, 2.5);
  g_assert_null(trammel_dataset_dup_vector(dataset, "motor", &n, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_clear_error(&error);
  g_assert_null(trammel_dataset_dup_vector(dataset, "motor_A", &n, NULL, &error));
  g_assert_nonnull(strstr(error->message, "was not read"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strconcat("/io/csv-corpus/", cases[i].file, NULL);
    g_autofree char *alone = g_strconcat("/io/csv-corpus/alone/", cases[i].file, NULL);

    g_test_add_data_func(path, &cases[i], test_case);
    g_test_add_data_func(alone, &cases[i], test_alone);
  }
  for (gsize i = 0; i < G_N_ELEMENTS(refusals); i++) {
    g_autofree char *path = g_strconcat("/io/csv-corpus/", refusals[i].file, NULL);

    g_test_add_data_func(path, &refusals[i], test_refusal);
  }
  g_test_add_func("/io/csv-corpus/open-quote", test_open_quote);
  g_test_add_func("/io/csv-corpus/complete", test_complete);
  g_test_add_func("/io/csv-corpus/locale", test_locale);
  g_test_add_func("/io/csv-corpus/times", test_times);
  g_test_add_func("/io/csv-corpus/no-times", test_no_times);
  g_test_add_func("/io/csv-corpus/lines", test_lines);
  g_test_add_func("/io/csv-corpus/stems", test_stems);
  return g_test_run();
}
