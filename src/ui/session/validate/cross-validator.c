#include "ui/session/validate/cross-validator.h"

#include <math.h>

typedef struct {
  TrammelProject *project;
  TrStartState start;
  gboolean leave_one_out;
} Order;

struct _TrammelCrossValidator {
  TrammelBackgroundTask parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelCrossValidator, trammel_cross_validator, TRAMMEL_TYPE_BACKGROUND_TASK)

static void
free_order(gpointer data)
{
  Order *order = data;

  trammel_project_unref(order->project);
  g_free(order);
}

static gpointer
work(TrammelTaskContext *turn, gpointer data, GError **error)
{
  const Order *order = data;
  const TrammelValidationOptions options = {
      .score = {.start = order->start, .h = NAN},
      .leave_one_out = order->leave_one_out,
      .monitor = {.func = trammel_task_context_goes_on, .user = turn},
      .step = trammel_task_context_report,
      .user = turn};

  return trammel_cross_sheet_new(order->project, &options, error);
}

static void
trammel_cross_validator_class_init(TrammelCrossValidatorClass *klass)
{
  TrammelBackgroundTaskClass *chore_class = TRAMMEL_BACKGROUND_TASK_CLASS(klass);

  chore_class->work = work;
  chore_class->free_order = free_order;
  chore_class->free_outcome = (GDestroyNotify)trammel_cross_sheet_unref;
}

static void
trammel_cross_validator_init(TrammelCrossValidator *self)
{
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

  *order = (Order){trammel_project_ref(project), start, leave_one_out};
  trammel_background_task_start(TRAMMEL_BACKGROUND_TASK(self), order);
}
