#include "ui/pages/model/menu.h"

#include <glib/gi18n.h>

#include "ui/session/model/fields.h"

static const char id_key[] = "trammel-id";

/* ---- ticks ----------------------------------------------------------------------------------- */

const char *
trammel_model_menu_get_id(GSimpleAction *action)
{
  return g_object_get_data(G_OBJECT(action), id_key);
}

static void
clear_actions(GSimpleActionGroup *actions)
{
  g_auto(GStrv) names = g_action_group_list_actions(G_ACTION_GROUP(actions));

  for (char **name = names; *name; name++)
    g_action_map_remove_action(G_ACTION_MAP(actions), *name);
}

/* Adds the action of one quantity; owned by the group.  Ids contain letters that action names must
 * not have, so actions are named otherwise. */
static GSimpleAction *
add_action(GSimpleActionGroup *actions, const char *name, const TrammelField *field)
{
  g_autoptr(GSimpleAction) action =
      g_simple_action_new_stateful(name, NULL, g_variant_new_boolean(field->is_free));

  g_object_set_data_full(G_OBJECT(action), id_key, g_strdup(field->id), g_free);
  g_simple_action_set_enabled(action, !field->is_tied);
  g_action_map_add_action(G_ACTION_MAP(actions), G_ACTION(action));
  return action;
}

static void
append_all_section(GMenu *freedom)
{
  g_autoptr(GMenu) all = g_menu_new();

  g_menu_append(all, _("Free all"), "model.free-all");
  g_menu_append(all, _("Fix all"), "model.fix-all");
  g_menu_append_section(freedom, NULL, G_MENU_MODEL(all));
}

void
trammel_model_menu_fill_freedom(GMenu *freedom,
                                GSimpleActionGroup *actions,
                                const TrammelProject *project,
                                TrammelElement element,
                                GCallback on_change_cb,
                                gpointer user)
{
  g_autoptr(GPtrArray) fields = trammel_model_fields_new(project, element);
  g_autoptr(GMenu) section = NULL;
  const char *group = NULL;

  clear_actions(actions);
  append_all_section(freedom);
  for (guint i = 0; i < fields->len; i++) {
    const TrammelField *field = g_ptr_array_index(fields, i);
    g_autofree char *name = g_strdup_printf("q%u", i);
    g_autofree char *full = g_strconcat("free.", name, NULL);
    if (!field->can_be_free)
      continue;
    if (!section || g_strcmp0(group, field->group) != 0) {
      g_clear_object(&section);
      section = g_menu_new();
      g_menu_append_section(freedom, *field->group ? field->group : NULL, G_MENU_MODEL(section));
    }
    group = field->group;
    g_signal_connect_object(add_action(actions, name, field), "change-state", on_change_cb, user,
                            0);
    g_menu_append(section, field->label, full);
  }
}

/* ---- the menu -------------------------------------------------------------------------------- */

static GMenu *
new_parts(GMenuModel *more)
{
  GMenu *parts = g_menu_new();

  g_menu_append(parts, _("Body"), "model.add-body");
  g_menu_append(parts, _("Joint"), "model.add-joint");
  g_menu_append(parts, _("Motor"), "model.add-motor");
  g_menu_append(parts, _("Sensor"), "model.add-sensor");
  g_menu_append_submenu(parts, _("More"), more);
  return parts;
}

/* Returns the menu of mirror planes, normal to the axes of the parent body. */
static GMenu *
new_mirrors(void)
{
  static const char *const labels[] = {N_("x to −x"), N_("y to −y"), N_("z to −z")};
  GMenu *mirrors = g_menu_new();

  for (int i = 0; i < (int)G_N_ELEMENTS(labels); i++) {
    g_autofree char *action = g_strdup_printf("model.mirror(%d)", i);
    g_menu_append(mirrors, _(labels[i]), action);
  }
  return mirrors;
}

/* Returns the menu of materials for mass and inertia by the shapes; density 0 keeps the mass. */
static GMenu *
new_materials(void)
{
  static const struct {
    const char *label;
    int density; /* [kg/m^3] */
  } materials[] = {{N_("Steel (7850 kg/m³)"), 7850},
                   {N_("Aluminium (2700 kg/m³)"), 2700},
                   {N_("Brass (8500 kg/m³)"), 8500},
                   {N_("Titanium (4430 kg/m³)"), 4430},
                   {N_("Plastic, PLA (1240 kg/m³)"), 1240},
                   {N_("Carbon fibre (1600 kg/m³)"), 1600},
                   {N_("Wood (700 kg/m³)"), 700}};
  GMenu *menu = g_menu_new();
  g_autoptr(GMenu) densities = g_menu_new(), kept = g_menu_new();

  for (gsize i = 0; i < G_N_ELEMENTS(materials); i++) {
    g_autofree char *action = g_strdup_printf("model.fill(%d)", materials[i].density);
    g_menu_append(densities, _(materials[i].label), action);
  }
  g_menu_append(kept, _("Keep the Mass"), "model.fill(0)");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(densities));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(kept));
  return menu;
}

GMenuModel *
trammel_model_menu_new(GMenuModel *more, GMenuModel *freedom)
{
  GMenu *menu = g_menu_new();
  g_autoptr(GMenu) parts = new_parts(more), mirrors = new_mirrors(), materials = new_materials();
  g_autoptr(GMenu) add = g_menu_new(), edits = g_menu_new(), end = g_menu_new();

  g_menu_append_submenu(add, _("Add"), G_MENU_MODEL(parts));
  g_menu_append_submenu(add, _("Free parameters"), freedom);
  g_menu_append(edits, _("Rename"), "model.rename");
  g_menu_append(edits, _("Duplicate"), "model.duplicate");
  g_menu_append_submenu(edits, _("Mirror"), G_MENU_MODEL(mirrors));
  g_menu_append_submenu(edits, _("Inertia from shapes"), G_MENU_MODEL(materials));
  g_menu_append(edits, _("Find usages"), "model.find-usages");
  g_menu_append(end, _("Delete"), "model.delete");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(add));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(edits));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(end));
  return G_MENU_MODEL(menu);
}
