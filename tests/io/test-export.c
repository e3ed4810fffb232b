/* Tests of the exports of a result file: what is checked, the table, numbers for people, values
 * written into URDF and MJCF files, reports. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "io/dataset.h"
#include "io/error.h"
#include "io/export.h"
#include "io/export_model.h"
#include "io/export_number.h"
#include "io/export_report.h"

static char *folder;

static char *
make_path(const char *name)
{
  return g_build_filename(folder, name, NULL);
}

/* One parameter as JSON; a sigma below zero is none. */
static void
append_parameter(GString *json, const char *id, const char *unit, double value, double sigma)
{
  char number[2][G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *escaped = g_strescape(id, NULL);
  const char *text = sigma >= 0 ? g_ascii_dtostr(number[1], sizeof number[1], sigma) : "null";

  g_string_append_printf(
      json,
      "%s{ \"id\": \"%s\", \"unit\": \"%s\", \"value\": %s, \"sigma\": %s, \"sigma_linear\": %s, "
      "\"physical\": null, \"start\": 1, \"min\": 0, \"max\": null, \"identifiable\": %s, "
      "\"at_bound\": false, \"flags\": [%s] }",
      json->str[json->len - 1] == '[' ? "" : ", ", escaped, unit,
      g_ascii_dtostr(number[0], sizeof number[0], value), text, text, sigma >= 0 ? "true" : "false",
      sigma >= 0 ? "" : "\"not-identifiable\"");
}

typedef struct {
  const char *id, *unit;
  double value, sigma;
} Value;

/* The text of a result with these parameters, `n_history` iterations and correlations of 0.5. */
static char *
make_result(const Value *values, guint n, guint n_history)
{
  GString *json = g_string_new("{ \"format\": \"trammel-result/1\", \"program\": \"trammel 0.1.0\","
                               " \"status\": \"converged\", \"message\": \"Converged <soon>.\","
                               " \"iterations\": 2, \"seconds\": 0.25, \"cost\": { \"total\": 2 },"
                               " \"parameters\": [");
  static const char *const matrices[] = {"covariance", "correlation"};

  for (guint i = 0; i < n; i++)
    append_parameter(json, values[i].id, values[i].unit, values[i].value, values[i].sigma);
  for (int m = 0; m < 2; m++) {
    g_string_append_printf(json, "], \"%s\": [", matrices[m]);
    for (guint i = 0; i < n; i++) {
      g_string_append(json, i ? ", [" : "[");
      for (guint j = 0; j < n; j++)
        g_string_append_printf(json, "%s%s", j ? ", " : "", i == j ? "1" : "0.5");
      g_string_append_c(json, ']');
    }
  }
  g_string_append(json, "], \"unidentifiable_directions\": [ { \"text\": \"The logs do not "
                        "determine a & b.\", \"loadings\": { \"a.b\": 1 } } ], \"history\": [");
  for (guint i = 0; i < n_history; i++) {
    g_string_append_printf(json,
                           "%s{ \"iteration\": %u, \"cost\": %u, \"damping\": 0, \"step\": 0, "
                           "\"gradient\": 0, \"parameters\": [",
                           i ? ", " : "", i, 1000 / (i + 1));
    for (guint k = 0; k < n; k++)
      g_string_append_printf(json, "%s%u", k ? ", " : "", 100 - i);
    g_string_append(json, "] }");
  }
  g_string_append(json, "], \"logs\": [ { \"name\": \"swing\", \"role\": \"estimate\", "
                        "\"samples\": 500, \"sensors\": [ { \"name\": \"angle\", \"rmse\": 0.0025, "
                        "\"fit_percent\": 99.5, \"chi2_per_sample\": null } ] } ], "
                        "\"settings\": { \"h\": 0.004 }, \"provenance\": { \"project_sha256\": "
                        "\"0123\", \"log_sha256\": { \"swing\": \"4567\" } }, \"findings\": [ { "
                        "\"severity\": \"warning\", \"code\": \"x\", \"text\": \"Look <here>.\" } "
                        "] }");
  return g_string_free(json, FALSE);
}

static TrammelExportResult *
parse(const char *text)
{
  g_autoptr(GError) error = NULL;
  TrammelExportResult *result = trammel_export_result_parse(text, -1, "r.json", &error);

  g_assert_no_error(error);
  return result;
}

static TrammelExportResult *
new_result(const Value *values, guint n)
{
  g_autofree char *text = make_result(values, n, 3);

  return parse(text);
}

static const Value two[] = {{"body.arm.mass", "kg", 0.25, 0.01}, {"joint.j.viscous", "1", 3, -1}};

/* ---- reading ----------------------------------------------------------------------------------
 */

static void
test_unfold(void)
{
  g_autoptr(TrammelExportResult) result = new_result(two, 2);
  const TrammelExportParameter *p = trammel_export_result_get_parameter(result, 1);
  const TrammelExportSensor *sensor = &g_array_index(result->sensors, TrammelExportSensor, 0);

  g_assert_cmpuint(trammel_export_result_get_n_parameters(result), ==, 2);
  g_assert_cmpstr(p->id, ==, "joint.j.viscous");
  g_assert_cmpfloat(p->value, ==, 3);
  g_assert_true(isnan(p->sigma) && isnan(p->max) && isnan(p->physical));
  g_assert_false(p->identifiable);
  g_assert_cmpstr(p->flags, ==, "not-identifiable");
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
  g_autofree char *text = make_result(two, 2, 500);
  g_autoptr(TrammelExportResult) result = parse(text);

  g_assert_cmpuint(result->history->len, ==, 500);
}

static void
test_damaged(void)
{
  static const struct {
    const char *what, *with, *words;
  } cases[] = {
      {"trammel-result/1", "trammel-result/2", "\"trammel-result/2\""},
      {"\"parameters\": [", "\"parameter\": [", "parameters: expected an array"},
      {"\"value\": 0.25", "\"value\": \"0.25\"", "parameters[0].value: expected a number"},
      {"\"value\": 0.25", "\"value\": null", "parameters[0].value: expected a number"},
      {"\"physical\": null", "\"physical\": 3", "parameters[0].physical: expected an object"},
      {"\"identifiable\": true", "\"identifiable\": 1", "parameters[0].identifiable"},
      {"\"flags\": []", "\"flags\": [1]", "parameters[0].flags: expected an array of texts"},
      {"[0.5, 1]", "[0.5]", "covariance[1]: expected an array of 2 numbers"},
      {"\"status\": \"converged\"", "\"status\": \"well\"", "status: expected converged"},
      {"\"rmse\": 0.0025", "\"rms\": 0.0025", "logs[0].sensors[0].rmse"},
      {"\"log_sha256\": {", "\"log\": {", "provenance.log_sha256: expected an object"},
      {"[100, 100]", "[100, true]", "history[0].parameters: expected an array of 2"},
  };
  g_autofree char *good = make_result(two, 2, 2);

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
  static const Value values[] = {{"body.a, b.mass", "kg", 0.1, 0.02}, {"j", "1", 3, -1}};
  g_autoptr(TrammelExportResult) result = new_result(values, 2);
  g_autofree char *csv = trammel_export_csv(result);

  g_assert_cmpstr(csv, ==,
                  "id,unit,value,sigma,sigma_linear,physical,systematic,start,min,max,"
                  "identifiable,at_bound,flags\n"
                  "\"body.a, b.mass\",kg,0.1,0.02,0.02,,,1,0,,true,false,\n"
                  "j,1,3,,,,,1,0,,false,false,not-identifiable\n");
}

/* ---- numbers ----------------------------------------------------------------------------------
 */

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
               {0, 0.5, "0.00 ± 0.50"},
               {0.1, 3, "0.1 ± 3.0"},
               {0.0034844, NAN, "0.003484"},
               {3, 0, "3"},
               {NAN, 1, ""}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = trammel_export_format_estimate(cases[i].value, cases[i].sigma);
    g_assert_cmpstr(text, ==, cases[i].text);
  }
  g_autofree char *small = trammel_export_format_number(1e-6, 3);
  g_assert_cmpstr(small, ==, "1 × 10⁻⁶");
  g_autofree char *infinite = trammel_export_format_number(-INFINITY, 3);
  g_assert_cmpstr(infinite, ==, "-∞");
  g_autofree char *large = trammel_export_format_number(123456, 3);
  g_assert_cmpstr(large, ==, "123000");
}

