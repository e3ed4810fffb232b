/* Tests of the check of a document in a background thread: it follows edits, has the findings of
 * the command line, applies fixes as undo steps, and reports obstacles to a run. */
#include <glib/gstdio.h>
#include <string.h>

#include "io/check/check.h"
#include "io/project/put.h"
#include "ui/session/identify/checker.h"
#include "ui/session/identify/fix-label.h"
#include "ui/session/session-support.h"

static gboolean
is_current(gpointer checker)
{
  return trammel_checker_is_current(checker);
}

static TrammelChecker *
open_checker(TrammelDocument *document)
{
  TrammelChecker *checker = trammel_checker_new(NULL, NULL);

  trammel_checker_set_document(checker, document);
  g_assert_true(test_wait(is_current, checker, TEST_DEADLINE));
  return checker;
}

static void
put(TrammelDocument *document, const char *path, const char *json)
{
  g_autoptr(GError) error = NULL;

  trammel_document_put(document, path, json, "edit", NULL, &error);
  g_assert_no_error(error);
}

static const TrammelFinding *
find_code(TrammelChecker *checker, const char *code)
{
  const GArray *findings = trammel_checker_get_findings(checker);

  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal(g_array_index(findings, TrammelFinding, i).code, code))
      return &g_array_index(findings, TrammelFinding, i);
  return NULL;
}

/* Asserts the findings of a check without a cache, whatever was checked before. */
static void
assert_as_anew(TrammelDocument *document, TrammelChecker *checker)
{
  const GArray *found = trammel_checker_get_findings(checker);
  g_autoptr(GArray) anew = trammel_findings_new();

  trammel_check_project(anew, NULL, trammel_document_get_project(document), NULL, NULL);
  g_assert_cmpuint(found->len, ==, anew->len);
  for (guint i = 0; i < anew->len; i++) {
    const TrammelFinding *finding = &g_array_index(anew, TrammelFinding, i);
    gboolean is_there = FALSE;
    for (guint k = 0; k < found->len && !is_there; k++)
      is_there = g_str_equal(finding->text, g_array_index(found, TrammelFinding, k).text);
    g_assert_true(is_there);
  }
}

/* Opens the pendulum with a step that is not a whole number of its samples. */
static TrammelDocument *
open_odd_step(void)
{
  TrammelDocument *document = test_open_example("pendulum");

  test_set(document, "h", "0.005");
  return document;
}

static void
test_follows(void)
{
  TrammelDocument *document = open_odd_step();
  TrammelChecker *checker = open_checker(document);

  g_assert_null(trammel_checker_get_obstacle(checker));
  g_assert_nonnull(find_code(checker, "h-not-multiple"));
  test_set(document, "h", "0.004");
  g_assert_false(trammel_checker_is_current(checker));
  g_assert_true(test_wait(is_current, checker, TEST_DEADLINE));
  g_assert_null(find_code(checker, "h-not-multiple"));
  assert_as_anew(document, checker);
  put(document, "logs[0].channels[0].unit", "\"rad\"");
  g_assert_true(test_wait(is_current, checker, TEST_DEADLINE));
  assert_as_anew(document, checker);
  test_release(checker);
  test_release(document);
}

/* Every fix of a direction that the logs do not determine removes the finding; undo restores it. */
static void
test_fixes(void)
{
  TrammelDocument *document = test_open_example("pendulum");
  put(document, "model.bodies[0].mass",
      "{ \"value\": 0.62, \"free\": true, \"min\": 0.01, \"max\": 5 }");
  TrammelChecker *checker = open_checker(document);
  const TrammelFinding *finding = find_code(checker, "scale-not-determined");
  g_assert_nonnull(finding);
  guint n = g_strv_length(finding->alternatives) / 2;

  g_assert_cmpuint(n, >=, 2);
  for (guint which = 0; which <= n; which++) {
    finding = find_code(checker, "scale-not-determined");
    g_autoptr(GError) error = NULL;
    trammel_checker_fix(checker, finding, which, &error);
    g_assert_no_error(error);
    g_assert_true(test_wait(is_current, checker, TEST_DEADLINE));
    g_assert_null(find_code(checker, "scale-not-determined"));
    trammel_document_undo(document);
    g_assert_true(test_wait(is_current, checker, TEST_DEADLINE));
    g_assert_nonnull(find_code(checker, "scale-not-determined"));
  }
  test_release(checker);
  test_release(document);
}

