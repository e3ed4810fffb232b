#include "io/problem/log_set.h"

#include "io/base/bilingual.h"
#include "io/base/error.h"
#include "io/base/json_tree.h"
#include "io/problem/finding.h"
#include "io/problem/log.h"

static TrammelLogSet *
new_log_set(void)
{
  TrammelLogSet *set = g_new0(TrammelLogSet, 1);

  set->refs = 1;
  set->data = g_ptr_array_new_with_free_func((GDestroyNotify)trammel_log_data_free);
  set->texts = g_ptr_array_new_with_free_func(g_free);
  set->logs = g_array_new(FALSE, TRUE, sizeof(TrLog));
  set->findings = trammel_findings_new();
  return set;
}

TrammelLogSet *
trammel_log_set_ref(TrammelLogSet *set)
{
  g_atomic_int_inc(&set->refs);
  return set;
}

void
trammel_log_set_unref(TrammelLogSet *set)
{
  if (!g_atomic_int_dec_and_test(&set->refs))
    return;
  g_ptr_array_unref(set->data);
  g_ptr_array_unref(set->texts);
  g_array_unref(set->logs);
  g_array_unref(set->findings);
  g_free(set);
}

static gboolean
is_wanted(const TrammelProject *project, guint log, const char *const *names)
{
  if (names)
    return g_strv_contains(names, trammel_project_get_log_name(project, log));
  return trammel_project_get_log_role(project, log) == TRAMMEL_ROLE_ESTIMATE;
}

/* Fails if a name is not that of a log. */
static gboolean
check_names(const TrammelProject *project, const char *const *names, GError **error)
{
  GString *known = g_string_new(NULL);
  gboolean ok = TRUE;

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    g_string_append_printf(known, "%s'%s'", i ? ", " : "",
                           trammel_project_get_log_name(project, i));
  for (gsize k = 0; names && names[k] && ok; k++) {
    ok = FALSE;
    for (guint i = 0; i < trammel_project_get_n_logs(project) && !ok; i++)
      ok = g_str_equal(trammel_project_get_log_name(project, i), names[k]);
    if (!ok)
      trammel_error_set(error, TRAMMEL_ERROR_USAGE,
                        "the project has no log called '%s'; its logs are %s", names[k],
                        known->len ? known->str : TRAMMEL_WORD("none"));
  }
  g_string_free(known, TRUE);
  return ok;
}

/* Returns all that the reading of a log depends on, as text. */
static char *
describe_log(const TrammelProject *project, guint log)
{
  TrammelNode root = trammel_node_root(project->root), logs = trammel_node_member(&root, "logs");
  g_autoptr(JsonNode) copy = trammel_json_copy(trammel_node_element(&logs, log).node);

  json_object_remove_member(json_node_get_object(copy), "role");
  return trammel_json_node_to_text(copy);
}

/* TRUE if two logs are parts of one file, read in the same way. */
static gboolean
share_file(const TrammelProject *project, guint a, guint b)
{
  TrammelNode root = trammel_node_root(project->root), logs = trammel_node_member(&root, "logs");
  g_autofree char *path_a = trammel_project_dup_log_path(project, a);
  g_autofree char *path_b = trammel_project_dup_log_path(project, b);
  TrammelNode log_a = trammel_node_element(&logs, a), log_b = trammel_node_element(&logs, b);
  TrammelNode import_a = trammel_node_member(&log_a, "import");
  TrammelNode import_b = trammel_node_member(&log_b, "import");

  if (!g_str_equal(path_a, path_b) || !import_a.node != !import_b.node)
    return FALSE;
  if (!import_a.node)
    return TRUE;
  g_autofree char *text_a = trammel_json_node_to_text(import_a.node);
  g_autofree char *text_b = trammel_json_node_to_text(import_b.node);
  return g_str_equal(text_a, text_b);
}

/* Reads the logs in the file of `group[0]`, which is opened once for all of them. */
static gboolean
read_file(TrammelLogSet *set,
          const TrammelProject *project,
          const GArray *group,
          GCancellable *cancellable,
          GError **error)
{
  const guint *logs = &g_array_index(group, guint, 0);
  g_autoptr(TrammelDataset) dataset =
      trammel_log_load_file(project, logs, group->len, cancellable, error);

  for (guint i = 0; dataset && i < group->len; i++) {
    TrammelLogData *data = trammel_log_data_new(project, logs[i], dataset, set->findings, error);
    if (!data)
      return FALSE;
    set->data->pdata[logs[i]] = data;
  }
  return dataset != NULL;
}

/* Returns the logs from `log` on that share its file. */
static GArray *
find_group(const TrammelProject *project, guint log, const char *const *names)
{
  GArray *group = g_array_new(FALSE, FALSE, sizeof(guint));

  for (guint i = log; i < trammel_project_get_n_logs(project); i++)
    if (is_wanted(project, i, names) && share_file(project, log, i))
      g_array_append_val(group, i);
  return group;
}

TrammelLogSet *
trammel_log_set_read(const TrammelProject *project,
                     const char *const *names,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr(TrammelLogSet) set = new_log_set();

  if (!check_names(project, names, error))
    return NULL;
  g_ptr_array_set_size(set->data, (gint)trammel_project_get_n_logs(project));
  for (guint i = 0; i < set->data->len; i++) {
    if (!is_wanted(project, i, names))
      continue;
    g_autoptr(GArray) group = find_group(project, i, names);
    if (!set->data->pdata[i] && !read_file(set, project, group, cancellable, error))
      return NULL;
    const TrammelLogData *data = set->data->pdata[i];
    g_ptr_array_add(set->texts, describe_log(project, i));
    g_array_append_val(set->logs, data->log);
  }
  /* logs that were not requested */
  while (g_ptr_array_remove(set->data, NULL))
    continue;
  if (set->logs->len > 0)
    return g_steal_pointer(&set);
  trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                    "the project has no log to estimate from; add one, or set the role of one to "
                    "'estimate'");
  return NULL;
}

TrammelLogSet *
trammel_log_set_read_again(const TrammelLogSet *set, const TrammelProject *project, GError **error)
{
  g_autofree const char **names = g_new0(const char *, set->logs->len + 1);

  for (guint i = 0; i < set->logs->len; i++)
    names[i] = g_array_index(set->logs, TrLog, i).name;
  return trammel_log_set_read(project, names, NULL, error);
}

int
trammel_log_set_find(const TrammelLogSet *set, const char *name)
{
  for (guint i = 0; i < set->logs->len; i++)
    if (g_str_equal(g_array_index(set->logs, TrLog, i).name, name))
      return (int)i;
  return -1;
}

/* Returns the project's entry of a log as text, NULL if it has none of this name. */
static char *
describe_by_name(const TrammelProject *project, const char *name)
{
  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    if (g_str_equal(trammel_project_get_log_name(project, i), name))
      return describe_log(project, i);
  return NULL;
}

gboolean
trammel_log_set_is_current(const TrammelLogSet *set, const TrammelProject *project)
{
  for (guint i = 0; i < set->logs->len; i++) {
    const char *name = g_array_index(set->logs, TrLog, i).name;
    g_autofree char *text = describe_by_name(project, name);
    if (g_strcmp0(text, set->texts->pdata[i]) != 0)
      return FALSE;
  }
  return TRUE;
}
