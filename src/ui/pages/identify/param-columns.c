#include "ui/pages/identify/param-columns.h"
#include "plot/figure/number-text.h"
#include "ui/pages/parts/term-help.h"
#include "ui/session/run/value-words.h"

#include <glib/gi18n.h>
#include <string.h>

enum { LABEL_CHARS = 24, TITLE_PADDING = 18, CELL_PADDING = 14 };

static const TrammelParamColumn setup_columns[] = {
    {N_("Parameter"), "label", N_("Name of the parameter; the tooltip of a cell shows its id"), 0,
     TRAMMEL_CELL_TEXT, 0, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Unit"), "unit", N_("SI unit"), 90, TRAMMEL_CELL_TEXT, 0, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Start"), "start", N_("Value at which the fit begins; a fixed quantity keeps it"), 106,
     TRAMMEL_CELL_ENTRY, TRAMMEL_PARAM_START, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Min"), "min", N_("Lower bound; empty: none"), 92, TRAMMEL_CELL_ENTRY, TRAMMEL_PARAM_MIN,
     TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Max"), "max", N_("Upper bound; empty: none"), 92, TRAMMEL_CELL_ENTRY, TRAMMEL_PARAM_MAX,
     TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Prior"), "prior-mean", N_("Mean of the prior; empty: the start value"), 70,
     TRAMMEL_CELL_ENTRY, TRAMMEL_PARAM_PRIOR_MEAN, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Prior σ"), "prior-sigma", N_("Standard deviation of the prior; empty: no prior"), 70,
     TRAMMEL_CELL_ENTRY, TRAMMEL_PARAM_PRIOR_SIGMA, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Transform"), "transform",
     N_("“log”: estimated by its logarithm, so that it stays above zero; empty: no transform"), 90,
     TRAMMEL_CELL_WORDS, TRAMMEL_PARAM_TRANSFORM, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Scope"), "scope", N_("Scope of the value: all logs, or one log"), 132, TRAMMEL_CELL_TEXT,
     0, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Tie"), "tie",
     N_("Id of the quantity that it follows, with a factor if needed: 2*body.a.mass"), 150,
     TRAMMEL_CELL_WORDS, TRAMMEL_PARAM_TIE, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Note"), "note", N_("A remark, kept in the project"), 180, TRAMMEL_CELL_WORDS,
     TRAMMEL_PARAM_NOTE, TRAMMEL_COLUMN_ALWAYS, 0},
};

