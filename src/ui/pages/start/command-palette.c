#include "ui/pages/start/command-palette.h"

#include <glib/gi18n.h>

#include "ui/session/text/commands.h"
#include "ui/session/text/fuzzy.h"

enum { WIDTH = 520, HEIGHT = 420 };

struct _TrammelCommandPalette {
  GtkWindow parent_instance;
  GtkWidget *find;
  GtkListBox *list;
  GtkScrolledWindow *scroller;
};

G_DEFINE_FINAL_TYPE(TrammelCommandPalette, trammel_command_palette, GTK_TYPE_WINDOW)

/* Data of a row. */
typedef struct {
  const TrammelCommand *command;
  guint index;
  int score; /* -1: does not match the typed text */
} Entry;

static GQuark
entry_quark(void)
{
  return g_quark_from_static_string("trammel-command");
}

static Entry *
get_entry(gpointer row)
{
  return g_object_get_qdata(row, entry_quark());
}

/* ---- availability ---------------------------------------------------------------------------- */

static gboolean
is_possible(GtkApplicationWindow *window, const char *detailed)
{
  g_autofree char *name = NULL;
  g_autoptr(GVariant) target = NULL;

  if (!g_action_parse_detailed_name(detailed, &name, &target, NULL))
    return FALSE;
  GActionGroup *group = g_str_has_prefix(name, "app.")
                            ? G_ACTION_GROUP(gtk_window_get_application(GTK_WINDOW(window)))
                            : G_ACTION_GROUP(window);
  return g_action_group_get_action_enabled(group, strchr(name, '.') + 1);
}

/* Runs the command of a row after closing the palette: the command may open another window. */
static void
run(TrammelCommandPalette *self, GtkListBoxRow *row)
{
  GtkWindow *parent = gtk_window_get_transient_for(GTK_WINDOW(self));
  g_autofree char *name = NULL;
  g_autoptr(GVariant) target = NULL;

  if (!row || !gtk_list_box_row_get_activatable(row)) {
    gtk_widget_error_bell(GTK_WIDGET(self));
    return;
  }
  g_action_parse_detailed_name(get_entry(row)->command->action, &name, &target, NULL);
  gtk_window_destroy(GTK_WINDOW(self));
  gtk_widget_activate_action_variant(GTK_WIDGET(parent), name, target);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static GtkWidget *
new_label(const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  if (style)
    gtk_widget_add_css_class(label, style);
  return label;
}

static GtkWidget *
new_row(const TrammelCommand *command, guint index, const char *obstacle)
{
  GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  Entry *entry = g_new(Entry, 1);

  *entry = (Entry){.command = command, .index = index};
  gtk_widget_set_hexpand(words, TRUE);
  gtk_widget_set_valign(words, GTK_ALIGN_CENTER);
  gtk_box_append(GTK_BOX(words), new_label(_(command->label), NULL));
  if (obstacle)
    gtk_box_append(GTK_BOX(words), new_label(obstacle, "caption"));
  gtk_box_append(GTK_BOX(box), words);
  if (command->accels[0])
    gtk_box_append(GTK_BOX(box), gtk_shortcut_label_new(command->accels[0]));
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
  gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), obstacle == NULL);
  if (obstacle) {
    gtk_widget_add_css_class(row, "impossible");
    gtk_widget_set_tooltip_text(row, obstacle);
  }
  gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _(command->label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 obstacle ? obstacle : "", -1);
  gtk_accessible_update_state(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_STATE_DISABLED, obstacle != NULL,
                              -1);
  g_object_set_qdata_full(G_OBJECT(row), entry_quark(), entry, g_free);
  return row;
}

static void
fill(TrammelCommandPalette *self, GtkApplicationWindow *window, const char *obstacle)
{
  guint n;
  const TrammelCommand *commands = trammel_commands_get(&n);

  for (guint i = 0; i < n; i++) {
    const TrammelCommand *command = &commands[i];
    const char *why = NULL;
    if (!command->label)
      continue;
    if (!is_possible(window, command->action))
      why = obstacle && g_str_equal(command->action, "win.identify") ? obstacle
            : command->need                                          ? _(command->need)
                                                                     : _("Not possible now.");
    gtk_list_box_append(self->list, new_row(command, i, why));
  }
}

static gboolean
filter_row(GtkListBoxRow *row, gpointer data)
{
  return get_entry(row)->score >= 0;
}

static int
compare_rows(GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  const Entry *first = get_entry(a), *second = get_entry(b);

  if (first->score != second->score)
    return second->score - first->score;
  return (int)first->index - (int)second->index;
}

/* ---- the user -------------------------------------------------------------------------------- */

/* Returns the next visible row from index `i` on, in the direction of `step`; NULL beyond the
 * ends. */
