/* Tests of temporary folders: those of a killed program are deleted at the next start, and nothing
 * else. */
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/packed/temp_folder.h"

enum { PATH_ROOM = 4096 };

static const char *const none[] = {NULL};

static void
sweep(const char *kept)
{
  trammel_temp_folder_sweep(kept ? (const char *const[]){kept, NULL} : none);
}

static gboolean
exists(const char *path)
{
  return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* Starts a process with a temporary folder, which reports its path. */
static pid_t
start_owner(char path[PATH_ROOM])
{
  int ends[2];

  g_assert_cmpint(pipe(ends), ==, 0);
  pid_t pid = fork();
  if (pid == 0) {
    TrammelTempFolder *folder = trammel_temp_folder_new(NULL, NULL);
    const char *own = trammel_temp_folder_get_path(folder);
    g_autofree char *file = g_build_filename(own, "log.csv", NULL);
    if (!g_file_set_contents(file, "1", -1, NULL) || write(ends[1], own, strlen(own) + 1) < 0)
      _exit(EXIT_FAILURE);
    for (;;)
      pause();
  }
  g_assert_cmpint(read(ends[0], path, PATH_ROOM), >, 0);
  close(ends[0]);
  close(ends[1]);
  return pid;
}

static void
kill_owner(pid_t pid)
{
  g_assert_cmpint(kill(pid, SIGKILL), ==, 0);
  g_assert_cmpint(waitpid(pid, NULL, 0), ==, pid);
}

static void
test_killed(void)
{
  char path[PATH_ROOM];
  pid_t pid = start_owner(path);

  sweep(NULL);
  g_assert_true(exists(path)); /* its owner lives */
  kill_owner(pid);
  g_assert_true(exists(path));
  sweep(path); /* unsaved work needs it */
  g_assert_true(exists(path));
  sweep(NULL);
  g_assert_false(exists(path));
}

/* Unsaved work without its packed file: its logs exist only there. */
static void
test_kept(void)
{
  char path[PATH_ROOM];

  kill_owner(start_owner(path));
  trammel_temp_folder_keep_leftover(path);
  sweep(NULL);
  g_autofree char *file = g_build_filename(path, "log.csv", NULL);
  g_assert_true(exists(file));
  trammel_temp_folder_remove_leftover(path);
  g_assert_false(exists(path));
}

/* Folders of users with similar names, those of this process, and the target of a link. */
static void
test_others(void)
{
  g_autofree char *foreign = g_build_filename(g_get_tmp_dir(), "trammel-mine", NULL);
  g_autofree char *link = g_build_filename(g_get_tmp_dir(), "trammel-linked", NULL);
  g_autofree char *target = g_build_filename(g_get_tmp_dir(), "elsewhere", NULL);
  g_autofree char *lock = g_build_filename(target, ".in-use", NULL);
  g_autoptr(TrammelTempFolder) own = trammel_temp_folder_new(NULL, NULL);

  g_assert_cmpint(g_mkdir(foreign, 0700), ==, 0);
  g_assert_cmpint(g_mkdir(target, 0700), ==, 0);
  g_assert_true(g_file_set_contents(lock, "", 0, NULL));
  g_assert_cmpint(symlink(target, link), ==, 0);
  sweep(NULL);
  g_assert_true(exists(foreign));
  g_assert_true(exists(lock));
  g_assert_true(exists(trammel_temp_folder_get_path(own)));
}

int
main(int argc, char **argv)
{
  g_autofree char *place = g_dir_make_tmp("temp-folder-XXXXXX", NULL);

  /* not the user's own folder: it is looked up once per process */
  if (!g_getenv("TRAMMEL_TEST_PLACE")) {
    g_setenv("TRAMMEL_TEST_PLACE", place, TRUE);
    g_setenv("TMPDIR", place, TRUE);
    execv(argv[0], argv);
  }
  g_rmdir(place);
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/temp-folder/killed", test_killed);
  g_test_add_func("/io/temp-folder/kept", test_kept);
  g_test_add_func("/io/temp-folder/others", test_others);
  int status = g_test_run();
  trammel_temp_folder_remove(g_getenv("TRAMMEL_TEST_PLACE"));
  return status;
}
