#include "ui/pages/data/channel-list.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/desktop/popup.h"
#include "ui/pages/parts/sparkline.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

struct _TrammelChannelList {
  GtkWidget parent_instance;
  GtkListBox *box;
  GtkSearchEntry *find;
  TrammelLogTable *table;      /* table of the present rows */
  GPtrArray *ticks;            /* GtkCheckButton of each channel */
  GPtrArray *captions;         /* GtkLabel of each channel: the signal that it is mapped to */
  GPtrArray *plots;            /* GArray of guint, the plotted channels */
  GSimpleActionGroup *actions; /* of the context menu */
  gboolean filling;
};

G_DEFINE_FINAL_TYPE(TrammelChannelList, trammel_channel_list, GTK_TYPE_WIDGET)

enum { SELECTED, PLACED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelTableChannel *
get_channel(TrammelChannelList *self, guint i)
{
  return self->table->channels->pdata[i];
}

static GArray *
new_channels(guint channel)
{
  GArray *channels = g_array_new(FALSE, FALSE, sizeof(guint));

  g_array_append_val(channels, channel);
  return channels;
}

static void
place(TrammelChannelList *self, const GArray *channels, TrammelPlotPlace where, guint plot)
{
  g_signal_emit(self, signals[PLACED], 0, channels, where, plot);
}

static void
on_tick_toggled_cb(GtkCheckButton *tick, TrammelChannelList *self)
{
  guint channel = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(tick), "channel"));
  g_autoptr(GArray) channels = new_channels(channel);
  gboolean shown = gtk_check_button_get_active(tick);

  if (!self->filling)
    place(self, channels, shown ? TRAMMEL_PLACE_OWN : TRAMMEL_PLACE_NOWHERE, self->plots->len);
}

/* ---- several channels ------------------------------------------------------------------------ */

/* Returns the selected visible rows, from top to bottom. */
static GArray *
get_selected(TrammelChannelList *self)
{
  GArray *channels = g_array_new(FALSE, FALSE, sizeof(guint));
  GtkListBoxRow *row;

  for (guint i = 0; (row = gtk_list_box_get_row_at_index(self->box, (int)i)); i++)
    if (gtk_list_box_row_is_selected(row) && gtk_widget_get_child_visible(GTK_WIDGET(row)))
      g_array_append_val(channels, i);
  return channels;
}

/* Returns "q1, q2". */
static char *
name_channels(TrammelChannelList *self, const GArray *channels)
{
  GString *names = g_string_new(NULL);

  for (guint k = 0; k < channels->len; k++)
    g_string_append_printf(names, "%s%s", k ? ", " : "",
                           get_channel(self, g_array_index(channels, guint, k))->name);
  return g_string_free(names, FALSE);
}

static GdkContentProvider *
on_drag_prepared_cb(GtkDragSource *source, double x, double y, TrammelChannelList *self)
{
  GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(source));
  g_autoptr(GArray) channels =
      gtk_list_box_row_is_selected(GTK_LIST_BOX_ROW(row))
          ? get_selected(self)
          : new_channels((guint)gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row)));

  g_object_set_data_full(G_OBJECT(source), "names", name_channels(self, channels), g_free);
  return gdk_content_provider_new_typed(G_TYPE_ARRAY, channels);
}

static void
on_drag_begun_cb(GtkDragSource *source, GdkDrag *drag)
{
  GtkWidget *label = gtk_label_new(g_object_get_data(G_OBJECT(source), "names"));

  gtk_widget_add_css_class(label, "drag-label");
  gtk_drag_icon_set_child(GTK_DRAG_ICON(gtk_drag_icon_get_for_drag(drag)), label);
}

/* ---- context menu ---------------------------------------------------------------------------- */

static void
on_place_cb(GSimpleAction *action, GVariant *parameter, gpointer list)
{
  TrammelChannelList *self = list;
  g_autoptr(GArray) channels = get_selected(self);
  int where;
  guint plot;

  g_variant_get(parameter, "(iu)", &where, &plot);
  place(self, channels, (TrammelPlotPlace)where, plot);
}

static void
append_item(GMenu *menu, const char *label, TrammelPlotPlace where, guint plot)
{
  g_autoptr(GMenuItem) item = g_menu_item_new(label, NULL);

  g_menu_item_set_action_and_target(item, "channel.place", "(iu)", (int)where, plot);
  g_menu_append_item(menu, item);
}

/* Appends an item for each plot. */
static void
append_plots(TrammelChannelList *self, GMenu *menu, const char *label, TrammelPlotPlace where)
{
  g_autoptr(GMenu) plots = g_menu_new();

  for (guint i = 0; i < self->plots->len; i++) {
    g_autofree char *names = name_channels(self, self->plots->pdata[i]);
    append_item(plots, names, where, i);
  }
  if (self->plots->len > 0)
    g_menu_append_submenu(menu, label, G_MENU_MODEL(plots));
}

