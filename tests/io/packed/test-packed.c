/* Tests of packed projects: the content is unpacked unchanged, no file is lost or replaced, and no
 * more is written than is allowed. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/base/error.h"
#include "io/packed/packed.h"
#include "io/packed/temp_folder.h"
#include "io/project/save.h"
#include "io/scratch.h"

static const char model[] =
    "{ \"format\": \"trammel/1\",\n"
    "  \"model\": { \"bodies\": [ { \"name\": \"rod\", \"mass\": 0.5 } ],\n"
    "    \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\", \"child\": "
    "\"rod\" } ],\n"
    "    \"sensors\": [ { \"name\": \"s\", \"type\": \"joint-position\", \"joint\": \"j\" } ] },\n"
    "  \"logs\": [ ";

/* Writes `text` to a file of the fixture, whose folders are made; returns the path. */
static char *
put(const Scratch *f, const char *name, const char *text)
{
  char *path = g_build_filename(f->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname(path);

  g_assert_cmpint(g_mkdir_with_parents(parent, 0700), ==, 0);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  return path;
}

static void
assert_content(const char *path, const char *expected)
{
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;

  g_file_get_contents(path, &text, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpstr(text, ==, expected);
}

static void
assert_log(const TrammelProject *project, guint log, const char *expected)
{
  g_autofree char *path = trammel_project_dup_log_path(project, log);

  assert_content(path, expected);
}

/* Returns a project in the fixture's folder whose logs have these files. */
static TrammelProject *
make_project(const Scratch *f, const char *const *files)
{
  g_autoptr(GString) text = g_string_new(model);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; files[i]; i++)
    g_string_append_printf(text, "%s{ \"name\": \"log %u\", \"file\": \"%s\" }", i ? ", " : "", i,
                           files[i]);
  g_string_append(text, " ] }\n");
  TrammelProject *project = trammel_project_new_from_data(text->str, -1, f->folder, &error);
  g_assert_no_error(error);
  return project;
}

static TrammelProject *
save(const TrammelProject *project, const char *path)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *saved = trammel_project_save_as(project, path, NULL, NULL, &error);

  g_assert_no_error(error);
  return saved;
}

static TrammelProject *
load(const char *path)
{
  g_autoptr(GError) error = NULL;
  TrammelProject *project = trammel_project_load(path, &error);

  g_assert_no_error(error);
  return project;
}

static void
assert_refused(const GError *error, int code, const char *word)
{
  g_assert_error(error, TRAMMEL_ERROR, code);
  g_assert_nonnull(strstr(error->message, word));
}

static void
test_round_trip(Scratch *f, gconstpointer data)
{
  g_autofree char *a = put(f, "a.csv", "t,q\n0,1\n"), *b = put(f, "runs/b.csv", "t,q\n0,2\n");
  g_autofree char *path = g_build_filename(f->folder, "arm.trammelz", NULL);
  g_autoptr(TrammelProject) project =
      make_project(f, (const char *const[]){"a.csv", "runs/b.csv", NULL});
  g_autoptr(TrammelProject) saved = save(project, path);

  g_assert_cmpint(g_unlink(a) | g_unlink(b), ==, 0);
  g_autoptr(TrammelProject) loaded = load(path);
  const TrammelProject *both[] = {saved, loaded};
  for (int i = 0; i < 2; i++) {
    g_assert_cmpstr(trammel_project_get_log_file(both[i], 0), ==, "a.csv");
    assert_log(both[i], 0, "t,q\n0,1\n");
    assert_log(both[i], 1, "t,q\n0,2\n");
  }
  g_autofree char *before = trammel_project_to_data(project);
  g_autofree char *after = trammel_project_to_data(loaded);
  g_assert_cmpstr(before, ==, after);
  g_autofree char *place = trammel_project_dup_log_place(loaded, 1);
  g_autofree char *expected = g_build_filename(path, "runs", "b.csv", NULL);
  g_assert_cmpstr(place, ==, expected);
}

