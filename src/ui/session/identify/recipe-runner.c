#include "ui/session/identify/recipe-runner.h"

#include <glib/gi18n.h>

#include "io/project/recipe.h"
#include "io/result/apply.h"

struct _TrammelRecipeRunner {
  GObject parent_instance;
  TrammelFitControl *fits;
  TrammelDocument *document; /* NULL before the first recipe */
  TrammelProject *begin;     /* when the recipe began, with the steps that are carried out */
  TrammelRun *last;          /* of the step that stopped; nullable */
  guint step, stopped;       /* from 1; 0: none */
};

G_DEFINE_FINAL_TYPE(TrammelRecipeRunner, trammel_recipe_runner, G_TYPE_OBJECT)

enum { PROP_STEP = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

enum { ENDED, STOPPED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
set_step(TrammelRecipeRunner *self, guint step)
{
  if (self->step == step)
    return;
  self->step = step;
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_STEP]);
}

/* Starts a step from the values of `run` (nullable), as one step of the undo history. */
static gboolean
begin_step(TrammelRecipeRunner *self, guint step, TrammelRun *run, GError **error)
{
  g_autoptr(TrammelProject) project =
      trammel_project_copy(trammel_document_get_project(self->document));

  if (run &&
      !trammel_fit_apply_values(project, trammel_problem_get_task(trammel_run_get_problem(run)),
                                trammel_run_get_fit(run), TRAMMEL_VALUES_STEPPER, error))
    return FALSE;
  if (!trammel_recipe_begin_step(project, self->begin, step - 1, error))
    return FALSE;
  g_autofree char *label = g_strdup_printf(_("step %u of the recipe"), step);
  trammel_document_take_project(self->document, g_steal_pointer(&project), label, NULL);
  set_step(self, step);
  trammel_fit_control_identify(self->fits);
  return TRUE;
}

static void
begin_or_fail(TrammelRecipeRunner *self, guint step, TrammelRun *run)
{
  g_autoptr(GError) error = NULL;

  if (begin_step(self, step, run, &error))
    return;
  set_step(self, 0);
  g_signal_emit(self, signals[FAILED], 0, error->message);
}

static guint
count_steps(TrammelRecipeRunner *self)
{
  return trammel_recipe_get_n_steps(self->begin);
}

/* Ends at a step that has no minimum; the user decides about the next one. */
static void
stop(TrammelRecipeRunner *self, TrammelRun *run)
{
  guint step = self->step;

  set_step(self, 0);
  if (step >= count_steps(self))
    return;
  self->stopped = step;
  g_set_object(&self->last, run);
  g_signal_emit(self, signals[STOPPED], 0, step);
}

static void
on_finished_cb(TrammelRecipeRunner *self, TrammelRun *run, GError *error, gboolean is_repeated)
{
  if (run && trammel_run_get_kind(run) == TRAMMEL_RUN_FULL)
    self->stopped = 0; /* a later fit takes its place */
  if (self->step == 0 || is_repeated || (run && trammel_run_get_kind(run) != TRAMMEL_RUN_FULL))
    return;
  if (!run || trammel_run_get_fit(run)->status != TR_OK) {
    stop(self, run);
  } else if (self->step < count_steps(self)) {
    begin_or_fail(self, self->step + 1, run);
  } else {
    set_step(self, 0);
    g_signal_emit(self, signals[ENDED], 0);
  }
}

/* Forgets the steps that are left; the fit that runs ends by itself. */
static void
forget_steps(TrammelRecipeRunner *self)
{
  self->stopped = 0;
  set_step(self, 0);
  g_clear_object(&self->last);
  g_clear_object(&self->document);
  g_clear_pointer(&self->begin, trammel_project_unref);
}

void
trammel_recipe_runner_start(TrammelRecipeRunner *self, TrammelDocument *document)
{
  g_return_if_fail(TRAMMEL_IS_RECIPE_RUNNER(self));
  g_return_if_fail(trammel_recipe_get_n_steps(trammel_document_get_project(document)) > 0);
  forget_steps(self);
  self->document = g_object_ref(document);
  self->begin = trammel_project_ref(trammel_document_get_project(document));
  begin_or_fail(self, 1, NULL);
}

/* Takes the steps as they are now: the recipe may have been edited since it stopped. */
static void
take_steps(TrammelRecipeRunner *self)
{
  g_autoptr(GPtrArray) steps =
      trammel_recipe_dup_steps(trammel_document_get_project(self->document));
  g_autoptr(TrammelProject) begin = trammel_project_copy(self->begin);

  if (!trammel_recipe_put_steps(begin, steps, NULL))
    return; /* the present project has read them */
  trammel_project_unref(self->begin);
  self->begin = g_steal_pointer(&begin);
}

void
trammel_recipe_runner_go_on(TrammelRecipeRunner *self)
{
  g_return_if_fail(TRAMMEL_IS_RECIPE_RUNNER(self));
  guint step = trammel_recipe_runner_get_stopped(self);
  g_autoptr(TrammelRun) last = g_steal_pointer(&self->last);

  self->stopped = 0;
  if (step == 0)
    return;
  take_steps(self);
  begin_or_fail(self, step + 1, last);
}

guint
trammel_recipe_runner_get_stopped(TrammelRecipeRunner *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RECIPE_RUNNER(self), 0);
  guint n =
      self->document ? trammel_recipe_get_n_steps(trammel_document_get_project(self->document)) : 0;

  return self->stopped < n ? self->stopped : 0;
}

guint
trammel_recipe_runner_get_step(TrammelRecipeRunner *self)
{
  g_return_val_if_fail(TRAMMEL_IS_RECIPE_RUNNER(self), 0);
  return self->step;
}

static void
trammel_recipe_runner_dispose(GObject *object)
{
  TrammelRecipeRunner *self = TRAMMEL_RECIPE_RUNNER(object);

  g_clear_object(&self->last);
  g_clear_object(&self->document);
  g_clear_pointer(&self->begin, trammel_project_unref);
  g_clear_object(&self->fits);
  G_OBJECT_CLASS(trammel_recipe_runner_parent_class)->dispose(object);
}

static void
trammel_recipe_runner_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_STEP)
    g_value_set_uint(value, TRAMMEL_RECIPE_RUNNER(object)->step);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
trammel_recipe_runner_class_init(TrammelRecipeRunnerClass *klass)
{
  GType type = G_TYPE_FROM_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_recipe_runner_dispose;
  G_OBJECT_CLASS(klass)->get_property = trammel_recipe_runner_get_property;
  properties[PROP_STEP] =
      g_param_spec_uint("step", NULL, NULL, 0, G_MAXUINT, 0,
                        G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(G_OBJECT_CLASS(klass), N_PROPERTIES, properties);
  signals[ENDED] =
      g_signal_new("finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[STOPPED] = g_signal_new("stopped", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[FAILED] = g_signal_new("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trammel_recipe_runner_init(TrammelRecipeRunner *self)
{
}

TrammelRecipeRunner *
trammel_recipe_runner_new(TrammelFitControl *fits)
{
  TrammelRecipeRunner *self = g_object_new(TRAMMEL_TYPE_RECIPE_RUNNER, NULL);

  self->fits = g_object_ref(fits);
  g_signal_connect_object(fits, "finished", G_CALLBACK(on_finished_cb), self, G_CONNECT_SWAPPED);
  return self;
}
