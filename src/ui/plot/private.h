/* Internal interface of ui/plot/plot-view: object (plot/plot-view.c), range and history
 * (plot/range.c), mouse (plot/pointer.c), keys (plot/keys.c), overlay above the curves
 * (plot/overlay.c), and further parts, each in the file of its name. */
#pragma once

#include "plot/figure/figure.h"
#include "plot/figure/layout.h"
#include "plot/paint/export.h"
#include "plot/paint/painter.h"
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
  TRAMMEL_DRAG_MARKER,
} TrammelDragKind;

typedef struct {
  TrammelDragKind kind;
  double x, y;                     /* position of the button press */
  double dx, dy;                   /* offset now */
  double done_x, done_y;           /* part of the offset that has already been panned */
  gboolean moved;                  /* moved farther than in a click */
  gboolean y_moved;                /* the pan also changes y */
  int legend;                      /* entry under the pointer */
  TrammelLegendPlace legend_place; /* of the legend before it was dragged */
  int n_press;                     /* 2 in a double click */
  gboolean control;                /* Ctrl was held: a click sets a marker */
  TrammelMarker marker;            /* marker being moved */
} TrammelPlotDrag;

/* Sample under the pointer. */
typedef struct {
  gboolean inside; /* pointer in the area */
  gboolean picked; /* the sample was selected by keys instead of the pointer */
  double x, y;     /* pointer [px], also outside of the area */
  gboolean found;
  guint series;
  gsize sample;
  PangoLayout *text;   /* owned; NULL when nothing is found */
  PangoLayout *x_text; /* owned; pointer coordinates on the axes, NULL outside of the area */
  PangoLayout *y_text;
} TrammelPlotHover;

struct _TrammelPlotView {
  TrammelPicture parent_instance;
  TrammelFigure figure;
  TrammelXRange *x_range; /* never NULL until dispose */
  TrammelLabelGroup *label_group;
  TrammelTimeline *timeline;
  gboolean y_zoomed;
  TrammelXRange *shared;        /* range of the stack, also while the plot is not linked; may be
                                   NULL */
  TrammelAxisKind plain_y_kind; /* kind of the y axis when it is not logarithmic */
  double menu_x, menu_y;        /* position of the menu [px] */
  char *active;                 /* name of the curve that the markers measure; NULL: the first */

  TrammelLayout layout;
  gboolean has_layout; /* FALSE until a size is known, and after a change of size, range or data */

  GArray *past, *future; /* TrammelPlotZoom */
  gint64 last_wheel;     /* [us] so that one turn of the wheel makes one entry of the history */
  TrammelPlotDrag drag;
  TrammelPlotHover hover;
};

/* Computes the pixels of axes, area and legend for the present size.  FALSE while the widget has no
 * size. */
gboolean trammel_plot_view_ensure_layout(TrammelPlotView *self);
/* Drops the static layer and has everything drawn again. */
void trammel_plot_view_invalidate(TrammelPlotView *self);
/* Returns the number of times the static layer has been drawn. */
guint trammel_plot_view_get_n_renders(TrammelPlotView *self);

/* Range (plot/range.c). */
void trammel_plot_view_update_extents(TrammelPlotView *self);
void trammel_plot_view_remember_zoom(TrammelPlotView *self);
void
trammel_plot_view_apply_axes(TrammelPlotView *self, const TrammelAxis *x, const TrammelAxis *y);

void trammel_plot_view_zoom_about(TrammelPlotView *self,
                                  gboolean zoom_x,
                                  gboolean zoom_y,
                                  double factor,
                                  double pixel_x,
                                  double pixel_y);
void trammel_plot_view_pan(TrammelPlotView *self, double dx, double dy);

/* Pointer and keys. */
void trammel_plot_view_add_controllers(TrammelPlotView *self);
void trammel_plot_view_add_key_controller(TrammelPlotView *self);
void trammel_plot_view_cancel_drag(TrammelPlotView *self);

