/* Tests of the policy of live fits, without a window: the rules with a clock of the test, and the
 * fits of a document that follow them with the real solver. */
#include "ui/session/identify/fit-control.h"
#include "ui/session/run/live-policy.h"
#include "ui/session/session-support.h"

/* ---- rules ----------------------------------------------------------------------------------- */

/* Facts of a document with a run, while nothing is being computed. */
static TrammelLiveFacts
at_rest(void)
{
  return (TrammelLiveFacts){.has_run = TRUE, .is_live = TRUE, .has_base = TRUE};
}

/* Asserts the consequence of an edit at time 0 with a fresh policy. */
static void
assert_edit(TrammelLiveFacts facts, TrammelLiveStep expected)
{
  TrammelLivePolicy policy = {0};

  g_assert_cmpint(trammel_live_policy_edit(&policy, &facts, 0), ==, expected);
  g_assert_cmpint(policy.is_waiting, ==,
                  expected == TRAMMEL_LIVE_PREVIEW || expected == TRAMMEL_LIVE_WAIT);
}

static void
test_edit(void)
{
  TrammelLiveFacts facts = at_rest();

  assert_edit(facts, TRAMMEL_LIVE_PREVIEW);
  facts.has_base = FALSE;
  assert_edit(facts, TRAMMEL_LIVE_WAIT);
  facts.is_live = FALSE;
  assert_edit(facts, TRAMMEL_LIVE_NOTHING);
  facts.has_run = FALSE;
  assert_edit(facts, TRAMMEL_LIVE_PREPARE); /* also without Live */
  facts.lacks_log = TRUE;
  assert_edit(facts, TRAMMEL_LIVE_NOTHING);
  facts = at_rest();
  facts.is_beside_fits = TRUE;
  assert_edit(facts, TRAMMEL_LIVE_NOTHING);
}

/* A fit that the user has requested is not dropped for an edit; one that follows a drag is. */
static void
test_requested(void)
{
  TrammelLivePolicy policy = {0};
  TrammelLiveFacts facts = at_rest();

  facts.is_fitting = TRUE;
  trammel_live_policy_start(&policy, FALSE);
  g_assert_cmpint(trammel_live_policy_edit(&policy, &facts, 0), ==, TRAMMEL_LIVE_NOTHING);
  g_assert_false(policy.is_waiting);
  trammel_live_policy_start(&policy, TRUE);
  g_assert_cmpint(trammel_live_policy_edit(&policy, &facts, 0), ==, TRAMMEL_LIVE_PREVIEW);
  g_assert_true(policy.is_waiting);
}

/* The full fit starts when the slider is released, or after a pause, but not before the preview of
 * the last value was shown; once only. */
static void
test_end_of_drag(void)
{
  TrammelLivePolicy policy = {0};
  const TrammelLiveFacts facts = at_rest();

  g_assert_false(trammel_live_policy_release(&policy)); /* nothing was dragged */
  trammel_live_policy_edit(&policy, &facts, 0);
  g_assert_false(trammel_live_policy_pause(&policy, TRUE));
  g_assert_true(trammel_live_policy_pause(&policy, FALSE));
  g_assert_true(trammel_live_policy_release(&policy));
  trammel_live_policy_start(&policy, TRUE);
  g_assert_true(policy.is_settling);
  g_assert_false(trammel_live_policy_pause(&policy, FALSE));
  g_assert_false(trammel_live_policy_release(&policy));
}

/* The time of a preview counts from its request, or from the delivery of the one before: requests
 * during a preview do not prolong it. */
static void
test_limit(void)
{
  const gint64 limit = TRAMMEL_LIVE_PREVIEW_LIMIT, begin = 7 * limit;
  TrammelLivePolicy policy = {0};
  TrammelLiveFacts facts = at_rest();

  trammel_live_policy_edit(&policy, &facts, begin);
  facts.is_previewing = TRUE;
  trammel_live_policy_edit(&policy, &facts, begin + limit - 2);
  g_assert_false(trammel_live_policy_deliver(&policy, begin + limit - 1));
  g_assert_false(trammel_live_policy_deliver(&policy, begin + 2 * limit - 2));
  g_assert_true(trammel_live_policy_deliver(&policy, begin + 3 * limit - 2));
  facts.is_previewing = FALSE;
  trammel_live_policy_edit(&policy, &facts, begin + 100 * limit);
  g_assert_false(trammel_live_policy_deliver(&policy, begin + 100 * limit + 1));
}

/* ---- fits of a document ---------------------------------------------------------------------- */

