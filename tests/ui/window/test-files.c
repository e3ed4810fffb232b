/* Tests of the files of windows: the questions before work is lost, as real dialogs; files that are
 * opened again; messages on files that could not be saved. */
#include <gtk/gtk.h>
#include <string.h>

#include "io/packed/temp_folder.h"
#include "io/project/examples.h"
#include "ui/desktop/file-dialogs.h"
#include "ui/window-support.h"

typedef struct {
  char *folder, *project;
} Fixture;

static void
set_up(Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp("trammel-test-XXXXXX", NULL);
  fixture->project =
      trammel_examples_write(trammel_examples_find("pendulum"), fixture->folder, NULL);
}

static void
tear_down(Fixture *fixture, gconstpointer data)
{
  trammel_temp_folder_remove(fixture->folder);
  g_free(fixture->folder);
  g_free(fixture->project);
}

static void
set_step(TrammelWindow *window, const char *value)
{
  g_assert_true(
      trammel_document_set_setting(trammel_window_get_document(window), "h", value, NULL));
}

static GtkWidget *
find_answer(const char *label)
{
  GtkWidget *dialog = find_toplevel(GTK_TYPE_MESSAGE_DIALOG);

  return dialog ? find_widget(dialog, GTK_TYPE_BUTTON, label) : NULL;
}

/* TestCondition: a question with the answer of this label is shown. */
static gboolean
can_answer(gpointer label)
{
  return find_answer(label) != NULL;
}

static gboolean
has_no_question(gpointer user)
{
  return find_toplevel(GTK_TYPE_MESSAGE_DIALOG) == NULL;
}

static gboolean
on_click_cb(gpointer label)
{
  g_signal_emit_by_name(find_answer(label), "clicked");
  return G_SOURCE_REMOVE;
}

/* Answers the question by a click on the button, in an event as a real one. */
static void
answer(const char *label)
{
  g_assert_true(test_wait(can_answer, (gpointer)label, TEST_DEADLINE));
  g_idle_add(on_click_cb, (gpointer)label);
  g_assert_true(test_wait(has_no_question, NULL, TEST_DEADLINE));
}

/* The window goes with its question; nothing refers to either afterwards. */
static void
test_discard(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_example("pendulum");

  set_step(window, "0.02");
  g_object_add_weak_pointer(G_OBJECT(window), (gpointer *)&window);
  gtk_window_close(GTK_WINDOW(window));
  answer("_Cancel");
  g_assert_nonnull(window);
  gtk_window_close(GTK_WINDOW(window));
  answer("_Discard");
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
}

static void
test_stop(Fixture *fixture, gconstpointer data)
{
  TrammelWindow *window = open_example("furuta");

  g_object_add_weak_pointer(G_OBJECT(window), (gpointer *)&window);
  activate(window, "identify", NULL);
  gtk_window_close(GTK_WINDOW(window));
  answer("_Stop and Close");
  g_assert_true(test_wait(test_is_null, &window, TEST_DEADLINE));
}

#define ADD(name, function)                                                                        \
  g_test_add("/ui/files/" name, Fixture, NULL, set_up, function, tear_down)

int
main(int argc, char **argv)
{
  init_window_tests(&argc, &argv);
  ADD("discard", test_discard);
  ADD("stop", test_stop);
  return run_window_tests();
}
