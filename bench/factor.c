/* Our factorisation against CHOLMOD's on the same matrices: the normal matrices of `predicted` and
 * of `explicit` for the Furuta pendulum, N = 1000; factorisation and solution, without analysis. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "bench/report.h"
#include "bench/setup.h"
#include "bench/sparse.h"
#include "bench/stopwatch.h"
#include "engine/linalg/dense.h"

enum { N_NODES = 1000, TURNS = 15, N_THEIRS = 4 };

/* Damping of the border, as the outer loop's first one, and largest residual of a solution as a
 * share of the right side. */
#define DAMPING   1e-6
#define TOLERANCE 1e-8

typedef struct Ours {
  const TrArrow *normal;
  TrArrow *arrow;
  double *schur, *x; /* [p x p], [states + p] */
} Ours;

typedef struct Theirs {
  const char *name;
  bool supernodal, natural;
  cholmod_common common;
  cholmod_sparse *matrix;
  cholmod_dense *side, *x;
  cholmod_factor *factor;
} Theirs;

/* The normal matrix at the start, its border damped. */
static TrArrow *
take_normal(TrFormulationKind formulation, double compliance_scale)
{
  BenchCase *bench_case = bench_furuta_new(N_NODES);
  BenchSetup setup;
  TrArrow *normal;

  bench_case->task.settings.formulation = formulation;
  bench_case->task.settings.compliance_scale = compliance_scale;
  bench_setup_init(&setup, bench_case);
  normal = bench_arrow_new_like(setup.problem->arrow);
  bench_assemble(normal, setup.problem);
  tr_arrow_join(normal);
  for (int i = 0; i < normal->border; i++) {
    double *diagonal = tr_arrow_corner(normal, i, i);

    *diagonal += setup.problem->weak_weight[i] + DAMPING * *diagonal;
  }
  bench_setup_clear(&setup);
  return normal;
}

static void
ours_prepare(void *user)
{
  Ours *ours = user;

  tr_arrow_copy(ours->arrow, ours->normal);
}

static void
ours_run(void *user)
{
  Ours *ours = user;
  TrArrow *arrow = ours->arrow;
  int p = arrow->border;
  double *step = ours->x + arrow->first[1] * arrow->n;
  bool ok = tr_arrow_eliminate(arrow, NULL) == TR_OK;

  for (int i = 0; i < p; i++) {
    step[i] = -*tr_arrow_corner(arrow, p, i);
    for (int j = 0; j <= i; j++)
      ours->schur[i * p + j] = *tr_arrow_corner(arrow, i, j);
  }
  if (!ok || tr_dense_cholesky(ours->schur, p) != TR_OK)
    g_error("The normal matrix is not positive definite for us.");
  tr_dense_cholesky_solve(step, ours->schur, p, 1);
  tr_arrow_back_substitute(ours->x, arrow, step);
}

static void
theirs_init(Theirs *theirs, const TrArrow *normal)
{
  cholmod_common *common = &theirs->common;

  cholmod_start(common);
  common->supernodal = theirs->supernodal ? CHOLMOD_SUPERNODAL : CHOLMOD_SIMPLICIAL;
  common->nmethods = 1;
  common->method[0].ordering = theirs->natural ? CHOLMOD_NATURAL : CHOLMOD_AMD;
  common->postorder = !theirs->natural;
  /* the triangle that needs no transposition first */
  theirs->matrix = bench_sparse_new(normal, !(theirs->supernodal && theirs->natural), common);
  theirs->side = bench_sparse_side(normal, common);
  theirs->factor = cholmod_analyze(theirs->matrix, common);
}

static void
theirs_run(void *user)
{
  Theirs *theirs = user;
  cholmod_common *common = &theirs->common;

  cholmod_free_dense(&theirs->x, common);
  cholmod_factorize(theirs->matrix, theirs->factor, common);
  if (common->status != CHOLMOD_OK)
    g_error("The normal matrix is not positive definite for CHOLMOD.");
  theirs->x = cholmod_solve(CHOLMOD_A, theirs->factor, theirs->side, common);
}

static void
theirs_clear(Theirs *theirs)
{
  cholmod_free_dense(&theirs->x, &theirs->common);
  cholmod_free_dense(&theirs->side, &theirs->common);
  cholmod_free_factor(&theirs->factor, &theirs->common);
  cholmod_free_sparse(&theirs->matrix, &theirs->common);
  cholmod_finish(&theirs->common);
}

static double
largest(const double *x, size_t n)
{
  double most = 0;

  for (size_t i = 0; i < n; i++)
    most = fmax(most, fabs(x[i]));
  return most;
}

/* |b - A x| as a share of |b|, with the matrix of one of the other solvers. */
static double
share_left(const double *x, Theirs *theirs)
{
  cholmod_common *common = &theirs->common;
  cholmod_dense *rest = cholmod_copy_dense(theirs->side, common);
  cholmod_dense solution = *theirs->side;
  double minus[2] = {-1, 0}, one[2] = {1, 0}, share;

  solution.x = (void *)x;
  cholmod_sdmult(theirs->matrix, 0, minus, one, &solution, rest, common);
  share = largest(rest->x, rest->nrow) / largest(theirs->side->x, rest->nrow);
  cholmod_free_dense(&rest, common);
  return share;
}

static void
check(const char *name, const double *x, Theirs *theirs)
{
  double share = share_left(x, theirs);

  if (!(share < TOLERANCE))
    g_error("%s leaves %g of the right side.", name, share);
}

static void
measure(const char *table, TrFormulationKind formulation, double compliance_scale)
{
  Theirs theirs[N_THEIRS] = {
      {.name = "CHOLMOD simplicial, natural", .natural = true},
      {.name = "CHOLMOD simplicial, AMD"},
      {.name = "CHOLMOD supernodal, natural", .supernodal = true, .natural = true},
      {.name = "CHOLMOD supernodal, AMD", .supernodal = true}};
  BenchContestant c[1 + N_THEIRS] = {{.name = "ours", .prepare = ours_prepare, .run = ours_run}};
  TrArrow *normal = take_normal(formulation, compliance_scale);
  int p = normal->border, states = normal->first[1] * normal->n;
  Ours ours = {normal, bench_arrow_new_like(normal), g_new(double, p *p),
               g_new(double, states + p)};

  c[0].user = &ours;
  for (int i = 0; i < N_THEIRS; i++) {
    theirs_init(&theirs[i], normal);
    c[1 + i] = (BenchContestant){theirs[i].name, NULL, theirs_run, &theirs[i], 0};
  }
  bench_race(c, G_N_ELEMENTS(c), TURNS);
  check("ours", ours.x, &theirs[0]);
  for (int i = 0; i < N_THEIRS; i++)
    check(theirs[i].name, theirs[i].x->x, &theirs[i]);
  for (size_t i = 0; i < G_N_ELEMENTS(c); i++) {
    bench_report(table, c[i].name, "factor and solve", 1e3 * c[i].seconds, "ms");
    bench_report(table, c[i].name, "to ours", c[i].seconds / c[0].seconds, "x");
  }
  for (int i = 0; i < N_THEIRS; i++)
    theirs_clear(&theirs[i]);
  tr_arrow_free(ours.arrow);
  tr_arrow_free(normal);
  g_free(ours.schur);
  g_free(ours.x);
}

int
main(void)
{
  bench_pin();
  measure("matrix of predicted", TR_FORMULATION_PREDICTED, 1);
  /* at a compliance with which `explicit` converges */
  measure("matrix of explicit", TR_FORMULATION_EXPLICIT, 100);
  return 0;
}