typedef struct {
  TrammelDocument *document;
  TrammelFitControl *control;
  int finished, previewed, failed, slow, repeated;
  TrammelRunKind last; /* kind of the latest run of the job */
} Fixture;

static void
on_finished_cb(Fixture *fixture, TrammelRun *run, GError *error, gboolean is_repeated)
{
  g_assert_no_error(error);
  fixture->finished++;
  fixture->repeated += is_repeated;
  fixture->last = trammel_run_get_kind(run);
}

static void
count_cb(int *count)
{
  (*count)++;
}

static gboolean
is_at_rest(gpointer data)
{
  TrammelFitControl *control = ((Fixture *)data)->control;

  return !trammel_job_get_running(trammel_fit_control_get_job(control)) &&
         !trammel_live_get_running(trammel_fit_control_get_live(control));
}

static gboolean
has_run(gpointer data)
{
  const Fixture *fixture = data;

  return is_at_rest(data) && fixture->last == TRAMMEL_RUN_FULL && fixture->finished > 0;
}

static gboolean
has_preview(gpointer data)
{
  return ((Fixture *)data)->previewed > 0;
}

/* Waits for the full run of a fit that has been started. */
static void
wait_for_run(Fixture *fixture)
{
  fixture->finished = 0;
  g_assert_true(test_wait(has_run, fixture, TEST_DEADLINE));
}

static guint
count_kept(Fixture *fixture)
{
  return g_list_model_get_n_items(
      trammel_run_list_get_model(trammel_document_get_run_list(fixture->document)));
}

/* Opens the pendulum and identifies it at a stated kappa. */
static void
set_up(Fixture *fixture, gconstpointer data)
{
  fixture->document = test_open_example("pendulum");
  test_set(fixture->document, "kappa", "10");
  fixture->control = trammel_fit_control_new(NULL);
  g_signal_connect_swapped(fixture->control, "finished", G_CALLBACK(on_finished_cb), fixture);
  g_signal_connect_swapped(fixture->control, "previewed", G_CALLBACK(count_cb),
                           &fixture->previewed);
  g_signal_connect_swapped(fixture->control, "preview-failed", G_CALLBACK(count_cb),
                           &fixture->failed);
  g_signal_connect_swapped(fixture->control, "slow", G_CALLBACK(count_cb), &fixture->slow);
  trammel_fit_control_set_document(fixture->control, fixture->document);
  trammel_fit_control_identify(fixture->control);
  g_assert_true(trammel_fit_control_is_requested(fixture->control));
  wait_for_run(fixture);
  g_assert_cmpuint(count_kept(fixture), ==, 1);
}

static void
tear_down(Fixture *fixture, gconstpointer data)
{
  test_release(fixture->control);
  g_clear_object(&fixture->document);
}

static void
edit(Fixture *fixture, double kappa)
{
  test_set_number(fixture->document, "kappa", kappa);
}

/* An edit shows a preview; the release starts a full fit at once, whose run is not kept. */
static void
test_release_slider(Fixture *fixture, gconstpointer data)
{
  TrammelLive *live = trammel_fit_control_get_live(fixture->control);

  edit(fixture, 20);
  g_assert_true(trammel_live_get_running(live));
  g_assert_true(trammel_fit_control_delays_check(fixture->control));
  g_assert_true(test_wait(has_preview, fixture, TEST_DEADLINE));
  g_assert_cmpint(trammel_run_get_kind(trammel_document_get_run(fixture->document)), ==,
                  TRAMMEL_RUN_PREVIEW);
  trammel_fit_control_release(fixture->control);
  g_assert_false(trammel_live_get_running(live));
  g_assert_true(trammel_job_get_running(trammel_fit_control_get_job(fixture->control)));
  g_assert_false(trammel_fit_control_is_requested(fixture->control));
  wait_for_run(fixture);
  g_assert_cmpuint(count_kept(fixture), ==, 1);
  g_assert_cmpint(trammel_run_get_kind(trammel_document_get_run(fixture->document)), ==,
                  TRAMMEL_RUN_FULL);
}

/* Without a release, the full fit follows after the pause. */
static void
test_pause(Fixture *fixture, gconstpointer data)
{
  edit(fixture, 20);
  edit(fixture, 30);
  wait_for_run(fixture);
  g_assert_cmpint(fixture->previewed, >, 0);
  g_assert_cmpuint(count_kept(fixture), ==, 1);
  const TrTask *task = trammel_problem_get_task(
      trammel_run_get_problem(trammel_document_get_run(fixture->document)));
  g_assert_cmpfloat(task->settings.kappa, ==, 30);
}

