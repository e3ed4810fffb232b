/* Tests of the exports of a result file: its checks, the table, formatted numbers, reports. */
#include <math.h>
#include <string.h>

#include "io/base/error.h"
#include "io/export/c_header.h"
#include "io/export/export.h"
#include "io/export/export_fixture.h"
#include "io/export/meaning.h"
#include "io/export/params_csv.h"
#include "io/export/report.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"
#include "io/units/format_number.h"

static const ExportValue two[] = {{"body.arm.mass", "kg", 0.25, 0.01},
                                  {"joint.j.viscous", "1", 3, -1}};

/* ---- reading --------------------------------------------------------------------------------- */

static void
test_unfold(void)
{
  g_autoptr(TrammelExportResult) result = export_fixture_new(two, 2);
  const TrammelExportParameter *p = trammel_export_result_get_parameter(result, 1);
  const TrammelExportSensor *sensor = &g_array_index(result->sensors, TrammelExportSensor, 0);

  g_assert_cmpuint(trammel_export_result_get_n_parameters(result), ==, 2);
  g_assert_cmpstr(p->id, ==, "joint.j.viscous");
  g_assert_cmpfloat(p->value, ==, 3);
  g_assert_true(isnan(p->sigma) && isnan(p->max) && isnan(p->step));
  g_assert_false(p->identifiable || p->physical);
  g_assert_cmpstr(p->missing, ==, "not-identifiable");
  g_assert_cmpstr(p->flags, ==, "not-identifiable,stepper-value");
  g_assert_true(trammel_export_parameter_has(p, "stepper-value"));
  g_assert_false(trammel_export_parameter_has(p, "stepper"));
  g_assert_cmpstr(sensor->log, ==, "swing");
  g_assert_cmpfloat(sensor->samples, ==, 500);
  g_assert_true(isnan(sensor->chi2_per_sample));
  g_assert_cmpfloat(result->correlation[1], ==, 0.5);
  g_assert_cmpuint(result->history->len, ==, 3);
}

/* Brackets side by side are not nested. */
static void
test_many(void)
{
  g_autofree char *text = export_fixture_make_text(two, 2, 500);
  g_autoptr(TrammelExportResult) result = export_fixture_parse(text);

  g_assert_cmpuint(result->history->len, ==, 500);
}

static void
test_damaged(void)
{
  static const struct {
    const char *what, *with, *words;
  } cases[] = {
      {"trammel-result/2", "trammel-result/3", "\"trammel-result/3\""},
      {"\"parameters\": [", "\"parameter\": [", "parameters: expected an array"},
      {"\"value\": 0.25", "\"value\": \"0.25\"", "parameters[0].value: expected a number"},
      {"\"physical\": true", "\"physical\": 3", "parameters[0].physical: expected true or false"},
      {"\"stepper\": {", "\"steppers\": {", "parameters[0].stepper: expected an object"},
      {"\"missing\": null", "\"missing\": 3", "parameters[0].missing: expected a string or null"},
      {"\"identifiable\": true", "\"identifiable\": 1", "parameters[0].identifiable"},
      {"\"flags\": []", "\"flags\": [1]", "parameters[0].flags: expected an array of texts"},
      {"[0.5, 1]", "[0.5]", "covariance[1]: expected an array of 2 numbers"},
      {"\"status\": \"converged\"", "\"status\": \"well\"", "status: expected converged"},
      {"\"rmse\": 0.0025", "\"rms\": 0.0025", "logs[0].sensors[0].rmse"},
      {"\"log_sha256\": {", "\"log\": {", "provenance.log_sha256: expected an object"},
      {"\"project_sha256\": \"0123", "\"project_sha256\": \"123",
       "provenance.project_sha256: expected 64 hexadecimal digits"},
      {"\"project_sha256\": \"0123", "\"project_sha256\": \"*/x;", "provenance.project_sha256"},
      {"\"swing\": \"4567", "\"swing\": \"456g", "provenance.log_sha256.swing: expected 64"},
      {"[100, 100]", "[100, true]", "history[0].parameters: expected an array of 2"},
  };
  g_autofree char *good = export_fixture_make_text(two, 2, 2);

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GString) text = g_string_new(good);
    g_autoptr(GError) error = NULL;
    g_assert_cmpuint(g_string_replace(text, cases[i].what, cases[i].with, 1), ==, 1);
    g_assert_null(trammel_export_result_parse(text->str, -1, "r.json", &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
    if (!strstr(error->message, cases[i].words) || !g_str_has_prefix(error->message, "r.json"))
      g_error("'%s' lacks '%s'", error->message, cases[i].words);
  }
}

