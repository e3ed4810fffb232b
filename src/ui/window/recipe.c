/* Recipe of the project in the window: its actions and messages. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

#include "io/project/put.h"
#include "io/project/recipe.h"
#include "ui/pages/recipe/recipe-dialog.h"

static guint
count_steps(TrammelWindow *self)
{
  return self->document ? trammel_recipe_get_n_steps(trammel_document_get_project(self->document))
                        : 0;
}

static void
on_run_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  trammel_message_bar_hide(self->messages);
  _trammel_window_keep_unsaved(self);
  trammel_recipe_runner_start(self->recipe, self->document);
  _trammel_window_update_actions(self);
}

static guint
count_free(const TrammelProject *project)
{
  guint n = 0;

  for (guint i = 0; i < trammel_project_get_n_quantities(project); i++)
    n += trammel_project_get_quantity(project, i)->free != FALSE;
  return n;
}

static void
on_add_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(self->document));
  g_autoptr(GError) error = NULL;

  if (!trammel_recipe_append(project, &error)) {
    _trammel_window_report(self, TRAMMEL_MESSAGE_WARNING, error->message);
    return;
  }
  guint n_free = count_free(project);
  g_autofree char *text = g_strdup_printf(
      ngettext(
          "Step %u of the recipe frees %u parameter. Free others and add the next step, or run "
          "the recipe.",
          "Step %u of the recipe frees %u parameters. Free others and add the next step, or "
          "run the recipe.",
          n_free),
      trammel_recipe_get_n_steps(project), n_free);
  trammel_document_take_project(self->document, g_steal_pointer(&project),
                                _("add a step to the recipe"), NULL);
  _trammel_window_report(self, TRAMMEL_MESSAGE_INFO, text);
  trammel_message_bar_add_action(self->messages, _("Run the Recipe"), "win.recipe-run");
}

static void
on_remove_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;
  guint n = count_steps(self);
  g_autofree char *path = n > 1 ? g_strdup_printf("recipe[%u]", n - 1) : g_strdup("recipe");
  g_autofree char *text = g_strdup_printf(
      ngettext("The recipe has %u step.", "The recipe has %u steps.", n - 1), n - 1);
  g_autoptr(GError) error = NULL;

  if (trammel_document_put(self->document, path, NULL, _("remove the last step of the recipe"),
                           NULL, &error))
    _trammel_window_report(self, TRAMMEL_MESSAGE_INFO, text);
  else
    _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, error->message);
}

static void
on_finished_cb(TrammelWindow *self)
{
  g_autofree char *text = g_strdup_printf(
      ngettext("The recipe is done: %u step, whose run is kept.",
               "The recipe is done: %u steps, whose runs are kept.", count_steps(self)),
      count_steps(self));

  _trammel_window_report(self, TRAMMEL_MESSAGE_INFO, text);
  trammel_message_bar_add_action(self->messages, _("Inspect"), "win.page::inspect");
}

static void
on_next_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  trammel_message_bar_hide(self->messages);
  trammel_recipe_runner_go_on(self->recipe);
  _trammel_window_update_actions(self);
}

/* Offers the next step after one that has no minimum. */
static void
on_stopped_cb(TrammelWindow *self, guint step)
{
  g_autofree char *text = g_strdup_printf(
      _("Step %u of the recipe ended without reaching a minimum. The next step can go on from its "
        "values."),
      step);
  g_autofree char *label = g_strdup_printf(_("Go On with Step %u"), step + 1);

  _trammel_window_update_actions(self);
  _trammel_window_report(self, TRAMMEL_MESSAGE_WARNING, text);
  trammel_message_bar_add_action(self->messages, label, "win.recipe-next");
  trammel_message_bar_add_action(self->messages, _("Edit the Recipe…"), "win.recipe-edit");
}

static void
on_edit_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  if (self->document)
    trammel_recipe_dialog_show(GTK_WINDOW(self), self->document, self->recipe);
}

static void
on_failed_cb(TrammelWindow *self, const char *reason)
{
  _trammel_window_report(self, TRAMMEL_MESSAGE_ERROR, reason);
}

void
_trammel_window_update_recipe(TrammelWindow *self, gboolean can_identify)
{
  guint n = count_steps(self);
  gboolean may_edit = self->document && trammel_recipe_runner_get_step(self->recipe) == 0;
  const struct {
    const char *name;
    gboolean is_enabled;
  } states[] = {{"recipe-run", n > 0 && can_identify},
                {"recipe-next", can_identify && self->document &&
                                    trammel_recipe_runner_get_stopped(self->recipe) > 0},
                {"recipe-edit", self->document != NULL},
                {"recipe-add", may_edit},
                {"recipe-remove", may_edit && n > 0}};

  for (gsize i = 0; i < G_N_ELEMENTS(states); i++)
    g_simple_action_set_enabled(
        G_SIMPLE_ACTION(g_action_map_lookup_action(G_ACTION_MAP(self), states[i].name)),
        states[i].is_enabled);
}

void
_trammel_window_add_recipe(TrammelWindow *self)
{
  static const GActionEntry entries[] = {{.name = "recipe-run", .activate = on_run_cb},
                                         {.name = "recipe-next", .activate = on_next_cb},
                                         {.name = "recipe-edit", .activate = on_edit_cb},
                                         {.name = "recipe-add", .activate = on_add_cb},
                                         {.name = "recipe-remove", .activate = on_remove_cb}};

  g_action_map_add_action_entries(G_ACTION_MAP(self), entries, G_N_ELEMENTS(entries), self);
  self->recipe = trammel_recipe_runner_new(self->fits);
  g_signal_connect_object(self->recipe, "notify::step", G_CALLBACK(_trammel_window_update_actions),
                          self, G_CONNECT_SWAPPED);
  g_signal_connect_object(self->recipe, "finished", G_CALLBACK(on_finished_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->recipe, "stopped", G_CALLBACK(on_stopped_cb), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(self->recipe, "failed", G_CALLBACK(on_failed_cb), self,
                          G_CONNECT_SWAPPED);
}
