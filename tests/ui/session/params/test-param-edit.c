/* Tests of texts typed into the parameter table: applied to the project with undo, or refused with
 * a reason. */
#include <math.h>
#include <string.h>

#include "io/project/origin.h"
#include "ui/session/params/param-bulk.h"
#include "ui/session/params/param-list.h"
#include "ui/session/session-support.h"

#define COULOMB "joint.pivot.coulomb"
#define VISCOUS "joint.pivot.viscous"
#define MASS    "body.pendulum.mass"

static const TrammelQuantity *
get(TrammelDocument *document, const char *id)
{
  return trammel_project_find_quantity(trammel_document_get_project(document), id);
}

static void
edit(TrammelDocument *document, const char *id, TrammelParamField field, const char *text)
{
  g_autoptr(GError) error = NULL;

  trammel_param_edit(document, id, field, text, &error);
  g_assert_no_error(error);
}

static void
test_numbers(void)
{
  TrammelDocument *document = test_open_example("pendulum");

  edit(document, COULOMB, TRAMMEL_PARAM_START, "20 mN m");
  g_assert_cmpfloat(get(document, COULOMB)->value, ==, 0.02);
  edit(document, COULOMB, TRAMMEL_PARAM_MIN, "");
  g_assert_true(isinf(get(document, COULOMB)->min));
  edit(document, COULOMB, TRAMMEL_PARAM_MAX, "0.5");
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==,
                  "change the upper bound of dry friction · pivot");
  g_assert_cmpfloat(get(document, COULOMB)->max, ==, 0.5);
  edit(document, COULOMB, TRAMMEL_PARAM_PRIOR_SIGMA, "0.003");
  g_assert_cmpfloat(get(document, COULOMB)->prior_mean, ==, 0.02);
  edit(document, COULOMB, TRAMMEL_PARAM_PRIOR_MEAN, "0.03");
  g_assert_cmpfloat(get(document, COULOMB)->prior_mean, ==, 0.03);
  g_assert_cmpfloat(get(document, COULOMB)->prior_sigma, ==, 0.003);
  edit(document, COULOMB, TRAMMEL_PARAM_PRIOR_SIGMA, "");
  g_assert_true(isinf(get(document, COULOMB)->prior_sigma));
  for (int i = 0; i < 6; i++)
    trammel_document_undo(document);
  g_assert_cmpfloat(get(document, COULOMB)->value, ==, 0.01);
  g_assert_null(trammel_document_get_undo_label(document));
  test_release(document);
}

/* A percentage as a bound sets both about the value; as the sigma of a prior it is that share. */
static void
test_percent(void)
{
  static const char *const texts[] = {"±20 %", "20%", "+-20 %", " +/- 20%"};
  TrammelDocument *document = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
    edit(document, COULOMB, i % 2 ? TRAMMEL_PARAM_MIN : TRAMMEL_PARAM_MAX, texts[i]);
    g_assert_cmpfloat_with_epsilon(get(document, COULOMB)->min, 0.008, 1e-15);
    g_assert_cmpfloat_with_epsilon(get(document, COULOMB)->max, 0.012, 1e-15);
    edit(document, COULOMB, TRAMMEL_PARAM_MIN, "");
  }
  edit(document, COULOMB, TRAMMEL_PARAM_PRIOR_SIGMA, "5 %");
  g_assert_cmpfloat_with_epsilon(get(document, COULOMB)->prior_sigma, 0.0005, 1e-15);
  g_assert_false(trammel_param_edit(document, COULOMB, TRAMMEL_PARAM_MAX, "-20 %", NULL));
  edit(document, COULOMB, TRAMMEL_PARAM_MIN, "");
  edit(document, COULOMB, TRAMMEL_PARAM_START, "0");
  g_assert_false(trammel_param_edit(document, COULOMB, TRAMMEL_PARAM_MAX, "20 %", &error));
  g_assert_nonnull(strstr(error->message, "is 0"));
  test_release(document);
}

