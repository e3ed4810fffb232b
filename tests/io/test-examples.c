/* The embedded examples: complete, loadable, and saved again byte for byte. */
#include <glib/gstdio.h>
#include <string.h>

#include "io/error.h"
#include "io/examples.h"
#include "io/problem.h"

static char *
make_path(const char *folder, const char *name, const char *ending)
{
  g_autofree char *file = g_strconcat(name, ending, NULL);

  return g_build_filename(folder, file, NULL);
}

/* Writes the example into a new folder, which is returned. */
static char *
write_example(const TrammelExample *example, char **project_path)
{
  g_autoptr(GError) error = NULL;
  char *folder = g_dir_make_tmp("trammel-XXXXXX", NULL);

  *project_path = trammel_examples_write(example, folder, &error);
  g_assert_no_error(error);
  return folder;
}

static void
remove_example(const char *folder, const char *name)
{
  g_autofree char *project = make_path(folder, name, ".trammel");
  g_autofree char *log = make_path(folder, name, ".csv");

  g_remove(project);
  g_remove(log);
  g_assert_cmpint(g_rmdir(folder), ==, 0);
}

static void
test_table(void)
{
  g_assert_cmpuint(trammel_examples_get_n(), ==, 3);
  for (guint i = 0; i < trammel_examples_get_n(); i++) {
    const TrammelExample *example = trammel_examples_get(i);
    g_assert_true(trammel_examples_find(example->name) == example);
    g_assert_nonnull(strstr(example->summary, "Simulated"));
  }
  g_assert_null(trammel_examples_find("furata"));
}

/* What is free has a true value, and nothing else. */
static void
check_references(const TrammelExample *example, const TrammelProject *project)
{
  guint n_free = 0;

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    double value;
    g_assert_cmpint(trammel_examples_get_reference(example, quantity->id, &value), ==,
                    quantity->free);
    n_free += quantity->free;
    if (!quantity->free)
      continue;
    g_assert_cmpfloat(value, >=, quantity->min);
    g_assert_cmpfloat(value, <=, quantity->max);
    g_assert_cmpfloat(value, !=, quantity->value);
  }
  g_assert_cmpuint(n_free, >=, 3);
}

static void
test_contents(gconstpointer data)
{
  const TrammelExample *example = trammel_examples_find(data);
  g_autofree char *path = NULL, *folder = write_example(example, &path);
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProject) project = trammel_project_load(path, &error);
  g_assert_no_error(error);
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, &error);

  g_assert_no_error(error);
  for (guint i = 0; i < trammel_problem_get_n_findings(problem); i++)
    g_test_message("%s", trammel_problem_get_finding(problem, i)->text);
  g_assert_cmpuint(trammel_problem_get_n_findings(problem), ==, 0);
  check_references(example, project);
  g_assert_true(g_file_get_contents(path, &before, NULL, NULL));
  g_assert_true(trammel_project_save(project, path, NULL));
  g_assert_true(g_file_get_contents(path, &after, NULL, NULL));
  g_assert_cmpstr(before, ==, after);
  remove_example(folder, example->name);
}

static void
test_keeps_files(void)
{
  const TrammelExample *example = trammel_examples_get(0);
  g_autofree char *path = NULL, *folder = write_example(example, &path), *again = NULL;
  g_autofree char *data = NULL;
  g_autoptr(GError) error = NULL;

  again = trammel_examples_write(example, folder, &error);
  g_assert_no_error(error);
  g_assert_cmpstr(again, ==, path);
  g_assert_true(g_file_set_contents(path, "mine", -1, NULL));
  g_assert_null(trammel_examples_write(example, folder, &error));
  g_assert_error(error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_assert_true(g_file_get_contents(path, &data, NULL, NULL));
  g_assert_cmpstr(data, ==, "mine");
  remove_example(folder, example->name);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/examples/table", test_table);
  g_test_add_data_func("/io/examples/furuta", "furuta", test_contents);
  g_test_add_data_func("/io/examples/pendulum", "pendulum", test_contents);
  g_test_add_data_func("/io/examples/servo", "servo", test_contents);
  g_test_add_func("/io/examples/keeps-files", test_keeps_files);
  return g_test_run();
}
