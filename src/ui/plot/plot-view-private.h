/* The plot view's parts see each other through this file: object (plot-view.c), range and history
 * (plot-view-range.c), mouse and keys (plot-view-input.c), cursors (plot-view-overlay.c). */
#pragma once

#include "ui/plot/export.h"
#include "ui/plot/figure.h"
#include "ui/plot/layout.h"
#include "ui/plot/painter.h"
#include "ui/plot/plot-view.h"

G_BEGIN_DECLS

typedef struct {
  double x_low, x_high, y_low, y_high;
  gboolean x_zoomed, y_zoomed;
} TrammelPlotZoom;

typedef enum {
  TRAMMEL_DRAG_NONE,
  TRAMMEL_DRAG_BOX,
  TRAMMEL_DRAG_PAN,
  TRAMMEL_DRAG_PAN_X,
  TRAMMEL_DRAG_PAN_Y,
  TRAMMEL_DRAG_SCRUB,
  TRAMMEL_DRAG_LEGEND,
} TrammelDragKind;

typedef struct {
  TrammelDragKind kind;
  double x, y;           /* where the button went down */
  double dx, dy;         /* offset now */
  double done_x, done_y; /* part of the offset that has been panned */
  gboolean moved;        /* farther than a click */
  gboolean y_moved;      /* a pan is meant to change y too */
  int legend;            /* entry under the pointer */
  int n_press;           /* 2 in a double click */
} TrammelPlotDrag;

/* The sample under the pointer. */
typedef struct {
  gboolean inside; /* pointer in the area */
  double x, y;     /* pointer [px], also outside of the area */
  gboolean found;
  guint series;
  gsize sample;
  PangoLayout *text;   /* owned; NULL when nothing is found */
  PangoLayout *x_text; /* owned; the pointer's place on the axes, NULL outside of the area */
  PangoLayout *y_text;
} TrammelPlotHover;

struct _TrammelPlotView {
  TrammelPicture parent_instance;
  TrammelFigure figure;
  TrammelXRange *x_range; /* never NULL until dispose */
  TrammelLabelGroup *label_group;
  TrammelTimeline *timeline;
  gboolean y_zoomed;

  TrammelLayout layout;
  gboolean has_layout; /* not before a size is known, and after size, range or data changed */

  GArray *past, *future; /* TrammelPlotZoom */
  gint64 last_wheel;     /* [us] one entry of the history for one turn of the wheel */
  TrammelPlotDrag drag;
  TrammelPlotHover hover;
};

/* Pixels of axes, area and legend for the present size.  FALSE while the widget has no size. */
gboolean trammel_plot_view_ensure_layout(TrammelPlotView *self);
/* Drops the static layer and has everything drawn again. */
void trammel_plot_view_invalidate(TrammelPlotView *self);
/* How often the static layer has been drawn. */
guint trammel_plot_view_get_n_renders(TrammelPlotView *self);

/* Range (plot-view-range.c). */
void trammel_plot_view_update_extents(TrammelPlotView *self);
void trammel_plot_view_remember_zoom(TrammelPlotView *self);
void
trammel_plot_view_apply_axes(TrammelPlotView *self, const TrammelAxis *x, const TrammelAxis *y);

/* Input. */
void trammel_plot_view_add_controllers(TrammelPlotView *self);
/* Finds the sample under the pointer anew, after data or range have changed. */
void trammel_plot_view_update_hover(TrammelPlotView *self);
void trammel_plot_view_clear_hover(TrammelPlotView *self);
void trammel_plot_view_toggle_curve(TrammelPlotView *self, guint series);

/* What a picture can do, and the context menu (plot-view-menu.c). */
void trammel_plot_view_install_actions(GtkWidgetClass *widget_class);
void trammel_plot_view_implement_picture(TrammelPictureClass *klass);
void trammel_plot_view_show_menu(TrammelPlotView *self, double x, double y);

/* Draws cursor, box and crosshair over the static layer. */
void trammel_plot_view_snapshot_overlay(TrammelPlotView *self, GtkSnapshot *snapshot);

enum { TRAMMEL_PLOT_VIEW_SERIES_CLICKED, TRAMMEL_PLOT_VIEW_N_SIGNALS };
extern guint trammel_plot_view_signals[TRAMMEL_PLOT_VIEW_N_SIGNALS];

G_END_DECLS
