#include "engine/est/step/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "engine/mbs/force/axial.h"

bool
tr_step_pattern_init(TrStepPattern *pattern, const TrMechanism *mechanism)
{
  int bodies = mechanism->n_bodies, n = 6 * bodies, m = mechanism->n_rows;
  int *at = calloc((size_t)(2 * (n + m) + 3 * bodies + mechanism->n_joints), sizeof *at);
  size_t n_spans = (size_t)(m + mechanism->n_joints + bodies);

  pattern->mechanism = NULL;
  pattern->block = at;
  pattern->spans = calloc(n_spans, sizeof *pattern->spans);
  if (!at || !pattern->spans)
    return false;
  pattern->row = pattern->spans;
  pattern->axis = pattern->row + m;
  pattern->block_rows = pattern->axis + mechanism->n_joints;
  pattern->mass = (TrSkyline){.n = n, .first = at, .end = at + n};
  at += 2 * n;
  pattern->small = (TrSkyline){.n = m, .first = at, .end = at + m};
  at += 2 * m;
  pattern->cluster = at;
  pattern->first_row = at + bodies;
  pattern->block_end = pattern->first_row + bodies;
  pattern->has_rotor = pattern->block_end + bodies;
  return true;
}

void
tr_step_pattern_clear(TrStepPattern *pattern)
{
  free(pattern->block);
  free(pattern->spans);
}

static void
set_all(int *list, int from, int end, int value)
{
  for (int i = from; i < end; i++)
    list[i] = value;
}

static void
unite(TrStepPattern *pattern, int n_bodies, int a, int b)
{
  int low = pattern->cluster[a] < pattern->cluster[b] ? pattern->cluster[a] : pattern->cluster[b];
  int high = pattern->cluster[a] + pattern->cluster[b] - low;

  for (int i = 0; i < n_bodies; i++)
    if (pattern->cluster[i] == high)
      pattern->cluster[i] = low;
}

/* Rows of M_a of a body that a rotor couples: a hinge's rotor acts on rotation only. */
static void
couple_rows(TrStepPattern *pattern, const TrConstraint *axis, int body)
{
  int turning = axis->angular ? 3 : 0, first = 6 * pattern->cluster[body] + turning;

  for (int i = 6 * body + turning; i < 6 * body + 6; i++)
    if (pattern->mass.first[i] > first)
      pattern->mass.first[i] = first;
}

/* Clusters and the rows of M_a. */
static void
find_mass(TrStepPattern *pattern, const TrMechanism *mechanism)
{
  int n_bodies = mechanism->n_bodies;

  for (int b = 0; b < n_bodies; b++) {
    pattern->cluster[b] = b;
    for (int i = 0; i < 3; i++)
      pattern->mass.first[6 * b + i] = 6 * b + i;
    set_all(pattern->mass.first, 6 * b + 3, 6 * b + 6, 6 * b + 3);
  }
  for (int j = 0; j < mechanism->n_joints; j++) {
    const TrConstraint *axis = &mechanism->axes[j];

    if (pattern->has_rotor[j] && axis->body_a >= 0)
      unite(pattern, n_bodies, axis->body_a, axis->body_b);
  }
  for (int j = 0; j < mechanism->n_joints; j++) {
    const TrConstraint *axis = &mechanism->axes[j];

    if (pattern->has_rotor[j]) {
      couple_rows(pattern, axis, axis->body_b);
      if (axis->body_a >= 0)
        couple_rows(pattern, axis, axis->body_a);
    }
  }
}

static int
first_row_of(const TrStepPattern *pattern, int body, int otherwise)
{
  int row = body >= 0 ? pattern->first_row[pattern->cluster[body]] : otherwise;

  return row < otherwise ? row : otherwise;
}

/* A gear's row follows those of the joints, and precedes those of drives. */
static void
lead_rows(TrStepPattern *pattern, const TrConstraint *part)
{
  const int bodies[] = {part->body_a, part->body_b};

  for (int i = 0; i < 2; i++)
    if (bodies[i] >= 0 && pattern->first_row[pattern->cluster[bodies[i]]] > part->row)
      pattern->first_row[pattern->cluster[bodies[i]]] = part->row;
}

/* Looks up the rotors; returns whether they are the known ones. */
static bool
take_rotors(TrStepPattern *pattern, const TrMechanism *mechanism, const TrModel *model)
{
  bool is_known = pattern->mechanism == mechanism;

  pattern->mechanism = mechanism;
  for (int j = 0; j < mechanism->n_joints; j++) {
    int has_rotor = tr_axial_inertia(model, j) != 0;

    is_known = is_known && pattern->has_rotor[j] == has_rotor;
    pattern->has_rotor[j] = has_rotor;
  }
  return is_known;
}

