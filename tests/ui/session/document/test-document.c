/* Tests of the document: edits, undo, saving. */
#include "io/base/error.h"
#include "io/packed/temp_folder.h"
#include "io/problem/problem.h"
#include "io/structure/structure.h"
#include "ui/session/export/export-plan.h"
#include "ui/session/params/param-edit.h"
#include "ui/session/params/param-list.h"
#include "ui/session/session-support.h"

static const TrammelQuantity *
find_quantity(TrammelDocument *document, gboolean is_free)
{
  TrammelProject *project = trammel_document_get_project(document);

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (quantity->free == is_free)
      return quantity;
  }
  g_assert_not_reached();
}

static double
get_value(TrammelDocument *document, const char *id)
{
  TrammelProject *project = trammel_document_get_project(document);

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    if (g_str_equal(quantity->id, id))
      return quantity->value;
  }
  g_assert_not_reached();
}

static void
test_undo(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autofree char *id = g_strdup(find_quantity(document, TRUE)->id);
  double before = get_value(document, id);
  g_autoptr(GError) error = NULL;

  g_assert_false(trammel_document_get_dirty(document));
  g_assert_null(trammel_document_get_undo_label(document));
  g_assert_true(trammel_document_set_value(document, id, before * 1.5, &error));
  g_assert_true(trammel_document_get_dirty(document));
  g_assert_cmpfloat(get_value(document, id), ==, before * 1.5);
  g_assert_true(g_str_has_prefix(trammel_document_get_undo_label(document), "change "));

  trammel_document_undo(document);
  g_assert_cmpfloat(get_value(document, id), ==, before);
  g_assert_false(trammel_document_get_dirty(document));
  g_assert_null(trammel_document_get_undo_label(document));

  trammel_document_redo(document);
  g_assert_cmpfloat(get_value(document, id), ==, before * 1.5);
  g_assert_null(trammel_document_get_redo_label(document));
}

/* The history holds 500 steps; the oldest go first. */
static void
test_undo_limit(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  const char *id = "body.pendulum.mass";

  for (int i = 1; i <= 510; i++)
    g_assert_true(trammel_document_set_value(document, id, i, NULL));
  g_assert_nonnull(trammel_document_get_history_label(document, -500));
  g_assert_null(trammel_document_get_history_label(document, -501));
  trammel_document_move_in_history(document, -600);
  g_assert_cmpfloat(get_value(document, id), ==, 10);
  trammel_document_move_in_history(document, 600);
  g_assert_cmpfloat(get_value(document, id), ==, 510);
}

/* Edits of one thing join within a second; those of two things do not, nor do later ones; an edit
 * drops the steps that were undone. */
static void
test_joined_edits(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");

  test_set(document, "h", "0.004");
  test_set(document, "kappa", "100");
  test_set(document, "kappa", "200");
  g_assert_nonnull(trammel_document_get_history_label(document, -2));
  g_assert_null(trammel_document_get_history_label(document, -3));
  g_usleep(G_USEC_PER_SEC + G_USEC_PER_SEC / 10);
  test_set(document, "kappa", "300");
  g_assert_nonnull(trammel_document_get_history_label(document, -3));
  trammel_document_undo(document);
  g_assert_nonnull(trammel_document_get_redo_label(document));
  test_set(document, "h", "0.005");
  g_assert_null(trammel_document_get_redo_label(document));
}

/* However long a slider is held, its drag is one step; the label has the values at both ends. */
static void
test_slow_drag(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");

  test_set(document, "kappa", "100");
  trammel_document_hold_step(document);
  test_set(document, "kappa", "200");
  g_usleep(G_USEC_PER_SEC + G_USEC_PER_SEC / 10);
  test_set(document, "kappa", "300");
  trammel_document_close_step(document);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==,
                  "change state error weight κ from 100 to 300");
  test_set(document, "kappa", "auto");
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==,
                  "change state error weight κ from 300 to auto");
  trammel_document_undo(document);
  trammel_document_undo(document);
  g_assert_cmpfloat(trammel_project_get_settings(trammel_document_get_project(document))->kappa, ==,
                    100);
}

/* The edits of one drag are one undo step; the next drag is another. */
static void
test_drag_is_one_step(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");

  g_assert_true(isnan(trammel_project_get_settings(trammel_document_get_project(document))->h));
  g_assert_true(trammel_document_set_setting(document, "h", "0.004", NULL));
  g_assert_true(trammel_document_set_setting(document, "h", "0.005", NULL));
  trammel_document_close_step(document);
  g_assert_true(trammel_document_set_setting(document, "h", "0.008", NULL));
  trammel_document_undo(document);
  g_assert_cmpfloat(trammel_project_get_settings(trammel_document_get_project(document))->h, ==,
                    0.005);
  trammel_document_undo(document);
  g_assert_true(isnan(trammel_project_get_settings(trammel_document_get_project(document))->h));
}