static void
test_csv(void)
{
  static const ExportValue values[] = {{"body.a, b.mass", "kg", 0.1, 0.02}, {"j", "1", 3, -1}};
  g_autoptr(TrammelExportResult) result = export_fixture_new(values, 2);
  g_autofree char *csv = trammel_export_csv(result);

  g_assert_cmpstr(
      csv, ==,
      "id,unit,value,sigma,noise,model,timing,step,smoothing,physical,missing,"
      "stepper_value,stepper_sigma,sigma_linear,start,min,max,identifiable,at_bound,flags\n"
      "\"body.a, b.mass\",kg,0.1,0.02,0.02,0,,0,0,true,,0.1,0.02,0.02,1,0,,true,false,\n"
      "j,1,3,,,,,,,false,not-identifiable,3,,,1,0,,false,false,"
      "\"not-identifiable,stepper-value\"\n");
}

/* A result whose run was stopped. */
static TrammelExportResult *
make_stopped(const ExportValue *values, guint n)
{
  g_autofree char *text = export_fixture_make_text(values, n, 2);
  g_autoptr(GString) stopped = g_string_new(text);

  g_assert_cmpuint(g_string_replace(stopped, "\"converged\"", "\"stopped\"", 1), ==, 1);
  return export_fixture_parse(stopped->str);
}

/* Values of the mechanism 0.25 +- 0.5 (0.3 and 0.4 by noise and step) and of the stepper 0.2 +-
 * 0.02, which is at its bound. */
static TrammelExportResult *
make_both(void)
{
  static const ExportValue one[] = {{"body.arm.mass", "kg", 0.25, 0.5}};
  g_autofree char *text = export_fixture_make_text(one, 1, 2);
  g_autoptr(GString) both = g_string_new(text);

  g_string_replace(both, "\"noise\": 0.5", "\"noise\": 0.3", 1);
  g_string_replace(both, "\"step\": 0,", "\"step\": 0.4,", 1);
  g_string_replace(both, "\"stepper\": { \"value\": 0.25, \"sigma\": 0.5",
                   "\"stepper\": { \"value\": 0.2, \"sigma\": 0.02", 1);
  g_string_replace(both, "\"at_bound\": false", "\"at_bound\": true", 1);
  return export_fixture_parse(both->str);
}

static void
test_sets(void)
{
  g_autoptr(TrammelExportResult) result = make_both();
  g_autoptr(TrammelExportResult) stepper =
      trammel_export_result_select(result, TRAMMEL_VALUES_STEPPER);
  g_autoptr(TrammelExportResult) again =
      trammel_export_result_select(stepper, TRAMMEL_VALUES_PHYSICAL);
  const TrammelExportParameter *p = trammel_export_result_get_parameter(result, 0);
  const TrammelExportParameter *q = trammel_export_result_get_parameter(stepper, 0);

  g_assert_cmpfloat(p->value, ==, 0.25);
  g_assert_cmpfloat_with_epsilon(p->sigma, hypot(p->noise, p->step), 1e-15);
  g_assert_cmpstr(p->flags, ==, "");
  g_assert_cmpfloat(q->value, ==, 0.2);
  g_assert_cmpfloat(q->sigma, ==, 0.02);
  g_assert_true(isnan(q->step) && !q->physical);
  g_assert_cmpstr(q->flags, ==, "at-bound,stepper-value");
  g_assert_cmpfloat(trammel_export_result_get_parameter(again, 0)->value, ==, 0.25);
}

