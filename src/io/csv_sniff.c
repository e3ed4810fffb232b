#include "io/csv_sniff.h"

#include <string.h>

#include "io/units.h"

/* Lines that are looked at. */
enum { MAX_LINES = 200 };

typedef struct {
  TrammelSpan line[MAX_LINES];
  gsize number[MAX_LINES]; /* 1-based in the text */
  guint n;
} Sample;

static const char *const missing_words[] = {"",    "NaN",  "nan",  "NAN", "NA",  "N/A",
                                            "n/a", "null", "NULL", "-",   "None"};

gboolean
trammel_csv_is_missing(TrammelSpan cell, const TrammelImport *import)
{
  if (import && import->missing) {
    for (guint i = 0; import->missing[i]; i++)
      if (trammel_span_equals(cell, import->missing[i]))
        return TRUE;
    return cell.length == 0;
  }
  for (guint i = 0; i < G_N_ELEMENTS(missing_words); i++)
    if (trammel_span_equals(cell, missing_words[i]))
      return TRUE;
  return FALSE;
}

gboolean
trammel_csv_is_comment(TrammelSpan line, const TrammelImport *import)
{
  gsize i = 0;

  while (i < line.length && (line.text[i] == ' ' || line.text[i] == '\t'))
    i++;
  if (i == line.length)
    return TRUE;
  if (import && import->comment)
    return line.text[i] == import->comment;
  return line.text[i] == '#' || line.text[i] == '%';
}

static void
collect(Sample *sample, const char *text, const char *end, const TrammelImport *import)
{
  TrammelSpan line;
  gsize number = 0;

  sample->n = 0;
  while (sample->n < MAX_LINES && trammel_csv_next_line(&text, end, &line)) {
    number++;
    if (import && number <= (gsize)MAX(import->skip, 0))
      continue;
    if (trammel_csv_is_comment(line, import))
      continue;
    sample->line[sample->n] = line;
    sample->number[sample->n++] = number;
  }
}

/* Cells of a line; how many of them are numbers, and how many are neither number nor missing. */
static guint
count_cells(TrammelSpan line,
            char separator,
            char decimal,
            const TrammelImport *import,
            guint *numbers,
            guint *words)
{
  const char *at = line.text, *end = line.text + line.length;
  gboolean more = TRUE;
  guint n = 0;

  *numbers = *words = 0;
  while (more) {
    TrammelSpan cell = trammel_csv_next_cell(&at, end, separator, &more);
    double value;

    n++;
    if (trammel_csv_parse_number(cell, decimal, &value))
      (*numbers)++;
    else if (!trammel_csv_is_missing(cell, import))
      (*words)++;
  }
  return n;
}

/* Share of the sample's numbers that a reading explains; 0 when lines disagree on the columns. */
static double
score(const Sample *sample, char separator, char decimal, const TrammelImport *import)
{
  guint columns = 0, agreeing = 0, good = 0, bad = 0;

  for (guint i = sample->n / 2; i < sample->n; i++) {
    guint numbers, words,
        n = count_cells(sample->line[i], separator, decimal, import, &numbers, &words);

    if (columns == 0)
      columns = n;
    agreeing += n == columns;
    good += numbers;
    bad += words;
  }
  if (good == 0 || columns < 2 || 10 * agreeing < 9 * (sample->n - sample->n / 2))
    return 0;
  return (double)good / (good + bad);
}

static void
sniff_separator(TrammelCsvLayout *layout, const Sample *sample, const TrammelImport *import)
{
  static const struct {
    char separator, decimal;
  } readings[] = {{'\t', '.'}, {';', '.'}, {'|', '.'}, {',', '.'}, {'\t', ','},
                  {';', ','},  {'|', ','}, {' ', '.'}, {' ', ','}};
  double best = 0;

  layout->separator = import && import->separator ? import->separator : ',';
  layout->decimal = import && import->decimal ? import->decimal : '.';
  for (guint i = 0; i < G_N_ELEMENTS(readings); i++) {
    double s;

    if (import && import->separator && import->separator != readings[i].separator)
      continue;
    if (import && import->decimal && import->decimal != readings[i].decimal)
      continue;
    s = score(sample, readings[i].separator, readings[i].decimal, import);
    if (s > best + 1e-9) {
      best = s;
      layout->separator = readings[i].separator;
      layout->decimal = readings[i].decimal;
    }
  }
}

/* Whether all cells of a line are units, some of them not empty. */
static gboolean
is_units(TrammelSpan line, char separator)
{
  const char *at = line.text, *end = line.text + line.length;
  gboolean more = TRUE, any = FALSE;

  while (more) {
    g_autofree char *text =
        trammel_span_dup(trammel_csv_next_cell(&at, end, separator, &more), NULL);
    gsize length = strlen(text);

    if (length >= 2 && (text[0] == '[' || text[0] == '(')) {
      text[length - 1] = '\0';
      memmove(text, text + 1, length - 1);
    }
    if (!trammel_unit_parse(text, NULL, NULL))
      return FALSE;
    any = any || *text;
  }
  return any;
}

static gboolean
is_words(const TrammelCsvLayout *layout, TrammelSpan line, const TrammelImport *import)
{
  guint numbers, words;

  count_cells(line, layout->separator, layout->decimal, import, &numbers, &words);
  return words > 0 && numbers == 0;
}

static void
sniff_header(TrammelCsvLayout *layout, const Sample *sample, const TrammelImport *import)
{
  guint at = 0;
  int header = import ? import->header_row : 0, units = import ? import->units_row : 0;

  if (header > 0)
    while (at < sample->n && sample->number[at] < (gsize)header)
      at++;
  layout->header_line = layout->units_line = 0;
  if (header > 0 || (header == 0 && at < sample->n && is_words(layout, sample->line[at], import)))
    layout->header_line = header > 0 ? (gsize)header : sample->number[at];
  if (layout->header_line > 0)
    at++;
  if (units > 0)
    layout->units_line = (gsize)units;
  else if (units == 0 && layout->header_line > 0 && at < sample->n &&
           is_units(sample->line[at], layout->separator))
    layout->units_line = sample->number[at];
  layout->first_line = MAX(layout->header_line, layout->units_line) + 1;
  if (import && layout->first_line <= (gsize)MAX(import->skip, 0))
    layout->first_line = (gsize)import->skip + 1;
}

void
trammel_csv_sniff(TrammelCsvLayout *layout,
                  const char *text,
                  const char *end,
                  const TrammelImport *import)
{
  g_autofree Sample *sample = g_new(Sample, 1);

  collect(sample, text, end, import);
  sniff_separator(layout, sample, import);
  sniff_header(layout, sample, import);
}