static void
test_refused_edit(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autofree char *id = g_strdup(find_quantity(document, TRUE)->id);
  g_autoptr(GError) error = NULL;

  g_assert_false(trammel_param_edit(document, id, TRAMMEL_PARAM_MIN, "1e9", &error));
  g_assert_nonnull(error);
  g_clear_error(&error);
  g_assert_false(trammel_document_set_value(document, "body.nobody.mass", 1, &error));
  g_assert_nonnull(error);
  g_assert_nonnull(strstr(error->message, "nobody"));
  g_assert_false(trammel_document_get_dirty(document));
  g_assert_null(trammel_document_get_undo_label(document));
}

/* An edit does not change a project on which others hold a reference. */
static void
test_projects_are_not_changed(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autofree char *id = g_strdup(find_quantity(document, TRUE)->id);
  g_autoptr(TrammelProject) held = trammel_project_ref(trammel_document_get_project(document));
  g_autofree char *before = trammel_project_to_data(held);

  g_assert_true(trammel_document_set_free(document, id, FALSE, NULL));
  g_autofree char *after = trammel_project_to_data(held);
  g_assert_cmpstr(before, ==, after);
  g_autofree char *now = trammel_project_to_data(trammel_document_get_project(document));
  g_assert_cmpstr(before, !=, now);
}

/* A saved copy of an example has its log beside it and can be identified from there. */
static void
test_save_example(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("furuta");
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "mine.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autofree char *id = g_strdup(find_quantity(document, TRUE)->id);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_set_value(document, id, 0.0123, NULL));
  g_assert_true(trammel_document_save(document, file, &error));
  g_assert_no_error(error);
  g_assert_false(trammel_document_get_dirty(document));
  g_assert_true(g_file_equal(trammel_document_get_file(document), file));

  g_autoptr(TrammelDocument) again = trammel_document_load(file, &error);
  g_assert_no_error(error);
  g_assert_cmpfloat(get_value(again, id), ==, 0.0123);
  g_autoptr(TrammelProblem) problem =
      trammel_problem_new(trammel_document_get_project(again), NULL, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpint(trammel_problem_get_task(problem)->n_logs, >, 0);
  trammel_document_undo(document);
  g_assert_true(trammel_document_get_dirty(document));
  trammel_temp_folder_remove(folder);
}

/* After saving into another folder, a project still finds a log with a relative path. */
static void
test_save_elsewhere(void)
{
  g_autoptr(TrammelDocument) example = test_open_example("pendulum");
  g_autofree char *first = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *second = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *first_path = g_build_filename(first, "a.trammel", NULL);
  g_autofree char *second_path = g_build_filename(second, "b.trammel", NULL);
  g_autoptr(GFile) first_file = g_file_new_for_path(first_path);
  g_autoptr(GFile) second_file = g_file_new_for_path(second_path);
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_save(example, first_file, NULL));
  g_autoptr(TrammelDocument) document = trammel_document_load(first_file, NULL);
  g_assert_true(trammel_document_save(document, second_file, &error));
  g_assert_no_error(error);
  g_autoptr(TrammelDocument) again = trammel_document_load(second_file, &error);
  g_assert_no_error(error);
  g_autofree char *log = trammel_project_dup_log_path(trammel_document_get_project(again), 0);
  g_assert_true(g_str_has_prefix(log, first));
  g_autoptr(TrammelProblem) problem =
      trammel_problem_new(trammel_document_get_project(again), NULL, NULL, &error);
  g_assert_no_error(error);
  g_assert_nonnull(problem);
  trammel_temp_folder_remove(first);
  trammel_temp_folder_remove(second);
}

static void
test_load_missing(void)
{
  g_autoptr(GFile) file = g_file_new_for_path("/nowhere/at all.trammel");
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_document_load(file, &error));
  g_assert_nonnull(error);
  g_assert_nonnull(strstr(error->message, "at all.trammel"));
}

static const char newer[] =
    "{ \"format\": \"trammel/3\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": 0.5 } ],"
    " \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\","
    "                 \"child\": \"rod\" } ],"
    " \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j\" } ] },"
    " \"logs\": [ { \"name\": \"a\", \"file\": \"a.csv\", \"channels\": [ { \"signal\": \"s\","
    "   \"column\": \"q\", \"scale\": 1, \"delay\": 0.5,"
    "   \"offset\": { \"value\": 0, \"free\": true } } ] } ] }";