/* Rows of G M_a^-1 G^T, of the clusters. */
static void
find_small(TrStepPattern *pattern, const TrMechanism *mechanism)
{
  set_all(pattern->first_row, 0, mechanism->n_bodies, mechanism->n_rows);
  for (int i = mechanism->n_constraints - 1; i >= 0; i--) {
    const TrConstraint *c = &mechanism->constraints[i];

    if (c->body_a >= 0)
      pattern->first_row[pattern->cluster[c->body_a]] = c->row;
    pattern->first_row[pattern->cluster[c->body_b]] = c->row;
  }
  for (int i = 2 * mechanism->n_gears - 1; i >= 0; i--)
    lead_rows(pattern, &mechanism->gears[i]);
  for (int i = 0; i < mechanism->n_constraints; i++) {
    const TrConstraint *c = &mechanism->constraints[i];

    set_all(pattern->small.first, c->row, c->row + c->n_rows,
            first_row_of(pattern, c->body_a, first_row_of(pattern, c->body_b, c->row)));
  }
  for (int i = 0; i < mechanism->n_gears; i++) {
    const TrConstraint *second = &mechanism->gears[2 * i], *first = second + 1;
    int row = first_row_of(pattern, second->body_a, second->row);

    row = first_row_of(pattern, second->body_b, row);
    row = first_row_of(pattern, first->body_a, row);
    pattern->small.first[second->row] = first_row_of(pattern, first->body_b, row);
  }
}

/* Widens a span; an empty one has the end 0. */
static void
widen(TrStepSpan *span, int begin, int end)
{
  span->begin = span->end > 0 && span->begin < begin ? span->begin : begin;
  span->end = span->end > end ? span->end : end;
}

/* Columns of both bodies of a constraint. */
static void
widen_to_bodies(TrStepSpan *span, const TrConstraint *c)
{
  if (c->body_a >= 0)
    widen(span, 6 * c->body_a, 6 * c->body_a + 6);
  widen(span, 6 * c->body_b, 6 * c->body_b + 6);
}

static int
count_parts(const TrMechanism *mechanism)
{
  return mechanism->n_constraints + 2 * mechanism->n_gears;
}

static const TrConstraint *
find_part(const TrMechanism *mechanism, int i)
{
  return i < mechanism->n_constraints ? &mechanism->constraints[i]
                                      : &mechanism->gears[i - mechanism->n_constraints];
}

/* Spans of the rows of G and of the axes. */
static void
find_rows(TrStepPattern *pattern, const TrMechanism *mechanism)
{
  for (int i = 0; i < count_parts(mechanism); i++) {
    const TrConstraint *c = find_part(mechanism, i);

    for (int r = c->row; r < c->row + c->n_rows; r++)
      widen_to_bodies(&pattern->row[r], c);
  }
  for (int j = 0; j < mechanism->n_joints; j++)
    if (mechanism->axes[j].n_rows > 0)
      widen_to_bodies(&pattern->axis[j], &mechanism->axes[j]);
}

/* Blocks of bodies, after the ends of the columns of M_a. */
static void
find_blocks(TrStepPattern *pattern, const TrMechanism *mechanism)
{
  for (int b = 0, begin = 0; b < mechanism->n_bodies; b++) {
    int end = 6 * b + 6, furthest = end;

    for (int i = 6 * begin; i < end; i++)
      furthest = pattern->mass.end[i] > furthest ? pattern->mass.end[i] : furthest;
    if (furthest > end)
      continue;
    pattern->block_end[begin] = b + 1;
    begin = b + 1;
  }
}

/* Rows of G that hold any body of a block, for all of its bodies. */
static void
find_block_rows(TrStepPattern *pattern, const TrMechanism *mechanism)
{
  TrStepSpan *rows = pattern->block_rows;

  for (int i = 0; i < count_parts(mechanism); i++) {
    const TrConstraint *c = find_part(mechanism, i);

    if (c->n_rows > 0 && c->body_a >= 0)
      widen(&rows[c->body_a], c->row, c->row + c->n_rows);
    if (c->n_rows > 0)
      widen(&rows[c->body_b], c->row, c->row + c->n_rows);
  }
  for (int begin = 0; begin < mechanism->n_bodies; begin = pattern->block_end[begin]) {
    for (int b = begin + 1; b < pattern->block_end[begin]; b++)
      if (rows[b].end > 0)
        widen(&rows[begin], rows[b].begin, rows[b].end);
    for (int b = begin + 1; b < pattern->block_end[begin]; b++)
      rows[b] = rows[begin];
  }
}

static void
find_spans(TrStepPattern *pattern, const TrMechanism *mechanism)
{
  int n_spans = mechanism->n_rows + mechanism->n_joints + mechanism->n_bodies;

  memset(pattern->spans, 0, (size_t)n_spans * sizeof *pattern->spans);
  memset(pattern->block_end, 0, (size_t)mechanism->n_bodies * sizeof *pattern->block_end);
  find_rows(pattern, mechanism);
  find_blocks(pattern, mechanism);
  find_block_rows(pattern, mechanism);
}

bool
tr_step_pattern_find(TrStepPattern *pattern, const TrMechanism *mechanism, const TrModel *model)
{
  if (take_rotors(pattern, mechanism, model))
    return false;
  find_mass(pattern, mechanism);
  find_small(pattern, mechanism);
  tr_skyline_find_ends(&pattern->mass);
  tr_skyline_find_ends(&pattern->small);
  find_spans(pattern, mechanism);
  return true;
}