static const TrammelParamColumn result_columns[] = {
    {N_("Parameter"), "label", N_("Name of the parameter; the tooltip of a cell shows its id"), 110,
     TRAMMEL_CELL_TEXT, 0, TRAMMEL_COLUMN_ALWAYS, 240},
    {N_("Unit"), "unit", N_("SI unit"), 50, TRAMMEL_CELL_TEXT, 0, TRAMMEL_COLUMN_ALWAYS, 110},
    {N_("Start"), "start", N_("Value at which the fit begins"), 72, TRAMMEL_CELL_ENTRY,
     TRAMMEL_PARAM_START, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Estimate"), "estimate",
     N_("Identified value of the mechanism (h = 0), rounded to the digits that ± justifies; the "
        "remarks say where it is the stepper's at h"),
     118, TRAMMEL_CELL_NUMBER, 0, TRAMMEL_COLUMN_ALWAYS, 180},
    {N_("±"), "sigma",
     N_("Standard deviation (one sigma) of the estimate from noise, missing forces, unknown "
        "delays, step and smoothing, or why there is none; ≥ where step and smoothing are missing; "
        "the tooltip of a cell lists the "
        "parts"),
     98, TRAMMEL_CELL_NUMBER, 0, TRAMMEL_COLUMN_ALWAYS, 130},
    {N_("Interval"), "interval",
     N_("Bar: interval of 95 percent; dot: estimate; tick: start value; upright ends: bounds.  The "
        "range is that of the prior, or leaves room for start and estimate"),
     73, TRAMMEL_CELL_INTERVAL, 0, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("± %"), "relative",
     N_("Standard deviation in percent of the estimate: below 5 good, below 30 fair, else weak"),
     92, TRAMMEL_CELL_NUMBER, 0, TRAMMEL_COLUMN_IF_CHOSEN, 0},
    {N_("Change"), "change", N_("Difference between estimate and start"), 80, TRAMMEL_CELL_NUMBER,
     0, TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("True value"), "reference", N_("Value with which the example's log was simulated"), 86,
     TRAMMEL_CELL_NUMBER, 0, TRAMMEL_COLUMN_IF_FILLED, 130},
    {N_("Remarks"), "remark", N_("Remarks on this estimate"), 0, TRAMMEL_CELL_TEXT, 0,
     TRAMMEL_COLUMN_ALWAYS, 0},
    {N_("Prior"), "prior", N_("Mean of the prior ± its sigma"), 110, TRAMMEL_CELL_NUMBER, 0,
     TRAMMEL_COLUMN_IF_FILLED, 0},
    {N_("σ reduction"), "learnt",
     N_("Reduction of the prior's standard deviation by the logs, in percent"), 70,
     TRAMMEL_CELL_NUMBER, 0, TRAMMEL_COLUMN_IF_PRIOR, 0},
    {N_("Stepper at h"), "stepper",
     N_("Value of the stepper at the step of the fit ± its sigma, for simulations with this "
        "stepper at this h"),
     150, TRAMMEL_CELL_NUMBER, 0, TRAMMEL_COLUMN_IF_CHOSEN, 0},
};

const TrammelParamColumn *
trammel_param_columns(gboolean is_result, guint *n)
{
  *n = is_result ? G_N_ELEMENTS(result_columns) : G_N_ELEMENTS(setup_columns);
  return is_result ? result_columns : setup_columns;
}

/* Returns the anchor of a column's term in the glossary; NULL if there is none. */
static const char *
find_term(const TrammelParamColumn *column)
{
  static const char *const terms[][2] = {
      {"estimate", "physical-value"},
      {"sigma", "sigma"},
      {"relative", "sigma"},
      {"interval", "sigma"},
      {"stepper", "stepper"},
      {"prior", "prior"},
      {"prior-mean", "prior"},
      {"prior-sigma", "prior"},
      {"learnt", "data-share"},
      {"min", "bound"},
      {"max", "bound"},
      {"tie", "tie"},
  };

  for (guint i = 0; i < G_N_ELEMENTS(terms); i++)
    if (g_str_equal(column->property, terms[i][0]))
      return terms[i][1];
  return NULL;
}

void
trammel_param_columns_explain(GtkColumnView *view, const TrammelParamColumn *columns, guint n)
{
  GListModel *all = gtk_column_view_get_columns(view);
  guint first = g_list_model_get_n_items(all) - n;

  for (guint i = 0; i < n; i++) {
    g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(all, first + i);
    const char *term = find_term(&columns[i]);
    if (!term)
      continue;
    GMenuModel *choices = gtk_column_view_column_get_header_menu(column);
    g_autoptr(GMenu) menu = g_menu_new();
    g_autoptr(GMenuItem) item = trammel_term_help_new_item(term);
    g_menu_append_item(menu, item);
    g_menu_append_section(menu, NULL, choices);
    gtk_column_view_column_set_header_menu(column, G_MENU_MODEL(menu));
  }
}

/* Returns the width of a title, which is longer in some languages, with its padding. */
static int
measure_title(GtkColumnViewColumn *column)
{
  GtkWidget *view = GTK_WIDGET(gtk_column_view_column_get_column_view(column));
  g_autofree char *title =
      g_markup_printf_escaped("<b>%s</b>", gtk_column_view_column_get_title(column));
  PangoLayout *text = gtk_widget_create_pango_layout(view, NULL);
  int width;

  pango_layout_set_markup(text, title, -1);
  pango_layout_get_pixel_size(text, &width, NULL);
  g_object_unref(text);
  return width + TITLE_PADDING;
}

