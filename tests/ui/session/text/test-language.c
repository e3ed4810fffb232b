/* Tests of the user's language: the window's texts use it, files stay in English, and numbers have
 * points in every locale. */
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "engine/est/prepare/prepare.h"
#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/check/check.h"
#include "io/export/export.h"
#include "io/export/result.h"
#include "io/log/load.h"
#include "io/packed/temp_folder.h"
#include "io/project/examples.h"
#include "io/result/fit_finding.h"
#include "io/result/result.h"
#include "plot/figure/number-text.h"
#include "ui/session/identify/sweeper.h"
#include "ui/session/import/templates.h"
#include "ui/session/inspect/run-summary.h"
#include "ui/session/model/edit.h"
#include "ui/session/model/tree.h"
#include "ui/session/params/param-item.h"
#include "ui/session/run/fit-words.h"
#include "ui/session/session-support.h"
#include "ui/session/text/format.h"
#include "ui/window/application.h"

/* FALSE without a German locale; then a locale without its own number format is used. */
static gboolean has_commas;

static void
speak(gboolean is_german)
{
  if (is_german)
    trammel_application_choose_locale();
  else
    setlocale(LC_ALL, "C");
}

static char *
make_locales(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-locales-XXXXXX", NULL);
  g_autofree char *locale = g_build_filename(folder, "de_DE.UTF-8", NULL);
  const char *const command[] = {"localedef", "-i", "de_DE", "-f", "UTF-8", locale, NULL};
  int status = -1;

  g_spawn_sync(NULL, (char **)command, NULL,
               G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
               NULL, NULL, NULL, &status, NULL);
  has_commas = status == 0;
  g_setenv("LOCPATH", folder, TRUE);
  return g_steal_pointer(&folder);
}

static GArray *
check(const TrammelProject *project)
{
  GArray *findings = trammel_findings_new();

  trammel_check_project(findings, NULL, project, NULL, NULL);
  return findings;
}

/* Opens a driven pendulum with several findings. */
static TrammelDocument *
open_odd(void)
{
  TrammelDocument *document = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_put(document, "model.bodies[0].mass",
                                     "{ \"value\": 0.62, \"free\": true, \"min\": 0.62, \"max\": 5,"
                                     " \"prior\": { \"mean\": 7, \"sigma\": 1e-5 } }",
                                     "odd", NULL, &error));
  g_assert_no_error(error);
  test_set(document, "h", "0.0101");
  return document;
}

/* A finding is the same sentence in files in every language, and is translated for the window. */
static void
test_findings(void)
{
  g_autoptr(TrammelDocument) document = open_odd();
  const TrammelProject *project = trammel_document_get_project(document);

  speak(FALSE);
  g_autoptr(GArray) english = check(project);
  speak(TRUE);
  g_autoptr(GArray) german = check(project);
  g_assert_cmpuint(german->len, ==, english->len);
  g_assert_cmpuint(german->len, >=, 4);
  for (guint i = 0; i < german->len; i++) {
    const TrammelFinding *a = &g_array_index(english, TrammelFinding, i);
    const TrammelFinding *b = &g_array_index(german, TrammelFinding, i);
    g_test_message("%s", b->words);
    g_assert_cmpstr(a->text, ==, b->text);
    g_assert_cmpstr(a->text, ==, a->words);
    g_assert_cmpstr(b->words, !=, b->text);
  }
}

static const TrammelFinding *
find_code(const GArray *findings, const char *code)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal(g_array_index(findings, TrammelFinding, i).code, code))
      return &g_array_index(findings, TrammelFinding, i);
  g_error("no finding %s", code);
}

static void
test_sentence(void)
{
  g_autoptr(TrammelDocument) document = open_odd();

  speak(TRUE);
  g_autoptr(GArray) findings = check(trammel_document_get_project(document));
  const TrammelFinding *finding = find_code(findings, "prior-outside-bounds");
  g_assert_cmpstr(
      finding->words, ==,
      "Das Vorwissen von body.pendulum.mass hat seinen Mittelwert 7 außerhalb der Schranken "
      "0.62 .. 5; verschieben Sie eines davon.");
}

static void G_GNUC_PRINTF(3, 4) format(char **english, char **local, const char *text, ...)
{
  va_list arguments;

  va_start(arguments, text);
  trammel_bilingual_format(english, local, text, arguments);
  va_end(arguments);
}