static void
test_meaning(void)
{
  g_autoptr(TrammelExportResult) both = make_both(), mixed = export_fixture_new(two, 2);
  g_autoptr(TrammelExportResult) stepper =
      trammel_export_result_select(both, TRAMMEL_VALUES_STEPPER);
  g_autofree char *all = trammel_export_result_dup_meaning(both);
  g_autofree char *some = trammel_export_result_dup_meaning(mixed);
  g_autofree char *none = trammel_export_result_dup_meaning(stepper);
  const char *name = "the stepper of Trammel at h = 0.004 s (formulation 'predicted')";

  g_assert_true(g_str_has_prefix(all, "Values of the mechanism (h = 0)") && !strstr(all, name));
  g_assert_true(g_str_has_prefix(some, "Values of the mechanism (h = 0)") && strstr(some, name));
  g_assert_true(g_str_has_prefix(none, "Values of the stepper of Trammel") && strstr(none, name));
}

/* ---- C headers ------------------------------------------------------------------------------- */

static void
test_c_header(void)
{
  static const ExportValue values[] = {{"body.arm.mass", "kg", 0.25, 0.01},
                                       {"body.arm.com.x", "m", -2, 0.5},
                                       {"body.a rm.mass", "kg", 1e-7, 1e-8},
                                       {"body.a*/rm.mass", "kg", 3, -1},
                                       {"body.a_rm.mass", "kg", NAN, -1}};
  g_autoptr(TrammelExportResult) result = export_fixture_new(values, G_N_ELEMENTS(values));
  g_autofree char *header = trammel_export_c_header(result, "/a/3 arms.h", "today");
  g_auto(GStrv) parts = g_strsplit(header, "#endif", -1);

  g_assert_cmpuint(g_strv_length(parts), ==, 2);
  g_assert_nonnull(strstr(header, "#ifndef P_3_ARMS_H\n#define P_3_ARMS_H\n"));
  g_assert_nonnull(strstr(header, "/* body.arm.mass [kg] */\n#define BODY_ARM_MASS 0.25\n"
                                  "#define BODY_ARM_MASS_SIGMA 0.01\n"));
  g_assert_nonnull(strstr(header, "#define BODY_ARM_COM_X (-2.0)\n"));
  g_assert_nonnull(strstr(header, "#define BODY_A_RM_MASS 1e-07\n"));
  /* neither the end of the comment nor a bare estimate is written */
  g_assert_nonnull(strstr(header,
                          "/* body.a* /rm.mass [kg]; NOT DETERMINED by the logs; stepper-value "
                          "*/\n"
                          "#define BODY_A__RM_MASS 3.0\n\n"));
  g_assert_null(strstr(header, "BODY_A_RM_MASS_2 "));
  g_assert_nonnull(strstr(header, "The run converged: Converged <soon>."));
}

/* Texts of a result neither end a comment nor begin one in it. */
static void
test_c_header_comments(void)
{
  static const ExportValue values[] = {{"body.a.mass", "*/ #error unit /*", 0.25, 0.01},
                                       {"body.b.mass", "/*/\n#error unit", 1, 0.01}};
  g_autoptr(TrammelExportResult) result = export_fixture_new(values, G_N_ELEMENTS(values));

  g_free(result->project_sha256);
  result->project_sha256 = g_strdup("*/ int x; /*");
  g_autofree char *header = trammel_export_c_header(result, "a.h", "today");
  g_auto(GStrv) parts = g_strsplit(header, "*/", -1), begins = g_strsplit(header, "/*", -1);
  g_assert_nonnull(strstr(header, "SHA-256 * / int x; / * */\n"));
  g_assert_nonnull(strstr(header, "body.a.mass [* / #error unit / *] */\n"));
  g_assert_nonnull(strstr(header, "body.b.mass [/ * / #error unit] */\n"));
  g_assert_cmpuint(g_strv_length(parts), ==, 4);
  g_assert_cmpuint(g_strv_length(begins), ==, 4);
}

