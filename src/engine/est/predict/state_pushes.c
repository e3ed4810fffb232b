#include "engine/est/predict/state_pushes.h"

#include <stdlib.h>
#include <string.h>

TrStatus
tr_state_pushes_init(TrStatePushes *p, const TrFit *fit, double sigma, TrRandom *random)
{
  TR_ASSERT(p && fit && random);

  size_t n = (size_t)fit->model->n_bodies;

  *p = (TrStatePushes){.fit = fit, .random = random, .sigma = sigma, .factor = 1};
  p->mechanism = tr_mechanism_new(fit->model);
  if (!p->mechanism)
    return TR_NO_MEMORY;
  p->places = calloc(n + 1, sizeof *p->places);
  p->freedoms = calloc((size_t)p->mechanism->n_freedoms * n * TR_TWIST + 1, sizeof *p->freedoms);
  return p->places && p->freedoms ? TR_OK : TR_NO_MEMORY;
}

void
tr_state_pushes_clear(TrStatePushes *p)
{
  tr_mechanism_free(p->mechanism);
  free(p->places);
  free(p->freedoms);
}

/* Impulses along the freedoms of the joints, by their own sigmas. */
static void
push_freedoms(const TrStatePushes *p, double *impulse, const double *pose, int n_bodies)
{
  int n = n_bodies * TR_TWIST, nd = p->mechanism->n_freedoms;

  tr_mechanism_places(p->places, n_bodies, pose);
  tr_mechanism_freedoms(p->freedoms, p->mechanism, p->places);
  memset(impulse, 0, (size_t)n * sizeof *impulse);
  for (int j = 0; j < nd; j++) {
    double along = p->factor * p->fit->state_sigmas[j].sigma * tr_random_normal(p->random);

    for (int i = 0; i < n; i++)
      impulse[i] += along * p->freedoms[j * n + i];
  }
}

void
tr_state_push(void *pushes, double *impulse, const double *pose, int n_bodies)
{
  const TrStatePushes *p = pushes;

  if (p->fit->weight_is_frozen_in_step && p->mechanism->n_freedoms > 0) {
    push_freedoms(p, impulse, pose, n_bodies);
    return;
  }
  for (int i = 0; i < n_bodies * TR_TWIST; i++)
    impulse[i] = p->factor * p->sigma * tr_random_normal(p->random);
}
