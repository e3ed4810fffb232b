#include "ui/session/params/param-bulk.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/base/error.h"
#include "ui/session/params/param-item.h"
#include "ui/session/text/format.h"

enum { NOT_EDITED = -1, IS_FREE = -2, IS_ID = -3 };

/* A column of the text: its name, the item's property, and the field that it edits. */
static const struct {
  const char *name, *property;
  int field; /* TrammelParamField, or one of the constants above */
} columns[] = {
    {"id", "id", IS_ID},
    {"parameter", "label", NOT_EDITED},
    {"unit", "unit", NOT_EDITED},
    {"free", "free", IS_FREE},
    {"start", "start", TRAMMEL_PARAM_START},
    {"min", "min", TRAMMEL_PARAM_MIN},
    {"max", "max", TRAMMEL_PARAM_MAX},
    /* a mean needs its sigma, so that comes first */
    {"prior_sigma", "prior-sigma", TRAMMEL_PARAM_PRIOR_SIGMA},
    {"prior_mean", "prior-mean", TRAMMEL_PARAM_PRIOR_MEAN},
    {"transform", "transform", TRAMMEL_PARAM_TRANSFORM},
    {"tie", "tie", TRAMMEL_PARAM_TIE},
    {"note", "note", TRAMMEL_PARAM_NOTE},
    {"estimate", "estimate", NOT_EDITED},
    {"sigma", "sigma", NOT_EDITED},
    {"stepper", "stepper", NOT_EDITED},
    {"remarks", "remark", NOT_EDITED},
};

static char *
dup_cell(GObject *item, guint column)
{
  char *text = NULL;

  if (columns[column].field == IS_FREE)
    return g_strdup(trammel_param_item_get_free(TRAMMEL_PARAM_ITEM(item)) ? "yes" : "no");
  g_object_get(item, columns[column].property, &text, NULL);
  return g_strdelimit(text, "\t\n\r", ' ');
}

char *
trammel_param_bulk_to_text(GListModel *items)
{
  GString *text = g_string_new(NULL);

  for (guint c = 0; c < G_N_ELEMENTS(columns); c++)
    g_string_append_printf(text, "%s%s", c ? "\t" : "", columns[c].name);
  g_string_append_c(text, '\n');
  for (guint i = 0; i < g_list_model_get_n_items(items); i++) {
    g_autoptr(GObject) item = g_list_model_get_item(items, i);
    for (guint c = 0; c < G_N_ELEMENTS(columns); c++) {
      g_autofree char *cell = dup_cell(item, c);
      g_string_append_printf(text, "%s%s", c ? "\t" : "", cell);
    }
    g_string_append_c(text, '\n');
  }
  return g_string_free(text, FALSE);
}

/* ---- from text ------------------------------------------------------------------------------- */

static int
find_column(const char *name)
{
  for (guint c = 0; c < G_N_ELEMENTS(columns); c++)
    if (g_ascii_strcasecmp(columns[c].name, name) == 0)
      return (int)c;
  return -1;
}

/* Reads the header line: the cell of each column; -1 for a missing column. */
static gboolean
read_head(int places[G_N_ELEMENTS(columns)], const char *line, GError **error)
{
  g_auto(GStrv) names = g_strsplit(line, "\t", -1);

  for (guint c = 0; c < G_N_ELEMENTS(columns); c++)
    places[c] = -1;
  for (int i = 0; names[i]; i++) {
    int column = find_column(g_strstrip(names[i]));
    if (column >= 0)
      places[column] = i;
  }
  if (places[0] >= 0)
    return TRUE;
  g_set_error_literal(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE,
                      _("A pasted table must begin with a line of column names, one of them “id”; "
                        "copy rows to see the layout."));
  return FALSE;
}

static gboolean
is_yes(const char *word)
{
  return g_ascii_strcasecmp(word, "yes") == 0 || g_ascii_strcasecmp(word, "true") == 0 ||
         g_str_equal(word, "1");
}

/* Applies a cell, unless it equals the present text. */
static gboolean
paste_cell(TrammelProject *project,
           const char *id,
           guint column,
           char *text,
           gboolean *changed,
           GError **error)
{
  const TrammelQuantity *quantity = trammel_project_find_quantity(project, id);
  g_autoptr(TrammelParamItem) item = trammel_param_item_new(project, quantity);
  g_autofree char *present = dup_cell(G_OBJECT(item), column);

  g_strstrip(text);
  if (g_str_equal(text, present) ||
      (columns[column].field == IS_FREE && is_yes(text) == quantity->free))
    return TRUE;
  *changed = TRUE;
  if (columns[column].field == IS_FREE)
    return trammel_project_set_free(project, id, is_yes(text), error);
  return trammel_param_change(project, id, (TrammelParamField)columns[column].field, text, error);
}

