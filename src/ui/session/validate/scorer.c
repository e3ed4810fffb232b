#include "ui/session/validate/scorer.h"

#include <math.h>

#include "io/result/node.h"

/* A prepared candidate: its problem, and for each log a key of everything that its score depends
 * on. */
typedef struct {
  TrammelProblem *problem; /* NULL with an error */
  GStrv fitted;
  char *error;
  char **keys; /* [n_logs] */
} Set;

struct _TrammelScorer {
  TrammelProblem *problem; /* nullable */
  GHashTable *cells;       /* key -> TrammelScoreCell */
  GHashTable *sets;        /* TrammelScoredParameterSet text -> Set, of the present problem */
  GHashTable *horizons;    /* key -> TrammelPredictionHorizon */
};

TrammelScoredParameterSet *
trammel_candidate_new(guint run, const char *title, const char *result)
{
  TrammelScoredParameterSet *candidate = g_new0(TrammelScoredParameterSet, 1);

  candidate->run = run;
  candidate->title = g_strdup(title);
  candidate->result = g_strdup(result);
  return candidate;
}

void
trammel_candidate_free(TrammelScoredParameterSet *candidate)
{
  g_free(candidate->title);
  g_free(candidate->result);
  g_free(candidate);
}

static void
unref_horizons(gpointer horizons)
{
  trammel_prediction_horizon_unref(horizons);
}

static void
free_set(gpointer data)
{
  Set *set = data;

  g_clear_pointer(&set->problem, trammel_problem_unref);
  g_strfreev(set->fitted);
  g_strfreev(set->keys);
  g_free(set->error);
  g_free(set);
}

TrammelScorer *
trammel_scorer_new(void)
{
  TrammelScorer *self = g_new0(TrammelScorer, 1);

  self->cells = trammel_score_cache_new();
  self->sets = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_set);
  self->horizons = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, unref_horizons);
  return self;
}

void
trammel_scorer_free(TrammelScorer *self)
{
  g_clear_pointer(&self->problem, trammel_problem_unref);
  g_hash_table_unref(self->cells);
  g_hash_table_unref(self->sets);
  g_hash_table_unref(self->horizons);
  g_free(self);
}

void
trammel_scorer_forget(TrammelScorer *self)
{
  g_clear_pointer(&self->problem, trammel_problem_unref);
  g_hash_table_remove_all(self->cells);
  g_hash_table_remove_all(self->sets);
  g_hash_table_remove_all(self->horizons);
}

/* Returns the names of the logs to score, NULL-terminated. */
static GStrv
list_logs(const TrammelProject *project)
{
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();

  for (guint i = 0; i < trammel_project_get_n_logs(project); i++)
    if (trammel_project_get_log_role(project, i) != TRAMMEL_ROLE_OFF)
      g_strv_builder_add(names, trammel_project_get_log_name(project, i));
  return g_strv_builder_end(names);
}

static gboolean
has_logs(TrammelProblem *problem, char **names)
{
  const TrTask *task = trammel_problem_get_task(problem);

  if (task->n_logs != (int)g_strv_length(names))
    return FALSE;
  for (int i = 0; i < task->n_logs; i++)
    if (!g_str_equal(task->logs[i].name, names[i]))
      return FALSE;
  return TRUE;
}

gboolean
trammel_scorer_load(TrammelScorer *self,
                    const TrammelProject *project,
                    GCancellable *cancellable,
                    GError **error)
{
  g_auto(GStrv) names = list_logs(project);
  TrammelProblem *problem = NULL;

  /* loaded samples are used again if the model still has the same signals */
  if (self->problem && has_logs(self->problem, names))
    problem = trammel_problem_new_from(self->problem, project, NULL);
  if (!problem)
    problem = trammel_problem_new(project, (const char *const *)names, cancellable, error);
  g_clear_pointer(&self->problem, trammel_problem_unref);
  g_hash_table_remove_all(self->sets);
  self->problem = problem;
  return problem != NULL;
}

TrammelProblem *
trammel_scorer_get_problem(TrammelScorer *self)
{
  return self->problem;
}

