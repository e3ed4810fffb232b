/* Regressions of bodies: realisable inertias, starts on bounds, hard constraints, a log at rest. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "engine/est/regress/swing.h"
#include "engine/linalg/dense.h"
#include "engine/linalg/vec3.h"
#include "support/check.h"
#include "support/seed.h"

/* Least eigenvalue of the second moments tr(I)/2 1 - I about the centre of mass, by their trace. */
static double
least_moment(const TrBody *body)
{
  double tensor[9], values[3], half;

  tr_mat3_from_tensor(tensor, body->inertia);
  half = (tensor[0] + tensor[4] + tensor[8]) / 2;
  for (int i = 0; i < 9; i++)
    tensor[i] = (i % 4 == 0 ? half : 0) - tensor[i];
  g_assert_cmpint(tr_dense_symmetric_eigen(tensor, values, 3), ==, TR_OK);
  return values[0] / half;
}

/* A random realisable inertia: of three random second moments along random axes. */
static void
draw_inertia(double inertia[6], GRand *random)
{
  double moments[9] = {0}, half = 0;

  for (int k = 0; k < 3; k++) {
    double v[3];

    for (int i = 0; i < 3; i++)
      v[i] = g_rand_double_range(random, -0.1, 0.1);
    for (int i = 0; i < 9; i++)
      moments[i] += v[i / 3] * v[i % 3];
  }
  for (int i = 0; i < 3; i++)
    half += moments[4 * i] += 1e-4;
  inertia[TR_XX] = half - moments[0];
  inertia[TR_YY] = half - moments[4];
  inertia[TR_ZZ] = half - moments[8];
  inertia[TR_XY] = -moments[1];
  inertia[TR_XZ] = -moments[2];
  inertia[TR_YZ] = -moments[5];
}

/* Frees mass, centre of mass and inertia of the swing's body, from a random start. */
static void
free_body(Swing *s, TrFree free[10], GRand *random)
{
  TrBody *body = &s->model->bodies[0];

  body->mass = g_rand_double_range(random, 0.05, 2);
  draw_inertia(body->inertia, random);
  free[0] = free_of(TR_PARAM_MASS, 0, 0, body->mass);
  for (int i = 0; i < 3; i++) {
    body->com[i] = g_rand_double_range(random, -0.05, 0.05);
    free[1 + i] = free_of(TR_PARAM_COM, 0, i, body->com[i]);
    free[1 + i].min = -1;
  }
  for (int i = 0; i < 6; i++) {
    free[4 + i] = free_of(TR_PARAM_INERTIA, 0, i, body->inertia[i]);
    free[4 + i].min = i < 3 ? 0 : -1;
  }
  s->task.free = free;
  s->task.n_free = 10;
  s->task.settings.consistency = TR_INERTIA_RULE_FULL;
}

/* Fits a task, and checks that it converged. */
static TrFit *
fit_of(const TrTask *task, int trial)
{
  TrFit *fit = NULL;
  TrError error = {0};
  TrStatus status = tr_identify(&fit, task, &error);

  if (status != TR_OK)
    g_error("trial %d: %s: %s", trial, tr_status_text(status), fit ? fit->message : error.text);
  return fit;
}

/* From a thousand random starts the inertia stays one that a body can have. */
static void
test_inertias_stay_realisable(void)
{
  GRand *random = tr_test_rand_new();
  Swing *s = make_swing();

  s->log.end = 0.4;
  s->task.settings.cutoff = 30;
  for (int trial = 0; trial < 1000; trial++) {
    TrFree free[10];
    TrFit *fit;

    free_body(s, free, random);
    fit = fit_of(&s->task, trial);
    g_assert_cmpfloat(least_moment(&fit->model->bodies[0]), >, 0);
    g_assert_cmpfloat(fit->model->bodies[0].mass, >, 0);
    tr_fit_free(fit);
  }
  free_swing(s);
  g_rand_free(random);
}