static void
test_c_header_not_converged(void)
{
  g_autoptr(TrammelExportResult) result = make_stopped(two, 2);
  g_autofree char *header = trammel_export_c_header(result, "a.h", "today");

  g_assert_nonnull(strstr(header, "CAUTION, the run did not converge"));
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void
test_numbers(void)
{
  static const struct {
    double value, sigma;
    const char *text;
  } cases[] = {{0.004, 0.00012, "0.00400 ± 0.00012"},
               {1.23456, 0.0996, "1.23 ± 0.10"},
               {-0.0148300, 0.00142, "-0.0148 ± 0.0014"},
               {12345, 118, "12350 ± 120"},
               {1.23456e-7, 1.2e-9, "(1.235 ± 0.012) × 10⁻⁷"},
               {4e8, 2.5e7, "(4.00 ± 0.25) × 10⁸"},
               {5e-324, 1e-323, "(4.9 ± 9.9) × 10⁻³²⁴"},
               {1e308, 1e307, "(1.00 ± 0.10) × 10³⁰⁸"},
               {0, 0.5, "0.00 ± 0.50"},
               {0.1, 3, "0.1 ± 3.0"},
               {0.0034844, NAN, "0.003484"},
               {3, 0, "3"},
               {NAN, 1, ""}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = trammel_format_estimate(cases[i].value, cases[i].sigma);
    g_assert_cmpstr(text, ==, cases[i].text);
  }
  g_autofree char *small = trammel_format_number(1e-6, 3);
  g_assert_cmpstr(small, ==, "1 × 10⁻⁶");
  g_autofree char *infinite = trammel_format_number(-INFINITY, 3);
  g_assert_cmpstr(infinite, ==, "-∞");
  g_autofree char *large = trammel_format_number(123456, 3);
  g_assert_cmpstr(large, ==, "123000");
}

/* ---- reports --------------------------------------------------------------------------------- */

static void
test_html(void)
{
  static const ExportValue values[] = {{"body.<arm>.inertia.zz", "kg m^2", 0.004, 0.00012},
                                       {"body.b.mass", "kg", 0.5, -1}};
  static const char *const there[] = {"0.00400 ± 0.00012",
                                      "body.&lt;arm&gt;.inertia.zz",
                                      "kg m²",
                                      "Converged &lt;soon&gt;.",
                                      "not determined",
                                      "The logs do not determine a &amp; b.",
                                      "Look &lt;here&gt;.",
                                      "1 of 2 parameters are determined.",
                                      "<img alt=\"Correlation of the estimates\"",
                                      "<img alt=\"Cost over the iterations\"",
                                      "swing",
                                      "4567"};
  static const char *const absent[] = {
      "http:", "https:", "<script", "href=", "<arm>", ">nan", "\"nan", ",nan"};
  g_autoptr(TrammelExportResult) result = export_fixture_new(values, 2);
  g_autoptr(TrammelExportReport) report =
      trammel_report_new(result, &(TrammelReportParts){.date = "today"});
  g_autofree char *html = trammel_report_to_html(report, NULL);
  g_autoptr(GString) bare = g_string_new(html);

  /* nothing is loaded from outside */
  g_assert_cmpuint(g_string_replace(bare, "src=\"data:image/svg+xml;base64,", "", 0), ==, 3);
  for (gsize i = 0; i < G_N_ELEMENTS(there); i++)
    if (!strstr(html, there[i]))
      g_error("the report lacks '%s'", there[i]);
  for (gsize i = 0; i < G_N_ELEMENTS(absent); i++)
    if (strstr(bare->str, absent[i]))
      g_error("the report has '%s'", absent[i]);
}

/* A report has the labels and intervals of the values, the predictions of the joints, the forces
 * and the picture of the mechanism; a column of remarks without any is left out. */
static void
test_sections(void)
{
  static const ExportValue values[] = {{"body.arm.inertia.zz", "kg m^2", 0.004, 0.00012},
                                       {"body.b.mass", "kg", 0.01, 0.01}};
  static const char *const labels[] = {"Inertia zz · arm", "Mass · b", NULL};
  static const char *const there[] = {"Inertia zz · arm\n<small>body.arm.inertia.zz</small>",
                                      ">0.00376 … 0.00424<",
                                      ">0.000 … 0.030<", /* the bound is 0 */
                                      "hip",
                                      "the model does not explain this joint",
                                      ">4.1<",
                                      "alt=\"The mechanism at the start of the first log\""};
  g_autoptr(TrammelExportResult) result = export_fixture_new(values, 2);
  g_autoptr(GBytes) picture = g_bytes_new_static("<svg/>", 6);
  static const char *const notes[] = {"", "weighed without the cable", NULL};
  TrammelReportParts parts = {.date = "today", .labels = labels, .picture = picture};
  g_autoptr(TrammelExportReport) report = trammel_report_new(result, &parts);
  g_autofree char *html = trammel_report_to_html(report, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS(there); i++)
    if (!strstr(html, there[i]))
      g_error("the report lacks '%s'", there[i]);
  g_assert_null(strstr(html, ">Remarks<"));

  /* a note of the project is a remark */
  parts.notes = notes;
  g_autoptr(TrammelExportReport) noted = trammel_report_new(result, &parts);
  g_autofree char *with = trammel_report_to_html(noted, NULL);
  g_assert_nonnull(strstr(with, ">Remarks<"));
  g_assert_nonnull(strstr(with, ">weighed without the cable<"));
}

/* Plots hold the numbers of the result. */
static void
test_plots(void)
{
  static const ExportValue values[] = {{"a", "kg", 100, 0.5}, {"b", "kg", 98, -1}};
  g_autoptr(TrammelExportResult) result = export_fixture_new(values, 2);
  g_autoptr(TrammelExportResult) one = export_fixture_new(values, 1);
  g_autoptr(TrammelReportPlot) map = trammel_report_plot_new_correlation(result);
  g_autoptr(TrammelReportPlot) cost = trammel_report_plot_new_cost(result);
  g_autoptr(TrammelReportPlot) distances = trammel_report_plot_new_distances(result);
  const TrammelSeries *series;

  g_assert_null(trammel_report_plot_new_correlation(one));
  g_assert_cmpfloat(trammel_matrix_get_cell(map->matrix, 0, 1)->value, ==, 0.5);
  g_assert_cmpstr(map->matrix->row_names[1], ==, "b");

  g_assert_cmpuint(cost->figure.series->len, ==, 1);
  series = trammel_figure_get_series(&cost->figure, 0);
  g_assert_cmpuint(trammel_series_get_size(series), ==, 3);
  g_assert_cmpfloat(trammel_series_get_y(series)[1], ==, 500);
  g_assert_cmpstr(cost->figure.y_title, ==, "cost");
  g_assert_cmpfloat(cost->figure.y.max, >=, 1000);
  g_assert_cmpfloat(cost->figure.x.max, >=, 2);

  /* b has no sigma; the last of 100, 99, 98 is four sigmas away, and the first is the value */
  g_assert_cmpuint(distances->figure.series->len, ==, 1);
  series = trammel_figure_get_series(&distances->figure, 0);
  g_assert_cmpstr(trammel_series_get_name(series), ==, "a");
  g_assert_true(isnan(trammel_series_get_y(series)[0]));
  g_assert_cmpfloat(trammel_series_get_y(series)[2], ==, 4);
}

static void
test_no_history(void)
{
  g_autofree char *text = export_fixture_make_text(two, 2, 0);
  g_autoptr(TrammelExportResult) result = export_fixture_parse(text);

  g_assert_null(trammel_report_plot_new_cost(result));
  g_assert_null(trammel_report_plot_new_distances(result));
}

static guint
count_pages(const char *pdf, gsize length)
{
  static const char mark[] = "/Type /Page";
  guint n = 0;

  for (gsize i = 0; i + sizeof mark <= length; i++)
    n += memcmp(pdf + i, mark, sizeof mark - 1) == 0 && pdf[i + sizeof mark - 1] != 's';
  return n;
}

static void
test_pdf(void)
{
  ExportValue many[60];
  char ids[60][32];

  for (guint i = 0; i < G_N_ELEMENTS(many); i++) {
    g_snprintf(ids[i], sizeof ids[i], "body.b%u.mass", i);
    many[i] = (ExportValue){ids[i], "kg", 0.5, 0.1};
  }
  for (guint n = 0; n <= 60; n += 30) {
    g_autoptr(TrammelExportResult) result = export_fixture_new(many, n);
    g_autoptr(TrammelExportReport) report =
        trammel_report_new(result, &(TrammelReportParts){.date = "today"});
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) pdf = trammel_report_to_pdf(report, &error);
    gsize length;
    const char *data;
    g_assert_no_error(error);
    data = g_bytes_get_data(pdf, &length);
    g_assert_cmpmem(data, 5, "%PDF-", 5);
    g_assert_cmpuint(count_pages(data, length), >=, 1 + n / 30);
    /* each parameter has a row in two tables */
    g_assert_cmpuint(count_pages(data, length), <=, 2 + n / 10);
  }
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void
test_save(void)
{
  static const char *const names[] = {"r.json", "r.mat", "r.CSV", "r.pdf", "r.html"};
  g_autoptr(TrammelExportResult) result = export_fixture_new(two, 2);

  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *path = export_fixture_make_path(names[i]);
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) notes = NULL;
    trammel_export_save(result, path, &(TrammelExportOptions){0}, &notes, &error);
    g_assert_no_error(error);
    g_assert_null(notes);
    g_assert_true(g_file_test(path, G_FILE_TEST_IS_REGULAR));
  }
  g_autofree char *json = export_fixture_make_path("r.json");
  g_autoptr(TrammelExportResult) again = trammel_export_result_load(json, NULL);
  g_autofree char *csv = trammel_export_csv(result);
  g_autofree char *other = trammel_export_csv(again);
  g_assert_cmpstr(csv, ==, other);
}

