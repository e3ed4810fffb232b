/* Tests of the texts of kappa, the noise that a run found, and the progress of fits in rounds. */
#include <math.h>
#include <string.h>

#include "engine/est/identify/kappa_search.h"
#include "ui/session/run/kappa.h"
#include "ui/session/run/noise.h"
#include "ui/session/session-support.h"
#include "ui/session/text/format.h"

static TrammelDocument *
open_pendulum(const char *kappa)
{
  TrammelDocument *document = test_open_example("pendulum");

  /* long steps: the numbers are not checked */
  test_set(document, "h", "0.02");
  test_set(document, "kappa", kappa);
  return document;
}

static TrammelKappaChoice
get_choice(TrammelDocument *document, double natural)
{
  return trammel_kappa_get_choice(
      trammel_project_get_settings(trammel_document_get_project(document)), natural);
}

/* Every selection rule, set as its setting, is the one that is then shown. */
static void
test_choices(void)
{
  const double natural = 13.4567;

  for (int c = 0; c < TRAMMEL_KAPPA_N; c++) {
    g_autofree char *value = trammel_kappa_choice_dup_value(c, natural, 250);
    g_autoptr(TrammelDocument) document = open_pendulum(value);
    g_assert_cmpint(get_choice(document, natural), ==, c);
    for (int other = 0; other < c; other++)
      g_assert_cmpstr(trammel_kappa_choice_label(c), !=, trammel_kappa_choice_label(other));
  }
  g_assert_null(trammel_kappa_choice_dup_value(TRAMMEL_KAPPA_NATURAL, NAN, 250));
}

static void
test_format(void)
{
  static const struct {
    double kappa;
    int digits;
    const char *text;
  } cases[] = {{1648.3, 3, "1650"},
               {1.66e5, 2, "1.7e5"},
               {0.0904, 2, "0.09"},
               {3.14159e-7, 3, "3.14e-7"},
               {99999, 2, "1.0e5"}};

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = trammel_kappa_format(cases[i].kappa, cases[i].digits);
    g_assert_cmpstr(text, ==, cases[i].text);
  }
}

/* Without a validation log the rule is doubtful, with one it is not. */
static void
test_doubt(void)
{
  g_autoptr(TrammelDocument) document = open_pendulum("auto");
  g_autoptr(TrammelProject) project = trammel_project_copy(trammel_document_get_project(document));

  g_assert_null(trammel_kappa_get_doubt(TRAMMEL_KAPPA_AUTO, project));
  g_assert_nonnull(strstr(trammel_kappa_get_doubt(TRAMMEL_KAPPA_VALIDATE, project), "validate"));
  g_assert_true(trammel_project_set_log_role(project, 0, TRAMMEL_ROLE_VALIDATE));
  g_assert_null(trammel_kappa_get_doubt(TRAMMEL_KAPPA_VALIDATE, project));
}

static void
check_names(TrammelRun *run, const char *first, double kappa)
{
  g_autofree char *text = trammel_kappa_dup_result(run);
  g_autofree char *number = trammel_kappa_format(kappa, 3);

  g_test_message("%s", text);
  g_assert_true(g_str_has_prefix(text, first));
  g_assert_nonnull(strstr(text, number));
  g_assert_nonnull(strstr(text, "typical for these logs"));
}

/* Automatic kappa and sigmas: the values found are listed beside the stated ones, with units. */
static void
test_auto_result(void)
{
  g_autoptr(TrammelDocument) document = open_pendulum("auto");
  g_autoptr(TrammelRun) run = test_identify(document);
  g_autoptr(GPtrArray) rows = trammel_noise_new(run);
  const TrFit *fit = trammel_run_get_fit(run);

  check_names(run, "chosen automatically", fit->kappa);
  g_assert_true(trammel_noise_is_found(run));
  g_assert_cmpuint(rows->len, ==, 3);
  const TrammelNoise *sensor = rows->pdata[0], *heading = rows->pdata[1], *state = rows->pdata[2];
  g_assert_cmpstr(sensor->stated, ==, "auto");
  g_assert_true(g_str_has_suffix(sensor->used, " deg"));
  double used = g_ascii_strtod(sensor->used, NULL) * G_PI / 180;
  g_assert_cmpfloat_with_epsilon(used / fit->logs[0].sensors[0].sigma, 1, 0.06);
  g_assert_cmpstr(heading->name, ==, "State error in a step");
  g_assert_null(heading->used);
  g_assert_cmpstr(state->name, ==, "pivot");
  g_assert_cmpstr(state->stated, ==, ""); /* a dash before the number would read as its sign */
  g_autofree char *sigma = trammel_format_prefixed(fit->state_sigmas[0].sigma, "N m s");
  g_assert_cmpstr(state->used, ==, sigma);
  g_assert_nonnull(strstr(state->remark, "of that of inertia"));
}