/* The unpacked files exist as long as the project, a copy of it or an edit. */
static void
test_folder_goes_with_the_last_owner(Scratch *f, gconstpointer data)
{
  g_autofree char *a = put(f, "a.csv", "1"),
                  *path = g_build_filename(f->folder, "p.trammelz", NULL);
  g_autoptr(TrammelProject) project = make_project(f, (const char *const[]){"a.csv", NULL});
  g_autoptr(TrammelProject) saved = save(project, path);
  TrammelProject *loaded = load(path), *copy = trammel_project_copy(loaded);
  g_autofree char *folder = g_strdup(trammel_project_get_folder(loaded));

  g_assert_cmpstr(folder, !=, f->folder);
  trammel_project_unref(loaded);
  g_assert_true(trammel_project_set_prior(copy, "body.rod.mass", 1, 0.1, NULL));
  assert_log(copy, 0, "1");
  trammel_project_unref(copy);
  g_assert_false(g_file_test(folder, G_FILE_TEST_EXISTS));
}

static guint
get_mode(const char *path)
{
  GStatBuf info;

  g_assert_cmpint(g_lstat(path, &info), ==, 0);
  return info.st_mode & 07777;
}

/* Unpacked files are readable by this user only, with any umask. */
static void
test_private(Scratch *f, gconstpointer data)
{
  g_autofree char *log = put(f, "runs/a.csv", "1"),
                  *path = g_build_filename(f->folder, "p.trammelz", NULL);
  g_autoptr(TrammelProject) project = make_project(f, (const char *const[]){"runs/a.csv", NULL});
  mode_t before = umask(0);

  g_assert_cmpint(g_chmod(log, 0666), ==, 0);
  g_autoptr(TrammelProject) saved = save(project, path);
  g_autoptr(TrammelProject) loaded = load(path);
  umask(before);
  const char *folder = trammel_project_get_folder(loaded);
  g_autofree char *inner = trammel_project_dup_log_path(loaded, 0),
                  *between = g_path_get_dirname(inner);
  g_assert_cmpuint(get_mode(folder), ==, 0700);
  g_assert_cmpuint(get_mode(between), ==, 0700);
  g_assert_cmpuint(get_mode(inner), ==, 0600);
}

/* A link in the folder is removed, its target stays. */
static void
test_removal_follows_no_links(Scratch *f, gconstpointer data)
{
  g_autofree char *a = put(f, "kept/a.csv", "1"), *kept = g_path_get_dirname(a);
  g_autoptr(TrammelTempFolder) folder = trammel_temp_folder_new(NULL, NULL);
  g_autofree char *path = g_strdup(trammel_temp_folder_get_path(folder)),
                  *to_folder = g_build_filename(path, "folder", NULL),
                  *to_file = g_build_filename(path, "file", NULL);

  g_assert_cmpint(symlink(kept, to_folder) | symlink(a, to_file), ==, 0);
  g_clear_pointer(&folder, trammel_temp_folder_unref);
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
  assert_content(a, "1");
}

/* Files with the same name in two folders, and one file of two logs. */
static void
test_names_differ(Scratch *f, gconstpointer data)
{
  g_autofree char *a = put(f, "a.csv", "1"), *b = put(f, "other/a.csv", "2");
  g_autofree char *outside = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  g_autofree char *c = g_build_filename(outside, "a.csv", NULL);
  g_autofree char *path = g_build_filename(f->folder, "p.trammelz", NULL);

  g_assert_true(g_file_set_contents(c, "3", -1, NULL));
  g_autoptr(TrammelProject) project =
      make_project(f, (const char *const[]){"a.csv", "other/a.csv", c, c, NULL});
  g_autoptr(TrammelProject) saved = save(project, path);
  trammel_temp_folder_remove(outside);
  g_autoptr(TrammelProject) loaded = load(path);
  assert_log(loaded, 0, "1");
  assert_log(loaded, 1, "2");
  assert_log(loaded, 2, "3");
  g_assert_cmpstr(trammel_project_get_log_file(loaded, 2), ==, "a-2.csv");
  g_assert_cmpstr(trammel_project_get_log_file(loaded, 3), ==, "a-2.csv");
}

