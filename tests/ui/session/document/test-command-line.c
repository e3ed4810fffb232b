/* Tests of a run's command line: the command gives the same digits. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "io/base/error.h"
#include "io/packed/temp_folder.h"
#include "ui/session/document/command-line.h"
#include "ui/session/params/param-edit.h"
#include "ui/session/session-support.h"

typedef struct {
  TrammelDocument *document;
  char *folder;
} Fixture;

static void
set_up(Fixture *fixture, gconstpointer example)
{
  g_autoptr(GError) error = NULL;

  fixture->document = test_open_example(example);
  fixture->folder = g_dir_make_tmp("trammel test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(fixture->folder, "it's mine.trammel", NULL);
  g_autoptr(GFile) file = g_file_new_for_path(path);
  g_assert_true(trammel_document_save(fixture->document, file, &error));
  g_assert_no_error(error);
}

static void
tear_down(Fixture *fixture, gconstpointer example)
{
  g_clear_object(&fixture->document);
  trammel_temp_folder_remove(fixture->folder);
  g_free(fixture->folder);
}

static TrammelRunRecord *
identify(TrammelDocument *document)
{
  g_autoptr(TrammelRun) run = test_identify(document);

  trammel_document_take_run(document, run);
  return trammel_document_keep_run(document, run);
}

static char *
copy_command(TrammelDocument *document, TrammelRunRecord *record)
{
  g_autoptr(GError) error = NULL;
  char *command = trammel_command_line_for_run(document, record, &error);

  g_assert_no_error(error);
  g_test_message("%s", command);
  return command;
}

/* Runs a command as a shell does, with this build's program in the path. */
static JsonNode *
carry_out(const char *command)
{
  g_autofree char *folder = g_path_get_dirname(g_getenv("TRAMMEL_CLI"));
  g_autofree char *script =
      g_strdup_printf("PATH='%s':$PATH; %s --json --progress none", folder, command);
  char *arguments[] = {(char *)"/bin/sh", (char *)"-c", script, NULL};
  g_autofree char *output = NULL;
  g_autoptr(GError) error = NULL;
  int status = -1;

  g_assert_true(g_spawn_sync(NULL, arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL,
                             &status, &error));
  g_assert_no_error(error);
  g_assert_cmpint(status, ==, 0);
  JsonNode *root = json_from_string(output, &error);
  g_assert_no_error(error);
  return root;
}

/* Asserts that the command gives the digits of the record, which was made without physical values:
 * those of the stepper. */
static void
assert_same_digits(TrammelDocument *document, TrammelRunRecord *record)
{
  g_autofree char *command = copy_command(document, record);
  g_autoptr(JsonNode) root = carry_out(command);
  JsonArray *parameters = json_object_get_array_member(json_node_get_object(root), "parameters");
  const GArray *values = trammel_run_record_get_values(record);

  g_assert_cmpuint(json_array_get_length(parameters), ==, values->len);
  for (guint i = 0; i < values->len; i++) {
    const TrammelRunValue *value = &g_array_index(values, TrammelRunValue, i);
    JsonObject *parameter = json_array_get_object_element(parameters, i);
    g_assert_cmpstr(json_object_get_string_member(parameter, "id"), ==, value->id);
    JsonObject *stepper = json_object_get_object_member(parameter, "stepper");
    g_assert_true(value->value == value->stepper && !value->is_physical);
    g_assert_true(json_object_get_double_member(stepper, "value") == value->stepper);
    if (value->identifiable)
      g_assert_true(json_object_get_double_member(stepper, "sigma") == value->sigma);
  }
}

