#include "ui/pages/parts/kept.h"

#include <string.h>

#include "io/base/json_node.h"

#define STYLE_CLASS "kept"

G_DEFINE_INTERFACE(TrammelKept, trammel_kept, GTK_TYPE_WIDGET)

static void
trammel_kept_default_init(TrammelKeptInterface *iface)
{
}

/* ---- widgets of GTK -------------------------------------------------------------------------- */

static JsonNode *
new_integer(gint64 value)
{
  return json_node_init_int(json_node_alloc(), value);
}

/* Returns the state of a widget; NULL if it has none. */
static JsonNode *
store_widget(GtkWidget *widget)
{
  if (TRAMMEL_IS_KEPT(widget))
    return TRAMMEL_KEPT_GET_IFACE(widget)->store(TRAMMEL_KEPT(widget));
  if (GTK_IS_PANED(widget)) {
    gboolean is_set;
    g_object_get(widget, "position-set", &is_set, NULL);
    return is_set ? new_integer(gtk_paned_get_position(GTK_PANED(widget))) : NULL;
  }
  if (GTK_IS_STACK(widget)) {
    const char *name = gtk_stack_get_visible_child_name(GTK_STACK(widget));
    return name ? json_node_init_string(json_node_alloc(), name) : NULL;
  }
  if (GTK_IS_DROP_DOWN(widget) &&
      gtk_drop_down_get_selected(GTK_DROP_DOWN(widget)) != GTK_INVALID_LIST_POSITION)
    return new_integer(gtk_drop_down_get_selected(GTK_DROP_DOWN(widget)));
  return NULL;
}

/* Selects the row that waits for its list; TRUE if the list has it. */
static gboolean
select_row(GtkDropDown *choice, guint row)
{
  GListModel *rows = gtk_drop_down_get_model(choice);

  if (!rows || row >= g_list_model_get_n_items(rows))
    return FALSE;
  gtk_drop_down_set_selected(choice, row);
  return TRUE;
}

static void
on_rows_changed_cb(GtkDropDown *choice, GParamSpec *pspec, gpointer row)
{
  if (select_row(choice, GPOINTER_TO_UINT(row)))
    g_signal_handlers_disconnect_by_func(choice, on_rows_changed_cb, row);
}

static void
restore_choice(GtkDropDown *choice, gint64 row)
{
  if (row >= 0 && row < G_MAXINT && !select_row(choice, (guint)row))
    g_signal_connect(choice, "notify::model", G_CALLBACK(on_rows_changed_cb),
                     GUINT_TO_POINTER((guint)row));
}

static void
restore_widget(GtkWidget *widget, JsonNode *state)
{
  const char *name = trammel_json_as_string(state);
  gint64 number = trammel_json_is_number(state) ? json_node_get_int(state) : -1;

  if (TRAMMEL_IS_KEPT(widget))
    TRAMMEL_KEPT_GET_IFACE(widget)->restore(TRAMMEL_KEPT(widget), state);
  else if (GTK_IS_PANED(widget) && number >= 0 && number <= G_MAXINT)
    gtk_paned_set_position(GTK_PANED(widget), (int)number);
  else if (GTK_IS_STACK(widget) && name && gtk_stack_get_child_by_name(GTK_STACK(widget), name))
    gtk_stack_set_visible_child_name(GTK_STACK(widget), name);
  else if (GTK_IS_DROP_DOWN(widget))
    restore_choice(GTK_DROP_DOWN(widget), number);
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* Returns the id in the .ui file; NULL for a widget without one. */
static const char *
get_id(GtkWidget *widget)
{
  const char *id = gtk_buildable_get_buildable_id(GTK_BUILDABLE(widget));

  return id && !g_str_has_prefix(id, "___") ? id : NULL; /* GTK makes such ids itself */
}

/* Returns the begin of the keys below a widget: a part with an id of its own adds the id. */
static char *
extend(const char *prefix, GtkWidget *widget)
{
  const char *id = get_id(widget);

  return id && g_str_has_prefix(G_OBJECT_TYPE_NAME(widget), "Trammel")
             ? g_strdup_printf("%s.%s", prefix, id)
             : g_strdup(prefix);
}

typedef void (*VisitFunc)(GtkWidget *widget, const char *key, JsonObject *states);

static void
visit(GtkWidget *widget, const char *prefix, JsonObject *states, VisitFunc handle)
{
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child)) {
    g_autofree char *below = extend(prefix, child);
    if (get_id(child) && gtk_widget_has_css_class(child, STYLE_CLASS)) {
      g_autofree char *key = g_strdup_printf("%s.%s", prefix, get_id(child));
      handle(child, key, states);
    }
    visit(child, below, states, handle);
  }
}

static void
store_one(GtkWidget *widget, const char *key, JsonObject *states)
{
  JsonNode *state = store_widget(widget);

  if (state)
    json_object_set_member(states, key, state);
}

static void
restore_one(GtkWidget *widget, const char *key, JsonObject *states)
{
  JsonNode *state = json_object_get_member(states, key);

  if (state)
    restore_widget(widget, state);
}

void
trammel_kept_store(GtkWidget *root, const char *prefix, JsonObject *states)
{
  visit(root, prefix, states, store_one);
}

void
trammel_kept_restore(GtkWidget *root, const char *prefix, JsonObject *states)
{
  visit(root, prefix, states, restore_one);
}