static void
show_menu(TrammelChannelList *self, GtkListBoxRow *row, double x, double y)
{
  g_autoptr(GMenu) menu = g_menu_new(), plot = g_menu_new(), map = g_menu_new();

  if (!gtk_list_box_row_is_selected(row))
    trammel_channel_list_select(self, (guint)gtk_list_box_row_get_index(row));
  gtk_widget_grab_focus(GTK_WIDGET(row));
  append_item(plot, _("Show _Alone"), TRAMMEL_PLACE_OWN, self->plots->len);
  append_plots(self, plot, _("Show _with"), TRAMMEL_PLACE_WITH);
  append_plots(self, plot, _("Show _Instead of"), TRAMMEL_PLACE_INSTEAD);
  append_item(plot, _("_Hide"), TRAMMEL_PLACE_NOWHERE, 0);
  g_menu_append(map, _("_Mapping…"), "win.map-log");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(plot));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(map));
  trammel_popup_menu(G_MENU_MODEL(menu), GTK_WIDGET(self), GTK_WIDGET(row), x, y);
}

static void
on_row_pressed_cb(GtkGestureClick *click, int n, double x, double y, TrammelChannelList *self)
{
  show_menu(self, GTK_LIST_BOX_ROW(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(click))), x,
            y);
}

/* Opens the menu of the focused row. */
static void
on_menu_key_cb(GSimpleAction *action, GVariant *parameter, gpointer list)
{
  TrammelChannelList *self = list;
  GtkWidget *row = gtk_widget_get_focus_child(GTK_WIDGET(self->box));

  if (row)
    show_menu(self, GTK_LIST_BOX_ROW(row), 20, 0.5 * gtk_widget_get_height(row));
}

static const GActionEntry actions[] = {
    {.name = "place", .activate = on_place_cb, .parameter_type = "(iu)"},
    {.name = "menu", .activate = on_menu_key_cb},
};

/* ---- rows ------------------------------------------------------------------------------------ */

static GtkWidget *
new_label(const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
  if (style)
    gtk_widget_add_css_class(label, style);
  return label;
}

static GtkWidget *
new_tick(TrammelChannelList *self, guint i)
{
  GtkWidget *tick = gtk_check_button_new();
  g_autofree char *label = g_strdup_printf(_("Plot %s"), get_channel(self, i)->name);

  gtk_widget_set_valign(tick, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text(tick, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(tick), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data(G_OBJECT(tick), "channel", GUINT_TO_POINTER(i));
  g_signal_connect(tick, "toggled", G_CALLBACK(on_tick_toggled_cb), self);
  g_ptr_array_add(self->ticks, tick);
  return tick;
}

/* Returns a label with the name above the mapped signal. */
static GtkWidget *
new_texts(TrammelChannelList *self, guint i)
{
  const TrammelTableChannel *channel = get_channel(self, i);
  GtkWidget *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *caption = new_label(NULL, "caption");
  g_autofree char *name = channel->unit ? g_strdup_printf("%s  [%s]", channel->name, channel->unit)
                                        : g_strdup(channel->name);

  gtk_widget_set_hexpand(texts, TRUE);
  gtk_widget_set_valign(texts, GTK_ALIGN_CENTER);
  gtk_box_append(GTK_BOX(texts), new_label(name, NULL));
  gtk_box_append(GTK_BOX(texts), caption);
  /* names of the joints of a robot differ at their ends */
  gtk_label_set_ellipsize(GTK_LABEL(caption), PANGO_ELLIPSIZE_START);
  g_ptr_array_add(self->captions, caption);
  return texts;
}

static void
add_row_controllers(TrammelChannelList *self, GtkWidget *row)
{
  GtkDragSource *drag = gtk_drag_source_new();
  GtkGesture *click = gtk_gesture_click_new();

  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
  g_signal_connect(click, "pressed", G_CALLBACK(on_row_pressed_cb), self);
  g_signal_connect(drag, "prepare", G_CALLBACK(on_drag_prepared_cb), self);
  g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begun_cb), NULL);
  gtk_widget_add_controller(row, GTK_EVENT_CONTROLLER(click));
  gtk_widget_add_controller(row, GTK_EVENT_CONTROLLER(drag));
}

static void
add_row(TrammelChannelList *self, guint i, const TrammelSpark *spark)
{
  const TrammelTableChannel *channel = get_channel(self, i);
  GtkWidget *row = gtk_list_box_row_new(), *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *line = trammel_sparkline_new(spark);

  gtk_widget_set_valign(line, GTK_ALIGN_CENTER);
  gtk_box_append(GTK_BOX(content), new_tick(self, i));
  gtk_box_append(GTK_BOX(content), new_texts(self, i));
  gtk_box_append(GTK_BOX(content), line);
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), content);
  gtk_widget_set_tooltip_text(row, channel->column);
  gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, channel->name,
                                 -1);
  add_row_controllers(self, row);
  gtk_list_box_append(self->box, row);
}

static gboolean
filter_row(GtkListBoxRow *row, gpointer data)
{
  TrammelChannelList *self = data;
  const TrammelTableChannel *channel = get_channel(self, (guint)gtk_list_box_row_get_index(row));
  g_autofree char *wanted = g_utf8_casefold(gtk_editable_get_text(GTK_EDITABLE(self->find)), -1);
  g_autofree char *name = g_utf8_casefold(channel->column, -1);

  return strstr(name, wanted) != NULL;
}

