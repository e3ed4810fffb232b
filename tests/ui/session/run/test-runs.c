/* Tests of the runs of a document: kept, named, deleted and restored; saved and read again. */
#include <math.h>
#include <string.h>

#include "io/packed/temp_folder.h"
#include "io/project/runs.h"
#include "plot/figure/number-text.h"
#include "ui/session/run/fit-words.h"
#include "ui/session/run/run-list.h"
#include "ui/session/session-support.h"

static TrammelRunRecord *
keep(TrammelDocument *document, TrammelRun *run)
{
  trammel_document_take_run(document, run);
  return trammel_document_keep_run(document, run);
}

static guint
count(TrammelDocument *document)
{
  return g_list_model_get_n_items(
      trammel_run_list_get_model(trammel_document_get_run_list(document)));
}

/* Returns the i-th newest record. */
static TrammelRunRecord *
get_record(TrammelDocument *document, guint i)
{
  GListModel *model = trammel_run_list_get_model(trammel_document_get_run_list(document));
  g_autoptr(TrammelRunRecord) record = g_list_model_get_item(model, i);
  return record;
}

/* The sentence on the end of a fit names the number of iterations that plots and tables show. */
static void
test_ending(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRun) run = test_identify(document);
  const TrFit *fit = trammel_run_get_fit(run);
  TrFit whole = *fit;
  g_autofree char *ending = trammel_fit_dup_ending(fit);
  g_autofree char *accepted =
      g_strdup_printf(" after %d iterations (%d accepted): ", fit->iterations, fit->n_history - 1);

  g_assert_cmpint(fit->n_history - 1, <, fit->iterations);
  g_assert_nonnull(strstr(ending, accepted));
  whole.n_history = 2;
  whole.iterations = 1;
  g_autofree char *short_ending = trammel_fit_dup_ending(&whole);
  g_assert_nonnull(strstr(short_ending, " after 1 iteration: "));
}

static void
test_keep(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRun) run = test_identify(document);
  TrammelRunRecord *record = keep(document, run);
  const TrFit *fit = trammel_run_get_fit(run);
  const GArray *values = trammel_run_record_get_values(record);

  g_assert_cmpuint(trammel_run_record_get_number(record), ==, 1);
  g_assert_true(trammel_run_record_get_active(record));
  g_assert_cmpstr(trammel_run_record_get_status(record), ==, "converged");
  g_assert_true(trammel_run_record_get_cost(record) == fit->cost.total);
  g_assert_cmpint((int)values->len, ==, fit->n_free);
  for (int i = 0; i < fit->n_free; i++)
    g_assert_true(g_array_index(values, TrammelRunValue, i).value == fit->estimates[i].value);
  g_assert_false(trammel_document_get_dirty(document)); /* an unchanged example can be run again */

  trammel_run_record_set_overlay(record, TRUE);
  keep(document, run);
  g_assert_cmpuint(count(document), ==, 2);
  g_assert_cmpuint(trammel_run_record_get_number(get_record(document, 0)), ==, 2);
  keep(document, run);
  g_assert_cmpuint(trammel_run_record_get_number(get_record(document, 0)), ==, 3);
}

/* Names, notes and deletions are undo steps; undo does not remove later runs. */
static void
test_history(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRun) run = test_identify(document);
  TrammelRunRecord *first = keep(document, run);
  g_autofree char *name = g_strdup(trammel_run_record_get_name(first));

  trammel_document_rename_run(document, first, "rig on the table");
  trammel_document_set_run_notes(document, first, "warm");
  g_assert_true(trammel_document_get_dirty(document));
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "change notes of run #1");
  TrammelRunRecord *second = keep(document, run);
  trammel_document_delete_run(document, first);
  g_assert_cmpuint(count(document), ==, 1);
  g_assert_true(get_record(document, 0) == second);

  trammel_document_undo(document);
  g_assert_cmpuint(count(document), ==, 2);
  g_assert_true(get_record(document, 1) == first);
  g_assert_cmpstr(trammel_run_record_get_notes(first), ==, "warm");
  trammel_document_move_in_history(document, -2);
  g_assert_cmpstr(trammel_run_record_get_name(first), ==, name);
  g_assert_cmpstr(trammel_run_record_get_notes(first), ==, "");
  g_assert_cmpuint(count(document), ==, 2);
  g_assert_null(trammel_document_get_undo_label(document));
  g_assert_cmpstr(trammel_document_get_history_label(document, 3), ==, "delete run #1");
  trammel_document_move_in_history(document, 3);
  g_assert_cmpuint(count(document), ==, 1);
}

