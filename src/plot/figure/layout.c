#include "plot/figure/layout.h"

#include <math.h>

#include "plot/figure/number-text.h"

#define PADDING           10.0
#define RIGHT_PADDING     14.0 /* half of the last x label may extend beyond the area */
#define TICK_LENGTH       5.0
#define LABEL_GAP         4.0
#define SWATCH_GAP        6.0
#define VALUE_GAP         6.0
#define ENTRY_GAP         16.0
#define TITLE_GAP         10.0
#define X_SPACING         70.0 /* between major ticks of x */
#define Y_SPACING         30.0
#define STRIP_SPACING     20.0 /* in a strip */
#define LEGEND_PART       0.35 /* of the height, at most */
#define SMALL             0.9  /* size of all text but the title, of the widget's font */
#define REST_WIDTH        24.0 /* of the text "+12" */
#define LEAST_AREA        36.0 /* least height of the area beside legend and readout */
#define MIN_AREA          24.0
#define READOUT_GAP       "   "
#define LONG_TITLE        0.40 /* of the width: a longer title of x leaves no room for labels */
#define ROOMY             7.0  /* lines of a plot that is high enough for one more line */
#define BOX_PADDING       6.0  /* of a floating legend */
#define LEGEND_TEXT_WIDTH 220  /* longer names are shortened in the middle */

PangoLayout *
trammel_layout_create_text(PangoContext *context, const char *text, TrammelTextKind kind)
{
  /* axes run to the right in every language, and "−90" must not become "90−"; words set their own
   * direction */
  pango_context_set_base_dir(context, PANGO_DIRECTION_LTR);
  PangoLayout *layout = pango_layout_new(context);
  PangoAttrList *attributes = pango_attr_list_new();
  if (kind == TRAMMEL_TEXT_NUMBER)
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"));
  if (kind == TRAMMEL_TEXT_TITLE)
    pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_SEMIBOLD));
  else
    pango_attr_list_insert(attributes, pango_attr_scale_new(SMALL));
  pango_layout_set_attributes(layout, attributes);
  pango_attr_list_unref(attributes);
  pango_layout_set_single_paragraph_mode(layout, TRUE);
  pango_layout_set_text(layout, text, -1);
  return layout;
}

static PangoLayout *
create_optional(PangoContext *context, const char *text, TrammelTextKind kind)
{
  if (text == NULL || text[0] == '\0')
    return NULL;
  return trammel_layout_create_text(context, text, kind);
}

/* The same for the title of an axis, whose unit may have powers. */
static PangoLayout *
create_axis_title(PangoContext *context, const char *text)
{
  g_autofree char *shown = text ? trammel_number_text_dup(text) : NULL;

  return create_optional(context, shown, TRAMMEL_TEXT_NORMAL);
}

static double
measure_width(PangoLayout *text)
{
  int width = 0;
  if (text != NULL)
    pango_layout_get_pixel_size(text, &width, NULL);
  return width;
}

static void
limit_width(PangoLayout *text, double width, PangoEllipsizeMode mode)
{
  if (text == NULL || measure_width(text) <= width)
    return;
  pango_layout_set_ellipsize(text, mode);
  pango_layout_set_width(text, (int)(fmax(width, 8.0) * PANGO_SCALE));
}

static double
measure_line(PangoContext *context)
{
  int height;
  PangoLayout *sample = trammel_layout_create_text(context, "Ag⁻¹", TRAMMEL_TEXT_TITLE);
  pango_layout_get_pixel_size(sample, NULL, &height);
  g_object_unref(sample);
  return height;
}

/* ticks, labels and title of x */
static double
measure_bottom(const TrammelLayout *self)
{
  if (self->hides_x_labels)
    return TICK_LENGTH + 2.0;
  return (self->x_title_below ? 2.0 : 1.0) * self->line_height + TICK_LENGTH + LABEL_GAP + 2.0;
}

/* least height below header and readout */
static double
measure_rest(const TrammelLayout *self)
{
  return LEAST_AREA + measure_bottom(self);
}

static double
get_entry_width(const TrammelLayout *self, const TrammelLegendEntry *entry)
{
  double swatch = entry->series == TRAMMEL_LEGEND_REST ? 0.0 : TRAMMEL_LEGEND_SWATCH + SWATCH_GAP;
  double value = entry->has_value ? VALUE_GAP + self->value_width : 0.0;
  return swatch + measure_width(entry->text) + value;
}