/* Puts some quantities of a body onto a bound, and makes some bodies flat plates. */
static void
move_onto_bounds(TrFree free[10], TrBody *body, GRand *random)
{
  if (g_rand_boolean(random)) {
    body->inertia[TR_ZZ] = body->inertia[TR_XX] + body->inertia[TR_YY];
    body->inertia[TR_XZ] = body->inertia[TR_YZ] = 0;
    for (int i = 0; i < 6; i++)
      free[4 + i].start = body->inertia[i];
  }
  for (int i = 0; i < 10; i++) {
    int side = g_rand_int_range(random, 0, 4);

    if (side == 0)
      free[i].min = free[i].start;
    else if (side == 1)
      free[i].max = free[i].start;
  }
}

/* Starts on bounds, also on the border of what a body can be, are starts like others: all fits
 * converge. */
static void
test_starts_on_bounds(void)
{
  GRand *random = tr_test_rand_new();
  Swing *s = make_swing();

  s->log.end = 0.4;
  s->task.settings.cutoff = 30;
  for (int trial = 0; trial < 360; trial++) {
    TrFree free[10];
    TrFit *fit;

    free_body(s, free, random);
    move_onto_bounds(free, &s->model->bodies[0], random);
    fit = fit_of(&s->task, trial);
    g_assert_cmpstr(fit->message, !=, "");
    g_assert_cmpfloat(least_moment(&fit->model->bodies[0]), >, -2e-9);
    for (int i = 0; i < 10; i++)
      g_assert_true(fit->estimates[i].value >= free[i].min &&
                    fit->estimates[i].value <= free[i].max);
    tr_fit_free(fit);
  }
  free_swing(s);
  g_rand_free(random);
}

/* Sum of factors times quantities of a fit's model. */
static double
sum_of(const TrLinear *c, const TrFit *fit)
{
  double sum = 0;

  for (int i = 0; i < c->n_terms; i++)
    sum += c->terms[i].factor * tr_param_get(fit->model, c->terms[i].param);
  return sum;
}

/* An inequality that is reached acts like a bound: the other values are the same. */
static void
test_inequality(void)
{
  Swing *s = make_swing();
  TrTerm term = {s->free[1].param, 2};
  TrLinear rough = {.name = "rough", .n_terms = 1, .terms = &term, .least = 0.06, .most = 5};
  TrFit *bounded, *held;

  s->free[1].min = 0.03;
  bounded = fit_of(&s->task, 0);
  s->free[1].min = 0;
  s->task.n_constraints = 1;
  s->task.constraints = &rough;
  held = fit_of(&s->task, 0);
  for (int i = 0; i < 3; i++)
    tr_assert_close(held->estimates[i].value, bounded->estimates[i].value, 1e-9, 0);
  tr_assert_close(held->estimates[0].sigma, bounded->estimates[0].sigma, 1e-6, 0);
  g_assert_cmpfloat(held->estimates[1].sigma, <, 1e-9);
  g_assert_true(held->constraints[0].is_active);
  rough.least = 0.01;
  tr_fit_free(held);
  held = fit_of(&s->task, 0);
  g_assert_false(held->constraints[0].is_active);
  tr_assert_close(held->estimates[1].value, 0.02, 0, 2e-4);
  tr_fit_free(held);
  tr_fit_free(bounded);
  free_swing(s);
}

/* An equality of two quantities acts like a tie of one to the other. */
static void
test_equality(void)
{
  Swing *s = make_swing();
  TrTerm terms[2] = {{s->free[2].param, 1}, {s->free[1].param, -3}};
  TrLinear like = {.name = "like", .n_terms = 2, .terms = terms};
  TrTie tie = {s->free[2].param, 1, 3};
  TrFit *tied, *held;

  s->task.n_constraints = 1;
  s->task.constraints = &like;
  held = fit_of(&s->task, 0);
  s->task.n_constraints = 0;
  s->task.n_free = 2;
  s->task.n_ties = 1;
  s->task.ties = &tie;
  tied = fit_of(&s->task, 0);
  g_assert_cmpfloat(fabs(sum_of(&like, held)), <, 1e-12);
  for (int i = 0; i < 2; i++) /* of the weak prior, a tied quantity has none */
    tr_assert_close(held->estimates[i].value, tied->estimates[i].value, 0,
                    1e-2 * tied->estimates[i].sigma);
  tr_fit_free(held);
  tr_fit_free(tied);
  free_swing(s);
}

