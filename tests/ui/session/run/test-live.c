/* Tests of live solutions: the last request's solution is shown, requests coalesce, stopping works,
 * and the solution at the end of a drag equals a fit from the start. */
#include <math.h>

#include "ui/session/run/job.h"
#include "ui/session/run/live.h"
#include "ui/session/session-support.h"

/* An example identified at a kappa, and the reports of its live solutions. */
typedef struct {
  TrammelDocument *document;
  TrammelRun *base;
  TrammelLive *live;
  TrammelRun *last;
  GError *error;
  int solved, failed;
} Record;

static void
on_solved_cb(TrammelLive *live, TrammelRun *run, Record *record)
{
  record->solved++;
  g_assert_cmpint(trammel_run_get_kind(run), ==, TRAMMEL_RUN_PREVIEW);
  g_set_object(&record->last, run);
}

static void
on_failed_cb(TrammelLive *live, GError *error, Record *record)
{
  record->failed++;
  g_clear_error(&record->error);
  record->error = g_error_copy(error);
}

static void
begin(Record *record, const char *example, const char *kappa)
{
  *record = (Record){.document = test_open_example(example), .live = trammel_live_new(NULL)};
  test_set(record->document, "kappa", kappa);
  record->base = test_identify(record->document);
  g_signal_connect(record->live, "solved", G_CALLBACK(on_solved_cb), record);
  g_signal_connect(record->live, "failed", G_CALLBACK(on_failed_cb), record);
}

static void
end(Record *record)
{
  test_release(record->live);
  g_clear_object(&record->last);
  g_clear_object(&record->base);
  g_clear_object(&record->document);
  g_clear_error(&record->error);
}

static gboolean
is_at_rest(gpointer record)
{
  return !trammel_live_get_running(((Record *)record)->live);
}

/* Requests a solution with a setting changed. */
static void
request(Record *record, const char *name, double value)
{
  test_set_number(record->document, name, value);
  trammel_live_request(record->live, trammel_document_get_project(record->document), record->base);
  g_assert_true(trammel_live_get_running(record->live));
}

static void
settle(Record *record)
{
  g_assert_true(test_wait(is_at_rest, record, TEST_DEADLINE));
  g_assert_no_error(record->error);
  g_assert_nonnull(record->last);
}

/* Asserts that estimates and motion of the last solution equal those of a fit of the same settings
 * from the start, within the resolution of a screen. */
static void
assert_like_fit(Record *record)
{
  g_autoptr(TrammelRun) reference = test_identify(record->document);
  const TrFit *live = trammel_run_get_fit(record->last), *fit = trammel_run_get_fit(reference);

  g_assert_cmpint(live->status, ==, TR_OK);
  g_assert_cmpfloat(fabs(live->cost.total / fit->cost.total - 1), <, 1e-4);
  for (int i = 0; i < fit->n_free; i++) {
    const TrEstimate *e = &fit->estimates[i];
    g_test_message("%d: live %.9g, fit %.9g, sigma %.2g", i, live->estimates[i].value, e->value,
                   e->sigma);
    if (isfinite(e->sigma))
      g_assert_cmpfloat(fabs(live->estimates[i].value - e->value), <, 0.05 * e->sigma);
  }
}

typedef struct {
  const char *example, *kappa; /* initial values */
} Drag;

/* States the smoothing rate of the base run: an automatic one of a fit from the start follows its
 * kappa and h, that of a preview stays. */
static void
state_rate(Record *record)
{
  test_set_number(record->document, "friction_rate",
                  trammel_run_get_fit(record->base)->logs[0].friction_rate[0]);
}

/* A drag of kappa, faster than solutions are computed: the last one shown belongs to the last
 * request. */
static void
test_drag_kappa(gconstpointer data)
{
  const Drag *drag = data;
  double kappa = g_ascii_strtod(drag->kappa, NULL);
  Record record;

  begin(&record, drag->example, drag->kappa);
  state_rate(&record);
  for (int i = 0; i <= 60; i++) {
    request(&record, "kappa", kappa * pow(10, 0.025 * i));
    for (int k = 0; k < 3; k++)
      g_main_context_iteration(NULL, FALSE);
  }
  settle(&record);
  g_test_message("%d solutions shown for 61 requests", record.solved);
  g_assert_cmpint(record.solved, <, 61);
  const TrSettings *settings =
      &trammel_problem_get_task(trammel_run_get_problem(record.last))->settings;
  TrammelProject *project = trammel_document_get_project(record.document);
  g_assert_cmpfloat(settings->kappa, ==, trammel_project_get_settings(project)->kappa);
  assert_like_fit(&record);
  end(&record);
}