static void
test_mat(void)
{
  g_autoptr(TrammelExportResult) result = export_fixture_new(two, 2);
  g_autofree char *path = export_fixture_make_path("result.mat");
  g_autoptr(TrammelDataset) dataset = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree double *values = NULL, *sigma = NULL, *correlation = NULL;
  gsize n;

  trammel_export_save(result, path, &(TrammelExportOptions){0}, NULL, &error);
  g_assert_no_error(error);
  dataset = trammel_dataset_load(path, NULL, NULL, &error);
  g_assert_no_error(error);
  values = trammel_dataset_dup_vector(dataset, "result.parameters(1).value", &n, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpfloat(values[0], ==, 0.25);
  sigma = trammel_dataset_dup_vector(dataset, "result.parameters(2).sigma", &n, NULL, &error);
  g_assert_no_error(error);
  g_assert_true(n == 1 && isnan(sigma[0]));
  correlation = trammel_dataset_dup_vector(dataset, "result.correlation(:,2)", &n, NULL, &error);
  g_assert_no_error(error);
  g_assert_true(n == 2 && correlation[0] == 0.5 && correlation[1] == 1);
}

static void
test_options(void)
{
  static const struct {
    const char *path;
    TrammelExportOptions options;
    const char *words;
  } cases[] = {{"x.txt", {0}, ".html"},
               {"x.urdf", {0}, "--model"},
               {"x.csv", {.model = "m.urdf"}, "--model belongs to"},
               {"x.csv", {.force = TRUE}, "--force belongs to"},
               {"x.mat", {.values = TRAMMEL_VALUES_STEPPER}, "--values belongs to"}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(trammel_export_check(cases[i].path, &cases[i].options, &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, cases[i].words));
  }
}

int
main(int argc, char **argv)
{
  int code;

  g_test_init(&argc, &argv, NULL);
  export_fixture_begin();
  g_test_add_func("/io/export/unfold", test_unfold);
  g_test_add_func("/io/export/many", test_many);
  g_test_add_func("/io/export/damaged", test_damaged);
  g_test_add_func("/io/export/csv", test_csv);
  g_test_add_func("/io/export/sets", test_sets);
  g_test_add_func("/io/export/meaning", test_meaning);
  g_test_add_func("/io/export/c-header", test_c_header);
  g_test_add_func("/io/export/c-header-comments", test_c_header_comments);
  g_test_add_func("/io/export/c-header-not-converged", test_c_header_not_converged);
  g_test_add_func("/io/export/numbers", test_numbers);
  g_test_add_func("/io/export/html", test_html);
  g_test_add_func("/io/export/sections", test_sections);
  g_test_add_func("/io/export/plots", test_plots);
  g_test_add_func("/io/export/no-history", test_no_history);
  g_test_add_func("/io/export/pdf", test_pdf);
  g_test_add_func("/io/export/save", test_save);
  g_test_add_func("/io/export/mat", test_mat);
  g_test_add_func("/io/export/options", test_options);
  code = g_test_run();
  export_fixture_end();
  return code;
}