/* Nested parts of a sentence, plural forms, and marks within names. */
static void
test_parts(void)
{
  speak(TRUE);
  g_autofree char *names = g_strconcat("'a'", TRAMMEL_WORD(" and "), "'b'", NULL);
  g_autofree char *part = trammel_bilingual_dup_plural(2, "how %s moves", "how %s move", names);
  g_autofree char *english = NULL, *german = NULL, *odd = NULL, *odd_german = NULL;

  format(&english, &german, "%s: %s, %s", "x", part, TRAMMEL_WORD("later"));
  g_assert_cmpstr(english, ==, "x: how 'a' and 'b' move, later");
  g_assert_cmpstr(german, ==, "x: wie sich 'a' und 'b' bewegen, später");
  format(&odd, &odd_german, "%s!", "a" TRAMMEL_WORD_BEGIN "b");
  g_assert_cmpstr(odd, ==, "ab!");
  g_assert_cmpstr(odd_german, ==, "ab!");
}

static void
assert_sentences(const GError *error, const char *english, const char *german)
{
  g_autofree char *words = trammel_error_dup_words(error);
  g_autofree char *again = trammel_bilingual_dup_english(words);

  g_assert_cmpstr(error->message, ==, german);
  g_assert_cmpstr(trammel_error_get_english(error), ==, english);
  g_assert_cmpstr(again, ==, english);
}

/* The message is translated and keeps the English sentence through prefixes and copies. */
static void
test_errors(void)
{
  g_autoptr(GError) error = NULL;

  speak(TRUE);
  g_assert_null(trammel_dataset_load("/nowhere/a.csv", NULL, NULL, &error));
  trammel_error_prefix(&error, "log '%s': ", "a");
  g_autoptr(GError) copy = g_error_copy(error);
  assert_sentences(copy, "log 'a': /nowhere/a.csv cannot be read: there is no such file",
                   "Messreihe „a“: /nowhere/a.csv kann nicht gelesen werden: es gibt keine solche "
                   "Datei");
}

/* Errors of a project file; its members keep their names. */
static void
test_project_errors(void)
{
  static const struct {
    const char *model, *english, *german;
  } cases[] = {
      {"{ \"bodies\": [{ \"name\": \"arm\" }] }",
       "model.bodies[0].mass: body 'arm' has no mass; give it a mass above zero in kg",
       "model.bodies[0].mass: Körper „arm“ hat keine Masse; geben Sie ihm eine Masse über null in "
       "kg"},
      {"{ \"bodies\": [{ \"name\": \"arm\", \"mass\": \"much\" }] }",
       "model.bodies[0].mass: expected a number, found a string",
       "model.bodies[0].mass: erwartet wurde eine Zahl, gefunden wurde eine Zeichenkette"},
      {"{ \"bodies\": [{ \"name\": \"arm\", \"mass\": 1 }],"
       " \"joints\": [{ \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\", \"child\": "
       "\"leg\" }] }",
       "model.joints[0].child: there is no body called 'leg'; bodies are 'arm'",
       "model.joints[0].child: Körper „leg“ gibt es nicht; Körper: 'arm'"},
      {"{ \"bodies\": [{ \"name\": \"arm\", \"mass\": { \"value\": 1, \"tie\": \"arm\" } }] }",
       "model.bodies[0].mass.tie: there is no quantity 'arm'; nearest: 'body.arm.mass', "
       "'body.arm.com.x' or 'body.arm.com.y'; write \"ID\" or \"factor*ID\"",
       "model.bodies[0].mass.tie: eine Größe „arm“ gibt es nicht; am nächsten: 'body.arm.mass', "
       "'body.arm.com.x' oder 'body.arm.com.y'; schreiben Sie \"ID\" oder \"Faktor*ID\""},
  };

  speak(TRUE);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_autofree char *data =
        g_strdup_printf("{ \"format\": \"trammel/1\", \"model\": %s }", cases[i].model);
    g_assert_null(trammel_project_new_from_data(data, -1, NULL, &error));
    assert_sentences(error, cases[i].english, cases[i].german);
  }
}

