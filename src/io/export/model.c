#include "io/export/model.h"

#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/ending.h"
#include "io/base/error.h"
#include "io/base/json_writer.h"
#include "io/base/name_suggestion.h"
#include "io/export/construction.h"
#include "io/export/meaning.h"

/* Differences between the two formats. */
typedef struct {
  const char *name;
  gboolean (*check)(TrammelModelExport *export, GError **error);
  gboolean (*can_express)(TrammelSlot slot);
  void (*write_part)(TrammelModelExport *export, const TrammelModelPart *part);
} Format;

static const struct {
  const char *kind, *quantity;
  TrammelSlot slot;
} slots[] = {{"body", "mass", TRAMMEL_SLOT_MASS},
             {"body", "com.x", TRAMMEL_SLOT_COM_X},
             {"body", "com.y", TRAMMEL_SLOT_COM_Y},
             {"body", "com.z", TRAMMEL_SLOT_COM_Z},
             {"body", "inertia.xx", TRAMMEL_SLOT_XX},
             {"body", "inertia.yy", TRAMMEL_SLOT_YY},
             {"body", "inertia.zz", TRAMMEL_SLOT_ZZ},
             {"body", "inertia.xy", TRAMMEL_SLOT_XY},
             {"body", "inertia.xz", TRAMMEL_SLOT_XZ},
             {"body", "inertia.yz", TRAMMEL_SLOT_YZ},
             {"joint", "viscous", TRAMMEL_SLOT_VISCOUS},
             {"joint", "coulomb", TRAMMEL_SLOT_COULOMB},
             {"joint", "stiffness", TRAMMEL_SLOT_STIFFNESS},
             {"joint", "rest", TRAMMEL_SLOT_REST},
             {"motor", "rotor_inertia", TRAMMEL_SLOT_ROTOR}};

/* Reasons in the error about a file in which nothing can be written. */
enum { MOST_REASONS = 5 };

static void
clear_part(gpointer data)
{
  g_free(((TrammelModelPart *)data)->name);
}

static void
free_value(gpointer data)
{
  TrammelExportParameter *value = data;

  g_free(value->id);
  g_free(value);
}

const TrammelExportParameter *
trammel_model_export_add_value(
    TrammelModelExport *export, char *id, const char *unit, double value, double sigma)
{
  TrammelExportParameter *added = g_new0(TrammelExportParameter, 1);

  added->id = id;
  added->unit = (char *)unit;
  added->flags = (char *)"";
  added->value = value;
  added->sigma = sigma;
  added->identifiable = TRUE;
  g_ptr_array_add(export->values, added);
  return added;
}

void
trammel_model_export_note(TrammelModelExport *export,
                          const TrammelExportParameter *parameter,
                          const char *where,
                          double old)
{
  char value[TRAMMEL_NUMBER_SIZE], sigma[TRAMMEL_NUMBER_SIZE], before[TRAMMEL_NUMBER_SIZE];
  GString *line = g_string_new(parameter->id);

  g_string_append_printf(line, " = %s", trammel_json_format_number(value, parameter->value));
  if (isfinite(parameter->sigma))
    g_string_append_printf(line, " +/- %s",
                           g_ascii_formatd(sigma, sizeof sigma, "%.2g", parameter->sigma));
  if (!g_str_equal(parameter->unit, "1"))
    g_string_append_printf(line, " %s", parameter->unit);
  g_string_append_printf(line, ": %s", where);
  if (isfinite(old))
    g_string_append_printf(line, ", was %s", trammel_json_format_number(before, old));
  if (*parameter->flags)
    g_string_append_printf(line, " [%s]", parameter->flags);
  g_ptr_array_add(export->changed, g_string_free(line, FALSE));
}

void
trammel_model_export_skip(TrammelModelExport *export,
                          const TrammelModelPart *part,
                          TrammelSlot first,
                          TrammelSlot last,
                          const char *format,
                          ...)
{
  GString *line = g_string_new(NULL);
  va_list arguments;

  for (guint i = first; i <= last; i++)
    if (part->slots[i])
      g_string_append_printf(line, "%s%s", line->len > 0 ? ", " : "", part->slots[i]->id);
  if (line->len > 0) {
    g_string_append(line, ": ");
    va_start(arguments, format);
    g_autofree char *words = trammel_bilingual_dup_valist(format, arguments);
    va_end(arguments);
    g_string_append(line, words);
    g_ptr_array_add(export->skipped, g_string_free(line, FALSE));
  } else {
    g_string_free(line, TRUE);
  }
}