/* A stated number: no value is found, and no state error is listed. */
static void
test_number_result(void)
{
  g_autoptr(TrammelDocument) document = open_pendulum("100");
  g_autoptr(TrammelRun) run = test_identify(document);
  g_autoptr(GPtrArray) rows = trammel_noise_new(run);

  check_names(run, "used", 100);
  g_assert_false(trammel_noise_is_found(run));
  g_assert_cmpuint(rows->len, ==, 1);
}

static void
test_validate_result(void)
{
  g_autoptr(TrammelDocument) document = open_pendulum("validate");
  g_autoptr(TrammelRun) run = test_identify(document);
  const TrFit *fit = trammel_run_get_fit(run);

  check_names(run, "chosen by validation", fit->kappa);
  g_autofree char *text = trammel_kappa_dup_result(run);
  g_autofree char *score =
      g_strdup_printf("error %.3g ", fit->kappa_search->tries[fit->kappa_search->chosen].score);
  g_assert_nonnull(strstr(text, score));
  g_assert_nonnull(strstr(text, "fitted logs"));
}

/* Reports of a job. */
typedef struct {
  int round, texts;
  double done;
  gboolean finished;
} Reported;

static void
on_progress_cb(TrammelJob *job, const TrammelJobProgress *progress, Reported *told)
{
  const TrIteration *last = &progress->history[progress->n_history - 1];
  g_autofree char *text = trammel_kappa_dup_progress(progress);
  g_autofree char *kappa = trammel_kappa_format(last->kappa, 3);
  g_autofree char *place = g_strdup_printf(" %d at κ %s,", last->round, kappa);
  double done = trammel_kappa_get_progress(progress);

  told->texts += strstr(text, place) != NULL;
  g_assert_cmpint(last->round, >=, told->round);
  g_assert_cmpfloat(done, >, 0);
  g_assert_cmpfloat(done, <=, 1);
  g_assert_true(done >= told->done || last->round == told->round);
  told->round = last->round;
  told->done = done;
}

static void
on_finished_cb(TrammelJob *job, TrammelRun *run, GError *error, Reported *told)
{
  told->finished = TRUE;
}

static gboolean
is_finished(gpointer told)
{
  return ((Reported *)told)->finished;
}

/* The fits of a search are counted, and each reports its kappa. */
static void
test_progress(void)
{
  static const char *const rules[] = {"auto", "validate"};

  for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
    g_autoptr(TrammelDocument) document = open_pendulum(rules[i]);
    g_autoptr(TrammelJob) job = trammel_job_new(NULL);
    Reported told = {0};

    g_signal_connect(job, "progress", G_CALLBACK(on_progress_cb), &told);
    g_signal_connect(job, "finished", G_CALLBACK(on_finished_cb), &told);
    trammel_job_start(job, TRAMMEL_RUN_FULL, trammel_document_get_project(document), NULL);
    g_assert_true(test_wait(is_finished, &told, TEST_DEADLINE));
    g_test_message("%s: %d fits, %d texts", rules[i], told.round, told.texts);
    g_assert_cmpint(told.round, >=, 3);
    g_assert_cmpint(told.texts, >, 0);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/kappa/choices", test_choices);
  g_test_add_func("/ui/session/kappa/format", test_format);
  g_test_add_func("/ui/session/kappa/doubt", test_doubt);
  g_test_add_func("/ui/session/kappa/auto-result", test_auto_result);
  g_test_add_func("/ui/session/kappa/number-result", test_number_result);
  g_test_add_func("/ui/session/kappa/validate-result", test_validate_result);
  g_test_add_func("/ui/session/kappa/progress", test_progress);
  return g_test_run();
}