/* Finds the sample at the pointer, or the one selected by keys (plot/hover.c). */
gboolean trammel_plot_view_find_nearest(
    TrammelPlotView *self, double x, double y, guint *series, gsize *sample);
/* Finds the sample again, after data or range have changed. */
void trammel_plot_view_update_hover(TrammelPlotView *self);
void trammel_plot_view_clear_hover(TrammelPlotView *self);
/* Selects the next visible curve (1) or the previous one (-1); FALSE, and no selection, after the
 * last. */
gboolean trammel_plot_view_pick_curve(TrammelPlotView *self, int direction);
gboolean trammel_plot_view_pick_sample(TrammelPlotView *self, gssize step);
void trammel_plot_view_unpick(TrammelPlotView *self);

/* Legend (plot/legend.c); `entry` is -1 for none. */
guint trammel_plot_view_get_legend_series(TrammelPlotView *self, int entry);
void trammel_plot_view_toggle_curve(TrammelPlotView *self, guint series);
void trammel_plot_view_isolate_curve(TrammelPlotView *self, guint series);
void trammel_plot_view_highlight(TrammelPlotView *self, int entry);
/* Makes the legend float over the area, or moves it back into the header. */
void trammel_plot_view_move_legend(TrammelPlotView *self, double x, double y);
/* Drags the legend, or its entry when the pointer leaves the plot; ends the drag. */
void trammel_plot_view_drag_legend(TrammelPlotView *self);
void trammel_plot_view_drop_legend(TrammelPlotView *self);
gboolean trammel_plot_view_carries_series(TrammelPlotView *self);

/* Markers (plot/markers.c). */
void trammel_plot_view_update_markers(TrammelPlotView *self);
void trammel_plot_view_set_active(TrammelPlotView *self, guint series);
/* Sets marker A, then B, then A again. */
void trammel_plot_view_click_marker(TrammelPlotView *self, double x, double y);
/* Sets a marker at the sample under the pointer or selected by keys, at the time cursor, or in the
 * middle. */
void trammel_plot_view_put_marker(TrammelPlotView *self, TrammelMarker marker);
gboolean trammel_plot_view_find_marker(TrammelPlotView *self, double x, TrammelMarker *marker);
void trammel_plot_view_drag_marker(TrammelPlotView *self, TrammelMarker marker, double x);
gboolean trammel_plot_view_remove_markers(TrammelPlotView *self);

/* Updates label and description for screen readers: the content shown, and its figures. */
void trammel_plot_view_update_accessible(TrammelPlotView *self);

/* Properties log-y, show-points and linked, for the switches of the menu (plot/options.c). */
void trammel_plot_view_install_properties(GObjectClass *klass);
void trammel_plot_view_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec);
void
trammel_plot_view_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec);
void trammel_plot_view_notify_log_y(TrammelPlotView *self);
gboolean trammel_plot_view_is_linked(TrammelPlotView *self);
void trammel_plot_view_set_linked(TrammelPlotView *self, gboolean linked);

/* Implementation of the picture class, and the context menu (plot/menu.c). */
void trammel_plot_view_implement_picture(TrammelPictureClass *klass);
void trammel_plot_view_show_menu(TrammelPlotView *self, double x, double y);

/* Draws cursor, box and crosshair over the static layer. */
void trammel_plot_view_snapshot_overlay(TrammelPlotView *self, GtkSnapshot *snapshot);

enum {
  TRAMMEL_PLOT_VIEW_SERIES_CLICKED,
  TRAMMEL_PLOT_VIEW_SERIES_CARRIED,
  TRAMMEL_PLOT_VIEW_SERIES_DROPPED,
  TRAMMEL_PLOT_VIEW_N_SIGNALS
};
extern guint trammel_plot_view_signals[TRAMMEL_PLOT_VIEW_N_SIGNALS];

G_END_DECLS