static char *
read_file(const char *path)
{
  char *text = NULL;

  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  return text;
}

/* Saved and read again: the same runs, and the same bytes after saving again. */
static void
test_save(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "a.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelRun) run = test_identify(document);

  keep(document, run);
  trammel_document_rename_run(document, keep(document, run), "second \"try\"");
  g_assert_true(trammel_document_save(document, file, &error));
  g_assert_no_error(error);
  g_assert_false(trammel_document_get_dirty(document));
  g_autofree char *saved = read_file(path);

  g_autoptr(TrammelDocument) again = trammel_document_load(file, &error);
  g_assert_no_error(error);
  g_assert_false(trammel_document_get_dirty(again));
  g_assert_cmpuint(count(again), ==, 2);
  TrammelRunRecord *record = get_record(again, 0);
  g_assert_cmpstr(trammel_run_record_get_name(record), ==, "second \"try\"");
  g_assert_null(trammel_run_record_get_run(record));
  g_assert_cmpuint(trammel_run_record_get_values(record)->len, ==,
                   (guint)trammel_run_get_fit(run)->n_free);
  g_assert_true(trammel_document_save(again, file, &error));
  g_autofree char *saved_again = read_file(path);
  g_assert_cmpstr(saved, ==, saved_again);

  /* the project that the run keeps gives the same numbers */
  g_autoptr(TrammelProject) kept =
      trammel_run_record_dup_project(record, trammel_document_get_project(again));
  g_assert_nonnull(kept);
  g_autoptr(TrammelDocument) copy = trammel_document_new(kept, NULL, TRUE);
  g_autoptr(TrammelRun) repeated = test_identify(copy);
  g_assert_true(trammel_run_get_fit(repeated)->cost.total == trammel_run_record_get_cost(record));
  trammel_temp_folder_remove(folder);
}

/* Unknown keys of a run are kept, also when the run is renamed. */
static void
test_foreign_keys(void)
{
  static const char text[] =
      "{ \"format\": \"trammel/1\", \"model\": {"
      " \"bodies\": [ { \"name\": \"rod\", \"mass\": 0.5 } ],"
      " \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\","
      "                 \"child\": \"rod\" } ] },"
      " \"runs\": [ { \"format\": \"trammel-result/1\", \"mood\": [1, 2], \"parameters\": [] },"
      "             { \"name\": \"x\", \"a\": [[1]] } ] }";
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(text, -1, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, FALSE);
  g_autofree char *before = trammel_project_to_data(project);

  g_assert_cmpuint(count(document), ==, 2);
  TrammelRunList *list = trammel_document_get_run_list(document);
  g_autoptr(GPtrArray) texts = trammel_run_list_dup_texts(list);
  g_autofree char *after =
      trammel_project_to_data_with_runs(trammel_document_get_project(document), texts);
  g_assert_cmpstr(before, ==, after);

  trammel_document_rename_run(document, get_record(document, 1), "mine");
  g_autoptr(GPtrArray) renamed = trammel_run_list_dup_texts(list);
  g_assert_nonnull(strstr(renamed->pdata[0], "\"mood\": [1, 2]"));
  g_assert_nonnull(strstr(renamed->pdata[0], "\"name\": \"mine\""));
}

/* A run stored in the first format of results has the mechanism's values where they are known, with
 * the whole sigma, and stays as it is in the file. */