static gboolean
paste_line(TrammelProject *project,
           const int places[G_N_ELEMENTS(columns)],
           const char *line,
           gboolean *changed,
           GError **error)
{
  g_auto(GStrv) cells = g_strsplit(line, "\t", -1);
  int n = (int)g_strv_length(cells);
  g_autofree char *id = g_strdup(places[0] < n ? g_strstrip(cells[places[0]]) : "");

  if (!trammel_project_find_quantity(project, id)) {
    g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_USAGE, _("there is no parameter “%s”"), id);
    return FALSE;
  }
  for (guint c = 1; c < G_N_ELEMENTS(columns); c++)
    if (columns[c].field != NOT_EDITED && places[c] >= 0 && places[c] < n &&
        !paste_cell(project, id, c, cells[places[c]], changed, error))
      return FALSE;
  return TRUE;
}

static void
take(TrammelDocument *document, TrammelProject *project, const char *what, guint n)
{
  g_autofree char *label =
      g_strdup_printf(ngettext("%s of %u parameter", "%s of %u parameters", n), what, n);

  trammel_document_close_step(document);
  trammel_document_take_project(document, project, label, NULL);
}

gboolean
trammel_param_bulk_paste(TrammelDocument *document, const char *text, guint *n, GError **error)
{
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  TrammelProject *present = trammel_document_get_project(document);
  g_autoptr(TrammelProject) project = trammel_project_copy(present);
  int places[G_N_ELEMENTS(columns)];

  *n = 0;
  if (!lines[0] || !read_head(places, lines[0], error))
    return FALSE;
  for (guint i = 1; lines[i]; i++) {
    if (*g_strchomp(lines[i]) == '\0')
      continue;
    gboolean changed = FALSE;
    if (!paste_line(project, places, lines[i], &changed, error)) {
      g_prefix_error(error, _("Line %u of the table: "), i + 1);
      return FALSE;
    }
    *n += changed;
  }
  if (*n > 0)
    take(document, g_steal_pointer(&project), _("paste values"), *n);
  return TRUE;
}

/* ---- several parameters ---------------------------------------------------------------------- */

/* Returns the scaled number of a row for "*2", else the text itself. */
static char *
scale(const TrammelQuantity *quantity, TrammelParamField field, const char *text)
{
  const double numbers[] = {[TRAMMEL_PARAM_START] = quantity->value,
                            [TRAMMEL_PARAM_MIN] = quantity->min,
                            [TRAMMEL_PARAM_MAX] = quantity->max,
                            [TRAMMEL_PARAM_PRIOR_MEAN] = quantity->prior_mean,
                            [TRAMMEL_PARAM_PRIOR_SIGMA] = quantity->prior_sigma};
  double factor = g_ascii_strtod(text + (*text == '*'), NULL);

  if (*text != '*' || field >= G_N_ELEMENTS(numbers) || !isfinite(factor))
    return g_strdup(text);
  return trammel_format_entry(factor * numbers[field]);
}

gboolean
trammel_param_bulk_edit(TrammelDocument *document,
                        const char *const *ids,
                        TrammelParamField field,
                        const char *text,
                        GError **error)
{
  TrammelProject *present = trammel_document_get_project(document);
  g_autoptr(TrammelProject) project = trammel_project_copy(present);
  guint n = 0;

  for (; ids[n]; n++) {
    const TrammelQuantity *quantity = trammel_project_find_quantity(project, ids[n]);
    g_autofree char *own = scale(quantity, field, text);
    if (!trammel_param_change(project, ids[n], field, own, error))
      return FALSE;
  }
  take(document, g_steal_pointer(&project), trammel_param_field_name(field), n);
  return TRUE;
}

gboolean
trammel_param_bulk_put_free(TrammelProject *project,
                            const char *const *ids,
                            gboolean is_free,
                            GError **error)
{
  for (; *ids; ids++)
    if (trammel_project_find_quantity(project, *ids)->free != is_free &&
        !trammel_project_set_free(project, *ids, is_free, error))
      return FALSE;
  return TRUE;
}

gboolean
trammel_param_bulk_set_free(TrammelDocument *document,
                            const char *const *ids,
                            gboolean is_free,
                            GError **error)
{
  TrammelProject *present = trammel_document_get_project(document);
  g_autoptr(TrammelProject) project = trammel_project_copy(present);

  if (!trammel_param_bulk_put_free(project, ids, is_free, error))
    return FALSE;
  take(document, g_steal_pointer(&project), is_free ? _("freeing") : _("fixing"),
       g_strv_length((GStrv)ids));
  return TRUE;
}
