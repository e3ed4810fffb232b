/* Commands of the keyboard: find on the page, parameter table, help, command palette. */
#include "ui/window/private.h"

#include "ui/pages/start/command-palette.h"
#include "ui/pages/start/help-window.h"
#include "ui/window/tour.h"

static void
on_find_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  trammel_page_find(_trammel_window_get_page(data));
}

static void
on_show_parameters_change_cb(GSimpleAction *action, GVariant *state, gpointer data)
{
  g_simple_action_set_state(action, state);
  trammel_page_set_show_parameters(_trammel_window_get_page(data), g_variant_get_boolean(state));
}

static void
on_palette_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  trammel_command_palette_show(GTK_APPLICATION_WINDOW(self),
                               trammel_checker_get_obstacle(self->checker));
}

/* Opens the guide's page on the visible page. */
static void
on_help_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  g_autofree char *page =
      self->document ? g_strconcat(gtk_stack_get_visible_child_name(self->pages), ".md", NULL)
                     : g_strdup("first-steps.md");

  trammel_help_window_show(GTK_WINDOW(self), page);
}

/* Opens a link of the guide: "glossary.md#kappa". */
static void
on_guide_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  trammel_help_window_show(GTK_WINDOW(data), g_variant_get_string(parameter, NULL));
}

static void
on_tour_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _trammel_window_set_page(data, "identify");
  trammel_tour_start(data);
}

void
_trammel_window_add_commands(TrammelWindow *self)
{
  static const GActionEntry entries[] = {
      {.name = "find", .activate = on_find_cb},
      {.name = "show-parameters", .state = "true", .change_state = on_show_parameters_change_cb},
      {.name = "palette", .activate = on_palette_cb},
      {.name = "help", .activate = on_help_cb},
      {.name = "tour", .activate = on_tour_cb},
      {.name = "guide", .activate = on_guide_cb, .parameter_type = "s"},
  };

  g_action_map_add_action_entries(G_ACTION_MAP(self), entries, G_N_ELEMENTS(entries), self);
}
