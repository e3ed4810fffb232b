/* Tests of findings on forces and joints whose numbers have no share in percent. */
#include "io/result/force_finding.h"

#include <math.h>
#include <string.h>

#include "io/result/change_text.h"

/* Returns the text of the finding on a joint whose prediction has this error. */
static char *
describe_joint(double error)
{
  TrJoint joint = {.name = "pin"};
  TrModel model = {.n_joints = 1, .joints = &joint};
  TrTask task = {.model = &model};
  TrJointPrediction prediction = {.period = 1.5, .error = error};
  TrLogFit log = {.predictions = &prediction};
  TrFit fit = {.model = &model, .n_logs = 1, .logs = &log};
  g_autoptr(GArray) findings = trammel_findings_new();

  trammel_joint_findings_add(findings, &task, &fit);
  return findings->len == 1 ? g_strdup(g_array_index(findings, TrammelFinding, 0).text) : NULL;
}

static void
test_joint(void)
{
  g_autofree char *good = describe_joint(0.1), *bad = describe_joint(0.5);
  g_autofree char *failed = describe_joint(INFINITY);

  g_assert_null(good);
  g_assert_nonnull(strstr(bad, "(1.5 s) by 50 % of its motion"));
  g_assert_nonnull(strstr(failed, "cannot be simulated over one period (1.5 s)"));
  g_assert_null(strstr(failed, "inf"));
}

static void
test_change(void)
{
  g_autofree char *share = trammel_change_dup_text(-0.003, -0.1, "kg");
  g_autofree char *of_zero = trammel_change_dup_text(0.0123, 0, "kg m^2");
  g_autofree char *plain = trammel_change_dup_text(0.0123, 0, "1");

  g_assert_cmpstr(share, ==, "-3 %");
  g_assert_cmpstr(of_zero, ==, "0.012 kg m^2");
  g_assert_cmpstr(plain, ==, "0.012");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/force-finding/joint", test_joint);
  g_test_add_func("/io/force-finding/change", test_change);
  return g_test_run();
}
