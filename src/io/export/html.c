/* Report as one HTML file: style and figures inside, no script. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "io/base/error.h"
#include "io/export/report.h"

static const char style[] =
    "@page { size: A4; margin: 18mm; }\n"
    "body { font: 10pt/1.45 system-ui, Inter, Cantarell, 'DejaVu Sans', sans-serif;\n"
    "  color: #2b2f36; background: #fff; max-width: 190mm; margin: 2em auto; padding: 0 1em; }\n"
    "h1 { font-size: 19pt; font-weight: 600; margin: 0 0 .2em; }\n"
    "h2 { font-size: 12pt; font-weight: 600; margin: 1.8em 0 .5em; break-after: avoid; }\n"
    "p { margin: .4em 0; }\n"
    "h1 + p { color: #6b7280; }\n"
    "p.notice { background: #fdf3e1; border-left: 3px solid #c9861a; padding: .6em .9em; }\n"
    "ul { margin: .3em 0; padding-left: 1.3em; }\n"
    "table { border-collapse: collapse; width: 100%; font-size: 9pt;\n"
    "  font-variant-numeric: tabular-nums; }\n"
    "table + table, table + p { margin-top: 1.2em; }\n"
    "table.plain { width: auto; }\n"
    "th { text-align: left; font-weight: 600; border-bottom: 1px solid #6b7280; }\n"
    "th, td { padding: .28em .8em .28em 0; vertical-align: top; }\n"
    "td { border-bottom: 1px solid #e4e7eb; white-space: nowrap; }\n"
    "td.w { white-space: pre-line; overflow-wrap: break-word; }\n"
    "td.r, th.r { text-align: right; }\n"
    "td.r + .l, th.r + .l, td.r + .w, th.r + .w { padding-left: .6em; }\n"
    "tr > :last-child { padding-right: 0; }\n"
    "small { color: #6b7280; }\n"
    "tr { break-inside: avoid; }\n"
    "figure { margin: .6em 0; break-inside: avoid; overflow-x: auto; }\n"
    "img { max-width: 100%; height: auto; }\n"
    "figure.plot img { width: 100%; }\n"
    "figure.print { text-align: center; }\n"
    "figcaption { color: #6b7280; margin: .2em 0 1.2em; }\n"
    "@media print { body { margin: 0; padding: 0; max-width: none; } }\n";

static void
append_escaped(GString *html, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text(text, -1);

  g_string_append(html, escaped);
}

static void
append_element(GString *html, const char *tag, const char *attributes, const char *text)
{
  g_string_append_printf(html, "<%s%s>", tag, attributes);
  append_escaped(html, text);
  g_string_append_printf(html, "</%s>", tag);
}

/* Appends a name, and in small letters the id on its second line. */
static void
append_id(GString *html, const char *text)
{
  const char *id = strchr(text, '\n');
  g_autofree char *name = id ? g_strndup(text, (gsize)(id - text)) : g_strdup(text);

  append_escaped(html, name);
  if (id) {
    g_string_append_c(html, '\n');
    append_element(html, "small", "", id + 1);
  }
}

static void
append_cells(GString *html, const TrammelBlock *table, char *const *cells, const char *tag)
{
  g_string_append(html, "<tr>");
  for (guint i = 0; i < table->n_columns; i++) {
    char class[] = " class=\"l\"";
    class[8] = table->align[i];
    if (i > 0 || table->align[0] != 'w') {
      append_element(html, tag, class, cells[i]);
      continue;
    }
    g_string_append_printf(html, "<%s%s>", tag, class);
    append_id(html, cells[i]);
    g_string_append_printf(html, "</%s>", tag);
  }
  g_string_append(html, "</tr>\n");
}

