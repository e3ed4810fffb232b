/* Tests of writing whole files: links stay, and permissions and owners are kept. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "io/base/replaced_file.h"
#include "io/base/whole_file.h"
#include "io/scratch.h"

static void
save(const char *path, const char *text)
{
  g_autoptr(GError) error = NULL;

  trammel_whole_file_write(path, text, strlen(text), &error);
  g_assert_no_error(error);
}

static void
assert_content(const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_assert_cmpstr(text, ==, expected);
}

static GStatBuf
get_info(const char *path)
{
  GStatBuf info;

  g_assert_cmpint(g_lstat(path, &info), ==, 0);
  return info;
}

/* A link to a link in another folder, and a link to a file that does not exist yet. */
static void
test_links(Scratch *f, gconstpointer data)
{
  g_autofree char *inner = g_build_filename(f->folder, "inner", NULL);
  g_autofree char *first = g_build_filename(inner, "first.json", NULL);
  g_autofree char *second = g_build_filename(f->folder, "second.json", NULL);

  g_assert_cmpint(g_mkdir(inner, 0700), ==, 0);
  g_assert_cmpint(symlink("../real.json", first), ==, 0);
  g_assert_cmpint(symlink(first, second), ==, 0);
  save(second, "one");
  assert_content(f->path, "one");
  save(second, "two");
  assert_content(f->path, "two");
  g_assert_true(S_ISLNK(get_info(first).st_mode));
  g_assert_true(S_ISLNK(get_info(second).st_mode));
  g_assert_true(S_ISREG(get_info(f->path).st_mode));
}

static void
test_circle(Scratch *f, gconstpointer data)
{
  g_assert_cmpint(symlink("real.json", f->path), ==, 0);
  save(f->path, "text");
  assert_content(f->path, "text");
}

/* The permissions of a file stay, narrower and wider than those of a new file. */
static void
test_permissions(Scratch *f, gconstpointer data)
{
  static const guint modes[] = {0600, 0640, 0664, 0444};
  mode_t before = umask(022);

  save(f->path, "new");
  g_assert_cmpuint(get_info(f->path).st_mode & 07777, ==, 0644);
  for (guint i = 0; i < G_N_ELEMENTS(modes); i++) {
    g_assert_cmpint(g_chmod(f->path, (int)modes[i]), ==, 0);
    save(f->path, "old");
    g_assert_cmpuint(get_info(f->path).st_mode & 07777, ==, modes[i]);
  }
  g_assert_true(trammel_whole_file_write_private(f->path, "x", 1, NULL));
  g_assert_cmpuint(get_info(f->path).st_mode & 07777, ==, 0600);
  umask(before);
}

static void
test_owner(Scratch *f, gconstpointer data)
{
  enum { OWNER = 1234, GROUP = 4321 };

  if (getuid() != 0) {
    g_test_skip("only root gives files away");
    return;
  }
  save(f->path, "one");
  g_assert_cmpint(chown(f->path, OWNER, GROUP), ==, 0);
  g_assert_cmpint(g_chmod(f->path, 0640), ==, 0);
  save(f->path, "two");
  GStatBuf info = get_info(f->path);
  g_assert_cmpuint(info.st_uid, ==, OWNER);
  g_assert_cmpuint(info.st_gid, ==, GROUP);
  g_assert_cmpuint(info.st_mode & 07777, ==, 0640);
}

static gpointer
read_pipe(gpointer path)
{
  char *text = NULL;

  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  return text;
}

/* Pipes and devices are written to, and stay what they are. */
static void
test_devices(Scratch *f, gconstpointer data)
{
  g_autoptr(GError) error = NULL;

  g_assert_cmpint(mkfifo(f->path, 0600), ==, 0);
  GThread *reader = g_thread_new("reader", read_pipe, f->path);
  save(f->path, "text");
  g_autofree char *text = g_thread_join(reader);
  g_assert_cmpstr(text, ==, "text");
  g_assert_true(S_ISFIFO(get_info(f->path).st_mode));
  save("/dev/null", "text");
  g_assert_true(S_ISCHR(get_info("/dev/null").st_mode));
  g_assert_false(trammel_whole_file_write("/dev/full", "x", 1, &error));
  g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
}

#define ADD(name, function) scratch_add_test("/io/whole-file/" name, "real.json", function)

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  ADD("links", test_links);
  ADD("circle", test_circle);
  ADD("permissions", test_permissions);
  ADD("owner", test_owner);
  ADD("devices", test_devices);
  return g_test_run();
}
