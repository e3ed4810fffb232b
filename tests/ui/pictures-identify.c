#include "pictures.h"
#include "ui-support.h"

/* Edits that give the check something to say, of the example "pendulum". */
static const struct {
  const char *path, *json;
} faults[] = {
    {"model.bodies[0].mass", "{ \"value\": 0.62, \"free\": true, \"min\": 0.01, \"max\": 5 }"},
    {"model.bodies[0].com[1]", "{ \"value\": -0.21, \"free\": true, \"min\": -1, \"max\": 1 }"},
    {"model.joints[0].friction.coulomb.value", "0"},
    {"model.bodies[0].inertia.zz.prior", "{ \"mean\": 0.03, \"sigma\": 0.000001 }"},
};

/* Edits after which it cannot be identified. */
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
open_pendulum(GtkApplication *application, const char *style, int width, int height)
{
  TrammelWindow *window = open_styled_window(application, style, width, height);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string("pendulum"));
  return window;
}

gboolean
take_identify_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height)
{
  TrammelWindow *window = open_pendulum(application, style, width, height);
  gboolean done = test_wait(is_prepared, window, TEST_DEADLINE) && add_faults(window) &&
                  test_wait(is_checked, window, TEST_DEADLINE) &&
                  test_wait(is_prepared, window, TEST_DEADLINE);

  if (done)
    take_picture(GTK_WINDOW(window), folder, "findings", style);
  done = done && break_document(window) && test_wait(is_checked, window, TEST_DEADLINE);
  if (done)
    take_picture(GTK_WINDOW(window), folder, "obstacle", style);
  gtk_window_destroy(GTK_WINDOW(window));
  return done;
}
