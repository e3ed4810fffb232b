#include "engine/sim/step_matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/force/balance.h"
#include "engine/mbs/mechanism/private.h"

/* Element of the matrix, and the numbers of a step that it is made of. */
typedef enum Source { MASS, AXIS, ROW, COMPLIANCE } Source;
typedef struct Element {
  Source source;
  int owner; /* body, joint or row */
  int a, b;  /* coordinates (of the body; of all n), the second one of MASS and AXIS alone */
  int at;    /* place among the values of the sparse matrix */
} Element;

struct TrStepMatrix {
  int n, m, n_joints, n_elements;
  Element *elements;
  int n_tree;      /* unknowns of the tree: rows behind them close loops or are those of gears */
  int *position;   /* [n + m] of the twists and the multipliers in the order of elimination */
  double *mass;    /* [n_bodies x 36] of the bodies */
  double *inverse; /* [n] 1/diagonal of M */
  cholmod_common common;
  cholmod_sparse *a;
  cholmod_factor *factor;
  cholmod_dense *right, *solution, *y, *e;
};

/* Walk over the tree of the joints, from the world outwards. */
typedef struct Walk {
  const TrMechanism *mechanism;
  int n, *bodies;   /* visited bodies, in their order */
  bool *is_visited; /* [n_bodies] */
  int *carrier;     /* [n_bodies] joint over which the body was reached; -1: none */
} Walk;

static void
reach(Walk *walk, int body, int joint)
{
  walk->is_visited[body] = true;
  walk->carrier[body] = joint;
  walk->bodies[walk->n++] = body;
}

static bool
is_reached(const Walk *walk, int body)
{
  return body == TR_WORLD || walk->is_visited[body];
}

/* Reaches the bodies behind the joints at those reached so far, until there are none. */
static void
spread(Walk *walk)
{
  const TrMechanism *mechanism = walk->mechanism;
  bool moved = true;

  while (moved) {
    moved = false;
    for (int i = 0; i < mechanism->n_constraints; i++) {
      const TrConstraint *c = &mechanism->constraints[i];
      bool has_a = is_reached(walk, c->body_a), has_b = is_reached(walk, c->body_b);

      if (has_a == has_b)
        continue;
      reach(walk, has_a ? c->body_b : c->body_a, c->joint);
      moved = true;
    }
  }
}

static bool
take_walk(Walk *walk, const TrMechanism *mechanism)
{
  size_t n = (size_t)mechanism->n_bodies + 1;

  *walk = (Walk){.mechanism = mechanism,
                 .bodies = calloc(n, sizeof(int)),
                 .is_visited = calloc(n, sizeof(bool)),
                 .carrier = calloc(n, sizeof(int))};
  return walk->bodies && walk->is_visited && walk->carrier;
}

static void
drop_walk(Walk *walk)
{
  free(walk->bodies);
  free(walk->is_visited);
  free(walk->carrier);
}

/* Places the rows of a constraint, unless they have a place; returns the next free one. */
static int
place_rows(TrStepMatrix *matrix, const TrConstraint *c, int next)
{
  for (int r = c->row; r < c->row + c->n_rows; r++)
    if (matrix->position[matrix->n + r] < 0)
      matrix->position[matrix->n + r] = next++;
  return next;
}

/* Order of elimination: bodies from the last one reached, each followed by its carrying joint. */
static void
order(TrStepMatrix *matrix, const Walk *walk)
{
  const TrMechanism *mechanism = walk->mechanism;
  int next = 0;

  for (int i = 0; i < matrix->n + matrix->m; i++)
    matrix->position[i] = -1;
  for (int k = walk->n - 1; k >= 0; k--) {
    int body = walk->bodies[k];

    for (int i = 0; i < 6; i++)
      matrix->position[6 * body + i] = next++;
    for (int i = 0; i < mechanism->n_constraints; i++)
      if (walk->carrier[body] >= 0 && mechanism->constraints[i].joint == walk->carrier[body])
        next = place_rows(matrix, &mechanism->constraints[i], next);
  }
  matrix->n_tree = next;
  for (int r = 0; r < matrix->m; r++)
    if (matrix->position[matrix->n + r] < 0)
      matrix->position[matrix->n + r] = next++;
}

static bool
find_order(TrStepMatrix *matrix, const TrMechanism *mechanism)
{
  Walk walk;
  bool ok = take_walk(&walk, mechanism);

  matrix->position = calloc((size_t)(matrix->n + matrix->m) + 1, sizeof *matrix->position);
  ok = ok && matrix->position;
  for (int b = 0; ok && b < mechanism->n_bodies; b++) {
    spread(&walk);
    if (!walk.is_visited[b])
      reach(&walk, b, -1);
  }
  if (ok)
    order(matrix, &walk);
  drop_walk(&walk);
  return ok;
}

/* Adds an element, or counts it while there is no memory for any. */
static void
add(TrStepMatrix *matrix, Element element)
{
  if (matrix->elements)
    matrix->elements[matrix->n_elements] = element;
  matrix->n_elements++;
}

