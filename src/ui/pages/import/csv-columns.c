#include "ui/pages/import/csv-columns.h"

#include <glib/gi18n.h>

#include "io/log/data/private.h"
#include "ui/pages/import/cell-view.h"
#include "ui/widgets/box.h"
#include "ui/widgets/commit-entry.h"
#include "ui/widgets/template.h"

struct _TrammelCsvColumns {
  GtkWidget parent_instance;
  GtkScrolledWindow *head_scroller, *cell_scroller;
  GtkBox *head;
  TrammelCellView *cells;
  TrammelCsvDraft *draft;
  TrammelDataset *dataset; /* file whose columns the header shows */
  gboolean filling;
};

G_DEFINE_FINAL_TYPE(TrammelCsvColumns, trammel_csv_columns, GTK_TYPE_WIDGET)

enum { CHANGED, SELECTED, N_SIGNALS };
static guint signals[N_SIGNALS];

enum { MAX_HEADS = 64 }; /* columns with widgets; further ones keep their defaults */

static guint
get_index(gpointer widget)
{
  return GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(widget), "column"));
}

/* ---- the user -------------------------------------------------------------------------------- */

/* Writes the three widgets of a column's header to the draft. */
static void
say(TrammelCsvColumns *self, guint i)
{
  GtkWidget *column = gtk_widget_get_first_child(GTK_WIDGET(self->head));
  for (guint k = 0; k <= i; k++) /* skip the gutter */
    column = gtk_widget_get_next_sibling(column);
  GtkWidget *use = gtk_widget_get_first_child(column), *name = gtk_widget_get_next_sibling(use);
  GtkWidget *unit = gtk_widget_get_next_sibling(name);
  g_autofree char *reference = trammel_dataset_dup_reference(self->dataset, i);
  const TrammelColumn *found = trammel_dataset_get_column(self->dataset, i);
  const TrammelImportColumn *said = trammel_csv_draft_get_column(self->draft, reference);
  const char *new_name = gtk_editable_get_text(GTK_EDITABLE(name));
  const char *new_unit = gtk_editable_get_text(GTK_EDITABLE(unit));
  gboolean renamed = (said && said->name) || !g_str_equal(new_name, found->name);
  gboolean has_unit = (said && said->unit) || g_strcmp0(new_unit, found->unit ? found->unit : "");

  trammel_csv_draft_set_column(self->draft, reference, renamed && *new_name ? new_name : NULL,
                               has_unit ? new_unit : NULL,
                               !gtk_check_button_get_active(GTK_CHECK_BUTTON(use)));
  g_signal_emit(self, signals[CHANGED], 0);
}

static void
on_use_toggled_cb(GtkWidget *tick, TrammelCsvColumns *self)
{
  if (!self->filling)
    say(self, get_index(tick));
}

static gboolean
on_text_committed_cb(GtkWidget *entry, const char *text, gpointer user)
{
  say(user, get_index(entry));
  return TRUE;
}

/* Focuses the name of the next column, or the unit of the one before. */
static gboolean
focus_neighbour(GtkWidget *head, gboolean is_back)
{
  GtkWidget *to = is_back ? gtk_widget_get_prev_sibling(head) : gtk_widget_get_next_sibling(head);
  GtkWidget *use = to ? gtk_widget_get_first_child(to) : NULL;

  if (!GTK_IS_CHECK_BUTTON(use))
    return FALSE; /* the gutter, or the end */
  GtkWidget *name = gtk_widget_get_next_sibling(use);
  return gtk_widget_grab_focus(is_back ? gtk_widget_get_next_sibling(name) : name);
}

/* Tab goes from a unit to the next name, and back: what is typed there must not reach the tick
 * between them, which a blank would take away. */
static gboolean
on_head_key_cb(
    GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, gpointer user)
{
  GtkWidget *entry = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(keys));
  gboolean is_back = key == GDK_KEY_ISO_Left_Tab;
  gboolean is_name = GTK_IS_CHECK_BUTTON(gtk_widget_get_prev_sibling(entry));

  return (is_back || key == GDK_KEY_Tab) && !(state & GDK_CONTROL_MASK) && is_name == is_back &&
         focus_neighbour(gtk_widget_get_parent(entry), is_back);
}

static void
on_cells_clicked_cb(TrammelCsvColumns *self, guint column)
{
  g_signal_emit(self, signals[SELECTED], 0, column);
}

