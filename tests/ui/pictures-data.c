#include "pictures.h"
#include "ui-support.h"

static gboolean
take_page(GtkApplication *application,
          const char *folder,
          const char *what,
          const char *example,
          const char *style,
          const int size[2])
{
  TrammelWindow *window = open_styled_window(application, style, size[0], size[1]);

  g_action_group_activate_action(G_ACTION_GROUP(window), "open-example",
                                 g_variant_new_string(example));
  gboolean came = test_wait(is_prepared, window, TEST_DEADLINE);
  g_action_group_change_action_state(G_ACTION_GROUP(window), "page", g_variant_new_string("data"));
  if (came)
    take_picture(GTK_WINDOW(window), folder, what, style);
  gtk_window_destroy(GTK_WINDOW(window));
  return came;
}

gboolean
take_data_pictures(
    GtkApplication *application, const char *folder, const char *style, int width, int height)
{
  const int size[2] = {width, height};

  return take_page(application, folder, "data", "furuta", style, size) &&
         take_page(application, folder, "data-servo", "servo", style, size);
}