/* Coordinate among all n of the i-th of a constraint's 12; -1: of the world. */
static int
coordinate_of(const TrConstraint *c, int i)
{
  int body = i < 6 ? c->body_a : c->body_b;

  return body == TR_WORLD ? -1 : 6 * body + i % 6;
}

static void
list_axis(TrStepMatrix *matrix, const TrConstraint *axis, int joint)
{
  for (int i = 0; axis->n_rows > 0 && i < 12; i++)
    for (int k = 0; k <= i; k++) {
      int a = coordinate_of(axis, i), b = coordinate_of(axis, k);

      if (a >= 0 && b >= 0)
        add(matrix, (Element){.source = AXIS, .owner = joint, .a = a, .b = b});
    }
}

static void
list_rows(TrStepMatrix *matrix, const TrConstraint *part)
{
  for (int r = 0; r < part->n_rows; r++)
    for (int i = 0; i < 12; i++)
      if (coordinate_of(part, i) >= 0)
        add(matrix, (Element){.source = ROW, .owner = part->row + r, .a = coordinate_of(part, i)});
}

/* Lists all elements of the lower triangle; an element may be listed twice: AXIS adds to MASS. */
static void
list_elements(TrStepMatrix *matrix, const TrMechanism *mechanism)
{
  matrix->n_elements = 0;
  for (int b = 0; b < mechanism->n_bodies; b++)
    for (int i = 0; i < 6; i++)
      for (int k = 0; k <= i; k++)
        add(matrix, (Element){.source = MASS, .owner = b, .a = i, .b = k});
  for (int j = 0; j < mechanism->n_joints; j++)
    list_axis(matrix, &mechanism->axes[j], j);
  for (int i = 0; i < tr_mechanism_count_parts(mechanism); i++)
    list_rows(matrix, tr_mechanism_part(mechanism, i));
  for (int r = 0; r < matrix->m; r++)
    add(matrix, (Element){.source = COMPLIANCE, .owner = r});
}

/* Row and column of an element in the order of elimination, row >= column. */
static void
find_place(int *row, int *column, const TrStepMatrix *matrix, const Element *e)
{
  int a = e->a, b = e->b;

  if (e->source == MASS) {
    a += 6 * e->owner;
    b += 6 * e->owner;
  } else if (e->source != AXIS) {
    b = matrix->n + e->owner;
    a = e->source == ROW ? a : b;
  }
  a = matrix->position[a];
  b = matrix->position[b];
  *row = a > b ? a : b;
  *column = a > b ? b : a;
}

