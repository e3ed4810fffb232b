/* Making of a stepper. */
#include <math.h>
#include <stdlib.h>

#include "engine/base/carve.h"
#include "engine/sim/spook_private.h"

/* Regularisation rate of the friction of contacts by default [m/s]. */
#define DEFAULT_SLIP 1e-6

static size_t
lay_out(TrSpook *s, double *base)
{
  size_t n = (size_t)s->n, m = (size_t)s->m, nj = (size_t)s->n_joints, used = 0;
  size_t nb = nj + (size_t)s->n_stops;
  bool is_dense = !s->is_sparse && s->model->n_contacts == 0;
  double **rows[] = {&s->sigma, &s->gamma, &s->g, &s->rhs, &s->lambda, &s->free_lambda};
  double **joints[] = {&s->rate, &s->dry, &s->axial, &s->axial_mass, &s->swing, &s->servo_inertia};
  double **bounded[] = {&s->bound, &s->least, &s->friction};

  for (size_t i = 0; i < TR_COUNT(rows); i++)
    *rows[i] = tr_carve(base, &used, m);
  for (size_t i = 0; i < TR_COUNT(joints); i++)
    *joints[i] = tr_carve(base, &used, nj);
  for (size_t i = 0; i < TR_COUNT(bounded); i++)
    *bounded[i] = tr_carve(base, &used, nb);
  s->jac =
      tr_carve(base, &used, s->is_sparse ? (size_t)tr_local_count(s->mechanism) * TR_LOCAL : m * n);
  s->axes = tr_carve(base, &used, nj * (s->is_sparse ? TR_LOCAL : n));
  s->y = tr_carve(base, &used, is_dense ? n * m : 0);
  s->small = tr_carve(base, &used, is_dense ? m * m : 0);
  s->mass = tr_carve(base, &used, is_dense ? n * n : 0);
  s->momentum = tr_carve(base, &used, n);
  s->free_twist = tr_carve(base, &used, n);
  s->before = tr_carve(base, &used, n);
  s->gyro = tr_carve(base, &used, n);
  return used;
}

static double
auto_tau(const TrSpookOptions *options)
{
  static const double shares[TR_N_SOLVERS] = {TR_SPOOK_TAU, TR_SECOND_ORDER_TAU, 0};

  return options->h * shares[options->solver];
}

/* Damping time that turns SPOOK's rows into implicit Euler steps, as a share of h. */
#define FIRST_ORDER_TAU 0.75

static bool
has_smooth_friction(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (model->joints[j].friction.model == TR_FRICTION_TANH)
      return true;
  return false;
}

static bool
any_swings(const TrModel *model)
{
  for (int j = 0; j < model->n_joints; j++)
    if (tr_spook_swings(model, j))
      return true;
  return false;
}

/* Widens the spans of a constraint's rows to its bodies. */
static void
span_rows(TrColumns *spans, const TrConstraint *c)
{
  int least = c->body_a == TR_WORLD || c->body_b < c->body_a ? c->body_b : c->body_a;
  int most = c->body_b > c->body_a ? c->body_b : c->body_a;

  for (int r = c->row; r < c->row + c->n_rows; r++) {
    TrColumns *span = &spans[r];

    span->begin = span->end > 0 && span->begin < 6 * least ? span->begin : 6 * least;
    span->end = span->end > 6 * (most + 1) ? span->end : 6 * (most + 1);
  }
}

static void
fill_spans(TrSpook *s)
{
  for (int i = 0; i < tr_mechanism_count_parts(s->mechanism); i++)
    span_rows(s->spans, tr_mechanism_part(s->mechanism, i));
  for (int j = 0; j < s->n_joints; j++)
    span_rows(s->spans + s->m, &s->mechanism->axes[j]);
}

/* Takes what solves the steps: contacts, the sparse matrix with its pieces, or the programme beside
 * the dense matrices. */
static bool
take_solver(TrSpook *s)
{
  if (s->model->n_contacts > 0)
    return (s->contacts = tr_contacts_new(s->model, s)) != NULL;
  if (!s->is_sparse)
    return tr_spook_take_programme(s) == TR_OK;
  s->pieces = tr_pieces_new(s);
  if (s->pieces)
    s->matrix = tr_step_matrix_new(s->model, s->mechanism, tr_pieces_joints(s->pieces));
  return s->matrix != NULL;
}

/* Takes the arrays; the mechanism is there. */
static bool
take_arrays(TrSpook *s)
{
  bool is_smooth = has_smooth_friction(s->model);

  s->block = calloc(lay_out(s, NULL), sizeof *s->block);
  s->places = calloc((size_t)s->model->n_bodies, sizeof *s->places);
  s->stops = calloc((size_t)s->n_stops + 1, sizeof *s->stops);
  s->spans = calloc((size_t)(s->m + s->n_joints) + 1, sizeof *s->spans);
  s->smooth = is_smooth ? calloc((size_t)s->n_joints, sizeof *s->smooth) : NULL;
  s->is_new = calloc((size_t)s->m + 1, sizeof *s->is_new);
  s->skyline = (TrSkyline){.n = s->m, .first = calloc(2 * (size_t)s->m + 1, sizeof(int))};
  return s->block && s->places && s->stops && s->spans && s->is_new && s->skyline.first &&
         (s->smooth || !is_smooth);
}

TrSpook *
tr_spook_new(const TrModel *model, const TrSpookOptions *options)
{
  TR_ASSERT(options && options->h > 0 && tr_model_is_whole(model));

  TrSpook *s = calloc(1, sizeof *s);
  TrRelaxation relaxation = {
      .h = options->h,
      .compliance_scale = options->compliance_scale,
      .damping_scale = options->damping_scale,
      .auto_tau = auto_tau(options),
      .added_tau = options->solver == TR_SOLVER_FIRST_ORDER ? FIRST_ORDER_TAU * options->h : 0};

  if (!s)
    return NULL;
  s->model = model;
  s->options = *options;
  if (s->options.slip == 0)
    s->options.slip = DEFAULT_SLIP;
  s->mechanism = tr_mechanism_new(model);
  s->n = 6 * model->n_bodies;
  s->n_joints = model->n_joints;
  s->n_stops = tr_stops_count(model);
  s->has_swing = any_swings(model);
  s->has_servo = tr_model_has_servo(model);
  s->m = s->mechanism ? s->mechanism->n_rows : 0;
  s->is_sparse = model->n_bodies >= TR_SPARSE_BODIES && model->n_contacts == 0;
  if (!s->mechanism || !take_arrays(s)) {
    tr_spook_free(s);
    return NULL;
  }
  lay_out(s, s->block);
  fill_spans(s);
  s->skyline.end = s->skyline.first + s->m;
  tr_skyline_find_ends(&s->skyline);
  tr_stops_fill(s->stops, model, options->h, options->compliance_scale);
  tr_mechanism_relaxation(s->sigma, s->gamma, s->mechanism, model, &relaxation);
  if (!take_solver(s)) {
    tr_spook_free(s);
    return NULL;
  }
  return s;
}

void
tr_spook_free(TrSpook *s)
{
  if (!s)
    return;
  tr_step_matrix_free(s->matrix);
  tr_pieces_free(s->pieces);
  tr_contacts_free(s->contacts);
  tr_mechanism_free(s->mechanism);
  free(s->block);
  free(s->programme);
  free(s->places);
  free(s->smooth);
  free(s->stops);
  free(s->spans);
  free(s->is_new);
  free(s->boxqp);
  free(s->skyline.first);
  free(s);
}