/* Saved unpacked, the logs are written too; existing files with their names stay. */
static void
test_unpacked_beside_others(Scratch *f, gconstpointer data)
{
  g_autofree char *a = put(f, "a.csv", "1"), *b = put(f, "b.csv", "2");
  g_autofree char *path = g_build_filename(f->folder, "p.trammelz", NULL);
  g_autofree char *same = put(f, "there/b.csv", "2"), *other = put(f, "there/a.csv", "not ours");
  g_autofree char *plain = g_build_filename(f->folder, "there", "p.trammel", NULL);
  g_autoptr(TrammelProject) project =
      make_project(f, (const char *const[]){"a.csv", "b.csv", NULL});
  g_autoptr(TrammelProject) packed = save(project, path);
  g_autoptr(TrammelProject) saved = save(packed, plain);

  assert_content(other, "not ours");
  g_assert_cmpstr(trammel_project_get_log_file(saved, 0), ==, "a-2.csv");
  g_assert_cmpstr(trammel_project_get_log_file(saved, 1), ==, "b.csv");
  g_assert_null(trammel_project_get_home(saved));
  g_autoptr(TrammelProject) loaded = load(plain);
  assert_log(loaded, 0, "1");
  assert_log(loaded, 1, "2");
}

/* A packed file with any name keeps its logs when it is saved over. */
static void
test_stays_packed(Scratch *f, gconstpointer data)
{
  g_autofree char *a = put(f, "a.csv", "1"),
                  *path = g_build_filename(f->folder, "p.trammelz", NULL);
  g_autofree char *renamed = g_build_filename(f->folder, "renamed.trammel", NULL);
  g_autoptr(TrammelProject) project = make_project(f, (const char *const[]){"a.csv", NULL});
  g_autoptr(TrammelProject) packed = save(project, path);

  g_assert_cmpint(g_rename(path, renamed), ==, 0);
  g_autoptr(TrammelProject) loaded = load(renamed);
  g_assert_true(trammel_project_set_value(loaded, "body.rod.mass", 7, NULL));
  g_autoptr(TrammelProject) saved = save(loaded, renamed);
  /* its files were unpacked already */
  g_assert_true(trammel_project_get_home(saved) == trammel_project_get_home(loaded));
  g_autoptr(TrammelProject) again = load(renamed);
  g_assert_cmpfloat(trammel_project_get_model(again)->bodies[0].mass, ==, 7);
  assert_log(again, 0, "1");
}

/* A project that cannot be packed completely is not packed, and the present file stays. */
static void
test_not_without_its_logs(Scratch *f, gconstpointer data)
{
  g_autofree char *path = put(f, "p.trammelz", "what was there");
  g_autofree char *a = put(f, "a.trammel", "a log?");
  g_autoptr(TrammelProject) missing = make_project(f, (const char *const[]){"gone.csv", NULL});
  g_autoptr(TrammelProject) named = make_project(f, (const char *const[]){"a.trammel", NULL});
  g_autoptr(GError) error = NULL, other = NULL;

  g_assert_null(trammel_project_save_as(missing, path, NULL, NULL, &error));
  assert_refused(error, TRAMMEL_ERROR_UNREADABLE, "log 'log 0': there is no file");
  g_assert_null(trammel_project_save_as(named, path, NULL, NULL, &other));
  assert_refused(other, TRAMMEL_ERROR_INVALID, "has the name of a project");
  assert_content(path, "what was there");
}

static void
test_reads_nothing_beside_itself(Scratch *f, gconstpointer data)
{
  static const char *const files[] = {"/etc/hostname", "../../etc/hostname", "a/../../b.csv"};
  g_autofree char *path = g_build_filename(f->folder, "p.trammelz", NULL);

  for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autoptr(GError) error = NULL;
    g_autofree char *text =
        g_strdup_printf("%s{ \"name\": \"a\", \"file\": \"%s\" } ] }", model, files[i]);
    TrammelPackedMember member = {.name = "p.trammel", .text = text};
    g_assert_true(trammel_packed_write(path, &member, 1, &trammel_packed_limits, NULL));
    g_assert_null(trammel_project_load(path, &error));
    assert_refused(error, TRAMMEL_ERROR_INVALID, "p.trammel: logs[0].file");
  }
}

