#include "ui/plot/matrix-view.h"

#include "plot/figure/number-text.h"
#include <glib/gi18n.h>
#include <math.h>

#include "plot/paint/matrix-painter.h"
#include "ui/plot/layer.h"

#define MIN_WIDTH      160
#define NATURAL_WIDTH  360
#define MIN_HEIGHT     120
#define NATURAL_HEIGHT 300
#define PAGE           5 /* rows of Page Up and Page Down */

struct _TrammelMatrixView {
  TrammelPicture parent_instance;
  TrammelMatrix *matrix; /* NULL before the first one */
  gboolean has_mark;
  guint row, column; /* of the selected cell */
  TrammelMatrixLayout layout;
  gboolean has_layout; /* FALSE until a size is known, and after it has changed */
};

enum { CELL_SELECTED, CELL_ACTIVATED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(TrammelMatrixView, trammel_matrix_view, TRAMMEL_TYPE_PICTURE)

static void
drop_static_layer(TrammelMatrixView *self)
{
  if (self->has_layout)
    trammel_matrix_layout_clear(&self->layout);
  self->has_layout = FALSE;
  trammel_picture_drop_layer(TRAMMEL_PICTURE(self));
}

static gboolean
ensure_layout(TrammelMatrixView *self)
{
  int width = gtk_widget_get_width(GTK_WIDGET(self));
  int height = gtk_widget_get_height(GTK_WIDGET(self));
  if (self->has_layout)
    return TRUE;
  if (self->matrix == NULL || width <= 0 || height <= 0)
    return FALSE;
  trammel_matrix_layout_init(&self->layout, self->matrix,
                             gtk_widget_get_pango_context(GTK_WIDGET(self)), width, height);
  self->has_layout = TRUE;
  return TRUE;
}

static void
trammel_matrix_view_draw(TrammelPicture *picture, cairo_t *cr, const TrammelPaintStyle *style)
{
  TrammelMatrixView *self = TRAMMEL_MATRIX_VIEW(picture);
  trammel_matrix_painter_draw(cr, self->matrix, &self->layout, style);
}

static void
append_mark(TrammelMatrixView *self, GtkSnapshot *snapshot)
{
  TrammelPaintStyle style = trammel_layer_get_style(GTK_WIDGET(self));
  TrammelRect cell = trammel_matrix_layout_get_cell(&self->layout, self->row, self->column);
  gboolean focus = gtk_widget_has_visible_focus(GTK_WIDGET(self));
  /* a dark and a light line stand out on every colour */
  for (int i = 0; i < 2; i++) {
    TrammelColor color = i == 0 ? style.foreground : trammel_palette_background(style.dark);
    GdkRGBA edge = {(float)color.red, (float)color.green, (float)color.blue, 1.0f};
    float inset = i == 0 ? -2.0f : 0.0f;
    float width = i == 0 ? (focus ? 3.0f : 2.0f) : 1.0f;
    GskRoundedRect outline;
    gsk_rounded_rect_init_from_rect(&outline,
                                    &GRAPHENE_RECT_INIT((float)cell.x + inset,
                                                        (float)cell.y + inset,
                                                        (float)cell.width - 1.0f - 2.0f * inset,
                                                        (float)cell.height - 1.0f - 2.0f * inset),
                                    0.0f);
    gtk_snapshot_append_border(snapshot, &outline, (float[4]){width, width, width, width},
                               (GdkRGBA[4]){edge, edge, edge, edge});
  }
}

static void
trammel_matrix_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrammelMatrixView *self = TRAMMEL_MATRIX_VIEW(widget);
  if (!ensure_layout(self))
    return;
  trammel_picture_snapshot_layer(TRAMMEL_PICTURE(self), snapshot);
  if (self->has_mark)
    append_mark(self, snapshot);
}

static void
trammel_matrix_view_invalidate(TrammelPicture *picture)
{
  drop_static_layer(TRAMMEL_MATRIX_VIEW(picture));
  gtk_widget_queue_draw(GTK_WIDGET(picture));
}