/* Other sliders in turn: the cached data of the session serve all of them. */
static void
test_drag_others(void)
{
  Record record;

  begin(&record, "pendulum", "10");
  state_rate(&record);
  for (int i = 0; i <= 10; i++) {
    request(&record, "compliance_scale", pow(10, 0.1 * i));
    settle(&record);
    request(&record, "damping_scale", 1 + 0.1 * i);
    request(&record, "h", 0.01 + 0.0005 * i);
    settle(&record);
  }
  g_assert_cmpint(trammel_run_get_fit(record.last)->logs[0].trajectory->n_nodes, <,
                  trammel_run_get_fit(record.base)->logs[0].trajectory->n_nodes);
  assert_like_fit(&record);
  end(&record);
}

/* With an automatic kappa, kappa and sigmas of the last fit are kept while another slider moves. */
static void
test_automatic_kappa(void)
{
  const TrFit *before, *live;
  Record record;

  begin(&record, "pendulum", "auto");
  request(&record, "damping_scale", 1.5);
  settle(&record);
  before = trammel_run_get_fit(record.base);
  live = trammel_run_get_fit(record.last);
  g_assert_true(live->kappa == before->kappa);
  g_assert_true(live->weight_is_frozen_in_step);
  g_assert_true(live->logs[0].sensors[0].sigma == before->logs[0].sensors[0].sigma);
  g_assert_true(live->logs[0].friction_rate[0] == before->logs[0].friction_rate[0]);
  for (int i = 0; i < live->n_free; i++)
    g_assert_cmpfloat(fabs(live->estimates[i].value - before->estimates[i].value), <,
                      0.2 * fabs(before->estimates[i].value));
  end(&record);
}

/* Curves: measured ones are shared, predictions have no more points than a screen needs. */
static void
test_curves(void)
{
  Record record;

  begin(&record, "furuta", "1e5");
  request(&record, "h", 0.002);
  settle(&record);
  g_assert_true(trammel_run_get_measured(record.last) == trammel_run_get_measured(record.base));
  GPtrArray *curves = trammel_run_get_estimated(record.last);
  for (guint i = 0; i < curves->len; i++)
    g_assert_cmpuint(((TrammelCurve *)curves->pdata[i])->n, <=, 4000);
  end(&record);
}

/* An invalid setting is reported, and the next request works. */
static void
test_failure(void)
{
  Record record;

  begin(&record, "pendulum", "10");
  request(&record, "h", 100);
  g_assert_true(test_wait(is_at_rest, &record, TEST_DEADLINE));
  g_assert_cmpint(record.failed, ==, 1);
  g_assert_nonnull(strstr(record.error->message, "steps"));
  g_clear_error(&record.error);
  request(&record, "h", 0.01);
  settle(&record);
  g_assert_cmpint(record.solved, >=, 1);
  end(&record);
}

/* After stopping no report follows, and a later request is answered. */
static void
test_stop(void)
{
  Record record;

  begin(&record, "pendulum", "10");
  state_rate(&record);
  request(&record, "kappa", 1000);
  trammel_live_stop(record.live);
  g_assert_false(trammel_live_get_running(record.live));
  test_let_pass();
  g_assert_cmpint(record.solved, ==, 0);
  request(&record, "kappa", 1000);
  settle(&record);
  assert_like_fit(&record);
  end(&record);
}

/* Disposal does not wait for the thread. */
static void
test_dispose_while_running(void)
{
  Record record;

  begin(&record, "furuta", "1e5");
  request(&record, "kappa", 1e6);
  g_usleep(2000);
  end(&record);
  test_let_pass();
  g_assert_cmpint(record.solved, ==, 0);
}

int
main(int argc, char **argv)
{
  static const Drag drags[] = {{"pendulum", "10"}, {"furuta", "1e5"}};

  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/ui/session/live/drag-kappa/pendulum", &drags[0], test_drag_kappa);
  g_test_add_data_func("/ui/session/live/drag-kappa/furuta", &drags[1], test_drag_kappa);
  g_test_add_func("/ui/session/live/drag-others", test_drag_others);
  g_test_add_func("/ui/session/live/automatic-kappa", test_automatic_kappa);
  g_test_add_func("/ui/session/live/curves", test_curves);
  g_test_add_func("/ui/session/live/failure", test_failure);
  g_test_add_func("/ui/session/live/stop", test_stop);
  g_test_add_func("/ui/session/live/dispose-while-running", test_dispose_while_running);
  return g_test_run();
}
