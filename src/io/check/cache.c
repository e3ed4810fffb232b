#include "io/check/cache.h"

#include "io/base/file_state.h"
#include "io/check/health.h"
#include "io/log/load.h"
#include "io/problem/finding.h"
#include "io/project/private.h"
#include "io/project/put.h"

/* Findings on a file, with the key of its use in the project. */
typedef struct {
  char *use;
  GArray *findings;
} Entry;

struct _TrammelCheckCache {
  GPtrArray *entries;      /* Entry of the logs of the latest check, in the order of their use */
  TrammelProblem *problem; /* nullable */
  char *logs;              /* key of the logs that its problem is fitted to; nullable */
};

static void
free_entry(gpointer data)
{
  Entry *entry = data;

  g_free(entry->use);
  g_array_unref(entry->findings);
  g_free(entry);
}

TrammelCheckCache *
trammel_check_cache_new(void)
{
  TrammelCheckCache *cache = g_new0(TrammelCheckCache, 1);

  cache->entries = g_ptr_array_new_with_free_func(free_entry);
  return cache;
}

void
trammel_check_cache_free(TrammelCheckCache *cache)
{
  g_ptr_array_unref(cache->entries);
  g_clear_pointer(&cache->problem, trammel_problem_unref);
  g_free(cache->logs);
  g_free(cache);
}

/* Returns the key of all that the findings on a file depend on: the file, the project's entry, and
 * its mappings. */
static char *
describe_use(const TrammelProject *project, guint log)
{
  const TrModel *model = trammel_project_get_model(project);
  g_autofree char *path = trammel_project_dup_log_path(project, log);
  g_autofree char *place = g_strdup_printf("logs[%u]", log);
  g_autofree char *entry = trammel_project_dup_at(project, place);
  g_autofree char *sensors = trammel_project_dup_at(project, "model.sensors");
  g_autofree char *file = trammel_file_state_dup_text(path);
  GString *text = g_string_new(NULL);

  g_string_append_printf(text, "%s\n%s\n%s\n%s\n", path, file, entry ? entry : "",
                         sensors ? sensors : "");
  for (int i = 0; i < model->n_joints; i++)
    g_string_append_printf(text, "%s %d ", model->joints[i].name, (int)model->joints[i].type);
  return g_string_free(text, FALSE);
}

static const Entry *
find_entry(const TrammelCheckCache *cache, const char *use)
{
  for (guint i = 0; i < cache->entries->len; i++) {
    const Entry *entry = cache->entries->pdata[i];
    if (g_str_equal(entry->use, use))
      return entry;
  }
  return NULL;
}

/* Checks the file; NULL if it cannot be read. */
static Entry *
examine(const TrammelProject *project, guint log, GCancellable *cancellable, GError **error)
{
  const TrammelLogEntry *said = trammel_project_get_log(project, log);
  g_autofree char *path = trammel_project_dup_log_path(project, log);
  g_autoptr(TrammelDataset) dataset = trammel_dataset_load(path, said->import, cancellable, error);

  if (!dataset)
    return NULL;
  Entry *entry = g_new0(Entry, 1);
  entry->findings = trammel_findings_new();
  trammel_health_check_log(entry->findings, project, log, dataset);
  return entry;
}

/* Removes entries that no log of the project uses any more. */
static void
forget_others(TrammelCheckCache *cache, const TrammelProject *project)
{
  g_autoptr(GPtrArray) uses = g_ptr_array_new_with_free_func(g_free);

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    g_ptr_array_add(uses, describe_use(project, i));
  for (guint i = cache->entries->len; i > 0; i--) {
    const Entry *entry = cache->entries->pdata[i - 1];
    if (!g_ptr_array_find_with_equal_func(uses, entry->use, g_str_equal, NULL))
      g_ptr_array_remove_index(cache->entries, i - 1);
  }
}

gboolean
trammel_check_cache_add_health(TrammelCheckCache *cache,
                               GArray *findings,
                               const TrammelProject *project,
                               guint log,
                               GCancellable *cancellable,
                               GError **error)
{
  g_autofree char *use = describe_use(project, log);
  const Entry *entry = find_entry(cache, use);

  if (!entry) {
    Entry *made = examine(project, log, cancellable, error);
    if (!made)
      return FALSE;
    made->use = g_steal_pointer(&use);
    forget_others(cache, project);
    g_ptr_array_add(cache->entries, made);
    entry = made;
  }
  for (guint i = 0; i < entry->findings->len; i++)
    trammel_findings_copy(findings, &g_array_index(entry->findings, TrammelFinding, i));
  return TRUE;
}

/* Returns the logs that a problem of the project would read. */
static char *
list_estimated(const TrammelProject *project)
{
  GString *names = g_string_new(NULL);

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    if (trammel_project_get_log_role(project, i) == TRAMMEL_ROLE_ESTIMATE)
      g_string_append_printf(names, "%s\n", trammel_project_get_log_name(project, i));
  return g_string_free(names, FALSE);
}

void
trammel_check_cache_lend(TrammelCheckCache *cache, TrammelProblem *problem)
{
  if (problem == cache->problem)
    return;
  g_clear_pointer(&cache->problem, trammel_problem_unref);
  g_free(cache->logs);
  cache->problem = trammel_problem_ref(problem);
  cache->logs = list_estimated(trammel_problem_get_project(problem));
}

TrammelProblem *
trammel_check_cache_open(TrammelCheckCache *cache,
                         const TrammelProject *project,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autofree char *logs = list_estimated(project);
  TrammelProblem *problem = NULL;

  /* fails for another structure, which is then read again */
  if (cache->problem && g_str_equal(logs, cache->logs))
    problem = trammel_problem_new_from(cache->problem, project, NULL);
  if (!problem)
    problem = trammel_problem_new(project, NULL, cancellable, error);
  if (problem)
    trammel_check_cache_lend(cache, problem);
  return problem;
}