/* Updates the label with the content, and the description with the selected cell, or the size. */
static void
update_accessible(TrammelMatrixView *self)
{
  const TrammelMatrix *matrix = self->matrix;
  g_autofree char *description =
      matrix == NULL ? g_strdup("")
      : self->has_mark
          ? trammel_matrix_dup_description(matrix, self->row, self->column)
          : g_strdup_printf(_("%u rows, %u columns"), matrix->n_rows, matrix->n_columns);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 matrix != NULL && matrix->title != NULL ? matrix->title
                                                                         : _("Matrix"),
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

static void
move_mark(TrammelMatrixView *self, gboolean has_mark, guint row, guint column)
{
  if (self->has_mark == has_mark && (!has_mark || (self->row == row && self->column == column)))
    return;
  self->has_mark = has_mark;
  self->row = row;
  self->column = column;
  update_accessible(self);
  gtk_widget_queue_draw(GTK_WIDGET(self));
  if (has_mark)
    g_signal_emit(self, signals[CELL_SELECTED], 0, row, column);
}

static void
activate_mark(TrammelMatrixView *self)
{
  if (self->has_mark)
    g_signal_emit(self, signals[CELL_ACTIVATED], 0, self->row, self->column);
}

static const char *
trammel_matrix_view_get_title(TrammelPicture *picture)
{
  const TrammelMatrix *matrix = TRAMMEL_MATRIX_VIEW(picture)->matrix;
  return matrix != NULL && matrix->title != NULL ? matrix->title : _("Matrix");
}

static gboolean
trammel_matrix_view_has_data(TrammelPicture *picture)
{
  const TrammelMatrix *matrix = TRAMMEL_MATRIX_VIEW(picture)->matrix;
  return matrix != NULL && matrix->n_rows > 0 && matrix->n_columns > 0;
}

static gboolean
trammel_matrix_view_has_range(TrammelPicture *picture)
{
  return FALSE;
}

static TrammelDrawing
trammel_matrix_view_get_drawing(TrammelPicture *picture)
{
  return trammel_drawing_of_matrix(TRAMMEL_MATRIX_VIEW(picture)->matrix);
}

static char *
trammel_matrix_view_dup_text(TrammelPicture *picture, gboolean in_range, char separator)
{
  return trammel_matrix_to_text(TRAMMEL_MATRIX_VIEW(picture)->matrix, separator);
}

/* The table has the names of rows as its first column. */
static char *
dup_table_head(gpointer data, guint column)
{
  const TrammelMatrix *matrix = data;
  const char *name = column == 0 ? matrix->row_title : matrix->column_names[column - 1];
  return g_strdup(name != NULL ? name : "");
}

static char *
dup_table_cell(gpointer data, guint row, guint column)
{
  const TrammelMatrix *matrix = data;
  if (column > 0)
    return trammel_matrix_dup_text(matrix, row, column - 1);
  return g_strdup(matrix->row_names[row] != NULL ? matrix->row_names[row] : "");
}

static char *
dup_table_text(gpointer data)
{
  return trammel_matrix_to_text(data, '\t');
}

static void
trammel_matrix_view_init_table(TrammelPicture *picture, TrammelTable *table)
{
  const TrammelMatrix *matrix = TRAMMEL_MATRIX_VIEW(picture)->matrix;
  *table = (TrammelTable){.n_rows = matrix->n_rows,
                          .n_columns = matrix->n_columns + 1,
                          .dup_head = dup_table_head,
                          .dup_cell = dup_table_cell,
                          .dup_text = dup_table_text,
                          .data = trammel_matrix_copy(matrix),
                          .destroy = (GDestroyNotify)trammel_matrix_free};
}

static void
on_pressed_cb(GtkGestureClick *click, int n_press, double x, double y, TrammelMatrixView *self)
{
  guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(click));
  guint row, column;
  gtk_widget_grab_focus(GTK_WIDGET(self));
  if (!ensure_layout(self))
    return;
  gboolean hit = trammel_matrix_layout_find_cell(&self->layout, self->matrix, x, y, &row, &column);
  if (hit)
    move_mark(self, TRUE, row, column);
  if (button == GDK_BUTTON_SECONDARY)
    trammel_picture_show_menu(TRAMMEL_PICTURE(self), x, y);
  else if (hit)
    activate_mark(self);
}

