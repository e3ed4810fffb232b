#include "io/problem/finding.h"

#include <math.h>

#include "io/base/bilingual.h"
#include "io/project/private.h"

static void
clear_finding(gpointer data)
{
  TrammelFinding *finding = data;

  g_free(finding->text);
  g_free(finding->words);
  g_free(finding->log);
  g_free(finding->signal);
  g_free(finding->column);
  g_free(finding->fix_path);
  g_free(finding->fix_value);
  g_strfreev(finding->alternatives);
}

GArray *
trammel_findings_new(void)
{
  GArray *findings = g_array_new(FALSE, TRUE, sizeof(TrammelFinding));

  g_array_set_clear_func(findings, clear_finding);
  return findings;
}

void
trammel_findings_add(GArray *findings,
                     const TrammelPlace *place,
                     const char *severity,
                     const char *code,
                     const char *format,
                     ...)
{
  TrammelFinding finding = {.severity = severity, .code = code};
  va_list arguments;

  va_start(arguments, format);
  trammel_bilingual_format(&finding.text, &finding.words, format, arguments);
  va_end(arguments);
  if (place) {
    finding.log = g_strdup(place->log);
    finding.signal = g_strdup(place->signal);
    finding.column = g_strdup(place->column);
  }
  g_array_append_val(findings, finding);
}

/* Both are taken. */
static void
set_fix(GArray *findings, char *path, char *value)
{
  TrammelFinding *last = &g_array_index(findings, TrammelFinding, findings->len - 1);

  g_free(last->fix_path);
  g_free(last->fix_value);
  last->fix_path = path;
  last->fix_value = value;
}

void
trammel_findings_fix(GArray *findings, const char *value, const char *path_format, ...)
{
  va_list arguments;

  va_start(arguments, path_format);
  set_fix(findings, g_strdup_vprintf(path_format, arguments), g_strdup(value));
  va_end(arguments);
}

void
trammel_findings_fix_number(GArray *findings, double value, const char *path_format, ...)
{
  char text[TRAMMEL_NUMBER_SIZE];
  va_list arguments;

  va_start(arguments, path_format);
  set_fix(findings, g_strdup_vprintf(path_format, arguments),
          g_strdup(trammel_json_format_number(text, value)));
  va_end(arguments);
}

void
trammel_findings_fix_word(GArray *findings, const char *word, const char *path_format, ...)
{
  GString *json = g_string_new(NULL);
  va_list arguments;

  trammel_json_append_quoted(json, word);
  va_start(arguments, path_format);
  set_fix(findings, g_strdup_vprintf(path_format, arguments), g_string_free(json, FALSE));
  va_end(arguments);
}

void
trammel_findings_fix_also(GArray *findings, const char *value, const char *path_format, ...)
{
  TrammelFinding *last = &g_array_index(findings, TrammelFinding, findings->len - 1);
  guint n = last->alternatives ? g_strv_length(last->alternatives) : 0;
  va_list arguments;

  last->alternatives = g_renew(char *, last->alternatives, n + 3);
  va_start(arguments, path_format);
  last->alternatives[n] = g_strdup_vprintf(path_format, arguments);
  va_end(arguments);
  last->alternatives[n + 1] = g_strdup(value);
  last->alternatives[n + 2] = NULL;
}

void
trammel_findings_copy(GArray *findings, const TrammelFinding *finding)
{
  TrammelFinding copy = *finding;

  copy.text = g_strdup(finding->text);
  copy.words = g_strdup(finding->words);
  copy.log = g_strdup(finding->log);
  copy.signal = g_strdup(finding->signal);
  copy.column = g_strdup(finding->column);
  copy.fix_path = g_strdup(finding->fix_path);
  copy.fix_value = g_strdup(finding->fix_value);
  copy.alternatives = g_strdupv(finding->alternatives);
  g_array_append_val(findings, copy);
}

static int
rank_severity(const TrammelFinding *finding)
{
  return g_str_equal(finding->severity, "error")     ? 0
         : g_str_equal(finding->severity, "warning") ? 1
                                                     : 2;
}

static int
compare_findings(const void *a, const void *b)
{
  return rank_severity(a) - rank_severity(b);
}

void
trammel_findings_sort(GArray *findings)
{
  g_array_sort(findings, compare_findings);
}

gboolean
trammel_findings_contain(const GArray *findings, const char *code)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal(g_array_index(findings, TrammelFinding, i).code, code))
      return TRUE;
  return FALSE;
}

static void
write_if_set(TrammelJsonWriter *json, const char *key, const char *value)
{
  if (value)
    trammel_json_writer_add_string(json, key, value);
}

static void
write_fix(TrammelJsonWriter *json, const char *path, const char *value)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "path", path);
  trammel_json_writer_key(json, "value");
  trammel_json_writer_raw(json, value);
  trammel_json_writer_end_object(json);
}

void
trammel_finding_write(TrammelJsonWriter *json, const TrammelFinding *finding)
{
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "severity", finding->severity);
  trammel_json_writer_add_string(json, "code", finding->code);
  trammel_json_writer_add_string(json, "text", finding->text);
  write_if_set(json, "log", finding->log);
  write_if_set(json, "signal", finding->signal);
  write_if_set(json, "column", finding->column);
  if (finding->fix_path) {
    trammel_json_writer_key(json, "fix");
    write_fix(json, finding->fix_path, finding->fix_value);
  }
  if (finding->alternatives) {
    trammel_json_writer_key(json, "alternatives");
    trammel_json_writer_begin_array(json);
    for (char **fix = finding->alternatives; *fix; fix += 2)
      write_fix(json, fix[0], fix[1]);
    trammel_json_writer_end_array(json);
  }
  trammel_json_writer_end_object(json);
}

char *
trammel_finding_dup_where(const TrammelFinding *finding)
{
  if (finding->log && finding->signal)
    return g_strdup_printf("%s/%s", finding->log, finding->signal);
  if (finding->log && finding->column)
    return g_strdup_printf("%s/%s", finding->log, finding->column);
  if (finding->log)
    return g_strdup(finding->log);
  return g_strdup(finding->signal ? finding->signal : finding->column ? finding->column : "-");
}

char *
trammel_finding_dup_key(const TrammelFinding *finding)
{
  const char *about = finding->signal ? finding->signal : finding->column;

  return about ? g_strdup_printf("%s %s", finding->code, about) : g_strdup(finding->code);
}

static gboolean
is_ignored(const TrammelFinding *finding, const TrammelProject *project)
{
  g_autofree char *key = trammel_finding_dup_key(finding);

  for (guint i = 0; finding->log && i < trammel_project_get_n_logs(project); i++) {
    const TrammelLogEntry *entry = trammel_project_get_log(project, i);
    if (g_str_equal(entry->name, finding->log) && entry->ignore &&
        g_strv_contains((const char *const *)entry->ignore, key))
      return TRUE;
  }
  return FALSE;
}

guint
trammel_findings_drop_ignored(GArray *findings, const TrammelProject *project)
{
  guint before = findings->len;

  for (guint i = findings->len; i > 0; i--)
    if (is_ignored(&g_array_index(findings, TrammelFinding, i - 1), project))
      g_array_remove_index(findings, i - 1);
  return before - findings->len;
}

double
trammel_round_digits(double value, int digits)
{
  if (value == 0 || !isfinite(value))
    return value;

  double unit = pow(10, floor(log10(fabs(value))) + 1 - digits);
  /* division by the reciprocal keeps decimal fractions exact */
  return unit >= 1 ? unit * round(value / unit) : round(value / unit) / round(1 / unit);
}
