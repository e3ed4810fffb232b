/* Pictures of the page Identify (pictures.h). */
#include <glib/gi18n.h>

#include "ui/pages/identify/sweep-pane.h"
#include "ui/pictures.h"
#include "ui/ui-support.h"
#include "ui/window-support.h"

/* Edits of the example "pendulum" that cause findings of the check. */
static const struct {
  const char *path, *json;
} faults[] = {
    {"model.bodies[0].mass", "{ \"value\": 0.62, \"free\": true, \"min\": 0.01, \"max\": 5 }"},
    {"model.bodies[0].com[1]", "{ \"value\": -0.21, \"free\": true, \"min\": -1, \"max\": 1 }"},
    {"model.joints[0].friction.coulomb.value", "0"},
    {"model.bodies[0].inertia.zz.prior", "{ \"mean\": 0.03, \"sigma\": 0.000001 }"},
};

/* Applies edits after which it cannot be identified. */
static gboolean
break_document(TrammelWindow *window)
{
  return trammel_document_put(trammel_window_get_document(window), "logs[0].channels", "[]",
                              "unmap", NULL, NULL);
}

static gboolean
add_faults(TrammelWindow *window)
{
  for (guint i = 0; i < G_N_ELEMENTS(faults); i++)
    if (!trammel_document_put(trammel_window_get_document(window), faults[i].path, faults[i].json,
                              "edit", NULL, NULL))
      return FALSE;
  return TRUE;
}

static gboolean
is_checked(gpointer window)
{
  return trammel_checker_is_current(trammel_window_get_checker(window));
}

static TrammelWindow *
open_pendulum(GtkApplication *program, const char *style, int width, int height)
{
  TrammelWindow *window = open_styled_window(program, style, width, height);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string("pendulum"));
  return window;
}

static gboolean
has_swept(gpointer sweeper)
{
  return !trammel_worker_get_running(sweeper) && trammel_sweeper_get_sweep(sweeper);
}

/* Takes the views beside the result: convergence, sweeps over two settings. */
static gboolean
take_views(TrammelWindow *window, const char *folder, const char *style)
{
  show_view(window, "setup");
  take_picture(GTK_WINDOW(window), folder, "setup", style);
  show_view(window, "result");
  take_picture(GTK_WINDOW(window), folder, "result", style);
  show_view(window, "convergence");
  take_picture(GTK_WINDOW(window), folder, "convergence", style);
  show_view(window, "sweep");
  TrammelSweepPane *pane =
      TRAMMEL_SWEEP_PANE(find_widget(GTK_WIDGET(window), TRAMMEL_TYPE_SWEEP_PANE, NULL));
  take_picture(GTK_WINDOW(window), folder, "sweep-empty", style);
  g_signal_emit_by_name(find_widget(GTK_WIDGET(pane), GTK_TYPE_BUTTON, _("Sweep")), "clicked");
  if (!test_wait(has_swept, trammel_sweep_pane_get_sweeper(pane), TEST_DEADLINE))
    return FALSE;
  take_picture(GTK_WINDOW(window), folder, "sweep", style);
  return TRUE;
}

/* Takes the unchanged example after a fit. */
static gboolean
take_result(GtkApplication *program, const char *folder, const char *style, int width, int height)
{
  TrammelWindow *window = open_pendulum(program, style, width, height);
  gboolean done = test_wait(is_prepared, window, TEST_DEADLINE);

  if (done)
    g_action_group_activate_action(G_ACTION_GROUP(window), "identify", NULL);
  done = done && test_wait(has_fit, window, TEST_DEADLINE) && take_views(window, folder, style);
  gtk_window_destroy(GTK_WINDOW(window));
  return done;
}

gboolean
take_identify_pictures(
    GtkApplication *program, const char *folder, const char *style, int width, int height)
{
  TrammelWindow *window = open_pendulum(program, style, width, height);
  gboolean done = test_wait(is_prepared, window, TEST_DEADLINE) && add_faults(window) &&
                  test_wait(is_checked, window, TEST_DEADLINE) &&
                  test_wait(is_prepared, window, TEST_DEADLINE);

  if (done)
    take_picture(GTK_WINDOW(window), folder, "findings", style);
  done = done && break_document(window) && test_wait(is_checked, window, TEST_DEADLINE);
  if (done)
    take_picture(GTK_WINDOW(window), folder, "obstacle", style);
  gtk_window_destroy(GTK_WINDOW(window));
  return done && take_result(program, folder, style, width, height);
}
