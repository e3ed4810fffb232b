#include "ui/session/session-support.h"

#include "engine/est/identify/identify.h"

TrammelDocument *
test_open_example(const char *name)
{
  g_autoptr(GError) error = NULL;
  TrammelDocument *document = trammel_document_new_from_example(name, &error);

  g_assert_no_error(error);
  return document;
}

void
test_set(TrammelDocument *document, const char *name, const char *value)
{
  g_autoptr(GError) error = NULL;

  g_assert_true(trammel_document_set_setting(document, name, value, &error));
  g_assert_no_error(error);
}

void
test_set_number(TrammelDocument *document, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  test_set(document, name, g_ascii_dtostr(text, sizeof text, value));
}

TrammelRun *
test_identify(TrammelDocument *document)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TrammelProblem) problem =
      trammel_problem_new(trammel_document_get_project(document), NULL, NULL, &error);
  TrFit *fit = NULL;

  g_assert_no_error(error);
  TrStatus status = tr_identify(&fit, trammel_problem_get_task(problem), NULL);
  if (fit)
    g_test_message("%s", fit->message);
  g_assert_cmpint(status, ==, TR_OK);
  return trammel_run_new(TRAMMEL_RUN_FULL, problem, fit);
}

void
test_release(gpointer object)
{
  g_object_add_weak_pointer(object, &object);
  g_object_unref(object);
  g_assert_null(object);
}

void
test_let_pass(void)
{
  for (int i = 0; i < 100; i++) {
    g_main_context_iteration(NULL, FALSE);
    g_usleep(1000);
  }
}
