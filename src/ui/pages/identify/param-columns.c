#include "ui/pages/identify/param-columns.h"
#include "ui/pages/parts/term-help.h"

#include <glib/gi18n.h>

static const TrammelParamColumn setup_columns[] = {
    {N_("Parameter"), "label", N_("Name of the parameter; the tooltip of a cell shows its id"), 0,
     TRAMMEL_CELL_TEXT, 0, FALSE},
    {N_("Unit"), "unit", N_("SI unit"), 90, TRAMMEL_CELL_TEXT, 0, FALSE},
    {N_("Start"), "start", N_("Value at which the fit begins; a fixed quantity keeps it"), 78,
     TRAMMEL_CELL_ENTRY, TRAMMEL_PARAM_START, FALSE},
    {N_("Min"), "min", N_("Lower bound; empty: none"), 92, TRAMMEL_CELL_ENTRY, TRAMMEL_PARAM_MIN,
     FALSE},
    {N_("Max"), "max", N_("Upper bound; empty: none"), 92, TRAMMEL_CELL_ENTRY, TRAMMEL_PARAM_MAX,
     FALSE},
    {N_("Prior"), "prior-mean", N_("Mean of the prior; empty: the start value"), 70,
     TRAMMEL_CELL_ENTRY, TRAMMEL_PARAM_PRIOR_MEAN, FALSE},
    {N_("Prior σ"), "prior-sigma", N_("Standard deviation of the prior; empty: no prior"), 70,
     TRAMMEL_CELL_ENTRY, TRAMMEL_PARAM_PRIOR_SIGMA, FALSE},
    {N_("Transform"), "transform",
     N_("“log”: estimated by its logarithm, so that it stays above zero; empty: no transform"), 78,
     TRAMMEL_CELL_WORDS, TRAMMEL_PARAM_TRANSFORM, FALSE},
    {N_("Scope"), "scope", N_("Scope of the value: all logs, or one log"), 78, TRAMMEL_CELL_TEXT, 0,
     FALSE},
    {N_("Tie"), "tie",
     N_("Id of the quantity that it follows, with a factor if needed: 2*body.a.mass"), 150,
     TRAMMEL_CELL_WORDS, TRAMMEL_PARAM_TIE, FALSE},
    {N_("Note"), "note", N_("A remark, kept in the project"), 180, TRAMMEL_CELL_WORDS,
     TRAMMEL_PARAM_NOTE, FALSE},
};

static const TrammelParamColumn result_columns[] = {
    {N_("Parameter"), "label", N_("Name of the parameter; the tooltip of a cell shows its id"), 0,
     TRAMMEL_CELL_TEXT, 0, FALSE},
    {N_("Unit"), "unit", N_("SI unit"), 90, TRAMMEL_CELL_TEXT, 0, FALSE},
    {N_("Start"), "start", N_("Value at which the fit begins"), 78, TRAMMEL_CELL_ENTRY,
     TRAMMEL_PARAM_START, FALSE},
    {N_("Estimate"), "estimate", N_("Identified value, rounded to the digits that sigma justifies"),
     94, TRAMMEL_CELL_NUMBER, 0, FALSE},
    {N_("Sigma"), "sigma", N_("Standard deviation of the estimate, or why there is none"), 98,
     TRAMMEL_CELL_NUMBER, 0, FALSE},
    {N_("True value"), "reference", N_("Value with which the example's log was simulated"), 98,
     TRAMMEL_CELL_NUMBER, 0, TRUE},
    {N_("Sigma %"), "relative",
     N_("Standard deviation in percent of the estimate: below 5 good, below 30 fair, else weak"),
     92, TRAMMEL_CELL_NUMBER, 0, FALSE},
    {N_("Change"), "change", N_("Difference between estimate and start"), 74, TRAMMEL_CELL_NUMBER,
     0, FALSE},
    {N_("Physical value"), "physical",
     N_("Value of the mechanism itself, extrapolated to h = 0; after ±: remaining systematic error "
        "of the step and of the smoothing of dry friction"),
     150, TRAMMEL_CELL_NUMBER, 0, TRUE},
    {N_("Prior"), "prior", N_("Mean of the prior ± its sigma"), 110, TRAMMEL_CELL_NUMBER, 0, TRUE},
    {N_("σ reduction"), "learnt",
     N_("Reduction of the prior's standard deviation by the logs, in percent"), 70,
     TRAMMEL_CELL_NUMBER, 0, TRUE},
    {N_("Remarks"), "remark", N_("Remarks on this estimate"), 220, TRAMMEL_CELL_TEXT, 0, FALSE},
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
      {"sigma", "sigma"},       {"relative", "sigma"},   {"physical", "physical-value"},
      {"prior", "prior"},       {"prior-mean", "prior"}, {"prior-sigma", "prior"},
      {"learnt", "data-share"}, {"min", "bound"},        {"max", "bound"},
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

int
trammel_param_column_compare(gconstpointer a, gconstpointer b, gpointer user)
{
  const TrammelParamColumn *column = user;
  g_autofree char *left = NULL, *right = NULL;
  char *left_end, *right_end;

  g_object_get((gpointer)a, column->property, &left, NULL);
  g_object_get((gpointer)b, column->property, &right, NULL);
  double x = g_ascii_strtod(left, &left_end), y = g_ascii_strtod(right, &right_end);
  if (!*left != !*right)
    return *left ? GTK_ORDERING_SMALLER : GTK_ORDERING_LARGER;
  if (left_end != left && right_end != right)
    return x < y ? GTK_ORDERING_SMALLER : x > y ? GTK_ORDERING_LARGER : GTK_ORDERING_EQUAL;
  return g_utf8_collate(left, right);
}
