/* Findings: what a check has to say, with its place and, where one change would mend it, the
 * change.
 *
 * fix_path is a path into the project file, such as `logs[0].channels[1].unit`; a path that ends in
 * `[]` appends to that array, which may have to be made.  fix_value is the new value as JSON. */
#pragma once

#include "io/base/json_writer.h"
#include "io/project/project.h"

G_BEGIN_DECLS

/* Severity as in the result file. */
typedef struct {
  const char *severity;        /* "info", "warning", "error" */
  const char *code;            /* stable word, e.g. "motor-without-channel" */
  char *text;                  /* a sentence with the remedy, in English */
  char *words;                 /* the same in the language of the user */
  char *log, *signal, *column; /* nullable: what it is about */
  char *fix_path, *fix_value;  /* nullable: see io/problem/finding.h */
  char **alternatives;         /* nullable: path and value by turns, of other fixes */
} TrammelFinding;

/* What a finding is about; members may be NULL. */
typedef struct {
  const char *log, *signal, *column;
} TrammelPlace;

/* An array of TrammelFinding that frees what they own. */
GArray *trammel_findings_new(void);

/* severity and code are static; place may be NULL; the text is formatted by io/base/bilingual.h. */
void trammel_findings_add(GArray *findings,
                          const TrammelPlace *place,
                          const char *severity,
                          const char *code,
                          const char *format,
                          ...) G_GNUC_PRINTF(5, 6);

/* Gives the last finding its fix; the value is JSON (a number or a word, see below). */
void trammel_findings_fix(GArray *findings, const char *value, const char *path_format, ...)
    G_GNUC_PRINTF(3, 4);
void trammel_findings_fix_number(GArray *findings, double value, const char *path_format, ...)
    G_GNUC_PRINTF(3, 4);
void trammel_findings_fix_word(GArray *findings, const char *word, const char *path_format, ...)
    G_GNUC_PRINTF(3, 4);

/* Another change, JSON as well, that would do instead of the fix of the last finding. */
void trammel_findings_fix_also(GArray *findings, const char *value, const char *path_format, ...)
    G_GNUC_PRINTF(3, 4);

/* Appends a copy. */
void trammel_findings_copy(GArray *findings, const TrammelFinding *finding);

/* The worst first, otherwise as they are. */
void trammel_findings_sort(GArray *findings);

gboolean trammel_findings_contain(const GArray *findings, const char *code);

/* { "severity", "code", "text" } and, where there are, "log", "signal", "column", "fix": {
 * "path", "value" } and "alternatives", an array of such. */
void trammel_finding_write(TrammelJsonWriter *json, const TrammelFinding *finding);

/* "log/signal", "log" or "signal", "-" for neither; free with g_free(). */
char *trammel_finding_dup_where(const TrammelFinding *finding);

/* How the `ignore` of a log names a finding: "jitter t", the code and what it is about (the signal,
 * else the column), or the code alone; free with g_free(). */
char *trammel_finding_dup_key(const TrammelFinding *finding);

/* Takes away the findings on logs that the project says to ignore; returns how many they were. */
guint trammel_findings_drop_ignored(GArray *findings, const TrammelProject *project);

/* To `digits` significant digits, for proposals. */
double trammel_round_digits(double value, int digits);

G_END_DECLS