static gboolean
is_at(const TrammelXmlElement *element, const TrammelModelPlace *place)
{
  if (place->tag && !g_str_equal(element->name, place->tag))
    return FALSE;
  for (element = element->parent; element; element = element->parent)
    if (g_str_equal(element->name, place->ancestor))
      return TRUE;
    else if (place->directly)
      return FALSE;
  return FALSE;
}

const TrammelXmlElement *
trammel_model_export_find(TrammelModelExport *export,
                          const TrammelModelPart *part,
                          const TrammelModelPlace *place)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  g_autofree char *nearest = NULL;

  for (guint i = 0; i < export->xml->elements->len; i++) {
    const TrammelXmlElement *element = g_ptr_array_index(export->xml->elements, i);
    const char *name = trammel_xml_get_value(element, "name");
    if (!name || !is_at(element, place))
      continue;
    if (g_str_equal(name, part->name))
      return element;
    g_ptr_array_add(names, (char *)name);
  }
  g_ptr_array_add(names, NULL);
  nearest = trammel_name_suggest(part->name, (const char *const *)names->pdata);
  trammel_model_export_skip(export, part, 0, TRAMMEL_N_SLOTS - 1,
                            "the file has no %s '%s' in <%s>; nearest: %s",
                            place->tag ? place->tag : part->kind, part->name, place->ancestor,
                            nearest ? nearest : TRAMMEL_WORD("none at all"));
  return NULL;
}

char *
trammel_model_export_describe(const TrammelXmlElement *element)
{
  const char *name = trammel_xml_get_value(element, "name");

  return name
             ? trammel_bilingual_dup("<%s name='%s'> (line %u)", element->name, name, element->line)
             : trammel_bilingual_dup("<%s> (line %u)", element->name, element->line);
}

TrammelModelPart
trammel_model_part_as_joint(const TrammelModelPart *part, const char *name)
{
  TrammelModelPart joint = *part;

  joint.kind = "joint";
  joint.name = (char *)name;
  return joint;
}

gboolean
trammel_model_part_has(const TrammelModelPart *part, TrammelSlot first, TrammelSlot last)
{
  for (guint i = first; i <= last; i++)
    if (part->slots[i])
      return TRUE;
  return FALSE;
}

void
trammel_model_export_set(TrammelModelExport *export,
                         const TrammelXmlElement *element,
                         const TrammelModelPart *part,
                         TrammelSlotAttribute in)
{
  const char *attribute = in.name;
  const double *defaults = in.defaults;
  TrammelSlot first = in.first;
  guint n = in.n;
  g_autofree char *where = trammel_model_export_describe(element);
  g_autofree double *values = g_new0(double, n), *old = g_new0(double, n);
  g_autofree gboolean *changed = g_new0(gboolean, n);
  gboolean missing = !trammel_xml_find_attribute(element, attribute);
  g_autofree char *place =
      g_strdup_printf("%s of %s%s", attribute, where, missing ? ", added" : "");

  if (!trammel_model_part_has(part, first, first + n - 1))
    return;
  if (missing && !defaults) {
    trammel_model_export_skip(export, part, first, first + n - 1,
                              "%s has no attribute '%s'; add it", where, attribute);
    return;
  }
  if (missing)
    memcpy(values, defaults, n * sizeof *values);
  else if (!trammel_xml_get_numbers(element, attribute, values, n)) {
    g_autofree char *wanted = trammel_bilingual_dup_plural(n, "%u number", "%u numbers", n);
    trammel_model_export_skip(export, part, first, first + n - 1,
                              "%s has %s=\"%s\", which is not %s; expand macros first", where,
                              attribute, trammel_xml_get_value(element, attribute), wanted);
    return;
  }
  for (guint i = 0; i < n; i++) {
    const TrammelExportParameter *parameter = part->slots[first + i];
    old[i] = missing ? NAN : values[i];
    changed[i] = parameter != NULL;
    if (parameter) {
      values[i] = parameter->value;
      trammel_model_export_note(export, parameter, place, old[i]);
    }
  }
  trammel_xml_set_numbers(export->xml, element, attribute, values, changed, n);
}

void
trammel_model_turn(double out[6], const double in[6], const double r[9], gboolean transposed)
{
  static const int at[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) {
      double sum = 0;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
          sum += (transposed ? r[3 * k + i] * r[3 * l + j] : r[3 * i + k] * r[3 * j + l]) *
                 in[at[k][l]];
      out[at[i][j]] = sum;
    }
}