/* the cell to which a key moves the selection; FALSE for other keys */
static gboolean
find_key_target(TrammelMatrixView *self, guint keyval, gboolean control, int *row, int *column)
{
  int last_row = (int)self->matrix->n_rows - 1;
  int last_column = (int)self->matrix->n_columns - 1;
  switch (keyval) {
  case GDK_KEY_Left:
    *column -= 1;
    break;
  case GDK_KEY_Right:
    *column += 1;
    break;
  case GDK_KEY_Up:
    *row -= 1;
    break;
  case GDK_KEY_Down:
    *row += 1;
    break;
  case GDK_KEY_Page_Up:
    *row -= PAGE;
    break;
  case GDK_KEY_Page_Down:
    *row += PAGE;
    break;
  case GDK_KEY_Home:
    *column = 0;
    *row = control ? 0 : *row;
    break;
  case GDK_KEY_End:
    *column = last_column;
    *row = control ? last_row : *row;
    break;
  default:
    return FALSE;
  }
  *row = CLAMP(*row, 0, last_row);
  *column = CLAMP(*column, 0, last_column);
  return TRUE;
}

static void
show_menu_at_mark(TrammelMatrixView *self)
{
  if (!ensure_layout(self))
    return;
  TrammelRect cell = trammel_matrix_layout_get_cell(&self->layout, self->row, self->column);
  trammel_picture_show_menu(TRAMMEL_PICTURE(self), cell.x + 0.5 * cell.width,
                            cell.y + 0.5 * cell.height);
}

static gboolean
on_key_pressed_cb(GtkEventControllerKey *key,
                  guint keyval,
                  guint keycode,
                  GdkModifierType state,
                  TrammelMatrixView *self)
{
  int row = (int)self->row, column = (int)self->column;
  if (!trammel_matrix_view_has_data(TRAMMEL_PICTURE(self)) || (state & GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;
  if (find_key_target(self, keyval, (state & GDK_CONTROL_MASK) != 0, &row, &column)) {
    /* the first key only shows the selection */
    move_mark(self, TRUE, self->has_mark ? (guint)row : self->row,
              self->has_mark ? (guint)column : self->column);
    return GDK_EVENT_STOP;
  }
  if (keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK)))
    show_menu_at_mark(self);
  else if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_space)
    activate_mark(self);
  else if (keyval == GDK_KEY_c || keyval == GDK_KEY_C)
    gtk_widget_activate_action(GTK_WIDGET(self), "picture.copy-all", NULL);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static gboolean
on_tooltip_queried_cb(TrammelMatrixView *self,
                      int x,
                      int y,
                      gboolean by_keyboard,
                      GtkTooltip *tooltip,
                      gpointer unused)
{
  guint row = self->row, column = self->column;
  if (!ensure_layout(self) || (by_keyboard && !self->has_mark) ||
      (!by_keyboard &&
       !trammel_matrix_layout_find_cell(&self->layout, self->matrix, x, y, &row, &column)))
    return FALSE;
  g_autofree char *text = trammel_matrix_dup_description(self->matrix, row, column);
  TrammelRect cell = trammel_matrix_layout_get_cell(&self->layout, row, column);
  g_autofree char *shown = trammel_number_text_dup(text);
  gtk_tooltip_set_text(tooltip, shown);
  gtk_tooltip_set_tip_area(
      tooltip, &(GdkRectangle){(int)cell.x, (int)cell.y, (int)cell.width, (int)cell.height});
  return TRUE;
}

static void
trammel_matrix_view_dispose(GObject *object)
{
  drop_static_layer(TRAMMEL_MATRIX_VIEW(object));
  G_OBJECT_CLASS(trammel_matrix_view_parent_class)->dispose(object);
}

static void
trammel_matrix_view_finalize(GObject *object)
{
  trammel_matrix_free(TRAMMEL_MATRIX_VIEW(object)->matrix);
  G_OBJECT_CLASS(trammel_matrix_view_parent_class)->finalize(object);
}

