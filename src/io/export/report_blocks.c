#include "io/export/report_blocks.h"

#include <string.h>

#include "plot/figure/number-text.h"

TrammelBlock *
trammel_report_add(TrammelExportReport *report, TrammelBlockKind kind, const char *text)
{
  TrammelBlock *block = g_new0(TrammelBlock, 1);

  block->kind = kind;
  block->text = text ? trammel_number_text_dup(text) : NULL;
  g_ptr_array_add(report->blocks, block);
  return block;
}

TrammelBlock *
trammel_report_add_table(TrammelExportReport *report, const char *titles, const char *align)
{
  TrammelBlock *block = trammel_report_add(report, TRAMMEL_BLOCK_TABLE, NULL);

  block->n_columns = (guint)strlen(align);
  block->titles = titles ? g_strsplit(titles, "|", -1) : NULL;
  block->align = g_strdup(align);
  block->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
  return block;
}

void
trammel_report_add_row(TrammelBlock *table, ...)
{
  char **cells = g_new0(char *, table->n_columns + 1);
  va_list arguments;

  va_start(arguments, table);
  for (guint i = 0; i < table->n_columns; i++)
    cells[i] = trammel_number_text_dup(va_arg(arguments, const char *));
  va_end(arguments);
  g_ptr_array_add(table->rows, cells);
}

static gboolean
has_text(const TrammelBlock *table, guint column)
{
  for (guint i = 0; i < table->rows->len; i++)
    if (*((char **)table->rows->pdata[i])[column])
      return TRUE;
  return FALSE;
}

void
trammel_report_trim(TrammelExportReport *report)
{
  for (guint i = 0; i < report->blocks->len; i++) {
    TrammelBlock *block = report->blocks->pdata[i];
    if (block->kind == TRAMMEL_BLOCK_TABLE && block->titles && block->rows->len > 0 &&
        !has_text(block, block->n_columns - 1))
      block->n_columns--; /* the painters go by this number */
  }
}

void
trammel_report_add_plot(TrammelExportReport *report, TrammelReportPlot *plot)
{
  if (plot)
    trammel_report_add(report, TRAMMEL_BLOCK_PLOT, NULL)->plot = plot;
}

void
trammel_report_add_print(TrammelExportReport *report, const char *caption, GBytes *svg)
{
  trammel_report_add(report, TRAMMEL_BLOCK_PRINT, caption)->svg = g_bytes_ref(svg);
}