/* Returns everything that the scores of each log depend on, except the number of steps. */
static char **
make_keys(TrammelProblem *problem, const TrammelValidationOptions *options)
{
  const TrTask *task = trammel_problem_get_task(problem);
  const TrammelProject *project = trammel_problem_get_project(problem);
  char **keys = g_new0(char *, task->n_logs + 1);

  for (int i = 0; i < task->n_logs; i++)
    for (guint k = 0; k < trammel_project_get_n_logs(project) && !keys[i]; k++)
      if (g_str_equal(trammel_project_get_log_name(project, k), task->logs[i].name)) {
        g_autofree char *own = trammel_score_key_new(project, (int)k);
        keys[i] = g_strdup_printf("%s %d %.17g %.17g", own, options->score.start, options->score.h,
                                  task->settings.h);
      }
  return keys;
}

/* Returns the project as `trammel-cli validate` uses it: the settings of the result, and its values
 * unless the candidate is the start values. */
static TrammelProject *
apply(const TrammelProject *project,
      const TrammelScoredParameterSet *candidate,
      Set *set,
      GError **error)
{
  g_autoptr(TrammelProject) copy = trammel_project_copy(project);
  g_autoptr(JsonNode) root = NULL;

  if (!candidate->result)
    return g_steal_pointer(&copy);
  root = trammel_result_parse(candidate->result, -1, candidate->title, error);
  if (!root || !trammel_result_node_apply_settings(copy, root, candidate->title, error) ||
      (candidate->run && !trammel_result_node_apply_values(copy, root, candidate->title,
                                                           TRAMMEL_VALUES_STEPPER, error)))
    return NULL;
  if (candidate->run)
    set->fitted = trammel_result_node_dup_log_names(root);
  return g_steal_pointer(&copy);
}

/* Prepares a candidate, once per problem. */
static Set *
get_set(TrammelScorer *self,
        const TrammelScoredParameterSet *candidate,
        const TrammelValidationOptions *options)
{
  g_autofree char *name = g_strdup_printf("%u %d %.17g %s", candidate->run, options->score.start,
                                          options->score.h, candidate->result);
  Set *set = g_hash_table_lookup(self->sets, name);
  g_autoptr(GError) error = NULL;

  if (set)
    return set;
  set = g_new0(Set, 1);
  g_autoptr(TrammelProject) project =
      apply(trammel_problem_get_project(self->problem), candidate, set, &error);
  if (project)
    set->problem = trammel_problem_new_from(self->problem, project, &error);
  if (set->problem)
    set->keys = make_keys(set->problem, options);
  else
    set->error = g_strdup(error->message);
  g_hash_table_insert(self->sets, g_steal_pointer(&name), set);
  return set;
}

static char *
make_cell_key(const Set *set, guint log, int steps)
{
  return g_strdup_printf("%s %d", set->keys[log], MAX(steps, 0));
}

static TrammelScoreCell *
find_cell(TrammelScorer *self, const Set *set, guint log, int steps)
{
  g_autofree char *key = set->problem ? make_cell_key(set, log, steps) : NULL;

  return key ? g_hash_table_lookup(self->cells, key) : NULL;
}

TrammelScoreMatrix *
trammel_scorer_list(TrammelScorer *self,
                    const GPtrArray *candidates,
                    const TrammelValidationOptions *options)
{
  TrammelScoreMatrix *matrix = trammel_score_matrix_new(self->problem, NULL);

  for (guint i = 0; i < candidates->len; i++) {
    const TrammelScoredParameterSet *from = candidates->pdata[i];
    const Set *set = get_set(self, from, options);
    TrammelScoreRow *row = trammel_score_matrix_add_row(
        matrix, from->run ? TRAMMEL_SOURCE_RESULT : TRAMMEL_SOURCE_START, from->run, from->title);

    row->fitted = g_strdupv(set->fitted);
    row->error = g_strdup(set->error);
    for (guint j = 0; j < matrix->n_logs; j++) {
      TrammelScoreCell *cell = find_cell(self, set, j, options->score.steps);
      row->cells[j] = cell ? trammel_score_cell_ref(cell) : NULL;
    }
  }
  return matrix;
}