static void
on_head_entered_cb(GtkEventControllerFocus *focus, TrammelCsvColumns *self)
{
  guint i = get_index(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(focus)));

  trammel_cell_view_select(self->cells, i);
  g_signal_emit(self, signals[SELECTED], 0, i);
}

/* ---- the header ------------------------------------------------------------------------------ */

static void
name_widget(GtkWidget *widget, guint column, const char *format, const char *about)
{
  g_autofree char *label = g_strdup_printf("%s %s", format, about);

  g_object_set_data(G_OBJECT(widget), "column", GUINT_TO_POINTER(column));
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* Returns the name of a column; NULL if it has none but its number. */
static const char *
find_name(TrammelCsvColumns *self, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(self->dataset, i);
  g_autofree char *number = g_strdup_printf("#%u", i + 1);

  return g_str_equal(column->name, number) ? NULL : column->name;
}

static GtkWidget *
new_entry(TrammelCsvColumns *self, guint i, const char *text, const char *what, const char *about)
{
  GtkWidget *entry = gtk_entry_new();
  GtkEventController *focus = gtk_event_controller_focus_new();

  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 4);
  gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 8);
  gtk_editable_set_text(GTK_EDITABLE(entry), text ? text : "");
  gtk_widget_set_tooltip_text(entry, text);
  gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
  name_widget(entry, i, what, about);
  trammel_commit_entry_connect(entry, on_text_committed_cb, self);
  g_signal_connect(focus, "enter", G_CALLBACK(on_head_entered_cb), self);
  gtk_widget_add_controller(entry, focus);
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(on_head_key_cb), NULL);
  gtk_widget_add_controller(entry, keys);
  return entry;
}

static const char *
describe_kind(TrammelCsvColumns *self, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(self->dataset, i);
  g_autofree char *reference = trammel_dataset_dup_reference(self->dataset, i);
  const TrammelCsvDraft *draft = self->draft;
  gboolean is_column =
      draft->time == TRAMMEL_DRAFT_COLUMN && g_strcmp0(draft->column, reference) == 0;
  gboolean is_date =
      draft->time == TRAMMEL_DRAFT_DATES &&
      (g_strcmp0(draft->day, reference) == 0 || g_strcmp0(draft->clock, reference) == 0);

  return is_column || is_date ? _("time")
         : column->is_skipped ? _("not used")
         : column->is_text    ? _("text")
                              : _("number");
}

static void
add_head(TrammelCsvColumns *self, guint i)
{
  const TrammelColumn *column = trammel_dataset_get_column(self->dataset, i);
  GtkWidget *head = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *use = gtk_check_button_new(), *kind = gtk_label_new(describe_kind(self, i));

  gtk_widget_set_size_request(head, TRAMMEL_CELL_WIDTH - 4, -1);
  gtk_widget_set_margin_end(head, 4);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(use), !column->is_skipped);
  name_widget(use, i, _("Use"), column->name);
  g_signal_connect(use, "toggled", G_CALLBACK(on_use_toggled_cb), self);
  gtk_label_set_xalign(GTK_LABEL(kind), 0);
  gtk_widget_add_css_class(kind, "caption");
  gtk_box_append(GTK_BOX(head), use);
  GtkWidget *name = new_entry(self, i, find_name(self, i), _("Name of"), column->name);
  gtk_entry_set_placeholder_text(GTK_ENTRY(name), column->name);
  gtk_box_append(GTK_BOX(head), name);
  gtk_box_append(GTK_BOX(head), new_entry(self, i, column->unit, _("Unit of"), column->name));
  gtk_box_append(GTK_BOX(head), kind);
  gtk_box_append(self->head, head);
}

static void
add_gutter(TrammelCsvColumns *self)
{
  const char *const words[] = {_("use"), _("name"), _("unit"), _("kind")};
  GtkWidget *gutter = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3);

  gtk_widget_set_size_request(gutter, TRAMMEL_CELL_GUTTER, -1);
  gtk_box_set_homogeneous(GTK_BOX(gutter), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
    GtkWidget *label = gtk_label_new(words[i]);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_set_margin_start(label, 6);
    gtk_widget_add_css_class(label, "caption");
    gtk_box_append(GTK_BOX(gutter), label);
  }
  gtk_box_append(self->head, gutter);
}

/* Updates an entry unless the user is typing into it. */
static void
update_entry(GtkWidget *entry, const char *text)
{
  if (trammel_commit_entry_is_edited(entry))
    return;
  trammel_commit_entry_set_text(entry, text);
  gtk_widget_set_tooltip_text(entry, text);
}

/* Shows the columns of the dataset in the heads that are there: a reading after an edit must take
 * neither the focus nor what is being typed. */
