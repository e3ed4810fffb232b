#include "ui/session/identify/friction-comparison.h"

#include <math.h>

struct _TrammelReferee {
  TrammelChore parent_instance;
};

G_DEFINE_FINAL_TYPE(TrammelReferee, trammel_referee, TRAMMEL_TYPE_CHORE)

static gpointer
work(TrammelTurn *turn, gpointer project, GError **error)
{
  const TrammelValidationOptions options = {.score = {.start = TR_START_ESTIMATED, .h = NAN},
                                            .monitor = {.func = trammel_turn_goes_on, .user = turn},
                                            .step = trammel_turn_tell,
                                            .user = turn};
  g_autoptr(TrammelProblem) problem = trammel_problem_new(project, NULL, NULL, error);

  return problem ? trammel_tournament_new(problem, NULL, &options, error) : NULL;
}

static void
trammel_referee_class_init(TrammelRefereeClass *klass)
{
  TrammelChoreClass *chore_class = TRAMMEL_CHORE_CLASS(klass);

  chore_class->work = work;
  chore_class->free_order = (GDestroyNotify)trammel_project_unref;
  chore_class->free_outcome = (GDestroyNotify)trammel_tournament_free;
}

static void
trammel_referee_init(TrammelReferee *self)
{
}

TrammelReferee *
trammel_referee_new(void)
{
  return g_object_new(TRAMMEL_TYPE_REFEREE, NULL);
}

void
trammel_referee_start(TrammelReferee *self, TrammelProject *project)
{
  g_return_if_fail(TRAMMEL_IS_REFEREE(self));
  trammel_chore_start(TRAMMEL_CHORE(self), trammel_project_ref(project));
}

const TrammelTournament *
trammel_referee_get_tournament(TrammelReferee *self)
{
  g_return_val_if_fail(TRAMMEL_IS_REFEREE(self), NULL);
  return trammel_chore_get_outcome(TRAMMEL_CHORE(self));
}