static GtkListBoxRow *
find_visible(TrammelCommandPalette *self, int i, int step)
{
  GtkListBoxRow *row = NULL;

  while (i >= 0 && (row = gtk_list_box_get_row_at_index(self->list, i)) &&
         !gtk_widget_get_child_visible(GTK_WIDGET(row)))
    i += step;
  return i >= 0 ? row : NULL;
}

/* Selects the row and scrolls it into view; the focus stays in the entry. */
static void
select_row(TrammelCommandPalette *self, GtkListBoxRow *row)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(self->scroller);
  graphene_rect_t bounds;

  if (!row)
    return;
  gtk_list_box_select_row(self->list, row);
  if (gtk_widget_compute_bounds(GTK_WIDGET(row), GTK_WIDGET(self->list), &bounds))
    gtk_adjustment_clamp_page(adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

static void
move_selection(TrammelCommandPalette *self, int step)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row(self->list);

  select_row(self, find_visible(self, row ? gtk_list_box_row_get_index(row) + step : 0, step));
}

static void
on_search_changed_cb(TrammelCommandPalette *self)
{
  const char *typed = gtk_editable_get_text(GTK_EDITABLE(self->find));
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index(self->list, i)); i++)
    get_entry(row)->score = trammel_fuzzy_score(_(get_entry(row)->command->label), typed);
  gtk_list_box_invalidate_filter(self->list);
  gtk_list_box_invalidate_sort(self->list);
  gtk_list_box_unselect_all(self->list);
  select_row(self, find_visible(self, 0, 1));
}

static gboolean
on_key_pressed_cb(TrammelCommandPalette *self, guint key)
{
  if (key == GDK_KEY_Down || key == GDK_KEY_Up)
    move_selection(self, key == GDK_KEY_Down ? 1 : -1);
  else if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
    run(self, gtk_list_box_get_selected_row(self->list));
  else if (key == GDK_KEY_Escape)
    gtk_window_close(GTK_WINDOW(self));
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
trammel_command_palette_class_init(TrammelCommandPaletteClass *klass)
{
}

static GtkWidget *
new_list(TrammelCommandPalette *self)
{
  GtkWidget *placeholder = gtk_label_new(_("No command has this name."));

  self->list = GTK_LIST_BOX(gtk_list_box_new());
  self->scroller = GTK_SCROLLED_WINDOW(gtk_scrolled_window_new());
  gtk_widget_add_css_class(placeholder, "dim-label");
  gtk_list_box_set_placeholder(self->list, placeholder);
  gtk_list_box_set_filter_func(self->list, filter_row, NULL, NULL);
  gtk_list_box_set_sort_func(self->list, compare_rows, NULL, NULL);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Commands"), -1);
  g_signal_connect_swapped(self->list, "row-activated", G_CALLBACK(run), self);
  gtk_scrolled_window_set_policy(self->scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(self->scroller, GTK_WIDGET(self->list));
  gtk_widget_set_vexpand(GTK_WIDGET(self->scroller), TRUE);
  return GTK_WIDGET(self->scroller);
}

static void
trammel_command_palette_init(TrammelCommandPalette *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkEventController *keys = gtk_event_controller_key_new();

  gtk_window_set_title(GTK_WINDOW(self), _("Commands"));
  gtk_window_set_modal(GTK_WINDOW(self), TRUE);
  gtk_window_set_decorated(GTK_WINDOW(self), FALSE);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(self), TRUE);
  gtk_window_set_default_size(GTK_WINDOW(self), WIDTH, HEIGHT);
  gtk_widget_add_css_class(GTK_WIDGET(self), "command-palette");
  self->find = gtk_search_entry_new();
  g_object_set(self->find, "placeholder-text", _("What do you want to do?"), NULL);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->find), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Find a command"), -1);
  g_signal_connect_swapped(self->find, "changed", G_CALLBACK(on_search_changed_cb), self);
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped(keys, "key-pressed", G_CALLBACK(on_key_pressed_cb), self);
  gtk_widget_add_controller(GTK_WIDGET(self), keys);
  gtk_box_append(GTK_BOX(box), self->find);
  gtk_box_append(GTK_BOX(box), new_list(self));
  gtk_window_set_child(GTK_WINDOW(self), box);
}

TrammelCommandPalette *
trammel_command_palette_show(GtkApplicationWindow *parent, const char *obstacle)
{
  TrammelCommandPalette *self = g_object_new(TRAMMEL_TYPE_COMMAND_PALETTE, NULL);

  gtk_window_set_transient_for(GTK_WINDOW(self), GTK_WINDOW(parent));
  fill(self, parent, obstacle);
  on_search_changed_cb(self);
  gtk_window_present(GTK_WINDOW(self));
  gtk_widget_grab_focus(self->find);
  return self;
}
