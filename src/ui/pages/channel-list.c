#include "ui/pages/channel-list.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/pages/sparkline.h"
#include "ui/pages/template.h"

struct _TrammelChannelList {
  GtkWidget parent_instance;
  GtkListBox *box;
  GtkSearchEntry *find;
  TrammelLogTable *table; /* whose rows are there */
  GPtrArray *ticks;       /* GtkCheckButton of each channel */
  GPtrArray *captions;    /* GtkLabel of each channel: the signal that it is mapped to */
  gboolean filling;
};

G_DEFINE_FINAL_TYPE(TrammelChannelList, trammel_channel_list, GTK_TYPE_WIDGET)

enum { SELECTED, TOGGLED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelTableChannel *
get_channel(TrammelChannelList *self, guint i)
{
  return self->table->channels->pdata[i];
}

static void
on_tick_toggled_cb(GtkCheckButton *tick, TrammelChannelList *self)
{
  guint channel = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(tick), "channel"));

  if (!self->filling)
    g_signal_emit(self, signals[TOGGLED], 0, channel, gtk_check_button_get_active(tick));
}

static GdkContentProvider *
on_drag_prepared_cb(GtkDragSource *source, double x, double y, GtkWidget *row)
{
  int channel = gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row));

  return gdk_content_provider_new_typed(G_TYPE_UINT, (guint)channel);
}

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

/* Name over the signal that it is mapped to. */
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
  g_ptr_array_add(self->captions, caption);
  return texts;
}

static void
add_row(TrammelChannelList *self, guint i, const TrammelSpark *spark)
{
  const TrammelTableChannel *channel = get_channel(self, i);
  GtkWidget *row = gtk_list_box_row_new(), *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkDragSource *drag = gtk_drag_source_new();
  GtkWidget *line = trammel_sparkline_new(spark);

  gtk_widget_set_valign(line, GTK_ALIGN_CENTER);
  gtk_box_append(GTK_BOX(content), new_tick(self, i));
  gtk_box_append(GTK_BOX(content), new_texts(self, i));
  gtk_box_append(GTK_BOX(content), line);
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), content);
  gtk_widget_set_tooltip_text(row, channel->column);
  gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, channel->name,
                                 -1);
  g_signal_connect(drag, "prepare", G_CALLBACK(on_drag_prepared_cb), row);
  gtk_widget_add_controller(row, GTK_EVENT_CONTROLLER(drag));
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
on_row_selected_cb(TrammelChannelList *self, GtkListBoxRow *row)
{
  if (row && !self->filling)
    g_signal_emit(self, signals[SELECTED], 0, (guint)gtk_list_box_row_get_index(row));
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
  g_ptr_array_unref(TRAMMEL_CHANNEL_LIST(object)->ticks);
  g_ptr_array_unref(TRAMMEL_CHANNEL_LIST(object)->captions);
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
                                              "/io/github/trammel/Trammel/ui/channel-list.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelList, box);
  gtk_widget_class_bind_template_child(widget_class, TrammelChannelList, find);
  gtk_widget_class_bind_template_callback(widget_class, on_find_changed_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_row_selected_cb);
  signals[SELECTED] = g_signal_new("selected", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[TOGGLED] = g_signal_new("toggled", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_BOOLEAN);
}

static void
trammel_channel_list_init(TrammelChannelList *self)
{
  self->ticks = g_ptr_array_new();
  self->captions = g_ptr_array_new();
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
    gtk_label_set_text(self->captions->pdata[i], text);
    gtk_widget_set_visible(self->captions->pdata[i], *text != '\0');
  }
  self->filling = FALSE;
}

void
trammel_channel_list_set_shown(TrammelChannelList *self, guint channel, gboolean shown)
{
  g_return_if_fail(TRAMMEL_IS_CHANNEL_LIST(self) && channel < self->ticks->len);
  self->filling = TRUE;
  gtk_check_button_set_active(self->ticks->pdata[channel], shown);
  self->filling = FALSE;
}

void
trammel_channel_list_select(TrammelChannelList *self, guint channel)
{
  g_return_if_fail(TRAMMEL_IS_CHANNEL_LIST(self));
  gtk_list_box_select_row(self->box, gtk_list_box_get_row_at_index(self->box, (int)channel));
}