static void
update_heads(TrammelCsvColumns *self)
{
  GtkWidget *head = gtk_widget_get_next_sibling(gtk_widget_get_first_child(GTK_WIDGET(self->head)));

  for (guint i = 0; head; i++, head = gtk_widget_get_next_sibling(head)) {
    const TrammelColumn *column = trammel_dataset_get_column(self->dataset, i);
    GtkWidget *use = gtk_widget_get_first_child(head), *name = gtk_widget_get_next_sibling(use);
    GtkWidget *unit = gtk_widget_get_next_sibling(name);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(use), !column->is_skipped);
    update_entry(name, find_name(self, i));
    update_entry(unit, column->unit);
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_next_sibling(unit)), describe_kind(self, i));
  }
}

/* Returns TRUE if both datasets have the same columns, whatever their names are. */
static gboolean
has_same_columns(TrammelDataset *a, TrammelDataset *b)
{
  guint n = trammel_dataset_get_n_columns(b);

  if (!a || trammel_dataset_get_n_columns(a) != n)
    return FALSE;
  for (guint i = 0; i < n; i++) {
    g_autofree char *left = trammel_dataset_dup_reference(a, i);
    g_autofree char *right = trammel_dataset_dup_reference(b, i);
    if (!g_str_equal(left, right))
      return FALSE;
  }
  return TRUE;
}

static void
clear_head(TrammelCsvColumns *self)
{
  if (self->head)
    trammel_box_clear(self->head);
}

static void
trammel_csv_columns_dispose(GObject *object)
{
  TrammelCsvColumns *self = TRAMMEL_CSV_COLUMNS(object);

  self->filling = TRUE;
  clear_head(self);
  g_clear_pointer(&self->dataset, trammel_dataset_unref);
  trammel_template_dispose(object, TRAMMEL_TYPE_CSV_COLUMNS);
  G_OBJECT_CLASS(trammel_csv_columns_parent_class)->dispose(object);
}

static void
trammel_csv_columns_class_init(TrammelCsvColumnsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_csv_columns_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "csvcolumns");
  gtk_widget_class_set_template_from_resource(
      widget_class, "/io/github/trammel/Trammel/ui/import/csv-columns.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvColumns, head_scroller);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvColumns, cell_scroller);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvColumns, head);
  gtk_widget_class_bind_template_child(widget_class, TrammelCsvColumns, cells);
  gtk_widget_class_bind_template_callback(widget_class, on_cells_clicked_cb);
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTED] = g_signal_new("selected", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
trammel_csv_columns_init(TrammelCsvColumns *self)
{
  g_type_ensure(TRAMMEL_TYPE_CELL_VIEW);
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_scrolled_window_set_hadjustment(self->head_scroller,
                                      gtk_scrolled_window_get_hadjustment(self->cell_scroller));
}

void
trammel_csv_columns_take_preview(TrammelCsvColumns *self,
                                 TrammelCsvDraft *draft,
                                 TrammelCsvPreview *preview)
{
  g_return_if_fail(TRAMMEL_IS_CSV_COLUMNS(self));
  self->draft = draft;
  trammel_cell_view_take_preview(self->cells, preview);
}

void
trammel_csv_columns_set_dataset(TrammelCsvColumns *self, TrammelDataset *dataset)
{
  g_return_if_fail(TRAMMEL_IS_CSV_COLUMNS(self) && self->draft);
  trammel_cell_view_set_dataset(self->cells, dataset);
  if (!dataset)
    return;
  self->filling = TRUE;
  gboolean is_same = has_same_columns(self->dataset, dataset);
  g_clear_pointer(&self->dataset, trammel_dataset_unref);
  self->dataset = trammel_dataset_ref(dataset);
  if (is_same) {
    update_heads(self);
  } else {
    clear_head(self);
    add_gutter(self);
    for (guint i = 0; i < MIN(trammel_dataset_get_n_columns(dataset), MAX_HEADS); i++)
      add_head(self, i);
  }
  self->filling = FALSE;
}

void
trammel_csv_columns_select(TrammelCsvColumns *self, guint column)
{
  g_return_if_fail(TRAMMEL_IS_CSV_COLUMNS(self));
  trammel_cell_view_select(self->cells, column);
}

void
trammel_csv_columns_mark_line(TrammelCsvColumns *self, gsize line)
{
  g_return_if_fail(TRAMMEL_IS_CSV_COLUMNS(self));
  trammel_cell_view_mark_line(self->cells, line);
}