/* Transform, tie and note are stored; the row shows those of the project. */
static void
test_words(void)
{
  TrammelDocument *document = test_open_example("pendulum");
  TrammelParamList *list = trammel_param_list_new(document);
  GListModel *model = trammel_param_list_get_model(list);

  edit(document, COULOMB, TRAMMEL_PARAM_TRANSFORM, "Log");
  g_assert_cmpint(get(document, COULOMB)->transform, ==, TR_TRANSFORM_LOG);
  edit(document, MASS, TRAMMEL_PARAM_NOTE, "weighed \"twice\"");
  g_assert_cmpfloat(get(document, MASS)->value, ==, 0.62);
  edit(document, "body.pendulum.inertia.xx", TRAMMEL_PARAM_TIE, "0.5*body.pendulum.inertia.zz");
  g_assert_cmpfloat(get(document, "body.pendulum.inertia.xx")->value, ==, 0.015);
  for (guint i = 0; i < g_list_model_get_n_items(model); i++) {
    g_autoptr(TrammelParamItem) item = g_list_model_get_item(model, i);
    g_autofree char *tie = NULL, *note = NULL;
    g_object_get(item, "tie", &tie, "note", &note, NULL);
    gboolean is_tied = g_str_equal(trammel_param_item_get_id(item), "body.pendulum.inertia.xx");
    gboolean is_noted = g_str_equal(trammel_param_item_get_id(item), MASS);
    g_assert_cmpstr(tie, ==, is_tied ? "0.5*body.pendulum.inertia.zz" : "");
    g_assert_cmpstr(note, ==, is_noted ? "weighed \"twice\"" : "");
  }
  edit(document, MASS, TRAMMEL_PARAM_NOTE, "");
  edit(document, "body.pendulum.inertia.xx", TRAMMEL_PARAM_TIE, "");
  g_assert_false(get(document, "body.pendulum.inertia.xx")->tied);
  test_release(list);
  test_release(document);
}

/* Where a value comes from is stored as a word beside its note; other words are refused. */
static void
test_origin(void)
{
  TrammelDocument *document = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;

  edit(document, MASS, TRAMMEL_PARAM_ORIGIN, "datasheet");
  edit(document, MASS, TRAMMEL_PARAM_NOTE, "page 4");
  edit(document, COULOMB, TRAMMEL_PARAM_ORIGIN, "cad");
  const TrammelProject *project = trammel_document_get_project(document);
  g_assert_cmpint(trammel_project_find_origin(project, MASS), ==, TRAMMEL_ORIGIN_DATASHEET);
  g_assert_cmpint(trammel_project_find_origin(project, COULOMB), ==, TRAMMEL_ORIGIN_CAD);
  g_assert_cmpfloat(get(document, MASS)->value, ==, 0.62);
  g_autofree char *text =
      trammel_param_dup_text(project, get(document, MASS), TRAMMEL_PARAM_ORIGIN);
  g_assert_cmpstr(text, ==, "datasheet");
  g_autofree char *both = trammel_project_dup_provenance(project, MASS);
  g_assert_cmpstr(both, ==, "Datasheet; page 4");
  g_autofree char *one = trammel_project_dup_provenance(project, COULOMB);
  g_assert_cmpstr(one, ==, "CAD");
  g_assert_false(trammel_param_edit(document, MASS, TRAMMEL_PARAM_ORIGIN, "guess", &error));
  g_assert_nonnull(strstr(error->message, "origin"));
  g_assert_nonnull(strstr(error->message, "guess"));
  edit(document, MASS, TRAMMEL_PARAM_ORIGIN, "");
  project = trammel_document_get_project(document);
  g_assert_cmpint(trammel_project_find_origin(project, MASS), ==, TRAMMEL_ORIGIN_NONE);
  g_assert_cmpstr(trammel_project_find_note(project, MASS), ==, "page 4");
  test_release(document);
}

/* An edit without effect adds no undo step and is not written into the file. */
static void
test_same(void)
{
  TrammelDocument *document = test_open_example("pendulum");
  const TrammelProject *project = trammel_document_get_project(document);
  g_autofree char *before = trammel_project_to_data(project);

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++) {
    const TrammelQuantity *quantity = trammel_project_get_quantity(project, i);
    const double values[] = {quantity->value, quantity->min, quantity->max};
    for (guint k = 0; k < G_N_ELEMENTS(values); k++) {
      char text[G_ASCII_DTOSTR_BUF_SIZE] = "";
      if (isfinite(values[k]))
        g_ascii_dtostr(text, sizeof text, values[k]);
      if (isfinite(values[k]) || k > 0)
        edit(document, quantity->id, (TrammelParamField)(TRAMMEL_PARAM_START + k), text);
    }
  }
  g_autofree char *after = trammel_project_to_data(trammel_document_get_project(document));
  g_assert_cmpstr(after, ==, before);
  g_assert_null(trammel_document_get_undo_label(document));
  test_release(document);
}

static void
test_refused(void)
{
  static const struct {
    TrammelParamField field;
    const char *text;
  } cases[] = {{TRAMMEL_PARAM_START, "much"},      {TRAMMEL_PARAM_START, "5 kg"},
               {TRAMMEL_PARAM_MIN, "0.5"},         {TRAMMEL_PARAM_PRIOR_MEAN, "0.02"},
               {TRAMMEL_PARAM_PRIOR_SIGMA, "-1"},  {TRAMMEL_PARAM_TRANSFORM, "square"},
               {TRAMMEL_PARAM_TIE, "joint.nobody"}};
  TrammelDocument *document = test_open_example("pendulum");

  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(trammel_param_edit(document, COULOMB, cases[i].field, cases[i].text, &error));
    g_assert_nonnull(error);
    g_assert_null(trammel_document_get_undo_label(document));
  }
  test_release(document);
}