/* Constraints of mass, centre of mass and inertia hold together with realisable inertias: none of
 * them is linear in the coordinates of the step. */
static void
test_constraints_of_a_body(void)
{
  GRand *random = tr_test_rand_new();
  Swing *s = make_swing();
  TrFree free[10];
  TrTerm terms[3][2] = {{{{TR_PARAM_MASS, 0, 0}, 1}, {{TR_PARAM_COM, 0, 1}, 2}},
                        {{{TR_PARAM_COM, 0, 0}, 1}, {{TR_PARAM_COM, 0, 2}, -2}},
                        {{{TR_PARAM_INERTIA, 0, TR_ZZ}, 1}, {{TR_PARAM_MASS, 0, 0}, -0.02}}};
  TrLinear list[3] = {{"mass and place", 2, terms[0], 0, 0},
                      {"on a line", 2, terms[1], 0, 0},
                      {"inertia", 2, terms[2], -INFINITY, 0}};

  s->log.end = 0.4;
  s->task.settings.cutoff = 30;
  for (int trial = 0; trial < 40; trial++) {
    TrFit *fit;

    free_body(s, free, random);
    list[0].least = list[0].most = free[0].start + 2 * free[2].start + 0.01;
    list[2].most = free[6].start - 0.02 * free[0].start + 1e-4;
    s->task.n_constraints = 3;
    s->task.constraints = list;
    fit = fit_of(&s->task, trial);
    for (int k = 0; k < 3; k++) {
      double sum = sum_of(&list[k], fit);

      g_assert_true(sum > list[k].least - 1e-8 && sum < list[k].most + 1e-8);
    }
    g_assert_cmpfloat(least_moment(&fit->model->bodies[0]), >, -2e-9);
    tr_fit_free(fit);
  }
  free_swing(s);
  g_rand_free(random);
}

/* A log at rest determines no inertia: the values stay those of the project. */
static void
test_log_without_excitation(void)
{
  GRand *random = tr_test_rand_new();
  Swing *s = make_swing();
  TrFree free[10];
  TrFit *fit = NULL;

  memset(s->q, 0, sizeof s->q);
  memset(s->u, 0, sizeof s->u);
  free_body(s, free, random);
  s->log.end = 0.4;
  s->task.free = free + 4;
  s->task.n_free = 6;
  g_assert_cmpint(tr_identify(&fit, &s->task, NULL), ==, TR_OK);
  for (int i = 0; i < 6; i++) {
    g_assert_cmpfloat_with_epsilon(fit->estimates[i].value, free[4 + i].start,
                                   2e-2 * fit->estimates[i].scale);
    g_assert_false(fit->estimates[i].identifiable);
  }
  tr_fit_free(fit);
  free_swing(s);
  g_rand_free(random);
}

int
main(int argc, char **argv)
{
  tr_test_init(&argc, &argv);
  g_test_add_func("/engine/est/regress/realisable", test_inertias_stay_realisable);
  g_test_add_func("/engine/est/regress/on-bounds", test_starts_on_bounds);
  g_test_add_func("/engine/est/regress/inequality", test_inequality);
  g_test_add_func("/engine/est/regress/equality", test_equality);
  g_test_add_func("/engine/est/regress/constraints", test_constraints_of_a_body);
  g_test_add_func("/engine/est/regress/at-rest", test_log_without_excitation);
  return g_test_run();
}
