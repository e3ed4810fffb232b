#include "io/export/c_header.h"

#include <math.h>
#include <string.h>

#include "io/base/json_writer.h"
#include "io/export/meaning.h"

/* Returns "BODY_ARM_MASS" for "body.arm.mass"; a name never begins with a digit or "_". */
static char *
make_name(const char *text)
{
  GString *name = g_string_new(NULL);

  for (const char *c = text; *c; c++)
    g_string_append_c(name, g_ascii_isalnum(*c) ? g_ascii_toupper(*c) : '_');
  if (!g_ascii_isalpha(name->str[0]))
    g_string_prepend(name, "P_");
  return g_string_free(name, FALSE);
}

/* Returns a name that is not among the `taken` and adds it to them; they own it. */
static const char *
take_name(GHashTable *taken, const char *id)
{
  g_autofree char *wanted = make_name(id);
  char *name = g_strdup(wanted);

  for (guint i = 2; g_hash_table_contains(taken, name); i++) {
    g_free(name);
    name = g_strdup_printf("%s_%u", wanted, i);
  }
  g_hash_table_add(taken, name);
  return name;
}

/* Appends a text of the user within a comment, which it neither ends nor begins anew. */
static void
append_comment(GString *header, const char *text)
{
  for (const char *c = text; *c; c++)
    if ((c[0] == '*' && c[1] == '/') || (c[0] == '/' && c[1] == '*'))
      g_string_append_printf(header, "%c ", *c);
    else if (g_ascii_iscntrl(*c))
      g_string_append_c(header, ' ');
    else
      g_string_append_c(header, *c);
}

static void
append_head(GString *header, const TrammelExportResult *result, const char *date)
{
  g_autofree char *from = g_path_get_basename(result->path);
  g_autofree char *origin = g_strdup_printf("%s, %s: values of %s in SI units, with their standard "
                                            "deviations.",
                                            result->program, date, from);
  g_autofree char *meaning = trammel_export_result_dup_meaning(result);
  g_autofree char *status = g_strdup_printf("%s: %s",
                                            g_str_equal(result->status, "converged")
                                                ? "The run converged"
                                                : "CAUTION, the run did not converge",
                                            result->message);

  g_string_append(header, "/* ");
  append_comment(header, origin);
  g_string_append(header, "\n * ");
  append_comment(header, meaning);
  g_string_append(header, "\n * ");
  append_comment(header, status);
  g_string_append(header, "\n * Project: SHA-256 ");
  append_comment(header, result->project_sha256);
  g_string_append(header, " */\n");
}

static void
append_define(GString *header, const char *name, const char *suffix, double value)
{
  char number[TRAMMEL_NUMBER_SIZE];

  trammel_json_format_number(number, value);
  /* a number without a point or exponent would be an int; a negative one needs brackets */
  g_string_append_printf(header, value < 0 ? "#define %s%s (%s%s)\n" : "#define %s%s %s%s\n", name,
                         suffix, number, strpbrk(number, ".eE") ? "" : ".0");
}

static void
append_parameter(GString *header, const TrammelExportParameter *p, const char *name)
{
  static const char *const remarks[][2] = {{"not-identifiable", "; NOT DETERMINED by the logs"},
                                           {"at-bound", "; AT ITS BOUND"},
                                           {"stepper-value", "; stepper-value"},
                                           {"bad-fit", "; the model does not fit the logs"}};

  g_string_append(header, "\n/* ");
  append_comment(header, p->id);
  if (!g_str_equal(p->unit, "1")) {
    g_string_append(header, " [");
    append_comment(header, p->unit);
    g_string_append(header, "]");
  }
  for (gsize i = 0; i < G_N_ELEMENTS(remarks); i++)
    g_string_append(header, trammel_export_parameter_has(p, remarks[i][0]) ? remarks[i][1] : "");
  g_string_append(header, " */\n");
  if (!isfinite(p->value))
    return;
  append_define(header, name, "", p->value);
  if (!trammel_export_parameter_has(p, "not-identifiable") && isfinite(p->sigma))
    append_define(header, name, "_SIGMA", p->sigma);
}

char *
trammel_export_c_header(const TrammelExportResult *result, const char *path, const char *date)
{
  g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *base = g_path_get_basename(path);
  const char *guard = take_name(taken, base);
  GString *header = g_string_new(NULL);

  append_head(header, result, date);
  g_string_append_printf(header, "#ifndef %s\n#define %s\n", guard, guard);
  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *p = trammel_export_result_get_parameter(result, i);
    append_parameter(header, p, take_name(taken, p->id));
  }
  g_string_append(header, "\n#endif\n");
  return g_string_free(header, FALSE);
}
