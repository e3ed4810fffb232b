/* Pictures of the page Validate (pictures.h). */
#include <glib/gi18n.h>

#include "ui/pages/validate/cross-panel.h"
#include "ui/pages/validate/predict-button.h"
#include "ui/pages/validate/validate-page.h"
#include "ui/pictures.h"
#include "ui/session/import/log-split.h"
#include "ui/ui-support.h"
#include "ui/window-support.h"

static gboolean
is_up_to_date(gpointer page)
{
  return trammel_validate_page_is_up_to_date(page);
}

static TrammelValidatePage *
show_page(TrammelWindow *window)
{
  activate(window, "page", "validate");
  return TRAMMEL_VALIDATE_PAGE(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_VALIDATE_PAGE, NULL));
}

/* Splits the log into three parts, the last one to validate with. */
static gboolean
divide(TrammelWindow *window, double last)
{
  TrammelDocument *document = trammel_window_get_document(window);

  return trammel_log_split(document, 0, (double[]){0, last}, 0.6 * last, NULL) &&
         trammel_log_split(document, 0, (double[]){0, 0.6 * last}, 0.3 * last, NULL) &&
         trammel_document_set_log_role(document, 1, TRAMMEL_ROLE_ESTIMATE) &&
         test_wait(is_prepared, window, TEST_DEADLINE);
}

static gboolean
identify(TrammelWindow *window, guint n)
{
  GListModel *runs = trammel_document_get_runs(trammel_window_get_document(window));

  activate(window, "identify", NULL);
  while (g_list_model_get_n_items(runs) < n)
    if (!g_main_context_iteration(NULL, TRUE))
      return FALSE;
  return test_wait(has_fit, window, TEST_DEADLINE);
}

enum { PREDICTED = 50 };

/* Takes the page before the split, with two runs, over steps, during a cross-validation, and after
 * it. */
static gboolean
take_example(
    TrammelWindow *window, const char *folder, const char *example, double last, const char *style)
{
  TrammelDocument *document;
  g_autofree char *before = g_strdup_printf("validate-%s-one-log", example);
  g_autofree char *scores = g_strdup_printf("validate-%s", example);
  g_autofree char *steps = g_strdup_printf("validate-%s-steps", example);
  g_autofree char *cross = g_strdup_printf("validate-%s-cross", example);

  activate(window, "open-example", example);
  document = trammel_window_get_document(window);
  if (!test_wait(is_prepared, window, TEST_DEADLINE) || !identify(window, 1))
    return FALSE;
  TrammelValidatePage *page = show_page(window);
  if (!test_wait(is_up_to_date, page, TEST_DEADLINE))
    return FALSE;
  take_picture(GTK_WINDOW(window), folder, before, style);
  if (!divide(window, last) || !identify(window, 2) ||
      !trammel_document_set_setting(document, "kappa", "1e-3", NULL) || !identify(window, 3) ||
      !test_wait(is_up_to_date, page, TEST_DEADLINE))
    return FALSE;
  take_picture(GTK_WINDOW(window), folder, scores, style);
  GtkWidget *predict = find_widget(GTK_WIDGET(page), TRAMMEL_TYPE_PREDICT_BUTTON, NULL);
  trammel_predict_button_set_steps(TRAMMEL_PREDICT_BUTTON(predict), PREDICTED);
  if (!test_wait(is_up_to_date, page, TEST_DEADLINE))
    return FALSE;
  take_picture(GTK_WINDOW(window), folder, steps, style);
  trammel_predict_button_set_steps(TRAMMEL_PREDICT_BUTTON(predict), 0);
  GtkWidget *button = find_widget(GTK_WIDGET(page), GTK_TYPE_BUTTON, _("Cross-validate"));
  g_signal_emit_by_name(button, "clicked");
  if (!test_wait(is_up_to_date, page, TEST_DEADLINE))
    return FALSE;
  take_picture(GTK_WINDOW(window), folder, cross, style);
  return TRUE;
}

gboolean
take_validate_pictures(
    GtkApplication *app, const char *folder, const char *style, int width, int height)
{
  static const struct {
    const char *name;
    double last;
  } examples[] = {{"furuta", 10}, {"pendulum", 16}};
  gboolean done = TRUE;

  for (guint i = 0; done && i < G_N_ELEMENTS(examples); i++) {
    TrammelWindow *window = open_styled_window(app, style, width, height);
    done = take_example(window, folder, examples[i].name, examples[i].last, style);
    gtk_window_destroy(GTK_WINDOW(window));
  }
  return done;
}
