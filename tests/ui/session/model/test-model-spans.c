/* Tests of the spans of time of joints and contacts on the page Model. */
#include <string.h>

#include "io/project/put.h"
#include "ui/session/model/model-support.h"

static const TrJoint *
get_joint_model(TrammelDocument *document, TrammelElement joint)
{
  return &trammel_project_get_model(trammel_document_get_project(document))->joints[joint.index];
}

/* Number of rows of spans. */
static int
count_spans(TrammelDocument *document, TrammelElement element)
{
  g_autoptr(GPtrArray) fields =
      trammel_model_fields_new(trammel_document_get_project(document), element);
  int n = 0;

  for (guint i = 0; i < fields->len; i++)
    n += ((const TrammelField *)fields->pdata[i])->kind == TRAMMEL_FIELD_SPAN;
  return n;
}

static void
remove_first_span(TrammelDocument *document, TrammelElement element)
{
  g_autoptr(GPtrArray) fields =
      trammel_model_fields_new(trammel_document_get_project(document), element);
  const TrammelField *first = test_get_field(fields, "Active spans", "Span 1");

  g_assert_true(first->is_removable && trammel_model_field_remove(document, element, first, NULL));
}

/* Spans of time in which a joint holds are rows with their ends in seconds: one can be changed,
 * added and removed, each as one step, and without the last one the joint always holds.  A hinge
 * has none. */
static void
test_spans(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("pendulum-latch");
  const TrammelElement latch = test_find(document, TRAMMEL_ELEMENT_JOINT, "latch");
  g_autofree char *path = trammel_element_dup_path(latch, "active");
  g_autofree char *impulse = trammel_element_dup_path(latch, "switch_impulse");
  g_autofree char *before = trammel_project_dup_at(trammel_document_get_project(document), path);
  g_strchomp(before);
  g_autofree char *second = g_strconcat(path, "[1]", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true(test_apply_field(document, latch, "Active spans", "Span 2", "5300 ms;6.3", &error));
  g_assert_no_error(error);
  test_check_at(document, second, "[\n  5.3,\n  6.3\n]");
  g_assert_true(test_apply_field(document, latch, "Active spans", "Switch impulse", "2", &error));
  test_check_at(document, impulse, "2");
  test_check_refused(document, latch, "Active spans", "Span 2", "6.3;5.3", "begins before it ends");
  test_check_refused(document, latch, "Active spans", "Switch impulse", "0", "above zero");
  trammel_document_undo(document);
  trammel_document_undo(document);
  test_check_at(document, path, before);

  int n = get_joint_model(document, latch)->active.n;
  double end = get_joint_model(document, latch)->active.end[n - 1];
  g_assert_cmpint(count_spans(document, latch), ==, n);
  g_assert_true(test_apply_field(document, latch, "Active spans", "Add Span", "", &error));
  g_assert_cmpint(get_joint_model(document, latch)->active.n, ==, n + 1);
  g_assert_cmpfloat(get_joint_model(document, latch)->active.begin[n], ==, end);
  g_assert_cmpfloat(get_joint_model(document, latch)->active.end[n], ==, end + 1);
  for (int i = n + 1; i > 0; i--)
    remove_first_span(document, latch);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "remove span 1 of latch");
  test_check_at(document, path, NULL);
  g_assert_true(test_apply_field(document, latch, "Active spans", "Add Span", "", &error));
  test_check_at(document, path, "[\n  [0, 1]\n]");
  test_check_refused(document, latch, "Active spans", "Span 1", "1", "Two numbers");
  remove_first_span(document, latch);
  test_check_at(document, path, NULL);
  g_assert_cmpint(count_spans(document, latch), ==, 0);

  TrammelElement pivot = test_find(document, TRAMMEL_ELEMENT_JOINT, "pivot");
  g_autoptr(GPtrArray) fields =
      trammel_model_fields_new(trammel_document_get_project(document), pivot);
  for (guint i = 0; i < fields->len; i++)
    g_assert_cmpstr(((const TrammelField *)fields->pdata[i])->group, !=, "Active spans");
}

/* A contact has the same rows; the switch impulse shows with the first span and goes with the last.
 */
static void
test_contact_spans(void)
{
  g_autoptr(TrammelDocument) document = test_open_example("thrown-cube");
  const TrammelElement table = test_find(document, TRAMMEL_ELEMENT_CONTACT, "table");
  g_autofree char *path = trammel_element_dup_path(table, "active");
  g_autofree char *impulse = trammel_element_dup_path(table, "switch_impulse");
  g_autoptr(GError) error = NULL;

  g_assert_true(test_apply_field(document, table, "Active spans", "Add Span", "", &error));
  g_assert_no_error(error);
  g_assert_true(test_apply_field(document, table, "Active spans", "Span 1", "0;500 ms", &error));
  g_assert_no_error(error);
  test_check_at(document, path, "[\n  [0, 0.5]\n]");
  g_assert_true(test_apply_field(document, table, "Active spans", "Switch impulse", "2", &error));
  test_check_at(document, impulse, "2");
  test_check_refused(document, table, "Active spans", "Span 1", "2;1", "begins before it ends");
  test_check_refused(document, table, "Active spans", "Switch impulse", "0", "above zero");
  remove_first_span(document, table);
  test_check_at(document, path, NULL);
  g_autoptr(GPtrArray) fields =
      trammel_model_fields_new(trammel_document_get_project(document), table);
  for (guint i = 0; i < fields->len; i++)
    g_assert_cmpstr(((const TrammelField *)fields->pdata[i])->label, !=, "Switch impulse");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/session/model-spans/joint", test_spans);
  g_test_add_func("/ui/session/model-spans/contact", test_contact_spans);
  return g_test_run();
}
