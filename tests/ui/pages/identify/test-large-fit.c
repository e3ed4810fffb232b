/* Tests of the question before a fit that has more steps than the project allows. */
#include <string.h>

#include "ui/desktop/file-dialogs.h"
#include "ui/window-support.h"

/* The replaced question. */
typedef struct {
  TrammelAnswer answer;
  guint n;    /* times that it was asked */
  char *need; /* its latest text */
} Question;

static TrammelAnswer
answer(const char *need, gpointer user)
{
  Question *question = user;

  question->n++;
  g_free(question->need);
  question->need = g_strdup(need);
  return question->answer;
}

static int
get_limit(TrammelWindow *window)
{
  TrammelDocument *document = trammel_window_get_document(window);

  return trammel_project_get_max_steps(trammel_document_get_project(document));
}

/* TestCondition: the check has found the size of the fit. */
static gboolean
has_size(gpointer window)
{
  return is_idle(window) && trammel_checker_find_size(trammel_window_get_checker(window));
}

/* Opens the pendulum with more steps than its limit, and requests the fit. */
static TrammelWindow *
open_large(Question *question)
{
  TrammelWindow *window = open_example("pendulum");
  TrammelDocument *document = trammel_window_get_document(window);

  trammel_file_dialogs_set_seam((TrammelDialogSeam){.ask_size = answer, .user = question});
  g_assert_true(trammel_document_set_setting(document, "h", "0.01", NULL));
  g_assert_true(trammel_document_set_setting(document, "max_steps", "100", NULL));
  g_assert_true(test_wait(has_size, window, TEST_DEADLINE));
  activate(window, "identify", NULL);
  g_assert_cmpuint(question->n, ==, 1);
  g_assert_nonnull(strstr(question->need, "B of memory"));
  g_assert_nonnull(strstr(question->need, "steps of h = 0.01 s"));
  g_assert_nonnull(strstr(question->need, "make h larger, trim the logs"));
  return window;
}

static void
close_large(TrammelWindow *window, Question *question)
{
  close_window(window);
  trammel_file_dialogs_set_seam((TrammelDialogSeam){0});
  g_free(question->need);
}

static void
test_cancel(void)
{
  Question question = {.answer = TRAMMEL_ANSWER_CANCEL};
  TrammelWindow *window = open_large(&question);
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_true(test_wait(is_idle, window, TEST_DEADLINE));
  g_assert_cmpint(get_limit(window), ==, 100);
  g_assert_cmpuint(g_list_model_get_n_items(trammel_document_get_runs(document)), ==, 0);
  close_large(window, &question);
}

/* The limit becomes that of this fit, in a step of the history. */
static void
test_start(void)
{
  Question question = {.answer = TRAMMEL_ANSWER_START};
  TrammelWindow *window = open_large(&question);
  TrammelDocument *document = trammel_window_get_document(window);

  g_assert_true(test_wait(has_result, window, TEST_DEADLINE));
  g_assert_cmpuint(question.n, ==, 1);
  g_assert_cmpint(get_limit(window), >, 100);
  g_assert_cmpint(get_limit(window), <, 10000);
  trammel_document_undo(document);
  g_assert_cmpint(get_limit(window), ==, 100);
  close_large(window, &question);
}

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  g_test_add_func("/large-fit/cancel", test_cancel);
  g_test_add_func("/large-fit/start", test_start);
  return run_window_tests();
}
