#include "engine/mbs/model/solid.h"

#include <math.h>
#include <string.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

#define PI 3.14159265358979323846

/* Adds factor a b^T to a tensor; the sum of all that is added must be symmetric. */
static void
add_pair(double tensor[6], double factor, const double a[3], const double b[3])
{
  static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

  for (int i = 0; i < 6; i++)
    tensor[i] += factor * a[pairs[i][0]] * b[pairs[i][1]];
}

static void
add_dyad(double tensor[6], double factor, const double a[3])
{
  add_pair(tensor, factor, a, a);
}

/* Adds factor times the unit tensor. */
static void
add_unit(double tensor[6], double factor)
{
  for (int i = 0; i < 3; i++)
    tensor[i] += factor;
}

/* Box of mass m: I = m/12 (|s|^2 1 - sum s_i^2 a_i a_i^T) with its edges s_i along a_i. */
static void
weigh_box(TrMass *one, const TrSolid *box, double density)
{
  const double *s = box->size;
  double turn[9];

  one->mass = density * s[0] * s[1] * s[2];
  tr_vec3_copy(one->com, box->from);
  add_unit(one->inertia, one->mass / 12 * tr_vec3_dot(s, s));
  tr_quat_matrix(turn, box->quat);
  for (int i = 0; i < 3; i++) {
    const double axis[3] = {turn[i], turn[3 + i], turn[6 + i]};
    add_dyad(one->inertia, -one->mass / 12 * s[i] * s[i], axis);
  }
}

static void
weigh_sphere(TrMass *one, const TrSolid *ball, double density)
{
  one->mass = density * 4 / 3 * PI * pow(ball->radius, 3);
  tr_vec3_copy(one->com, ball->from);
  add_unit(one->inertia, 0.4 * one->mass * ball->radius * ball->radius);
}

/* Cylinder of length l and radius r, in a capsule with both halves of a sphere, whose centres of
 * mass lie 3/8 r beyond its ends: moments along and across the axis. */
static void
weigh_round(TrMass *one, const TrSolid *rod, double density)
{
  double axis[3], r = rod->radius, l;

  tr_vec3_sub(axis, rod->to, rod->from);
  l = tr_vec3_norm(axis);
  for (int i = 0; i < 3; i++) {
    one->com[i] = 0.5 * (rod->from[i] + rod->to[i]);
    axis[i] = l > 0 ? axis[i] / l : i == 2;
  }
  double tube = density * PI * r * r * l;
  double ball = rod->kind == TR_SOLID_CAPSULE ? density * 4 / 3 * PI * r * r * r : 0;
  double along = 0.5 * tube * r * r + 0.4 * ball * r * r;
  double across =
      tube * (3 * r * r + l * l) / 12 + ball * (0.4 * r * r + l * l / 4 + 0.375 * l * r);
  one->mass = tube + ball;
  add_unit(one->inertia, across);
  add_dyad(one->inertia, along - across, axis);
}

/* Inside of a surface: I = tr(S) 1 - S of its second moments S, turned into the body's axes. */
static void
weigh_inside(TrMass *one, const TrSolid *solid, double density)
{
  static const int at[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  TrSurfaceIntegrals sums;
  double turn[9];

  tr_surface_integrate(&sums, solid->surface, solid->size);
  tr_quat_matrix(turn, solid->quat);
  one->mass = density * sums.volume;
  add_unit(one->inertia, density * (sums.second[0] + sums.second[1] + sums.second[2]));
  for (int i = 0; i < 3; i++) {
    const double first[3] = {turn[i], turn[3 + i], turn[6 + i]};
    one->com[i] = solid->from[i] + tr_vec3_dot(turn + 3 * i, sums.centre);
    for (int j = 0; j < 3; j++) {
      const double second[3] = {turn[j], turn[3 + j], turn[6 + j]};
      add_pair(one->inertia, -density * sums.second[at[i][j]], first, second);
    }
  }
}

static void
weigh(TrMass *one, const TrSolid *solid, double density)
{
  memset(one, 0, sizeof *one);
  switch (solid->kind) {
  case TR_SOLID_BOX:
    weigh_box(one, solid, density);
    break;
  case TR_SOLID_SPHERE:
    weigh_sphere(one, solid, density);
    break;
  case TR_SOLID_CAPSULE:
  case TR_SOLID_CYLINDER:
    weigh_round(one, solid, density);
    break;
  case TR_SOLID_INSIDE:
    weigh_inside(one, solid, density);
    break;
  }
}

void
tr_solids_weigh(TrMass *sum, const TrSolid *solids, int n, double density)
{
  TrMass one;

  memset(sum, 0, sizeof *sum);
  for (int i = 0; i < n; i++) {
    weigh(&one, &solids[i], density);
    sum->mass += one.mass;
    tr_vec3_add_scaled(sum->com, sum->com, one.mass, one.com);
  }
  for (int i = 0; i < 3 && sum->mass > 0; i++)
    sum->com[i] /= sum->mass;
  /* each about the common centre of mass: I + m (|d|^2 1 - d d^T) */
  for (int i = 0; i < n; i++) {
    double d[3];
    weigh(&one, &solids[i], density);
    tr_vec3_sub(d, one.com, sum->com);
    add_unit(one.inertia, one.mass * tr_vec3_dot(d, d));
    add_dyad(one.inertia, -one.mass, d);
    for (int k = 0; k < 6; k++)
      sum->inertia[k] += one.inertia[k];
  }
}
