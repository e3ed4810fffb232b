#include "engine/est/uncertainty/score_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/est/problem/private.h"
#include "engine/linalg/arrow.h"
#include "engine/linalg/dense.h"
#include "engine/signal/long_run.h"

/* Share of its information that a force must keep beside the parameters, to be another one than
 * theirs. */
#define LEAST_LEFT 1e-5

/* Part of a pass over the residuals: each log has two, which share no number. */
typedef struct Share {
  struct Work *work;
  TrProblem *problem; /* the twin that the part is visited with */
  double *rows;       /* [rows of a block x (touched unknowns + p + n)] */
  double *slope;      /* [n] of a row by the forces */
  double *score;      /* [nodes x n] of the logs' first halves, or of the second ones */
} Share;

typedef struct Work {
  const TrPosterior *posterior;
  const TrForceColumn *columns;
  TrScoreTest *tests;
  double *information; /* [n x n] */
  int n;               /* forces */
  int p;               /* parameters */
  int nodes;           /* of all logs */
  TrArrow *arrow;      /* with the forces behind the parameters */
  double *response;    /* [states x stride] H^-1 B^T with a minus, then [states x n] ... */
  double *mix;         /* [p x n] ... of the forces less what the parameters explain */
  int n_parts;
  Share *parts; /* [n_parts] */
  double *rows, *slopes, *score;
  double *influence; /* [nodes] of one force */
} Work;

/* Columns of a residual of `touched` nodes, without the forces. */
static int
count_columns(const TrProblem *problem, int touched)
{
  return touched * problem->node_size + problem->p;
}

/* Largest number of rows of a residual block. */
static int
count_rows(const TrProblem *problem)
{
  int rows = problem->step_rows;

  return rows > problem->node_size ? rows : problem->node_size;
}

static bool
take_arrow(Work *work)
{
  const TrProblem *problem = work->posterior->problem;
  int n_logs = problem->prepared->n_logs;
  int *lengths = calloc((size_t)n_logs + 1, sizeof *lengths);

  if (!lengths)
    return false;
  for (int l = 0; l < n_logs; l++)
    lengths[l] = problem->first[l + 1] - problem->first[l];
  work->arrow = tr_arrow_new(problem->arrow->n, problem->arrow->bandwidth, work->p + work->n,
                             n_logs, lengths);
  free(lengths);
  if (work->arrow)
    work->arrow->team = problem->team;
  return work->arrow != NULL;
}

static bool
take_parts(Work *work)
{
  const TrProblem *problem = work->posterior->problem;
  size_t parts = 2 * (size_t)problem->prepared->n_logs;
  size_t columns = (size_t)(count_columns(problem, TR_MAX_TOUCHED) + work->n);
  size_t block = (size_t)count_rows(problem) * columns;
  size_t scores = (size_t)work->nodes * (size_t)work->n;

  work->n_parts = (int)parts;
  work->parts = calloc(parts, sizeof *work->parts);
  work->rows = calloc(parts * block, sizeof *work->rows);
  work->slopes = calloc(parts * (size_t)work->n, sizeof *work->slopes);
  work->score = calloc(2 * scores, sizeof *work->score);
  if (!work->parts || !work->rows || !work->slopes || !work->score)
    return false;
  for (size_t i = 0; i < parts; i++)
    work->parts[i] = (Share){.work = work,
                             .rows = work->rows + i * block,
                             .slope = work->slopes + i * (size_t)work->n,
                             .score = work->score + i % 2 * scores};
  return true;
}

static bool
open_work(Work *work)
{
  const TrProblem *problem = work->posterior->problem;
  size_t states = (size_t)work->nodes * (size_t)problem->node_size, n = (size_t)work->n;

  if (!take_arrow(work) || !take_parts(work))
    return false;
  work->response =
      calloc(states * (size_t)tr_arrow_response_stride(work->arrow) + 1, sizeof *work->response);
  work->mix = calloc((size_t)work->p * n + 1, sizeof *work->mix);
  work->influence = calloc((size_t)work->nodes, sizeof *work->influence);
  return work->response && work->mix && work->influence;
}

static void
close_work(Work *work)
{
  tr_arrow_free(work->arrow);
  free(work->parts);
  free(work->rows);
  free(work->slopes);
  free(work->score);
  free(work->response);
  free(work->mix);
  free(work->influence);
}

/* Adds the derivatives of a step's rows by the forces: -h phi V/sigma along their freedoms, where
 * V/sigma whitens a unit impulse (est/step/joint_weight.c). */