static void
append_table(GString *html, const TrammelBlock *table)
{
  g_string_append(html, table->titles ? "<table>\n" : "<table class=\"plain\">\n");
  if (table->titles) {
    g_string_append(html, "<thead>");
    append_cells(html, table, table->titles, "th");
    g_string_append(html, "</thead>\n");
  }
  g_string_append(html, "<tbody>\n");
  for (guint i = 0; i < table->rows->len; i++)
    append_cells(html, table, g_ptr_array_index(table->rows, i), "td");
  g_string_append(html, "</tbody></table>\n");
}

/* Appends a drawing as a separate image, because two drawings may use the same names. */
static void
append_image(GString *html, GBytes *svg, const char *description)
{
  g_autofree char *data = g_base64_encode(g_bytes_get_data(svg, NULL), g_bytes_get_size(svg));

  g_string_append(html, "<img alt=\"");
  append_escaped(html, description);
  g_string_append_printf(html, "\" src=\"data:image/svg+xml;base64,%s\">\n", data);
}

static void
append_print(GString *html, const TrammelBlock *block)
{
  g_string_append(html, "<figure class=\"print\">\n");
  append_image(html, block->svg, block->text);
  append_element(html, "figcaption", "", block->text);
  g_string_append(html, "</figure>");
}

static gboolean
append_plot(GString *html, const TrammelReportPlot *plot, GError **error)
{
  g_autoptr(GError) detail = NULL;
  g_autoptr(GBytes) svg = trammel_report_plot_to_svg(plot, &detail);

  if (!svg) {
    trammel_error_set(error, TRAMMEL_ERROR_FAILED, "%s", detail->message);
    return FALSE;
  }
  g_string_append(html, "<figure class=\"plot\">\n");
  append_image(html, svg, plot->description);
  g_string_append(html, "</figure>");
  return TRUE;
}

static gboolean
append_block(GString *html,
             const TrammelBlock *block,
             gboolean list_begins,
             gboolean list_ends,
             GError **error)
{
  switch (block->kind) {
  case TRAMMEL_BLOCK_TITLE:
    append_element(html, "h1", "", block->text);
    break;
  case TRAMMEL_BLOCK_HEADING:
    append_element(html, "h2", "", block->text);
    break;
  case TRAMMEL_BLOCK_TEXT:
    append_element(html, "p", "", block->text);
    break;
  case TRAMMEL_BLOCK_NOTICE:
    append_element(html, "p", " class=\"notice\"", block->text);
    break;
  case TRAMMEL_BLOCK_ITEM:
    g_string_append(html, list_begins ? "<ul>\n" : "");
    append_element(html, "li", "", block->text);
    g_string_append(html, list_ends ? "\n</ul>" : "");
    break;
  case TRAMMEL_BLOCK_TABLE:
    append_table(html, block);
    break;
  case TRAMMEL_BLOCK_PLOT:
    if (!append_plot(html, block->plot, error))
      return FALSE;
    break;
  case TRAMMEL_BLOCK_PRINT:
    append_print(html, block);
    break;
  }
  g_string_append_c(html, '\n');
  return TRUE;
}

static gboolean
is_item(const TrammelExportReport *report, guint i)
{
  return i < report->blocks->len &&
         ((TrammelBlock *)g_ptr_array_index(report->blocks, i))->kind == TRAMMEL_BLOCK_ITEM;
}

char *
trammel_report_to_html(const TrammelExportReport *report, GError **error)
{
  g_autoptr(GString) html = g_string_new(NULL);

  /* translators: the code of your language, such as "de" */
  g_string_append_printf(html, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n",
                         C_("code of this language", "en"));
  g_string_append(html, "<meta charset=\"utf-8\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width\">\n");
  append_element(html, "title", "", report->title);
  g_string_append_printf(html, "\n<style>\n%s</style>\n</head>\n<body>\n", style);
  for (guint i = 0; i < report->blocks->len; i++)
    if (!append_block(html, g_ptr_array_index(report->blocks, i), i == 0 || !is_item(report, i - 1),
                      !is_item(report, i + 1), error))
      return NULL;
  g_string_append(html, "</body>\n</html>\n");
  return g_string_free(g_steal_pointer(&html), FALSE);
}
