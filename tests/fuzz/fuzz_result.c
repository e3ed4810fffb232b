/* Fuzz target of result files: a project takes their values and settings, as for `--result`. */
#include "fuzz/fuzz.h"
#include "io/project/examples.h"
#include "io/project/project.h"
#include "io/result/node.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

/* Returns a project with the quantities that results contain. */
static TrammelProject *
new_project(void)
{
  static const char text[] =
      "{ \"format\": \"trammel/1\", \"model\": { \"bodies\": [ { \"name\": \"arm\", \"mass\": 1 } "
      "],"
      " \"joints\": [ { \"name\": \"j1\", \"type\": \"hinge\", \"parent\": \"world\", \"child\": "
      "\"arm\" } ] } }";
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_new_from_data(text, -1, NULL, &error);

  g_assert_no_error(error);
  return project;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) root = trammel_result_parse((const char *)data, (gssize)size, "r", &error);

  if (!root) {
    fuzz_check_error(error);
    return 0;
  }
  g_autoptr(GArray) values = trammel_result_read_values(root, "r", &error);
  if (!values)
    fuzz_check_error(error);
  g_clear_error(&error);
  g_autoptr(TrammelProject) project = new_project();
  if (!trammel_result_node_apply_values(project, root, "r", TRAMMEL_VALUES_PHYSICAL, &error))
    fuzz_check_error(error);
  g_clear_error(&error);
  if (!trammel_result_node_apply_settings(project, root, "r", &error))
    fuzz_check_error(error);
  g_strfreev(trammel_result_node_dup_log_names(root));
  return 0;
}
