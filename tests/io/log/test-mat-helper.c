/* Tests of reading MAT files with a faulty helper. */
#include <glib/gstdio.h>
#include <string.h>

#include "io/base/error.h"
#include "io/log/data/dataset.h"
#include "io/log/load.h"
#include "io/packed/temp_folder.h"

static char *folder;

static char *
get_fixture(const char *name)
{
  return g_build_filename(g_getenv("TRAMMEL_TEST_DATA"), "logs", name, NULL);
}

static char *
write_file(const char *name, const void *data, gsize length)
{
  char *path = g_build_filename(folder, name, NULL);

  g_unlink(path);
  g_assert_true(
      g_file_set_contents_full(path, data, (gssize)length, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  return path;
}

static void
assert_error(const char *path, const char *words)
{
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_dataset_load(path, NULL, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_UNREADABLE);
  if (!strstr(error->message, words))
    g_error("'%s' lacks '%s'", error->message, words);
}

static void
test_cancelled(void)
{
  g_autofree char *path = get_fixture("v5.mat");
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel(cancellable);
  g_assert_null(trammel_dataset_load(path, NULL, cancellable, &error));
  g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static gpointer
cancel_soon(gpointer cancellable)
{
  g_usleep(100 * 1000);
  g_cancellable_cancel(cancellable);
  return NULL;
}

/* Makes a helper out of shell commands. */
static char *
install_helper(const char *commands)
{
  g_autofree char *script = g_strdup_printf("#!/bin/sh\n%s\n", commands);
  char *path = write_file("helper.sh", script, strlen(script));

  g_assert_cmpint(g_chmod(path, 0700), ==, 0);
  g_setenv("TRAMMEL_MAT_HELPER", path, TRUE);
  return path;
}

static void
test_cancelled_while_reading(void)
{
  g_autofree char *path = get_fixture("v5.mat"), *helper = install_helper("exec sleep 60");
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GError) error = NULL;
  GThread *thread = g_thread_new("cancel", cancel_soon, cancellable);
  gint64 start = g_get_monotonic_time();

  g_assert_null(trammel_dataset_load(path, NULL, cancellable, &error));
  g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 10 * G_USEC_PER_SEC);
  g_thread_join(thread);
  g_unsetenv("TRAMMEL_MAT_HELPER");
}

/* only consistent answers of the helper are accepted */
static void
test_false_helper(void)
{
  static const char *const answers[] = {
      "",
      "hello",
      "trammel-mat/1\\n",
      /* an end with a missing name */
      "trammel-mat/1\\n\\0\\0\\0\\0\\9\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0",
      /* an array of 2^31 x 2^31 numbers */
      "trammel-mat/"
      "1\\n\\1\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\200\\0\\0\\0\\0\\0\\0\\0\\200\\0\\0\\0\\0",
      /* an array of 2^24 missing numbers */
      "trammel-mat/"
      "1\\n\\1\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0abcd",
      /* a record of an unknown kind */
      "trammel-mat/1\\n\\77\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0",
      /* an unknown note */
      "trammel-mat/1\\n\\3\\0\\0\\0\\0\\0\\0\\0\\77\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0",
  };
  g_autofree char *path = get_fixture("v5.mat");

  for (gsize i = 0; i < G_N_ELEMENTS(answers); i++) {
    g_autofree char *commands = g_strdup_printf("printf '%s'", answers[i]);
    g_autofree char *helper = install_helper(commands);

    g_test_message("%s", answers[i]);
    assert_error(path, "v5.mat: the MAT file");
  }
  g_unsetenv("TRAMMEL_MAT_HELPER");
}

static void
test_crashing_helper(void)
{
  g_autofree char *path = get_fixture("v5.mat");
  g_autofree char *crash = install_helper("kill -SEGV $$"), *spin = NULL;

  assert_error(path, "its reader crashes on it");
  spin = install_helper("kill -XCPU $$");
  assert_error(path, "its reader does not finish");
  g_unsetenv("TRAMMEL_MAT_HELPER");
}

/* The helper gets none of the user's environment variables. */
static void
test_environment(void)
{
  g_autofree char *path = get_fixture("v5.mat"), *seen = g_build_filename(folder, "seen", NULL);
  g_autofree char *commands = g_strdup_printf("env > %s", seen), *text = NULL;
  g_autofree char *helper = install_helper(commands);

  g_setenv("TRAMMEL_TEST_SECRET", "word", TRUE);
  assert_error(path, "v5.mat");
  g_assert_true(g_file_get_contents(seen, &text, NULL, NULL));
  g_assert_null(strstr(text, "TRAMMEL"));
  g_assert_null(strstr(text, "HOME="));
  g_unsetenv("TRAMMEL_TEST_SECRET");
  g_unsetenv("TRAMMEL_MAT_HELPER");
}

static void
test_no_helper(void)
{
  g_autofree char *path = get_fixture("v5.mat");
  g_autoptr(GError) error = NULL;

  g_setenv("TRAMMEL_MAT_HELPER", "/nowhere/helper", TRUE);
  g_assert_null(trammel_dataset_load(path, NULL, NULL, &error));
  g_assert_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_FAILED);
  g_assert_nonnull(strstr(error->message, "/nowhere/helper"));
  g_unsetenv("TRAMMEL_MAT_HELPER");
}

int
main(int argc, char **argv)
{
  int result;

  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("trammel-mat-helper-XXXXXX", NULL);
  g_test_add_func("/io/mat-helper/cancelled", test_cancelled);
  g_test_add_func("/io/mat-helper/cancelled-while-reading", test_cancelled_while_reading);
  g_test_add_func("/io/mat-helper/false", test_false_helper);
  g_test_add_func("/io/mat-helper/crashing", test_crashing_helper);
  g_test_add_func("/io/mat-helper/environment", test_environment);
  g_test_add_func("/io/mat-helper/none", test_no_helper);
  result = g_test_run();
  trammel_temp_folder_remove(folder);
  g_free(folder);
  return result;
}