/* A file of a newer version can be used and changed, but is not overwritten. */
static void
test_newer_format(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "a.trammel", NULL), *text = NULL;
  g_autofree char *other_path = g_build_filename(folder, "b.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_autoptr(GFile) other = g_file_new_for_path(other_path);
  g_autoptr(GError) error = NULL;

  g_assert_true(g_file_set_contents(path, newer, -1, NULL));
  g_autoptr(TrammelDocument) document = trammel_document_load(file, &error);
  g_assert_no_error(error);
  g_assert_true(trammel_document_set_value(document, "body.rod.mass", 2, &error));
  g_assert_false(trammel_document_save(document, file, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID);
  g_assert_nonnull(strstr(error->message, "read-only"));
  g_assert_true(trammel_document_get_dirty(document));
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_assert_cmpstr(text, ==, newer);
  g_clear_error(&error);
  g_assert_true(trammel_document_save(document, other, &error));
  g_assert_no_error(error);
  trammel_temp_folder_remove(folder);
}

static gboolean
lists(GListModel *model, const char *id)
{
  for (guint i = 0; i < g_list_model_get_n_items(model); i++) {
    g_autoptr(TrammelParamItem) item = g_list_model_get_item(model, i);
    if (g_str_equal(trammel_param_item_get_id(item), id))
      return TRUE;
  }
  return FALSE;
}

/* Quantities of channels are listed only if they were edited. */
static void
test_listed_parameters(void)
{
  g_autoptr(TrammelProject) project = trammel_project_new_from_data(newer, -1, NULL, NULL);
  g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, FALSE);
  g_autoptr(TrammelParamList) list = trammel_param_list_new(document);
  GListModel *model = trammel_param_list_get_model(list);

  g_assert_true(lists(model, "log.a.s.offset"));
  g_assert_true(lists(model, "log.a.s.delay"));
  g_assert_false(lists(model, "log.a.s.scale"));
  g_assert_true(lists(model, "body.rod.mass"));
}

/* After a structural edit the rows of the parameters are rebuilt, and the logs are read again. */
static void
test_structure(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(TrammelParamList) list = trammel_param_list_new(document);
  TrammelProject *project = trammel_document_get_project(document);
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, NULL);
  g_autoptr(TrammelProject) renamed = trammel_project_copy(project);
  const TrammelElement body = {TRAMMEL_ELEMENT_BODY, 0}, sensor = {TRAMMEL_ELEMENT_SENSOR, 0};
  GListModel *model = trammel_param_list_get_model(list);

  g_assert_true(trammel_document_uses_logs_of(document, problem));
  g_assert_true(trammel_project_rename_element(renamed, body, "swing", NULL));
  trammel_document_take_project(document, g_steal_pointer(&renamed), "rename", NULL);
  g_assert_true(lists(model, "body.swing.mass"));
  g_assert_true(trammel_document_uses_logs_of(document, problem));
  renamed = trammel_project_copy(trammel_document_get_project(document));
  g_assert_true(trammel_project_rename_element(renamed, sensor, "encoder", NULL));
  trammel_document_take_project(document, g_steal_pointer(&renamed), "rename", NULL);
  g_assert_false(trammel_document_uses_logs_of(document, problem));
  trammel_document_undo(document);
  trammel_document_undo(document);
  g_assert_false(lists(model, "body.swing.mass"));
  g_assert_true(trammel_document_uses_logs_of(document, problem));
}

/* A project that was never saved is saved and exported to the folder of its first log. */
static void
test_folder(void)
{
  g_autoptr(TrammelDocument) example = test_open_example("pendulum");
  TrammelProject *project = trammel_document_get_project(example);
  g_autoptr(TrammelDocument) document = trammel_document_new(project, NULL, TRUE);
  g_autofree char *log = trammel_project_dup_log_path(project, 0);
  g_autofree char *expected = g_path_get_dirname(log);
  g_autofree char *folder = trammel_document_dup_folder(document);
  g_autofree char *none = trammel_document_dup_folder(example);
  g_autoptr(TrammelExportPlan) plan = trammel_export_plan_new(document, "json");

  g_assert_cmpstr(folder, ==, expected);
  g_assert_cmpstr(plan->folder, ==, expected);
  g_assert_null(none);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/document/undo", test_undo);
  g_test_add_func("/ui/session/document/joined-edits", test_joined_edits);
  g_test_add_func("/ui/session/document/slow-drag", test_slow_drag);
  g_test_add_func("/ui/session/document/undo-limit", test_undo_limit);
  g_test_add_func("/ui/session/document/drag-is-one-step", test_drag_is_one_step);
  g_test_add_func("/ui/session/document/refused-edit", test_refused_edit);
  g_test_add_func("/ui/session/document/projects-are-not-changed", test_projects_are_not_changed);
  g_test_add_func("/ui/session/document/save-example", test_save_example);
  g_test_add_func("/ui/session/document/save-elsewhere", test_save_elsewhere);
  g_test_add_func("/ui/session/document/load-missing", test_load_missing);
  g_test_add_func("/ui/session/document/newer-format", test_newer_format);
  g_test_add_func("/ui/session/document/listed-parameters", test_listed_parameters);
  g_test_add_func("/ui/session/document/structure", test_structure);
  g_test_add_func("/ui/session/document/folder", test_folder);
  return g_test_run();
}