static void
put_entry(TrammelLayout *self, TrammelLegendEntry *entry, double x, double y)
{
  double swatch = entry->series == TRAMMEL_LEGEND_REST ? 0.0 : TRAMMEL_LEGEND_SWATCH + SWATCH_GAP;
  entry->rect = (TrammelRect){x, y, get_entry_width(self, entry), self->line_height};
  entry->text_x = x + swatch;
}

/* the widest number that the y axis shows */
static double
measure_values(PangoContext *context, const TrammelAxis *y)
{
  const double ends[] = {y->min, y->max};
  double widest = 0.0;
  for (int i = 0; i < 2; i++) {
    char number[64];
    trammel_axis_format(y, ends[i], number, sizeof number);
    PangoLayout *text = trammel_layout_create_text(context, number, TRAMMEL_TEXT_NUMBER);
    widest = fmax(widest, measure_width(text));
    g_object_unref(text);
  }
  return widest;
}

static void
create_legend(TrammelLayout *self, const TrammelFigure *figure)
{
  guint n_entries = 0;
  if (figure->is_strip)
    return;
  self->value_width = figure->legend_values ? measure_values(self->context, &figure->y) : 0.0;
  for (guint i = 0; i < figure->series->len; i++)
    n_entries += !trammel_series_get_style(trammel_figure_get_series(figure, i))->not_in_legend;

  for (guint i = 0; i < figure->series->len; i++) {
    const TrammelSeries *series = trammel_figure_get_series(figure, i);
    const char *name = trammel_series_get_name(series);
    /* one unnamed curve needs no legend: the axis title is enough */
    if (trammel_series_get_style(series)->not_in_legend || (n_entries == 1 && name[0] == '\0'))
      continue;
    TrammelLegendEntry entry = {.series = i};
    entry.has_value =
        self->value_width > 0.0 && trammel_series_get_kind(series) == TRAMMEL_SERIES_CURVE;
    entry.text = trammel_layout_create_text(self->context, name, TRAMMEL_TEXT_NORMAL);
    limit_width(entry.text, fmin(LEGEND_TEXT_WIDTH, self->width - PADDING - RIGHT_PADDING - 32.0),
                PANGO_ELLIPSIZE_MIDDLE);
    g_array_append_val(self->legend, entry);
  }
}

static double
measure_legend(const TrammelLayout *self)
{
  double width = 0.0;
  for (guint i = 0; i < self->legend->len; i++)
    width += get_entry_width(self, &g_array_index(self->legend, TrammelLegendEntry, i)) +
             (i > 0 ? ENTRY_GAP : 0.0);
  return width;
}

static void
clear_entry(gpointer data)
{
  TrammelLegendEntry *entry = data;
  g_clear_object(&entry->text);
}

/* Replaces the entries from `first` on by their number; `x` is the place of the first one. */
static void
cut_legend(TrammelLayout *self, guint first, double x, double row_y)
{
  char text[16];
  TrammelLegendEntry *entry = &g_array_index(self->legend, TrammelLegendEntry, first);
  /* without room for the number the entry before is replaced too */
  if (first > 0 && x + REST_WIDTH > self->width - RIGHT_PADDING) {
    entry = &g_array_index(self->legend, TrammelLegendEntry, --first);
    x = entry->rect.x;
  }
  g_snprintf(text, sizeof text, "+%u", self->legend->len - first);
  g_array_set_size(self->legend, first + 1);
  g_clear_object(&entry->text);
  entry->series = TRAMMEL_LEGEND_REST;
  entry->has_value = FALSE;
  entry->text = trammel_layout_create_text(self->context, text, TRAMMEL_TEXT_NORMAL);
  put_entry(self, entry, x, row_y);
}

