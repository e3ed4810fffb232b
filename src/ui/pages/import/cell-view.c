#include "ui/pages/import/cell-view.h"

#include <glib/gi18n.h>

#include "io/base/bilingual.h"
#include "io/log/csv/column.h"
#include "io/log/text/cell.h"
#include "ui/desktop/compat.h"

enum { PADDING = 6 };

struct _TrammelCellView {
  GtkWidget parent_instance;
  TrammelCsvPreview *preview;
  TrammelDataset *dataset;
  guint selected;
  gsize marked;
};

G_DEFINE_FINAL_TYPE(TrammelCellView, trammel_cell_view, GTK_TYPE_WIDGET)

enum { COLUMN_CLICKED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TrammelFault *
find_fault(TrammelCellView *self, gsize line, guint column)
{
  for (guint i = 0; self->dataset && i < trammel_dataset_get_n_faults(self->dataset); i++) {
    const TrammelFault *fault = trammel_dataset_get_fault(self->dataset, i);
    if (fault->line == line && fault->column == column)
      return fault;
  }
  return NULL;
}

static const TrammelColumn *
get_column(TrammelCellView *self, guint i)
{
  return self->dataset && i < trammel_dataset_get_n_columns(self->dataset)
             ? trammel_dataset_get_column(self->dataset, i)
             : NULL;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void
append_rect(GtkSnapshot *snapshot, GdkRGBA color, float alpha, double x, double y, double w)
{
  color.alpha = alpha;
  gtk_snapshot_append_color(snapshot, &color,
                            &GRAPHENE_RECT_INIT((float)x, (float)y, (float)w, TRAMMEL_CELL_HEIGHT));
}

/* Appends a text in `width` pixels from `at` on. */
static void
append_text(GtkSnapshot *snapshot,
            PangoLayout *layout,
            const char *text,
            GdkRGBA color,
            graphene_point_t at,
            int width)
{
  int height;

  pango_layout_set_text(layout, text, -1);
  pango_layout_set_width(layout, width * PANGO_SCALE);
  pango_layout_get_pixel_size(layout, NULL, &height);
  gtk_snapshot_save(snapshot);
  at.y += 0.5f * (float)(TRAMMEL_CELL_HEIGHT - height);
  gtk_snapshot_translate(snapshot, &at);
  gtk_snapshot_append_layout(snapshot, layout, &color);
  gtk_snapshot_restore(snapshot);
}

static void
append_cell(TrammelCellView *self,
            GtkSnapshot *snapshot,
            PangoLayout *layout,
            const TrammelCsvRow *row,
            guint i,
            double y)
{
  static const GdkRGBA red = {0.82f, 0.23f, 0.18f, 1};
  const TrammelColumn *column = get_column(self, i);
  double x = TRAMMEL_CELL_GUTTER + (double)i * TRAMMEL_CELL_WIDTH;
  GdkRGBA ink;

  trammel_widget_get_foreground(GTK_WIDGET(self), &ink);
  if (find_fault(self, row->line, i))
    append_rect(snapshot, red, 0.28f, x, y, TRAMMEL_CELL_WIDTH - 1);
  if (column && (column->is_text || column->is_skipped))
    ink.alpha *= 0.5f;
  /* a long number keeps its exponent */
  pango_layout_set_ellipsize(layout, column && !column->is_text ? PANGO_ELLIPSIZE_MIDDLE
                                                                : PANGO_ELLIPSIZE_END);
  append_text(snapshot, layout, i < row->n_cells ? row->cells[i] : "", ink,
              GRAPHENE_POINT_INIT((float)(x + PADDING), (float)y),
              TRAMMEL_CELL_WIDTH - 2 * PADDING);
}

static void
append_row(TrammelCellView *self, GtkSnapshot *snapshot, PangoLayout *layout, guint at)
{
  const TrammelCsvRow *row = self->preview->rows->pdata[at];
  double y = (double)at * TRAMMEL_CELL_HEIGHT;
  double width = gtk_widget_get_width(GTK_WIDGET(self));
  g_autofree char *number = g_strdup_printf("%" G_GSIZE_FORMAT, row->line);
  GdkRGBA ink;

  trammel_widget_get_foreground(GTK_WIDGET(self), &ink);
  if (row->line == self->marked)
    append_rect(snapshot, ink, 0.14f, 0, y, width);
  else if (at % 2)
    append_rect(snapshot, ink, 0.035f, 0, y, width);
  ink.alpha *= 0.55f;
  append_text(snapshot, layout, number, ink, GRAPHENE_POINT_INIT((float)(PADDING), (float)y),
              TRAMMEL_CELL_GUTTER - 2 * PADDING);
  for (guint i = 0; i < self->preview->n_columns; i++)
    append_cell(self, snapshot, layout, row, i, y);
}

static void
trammel_cell_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  static const GdkRGBA blue = {0.12f, 0.44f, 0.71f, 1};
  TrammelCellView *self = TRAMMEL_CELL_VIEW(widget);
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(widget, NULL);

  if (!self->preview)
    return;
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_single_paragraph_mode(layout, TRUE);
  if (self->selected < self->preview->n_columns) {
    GdkRGBA color = blue;
    color.alpha = 0.12f;
    gtk_snapshot_append_color(
        snapshot, &color,
        &GRAPHENE_RECT_INIT((float)(TRAMMEL_CELL_GUTTER + self->selected * TRAMMEL_CELL_WIDTH), 0,
                            TRAMMEL_CELL_WIDTH - 1, (float)gtk_widget_get_height(widget)));
  }
  for (guint i = 0; i < self->preview->rows->len; i++)
    append_row(self, snapshot, layout, i);
}

static void
trammel_cell_view_measure(GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  const TrammelCsvPreview *preview = TRAMMEL_CELL_VIEW(widget)->preview;
  int columns = preview ? (int)preview->n_columns : 0, rows = preview ? (int)preview->rows->len : 0;

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? TRAMMEL_CELL_GUTTER + columns * TRAMMEL_CELL_WIDTH
                            : MAX(rows, 1) * TRAMMEL_CELL_HEIGHT;
}

/* ---- pointer --------------------------------------------------------------------------------- */

/* Finds the cell at a position; returns FALSE outside of the cells. */
static gboolean
find_cell(TrammelCellView *self, double x, double y, const TrammelCsvRow **row, guint *column)
{
  guint at = (guint)MAX(y / TRAMMEL_CELL_HEIGHT, 0);

  if (!self->preview || x < TRAMMEL_CELL_GUTTER || at >= self->preview->rows->len)
    return FALSE;
  *row = self->preview->rows->pdata[at];
  *column = (guint)((x - TRAMMEL_CELL_GUTTER) / TRAMMEL_CELL_WIDTH);
  return *column < self->preview->n_columns;
}

char *
trammel_cell_view_explain(TrammelCellView *self, double x, double y)
{
  g_return_val_if_fail(TRAMMEL_IS_CELL_VIEW(self), NULL);
  const TrammelCsvRow *row;
  guint column;

  if (!find_cell(self, x, y, &row, &column))
    return NULL;
  const TrammelFault *fault = find_fault(self, row->line, column);
  if (!fault)
    return column < row->n_cells && strlen(row->cells[column]) > 14 ? g_strdup(row->cells[column])
                                                                    : NULL;
  const char *words = trammel_cell_explain(fault->text);
  g_autofree char *why = words ? trammel_bilingual_dup_local(words) : NULL;
  return g_strdup_printf(_("line %zu: “%s” is not a number%s%s"), fault->line, fault->text,
                         why ? " – " : "", why ? why : "");
}

static gboolean
on_query_tooltip_cb(
    TrammelCellView *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  g_autofree char *text = keyboard ? NULL : trammel_cell_view_explain(self, x, y);

  gtk_tooltip_set_text(tooltip, text);
  return text != NULL;
}

static void
on_pressed_cb(GtkGestureClick *click, int n, double x, double y, TrammelCellView *self)
{
  const TrammelCsvRow *row;
  guint column;

  if (!find_cell(self, x, y, &row, &column))
    return;
  trammel_cell_view_select(self, column);
  g_signal_emit(self, signals[COLUMN_CLICKED], 0, column);
}

static void
trammel_cell_view_finalize(GObject *object)
{
  TrammelCellView *self = TRAMMEL_CELL_VIEW(object);

  g_clear_pointer(&self->preview, trammel_csv_preview_free);
  g_clear_pointer(&self->dataset, trammel_dataset_unref);
  G_OBJECT_CLASS(trammel_cell_view_parent_class)->finalize(object);
}

static void
trammel_cell_view_class_init(TrammelCellViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->finalize = trammel_cell_view_finalize;
  widget_class->snapshot = trammel_cell_view_snapshot;
  widget_class->measure = trammel_cell_view_measure;
  gtk_widget_class_set_css_name(widget_class, "cellview");
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_TABLE);
  signals[COLUMN_CLICKED] =
      g_signal_new("column-clicked", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                   NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
trammel_cell_view_init(TrammelCellView *self)
{
  GtkGesture *click = gtk_gesture_click_new();

  self->selected = G_MAXUINT;
  gtk_widget_set_has_tooltip(GTK_WIDGET(self), TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _("Rows of the file"), -1);
  g_signal_connect(self, "query-tooltip", G_CALLBACK(on_query_tooltip_cb), NULL);
  g_signal_connect(click, "pressed", G_CALLBACK(on_pressed_cb), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
}

void
trammel_cell_view_take_preview(TrammelCellView *self, TrammelCsvPreview *preview)
{
  g_return_if_fail(TRAMMEL_IS_CELL_VIEW(self));
  g_clear_pointer(&self->preview, trammel_csv_preview_free);
  self->preview = preview;
  gtk_widget_queue_resize(GTK_WIDGET(self));
}

void
trammel_cell_view_set_dataset(TrammelCellView *self, TrammelDataset *dataset)
{
  g_return_if_fail(TRAMMEL_IS_CELL_VIEW(self));
  g_clear_pointer(&self->dataset, trammel_dataset_unref);
  self->dataset = dataset ? trammel_dataset_ref(dataset) : NULL;
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

void
trammel_cell_view_select(TrammelCellView *self, guint column)
{
  g_return_if_fail(TRAMMEL_IS_CELL_VIEW(self));
  self->selected = column;
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

void
trammel_cell_view_mark_line(TrammelCellView *self, gsize line)
{
  g_return_if_fail(TRAMMEL_IS_CELL_VIEW(self));
  self->marked = line;
  gtk_widget_queue_draw(GTK_WIDGET(self));
}
