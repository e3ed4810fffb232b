#include "ui/session/identify/friction-comparer.h"

#include <math.h>

struct _TrammelFrictionComparer {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelFrictionComparer,
                    trammel_friction_comparer,
                    TRAMMEL_TYPE_BACKGROUND_TASK)

static gpointer
work(TrammelTaskContext *context, gpointer project, GError **error)
{
  const TrammelValidationOptions options = {
      .score = {.start = TR_START_ESTIMATED, .h = NAN},
      .monitor = {.func = trammel_task_context_goes_on, .user = context},
      .step = trammel_task_context_report,
      .user = context};
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, error);

  return problem ? trammel_friction_comparison_new(problem, NULL, &options, error) : NULL;
}

static void
trammel_friction_comparer_class_init(TrammelFrictionComparerClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = (GDestroyNotify)trammel_project_unref;
  task_class->free_outcome = (GDestroyNotify)trammel_friction_comparison_free;
}

static void
trammel_friction_comparer_init(TrammelFrictionComparer *self)
{
}

TrammelFrictionComparer *
trammel_friction_comparer_new(void)
{
  return g_object_new(TRAMMEL_TYPE_FRICTION_COMPARER, NULL);
}

void
trammel_friction_comparer_start(TrammelFrictionComparer *self, TrammelProject *project)
{
  g_return_if_fail(TRAMMEL_IS_FRICTION_COMPARER(self));
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), trammel_project_ref(project));
}

const TrammelFrictionComparison *
trammel_friction_comparer_get_tournament(TrammelFrictionComparer *self)
{
  g_return_val_if_fail(TRAMMEL_IS_FRICTION_COMPARER(self), NULL);
  return trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self));
}
