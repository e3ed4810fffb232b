#include "ui/session/import/log-split.h"

#include <glib/gi18n.h>
#include <math.h>

#include "io/base/error.h"
#include "io/problem/finding.h"
#include "io/project/edit.h"

void
trammel_log_split_get_range(const TrammelProject *project,
                            guint log,
                            const double samples[2],
                            double range[2])
{
  trammel_project_get_log_trim(project, log, range);
  range[0] = fmax(range[0], samples[0]);
  range[1] = fmin(range[1], samples[1]);
}

/* Returns "NAME-2", or the next free number. */
static char *
name_rest(const TrammelProject *project, guint log)
{
  const char *name = trammel_project_get_log_name(project, log);
  guint number = 2;
  char *rest = g_strdup_printf("%s-%u", name, number);

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++) {
    if (!g_str_equal(trammel_project_get_log_name(project, i), rest))
      continue;
    g_free(rest);
    rest = g_strdup_printf("%s-%u", name, ++number);
    i = G_MAXUINT; /* start again: the new name may be taken, too */
  }
  return rest;
}

static JsonNode *
new_range(const double range[2])
{
  g_autoptr(JsonArray) pair = json_array_new();

  for (int i = 0; i < 2; i++)
    json_array_add_double_element(pair, trammel_round_digits(range[i], 9));
  return json_node_init_array(json_node_alloc(), pair);
}

/* Returns the excluded parts of a log that reach into `range`; NULL if there are none. */
static JsonNode *
new_excluded(const TrammelProject *project, guint log, const double range[2])
{
  g_autoptr(JsonArray) parts = json_array_new();

  for (guint i = 0; i < trammel_project_get_n_excluded(project, log); i++) {
    double part[2];
    trammel_project_get_excluded(project, log, i, part);
    if (part[1] > range[0] && part[0] < range[1])
      json_array_add_element(parts, new_range(part));
  }
  return json_array_get_length(parts) ? json_node_init_array(json_node_alloc(), parts) : NULL;
}

static void
set_text(JsonObject *entry, const char *key, const char *text)
{
  trammel_json_insert(entry, key, json_node_init_string(json_node_alloc(), text));
}

/* Restricts `entry` to the part of log `log` within `range`. */
static void
take_part(JsonObject *entry,
          const TrammelProject *project,
          guint log,
          const double range[2],
          const char *role)
{
  JsonNode *excluded = new_excluded(project, log, range);

  trammel_json_insert(entry, "trim", new_range(range));
  set_text(entry, "role", role);
  if (excluded)
    trammel_json_insert(entry, "exclude", excluded);
  else if (json_object_has_member(entry, "exclude"))
    json_object_remove_member(entry, "exclude");
}

/* Inserts a copy of a log's entry behind it and returns it. */
static JsonObject *
insert_copy(JsonArray *logs, guint log)
{
  g_autoptr(GPtrArray) later = g_ptr_array_new();
  JsonNode *copy = trammel_json_copy(json_array_get_element(logs, log));

  while (json_array_get_length(logs) > log + 1) {
    g_ptr_array_add(later, json_array_dup_element(logs, log + 1));
    json_array_remove_element(logs, log + 1);
  }
  json_array_add_element(logs, copy);
  for (guint i = 0; i < later->len; i++)
    json_array_add_element(logs, later->pdata[i]);
  return json_node_get_object(copy);
}

static gboolean
check_time(const double range[2], double at, GError **error)
{
  if (at > range[0] && at < range[1])
    return TRUE;
  g_set_error(error, TRAMMEL_ERROR, TRAMMEL_ERROR_INVALID,
              _("a log is split between its ends, %g s and %g s; %g s is not between them"),
              range[0], range[1], at);
  return FALSE;
}

gboolean
trammel_log_split(
    TrammelDocument *document, guint log, const double range[2], double at, GError **error)
{
  TrammelProject *project = trammel_document_get_project(document);
  const double first[] = {range[0], at}, second[] = {at, range[1]};

  g_return_val_if_fail(log < trammel_project_get_n_logs(project), FALSE);
  if (!check_time(range, at, error))
    return FALSE;
  g_autoptr(TrammelProject) copy = trammel_project_copy(project);
  g_autoptr(JsonNode) root = trammel_json_copy(copy->root);
  JsonArray *logs = json_object_get_array_member(json_node_get_object(root), "logs");
  g_autofree char *name = name_rest(project, log);
  JsonObject *rest = insert_copy(logs, log);
  set_text(rest, "name", name);
  take_part(rest, project, log, second, "validate");
  take_part(json_array_get_object_element(logs, log), project, log, first, "estimate");
  if (!trammel_project_replace_tree(copy, g_steal_pointer(&root), error))
    return FALSE;
  g_autofree char *label =
      g_strdup_printf(_("split %s"), trammel_project_get_log_name(project, log));
  trammel_document_take_project(document, g_steal_pointer(&copy), label, NULL);
  return TRUE;
}
