/* Plot: curves over an x axis, with zoom, pan, legend, crosshair and the shared time cursor.
 *
 * Mouse: wheel zooms about the pointer (Ctrl or over the x axis: x only; Shift or over the y axis:
 * y only; plots with a timeline: x only by default), a horizontal wheel pans in x, left drag is a
 * box zoom (flat or thin: one axis; on an axis: pan), middle or right drag pans, double-click fits.
 * Click moves the time cursor, Shift+drag scrubs.  Ctrl+click sets the marker A, then B, on the
 * sample near the pointer; markers can be dragged.  Click on a legend entry toggles its curve,
 * double-click shows it alone, hover fades the others, drag moves the legend over the area and
 * back.  Keys: 0 fit, Y fit y, Backspace and Shift+Backspace through the zoom history, arrows pan,
 * + - zoom, Tab and Shift+Tab from curve to curve (and out of the plot), Page Up and Page Down from
 * sample to sample (Shift: by 10, Ctrl: by 100), A and B set the markers, Delete removes them, C
 * copies the numbers shown, Ctrl+C the picture, Escape cancels, Menu opens the menu.
 *
 * The markers belong to the x range: linked plots share them, and each shows the values of its own
 * curve (the one clicked last, else the first): values, differences, slope, mean and RMS between.
 *
 * The menu also copies, saves (ui/plot/picture.h) and lists the numbers, and has switches for
 * properties: log-y, show-points, linked (all gboolean).
 *
 * Axis titles have the unit in brackets, e.g. "t [s]"; the readout takes the unit from there.
 *
 * Signals: series-clicked (TrammelPlotView *, guint series, guint sample): a click on a sample;
 * series-carried and series-dropped (TrammelPlotView *, guint series, double x, double y [px]): a
 * legend entry is dragged to this place, and dropped outside of the plot.  If no handler is
 * connected to series-dropped, only the legend moves. */
#pragma once

#include "plot/figure/label-group.h"
#include "plot/figure/x-range.h"
#include "ui/plot/picture.h"
#include "ui/session/text/timeline.h"

G_BEGIN_DECLS

#define TRAMMEL_TYPE_PLOT_VIEW (trammel_plot_view_get_type())
G_DECLARE_FINAL_TYPE(TrammelPlotView, trammel_plot_view, TRAMMEL, PLOT_VIEW, TrammelPicture)

GtkWidget *trammel_plot_view_new(void);

/* Texts may be NULL.  The title is also the accessible label. */
void trammel_plot_view_set_title(TrammelPlotView *self, const char *title);
void trammel_plot_view_set_x_title(TrammelPlotView *self, const char *title);
/* Sets the title of y.  Another title means another quantity: the user's zoom of the y axis is
 * reset. */
void trammel_plot_view_set_y_title(TrammelPlotView *self, const char *title);
/* Sets the text shown in the middle while there is no curve, e.g. "No run yet." */
void trammel_plot_view_set_empty_text(TrammelPlotView *self, const char *text);
/* Sets the text shown in the upper right corner of the area, e.g. "preview". */
void trammel_plot_view_set_note(TrammelPlotView *self, const char *text);

/* Leaves the labels of x to the plot below. */
void trammel_plot_view_set_hides_x_labels(TrammelPlotView *self, gboolean hides);
/* Makes it a low plot below another one, without header and legend: the note says what it is. */
void trammel_plot_view_make_strip(TrammelPlotView *self);

void trammel_plot_view_set_x_kind(TrammelPlotView *self, TrammelAxisKind kind);
/* Sets the kind of the y axis, not logarithmic; an axis that the user made logarithmic stays so,
 * and gets this kind afterwards. */
void trammel_plot_view_set_y_kind(TrammelPlotView *self, TrammelAxisKind kind);
/* Sets the property log-y, as the menu does. */
void trammel_plot_view_set_log_y(TrammelPlotView *self, gboolean log);

/* Replaces all curves; the view takes its own references.  They are drawn in the given order.  The
 * range follows the data until the user zooms; curves hidden in the legend stay hidden by name. */
void trammel_plot_view_set_series(TrammelPlotView *self, TrammelSeries *const *series, gsize n);
gsize trammel_plot_view_get_n_series(TrammelPlotView *self);
TrammelSeries *trammel_plot_view_get_series(TrammelPlotView *self, gsize index);

/* Replaces all marks on the x axis (figure.h), in order of x; copies them. */
void trammel_plot_view_set_marks(TrammelPlotView *self, const TrammelMark *marks, gsize n);
gsize trammel_plot_view_get_n_marks(TrammelPlotView *self);

void trammel_plot_view_set_curve_visible(TrammelPlotView *self, const char *name, gboolean visible);
gboolean trammel_plot_view_get_curve_visible(TrammelPlotView *self, const char *name);

/* Connect the plot to shared objects; NULL disconnects it. */
void trammel_plot_view_set_timeline(TrammelPlotView *self, TrammelTimeline *timeline);
void trammel_plot_view_link_x(TrammelPlotView *self, TrammelXRange *range);
void trammel_plot_view_set_label_group(TrammelPlotView *self, TrammelLabelGroup *group);

/* Adds or removes reference lines, as the menu does. */
void trammel_plot_view_add_reference(TrammelPlotView *self, gboolean upright, double value);
void trammel_plot_view_remove_references(TrammelPlotView *self);

gboolean trammel_plot_view_is_log(TrammelPlotView *self, gboolean x);
/* Returns the title of an axis, "x" or "y" without one; free with g_free(). */
char *trammel_plot_view_dup_axis_name(TrammelPlotView *self, gboolean x);

/* Returns the range shown in the four outputs. */
void trammel_plot_view_get_range(
    TrammelPlotView *self, double *x_low, double *x_high, double *y_low, double *y_high);
/* Returns the area of the curves [px]; the x range shown spans its width.  FALSE while the widget
 * has no size. */
gboolean trammel_plot_view_get_area(TrammelPlotView *self, graphene_rect_t *area);
void trammel_plot_view_zoom_to(
    TrammelPlotView *self, double x_low, double x_high, double y_low, double y_high);
void trammel_plot_view_fit(TrammelPlotView *self);
/* Fits y to the visible data in the present x range. */
void trammel_plot_view_fit_y(TrammelPlotView *self);
void trammel_plot_view_go_back(TrammelPlotView *self);
void trammel_plot_view_go_forward(TrammelPlotView *self);

/* Writes the plot as shown, in the format of the file's ending: .png, .svg, .pdf (light colours,
 * size of the widget), or .csv (all samples of the visible curves).  Errors as
 * trammel_picture_export(). */
gboolean trammel_plot_view_export(TrammelPlotView *self, const char *path, GError **error);

/* Texts of a plot; x and y include their unit in brackets. */
typedef struct {
  const char *title, *x, *y, *empty;
} TrammelPlotTexts;

void trammel_plot_view_set_texts(TrammelPlotView *view, const TrammelPlotTexts *texts);

/* Shows a list of TrammelSeries, taking ownership. */
void trammel_plot_view_take_series(TrammelPlotView *view, GPtrArray *list);

/* Sets the description of a plot for screen readers, in addition to its title. */
void trammel_plot_view_set_description(TrammelPlotView *view, const char *description);

G_END_DECLS
