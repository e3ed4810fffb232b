/* Undo and redo in the window: labels and menu. */
#include "ui/window/private.h"

#include <glib/gi18n.h>

/* Maximum steps of each direction in the menu. */
enum { MENU_STEPS = 15 };

/* Returns "Undo change mass of link1", or the verb alone if there is no step. */
static char *
dup_label(TrammelWindow *self, int step)
{
  const char *what =
      self->document ? trammel_document_get_history_label(self->document, step) : NULL;

  if (!what)
    return g_strdup(step < 0 ? _("Undo") : _("Redo"));
  return g_strdup_printf(step < 0 ? _("Undo %s") : _("Redo %s"), what);
}

void
_trammel_window_update_history(TrammelWindow *self)
{
  g_autofree char *undo = dup_label(self, -1), *redo = dup_label(self, 1);
  g_autofree char *undo_tip = g_strdup_printf("%s (Ctrl+Z)", undo);
  g_autofree char *redo_tip = g_strdup_printf("%s (Ctrl+Shift+Z)", redo);

  if (g_strcmp0(gtk_widget_get_tooltip_text(self->undo_button), undo_tip) == 0 &&
      g_strcmp0(gtk_widget_get_tooltip_text(self->redo_button), redo_tip) == 0)
    return;
  g_menu_remove_all(self->history_section);
  g_menu_append(self->history_section, undo, "win.undo");
  g_menu_append(self->history_section, redo, "win.redo");
  gtk_widget_set_tooltip_text(self->undo_button, undo_tip);
  gtk_widget_set_tooltip_text(self->redo_button, redo_tip);
}

static void
append_step(TrammelWindow *self, GMenu *section, int step)
{
  g_autofree char *label = dup_label(self, step);
  g_autoptr(GMenuItem) item = g_menu_item_new(label, NULL);

  g_menu_item_set_action_and_target(item, "win.history", "i", step);
  g_menu_append_item(section, item);
}

/* Fills the menu with the farthest redo on top, the farthest undo at the bottom: the present state
 * is between the sections. */
static void
fill_history_menu(GtkMenuButton *button, gpointer data)
{
  TrammelWindow *self = data;
  g_autoptr(GMenu) menu = g_menu_new(), later = g_menu_new(), earlier = g_menu_new();

  for (int step = MENU_STEPS; step >= 1; step--)
    if (trammel_document_get_history_label(self->document, step))
      append_step(self, later, step);
  for (int step = 1; step <= MENU_STEPS; step++)
    if (trammel_document_get_history_label(self->document, -step))
      append_step(self, earlier, -step);
  g_menu_append_section(menu, NULL, G_MENU_MODEL(later));
  g_menu_append_section(menu, _("Now"), G_MENU_MODEL(earlier));
  gtk_menu_button_set_menu_model(button, G_MENU_MODEL(menu));
}

static void
on_history_cb(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrammelWindow *self = data;

  if (self->document)
    trammel_document_move_in_history(self->document, g_variant_get_int32(parameter));
}

void
_trammel_window_connect_history(TrammelWindow *self)
{
  static const GActionEntry entry = {
      .name = "history", .activate = on_history_cb, .parameter_type = "i"};

  g_action_map_add_action_entries(G_ACTION_MAP(self), &entry, 1, self);
  gtk_menu_button_set_create_popup_func(self->history_button, fill_history_menu, self, NULL);
}
