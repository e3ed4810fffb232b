#include "ui/session/identify/method-comparer.h"

struct _TrammelMethodComparer {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelMethodComparer, trammel_method_comparer, TRAMMEL_TYPE_BACKGROUND_TASK)

static gpointer
work(TrammelTaskContext *context, gpointer project, GError **error)
{
  const TrammelValidationOptions options = {
      .monitor = {.func = trammel_task_context_goes_on, .user = context},
      .step = trammel_task_context_report,
      .user = context};
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, error);

  return problem ? trammel_method_comparison_new(problem, &options, error) : NULL;
}

static void
trammel_method_comparer_class_init(TrammelMethodComparerClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = (GDestroyNotify)trammel_project_unref;
  task_class->free_outcome = (GDestroyNotify)trammel_method_comparison_free;
}

static void
trammel_method_comparer_init(TrammelMethodComparer *self)
{
}

TrammelMethodComparer *
trammel_method_comparer_new(void)
{
  return g_object_new(TRAMMEL_TYPE_METHOD_COMPARER, NULL);
}

void
trammel_method_comparer_start(TrammelMethodComparer *self, TrammelProject *project)
{
  g_return_if_fail(TRAMMEL_IS_METHOD_COMPARER(self));
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), trammel_project_ref(project));
}

const TrammelMethodComparison *
trammel_method_comparer_get(TrammelMethodComparer *self)
{
  g_return_val_if_fail(TRAMMEL_IS_METHOD_COMPARER(self), NULL);
  return trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self));
}