static void
add_forces(const Share *share, const TrArrowResidual *residual, int columns)
{
  const TrProblem *problem = share->problem;
  const Work *work = share->work;
  int node = residual->block + problem->formulation->first_step;

  for (int e = 0; e < work->n; e++) {
    const TrForceColumn *column = &work->columns[e];
    const double *v = problem->visited_probe + (size_t)(column->freedom * problem->step_rows);
    double size =
        -problem->context.h * column->profile[node] / problem->context.joint_sigma[column->freedom];

    for (int k = 0; k < problem->step_rows; k++)
      share->rows[(size_t)k * (size_t)(columns + work->n) + (size_t)(columns + e)] = size * v[k];
  }
}

/* Copies a block's derivatives with those by the forces behind. */
static void
widen(const Share *share, const TrArrowResidual *residual)
{
  int n = share->work->n, columns = count_columns(share->problem, residual->touched);

  for (int k = 0; k < residual->n_rows; k++) {
    double *to = share->rows + (size_t)k * (size_t)(columns + n);

    memcpy(to, residual->jac + (size_t)k * (size_t)columns, (size_t)columns * sizeof *to);
    memset(to + columns, 0, (size_t)n * sizeof *to);
  }
  if (share->problem->visited == TR_VISITED_STEP && share->problem->visited_probe)
    add_forces(share, residual, columns);
}

static TrStatus
add_block(void *user, const TrArrowResidual *residual)
{
  const Share *share = user;
  TrArrowResidual wide = *residual;

  widen(share, residual);
  wide.jac = share->rows;
  tr_arrow_add_residual(share->work->arrow, &wide);
  return TR_OK;
}

/* Response of a row of a widened block to the forces when states and parameters follow them. */
static void
respond(double *out, const Work *work, const double *row, int states, const double *x)
{
  int n = work->n;

  memset(out, 0, (size_t)n * sizeof *out);
  tr_dense_add_product(out, 1, row, x, (TrProductSize){1, states, n});
  tr_dense_add_product(out, 1, row + states, work->mix, (TrProductSize){1, work->p, n});
  for (int e = 0; e < n; e++)
    out[e] += row[states + work->p + e];
}

/* Adds the scores of a block, as they are with each force at its estimate, to the step in its
 * middle: their sum is then zero, and what is left has the memory of the errors. */
static TrStatus
add_score(void *user, const TrArrowResidual *residual)
{
  const Share *share = user;
  const Work *work = share->work;
  int states = residual->touched * share->problem->node_size, n = work->n;
  int columns = count_columns(share->problem, residual->touched) + n;
  const double *x =
      work->response + (size_t)residual->block * (size_t)share->problem->node_size * (size_t)n;
  double *score = share->score + (size_t)(residual->block + residual->touched / 2) * (size_t)n;

  widen(share, residual);
  for (int k = 0; k < residual->n_rows; k++) {
    double *slope = share->slope;

    respond(slope, work, share->rows + (size_t)k * (size_t)columns, states, x);
    for (int e = 0; e < n; e++)
      score[e] += residual->weight * slope[e] * (residual->r[k] + slope[e] * work->tests[e].size);
  }
  return TR_OK;
}

static TrStatus
visit_blocks(TrProblem *problem, int part)
{
  Share *share = (Share *)problem->part_data + part;

  share->problem = problem;
  return tr_problem_visit_part(problem, part, add_block, share);
}

static TrStatus
visit_scores(TrProblem *problem, int part)
{
  Share *share = (Share *)problem->part_data + part;

  share->problem = problem;
  return tr_problem_visit_part(problem, part, add_score, share);
}

/* -S^-1 S_px of a force: the change of the parameters with a unit of it. */
static void
fill_mix(Work *work, int force)
{
  const TrPosterior *p = work->posterior;
  const double *scale = p->problem->scale;

  for (int a = 0; a < p->q; a++) {
    double sum = 0;

    for (int b = 0; b < p->q; b++)
      sum += p->spread[a * p->q + b] * scale[p->index[b]] *
             *tr_arrow_corner(work->arrow, work->p + force, p->index[b]);
    work->mix[p->index[a] * work->n + force] = -sum * scale[p->index[a]];
  }
}

