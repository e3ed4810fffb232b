/* Findings: results of a check, each with its place and, if one change of the project would correct
 * it, that change.
 *
 * fix_path is a path into the project file, such as `logs[0].channels[1].unit`; a path that ends in
 * `[]` appends to that array, which is made if it is missing. fix_value is the new value as
 * JSON. */
#pragma once

#include "io/base/json_writer.h"
#include "io/project/project.h"

G_BEGIN_DECLS

/* Severity as in the result file. */
typedef struct {
  const char *severity;        /* "info", "warning", "error" */
  const char *code;            /* stable word, e.g. "motor-without-channel" */
  char *text;                  /* a sentence with the remedy, in English */
  char *words;                 /* the sentence in the language of the user */
  char *log, *signal, *column; /* nullable: its place */
  char *fix_path, *fix_value;  /* nullable: see io/problem/finding.h */
  char **alternatives;         /* nullable: path and value in turn, of other fixes */
} TrammelFinding;

/* Place that a finding is about; members may be NULL. */
typedef struct {
  const char *log, *signal, *column;
} TrammelPlace;

/* Returns an array of TrammelFinding that frees its elements; free with g_array_unref(). */
GArray *trammel_findings_new(void);

/* Appends a finding. severity and code are static; place may be NULL; the text is formatted by
 * io/base/bilingual.h. */
void trammel_findings_add(GArray *findings,
                          const TrammelPlace *place,
                          const char *severity,
                          const char *code,
                          const char *format,
                          ...) G_GNUC_PRINTF(5, 6);

/* Sets the fix of the last finding; the value is JSON, in the other two functions a number or a
 * word. */
void trammel_findings_fix(GArray *findings, const char *value, const char *path_format, ...)
    G_GNUC_PRINTF(3, 4);
void trammel_findings_fix_number(GArray *findings, double value, const char *path_format, ...)
    G_GNUC_PRINTF(3, 4);
void trammel_findings_fix_word(GArray *findings, const char *word, const char *path_format, ...)
    G_GNUC_PRINTF(3, 4);

/* Adds an alternative to the fix of the last finding; the value is JSON. */
void trammel_findings_fix_also(GArray *findings, const char *value, const char *path_format, ...)
    G_GNUC_PRINTF(3, 4);

/* Appends a copy. */
void trammel_findings_copy(GArray *findings, const TrammelFinding *finding);

/* Sorts findings by severity, the worst first; the order is otherwise kept. */
void trammel_findings_sort(GArray *findings);

gboolean trammel_findings_contain(const GArray *findings, const char *code);

/* Writes { "severity", "code", "text" } and, if present, "log", "signal", "column", "fix": {
 * "path", "value" } and "alternatives", an array of such fixes. */
void trammel_finding_write(TrammelJsonWriter *json, const TrammelFinding *finding);

/* Returns "log/signal", "log" or "signal", "-" for neither; free with g_free(). */
char *trammel_finding_dup_where(const TrammelFinding *finding);

/* Returns the key by which the `ignore` list of a log names a finding: "jitter t", the code and the
 * signal or else the column, or the code alone; free with g_free(). */
char *trammel_finding_dup_key(const TrammelFinding *finding);

/* Removes the findings on logs that the project ignores; returns their number. */
guint trammel_findings_drop_ignored(GArray *findings, const TrammelProject *project);

/* Returns the value rounded to `digits` significant digits, for proposals. */
double trammel_round_digits(double value, int digits);

G_END_DECLS