/* Wraps the entries into lines from (left, top); returns the number of lines. */
static guint
place_legend(TrammelLayout *self, double left, double top, guint max_rows)
{
  double x = left;
  guint row = 0;
  if (max_rows == 0)
    g_array_set_size(self->legend, 0);
  for (guint i = 0; i < self->legend->len; i++) {
    TrammelLegendEntry *entry = &g_array_index(self->legend, TrammelLegendEntry, i);
    double width = get_entry_width(self, entry);
    if (x > left && x + width > self->width - RIGHT_PADDING) {
      if (row + 1 >= max_rows) {
        cut_legend(self, i, x, top + row * self->line_height);
        break;
      }
      row++;
      x = left;
    }
    put_entry(self, entry, x, top + row * self->line_height);
    x += width + ENTRY_GAP;
  }
  return self->legend->len > 0 ? row + 1 : 0;
}

/* Places the entries one below the other on a card over the area. */
static void
place_floating_legend(TrammelLayout *self, const TrammelFigure *figure)
{
  const TrammelRect *area = &self->area;
  double width = 0.0;
  if (!figure->legend.floats || self->legend->len == 0)
    return;
  guint rows = (guint)fmax(1.0, (area->height - 2.0 * BOX_PADDING) / self->line_height);
  for (guint i = 0; i < self->legend->len; i++)
    width = fmax(width, get_entry_width(self, &g_array_index(self->legend, TrammelLegendEntry, i)));
  double height = fmin(rows, self->legend->len) * self->line_height + 2.0 * BOX_PADDING;
  width += 2.0 * BOX_PADDING;
  double x = area->x + figure->legend.x * area->width;
  double y = area->y + figure->legend.y * area->height;
  x = round(fmax(area->x, fmin(x, area->x + area->width - width)));
  y = round(fmax(area->y, fmin(y, area->y + area->height - height)));
  self->legend_box = (TrammelRect){x, y, width, height};
  for (guint i = 0; i < self->legend->len && i < rows; i++) {
    double row_y = y + BOX_PADDING + i * self->line_height;
    if (i + 1 == rows && self->legend->len > rows)
      cut_legend(self, i, x + BOX_PADDING, row_y);
    else
      put_entry(self, &g_array_index(self->legend, TrammelLegendEntry, i), x + BOX_PADDING, row_y);
  }
}

/* Places the header: title and y title on the first line; the legend at its right end, or below. */
static void
place_header(TrammelLayout *self, const TrammelFigure *figure)
{
  double inner = self->width - PADDING - RIGHT_PADDING;
  double top = PADDING - 4.0;

  limit_width(self->title, inner, PANGO_ELLIPSIZE_END);
  double title_width = measure_width(self->title);
  double used = title_width;
  guint rows = self->title != NULL || self->y_title != NULL ? 1 : 0;
  self->title_x = self->y_title_x = PADDING;
  self->title_y = self->y_title_y = top;
  limit_width(self->y_title, inner, PANGO_ELLIPSIZE_END);
  if (self->y_title != NULL && self->title != NULL) {
    double both = title_width + TITLE_GAP + measure_width(self->y_title);
    if (both <= inner) {
      self->y_title_x += title_width + TITLE_GAP;
      used = both;
    } else {
      self->y_title_y += self->line_height;
      used = measure_width(self->y_title);
      rows = 2;
    }
  } else if (self->y_title != NULL) {
    used = measure_width(self->y_title);
  }

  g_array_set_size(self->legend, 0);
  create_legend(self, figure);
  double legend_width = measure_legend(self);
  double room = self->height - top - (rows + 1) * self->line_height - measure_rest(self);
  double part = LEGEND_PART * self->height - rows * self->line_height;
  /* at least one line, if that leaves a useful area */
  guint max_rows = (guint)fmax(0.0, fmin(room, fmax(part, self->line_height)) / self->line_height);
  if (figure->legend.floats)
    max_rows = 0; /* placed when the area is known */
  else if (rows > 0 && used + 2.0 * ENTRY_GAP + legend_width <= inner)
    place_legend(self, self->width - RIGHT_PADDING - legend_width,
                 top + (rows - 1) * self->line_height, 1);
  else
    rows += place_legend(self, PADDING, top + rows * self->line_height, max_rows);
  self->header_height = top + rows * self->line_height + (rows > 0 ? 5.0 : 2.0);
}

