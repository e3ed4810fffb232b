/* Results for the tests of the exports, and a folder for the files that they write. */
#pragma once

#include "io/export/result.h"

typedef struct {
  const char *id, *unit;
  double value, sigma; /* sigma < 0: not identifiable; value NAN: null */
} ExportValue;

/* Returns the text of a result with these parameters, `n_history` iterations and correlations of
 * 0.5; free with g_free(). */
char *export_fixture_make_text(const ExportValue *values, guint n, guint n_history);

/* Parses a valid text; free with trammel_export_result_free(). */
TrammelExportResult *export_fixture_parse(const char *text);

TrammelExportResult *export_fixture_new(const ExportValue *values, guint n);

/* Makes a temporary folder, which exists until the end of the program. */
void export_fixture_begin(void);
char *export_fixture_make_path(const char *name);
void export_fixture_end(void);