static void
test_engine_errors(void)
{
  TrError record = trammel_error_record(), placed = record;
  g_autoptr(GError) error = NULL, bare = NULL, with_place = NULL;
  TrSettings settings = {0};

  speak(TRUE);
  trammel_error_set_status(&error, tr_settings_check(&settings, &record), &record);
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  assert_sentences(error, "the time step h is 0 s; it must be above zero",
                   "die Schrittweite h ist 0 s; sie muss über null liegen");
  TrStatus status = tr_settings_check(&settings, &placed);
  trammel_error_set_status(&with_place, tr_error_prefix(&placed, status, "log '%s': ", "a"),
                           &placed);
  assert_sentences(with_place, "log 'a': the time step h is 0 s; it must be above zero",
                   "Messreihe „a“: die Schrittweite h ist 0 s; sie muss über null liegen");
  trammel_error_set_status(&bare, TR_NO_MEMORY, NULL);
  assert_sentences(bare, "out of memory", "nicht genug Speicher");
}

static void
assert_capital(const char *sentence, const char *expected)
{
  g_autofree char *found = trammel_bilingual_dup_capital(sentence);

  g_assert_cmpstr(found, ==, expected);
}

/* File names and ids keep their first letter. */
static void
test_capitals(void)
{
  assert_capital("log 'a' has no sensor", "Log 'a' has no sensor");
  assert_capital("übrig ist nichts", "Übrig ist nichts");
  assert_capital("time: there is none", "Time: there is none");
  assert_capital("a.csv is empty", "a.csv is empty");
  assert_capital("body.arm.mass starts at 0", "body.arm.mass starts at 0");
  assert_capital("'x' was not fitted", "'x' was not fitted");
  assert_capital("", "");
}

/* The cards of the start page and the templates are translated; the command line lists the English
 * ones. */
static void
test_examples(void)
{
  const TrammelExample *example = trammel_examples_find("pendulum");

  speak(TRUE);
  for (guint i = 0; i < trammel_examples_get_n(); i++) {
    g_assert_cmpstr(_(trammel_examples_get(i)->summary), !=, trammel_examples_get(i)->summary);
    g_assert_cmpstr(trammel_templates_get_title(i), !=, trammel_examples_get(i)->title);
  }
  g_assert_cmpstr(_(example->title), ==, "Pendel mit trockener Reibung");
  speak(FALSE);
  g_assert_cmpstr(example->title, ==, "Pendulum with dry friction");
}

/* Labels of the table, of undo steps and of the tree of the model are translated. */
static void
test_labels(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;

  speak(TRUE);
  g_assert_true(trammel_document_set_value(document, "body.pendulum.mass", 0.7, &error));
  g_assert_no_error(error);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "Masse von pendulum ändern");
  test_set(document, "h", "0.005");
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==,
                  "Schrittweite von auto auf 5 ms ändern");
  g_autoptr(GArray) rows = trammel_model_tree_new(trammel_document_get_project(document));
  g_assert_cmpstr(g_array_index(rows, TrammelModelRow, 1).name, ==, "pivot");
  g_assert_cmpstr(g_array_index(rows, TrammelModelRow, 1).detail, ==, "Drehgelenk");
  speak(FALSE);
  g_assert_true(trammel_document_set_value(document, "body.pendulum.mass", 0.71, &error));
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "change mass of pendulum");
}

static GBytes *
export_as(const TrammelExportResult *result, const char *path)
{
  TrammelExportOptions options = {.date = "2026-11-01 12:00 UTC"}; /* two are compared */
  g_autoptr(GError) error = NULL;
  GBytes *bytes = trammel_export_to_bytes(result, path, &options, NULL, &error);

  g_assert_no_error(error);
  return bytes;
}

/* Checks the reasons why a result cannot be written into a robot model. */
static void
check_refusal(const TrammelExportResult *result)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-language-XXXXXX", NULL);
  g_autofree char *model = g_build_filename(folder, "arm.urdf", NULL);
  TrammelExportOptions options = {.model = model};
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_set_contents(
      model, "<robot name='arm'>\n<joint name='pivot' type='revolute'/>\n</robot>\n", -1, NULL));
  g_assert_null(trammel_export_to_bytes(result, "out.urdf", &options, NULL, &error));
  g_test_message("%s", error->message);
  g_assert_nonnull(strstr(error->message, ": Gelenk „pivot“ (Zeile 2) hat kein <dynamics>; "));
  g_assert_nonnull(
      strstr(trammel_error_get_english(error), ": joint 'pivot' (line 2) has no <dynamics>; add "));
  g_unlink(model);
  g_rmdir(folder);
}