/* Copied and pasted rows: changes in a spreadsheet are applied as one step. */
static void
test_rows(void)
{
  TrammelDocument *document = test_open_example("pendulum");
  TrammelParamList *list = trammel_param_list_new(document);
  g_autofree char *text = trammel_param_bulk_to_text(trammel_param_list_get_model(list));
  g_autoptr(GError) error = NULL;
  guint n = 9;

  g_assert_true(g_str_has_prefix(text, "id\tparameter\tunit\tfree\tstart\t"));
  g_assert_nonnull(strstr(text, "\n" COULOMB "\t"));
  g_assert_true(trammel_param_bulk_paste(document, text, &n, &error));
  g_assert_no_error(error);
  g_assert_cmpuint(n, ==, 0);
  g_assert_null(trammel_document_get_undo_label(document));
  g_assert_true(trammel_param_bulk_paste(document,
                                         "start\tid\tprior_sigma\tfree\tnonsense\n0.02\t" COULOMB
                                         "\t1e-3\tyes\tx\r\n\n0.7\t" MASS "\t\tyes\n",
                                         &n, &error));
  g_assert_no_error(error);
  g_assert_cmpuint(n, ==, 2);
  g_assert_cmpfloat(get(document, COULOMB)->value, ==, 0.02);
  g_assert_cmpfloat(get(document, COULOMB)->prior_sigma, ==, 1e-3);
  g_assert_cmpfloat(get(document, MASS)->value, ==, 0.7);
  g_assert_true(get(document, MASS)->free);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "paste values of 2 parameters");
  trammel_document_undo(document);
  g_assert_false(get(document, MASS)->free);
  g_assert_null(trammel_document_get_undo_label(document));
  /* all or nothing */
  g_assert_false(trammel_param_bulk_paste(
      document, "id\tstart\n" COULOMB "\t0.02\nbody.wing.mass\t1\n", &n, &error));
  g_assert_nonnull(strstr(error->message, "Line 3"));
  g_assert_nonnull(strstr(error->message, "body.wing.mass"));
  g_clear_error(&error);
  g_assert_false(trammel_param_bulk_paste(document, "start\n1\n", &n, &error));
  g_assert_nonnull(strstr(error->message, "id"));
  g_assert_null(trammel_document_get_undo_label(document));
  test_release(list);
  test_release(document);
}

/* One text for several rows, and a factor for each value. */
static void
test_many(void)
{
  const char *const ids[] = {COULOMB, VISCOUS, NULL};
  TrammelDocument *document = test_open_example("pendulum");
  g_autoptr(GError) error = NULL;
  double coulomb = get(document, COULOMB)->value, viscous = get(document, VISCOUS)->value;

  g_assert_true(trammel_param_bulk_edit(document, ids, TRAMMEL_PARAM_PRIOR_SIGMA, "0.004", &error));
  g_assert_true(trammel_param_bulk_edit(document, ids, TRAMMEL_PARAM_PRIOR_SIGMA, "*0.5", &error));
  g_assert_no_error(error);
  g_assert_cmpfloat(get(document, VISCOUS)->prior_sigma, ==, 0.002);
  g_assert_true(trammel_param_bulk_edit(document, ids, TRAMMEL_PARAM_START, "*3", &error));
  g_assert_cmpfloat_with_epsilon(get(document, COULOMB)->value, 3 * coulomb, 1e-9);
  g_assert_cmpfloat_with_epsilon(get(document, VISCOUS)->value, 3 * viscous, 1e-9);
  g_assert_true(trammel_param_bulk_set_free(document, ids, FALSE, &error));
  g_assert_false(get(document, COULOMB)->free || get(document, VISCOUS)->free);
  g_assert_cmpstr(trammel_document_get_undo_label(document), ==, "fixing of 2 parameters");
  trammel_document_undo(document);
  g_assert_true(get(document, COULOMB)->free && get(document, VISCOUS)->free);
  for (int i = 0; i < 3; i++)
    trammel_document_undo(document);
  g_assert_null(trammel_document_get_undo_label(document));
  g_assert_false(trammel_param_bulk_edit(document, ids, TRAMMEL_PARAM_START, "much", &error));
  g_assert_nonnull(error);
  g_assert_cmpfloat(get(document, COULOMB)->value, ==, coulomb);
  test_release(document);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/session/param-edit/rows", test_rows);
  g_test_add_func("/session/param-edit/many", test_many);
  g_test_add_func("/session/param-edit/numbers", test_numbers);
  g_test_add_func("/ui/session/params/percent", test_percent);
  g_test_add_func("/session/param-edit/words", test_words);
  g_test_add_func("/session/param-edit/origin", test_origin);
  g_test_add_func("/session/param-edit/same", test_same);
  g_test_add_func("/session/param-edit/refused", test_refused);
  return g_test_run();
}
