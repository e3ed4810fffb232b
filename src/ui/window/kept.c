/* State of the window that is saved with the project and restored with it (pages/parts/kept.h). */
#include "ui/window/private.h"

#include "io/base/json_node.h"
#include "io/project/put.h"
#include "ui/pages/parts/kept.h"

/* Actions that show or hide a part of the window. */
static const char *const parts[] = {"show-browser", "show-settings", "show-scene"};

JsonNode *
_trammel_window_store_view(TrammelWindow *self)
{
  g_autoptr(JsonObject) view = json_object_new();
  JsonObject *shown = json_object_new(), *kept = json_object_new();

  json_object_set_string_member(view, "page", gtk_stack_get_visible_child_name(self->pages));
  for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
    g_autoptr(GVariant) state = g_action_group_get_action_state(G_ACTION_GROUP(self), parts[i]);
    json_object_set_boolean_member(shown, parts[i], g_variant_get_boolean(state));
  }
  json_object_set_object_member(view, "shown", shown);
  for (GtkWidget *page = gtk_widget_get_first_child(GTK_WIDGET(self->pages)); page;
       page = gtk_widget_get_next_sibling(page))
    trammel_kept_store(page, gtk_stack_page_get_name(gtk_stack_get_page(self->pages, page)), kept);
  json_object_set_object_member(view, "kept", kept);
  return json_node_init_object(json_node_alloc(), view);
}

/* Shows and hides the parts of the window; a narrow one keeps those that it began with. */
static void
restore_parts(TrammelWindow *self, JsonObject *shown)
{
  int width, height;

  gtk_window_get_default_size(GTK_WINDOW(self), &width, &height);
  for (gsize i = 0; width >= TRAMMEL_WIDE_WINDOW && i < G_N_ELEMENTS(parts); i++) {
    gboolean is_shown = trammel_json_as_boolean(json_object_get_member(shown, parts[i]), -1);
    if (is_shown >= 0)
      g_action_group_change_action_state(G_ACTION_GROUP(self), parts[i],
                                         g_variant_new_boolean(is_shown));
  }
}

void
_trammel_window_restore_view(TrammelWindow *self)
{
  JsonNode *node = trammel_project_find_at(trammel_document_get_project(self->document), "window");
  JsonObject *view = trammel_json_as_object(node);
  JsonObject *shown = trammel_json_as_object(trammel_json_find(node, "shown"));
  JsonObject *kept = trammel_json_as_object(trammel_json_find(node, "kept"));
  const char *page = trammel_json_as_string(trammel_json_find(node, "page"));

  if (!view)
    return;
  if (shown)
    restore_parts(self, shown);
  for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(self->pages)); kept && child;
       child = gtk_widget_get_next_sibling(child))
    trammel_kept_restore(child, gtk_stack_page_get_name(gtk_stack_get_page(self->pages, child)),
                         kept);
  if (page && gtk_stack_get_child_by_name(self->pages, page))
    _trammel_window_set_page(self, page);
}