/* Files of a run have the same bytes in every locale, while the window is translated. */
static void
test_files(void)
{
  static const char *const paths[] = {"a.json", "a.csv", "a.h"};
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;

  speak(TRUE);
  g_autoptr(TrammelRun) run = test_identify(document);
  const TrammelProblem *problem = trammel_run_get_problem(run);
  const TrFit *fit = trammel_run_get_fit(run);
  g_autofree char *ending = trammel_fit_dup_ending(fit);
  g_assert_true(g_str_has_prefix(ending, "Konvergiert nach "));
  TrammelRunSummary *verdict = trammel_run_summary_new(run);
  g_assert_nonnull(strstr(verdict->text, "Parameter sind bestimmt."));
  trammel_run_summary_free(verdict);
  g_autofree char *german = trammel_result_to_json(problem, fit);
  g_autoptr(TrammelExportResult) result = trammel_export_result_parse(german, -1, "a.json", &error);
  g_assert_no_error(error);
  check_refusal(result);
  GBytes *in_german[G_N_ELEMENTS(paths)];
  for (guint i = 0; i < G_N_ELEMENTS(paths); i++)
    in_german[i] = export_as(result, paths[i]);
  /* a report is for people */
  g_autoptr(GBytes) report = export_as(result, "a.html");
  g_autofree char *html = g_strndup(g_bytes_get_data(report, NULL), g_bytes_get_size(report));
  g_assert_nonnull(strstr(html, "<html lang=\"de\">"));
  g_assert_nonnull(strstr(html, "Ergebnis der Identifikation"));
  speak(FALSE);
  g_autofree char *english = trammel_result_to_json(problem, fit);
  g_assert_cmpstr(german, ==, english);
  for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
    g_autoptr(GBytes) in_english = export_as(result, paths[i]);
    g_assert_true(g_bytes_equal(in_german[i], in_english));
    g_bytes_unref(in_german[i]);
  }
}

/* Numbers are shown with the decimal sign of the language, and typed with it or a point; formats of
 * files keep the point. */
static void
test_numbers(void)
{
  double value = NAN;
  g_autoptr(GError) error = NULL;

  speak(TRUE);
  if (!has_commas)
    g_test_skip("localedef has no German locale");
  g_assert_cmpstr(localeconv()->decimal_point, ==, ".");
  g_autofree char *shown = g_strdup_printf("%.2f", 0.25);
  g_assert_cmpstr(shown, ==, "0.25");
  g_assert_true(trammel_parse_quantity("0.5", "m", NAN, &value, &error));
  g_assert_no_error(error);
  g_assert_cmpfloat(value, ==, 0.5);
  g_autofree char *number = trammel_number_text_dup("-0.5 m");
  g_assert_cmpstr(number, ==, has_commas ? "−0,5 m" : "−0.5 m");
  g_assert_true(trammel_parse_quantity(number, "m", NAN, &value, &error));
  g_assert_no_error(error);
  g_assert_cmpfloat(value, ==, -0.5);
}

int
main(int argc, char **argv)
{
  g_autofree char *folder = make_locales();

  g_test_init(&argc, &argv, NULL);
  g_setenv("LC_ALL", has_commas ? "de_DE.UTF-8" : "C.UTF-8", TRUE);
  g_setenv("LANGUAGE", "de", TRUE);
  bindtextdomain("trammel", g_getenv("TRAMMEL_TEXTS"));
  bind_textdomain_codeset("trammel", "UTF-8");
  textdomain("trammel");
  g_test_add_func("/language/findings", test_findings);
  g_test_add_func("/language/sentence", test_sentence);
  g_test_add_func("/language/parts", test_parts);
  g_test_add_func("/language/errors", test_errors);
  g_test_add_func("/language/project-errors", test_project_errors);
  g_test_add_func("/language/engine-errors", test_engine_errors);
  g_test_add_func("/language/capitals", test_capitals);
  g_test_add_func("/language/labels", test_labels);
  g_test_add_func("/language/examples", test_examples);
  g_test_add_func("/language/files", test_files);
  g_test_add_func("/language/numbers", test_numbers);
  int failed = g_test_run();
  trammel_temp_folder_remove(folder);
  return failed;
}
