#include "ui/pages/start/run-row.h"

#include <glib/gi18n.h>

#include "ui/desktop/compat.h"
#include "ui/pages/parts/run-color.h"
#include "ui/session/text/format.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

struct _TrammelRunRow {
  GtkListBoxRow parent_instance;
  GtkCheckButton *overlay;
  GtkDrawingArea *swatch;
  GtkStack *names;
  GtkLabel *title, *facts;
  GtkEntry *entry;
  GtkWidget *note, *star;
  TrammelRunRecord *record;
};

enum { MENU_PAUSE = 10 }; /* [ms] between checks if the menu has closed */

G_DEFINE_FINAL_TYPE(TrammelRunRow, trammel_run_row, GTK_TYPE_LIST_BOX_ROW)

enum { RENAMED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* Returns "4993 · 2.6 s", preceded by a failure, if any. */
static char *
describe_facts(TrammelRunRecord *record)
{
  g_autofree char *cost = trammel_format_cost(trammel_run_record_get_cost(record));
  g_autofree char *seconds = trammel_format_prefixed(trammel_run_record_get_seconds(record), "s");

  if (g_str_equal(trammel_run_record_get_status(record), "converged"))
    return g_strdup_printf(_("cost %s · %s"), cost, seconds);
  return g_strdup_printf("✗ %s · %s", trammel_run_record_get_status_words(record), cost);
}

static char *
describe_tip(TrammelRunRecord *record)
{
  g_autofree char *summary = trammel_run_record_dup_summary(record);
  const char *notes = trammel_run_record_get_notes(record);
  const char *kept = trammel_run_record_get_run(record)
                         ? ""
                         : _("\nRead from the file: make it active to compute its motion again.");

  return g_strdup_printf("%s%s%s%s", summary, *notes ? "\n" : "", notes, kept);
}

static void
update(TrammelRunRow *self)
{
  g_autofree char *title = trammel_run_record_dup_title(self->record);
  g_autofree char *facts = describe_facts(self->record);
  g_autofree char *tip = describe_tip(self->record);
  gboolean active = trammel_run_record_get_active(self->record);

  gtk_label_set_text(self->title, title);
  trammel_label_set_numbers(self->facts, facts);
  trammel_tooltip_set_numbers(GTK_WIDGET(self), tip);
  gtk_widget_set_opacity(self->star, active ? 1 : 0); /* its place stays */
  gtk_widget_set_visible(self->note, *trammel_run_record_get_notes(self->record) != '\0');
  gtk_widget_set_sensitive(GTK_WIDGET(self->overlay),
                           trammel_run_record_get_run(self->record) != NULL);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip, -1);
}

static void
draw_swatch(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  TrammelRunRow *self = data;
  TrammelColor color =
      trammel_run_color_get(self->record, trammel_widget_is_dark(GTK_WIDGET(area)));

  cairo_set_source_rgba(cr, color.red, color.green, color.blue, color.alpha);
  cairo_arc(cr, width / 2.0, height / 2.0, MIN(width, height) / 2.0, 0, 2 * G_PI);
  cairo_fill(cr);
}

static void
stop_editing(TrammelRunRow *self)
{
  gtk_stack_set_visible_child_name(self->names, "label");
  gtk_widget_grab_focus(GTK_WIDGET(self));
}

static gboolean
is_editing(TrammelRunRow *self)
{
  return g_strcmp0(gtk_stack_get_visible_child_name(self->names), "entry") == 0;
}

static void
on_entry_activated_cb(TrammelRunRow *self)
{
  g_autofree char *name = g_strdup(gtk_editable_get_text(GTK_EDITABLE(self->entry)));

  if (!is_editing(self))
    return;
  stop_editing(self);
  g_signal_emit(self, signals[RENAMED], 0, g_strstrip(name));
}

static void
on_entry_left_cb(TrammelRunRow *self)
{
  if (is_editing(self))
    gtk_stack_set_visible_child_name(self->names, "label");
}

static gboolean
on_entry_key_cb(GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType modifiers,
                TrammelRunRow *self)
{
  if (key != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  stop_editing(self);
  return GDK_EVENT_STOP;
}

static void
trammel_run_row_dispose(GObject *object)
{
  TrammelRunRow *self = TRAMMEL_RUN_ROW(object);

  g_clear_object(&self->record);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_RUN_ROW);
  G_OBJECT_CLASS(trammel_run_row_parent_class)->dispose(object);
}

static void
trammel_run_row_class_init(TrammelRunRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_run_row_dispose;
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/start/run-row.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelRunRow, overlay);
  gtk_widget_class_bind_template_child(widget_class, TrammelRunRow, swatch);
  gtk_widget_class_bind_template_child(widget_class, TrammelRunRow, names);
  gtk_widget_class_bind_template_child(widget_class, TrammelRunRow, title);
  gtk_widget_class_bind_template_child(widget_class, TrammelRunRow, facts);
  gtk_widget_class_bind_template_child(widget_class, TrammelRunRow, entry);
  gtk_widget_class_bind_template_child(widget_class, TrammelRunRow, note);
  gtk_widget_class_bind_template_child(widget_class, TrammelRunRow, star);
  gtk_widget_class_bind_template_callback(widget_class, on_entry_activated_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_entry_left_cb);
  gtk_widget_class_bind_template_callback(widget_class, on_entry_key_cb);
  signals[RENAMED] = g_signal_new("renamed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_run_row_init(TrammelRunRow *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_drawing_area_set_draw_func(self->swatch, draw_swatch, self, NULL);
}

GtkWidget *
trammel_run_row_new(TrammelRunRecord *record)
{
  TrammelRunRow *self = g_object_new(TRAMMEL_TYPE_RUN_ROW, NULL);

  self->record = g_object_ref(record);
  g_object_bind_property(record, "overlay", self->overlay, "active",
                         G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_signal_connect_object(record, "notify", G_CALLBACK(update), self, G_CONNECT_SWAPPED);
  update(self);
  return GTK_WIDGET(self);
}

TrammelRunRecord *
trammel_run_row_get_record(TrammelRunRow *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RUN_ROW(self), NULL);
  return self->record;
}

/* Returns TRUE if a menu above the widget is open or still closing. */
static gboolean
is_below_menu(GtkWidget *widget)
{
  for (GtkWidget *at = widget; at; at = gtk_widget_get_parent(at))
    for (GtkWidget *child = gtk_widget_get_first_child(at); child;
         child = gtk_widget_get_next_sibling(child))
      if (GTK_IS_POPOVER(child))
        return TRUE;
  return FALSE;
}

/* Starts editing after the menu that requested it has closed, since it restores the focus. */
static gboolean
start_editing(gpointer row)
{
  TrammelRunRow *self = row;

  if (!gtk_widget_get_mapped(row))
    return G_SOURCE_REMOVE;
  if (is_below_menu(row))
    return G_SOURCE_CONTINUE;
  gtk_editable_set_text(GTK_EDITABLE(self->entry), trammel_run_record_get_name(self->record));
  gtk_stack_set_visible_child_name(self->names, "entry");
  gtk_widget_grab_focus(GTK_WIDGET(self->entry));
  return G_SOURCE_REMOVE;
}

void
trammel_run_row_edit_name(TrammelRunRow *self)
{
  g_return_if_fail(TRAMMEL_IS_RUN_ROW(self));
  g_timeout_add_full(G_PRIORITY_DEFAULT, MENU_PAUSE, start_editing, g_object_ref(self),
                     g_object_unref);
}