static void
test_obstacle(void)
{
  TrammelDocument *document = test_open_example("pendulum");
  TrammelChecker *checker = open_checker(document);

  put(document, "logs[0].channels", "[]");
  g_assert_null(trammel_checker_get_obstacle(checker)); /* not known yet */
  g_assert_true(test_wait(is_current, checker, TEST_DEADLINE));
  g_assert_nonnull(strstr(trammel_checker_get_obstacle(checker), "no sensor mapped"));
  g_assert_cmpuint(trammel_checker_count(checker, "error"), ==, 1);
  g_assert_cmpstr(g_array_index(trammel_checker_get_findings(checker), TrammelFinding, 0).severity,
                  ==, "error");
  trammel_document_undo(document);
  g_assert_true(test_wait(is_current, checker, TEST_DEADLINE));
  g_assert_null(trammel_checker_get_obstacle(checker));
  test_release(checker);
  test_release(document);
}

static void
test_ignore(void)
{
  TrammelDocument *document = open_odd_step();
  TrammelChecker *checker = open_checker(document);
  g_autoptr(GError) error = NULL;

  trammel_checker_ignore(checker, find_code(checker, "h-not-multiple"), &error);
  g_assert_no_error(error);
  g_assert_true(test_wait(is_current, checker, TEST_DEADLINE));
  g_assert_null(find_code(checker, "h-not-multiple"));
  trammel_document_undo(document);
  g_assert_true(test_wait(is_current, checker, TEST_DEADLINE));
  g_assert_nonnull(find_code(checker, "h-not-multiple"));
  test_release(checker);
  test_release(document);
}

static gboolean
is_held(gpointer data)
{
  return *(gboolean *)data;
}

/* Nothing is checked during a drag of a slider; afterwards it is. */
static void
test_waits(void)
{
  TrammelDocument *document = test_open_example("pendulum");
  gboolean held = TRUE;
  TrammelChecker *checker = trammel_checker_new(is_held, &held);

  trammel_checker_set_document(checker, document);
  for (int i = 0; i < 3; i++)
    test_let_pass();
  g_assert_null(trammel_checker_get_findings(checker));
  held = FALSE;
  g_assert_true(test_wait(is_current, checker, TEST_DEADLINE));
  test_release(checker);
  test_release(document);
}

static void
test_labels(void)
{
  static const struct {
    const char *path, *json, *label;
  } cases[] = {
      {"model.bodies[0].mass.free", "false", "Fix Mass · pendulum"},
      {"model.joints[0].friction.viscous.free", "true", "Free Viscous friction · pivot"},
      {"model.joints[0].friction.coulomb.value", "0.05",
       "Set the start of Dry friction · pivot to 0.05 N m"},
      {"model.joints[0].friction.rate", "0.05", "Smooth the dry friction of pivot over 0.05 rad/s"},
      {"model.bodies[0].mass.prior", "{ \"mean\": 0.62, \"sigma\": 0.06 }",
       "Prior of Mass · pendulum: 0.62 ± 0.06 kg"},
      {"model.bodies[0].mass.prior.sigma", "0.01",
       "Widen the prior of Mass · pendulum to ± 0.01 kg"},
      {"settings.kappa", "\"auto\"", "Set kappa to auto"},
      {"model.bodies[0].mass.free,model.joints[0].friction.viscous.free", "false",
       "Fix these 2 parameters"},
      {"model.bodies[0].mass.free,model.joints[0].friction.viscous.free", "true",
       "Free these 2 parameters"},
      {"logs[0].channels[1].unit,logs[0].channels[2].unit", "\"N m\"", "Set the unit to N m"},
  };
  TrammelDocument *document = test_open_example("pendulum");

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *label = trammel_fix_label_new_for(cases[i].path, cases[i].json,
                                                       trammel_document_get_project(document));
    g_assert_cmpstr(label, ==, cases[i].label);
  }
  test_release(document);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/session/checker/follows", test_follows);
  g_test_add_func("/session/checker/fixes", test_fixes);
  g_test_add_func("/session/checker/obstacle", test_obstacle);
  g_test_add_func("/session/checker/ignore", test_ignore);
  g_test_add_func("/session/checker/waits", test_waits);
  g_test_add_func("/session/checker/labels", test_labels);
  return g_test_run();
}