/* Row of S_x of a force; returns whether it is another force than those of the parameters. */
static bool
fill_information(const Work *work, int force)
{
  double all = *tr_arrow_corner(work->arrow, work->p + force, work->p + force);
  double *row = work->information + (size_t)force * (size_t)work->n;

  for (int e = 0; e < work->n; e++) {
    int later = e > force ? e : force, earlier = e > force ? force : e;

    row[e] = *tr_arrow_corner(work->arrow, work->p + later, work->p + earlier);
    for (int i = 0; i < work->p; i++)
      row[e] += *tr_arrow_corner(work->arrow, work->p + force, i) * work->mix[i * work->n + e];
  }
  return row[force] > LEAST_LEFT * all;
}

/* Gradient by a force along the valley in which the parameters follow: zero by these alone at the
 * minimum, but for rounding and for those at a bound. */
static double
find_gradient(const Work *work, int force)
{
  int row = work->p + work->n;

  return *tr_arrow_corner(work->arrow, row, work->p + force);
}

/* Replaces the responses by those to the forces when the parameters follow them. */
static void
mix_responses(Work *work)
{
  const TrPosterior *p = work->posterior;
  size_t states = (size_t)work->nodes * (size_t)p->problem->node_size;
  size_t stride = (size_t)tr_arrow_response_stride(work->arrow), n = (size_t)work->n;
  double *mixed = work->arrow->corner; /* no longer needed; at least (p + n + 1)^2 numbers */

  for (size_t i = 0; i < states; i++) {
    const double *x = work->response + i * stride;

    memcpy(mixed, x + work->p, n * sizeof *mixed);
    tr_dense_add_product(mixed, 1, x, work->mix, (TrProductSize){1, work->p, work->n});
    memcpy(work->response + i * n, mixed, n * sizeof *mixed);
  }
}

/* Standard deviation of the sum of a force's scores: by the information, or with their memory. Logs
 * are not taken as clusters: a force that acts alike in all of them would hide in these. */
static double
find_sd(Work *work, int force, double information)
{
  const TrProblem *problem = work->posterior->problem;
  TrLogSpans spans = {problem->prepared->n_logs, problem->first};
  const double *first = work->score, *second = first + (size_t)work->nodes * (size_t)work->n;
  double memory;

  for (int k = 0; k < work->nodes; k++)
    work->influence[k] = first[k * work->n + force] + second[k * work->n + force];
  memory = tr_long_run_steps(work->influence, spans, &(int){0});
  return sqrt(fmax(information * work->posterior->variance, memory));
}

/* Fills the information and the tests but for t. */
static void
fill_sizes(Work *work)
{
  for (int e = 0; e < work->n; e++)
    fill_mix(work, e);
  for (int e = 0; e < work->n; e++) {
    TrScoreTest *test = &work->tests[e];

    test->is_tested = fill_information(work, e);
    test->size = test->is_tested ? -find_gradient(work, e) / work->information[e * work->n + e] : 0;
    for (int i = 0; i < work->p; i++)
      test->shift[i] = work->mix[i * work->n + e] * test->size;
  }
}

static void
fill_t(Work *work)
{
  for (int e = 0; e < work->n; e++) {
    TrScoreTest *test = &work->tests[e];
    double information = work->information[e * work->n + e];

    test->t = test->is_tested ? test->size * information / find_sd(work, e, information) : 0;
  }
}

static TrStatus
run(Work *work)
{
  TrProblem *problem = work->posterior->problem;

  problem->part_data = work->parts;
  TR_TRY(tr_problem_share(problem, visit_blocks));
  tr_arrow_join(work->arrow);
  TR_TRY(tr_arrow_eliminate(work->arrow, NULL));
  fill_sizes(work);
  TR_TRY(tr_arrow_responses(work->response, work->arrow));
  mix_responses(work);
  TR_TRY(tr_problem_share(problem, visit_scores));
  fill_t(work);
  return TR_OK;
}

TrStatus
tr_score_test(TrScoreTest *tests,
              double *information,
              const TrPosterior *posterior,
              const TrForceColumn *columns,
              int n)
{
  TR_ASSERT(tests && information && posterior && columns && n > 0);
  TR_ASSERT(posterior->problem->context.joint_sigma);

  TrProblem *problem = posterior->problem;
  Work work = {.posterior = posterior,
               .columns = columns,
               .tests = tests,
               .information = information,
               .n = n,
               .p = problem->p,
               .nodes = problem->first[problem->prepared->n_logs]};
  TrStatus status = TR_NO_MEMORY;

  problem->probes = true;
  if (open_work(&work))
    status = run(&work);
  problem->probes = false;
  close_work(&work);
  return status;
}
