#include "ui/session/model/simulator.h"

struct _TrammelSimulator {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelSimulator, trammel_simulator, TRAMMEL_TYPE_BACKGROUND_TASK)

static gpointer
work(TrammelTaskContext *context, gpointer project, GError **error)
{
  const TrMonitor monitor = {.func = trammel_task_context_goes_on, .user = context};
  g_autoptr(TrammelScenario) scenario = trammel_scenario_of(project);

  return trammel_simulation_new(project, scenario, NULL, &monitor, error);
}

static void
trammel_simulator_class_init(TrammelSimulatorClass *klass)
{
  TrammelBackgroundTaskClass *task_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  task_class->work = work;
  task_class->free_order = (GDestroyNotify)trammel_project_unref;
  task_class->free_outcome = (GDestroyNotify)trammel_simulation_unref;
}

static void
trammel_simulator_init(TrammelSimulator *self)
{
}

TrammelSimulator *
trammel_simulator_new(void)
{
  return g_object_new(TRAMMEL_TYPE_SIMULATOR, NULL);
}

void
trammel_simulator_start(TrammelSimulator *self, TrammelProject *project)
{
  g_return_if_fail(TRAMMEL_IS_SIMULATOR(self));
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), trammel_project_ref(project));
}

TrammelSimulation *
trammel_simulator_get(TrammelSimulator *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SIMULATOR(self), NULL);
  return trammel_background_task_get_outcome(TRAMMEL_BACKGROUND_TASK(self));
}