/* ---- XML --------------------------------------------------------------------------------------
 */

static void
test_xml_refuses(void)
{
  static const struct {
    const char *text, *words;
  } cases[] = {{"<a><b></a>", "not well-formed"},
               {"<a x='1' x='2'/>", "x.xml:1: <a> has 'x' twice"},
               {"<!DOCTYPE a [<!ENTITY e '1'>]>\n<a x='2'/>", "DOCTYPE"},
               {"", "not well-formed"},
               {"<a>\n<b x='&what;'/></a>", "not well-formed"},
               {"<a x='1'", "not well-formed"},
               {"\xff\xfe<a/>", "UTF-8"}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(trammel_xml_parse(cases[i].text, strlen(cases[i].text), "x.xml", &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
    if (!strstr(error->message, cases[i].words))
      g_error("'%s' lacks '%s'", error->message, cases[i].words);
  }
}

static void
test_xml_edits(void)
{
  static const char text[] = "\xef\xbb\xbf<?xml version='1.0'?>\r\n<!-- <b v='1'/> -->\r\n"
                             "<a  t = '1  2\t3' ><![CDATA[<b v='2'>]]><b v=\"&#49;&#x20;2\" "
                             "w='x&amp;y'/><b/></a>";
  static const char expected[] = "\xef\xbb\xbf<?xml version='1.0'?>\r\n<!-- <b v='1'/> -->\r\n"
                                 "<a  t = '1  0.5\t3' ><![CDATA[<b v='2'>]]><b v=\"7 2\" "
                                 "w='x&amp;y'/><b n=\"4\"/></a>";
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelXml) xml = trammel_xml_parse(text, sizeof text - 1, "x.xml", &error);
  const gboolean second[] = {FALSE, TRUE, FALSE}, first[] = {TRUE, FALSE, FALSE};
  g_autofree char *edited = NULL;
  double values[3];
  gsize length;

  g_assert_no_error(error);
  g_assert_cmpuint(xml->elements->len, ==, 3);
  TrammelXmlElement *const *e = (TrammelXmlElement *const *)xml->elements->pdata;
  g_assert_true(e[1]->parent == e[0] && e[2]->parent == e[0]);
  g_assert_cmpuint(e[1]->line, ==, 3);
  g_assert_cmpstr(trammel_xml_get_value(e[1], "w"), ==, "x&y");
  g_assert_true(trammel_xml_get_numbers(e[1], "v", values, 2));
  g_assert_cmpfloat(values[0], ==, 1);
  g_assert_false(trammel_xml_get_numbers(e[1], "v", values, 3));
  g_assert_false(trammel_xml_get_numbers(e[0], "t", values, 2));
  g_assert_true(trammel_xml_set_numbers(xml, e[2], "n", (double[]){4}, first, 1));
  g_assert_true(trammel_xml_set_numbers(xml, e[1], "v", (double[]){7, 2}, first, 2));
  g_assert_true(trammel_xml_set_numbers(xml, e[0], "t", (double[]){9, 0.5, 9}, second, 3));
  g_assert_false(trammel_xml_set_numbers(xml, e[1], "w", (double[]){9}, first, 1));
  edited = trammel_xml_finish(xml, &length);
  g_assert_cmpmem(edited, length, expected, sizeof expected - 1);
}

/* ---- models -----------------------------------------------------------------------------------
 */

typedef struct {
  char *text; /* of the written file, without the comment at the top */
  char *comment;
  char **notes;
} Written;

static void
clear_written(Written *written)
{
  g_free(written->text);
  g_free(written->comment);
  g_strfreev(written->notes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Written, clear_written)

static char *
get_model(const char *name)
{
  return g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "models", name, NULL);
}

static Written
write_model(const Value *values, guint n, const char *model, const char *ending, gboolean force)
{
  g_autoptr(TrammelExportResult) result = new_result(values, n);
  g_autofree char *name = g_strconcat("out", ending, NULL), *path = make_path(name);
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  Written written = {0};
  char *begin, *end;

  trammel_export_model(result, model, path, force, "2026-01-02", &written.notes, &error);
  g_assert_no_error(error);
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  begin = strstr(text, "<!-- trammel ");
  g_assert_nonnull(begin);
  end = strstr(begin, " -->");
  g_assert_nonnull(end);
  written.comment = g_strndup(begin, (gsize)(end - begin));
  end += strlen(" -->");
  end += *end == '\r' ? 2 : 1;
  written.text = g_strdup_printf("%.*s%s", (int)(begin - text), text, end);
  return written;
}

/* The file with each `what` (once in it) replaced. */
static char *
replace_in_file(const char *path, const char *const (*changes)[2])
{
  g_autofree char *text = NULL;
  g_autoptr(GString) changed = NULL;

  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  changed = g_string_new(text);
  for (gsize i = 0; changes[i][0]; i++)
    g_assert_cmpuint(g_string_replace(changed, changes[i][0], changes[i][1], 0), ==, 1);
  return g_strdup(changed->str);
}

static gboolean
has_note(const Written *written, const char *start, const char *words)
{
  for (guint i = 0; written->notes[i]; i++)
    if (g_str_has_prefix(written->notes[i], start) && strstr(written->notes[i], words))
      return TRUE;
  return FALSE;
}

static void
test_urdf(void)
{
  static const Value values[] = {{"body.arm.mass", "kg", 0.31, 0.01},
                                 {"body.arm.com.y", "m", 0.005, 0.0002},
                                 {"body.arm.inertia.zz", "kg m^2", 0.004, 0.00012},
                                 {"joint.shaft.viscous", "N m s/rad", 0.011, 0.001},
                                 {"joint.elbow.viscous", "N m s/rad", 4e-4, 1e-5},
                                 {"joint.elbow.coulomb", "N m", 0.0024, 0.0009}};
  static const char *const changes[][2] = {
      {"izz=\"0.01\"", "izz=\"0.004\""},
      {"value = '0.25'", "value = '0.31'"},
      {"xyz=\"0.10  0.00\n", "xyz=\"0.10  0.005\n"},
      {"damping=\"1e-3\"", "damping=\"0.011\""},
      {"damping='0.001'/>", "damping='0.0004' friction=\"0.0024\"/>"},
      {NULL, NULL}};
  g_autofree char *model = get_model("furuta.urdf"), *expected = replace_in_file(model, changes);
  g_auto(Written) written = write_model(values, G_N_ELEMENTS(values), model, ".urdf", FALSE);

  g_assert_cmpstr(written.text, ==, expected);
  g_assert_cmpuint(g_strv_length(written.notes), ==, 0);
  g_assert_true(g_str_has_prefix(written.text, "<?xml version=\"1.0\"?>\n<!-- a Furuta"));
  g_assert_nonnull(strstr(written.comment, "trammel 0.1.0, 2026-01-02"));
  g_assert_nonnull(strstr(written.comment, "body.arm.mass = 0.31 +/- 0.01 kg"));
  g_assert_nonnull(strstr(written.comment, "was 0.25"));
}

/* What cannot be written is said, with its reason, on both ways. */
static void
test_urdf_notes(void)
{
  static const Value values[] = {{"body.arm.mass", "kg", 0.31, 0.01},
                                 {"body.flag.mass", "kg", 1, 0.1},
                                 {"body.amr.mass", "kg", 1, 0.1},
                                 {"body.arm.com.x", "m", 1, -1},
                                 {"joint.stiff.viscous", "N m s/rad", 1, 0.1},
                                 {"joint.hidden.viscous", "N m s/rad", 1, 0.1},
                                 {"joint.elbow.stribeck.delta", "rad/s", 0.1, 0.01},
                                 {"joint.shaft.coulomb", "1", 0.1, 0.01},
                                 {"motor.drive.gain", "N m/unit", 0.1, 0.01},
                                 {"motor.drive.rotor_inertia", "kg m^2", 0.1, 0.01},
                                 {"gravity.tilt.x", "rad", 0.1, 0.01}};
  g_autofree char *model = get_model("furuta.urdf");
  g_auto(Written) written = write_model(values, G_N_ELEMENTS(values), model, ".urdf", FALSE);

  g_assert_cmpuint(g_strv_length(written.notes), ==, 10);
  g_assert_true(has_note(&written, "body.flag.mass: ", "link 'flag' (line 22) has no <inertial>"));
  g_assert_true(has_note(&written, "body.amr.mass: ", "nearest: 'arm'"));
  g_assert_true(has_note(&written, "body.arm.com.x: not identifiable", "--force"));
  g_assert_true(has_note(&written, "joint.stiff.viscous: ", "no <dynamics>"));
  g_assert_true(has_note(&written, "joint.hidden.viscous: ", "no joint 'hidden'"));
  g_assert_true(has_note(&written, "joint.shaft.coulomb: not expressible in URDF", "load"));
  g_assert_true(has_note(&written, "joint.elbow.stribeck.delta: ", "not expressible in URDF"));
  g_assert_true(has_note(&written, "motor.drive.gain: ", "not expressible in URDF"));
  g_assert_true(has_note(&written, "motor.drive.rotor_inertia: ", "not expressible in URDF"));
  g_assert_true(has_note(&written, "gravity.tilt.x: ", "not expressible in URDF"));
  g_assert_nonnull(strstr(written.comment, "gravity.tilt.x: not expressible in URDF"));
  g_assert_null(strstr(written.comment + strlen("<!--"), "--"));
}

static void
test_force(void)
{
  static const Value values[] = {{"body.arm.com.x", "m", 0.2, -1}};
  static const char *const changes[][2] = {{"xyz=\"0.10  ", "xyz=\"0.2  "}, {NULL, NULL}};
  g_autofree char *model = get_model("furuta.urdf"), *expected = replace_in_file(model, changes);
  g_auto(Written) written = write_model(values, 1, model, ".urdf", TRUE);

  g_assert_cmpstr(written.text, ==, expected);
  g_assert_nonnull(strstr(written.comment, "[not-identifiable]"));
}

/* The inertial frame is turned by 90 degrees about z: the link's xx is the file's yy. */
static void
test_urdf_turned(void)
{
  static const Value values[] = {{"body.rod & bob.inertia.xx", "kg m^2", 0.006, 0.001}};
  static const char *const changes[][2] = {{"iyy=\"0.005\"", "iyy=\"0.006\""}, {NULL, NULL}};
  g_autofree char *model = get_model("furuta.urdf"), *expected = replace_in_file(model, changes);
  g_auto(Written) written = write_model(values, 1, model, ".urdf", FALSE);

  g_assert_cmpstr(written.text, ==, expected);
}

static void
test_turn(void)
{
  /* 120 degrees about the diagonal: x to y, y to z, z to x */
  static const double r[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0}, in[6] = {1, 2, 3, 0.1, 0.2, 0.3};
  static const double expected[6] = {3, 1, 2, 0.2, 0.3, 0.1};
  double out[6], back[6];

  trammel_model_turn(out, in, r, FALSE);
  trammel_model_turn(back, out, r, TRUE);
  for (int i = 0; i < 6; i++) {
    g_assert_cmpfloat_with_epsilon(out[i], expected[i], 1e-15);
    g_assert_cmpfloat_with_epsilon(back[i], in[i], 1e-15);
  }
}

static void
test_mjcf(void)
{
  static const Value values[] = {{"body.arm.mass", "kg", 0.31, 0.01},
                                 {"body.arm.com.z", "m", 0.005, 0.0002},
                                 {"body.arm.inertia.zz", "kg m^2", 0.004, 0.00012},
                                 {"body.rod.inertia.xy", "kg m^2", 1e-4, 1e-6},
                                 {"body.tip.inertia.xx", "kg m^2", 7e-3, 1e-4},
                                 {"body.tip.inertia.yy", "kg m^2", 5e-3, 1e-4},
                                 {"joint.shaft.viscous", "N m s/rad", 0.011, 0.001},
                                 {"joint.elbow.coulomb", "N m", 0.0024, 0.0009},
                                 {"motor.drive.rotor_inertia", "kg m^2", 2e-5, 1e-6}};
  static const char *const changes[][2] = {
      {"axis=\"0 0 1\" damping=\"0.001\"", "axis=\"0 0 1\" damping=\"0.011\" armature=\"0.00018\""},
      {"pos=\"0.1 0 0\" mass=\"0.25\" diaginertia=\"0.03 0.02 0.01\"",
       "pos=\"0.1 0 0.005\" mass=\"0.31\" diaginertia=\"0.03 0.02 0.004\""},
      {"name='elbow' />", "name='elbow' frictionloss=\"0.0024\" />"},
      {"0.0001 0 0 0'", "0.0001 0.0001 0 0'"},
      {"\"1e-3 2e-3 3e-3\"", "\"0.005 0.007 3e-3\""},
      {NULL, NULL}};
  g_autofree char *model = get_model("furuta.xml"), *expected = replace_in_file(model, changes);
  g_auto(Written) written = write_model(values, G_N_ELEMENTS(values), model, ".xml", FALSE);

  g_assert_cmpstr(written.text, ==, expected);
  g_assert_cmpuint(g_strv_length(written.notes), ==, 0);
  g_assert_nonnull(strstr(written.comment, "9 * motor.drive.rotor_inertia = 0.00018"));
}

/* A product of inertia has no place in diaginertia. */
static void
test_mjcf_diagonal(void)
{
  static const Value values[] = {{"body.tip.inertia.xz", "kg m^2", 1e-4, 1e-6}};
  g_autofree char *model = get_model("furuta.xml");
  g_auto(Written) written = write_model(values, 1, model, ".xml", FALSE);
  g_autoptr(TrammelXml) xml =
      trammel_xml_parse(written.text, strlen(written.text), "out.xml", NULL);
  static const double expected[6] = {2e-3, 1e-3, 3e-3, 0, 1e-4, 0};
  double tensor[6];

  for (guint i = 0; i < xml->elements->len; i++) {
    const TrammelXmlElement *e = g_ptr_array_index(xml->elements, i);
    if (!g_str_equal(e->name, "inertial") || !e->parent ||
        g_strcmp0(trammel_xml_get_value(e->parent, "name"), "tip") != 0)
      continue;
    g_assert_null(trammel_xml_get_value(e, "quat"));
    g_assert_null(trammel_xml_get_value(e, "diaginertia"));
    g_assert_true(trammel_xml_get_numbers(e, "fullinertia", tensor, 6));
    for (int k = 0; k < 6; k++)
      g_assert_cmpfloat_with_epsilon(tensor[k], expected[k], 1e-17);
    return;
  }
  g_assert_not_reached();
}

static void
test_mjcf_notes(void)
{
  static const Value values[] = {{"body.arm.mass", "kg", 0.31, 0.01},
                                 {"body.bare.mass", "kg", 0.31, 0.01},
                                 {"body.vane.inertia.xx", "kg m^2", 1e-3, 1e-4},
                                 {"joint.elbwo.viscous", "N m s/rad", 1, 0.1},
                                 {"motor.tendonwork.rotor_inertia", "kg m^2", 1, 0.1},
                                 {"joint.elbow.coulomb", "1", 1, 0.1}};
  g_autofree char *model = get_model("furuta.xml");
  g_auto(Written) written = write_model(values, G_N_ELEMENTS(values), model, ".xml", FALSE);

  g_assert_cmpuint(g_strv_length(written.notes), ==, 5);
  g_assert_true(has_note(&written, "body.bare.mass: ", "no <inertial>, so MuJoCo"));
  g_assert_true(has_note(&written, "body.vane.inertia.xx: ", "'euler'"));
  g_assert_true(has_note(&written, "joint.elbwo.viscous: ", "nearest: 'elbow'"));
  g_assert_true(has_note(&written, "motor.tendonwork.rotor_inertia: ", "drives no joint"));
  g_assert_true(has_note(&written, "joint.elbow.coulomb: ", "not expressible in MJCF"));
}

static void
assert_no_model(const char *text, const char *ending, const Value *value, const char *words)
{
  g_autofree char *in = g_strconcat("in", ending, NULL), *out = g_strconcat("none", ending, NULL);
  g_autofree char *model = make_path(in), *path = make_path(out);
  g_autoptr(TrammelExportResult) result = new_result(value, 1);
  g_autoptr(GError) error = NULL;
  char **notes = NULL;

  g_assert_true(g_file_set_contents(model, text, -1, NULL));
  g_assert_false(trammel_export_model(result, model, path, FALSE, "now", &notes, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  if (!strstr(error->message, words))
    g_error("'%s' lacks '%s'", error->message, words);
  g_assert_null(notes);
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

static void
test_model_refuses(void)
{
  static const Value mass = {"body.a.mass", "kg", 0.5, 0.1};
  static const Value gain = {"motor.a.gain", "1", 0.5, 0.1};

  assert_no_model("<mujoco/>", ".urdf", &mass, "expected <robot>; write MJCF with the ending .xml");
  assert_no_model("<robot/>", ".xml", &mass, "expected <mujoco>");
  assert_no_model("<robot/>", ".urdf", &gain, "motor.a.gain: not expressible in URDF");
  assert_no_model("<robot><link name='a'/></robot>", ".urdf", &mass, "has no <inertial>");
  assert_no_model("<robot><link name='a'><inertial><mass value='${m}'/></inertial></link></robot>",
                  ".urdf", &mass, "value=\"${m}\", which is not 1 number; expand macros first");
}

/* ---- reports ----------------------------------------------------------------------------------
 */

static void
test_html(void)
{
  static const Value values[] = {{"body.<arm>.inertia.zz", "kg m^2", 0.004, 0.00012},
                                 {"body.b.mass", "kg", 0.5, -1}};
  static const char *const there[] = {"0.00400 ± 0.00012",
                                      "body.&lt;arm&gt;.inertia.zz",
                                      "kg m²",
                                      "Converged &lt;soon&gt;.",
                                      "not determined",
                                      "The logs do not determine a &amp; b.",
                                      "Look &lt;here&gt;.",
                                      "<svg ",
                                      "swing",
                                      "4567"};
  static const char *const absent[] = {
      "http:", "https:", "<script", "src=", "href=", "<arm>", ">nan", "\"nan", ",nan"};
  g_autoptr(TrammelExportResult) result = new_result(values, 2);
  g_autoptr(TrammelReport) report = trammel_report_new(result, "today");
  g_autofree char *html = trammel_report_to_html(report);
  g_autoptr(GString) bare = g_string_new(html);

  /* the name of the SVG language is an address that nobody visits */
  g_string_replace(bare, "xmlns=\"http://www.w3.org/2000/svg\"", "", 0);
  for (gsize i = 0; i < G_N_ELEMENTS(there); i++)
    if (!strstr(html, there[i]))
      g_error("the report lacks '%s'", there[i]);
  for (gsize i = 0; i < G_N_ELEMENTS(absent); i++)
    if (strstr(bare->str, absent[i]))
      g_error("the report has '%s'", absent[i]);
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
  Value many[60];
  char ids[60][32];

  for (guint i = 0; i < G_N_ELEMENTS(many); i++) {
    g_snprintf(ids[i], sizeof ids[i], "body.b%u.mass", i);
    many[i] = (Value){ids[i], "kg", 0.5, 0.1};
  }
  for (guint n = 0; n <= 60; n += 30) {
    g_autoptr(TrammelExportResult) result = new_result(many, n);
    g_autoptr(TrammelReport) report = trammel_report_new(result, "today");
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) pdf = trammel_report_to_pdf(report, &error);
    gsize length;
    const char *data;
    g_assert_no_error(error);
    data = g_bytes_get_data(pdf, &length);
    g_assert_cmpmem(data, 5, "%PDF-", 5);
    g_assert_cmpuint(count_pages(data, length), >=, 1 + n / 30);
    g_assert_cmpuint(count_pages(data, length), <=, 2 + n / 20);
  }
}

/* ---- all of them ------------------------------------------------------------------------------
 */

static void
test_save(void)
{
  static const char *const names[] = {"r.json", "r.mat", "r.CSV", "r.pdf", "r.html"};
  g_autoptr(TrammelExportResult) result = new_result(two, 2);

  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *path = make_path(names[i]);
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) notes = NULL;
    trammel_export_save(result, path, &(TrammelExportOptions){0}, &notes, &error);
    g_assert_no_error(error);
    g_assert_null(notes);
    g_assert_true(g_file_test(path, G_FILE_TEST_IS_REGULAR));
  }
  g_autofree char *json = make_path("r.json");
  g_autoptr(TrammelExportResult) again = trammel_export_result_load(json, NULL);
  g_autofree char *csv = trammel_export_csv(result);
  g_autofree char *other = trammel_export_csv(again);
  g_assert_cmpstr(csv, ==, other);
}

static void
test_mat(void)
{
  g_autoptr(TrammelExportResult) result = new_result(two, 2);
  g_autofree char *path = make_path("result.mat");
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
               {"x.csv", {.force = TRUE}, "--force belongs to"}};

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(trammel_export_check(cases[i].path, &cases[i].options, &error));
    g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, cases[i].words));
  }
}