/* Returns a cell with the motion of a log under a set, if an earlier score has found it; NULL. */
static const TrammelScoreCell *
find_motion(TrammelScorer *self, const Set *set, guint log, int steps)
{
  const TrammelScoreCell *open = find_cell(self, set, log, 0);
  const TrammelScoreCell *cell = open ? open : find_cell(self, set, log, steps);

  return cell && cell->motion ? cell : NULL;
}

/* Scores a log under a set; NULL if the monitor cancelled it. */
static TrammelScoreCell *
new_cell(TrammelScorer *self, const Set *set, guint log, const TrammelValidationOptions *options)
{
  const TrTask *task = trammel_problem_get_task(set->problem);
  g_autofree double *values = trammel_task_dup_start(task);
  TrammelValidationOptions own = *options;

  own.keep_motions = TRUE;
  return trammel_score_cell_new(task, (int)log, values, &own,
                                find_motion(self, set, log, options->score.steps));
}

gboolean
trammel_scorer_advance(TrammelScorer *self,
                       const GPtrArray *candidates,
                       const TrammelValidationOptions *options)
{
  guint n_logs = (guint)trammel_problem_get_task(self->problem)->n_logs;

  for (guint i = 0; i < candidates->len; i++) {
    Set *set = get_set(self, candidates->pdata[i], options);
    for (guint j = 0; set->problem && j < n_logs; j++) {
      if (find_cell(self, set, j, options->score.steps))
        continue;
      TrammelScoreCell *cell = new_cell(self, set, j, options);
      if (cell)
        g_hash_table_insert(self->cells, make_cell_key(set, j, options->score.steps), cell);
      return cell != NULL;
    }
  }
  return FALSE;
}

TrLogScore *
trammel_scorer_replay(TrammelScorer *self,
                      const TrammelScoredParameterSet *candidate,
                      guint log,
                      const TrammelValidationOptions *options,
                      TrModel **model,
                      GError **error)
{
  Set *set = get_set(self, candidate, options);
  TrammelValidationOptions traced = *options;
  TrLogScore *score = NULL;

  traced.score.traces = true;
  if (!set->problem) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, set->error);
    return NULL;
  }
  const TrTask *task = trammel_problem_get_task(set->problem);
  g_autofree double *values = trammel_task_dup_start(task);
  const TrammelScoreCell *known = find_motion(self, set, log, options->score.steps);

  traced.score.motion = known ? known->motion : NULL;
  trammel_score_log(&score, task, (int)log, values, &traced, error);
  if (score && known)
    tr_log_score_take_re_estimation(score, known->score)->estimated =
        tr_trajectory_copy(known->motion);
  if (score)
    *model = tr_model_copy(task->model);
  return score;
}

TrammelPredictionHorizon *
trammel_scorer_find_horizons(TrammelScorer *self,
                             const TrammelScoredParameterSet *candidate,
                             guint log,
                             const TrammelValidationOptions *options,
                             GError **error)
{
  Set *set = get_set(self, candidate, options);
  const TrammelScoreCell *known =
      set->problem ? find_motion(self, set, log, options->score.steps) : NULL;
  TrammelPredictionHorizon *horizons =
      known ? g_hash_table_lookup(self->horizons, set->keys[log]) : NULL;

  if (!known || horizons)
    return horizons ? trammel_prediction_horizon_ref(horizons) : NULL;
  const TrTask *task = trammel_problem_get_task(set->problem);
  g_autofree double *values = trammel_task_dup_start(task);
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(int));
  TrammelValidationOptions along = *options;
  along.score.motion = known->motion;
  horizons = trammel_prediction_horizon_new(task, (int)log, values, all, &along, error);
  if (horizons)
    g_hash_table_insert(self->horizons, g_strdup(set->keys[log]),
                        trammel_prediction_horizon_ref(horizons));
  return horizons;
}