/* An edit during the full fit after a drag takes its place; one during a requested fit does not. */
static void
test_precedence(Fixture *fixture, gconstpointer data)
{
  TrammelJob *job = trammel_fit_control_get_job(fixture->control);

  edit(fixture, 20);
  trammel_fit_control_release(fixture->control);
  g_assert_true(trammel_job_get_running(job));
  edit(fixture, 30);
  g_assert_false(trammel_job_get_running(job));
  trammel_fit_control_release(fixture->control);
  wait_for_run(fixture);

  trammel_fit_control_identify(fixture->control);
  fixture->previewed = 0;
  edit(fixture, 40);
  g_assert_true(trammel_fit_control_is_requested(fixture->control));
  wait_for_run(fixture);
  g_assert_cmpint(fixture->previewed, ==, 0);
  g_assert_cmpuint(count_kept(fixture), ==, 2);
}

/* With Live off, an edit starts nothing. */
static void
test_off(Fixture *fixture, gconstpointer data)
{
  trammel_fit_control_set_is_live(fixture->control, FALSE);
  edit(fixture, 20);
  g_assert_true(is_at_rest(fixture));
  trammel_fit_control_release(fixture->control);
  g_assert_true(is_at_rest(fixture));
}

/* A change that no fit depends on starts nothing. */
static void
test_beside(Fixture *fixture, gconstpointer data)
{
  g_autoptr(GError) error = NULL;

  g_assert_true(
      trammel_document_put(fixture->document, "name", "\"Other\"", "rename", NULL, &error));
  g_assert_no_error(error);
  g_assert_true(is_at_rest(fixture));
}

/* A slow preview switches Live off, once it is shown. */
static void
test_slow(Fixture *fixture, gconstpointer data)
{
  gboolean is_live = TRUE;

  edit(fixture, 20);
  /* the preview is ready, and nobody takes it in time */
  g_usleep(TRAMMEL_LIVE_PREVIEW_LIMIT);
  g_assert_true(test_wait(has_preview, fixture, TEST_DEADLINE));
  g_object_get(fixture->control, "is-live", &is_live, NULL);
  g_assert_false(is_live);
  g_assert_cmpint(fixture->slow, ==, 1);
  wait_for_run(fixture); /* the drag still ends with a full fit */
}

/* A failed preview is reported, and the fit after it, too. */
static void
test_failure(Fixture *fixture, gconstpointer data)
{
  test_set(fixture->document, "h", "100");
  while (trammel_live_get_running(trammel_fit_control_get_live(fixture->control)))
    g_main_context_iteration(NULL, TRUE);
  g_assert_cmpint(fixture->failed, ==, 1);
  test_set(fixture->document, "h", "0.01");
  wait_for_run(fixture);
}

/* A run from a file is computed again for its record and adds none. */
static void
test_repeat(Fixture *fixture, gconstpointer data)
{
  GListModel *kept = trammel_run_list_get_model(trammel_document_get_run_list(fixture->document));
  g_autoptr(TrammelRunRecord) record = g_list_model_get_item(kept, 0);
  TrammelRun *before = trammel_run_record_get_run(record);

  trammel_fit_control_repeat(fixture->control, record,
                             trammel_document_get_project(fixture->document));
  wait_for_run(fixture);
  g_assert_cmpint(fixture->repeated, ==, 1);
  g_assert_true(trammel_run_record_get_run(record) != before);
  g_assert_cmpuint(count_kept(fixture), ==, 1);
}

/* The logs are read again before the start motion is shown. */
static void
test_reload(Fixture *fixture, gconstpointer data)
{
  trammel_fit_control_reload(fixture->control);
  g_assert_true(trammel_fit_control_delays_check(fixture->control));
  g_assert_true(test_wait(is_at_rest, fixture, TEST_DEADLINE));
  g_assert_cmpint(fixture->last, ==, TRAMMEL_RUN_PREPARED);
}

#define ADD(name, function)                                                                        \
  g_test_add("/ui/session/fit-control/" name, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/live-policy/edit", test_edit);
  g_test_add_func("/ui/session/live-policy/requested", test_requested);
  g_test_add_func("/ui/session/live-policy/end-of-drag", test_end_of_drag);
  g_test_add_func("/ui/session/live-policy/limit", test_limit);
  ADD("release", test_release_slider);
  ADD("pause", test_pause);
  ADD("precedence", test_precedence);
  ADD("off", test_off);
  ADD("beside", test_beside);
  ADD("slow", test_slow);
  ADD("failure", test_failure);
  ADD("repeat", test_repeat);
  ADD("reload", test_reload);
  return g_test_run();
}