/* Returns the width of the longest text in the cells, with its padding. */
static int
measure_cells(GtkColumnViewColumn *column, const TrammelParamColumn *of, GListModel *items)
{
  GtkWidget *view = GTK_WIDGET(gtk_column_view_column_get_column_view(column));
  PangoLayout *layout = gtk_widget_create_pango_layout(view, NULL);
  PangoAttrList *attributes = pango_attr_list_new();
  int most = 0;

  pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"));
  if (of->cell == TRAMMEL_CELL_NUMBER)
    pango_layout_set_attributes(layout, attributes);
  for (guint i = 0; items && i < g_list_model_get_n_items(items); i++) {
    g_autoptr(TrammelParamItem) item = g_list_model_get_item(items, i);
    g_autofree char *text = trammel_param_column_dup_shown(of, item);
    int width;
    pango_layout_set_text(layout, text, -1);
    pango_layout_get_pixel_size(layout, &width, NULL);
    most = MAX(most, width);
  }
  pango_attr_list_unref(attributes);
  g_object_unref(layout);
  return most + CELL_PADDING;
}

static double
get_scale(int dpi)
{
  return dpi > 0 ? dpi / (96.0 * PANGO_SCALE) : 1;
}

/* Sets the width for the size of text, 0 for a hidden column: GTK leaves out its width as well. */
static void
set_width(GtkColumnViewColumn *column, const TrammelParamColumn *of, int dpi)
{
  if (!gtk_column_view_column_get_visible(column))
    gtk_column_view_column_set_fixed_width(column, 0);
  else
    gtk_column_view_column_set_fixed_width(
        column, of->width ? MAX((int)(of->width * get_scale(dpi)), measure_title(column)) : -1);
}

void
trammel_param_columns_scale(GtkColumnView *view,
                            const TrammelParamColumn *columns,
                            guint n,
                            int *dpi)
{
  GListModel *all = gtk_column_view_get_columns(view);
  guint first = g_list_model_get_n_items(all) - n;
  int now = 0;

  g_object_get(gtk_widget_get_settings(GTK_WIDGET(view)), "gtk-xft-dpi", &now, NULL);
  if (now == *dpi)
    return;
  *dpi = now;
  for (guint i = 0; i < n; i++) {
    g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(all, first + i);
    set_width(column, &columns[i], now);
  }
}

void
trammel_param_columns_fit(GtkColumnView *view,
                          const TrammelParamColumn *columns,
                          guint n,
                          GListModel *items,
                          TrammelRun *run,
                          int dpi)
{
  GListModel *all = gtk_column_view_get_columns(view);
  guint first = g_list_model_get_n_items(all) - n;

  if (run && trammel_run_get_kind(run) == TRAMMEL_RUN_PREVIEW)
    return;
  for (guint i = 0; i < n; i++) {
    g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(all, first + i);
    int most = (int)(columns[i].most * get_scale(dpi));
    if (most == 0 || !gtk_column_view_column_get_visible(column))
      continue;
    int width = MIN(measure_cells(column, &columns[i], items), most);
    if (width > gtk_column_view_column_get_fixed_width(column))
      gtk_column_view_column_set_fixed_width(column, width);
  }
}

void
trammel_param_column_show(GtkColumnViewColumn *column,
                          const TrammelParamColumn *of,
                          gboolean visible,
                          int dpi)
{
  if (gtk_column_view_column_get_visible(column) == visible && visible)
    return;
  gtk_column_view_column_set_visible(column, visible);
  set_width(column, of, dpi);
}