static void
remove_folder(void)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name(dir))) {
    g_autofree char *path = make_path(name);
    g_unlink(path);
  }
  g_rmdir(folder);
  g_free(folder);
}

int
main(int argc, char **argv)
{
  int code;

  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("trammel-export-XXXXXX", NULL);
  g_test_add_func("/io/export/unfold", test_unfold);
  g_test_add_func("/io/export/many", test_many);
  g_test_add_func("/io/export/damaged", test_damaged);
  g_test_add_func("/io/export/csv", test_csv);
  g_test_add_func("/io/export/numbers", test_numbers);
  g_test_add_func("/io/export/xml/refuses", test_xml_refuses);
  g_test_add_func("/io/export/xml/edits", test_xml_edits);
  g_test_add_func("/io/export/urdf", test_urdf);
  g_test_add_func("/io/export/urdf/notes", test_urdf_notes);
  g_test_add_func("/io/export/urdf/force", test_force);
  g_test_add_func("/io/export/urdf/turned", test_urdf_turned);
  g_test_add_func("/io/export/turn", test_turn);
  g_test_add_func("/io/export/mjcf", test_mjcf);
  g_test_add_func("/io/export/mjcf/diagonal", test_mjcf_diagonal);
  g_test_add_func("/io/export/mjcf/notes", test_mjcf_notes);
  g_test_add_func("/io/export/model-refuses", test_model_refuses);
  g_test_add_func("/io/export/html", test_html);
  g_test_add_func("/io/export/pdf", test_pdf);
  g_test_add_func("/io/export/save", test_save);
  g_test_add_func("/io/export/mat", test_mat);
  g_test_add_func("/io/export/options", test_options);
  code = g_test_run();
  remove_folder();
  return code;
}
