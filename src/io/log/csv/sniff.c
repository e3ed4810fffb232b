#include "io/log/csv/sniff.h"

#include <string.h>

#include "io/log/text/cell.h"
#include "io/log/text/number.h"
#include "io/units/units.h"

/* Number of lines in the sample. */
enum { MAX_LINES = 200 };

typedef struct {
  TrammelSpan line[MAX_LINES];
  gsize number[MAX_LINES]; /* 1-based in the text */
  guint n;
  TrammelSpan comment; /* the last one above the first line */
  gsize comment_number;
} Sample;

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

TrammelSpan
trammel_csv_strip_comment(TrammelSpan line, const TrammelImport *import)
{
  gsize i = 0;

  if (trammel_span_is_blank(line) || !trammel_csv_is_comment(line, import))
    return line;
  while (line.text[i] == ' ' || line.text[i] == '\t')
    i++;
  i++;
  return (TrammelSpan){line.text + i, line.length - i};
}

static void
collect(Sample *sample, const char *text, const char *end, const TrammelImport *import)
{
  TrammelSpan line;
  gsize number = 0;

  sample->n = 0;
  sample->comment_number = 0;
  while (sample->n < MAX_LINES && trammel_csv_next_line(&text, end, &line)) {
    number++;
    if (import && number <= (gsize)MAX(import->skip, 0))
      continue;
    if (trammel_csv_is_comment(line, import)) {
      if (sample->n == 0 && !trammel_span_is_blank(line)) {
        sample->comment = trammel_csv_strip_comment(line, import);
        sample->comment_number = number;
      }
      continue;
    }
    sample->line[sample->n] = line;
    sample->number[sample->n++] = number;
  }
}

/* Returns the number of cells of a line; counts those that are numbers and those that are neither
 * number nor missing. */
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
    else if (!trammel_cell_is_missing(cell, import ? (const char *const *)import->missing : NULL))
      (*words)++;
  }
  return n;
}

/* Returns the share of the sample's cells that are numbers with this separator and decimal sign, a
 * little more when the first line has as many cells as the values; 0 when lines disagree on the
 * columns. */
static double
score(const Sample *sample, char separator, char decimal, const TrammelImport *import)
{
  guint columns = 0, agreeing = 0, good = 0, bad = 0, unused[2];

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
  return (double)good / (good + bad) +
         1e-3 * (count_cells(sample->line[0], separator, decimal, import, &unused[0], &unused[1]) ==
                 columns);
}

static void
sniff_separator(TrammelCsvLayout *layout, const Sample *sample, const TrammelImport *import)
{
  static const struct {
    char separator, decimal;
  } readings[] = {{'\t', '.'}, {';', '.'}, {'|', '.'}, {',', '.'}, {'\t', ','},
                  {';', ','},  {'|', ','}, {' ', '.'}, {' ', ','}, {',', ','}};
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

/* TRUE if all cells of a line are units, some of them not empty. */
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

/* TRUE if the last comment has a word for every column. */
static gboolean
is_header_comment(const TrammelCsvLayout *layout, const Sample *sample, const TrammelImport *import)
{
  guint numbers, words, n;

  if (sample->comment_number == 0 || sample->n == 0)
    return FALSE;
  n = count_cells(sample->line[0], layout->separator, layout->decimal, import, &numbers, &words);
  return n == count_cells(sample->comment, layout->separator, layout->decimal, import, &numbers,
                          &words) &&
         words == n && n >= 2;
}

/* Returns the first line that does not consist of words only; 1 in a file of words. */
static guint
find_values(const TrammelCsvLayout *layout, const Sample *sample, const TrammelImport *import)
{
  for (guint i = 0; i < sample->n; i++)
    if (!is_words(layout, sample->line[i], import))
      return i;
  return MIN(1, sample->n);
}

static guint
count_columns(const TrammelCsvLayout *layout, TrammelSpan line, const TrammelImport *import)
{
  guint numbers, words;

  return count_cells(line, layout->separator, layout->decimal, import, &numbers, &words);
}

/* Returns the header line: of the lines of words above the values the first with as many cells as
 * they have, else the last; instruments write remarks above the header and types or units below. */
static guint
find_header(const TrammelCsvLayout *layout,
            const Sample *sample,
            guint values,
            const TrammelImport *import)
{
  if (values < sample->n)
    for (guint i = 0; i < values; i++)
      if (count_columns(layout, sample->line[i], import) ==
          count_columns(layout, sample->line[values], import))
        return i;
  return values - 1;
}

/* Returns the index of the first line after a 1-based number. */
static guint
find_behind(const Sample *sample, gsize number)
{
  guint at = 0;

  while (at < sample->n && sample->number[at] <= number)
    at++;
  return at;
}

static void
sniff_header(TrammelCsvLayout *layout, const Sample *sample, const TrammelImport *import)
{
  int header = import ? import->header_row : 0, units = import ? import->units_row : 0;
  guint values = find_values(layout, sample, import), below;

  layout->header_line = layout->units_line = 0;
  layout->first_line = values < sample->n ? sample->number[values] : 1;
  if (header > 0)
    layout->header_line = (gsize)header;
  else if (header == 0 && values > 0)
    layout->header_line = sample->number[find_header(layout, sample, values, import)];
  else if (header == 0 && is_header_comment(layout, sample, import))
    layout->header_line = sample->comment_number;

  below = find_behind(sample, layout->header_line);
  if (units > 0)
    layout->units_line = (gsize)units;
  else if (units == 0 && layout->header_line > 0 && below < sample->n &&
           is_units(sample->line[below], layout->separator))
    layout->units_line = sample->number[below];

  /* with an explicit "no header" every line counts */
  if (header != 0)
    layout->first_line = 1;
  layout->first_line = MAX(layout->first_line, MAX(layout->header_line, layout->units_line) + 1);
  if (import)
    layout->first_line = MAX(layout->first_line, (gsize)MAX(import->skip, 0) + 1);
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