static void
implement_picture(TrammelPictureClass *klass)
{
  klass->minimum[0] = MIN_WIDTH;
  klass->minimum[1] = MIN_HEIGHT;
  klass->natural[0] = NATURAL_WIDTH;
  klass->natural[1] = NATURAL_HEIGHT;
  klass->get_title = trammel_matrix_view_get_title;
  klass->has_data = trammel_matrix_view_has_data;
  klass->has_range = trammel_matrix_view_has_range;
  klass->get_drawing = trammel_matrix_view_get_drawing;
  klass->dup_text = trammel_matrix_view_dup_text;
  klass->init_table = trammel_matrix_view_init_table;
  klass->draw = trammel_matrix_view_draw;
  klass->invalidate = trammel_matrix_view_invalidate;
}

static guint
add_cell_signal(const char *name)
{
  return g_signal_new(name, TRAMMEL_TYPE_MATRIX_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
trammel_matrix_view_class_init(TrammelMatrixViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS(klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  object_class->dispose = trammel_matrix_view_dispose;
  object_class->finalize = trammel_matrix_view_finalize;
  widget_class->snapshot = trammel_matrix_view_snapshot;
  gtk_widget_class_set_css_name(widget_class, "matrix");
  implement_picture(TRAMMEL_PICTURE_CLASS(klass));
  signals[CELL_SELECTED] = add_cell_signal("cell-selected");
  signals[CELL_ACTIVATED] = add_cell_signal("cell-activated");
}

static void
trammel_matrix_view_init(TrammelMatrixView *self)
{
  GtkWidget *widget = GTK_WIDGET(self);
  GtkGesture *click = gtk_gesture_click_new();
  GtkEventController *key = gtk_event_controller_key_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), 0);
  g_signal_connect(click, "pressed", G_CALLBACK(on_pressed_cb), self);
  g_signal_connect(key, "key-pressed", G_CALLBACK(on_key_pressed_cb), self);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(click));
  gtk_widget_add_controller(widget, key);
  gtk_widget_set_has_tooltip(widget, TRUE);
  g_signal_connect(self, "query-tooltip", G_CALLBACK(on_tooltip_queried_cb), NULL);
  g_signal_connect(self, "notify::has-focus", G_CALLBACK(gtk_widget_queue_draw), NULL);
  update_accessible(self);
}

GtkWidget *
trammel_matrix_view_new(void)
{
  return g_object_new(TRAMMEL_TYPE_MATRIX_VIEW, NULL);
}

void
trammel_matrix_view_set_matrix(TrammelMatrixView *self, TrammelMatrix *matrix)
{
  g_return_if_fail(TRAMMEL_IS_MATRIX_VIEW(self));
  drop_static_layer(self);
  trammel_matrix_free(self->matrix);
  self->matrix = matrix;
  if (matrix == NULL || self->row >= matrix->n_rows || self->column >= matrix->n_columns) {
    self->has_mark = FALSE;
    self->row = self->column = 0;
  }
  update_accessible(self);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

const TrammelMatrix *
trammel_matrix_view_get_matrix(TrammelMatrixView *self)
{
  g_return_val_if_fail(TRAMMEL_IS_MATRIX_VIEW(self), NULL);
  return self->matrix;
}

gboolean
trammel_matrix_view_get_selected(TrammelMatrixView *self, guint *row, guint *column)
{
  g_return_val_if_fail(TRAMMEL_IS_MATRIX_VIEW(self), FALSE);
  if (self->has_mark) {
    *row = self->row;
    *column = self->column;
  }
  return self->has_mark;
}

void
trammel_matrix_view_select(TrammelMatrixView *self, guint row, guint column)
{
  g_return_if_fail(TRAMMEL_IS_MATRIX_VIEW(self));
  gboolean inside =
      self->matrix != NULL && row < self->matrix->n_rows && column < self->matrix->n_columns;
  move_mark(self, inside, inside ? row : 0, inside ? column : 0);
}