/* The unchanged file; then an edited one, with options; an old run beside later edits. */
static void
test_options(Fixture *fixture, gconstpointer example)
{
  TrammelDocument *document = fixture->document;
  TrammelRunRecord *first = identify(document);
  const GArray *values = trammel_run_record_get_values(first);
  g_autofree char *id = g_strdup(g_array_index(values, TrammelRunValue, 0).id);
  g_autofree char *plain = copy_command(document, first);

  g_assert_null(strstr(plain, "--"));
  g_assert_nonnull(strstr(plain, "mine.trammel"));
  assert_same_digits(document, first);

  test_set(document, "kappa", "321");
  test_set(document, "compliance_scale", "0.5");
  g_assert_true(trammel_document_set_value(document, id, 0.0123, NULL));
  g_assert_true(trammel_document_set_free(document, id, FALSE, NULL));
  TrammelRunRecord *second = identify(document);
  g_autofree char *command = copy_command(document, second);
  g_assert_nonnull(strstr(command, "--fix"));
  g_assert_nonnull(strstr(command, "settings.kappa=321"));
  assert_same_digits(document, second);
  assert_same_digits(document, first);

  /* saved, so that the file is the source of the second run */
  g_assert_true(trammel_document_save(document, trammel_document_get_file(document), NULL));
  g_autofree char *saved = copy_command(document, second);
  g_assert_null(strstr(saved, "--"));
  assert_same_digits(document, second);
  assert_same_digits(document, first);
}

/* Bounds have no option: the command uses a copy of the run's project. */
static void
test_copy(Fixture *fixture, gconstpointer example)
{
  TrammelDocument *document = fixture->document;
  TrammelRunRecord *first = identify(document);
  const GArray *values = trammel_run_record_get_values(first);
  const TrammelRunValue *value = &g_array_index(values, TrammelRunValue, 0);

  char bound[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr(bound, sizeof bound, value->value * 0.5);
  g_assert_true(trammel_param_edit(document, value->id, TRAMMEL_PARAM_MIN, bound, NULL));
  g_ascii_dtostr(bound, sizeof bound, value->value * 3);
  g_assert_true(trammel_param_edit(document, value->id, TRAMMEL_PARAM_MAX, bound, NULL));
  TrammelRunRecord *second = identify(document);
  g_autofree char *command = copy_command(document, second);
  g_assert_nonnull(strstr(command, "/trammel/runs/"));
  assert_same_digits(document, second);
}

/* A file that another program has changed is not the project of the run any more. */
static void
test_changed_file(Fixture *fixture, gconstpointer example)
{
  GFile *file = trammel_document_get_file(fixture->document);
  TrammelRunRecord *run = identify(fixture->document);
  g_autoptr(TrammelDocument) other = trammel_document_load(file, NULL);

  test_set(other, "kappa", "77");
  g_assert_true(trammel_document_save(other, file, NULL));
  g_autofree char *command = copy_command(fixture->document, run);
  g_assert_nonnull(strstr(command, "/trammel/runs/"));
  assert_same_digits(fixture->document, run);
}

/* Runs that were read from the file have a command, too. */
static void
test_stored(Fixture *fixture, gconstpointer example)
{
  GFile *file = trammel_document_get_file(fixture->document);

  test_set(fixture->document, "kappa", "50");
  identify(fixture->document);
  trammel_document_undo(fixture->document);
  g_assert_true(trammel_document_save(fixture->document, file, NULL));
  g_autoptr(TrammelDocument) again = trammel_document_load(file, NULL);
  GListModel *runs = trammel_run_list_get_model(trammel_document_get_run_list(again));
  g_autoptr(TrammelRunRecord) record = g_list_model_get_item(runs, 0);
  assert_same_digits(again, record);
}

static void
test_unsaved(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_command_line_for_run(document, identify(document), &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add("/ui/session/command-line/options", Fixture, "pendulum", set_up, test_options,
             tear_down);
  g_test_add("/ui/session/command-line/copy", Fixture, "pendulum", set_up, test_copy, tear_down);
  g_test_add("/ui/session/command-line/changed-file", Fixture, "pendulum", set_up,
             test_changed_file, tear_down);
  g_test_add("/ui/session/command-line/stored", Fixture, "pendulum", set_up, test_stored,
             tear_down);
  g_test_add_func("/ui/session/command-line/unsaved", test_unsaved);
  return g_test_run();
}