static void
test_limits(Scratch *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename(f->folder, "p.trammelz", NULL);
  g_autofree char *zeros = g_strnfill(1000000, '0'); /* a thousandth of it when packed */
  const TrammelPackedMember members[] = {{.name = "p.trammel", .text = "{}"},
                                         {.name = "a.csv", .text = zeros}};
  const TrammelPackedLimits few = {.entries = 1, .bytes = 2000000},
                            small = {.entries = 2, .bytes = 999999};
  const TrammelPackedLimits *limits[] = {&few, &small};
  static const char *const words[] = {"more than 1 files", "unpacked, it is larger"};

  for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
    g_autoptr(GError) read_error = NULL, write_error = NULL;
    g_assert_true(trammel_packed_write(path, members, 2, &trammel_packed_limits, NULL));
    g_assert_null(trammel_packed_extract(path, limits[i], &read_error));
    assert_refused(read_error, TRAMMEL_ERROR_UNREADABLE, words[i]);
    g_unlink(path);
    g_assert_false(trammel_packed_write(path, members, 2, limits[i], &write_error));
    assert_refused(write_error, TRAMMEL_ERROR_INVALID, path);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
  }
}

/* A place that is not writable gets no partial file. */
static void
test_unwritable(Scratch *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename(f->folder, "none", "p.trammelz", NULL);
  const TrammelPackedMember member = {.name = "p.trammel", .text = "{}"};
  g_autoptr(GError) error = NULL;

  g_assert_false(trammel_packed_write(path, &member, 1, &trammel_packed_limits, &error));
  assert_refused(error, TRAMMEL_ERROR_FAILED, path);
}

/* A link stays and leads to the new file, which keeps its permissions. */
static void
test_keeps_link(Scratch *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename(f->folder, "p.trammelz", NULL),
                  *link = g_build_filename(f->folder, "link.trammelz", NULL);
  g_autoptr(TrammelProject) project = make_project(f, (const char *const[]){NULL});

  trammel_project_unref(save(project, path));
  g_assert_cmpint(g_chmod(path, 0600) | symlink("p.trammelz", link), ==, 0);
  trammel_project_unref(save(project, link));
  g_assert_cmpuint(get_mode(path), ==, 0600);
  g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
}

/* A name that is not UTF-8 is refused, and leaves nothing behind. */
static void
test_name_not_utf8(Scratch *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename(f->folder, "x\xff.trammelz", NULL);
  g_autoptr(TrammelProject) project = make_project(f, (const char *const[]){NULL});
  g_autoptr(GError) error = NULL;

  g_assert_null(trammel_project_save_as(project, path, NULL, NULL, &error));
  assert_refused(error, TRAMMEL_ERROR_USAGE, "UTF-8");
  g_assert_true(g_utf8_validate(error->message, -1, NULL));
  g_autoptr(GDir) folder = g_dir_open(f->folder, 0, NULL);
  g_assert_null(g_dir_read_name(folder));
}

/* All of a packed file is unpacked, and nothing is replaced. */
static void
test_unpack(Scratch *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename(f->folder, "p.trammelz", NULL);
  g_autofree char *out = g_build_filename(f->folder, "out", NULL);
  const TrammelPackedMember members[] = {{.name = "notes.txt", .text = "weighed twice"},
                                         {.name = "p.trammel", .text = "{}"}};
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_packed_write(path, members, 2, &trammel_packed_limits, NULL));
  for (int time = 0; time < 2; time++) { /* the second one finds equal files */
    g_auto(GStrv) paths = trammel_project_unpack(path, out, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(g_strv_length(paths), ==, 2);
    assert_content(paths[0], "{}");
    assert_content(paths[1], "weighed twice");
  }
  g_autofree char *notes = put(f, "out/notes.txt", "weighed once");
  g_assert_null(trammel_project_unpack(path, out, &error));
  assert_refused(error, TRAMMEL_ERROR_USAGE, notes);
  assert_content(notes, "weighed once");
}

#define ADD(name, function) scratch_add_test("/io/packed/" name, "a.trammelz", function)

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  ADD("round-trip", test_round_trip);
  ADD("folder", test_folder_goes_with_the_last_owner);
  ADD("private", test_private);
  ADD("links", test_removal_follows_no_links);
  ADD("names", test_names_differ);
  ADD("beside-others", test_unpacked_beside_others);
  ADD("stays-packed", test_stays_packed);
  ADD("not-without-logs", test_not_without_its_logs);
  ADD("nothing-beside", test_reads_nothing_beside_itself);
  ADD("limits", test_limits);
  ADD("unwritable", test_unwritable);
  ADD("link", test_keeps_link);
  ADD("name-not-utf8", test_name_not_utf8);
  ADD("unpack", test_unpack);
  return g_test_run();
}