static void
test_first_format(void)
{
  static const char text[] =
      "{ \"format\": \"trammel-result/1\", \"status\": \"converged\", \"parameters\": ["
      " { \"id\": \"a\", \"unit\": \"kg\", \"value\": 1, \"sigma\": 0.1, \"physical\":"
      " { \"value\": 1.25, \"sigma\": 0.3, \"systematic\": 0.4, \"smoothing\": 0,"
      " \"reason\": null }, \"identifiable\": true, \"at_bound\": false },"
      " { \"id\": \"b\", \"unit\": \"kg\", \"value\": 2, \"sigma\": 0.2, \"physical\": null,"
      " \"identifiable\": true, \"at_bound\": false } ] }";
  g_autoptr(JsonNode) node = json_from_string(text, NULL);
  g_autoptr(TrammelRunRecord) record = trammel_run_record_new_stored(node, 1);
  const GArray *values = trammel_run_record_get_values(record);

  g_assert_cmpuint(values->len, ==, 2);
  const TrammelRunValue *known = &g_array_index(values, TrammelRunValue, 0);
  const TrammelRunValue *unknown = &g_array_index(values, TrammelRunValue, 1);
  g_assert_true(known->is_physical && known->value == 1.25 && known->stepper == 1);
  g_assert_cmpfloat(fabs(known->sigma - 0.5), <, 1e-12);
  g_assert_true(!unknown->is_physical && unknown->value == 2 && unknown->stepper == 2);
  g_assert_true(unknown->sigma == 0.2);
  g_assert_nonnull(strstr(trammel_run_record_get_text(record), "trammel-result/1"));
}

/* Saving a document with a hundred runs is fast. */
static void
test_many(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "a.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autoptr(TrammelDocument) document = test_open_example("furuta");
  g_assert_true(trammel_document_set_setting(document, "kappa", "100", NULL));
  g_autoptr(TrammelRun) run = test_identify(document);

  for (int i = 0; i < 100; i++)
    keep(document, run);
  while (g_main_context_iteration(NULL, FALSE))
    continue;
  for (int i = 0; i < 3; i++) {
    gint64 begin = g_get_monotonic_time();
    g_assert_true(trammel_document_save(document, file, NULL));
    double milliseconds = (double)(g_get_monotonic_time() - begin) * 1e-3;
    g_autofree char *text = read_file(path);
    g_test_message("save with 100 runs (%zu bytes): %.1f ms", strlen(text), milliseconds);
    g_assert_cmpfloat(milliseconds, <, 5000);
  }
  gint64 begin = g_get_monotonic_time();
  g_autoptr(TrammelDocument) again = trammel_document_load(file, NULL);
  g_test_message("load: %.1f ms", (double)(g_get_monotonic_time() - begin) * 1e-3);
  g_assert_cmpuint(count(again), ==, 100);
  trammel_temp_folder_remove(folder);
}

/* The number in the name of a run has the decimal sign of the user where it is shown; a name by the
 * user stays. */
static void
test_title(void)
{
  static const char *const files[] = {"{\"settings\": {\"kappa\": 7.96e-5}}",
                                      "{\"name\": \"κ 0.5 kg\", \"settings\": {\"kappa\": 2}}"};
  static const char *const titles[] = {"#1 κ 7,96e−5", "#1 κ 0.5 kg"};

  trammel_number_text_set_decimal_sign(',');
  for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autoptr(JsonNode) node = json_from_string(files[i], NULL);
    g_autoptr(TrammelRunRecord) record = trammel_run_record_new_stored(node, 1);
    g_autofree char *title = trammel_run_record_dup_title(record);
    g_assert_cmpstr(title, ==, titles[i]);
  }
  trammel_number_text_set_decimal_sign('.');
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/runs/ending", test_ending);
  g_test_add_func("/ui/session/runs/keep", test_keep);
  g_test_add_func("/ui/session/runs/history", test_history);
  g_test_add_func("/ui/session/runs/save", test_save);
  g_test_add_func("/ui/session/runs/foreign-keys", test_foreign_keys);
  g_test_add_func("/ui/session/runs/first-format", test_first_format);
  g_test_add_func("/ui/session/runs/title", test_title);
  g_test_add_func("/ui/session/runs/many", test_many);
  return g_test_run();
}
