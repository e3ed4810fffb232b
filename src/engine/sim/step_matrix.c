#include "engine/sim/step_matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>

#include "engine/mbs/force/balance.h"
#include "engine/mbs/mechanism/private.h"

/* Element of the matrix, and the numbers of a step that it is made of. */
typedef enum Source { MASS, AXIS, ROW, COMPLIANCE, HOLD, GIVE } Source;
typedef struct Element {
  Source source;
  int owner; /* body, joint or row */
  int a, b;  /* unknowns: twists, then multipliers of rows, then those of joints that are held */
  int x, y;  /* numbers of the step that it is made of: among the local rows, or of the body's mass;
                the second one of AXIS alone */
  int at;    /* place among the values of the sparse matrix */
} Element;

struct TrStepMatrix {
  int n, m, n_joints, n_elements, size;
  bool *can_hold; /* [n_joints] */
  Element *elements;
  int n_tree;      /* unknowns of the tree: rows behind them close loops or are those of gears */
  int *position;   /* [n + m + n_joints] of the unknowns in the order of elimination; -1: none */
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

/* Places the row that may hold a joint, unless it has a place. */
static int
place_hold(TrStepMatrix *matrix, int joint, int next)
{
  int *position = &matrix->position[matrix->n + matrix->m + joint];

  if (matrix->can_hold[joint] && *position < 0)
    *position = next++;
  return next;
}

/* Order of elimination: bodies from the last one reached, each followed by its carrying joint. */
static void
order(TrStepMatrix *matrix, const Walk *walk)
{
  const TrMechanism *mechanism = walk->mechanism;
  int next = 0;

  for (int i = 0; i < matrix->n + matrix->m + matrix->n_joints; i++)
    matrix->position[i] = -1;
  for (int k = walk->n - 1; k >= 0; k--) {
    int body = walk->bodies[k];

    for (int i = 0; i < 6; i++)
      matrix->position[6 * body + i] = next++;
    for (int i = 0; i < mechanism->n_constraints; i++)
      if (walk->carrier[body] >= 0 && mechanism->constraints[i].joint == walk->carrier[body])
        next = place_rows(matrix, &mechanism->constraints[i], next);
    if (walk->carrier[body] >= 0)
      next = place_hold(matrix, walk->carrier[body], next);
  }
  matrix->n_tree = next;
  for (int r = 0; r < matrix->m; r++)
    if (matrix->position[matrix->n + r] < 0)
      matrix->position[matrix->n + r] = next++;
  for (int j = 0; j < matrix->n_joints; j++)
    next = place_hold(matrix, j, next);
  matrix->size = next;
}

static bool
find_order(TrStepMatrix *matrix, const TrMechanism *mechanism)
{
  Walk walk;
  bool ok = take_walk(&walk, mechanism);

  matrix->position =
      calloc((size_t)(matrix->n + matrix->m + matrix->n_joints) + 1, sizeof *matrix->position);
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

static void
list_body(TrStepMatrix *matrix, int body)
{
  for (int i = 0; i < 6; i++)
    for (int k = 0; k <= i; k++)
      add(matrix, (Element){.source = MASS,
                            .owner = body,
                            .a = 6 * body + i,
                            .b = 6 * body + k,
                            .x = 36 * body + 6 * i + k});
}

/* Lists what an axis adds to the mass, and the row that may hold the joint. */
static void
list_axis(TrStepMatrix *matrix, const TrConstraint *axis, int joint)
{
  int hold = matrix->n + matrix->m + joint, first = TR_LOCAL * joint;

  for (int i = 0; axis->n_rows > 0 && i < TR_LOCAL; i++) {
    int a = tr_local_column(axis, i);

    for (int k = 0; a >= 0 && k <= i; k++) {
      int b = tr_local_column(axis, k);

      if (b >= 0)
        add(matrix, (Element){AXIS, joint, a, b, first + i, first + k, 0});
    }
    if (a >= 0 && matrix->can_hold[joint])
      add(matrix, (Element){.source = HOLD, .owner = joint, .a = a, .b = hold, .x = first + i});
  }
  if (matrix->can_hold[joint])
    add(matrix, (Element){.source = GIVE, .owner = joint, .a = hold, .b = hold});
}

/* Lists the rows of a constraint, whose local rows begin at `first`. */
static void
list_rows(TrStepMatrix *matrix, const TrConstraint *part, int first)
{
  for (int r = 0; r < part->n_rows; r++)
    for (int i = 0; i < TR_LOCAL; i++)
      if (tr_local_column(part, i) >= 0)
        add(matrix, (Element){.source = ROW,
                              .owner = part->row + r,
                              .a = tr_local_column(part, i),
                              .b = matrix->n + part->row + r,
                              .x = TR_LOCAL * (first + r) + i});
}

/* Lists all elements of one triangle; those at the same place add up. */
static void
list_elements(TrStepMatrix *matrix, const TrMechanism *mechanism)
{
  matrix->n_elements = 0;
  for (int b = 0; b < mechanism->n_bodies; b++)
    list_body(matrix, b);
  for (int j = 0; j < mechanism->n_joints; j++)
    list_axis(matrix, &mechanism->axes[j], j);
  for (int i = 0; i < tr_mechanism_count_parts(mechanism); i++)
    list_rows(matrix, tr_mechanism_part(mechanism, i), tr_local_row(mechanism, i));
  for (int r = 0; r < matrix->m; r++)
    add(matrix,
        (Element){.source = COMPLIANCE, .owner = r, .a = matrix->n + r, .b = matrix->n + r});
}

/* Row and column of an element in the order of elimination, row <= column: CHOLMOD takes the upper
 * triangle as it is. */
static void
find_place(int *row, int *column, const TrStepMatrix *matrix, const Element *e)
{
  int a = matrix->position[e->a], b = matrix->position[e->b];

  *row = a < b ? a : b;
  *column = a < b ? b : a;
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
  size_t size = (size_t)matrix->size, n = (size_t)matrix->n_elements;
  cholmod_triplet *t = cholmod_allocate_triplet(size, size, n, 1, CHOLMOD_REAL, &matrix->common);

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

/* Notes the joints that may be held: those with an axis. */
static bool
take_holds(TrStepMatrix *matrix, const TrMechanism *mechanism, const bool *can_hold)
{
  matrix->can_hold = calloc((size_t)matrix->n_joints + 1, sizeof *matrix->can_hold);
  for (int j = 0; matrix->can_hold && can_hold && j < matrix->n_joints; j++)
    matrix->can_hold[j] = can_hold[j] && mechanism->axes[j].n_rows > 0;
  return matrix->can_hold != NULL;
}

TrStepMatrix *
tr_step_matrix_new(const TrModel *model, const TrMechanism *mechanism, const bool *can_hold)
{
  TR_ASSERT(model && mechanism);

  TrStepMatrix *matrix = calloc(1, sizeof *matrix);

  if (!matrix)
    return NULL;
  start_cholmod(&matrix->common);
  matrix->n = 6 * mechanism->n_bodies;
  matrix->m = mechanism->n_rows;
  matrix->n_joints = mechanism->n_joints;
  if (take_holds(matrix, mechanism, can_hold))
    list_elements(matrix, mechanism);
  matrix->elements = calloc((size_t)matrix->n_elements + 1, sizeof *matrix->elements);
  if (matrix->can_hold && matrix->elements && find_order(matrix, mechanism) &&
      fill_mass(matrix, model)) {
    list_elements(matrix, mechanism);
    if (make_sparse(matrix)) {
      matrix->factor = cholmod_analyze(matrix->a, &matrix->common);
      matrix->right = cholmod_zeros((size_t)matrix->size, 1, CHOLMOD_REAL, &matrix->common);
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
  free(matrix->can_hold);
  free(matrix->elements);
  free(matrix->position);
  free(matrix->mass);
  free(matrix->inverse);
  free(matrix);
}

static double
evaluate(const TrStepMatrix *matrix, const Element *e, const TrStepRows *rows)
{
  bool is_held =
      rows->give && (e->source == HOLD || e->source == GIVE) && rows->give[e->owner] >= 0;

  switch (e->source) {
  case MASS:
    return matrix->mass[e->x];
  case AXIS:
    return rows->axial[e->owner] * rows->axes[e->x] * rows->axes[e->y];
  case ROW:
    return rows->jac[e->x];
  case COMPLIANCE:
    return -rows->sigma[e->owner];
  case HOLD:
    return is_held ? rows->axes[e->x] : 0;
  case GIVE:
    return is_held ? -rows->give[e->owner] : -1;
  }
  return 0;
}

/* Raises compliances of rows behind the tree, and of what holds joints there, below the share of a
 * row's inverse inertia G_r diag(M)^-1 G_r^T. */
static void
raise_compliances(const TrStepMatrix *matrix, double *x, double floor)
{
  double *needed = matrix->right->x; /* scratch, by the place of the row */

  memset(needed, 0, (size_t)matrix->size * sizeof *needed);
  for (int i = 0; i < matrix->n_elements; i++) {
    const Element *e = &matrix->elements[i];
    int place = matrix->position[e->b];

    if (place < matrix->n_tree)
      continue;
    if (e->source == ROW || e->source == HOLD)
      needed[place] += floor * x[e->at] * x[e->at] * matrix->inverse[e->a];
    else if (e->source == COMPLIANCE || e->source == GIVE)
      x[e->at] = fmin(x[e->at], -needed[place]);
  }
}

TrStatus
tr_step_matrix_factor(TrStepMatrix *matrix, const TrStepRows *rows, double floor)
{
  TR_ASSERT(matrix && rows);

  double *x = matrix->a->x;
  const int *start = matrix->a->p;

  memset(x, 0, (size_t)start[matrix->size] * sizeof *x);
  for (int i = 0; i < matrix->n_elements; i++)
    x[matrix->elements[i].at] += evaluate(matrix, &matrix->elements[i], rows);
  raise_compliances(matrix, x, floor);
  if (!cholmod_factorize(matrix->a, matrix->factor, &matrix->common) ||
      matrix->common.status == CHOLMOD_OUT_OF_MEMORY)
    return TR_NO_MEMORY;
  return matrix->common.status == CHOLMOD_OK ? TR_OK : TR_NOT_DEFINITE;
}

void
tr_step_matrix_solve(TrStepMatrix *matrix, const TrStepSides *sides)
{
  TR_ASSERT(matrix && sides && sides->p && sides->v && sides->lambda);

  const int *position = matrix->position, *row = position + matrix->n, *hold = row + matrix->m;
  double *right = matrix->right->x;
  const double *x;

  for (int i = 0; i < matrix->n; i++)
    right[position[i]] = sides->p[i];
  for (int r = 0; r < matrix->m; r++)
    right[row[r]] = sides->c ? sides->c[r] : 0;
  for (int j = 0; j < matrix->n_joints; j++)
    if (matrix->can_hold[j])
      right[hold[j]] = sides->target ? sides->target[j] : 0;
  cholmod_solve2(CHOLMOD_A, matrix->factor, matrix->right, NULL, &matrix->solution, NULL,
                 &matrix->y, &matrix->e, &matrix->common);
  x = matrix->solution->x;
  for (int i = 0; i < matrix->n; i++)
    sides->v[i] = x[position[i]];
  for (int r = 0; r < matrix->m; r++)
    sides->lambda[r] = -x[row[r]];
  for (int j = 0; sides->held && j < matrix->n_joints; j++)
    sides->held[j] = matrix->can_hold[j] ? -x[hold[j]] : 0;
}