static void
on_find_changed_cb(TrammelChannelList *self)
{
  gtk_list_box_invalidate_filter(self->box);
}

static void
on_selection_changed_cb(TrammelChannelList *self)
{
  g_autoptr(GArray) channels = get_selected(self);

  if (channels->len == 1 && !self->filling)
    g_signal_emit(self, signals[SELECTED], 0, g_array_index(channels, guint, 0));
}

static void
clear_rows(TrammelChannelList *self)
{
  GtkWidget *row;

  g_ptr_array_set_size(self->ticks, 0);
  g_ptr_array_set_size(self->captions, 0);
  while ((row = gtk_widget_get_first_child(GTK_WIDGET(self->box))))
    gtk_list_box_remove(self->box, row);
  g_clear_pointer(&self->table, trammel_log_table_unref);
}

static void
trammel_channel_list_dispose(GObject *object)
{
  TrammelChannelList *self = TRAMMEL_CHANNEL_LIST(object);

  self->filling = TRUE;
  if (self->box)
    clear_rows(self);
  trammel_template_dispose(object, TRAMMEL_TYPE_CHANNEL_LIST);
  G_OBJECT_CLASS(trammel_channel_list_parent_class)->dispose(object);
}

static void
trammel_channel_list_finalize(GObject *object)
{
  TrammelChannelList *self = TRAMMEL_CHANNEL_LIST(object);

  g_ptr_array_unref(self->ticks);
  g_ptr_array_unref(self->captions);
  g_ptr_array_unref(self->plots);
  g_object_unref(self->actions);
  G_OBJECT_CLASS(trammel_channel_list_parent_class)->finalize(object);
}

static void
trammel_channel_list_class_init(TrammelChannelListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_channel_list_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_channel_list_finalize;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "channellist");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/data/channel-list.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelList, box);
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelList, find);
  gtk_widget_class_bind_template_callback(widget_class, on_find_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_selection_changed_cb);
  signals[SELECTED] = g_signal_new("selected", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[PLACED] = g_signal_new("placed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 3, G_TYPE_ARRAY, G_TYPE_INT, G_TYPE_UINT);
}

static void
trammel_channel_list_init(TrammelChannelList *self)
{
  self->ticks = g_ptr_array_new();
  self->captions = g_ptr_array_new();
  self->plots = g_ptr_array_new();
  self->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(self->actions), actions, G_N_ELEMENTS(actions),
                                  self);
  gtk_widget_insert_action_group(GTK_WIDGET(self), "channel", G_ACTION_GROUP(self->actions));
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_list_box_set_filter_func(self->box, filter_row, self, NULL);
}

void
trammel_channel_list_set_view(TrammelChannelList *self, TrammelLogView *view)
{
  g_return_if_fail(TRAMMEL_IS_CHANNEL_LIST(self));
  TrammelLogTable *table = view ? view->table : NULL;

  self->filling = TRUE;
  if (table != self->table) {
    clear_rows(self);
    self->table = table ? trammel_log_table_ref(table) : NULL;
    for (guint i = 0; table && i < table->channels->len; i++)
      add_row(self, i, &g_array_index(view->sparks, TrammelSpark, i));
  }
  for (guint i = 0; i < self->captions->len; i++) {
    const TrammelTableUse *use = trammel_log_view_find_use(view, i);
    g_autofree char *text = use ? g_strdup_printf("→ %s", use->signal)
                                : g_strdup(get_channel(self, i)->is_time ? _("time") : "");
    trammel_label_set_numbers(self->captions->pdata[i], text);
    gtk_widget_set_visible(self->captions->pdata[i], *text != '\0');
  }
  self->filling = FALSE;
}

static gboolean
is_in(const GPtrArray *plots, guint channel)
{
  for (guint i = 0; i < plots->len; i++) {
    const GArray *channels = plots->pdata[i];
    for (guint k = 0; k < channels->len; k++)
      if (g_array_index(channels, guint, k) == channel)
        return TRUE;
  }
  return FALSE;
}

void
trammel_channel_list_set_plots(TrammelChannelList *self, GPtrArray *plots)
{
  g_return_if_fail(TRAMMEL_IS_CHANNEL_LIST(self));
  g_ptr_array_ref(plots);
  g_ptr_array_unref(self->plots);
  self->plots = plots;
  self->filling = TRUE;
  for (guint i = 0; i < self->ticks->len; i++)
    gtk_check_button_set_active(self->ticks->pdata[i], is_in(plots, i));
  self->filling = FALSE;
}

void
trammel_channel_list_select(TrammelChannelList *self, guint channel)
{
  g_return_if_fail(TRAMMEL_IS_CHANNEL_LIST(self));
  gtk_list_box_unselect_all(self->box);
  gtk_list_box_select_row(self->box, gtk_list_box_get_row_at_index(self->box, (int)channel));
}

void
trammel_channel_list_find(TrammelChannelList *self)
{
  g_return_if_fail(TRAMMEL_IS_CHANNEL_LIST(self));
  gtk_widget_grab_focus(GTK_WIDGET(self->find));
}
