/* Tests of the archive of fits: what is read equals what was written, and damaged bytes are
 * refused. */
#include "io/result/fit_archive.h"

#include <string.h>

#include "engine/est/identify/identify.h"
#include "engine/est/identify/physical_values.h"
#include "engine/est/identify/preferences.h"
#include "io/packed/temp_folder.h"
#include "io/project/examples.h"
#include "io/result/result.h"

typedef struct {
  char *folder;
  TrammelProblem *problem;
  TrFit *fit;
} Fixture;

/* Identifies the example of this name with two starts. */
static void
set_up(Fixture *f, gconstpointer name)
{
  g_autoptr(GError) error = NULL;

  f->folder = g_dir_make_tmp("trammel-XXXXXX", NULL);
  g_autofree char *path = trammel_examples_write(trammel_examples_find(name), f->folder, &error);
  g_autoptr(TrammelProject) project = trammel_project_load(path, &error);
  g_assert_no_error(error);
  trammel_project_set_setting(project, "starts", "2", NULL);
  f->problem = trammel_problem_new(project, NULL, NULL, &error);
  g_assert_no_error(error);
  TrTask task = *trammel_problem_get_task(f->problem);
  task.wants_information = true;
  task.wants_checks = true;
  g_assert_cmpint(tr_identify(&f->fit, &task, NULL), ==, TR_OK);
  if (tr_physical_applies(&task, f->fit))
    g_assert_cmpint(tr_physical_new(&f->fit->physical, &task, f->fit), ==, TR_OK);
  g_assert_cmpint(tr_preferences_find(f->fit, &task), ==, TR_OK);
  f->fit->energy = (TrEnergyFit){.n_windows = 3, .window = 0.5, .sigma = 0.1, .rms = 0.2};
}

static void
tear_down(Fixture *f, gconstpointer name)
{
  tr_fit_free(f->fit);
  trammel_problem_unref(f->problem);
  trammel_temp_folder_remove(f->folder);
  g_free(f->folder);
}

static void
assert_same(const double *a, const double *b, gsize n)
{
  g_assert_cmpmem(a, n * sizeof *a, b, n * sizeof *b);
}

static void
assert_same_preferences(const TrFit *a, const TrFit *b)
{
  g_assert_cmpint(a->preferences->n, >, 0);
  g_assert_nonnull(b->preferences);
  g_assert_cmpint(a->preferences->n, ==, b->preferences->n);
  for (int i = 0; i < a->preferences->n; i++) {
    const TrPreference *one = &a->preferences->all[i], *other = &b->preferences->all[i];
    g_assert_cmpmem(one, offsetof(TrPreference, shift), other, offsetof(TrPreference, shift));
    assert_same(one->shift, other->shift, (gsize)a->n_free);
  }
}

static void
test_whole(Fixture *f, gconstpointer name)
{
  g_autoptr(GBytes) bytes = trammel_fit_archive_new(f->fit);
  TrFit *read = trammel_fit_archive_read(f->problem, bytes);

  g_assert_nonnull(read);
  g_assert_cmpint(read->n_forces, >, 0);
  g_autofree char *before = trammel_result_to_json(f->problem, f->fit);
  g_autofree char *after = trammel_result_to_json(f->problem, read);
  g_assert_cmpstr(before, ==, after);
  assert_same_preferences(f->fit, read);
  for (int l = 0; l < read->n_logs; l++) {
    const TrLogFit *a = &f->fit->logs[l], *b = &read->logs[l];
    gsize n = (gsize)a->n_nodes, n_bodies = (gsize)read->model->n_bodies;
    assert_same(a->trajectory->pose, b->trajectory->pose, n * n_bodies * TR_POSE);
    assert_same(a->trajectory->twist, b->trajectory->twist, n * n_bodies * TR_TWIST);
    assert_same(a->start->pose, b->start->pose, n * n_bodies * TR_POSE);
    assert_same(a->state_residual, b->state_residual, n * n_bodies * TR_TWIST);
    assert_same(a->information, b->information, n * (gsize)read->n_free);
    assert_same(a->sensors[0].scaled, b->sensors[0].scaled, (gsize)a->sensors[0].n_residuals);
    g_assert_cmpint(a->trajectory->n_drives, ==, b->trajectory->n_drives);
  }
  g_autoptr(GBytes) again = trammel_fit_archive_new(read);
  g_assert_cmpuint(g_bytes_get_size(again), ==, g_bytes_get_size(bytes));
  tr_fit_free(read);
}

/* Bytes with one wrong bit, cut bytes, and those of another problem. */
static void
test_damaged(Fixture *f, gconstpointer name)
{
  g_autoptr(GBytes) bytes = trammel_fit_archive_new(f->fit);
  gsize size;
  const guint8 *data = g_bytes_get_data(bytes, &size);

  for (gsize at = 0; at < size; at += size / 23) {
    guint8 *wrong = g_memdup2(data, size);
    wrong[at] ^= 4;
    g_autoptr(GBytes) damaged = g_bytes_new_take(wrong, size);
    g_autoptr(GBytes) cut = g_bytes_new(data, at);
    g_assert_null(trammel_fit_archive_read(f->problem, damaged));
    g_assert_null(trammel_fit_archive_read(f->problem, cut));
  }
  Fixture other;
  set_up(&other, "servo");
  g_assert_null(trammel_fit_archive_read(other.problem, bytes));
  tear_down(&other, NULL);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add("/io/fit-archive/pendulum", Fixture, "pendulum", set_up, test_whole, tear_down);
  g_test_add("/io/fit-archive/drive", Fixture, "cart-pole", set_up, test_whole, tear_down);
  g_test_add("/io/fit-archive/loop", Fixture, "four-bar", set_up, test_whole, tear_down);
  g_test_add("/io/fit-archive/damaged", Fixture, "pendulum", set_up, test_damaged, tear_down);
  return g_test_run();
}
