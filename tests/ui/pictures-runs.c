/* Pictures of the list of runs and of their comparison (pictures.h). */
#include "ui/pages/inspect/compare-dialog.h"
#include "ui/pictures.h"
#include "ui/ui-support.h"

static gboolean
has_runs(gpointer user)
{
  TrammelDocument *document = trammel_window_get_document(user);
  guint n = g_list_model_get_n_items(trammel_document_get_runs(document));

  return has_fit(user) && n >= 1 + GPOINTER_TO_UINT(g_object_get_data(user, "runs"));
}

/* Makes one more run, by the button's action. */
static gboolean
identify(TrammelWindow *window)
{
  TrammelDocument *document = trammel_window_get_document(window);
  guint n = g_list_model_get_n_items(trammel_document_get_runs(document));

  g_object_set_data(G_OBJECT(window), "runs", GUINT_TO_POINTER(n));
  g_action_group_activate_action(G_ACTION_GROUP(window), "identify", NULL);
  return test_wait(has_runs, window, TEST_DEADLINE);
}

static TrammelRunRecord *
get_record(TrammelDocument *document, guint i)
{
  GListModel *model = trammel_run_list_get_model(trammel_document_get_run_list(document));
  g_autoptr(TrammelRunRecord) record = g_list_model_get_item(model, i);
  return record;
}

static gboolean
make_runs(TrammelWindow *window)
{
  TrammelDocument *document = trammel_window_get_document(window);

  g_action_group_change_action_state(G_ACTION_GROUP(window), "live", g_variant_new_boolean(FALSE));
  gboolean done = identify(window) && trammel_document_set_setting(document, "kappa", "0.01", NULL);
  done = done && identify(window) && trammel_document_set_setting(document, "kappa", "30", NULL) &&
         identify(window);
  if (!done)
    return FALSE;
  trammel_document_rename_run(document, get_record(document, 2), "best, warm bearing");
  trammel_document_set_run_notes(document, get_record(document, 2), "after ten minutes");
  trammel_run_record_set_overlay(get_record(document, 1), TRUE);
  trammel_run_record_set_overlay(get_record(document, 2), TRUE);
  return TRUE;
}

static void
take_dialog(TrammelWindow *window, const char *folder, const char *style)
{
  g_autoptr(GList) before = gtk_window_list_toplevels();

  g_action_group_activate_action(G_ACTION_GROUP(window), "run-compare", g_variant_new_uint32(1));
  g_autoptr(GList) after = gtk_window_list_toplevels();
  for (GList *l = after; l; l = l->next)
    if (TRAMMEL_IS_COMPARE_DIALOG(l->data) && !g_list_find(before, l->data)) {
      gtk_test_widget_wait_for_draw(l->data);
      take_picture(l->data, folder, "compare", style);
      gtk_window_destroy(l->data);
    }
}

gboolean
take_run_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height)
{
  TrammelWindow *window = open_styled_window(application, style, width, height);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string("pendulum"));
  gboolean done = test_wait(is_prepared, window, TEST_DEADLINE) && make_runs(window);
  g_action_group_change_action_state(G_ACTION_GROUP(window), "show-browser",
                                     g_variant_new_boolean(TRUE));
  if (done) {
    take_picture(GTK_WINDOW(window), folder, "runs", style);
    take_dialog(window, folder, style);
  }
  gtk_window_destroy(GTK_WINDOW(window));
  return done;
}