TrammelModelPart *
trammel_model_find_part(GArray *parts, const char *kind, const char *name)
{
  TrammelModelPart part = {.kind = kind, .name = NULL};

  for (guint i = 0; i < parts->len; i++) {
    TrammelModelPart *known = &g_array_index(parts, TrammelModelPart, i);
    if (g_str_equal(known->kind, kind) && g_str_equal(known->name, name))
      return known;
  }
  part.name = g_strdup(name);
  g_array_append_val(parts, part);
  return &g_array_index(parts, TrammelModelPart, parts->len - 1);
}

/* Returns the reason why the format cannot store a parameter; NULL when it can: sets *slot and
 * *kind. */
static const char *
find_slot(const Format *format,
          const TrammelExportParameter *parameter,
          char *const *words,
          const char **kind,
          TrammelSlot *slot)
{
  for (gsize i = 0; i < G_N_ELEMENTS(slots) && g_strv_length((char **)words) == 3; i++)
    if (g_str_equal(words[0], slots[i].kind) && g_str_equal(words[2], slots[i].quantity)) {
      *kind = slots[i].kind;
      *slot = slots[i].slot;
      if (!format->can_express(*slot))
        break;
      if (*slot == TRAMMEL_SLOT_COULOMB && g_str_equal(parameter->unit, "1"))
        return TRAMMEL_WORD(", whose friction does not depend on the load of the joint");
      return NULL;
    }
  return "";
}

static void
skip_value(TrammelModelExport *export,
           const TrammelExportParameter *parameter,
           const char *why,
           const char *hint)
{
  g_ptr_array_add(export->skipped, g_strdup_printf("%s: %s%s", parameter->id, why, hint));
}

/* Says first that a set of values is written in part: values that are known only together must be
 * used together. */
static void
report_mix(TrammelModelExport *export, guint n_kept, const char *hint)
{
  g_autofree char *text = trammel_bilingual_dup(
      "%u values are determined only together with others, so the file keeps its own; with those "
      "that are written it may then move differently from the identified mechanism%s",
      n_kept, hint);

  g_ptr_array_insert(export->skipped, 0, g_steal_pointer(&text));
}

/* Sorts the parameters by body, joint and motor; parameters that cannot be written are recorded at
 * once. */
static GArray *
collect_parts(TrammelModelExport *export,
              const Format *format,
              const TrammelExportResult *result,
              const TrammelModelOrder *order)
{
  const char *hint = order->force_hint ? order->force_hint : "";
  GArray *parts = g_array_new(FALSE, FALSE, sizeof(TrammelModelPart));
  guint n_kept = 0;

  g_array_set_clear_func(parts, clear_part);
  for (guint i = 0; i < result->parameters->len; i++) {
    const TrammelExportParameter *parameter = trammel_export_result_get_parameter(result, i);
    g_auto(GStrv) words = g_strsplit(parameter->id, ".", 3);
    const char *kind = NULL, *why;
    TrammelSlot slot = TRAMMEL_N_SLOTS;

    why = find_slot(format, parameter, words, &kind, &slot);
    if (why) {
      g_autofree char *reason = trammel_bilingual_dup("not expressible in %s%s", format->name, why);
      skip_value(export, parameter, reason, "");
    } else if (!isfinite(parameter->value))
      skip_value(export, parameter, TRAMMEL_WORD("the result has no value for it"), "");
    else if (trammel_export_parameter_has(parameter, "not-identifiable") && !order->force) {
      skip_value(export, parameter, TRAMMEL_WORD("not identifiable, so the file keeps its value"),
                 hint);
      n_kept++;
    } else
      trammel_model_find_part(parts, kind, words[1])->slots[slot] = parameter;
  }
  if (n_kept > 1 && parts->len > 0)
    report_mix(export, n_kept, hint);
  return parts;
}

/* Appends text to the comment; two hyphens, as in a name, are separated by a blank. */
static void
append_comment_text(GString *comment, const char *text)
{
  for (const char *at = text; *at; at++) {
    if (*at == '-' && comment->len > 0 && comment->str[comment->len - 1] == '-')
      g_string_append_c(comment, ' ');
    g_string_append_c(comment, g_ascii_iscntrl(*at) ? ' ' : *at);
  }
}

/* Appends a list to the comment, without the hint on an option, whose two hyphens must not meet. */
static void
append_comment_lines(GString *comment,
                     const char *title,
                     const GPtrArray *lines,
                     const char *hint,
                     const char *newline)
{
  if (lines->len == 0)
    return;
  g_string_append_printf(comment, "%s  %s:", newline, title);
  for (guint i = 0; i < lines->len; i++) {
    const char *line = g_ptr_array_index(lines, i);
    g_autofree char *marked =
        g_strndup(line, strlen(line) - (hint && g_str_has_suffix(line, hint) ? strlen(hint) : 0));
    g_autofree char *text = trammel_bilingual_dup_english(marked);
    g_string_append_printf(comment, "%s    ", newline);
    append_comment_text(comment, text);
  }
}

