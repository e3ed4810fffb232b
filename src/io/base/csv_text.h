/* Cells of the CSV files that the program writes: commas, points, RFC 4180 quotes. */
#pragma once

#include "io/base/json_writer.h"

G_BEGIN_DECLS

/* Appends a cell, in quotes if it holds a comma, a quote or a line break. */
void trammel_csv_append_text(GString *csv, const char *cell);

/* Writes a number in the format of the JSON files and returns `text`; empty when not finite. */
const char *trammel_csv_format_number(char text[TRAMMEL_NUMBER_SIZE], double value);

G_END_DECLS