static int
measure_tick_labels(PangoContext *context, const TrammelTicks *ticks)
{
  double widest = 0.0;
  for (guint i = 0; i < ticks->items->len; i++) {
    const TrammelTick *tick = &g_array_index(ticks->items, TrammelTick, i);
    if (!tick->major)
      continue;
    PangoLayout *text = trammel_layout_create_text(context, tick->label, TRAMMEL_TEXT_NUMBER);
    widest = fmax(widest, measure_width(text));
    g_object_unref(text);
  }
  return (int)ceil(widest);
}

/* Appends the common exponent of the ticks to a title, if there is one: "q [rad]  x10^-3". */
static void
append_exponent(TrammelLayout *self, PangoLayout **title, int exponent)
{
  char power[40];
  if (exponent == 0)
    return;
  trammel_format_power(exponent, power, sizeof power);
  char *text = *title == NULL ? g_strdup(power)
                              : g_strdup_printf("%s  %s", pango_layout_get_text(*title), power);
  g_clear_object(title);
  *title = create_optional(self->context, text, TRAMMEL_TEXT_NORMAL);
  g_free(text);
}

/* Wraps the items of a readout, which are separated by three spaces, into lines of at most
 * `width`. */
static void
wrap_items(PangoLayout *text, const char *readout, double width)
{
  g_auto(GStrv) items = g_strsplit(readout, READOUT_GAP, -1);
  PangoLayout *sample = pango_layout_copy(text);
  GString *lines = g_string_new(NULL);
  gsize line_start = 0;
  for (gsize i = 0; items[i] != NULL; i++) {
    gsize before = lines->len;
    g_string_append_printf(lines, "%s%s", i > 0 ? READOUT_GAP : "", items[i]);
    pango_layout_set_text(sample, lines->str + line_start, -1);
    if (i == 0 || measure_width(sample) <= width)
      continue;
    g_string_truncate(lines, before);
    g_string_append_c(lines, '\n');
    line_start = lines->len;
    g_string_append(lines, items[i]);
  }
  pango_layout_set_single_paragraph_mode(text, FALSE);
  pango_layout_set_text(text, lines->str, -1);
  g_object_unref(sample);
  g_string_free(lines, TRUE);
}

/* places the readout of the markers between header and area: in as many lines as needed; without
 * room for more in one line, cut at its end */