static void
add_comment(TrammelModelExport *export,
            const TrammelExportResult *result,
            const TrammelModelOrder *order)
{
  const char *newline = trammel_xml_get_newline(export->xml);
  g_autoptr(GString) comment = g_string_new("<!-- ");
  g_autofree char *from = g_path_get_basename(result->path);
  g_autofree char *base = g_path_get_basename(order->model);
  g_autofree char *head = g_strdup_printf(
      "%s, %s: values of %s (%s)%s written into %s; nothing else was changed.", result->program,
      order->date, from, result->status, order->construction ? ", limits and gears" : "", base);
  g_autofree char *meaning = trammel_export_result_dup_meaning(result);

  /* a declaration without a line break after it */
  if (export->xml->prologue > 0 && export->xml->text[export->xml->prologue - 1] == '>')
    g_string_prepend(comment, newline);
  append_comment_text(comment, head);
  g_string_append_printf(comment, "%s  ", newline);
  append_comment_text(comment, meaning);
  append_comment_lines(comment, "changed", export->changed, NULL, newline);
  append_comment_lines(comment, "not written", export->skipped, order->force_hint, newline);
  g_string_append_printf(comment, " -->%s", newline);
  trammel_xml_replace(export->xml, export->xml->prologue, export->xml->prologue, comment->str);
}

/* Returns one note for each reason of several, at most MOST_REASONS; free with g_free(). */
static char *
summarize(const GPtrArray *notes)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  GString *text = g_string_new(NULL);

  for (guint i = 0; i < notes->len && g_hash_table_size(seen) < MOST_REASONS; i++) {
    const char *note = g_ptr_array_index(notes, i), *colon = strstr(note, ": ");

    if (g_hash_table_add(seen, (gpointer)(colon ? colon : note)))
      g_string_append_printf(text, "%s%s", text->len > 0 ? "; " : "", note);
  }
  return g_string_free(text, FALSE);
}

static gboolean
check_changed(const TrammelModelExport *export, const char *model, GError **error)
{
  g_autofree char *reasons = NULL;

  if (export->changed->len > 0)
    return TRUE;
  reasons = summarize(export->skipped);
  trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                    "%s: none of the result's values can be written into it%s%s", model,
                    *reasons ? ": " : TRAMMEL_WORD(", since it has none"), reasons);
  return FALSE;
}

static GBytes *
write_model(TrammelModelExport *export,
            const Format *format,
            const TrammelExportResult *result,
            const TrammelModelOrder *order,
            GError **error)
{
  g_autoptr(GArray) parts = NULL;
  gsize length;

  export->format = format->name;
  if (!format->check(export, error))
    return NULL;
  parts = collect_parts(export, format, result, order);
  if (order->construction && !trammel_export_construction_add(export, parts, order->construction))
    g_ptr_array_add(export->skipped,
                    g_strdup(TRAMMEL_WORD("the model has neither limits nor gears")));
  for (guint i = 0; i < parts->len; i++)
    format->write_part(export, &g_array_index(parts, TrammelModelPart, i));
  if (!check_changed(export, order->model, error))
    return NULL;
  add_comment(export, result, order);
  char *text = trammel_xml_finish(export->xml, &length);
  return g_bytes_new_take(text, length);
}

GBytes *
trammel_export_model(const TrammelExportResult *result,
                     const TrammelModelOrder *order,
                     char ***notes,
                     GError **error)
{
  static const Format urdf = {"URDF", trammel_urdf_check, trammel_urdf_can_express,
                              trammel_urdf_write_part};
  static const Format mjcf = {"MJCF", trammel_mjcf_check, trammel_mjcf_can_express,
                              trammel_mjcf_write_part};
  g_autoptr(GPtrArray) changed = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) skipped = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(free_value);
  g_autoptr(TrammelXml) xml = trammel_xml_load(order->model, error);
  TrammelModelExport export = {.xml = xml,
                               .result = result,
                               .construction = order->construction,

                               .changed = changed,
                               .skipped = skipped,
                               .values = values};
  const Format *format = trammel_has_ending(order->path, ".urdf") ? &urdf : &mjcf;
  GBytes *bytes = xml ? write_model(&export, format, result, order, error) : NULL;

  if (bytes && notes) {
    *notes = g_new0(char *, skipped->len + 1);
    for (guint i = 0; i < skipped->len; i++)
      (*notes)[i] = trammel_bilingual_dup_local(g_ptr_array_index(skipped, i));
  }
  return bytes;
}
