#include "ui/session/validate/cross-validator.h"

#include <math.h>

typedef struct {
  TrammelProject *project;
  TrStartState start;
  gboolean leave_one_out;
  GHashTable *cache;
} Order;

struct _TrammelCrossValidator {
  TrammelBackgroundTask parent_instance;
  GHashTable *cache; /* used by the thread alone */
};

G_DEFINE_FINAL_TYPE(TrammelCrossValidator, trammel_cross_validator, TRAMMEL_TYPE_BACKGROUND_TASK)

static void
free_order(gpointer data)
{
  Order *order = data;

  trammel_project_unref(order->project);
  g_hash_table_unref(order->cache);
  g_free(order);
}

static gpointer
work(TrammelTaskContext *context, gpointer data, GError **error)
{
  const Order *order = data;
  const TrammelValidationOptions options = {
      .score = {.start = order->start, .h = NAN},
      .leave_one_out = order->leave_one_out,
      .cache = order->cache,
      .monitor = {.func = trammel_task_context_goes_on, .user = context},
      .step = trammel_task_context_report,
      .user = context};

  g_autoptr(TrammelProblem) problem = trammel_problem_new(order->project, NULL, NULL, error);
  return problem ? trammel_crossvalidation_new(problem, &options, error) : NULL;
}

static void
trammel_cross_validator_finalize(GObject *object)
{
  g_hash_table_unref(TRAMMEL_CROSS_VALIDATOR(object)->cache);
  G_OBJECT_CLASS(trammel_cross_validator_parent_class)->finalize(object);
}

static void
trammel_cross_validator_class_init(TrammelCrossValidatorClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  G_OBJECT_CLASS(klass)->finalize = trammel_cross_validator_finalize;
  task_class->work = work;
  task_class->free_order = free_order;
  task_class->free_outcome = (GDestroyNotify)trammel_crossvalidation_unref;
}

static void
trammel_cross_validator_init(TrammelCrossValidator *self)
{
  self->cache = trammel_score_cache_new();
}

TrammelCrossValidator *
trammel_cross_validator_new(void)
{
  return g_object_new(TRAMMEL_TYPE_CROSS_VALIDATOR, NULL);
}

void
trammel_cross_validator_start(TrammelCrossValidator *self,
                              TrammelProject *project,
                              TrStartState start,
                              gboolean leave_one_out)
{
  g_return_if_fail(TRAMMEL_IS_CROSS_VALIDATOR(self));
  Order *order = g_new(Order, 1);

  *order =
      (Order){trammel_project_ref(project), start, leave_one_out, g_hash_table_ref(self->cache)};
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), order);
}

void
trammel_cross_validator_forget(TrammelCrossValidator *self)
{
  g_return_if_fail(TRAMMEL_IS_CROSS_VALIDATOR(self));
  g_hash_table_unref(self->cache);
  self->cache = trammel_score_cache_new();
}