GtkWidget *
trammel_param_column_new_label(const TrammelParamColumn *column)
{
  GtkWidget *label = gtk_label_new(NULL);

  gtk_label_set_xalign(GTK_LABEL(label), column->cell == TRAMMEL_CELL_TEXT ? 0 : 1);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  if (!column->width && g_str_equal(column->property, "label"))
    gtk_label_set_width_chars(GTK_LABEL(label), LABEL_CHARS);
  else if (!column->width)
    gtk_label_set_max_width_chars(GTK_LABEL(label), 1); /* its text must not move the columns */
  return label;
}

static gboolean
is_filled(const char *property, GListModel *items)
{
  gboolean any = FALSE;

  for (guint i = 0; items && i < g_list_model_get_n_items(items) && !any; i++) {
    g_autoptr(GObject) item = g_list_model_get_item(items, i);
    g_autofree char *text = NULL;
    g_object_get(item, property, &text, NULL);
    any = text && *text;
  }
  return any;
}

gboolean
trammel_param_column_is_empty(const TrammelParamColumn *column, GListModel *items)
{
  return (column->rule == TRAMMEL_COLUMN_IF_FILLED && !is_filled(column->property, items)) ||
         (column->rule == TRAMMEL_COLUMN_IF_PRIOR && !is_filled("prior", items));
}

char *
trammel_param_column_dup_tooltip(const TrammelParamColumn *column, TrammelParamItem *item)
{
  const char *property = g_str_equal(column->property, "sigma")      ? "parts"
                         : g_str_equal(column->property, "remark")   ? "remark"
                         : g_str_equal(column->property, "interval") ? "interval"
                                                                     : "id";
  char *text = NULL;

  g_object_get(item, property, &text, NULL);
  if (text && *text)
    return text;
  g_free(text);
  return g_strdup(trammel_param_item_get_id(item));
}

char *
trammel_param_column_dup_shown(const TrammelParamColumn *column, TrammelParamItem *item)
{
  g_autofree char *text = NULL;

  g_object_get(item, column->property, &text, NULL);
  if (!text)
    return g_strdup("");
  return column->cell == TRAMMEL_CELL_WORDS ? g_steal_pointer(&text)
                                            : trammel_number_text_dup(text);
}

/* GBindingTransformFunc */
static gboolean
show_text(GBinding *binding, const GValue *from, GValue *to, gpointer column)
{
  g_autoptr(TrammelParamItem) item = TRAMMEL_PARAM_ITEM(g_binding_dup_source(binding));

  g_value_take_string(to, trammel_param_column_dup_shown(column, item));
  return TRUE;
}

GBinding *
trammel_param_column_bind(const TrammelParamColumn *column,
                          TrammelParamItem *item,
                          GtkWidget *child)
{
  return g_object_bind_property_full(
      item, column->property, child, GTK_IS_EDITABLE(child) ? "text" : "label",
      G_BINDING_SYNC_CREATE, show_text, NULL, (gpointer)column, NULL);
}

/* Returns the number that a cell begins with, after "≥ " of an incomplete sigma; *end is the text
 * itself if there is none. */
static double
read_number(char *text, char **end)
{
  char *begin = g_str_has_prefix(text, TRAMMEL_AT_LEAST) ? text + strlen(TRAMMEL_AT_LEAST) : text;
  double value = g_ascii_strtod(begin, end);

  if (*end == begin)
    *end = text;
  return value;
}

int
trammel_param_column_compare(gconstpointer a, gconstpointer b, gpointer user)
{
  const TrammelParamColumn *column = user;
  g_autofree char *left = NULL, *right = NULL;
  char *left_end, *right_end;

  g_object_get((gpointer)a, column->property, &left, NULL);
  g_object_get((gpointer)b, column->property, &right, NULL);
  double x = read_number(left, &left_end), y = read_number(right, &right_end);
  if (!*left != !*right)
    return *left ? GTK_ORDERING_SMALLER : GTK_ORDERING_LARGER;
  if (left_end != left && right_end != right)
    return x < y ? GTK_ORDERING_SMALLER : x > y ? GTK_ORDERING_LARGER : GTK_ORDERING_EQUAL;
  return g_utf8_collate(left, right);
}