/* Place of an element among the values of a sorted sparse matrix. */
static int
find_value(const cholmod_sparse *a, int row, int column)
{
  const int *start = a->p, *rows = a->i;
  int low = start[column], high = start[column + 1] - 1;

  while (low < high) {
    int middle = (low + high) / 2;

    if (rows[middle] < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Makes the sparse matrix of the listed elements, and notes their places. */
static bool
make_sparse(TrStepMatrix *matrix)
{
  size_t size = (size_t)(matrix->n + matrix->m), n = (size_t)matrix->n_elements;
  cholmod_triplet *t = cholmod_allocate_triplet(size, size, n, -1, CHOLMOD_REAL, &matrix->common);

  if (!t)
    return false;
  for (size_t i = 0; i < n; i++) {
    find_place((int *)t->i + i, (int *)t->j + i, matrix, &matrix->elements[i]);
    ((double *)t->x)[i] = 1;
  }
  t->nnz = n;
  matrix->a = cholmod_triplet_to_sparse(t, n, &matrix->common);
  cholmod_free_triplet(&t, &matrix->common);
  for (size_t i = 0; matrix->a && i < n; i++) {
    int row, column;

    find_place(&row, &column, matrix, &matrix->elements[i]);
    matrix->elements[i].at = find_value(matrix->a, row, column);
  }
  return matrix->a != NULL;
}

static bool
fill_mass(TrStepMatrix *matrix, const TrModel *model)
{
  int n = matrix->n;

  matrix->mass = calloc((size_t)(6 * n) + 1, sizeof *matrix->mass);
  matrix->inverse = calloc((size_t)n + 1, sizeof *matrix->inverse);
  if (!matrix->mass || !matrix->inverse)
    return false;
  for (int b = 0; b < model->n_bodies; b++) {
    tr_balance_body_mass(matrix->mass + 36 * b, 6, &model->bodies[b]);
    for (int i = 0; i < 6; i++)
      matrix->inverse[6 * b + i] = 1 / matrix->mass[36 * b + 7 * i];
  }
  return true;
}

static void
start_cholmod(cholmod_common *common)
{
  cholmod_start(common);
  common->print = 0;
  common->supernodal = CHOLMOD_SIMPLICIAL;
  common->nmethods = 1;
  common->method[0].ordering = CHOLMOD_NATURAL;
  common->postorder = false;
}

TrStepMatrix *
tr_step_matrix_new(const TrModel *model, const TrMechanism *mechanism)
{
  TR_ASSERT(model && mechanism);

  TrStepMatrix *matrix = calloc(1, sizeof *matrix);

  if (!matrix)
    return NULL;
  start_cholmod(&matrix->common);
  matrix->n = 6 * mechanism->n_bodies;
  matrix->m = mechanism->n_rows;
  matrix->n_joints = mechanism->n_joints;
  list_elements(matrix, mechanism);
  matrix->elements = calloc((size_t)matrix->n_elements, sizeof *matrix->elements);
  if (matrix->elements && find_order(matrix, mechanism) && fill_mass(matrix, model)) {
    list_elements(matrix, mechanism);
    if (make_sparse(matrix)) {
      matrix->factor = cholmod_analyze(matrix->a, &matrix->common);
      matrix->right =
          cholmod_zeros((size_t)(matrix->n + matrix->m), 1, CHOLMOD_REAL, &matrix->common);
    }
  }
  if (matrix->factor && matrix->right)
    return matrix;
  tr_step_matrix_free(matrix);
  return NULL;
}

void
tr_step_matrix_free(TrStepMatrix *matrix)
{
  if (!matrix)
    return;
  cholmod_free_sparse(&matrix->a, &matrix->common);
  cholmod_free_factor(&matrix->factor, &matrix->common);
  cholmod_free_dense(&matrix->right, &matrix->common);
  cholmod_free_dense(&matrix->solution, &matrix->common);
  cholmod_free_dense(&matrix->y, &matrix->common);
  cholmod_free_dense(&matrix->e, &matrix->common);
  cholmod_finish(&matrix->common);
  free(matrix->elements);
  free(matrix->position);
  free(matrix->mass);
  free(matrix->inverse);
  free(matrix);
}

static double
evaluate(const TrStepMatrix *matrix, const Element *e, const TrStepRows *rows)
{
  const double *axis = rows->axes + (e->source == AXIS ? e->owner * matrix->n : 0);

  switch (e->source) {
  case MASS:
    return matrix->mass[36 * e->owner + 6 * e->a + e->b];
  case AXIS:
    return rows->axial[e->owner] * axis[e->a] * axis[e->b];
  case ROW:
    return rows->jac[e->owner * matrix->n + e->a];
  case COMPLIANCE:
    return -rows->sigma[e->owner];
  }
  return 0;
}

/* Raises compliances of loops below the share of a row's inverse inertia G_r diag(M)^-1 G_r^T. */
static void
raise_compliances(const TrStepMatrix *matrix, double *x, const TrStepRows *rows, double floor)
{
  double *needed = matrix->right->x; /* scratch */

  memset(needed, 0, (size_t)matrix->m * sizeof *needed);
  for (int i = 0; i < matrix->n_elements; i++) {
    const Element *e = &matrix->elements[i];
    double slope = e->source == ROW ? rows->jac[e->owner * matrix->n + e->a] : 0;

    if (e->source == ROW)
      needed[e->owner] += floor * slope * slope * matrix->inverse[e->a];
    else if (e->source == COMPLIANCE && matrix->position[matrix->n + e->owner] >= matrix->n_tree)
      x[e->at] = -fmax(rows->sigma[e->owner], needed[e->owner]);
  }
}

TrStatus
tr_step_matrix_factor(TrStepMatrix *matrix, const TrStepRows *rows, double floor)
{
  TR_ASSERT(matrix && rows);

  double *x = matrix->a->x;
  const int *start = matrix->a->p;

  memset(x, 0, (size_t)start[matrix->n + matrix->m] * sizeof *x);
  for (int i = 0; i < matrix->n_elements; i++)
    if (matrix->elements[i].source == ROW) /* parts of a gear may share a body */
      x[matrix->elements[i].at] = evaluate(matrix, &matrix->elements[i], rows);
    else
      x[matrix->elements[i].at] += evaluate(matrix, &matrix->elements[i], rows);
  raise_compliances(matrix, x, rows, floor);
  if (!cholmod_factorize(matrix->a, matrix->factor, &matrix->common) ||
      matrix->common.status == CHOLMOD_OUT_OF_MEMORY)
    return TR_NO_MEMORY;
  return matrix->common.status == CHOLMOD_OK ? TR_OK : TR_NOT_DEFINITE;
}

void
tr_step_matrix_solve(
    TrStepMatrix *matrix, double *v, double *lambda, const double *p, const double *c)
{
  TR_ASSERT(matrix && v && lambda && p);

  const int *position = matrix->position;
  double *right = matrix->right->x;
  const double *x;

  for (int i = 0; i < matrix->n; i++)
    right[position[i]] = p[i];
  for (int r = 0; r < matrix->m; r++)
    right[position[matrix->n + r]] = c ? c[r] : 0;
  cholmod_solve2(CHOLMOD_A, matrix->factor, matrix->right, NULL, &matrix->solution, NULL,
                 &matrix->y, &matrix->e, &matrix->common);
  x = matrix->solution->x;
  for (int i = 0; i < matrix->n; i++)
    v[i] = x[position[i]];
  for (int r = 0; r < matrix->m; r++)
    lambda[r] = -x[position[matrix->n + r]];
}