static double
place_readout(TrammelLayout *self, const char *readout)
{
  int height;
  double width = self->width - PADDING - RIGHT_PADDING;
  if (self->readout == NULL)
    return 0.0;
  pango_layout_set_width(self->readout, -1);
  wrap_items(self->readout, readout, width);
  pango_layout_get_pixel_size(self->readout, NULL, &height);
  if (self->header_height + height + measure_rest(self) > self->height) {
    pango_layout_set_single_paragraph_mode(self->readout, TRUE);
    pango_layout_set_text(self->readout, readout, -1);
  }
  limit_width(self->readout, width, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size(self->readout, NULL, &height);
  self->readout_y = self->header_height;
  return height + 6.0;
}

static void
place_area_vertically(TrammelLayout *self, TrammelFigure *figure)
{
  double bottom = measure_bottom(self);
  self->marks_y = ceil(self->header_height + place_readout(self, figure->measure.text));
  self->area.y = self->marks_y + (figure->marks->len > 0 ? ceil(self->line_height) : 0.0);
  self->area.height = fmax(MIN_AREA, floor(self->height - bottom) - self->area.y);
  figure->y.start = self->area.y + self->area.height;
  figure->y.end = self->area.y;
}

static void
place_area_horizontally(TrammelLayout *self, TrammelFigure *figure, int label_width)
{
  double left = PADDING + MAX(self->label_width, label_width) + LABEL_GAP + TICK_LENGTH;
  self->area.x = ceil(left);
  self->area.width = fmax(MIN_AREA, floor(self->width - RIGHT_PADDING) - self->area.x);
  figure->x.start = self->area.x;
  figure->x.end = self->area.x + self->area.width;
}

/* Wraps a text into lines of at most `width`, centred. */
static void
wrap_text(PangoLayout *text, double width)
{
  if (text == NULL || width <= 0)
    return;
  pango_layout_set_width(text, (int)(width * PANGO_SCALE));
  pango_layout_set_wrap(text, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_alignment(text, PANGO_ALIGN_CENTER);
}

void
trammel_layout_init(TrammelLayout *self,
                    TrammelFigure *figure,
                    PangoContext *context,
                    double width,
                    double height,
                    int label_width)
{
  gboolean has_data = trammel_figure_has_data(figure);
  *self = (TrammelLayout){.width = width,
                          .height = height,
                          .hides_x_labels = figure->hides_x_labels,
                          .context = g_object_ref(context)};
  self->line_height = measure_line(context);
  if (!figure->is_strip) {
    self->title = create_optional(context, figure->title, TRAMMEL_TEXT_TITLE);
    self->y_title = create_axis_title(context, figure->y_title);
  }
  if (!figure->hides_x_labels)
    self->x_title = create_axis_title(context, figure->x_title);
  self->note = create_optional(context, figure->note, TRAMMEL_TEXT_NORMAL);
  self->empty_text =
      has_data ? NULL : create_optional(context, figure->empty_text, TRAMMEL_TEXT_NORMAL);
  self->readout = has_data && !figure->is_strip
                      ? create_optional(context, figure->measure.text, TRAMMEL_TEXT_NUMBER)
                      : NULL;
  self->legend = g_array_new(FALSE, FALSE, sizeof(TrammelLegendEntry));
  g_array_set_clear_func(self->legend, clear_entry);

  self->x_title_below = has_data && height >= ROOMY * self->line_height &&
                        measure_width(self->x_title) > LONG_TITLE * width;

  /* the exponent is part of the y title and may change the number of header lines: first compute it
   * with the present lines */
  place_header(self, figure);
  place_area_vertically(self, figure);
  trammel_axis_find_ticks(&figure->y, figure->is_strip ? STRIP_SPACING : Y_SPACING, &self->y_ticks);
  if (has_data && self->y_ticks.exponent != 0) {
    append_exponent(self, figure->is_strip ? &self->note : &self->y_title, self->y_ticks.exponent);
    place_header(self, figure);
    place_area_vertically(self, figure);
    trammel_ticks_clear(&self->y_ticks);
    trammel_axis_find_ticks(&figure->y, figure->is_strip ? STRIP_SPACING : Y_SPACING,
                            &self->y_ticks);
  }
  self->label_width = has_data ? measure_tick_labels(context, &self->y_ticks) : 0;
  place_area_horizontally(self, figure, label_width);
  place_floating_legend(self, figure);

  wrap_text(self->empty_text, self->area.width - 2 * PADDING);
  trammel_axis_find_ticks(&figure->x, X_SPACING, &self->x_ticks);
  append_exponent(self, &self->x_title,
                  has_data && !self->hides_x_labels ? self->x_ticks.exponent : 0);
  /* the end must stay visible: unit and power of ten */
  limit_width(self->x_title, self->area.x + self->area.width - PADDING, PANGO_ELLIPSIZE_START);
  self->x_title_x = self->area.x + self->area.width - measure_width(self->x_title);
  self->x_labels_y = self->area.y + self->area.height + TICK_LENGTH + LABEL_GAP - 1.0;
  self->x_title_y = self->x_labels_y + (self->x_title_below ? self->line_height : 0.0);
  if (!has_data) {
    g_array_set_size(self->x_ticks.items, 0);
    g_array_set_size(self->y_ticks.items, 0);
  }
}

void
trammel_layout_clear(TrammelLayout *self)
{
  g_clear_object(&self->title);
  g_clear_object(&self->y_title);
  g_clear_object(&self->x_title);
  g_clear_object(&self->readout);
  g_clear_object(&self->note);
  g_clear_object(&self->empty_text);
  g_clear_object(&self->context);
  g_clear_pointer(&self->legend, g_array_unref);
  trammel_ticks_clear(&self->x_ticks);
  trammel_ticks_clear(&self->y_ticks);
}

gboolean
trammel_rect_contains(const TrammelRect *rect, double x, double y)
{
  return x >= rect->x && x < rect->x + rect->width && y >= rect->y && y < rect->y + rect->height;
}

int
trammel_layout_find_legend(const TrammelLayout *self, double x, double y)
{
  for (guint i = 0; i < self->legend->len; i++) {
    const TrammelLegendEntry *entry = &g_array_index(self->legend, TrammelLegendEntry, i);
    if (entry->series != TRAMMEL_LEGEND_REST && trammel_rect_contains(&entry->rect, x, y))
      return (int)i;
  }
  return -1;
}
