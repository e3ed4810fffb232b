#include "engine/sim/contacts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linalg/vec3.h"
#include "engine/mbs/contact/target.h"
#include "engine/mbs/force/balance.h"
#include "engine/mbs/model/active.h"
#include "engine/sim/spook_private.h"

/* Rounds over bounds of the joints' friction that depend on the multipliers, and their tolerance.
 */
enum { MAX_LOAD_ROUNDS = 50 };
#define LOAD_TOLERANCE 1e-12

/* A touch farther away than this many times the longest travel in a step stays open. */
#define REACH 10

/* Gap and rate of a touch one step before. */
typedef struct Memory {
  double gap, rate;
  bool is_set;
} Memory;

struct TrContacts {
  int n;               /* touches */
  TrTouch *touches;    /* [n] */
  TrTouchPlace *at;    /* [n] */
  double *rate;        /* [n x 3] at the start of the step */
  Memory *memory;      /* [n] */
  int *push;           /* [n] index of its push in the last step; -1: open */
  int *joint, n_axial; /* [n_joints + n_stops] joint of each axial push of the last step */
  bool fell_back;      /* in any round of the last step */
  TrPushStep step;
};

/* Raises *most to the distance of two bodies in the list. */
static void
widen(int *most, int a, int b)
{
  if (a >= 0 && b >= 0 && abs(a - b) > *most)
    *most = abs(a - b);
}

/* Half width of the band of the mass matrix with all couplings. */
static int
find_width(const TrContacts *c, const TrMechanism *mechanism)
{
  int most = 0;

  for (int i = 0; i < c->n; i++)
    widen(&most, c->touches[i].body[0], c->touches[i].body[1]);
  for (int j = 0; j < mechanism->n_joints; j++)
    if (mechanism->axes[j].n_rows > 0)
      widen(&most, mechanism->axes[j].body_a, mechanism->axes[j].body_b);
  return 6 * (most + 1) - 1;
}

TrContacts *
tr_contacts_new(const TrModel *model, const TrSpook *s)
{
  TrContacts *c = calloc(1, sizeof *c);
  int n_axial = s->n_joints + s->n_stops;
  bool ok;

  if (!c)
    return NULL;
  c->n = tr_touches_list(NULL, model);
  c->touches = calloc((size_t)c->n + 1, sizeof *c->touches);
  c->at = calloc((size_t)c->n + 1, sizeof *c->at);
  c->rate = calloc(3 * (size_t)c->n + 1, sizeof *c->rate);
  c->memory = calloc((size_t)c->n + 1, sizeof *c->memory);
  c->push = calloc((size_t)c->n + 1, sizeof *c->push);
  c->joint = calloc((size_t)n_axial + 1, sizeof *c->joint);
  if (c->touches)
    tr_touches_list(c->touches, model);
  ok = c->touches && c->at && c->rate && c->memory && c->push && c->joint;
  if (!ok ||
      !tr_push_step_init(&c->step, s->n, s->m, c->n + n_axial, find_width(c, s->mechanism))) {
    tr_contacts_free(c);
    return NULL;
  }
  c->step.h = s->options.h;
  return c;
}

void
tr_contacts_free(TrContacts *c)
{
  if (!c)
    return;
  tr_push_step_clear(&c->step);
  free(c->touches);
  free(c->at);
  free(c->rate);
  free(c->memory);
  free(c->push);
  free(c->joint);
  free(c);
}

bool
tr_contacts_fell_back(const TrContacts *c)
{
  return c->fell_back;
}

/* Mass of the bodies, and inertia and damping along the axes. */
static void
fill_mass(TrContacts *c, const TrSpook *s)
{
  TrBanded *mass = &c->step.mass;

  tr_banded_zero(mass);
  for (int b = 0; b < s->model->n_bodies; b++) {
    double tensor[9];

    tr_mat3_from_tensor(tensor, s->model->bodies[b].inertia);
    for (int i = 0; i < 3; i++) {
      *tr_banded_at(mass, 6 * b + i, 6 * b + i) = s->model->bodies[b].mass;
      for (int k = 0; k < 3; k++)
        *tr_banded_at(mass, 6 * b + 3 + i, 6 * b + 3 + k) = tensor[3 * i + k];
    }
  }
  for (int j = 0; j < s->n_joints; j++) {
    const TrConstraint *axis = &s->mechanism->axes[j];
    double inertia = s->axial_mass[j];
    const int bodies[2] = {axis->body_a, axis->body_b};

    for (int a = 0; axis->n_rows > 0 && inertia != 0 && a < 12; a++)
      for (int k = 0; bodies[a / 6] >= 0 && k < 12; k++)
        if (bodies[k / 6] >= 0) {
          int row = 6 * bodies[a / 6] + a % 6, column = 6 * bodies[k / 6] + k % 6;

          *tr_banded_at(mass, row, column) +=
              inertia * s->axes[j * s->n + row] * s->axes[j * s->n + column];
        }
  }
}

/* Places all touches; returns the fastest rate. */
static double
place_touches(TrContacts *c, const TrSpook *s, const double *twist)
{
  double fastest = s->options.h * s->model->gravity.magnitude;

  for (int i = 0; i < c->n; i++) {
    tr_touch_place(&c->at[i], s->model, c->touches[i], s->places);
    tr_touch_rate(c->rate + 3 * i, &c->at[i], c->touches[i], s->places, twist);
    fastest = fmax(fastest, tr_vec3_norm(c->rate + 3 * i));
  }
  return fastest;
}

/* Adds the push of a touch that may close in this step.  Where its contact is not there it is
 * forgotten, so that it does not rebound from what it passed through. */
static void
add_touch(TrContacts *c, const TrSpook *s, int i, double fastest)
{
  const TrContact *contact = &s->model->contacts[c->touches[i].contact];
  const TrTouchPlace *at = &c->at[i];
  Memory *memory = &c->memory[i];
  double h = s->options.h, gap;
  TrRebound rebound = {h, tr_spook_is_first_order(s) ? 0 : contact->restitution,
                       contact->threshold};
  TrApproach approach = {at->gap,        tr_vec3_dot(at->normal, c->rate + 3 * i),
                         memory->gap,    memory->rate,
                         memory->is_set, contact->active.n > 0 && !memory->is_set};
  TrPush *push = &c->step.pushes[c->step.n_active];

  *memory = (Memory){approach.gap, approach.rate, true};
  c->push[i] = -1;
  if (!tr_active_at(&contact->active, s->mechanism->time)) {
    memory->is_set = false;
    return;
  }
  gap = at->gap - tr_contact_target(&approach, &rebound).value;
  if (gap > REACH * h * fastest)
    return;
  *push = (TrPush){.body = {c->touches[i].body[0], c->touches[i].body[1]},
                   .gap = gap,
                   .stiffness = h / tr_contact_compliance(s->model, contact, h),
                   .friction = contact->friction,
                   .slip = s->options.slip};
  tr_touch_rows(push->rows, at, c->touches[i], s->places);
  tr_vec3_copy(push->normal, at->normal);
  c->push[i] = c->step.n_active++;
}

/* Returns a new push along the axis of a joint: u = (rate, 0, 0). */
static TrPush *
add_axial(TrContacts *c, const TrSpook *s, int joint)
{
  const TrConstraint *axis = &s->mechanism->axes[joint];
  TrPush *push = &c->step.pushes[c->step.n_active++];
  const int bodies[2] = {axis->body_a, axis->body_b};

  *push = (TrPush){.body = {bodies[0], bodies[1]}, .slip = s->options.slip};
  for (int a = 0; a < 12; a++)
    if (bodies[a / 6] >= 0)
      push->rows[a] = s->axes[joint * s->n + 6 * bodies[a / 6] + a % 6];
  c->joint[c->n_axial++] = joint;
  return push;
}

static void
add_stops(TrContacts *c, const TrSpook *s)
{
  double h = s->options.h;

  for (int i = 0; i < s->n_stops; i++) {
    const TrStop *stop = &s->stops[i];
    TrPush *push = add_axial(c, s, stop->joint);

    push->normal[0] = stop->is_upper ? -1 : 1;
    push->gap = push->normal[0] * stop->gap * h;
    push->stiffness = h / fmax(stop->give * h * h, TR_LEAST_STOP_COMPLIANCE);
  }
}

/* Sets the bounds of the joints' dry friction, whose pushes are the first axial ones. */
static void
bound_joints(TrContacts *c, const TrSpook *s, int first)
{
  for (int j = 0; j < s->n_joints; j++) {
    TrPush *push = &c->step.pushes[first + j];

    push->bound[0] = -s->least[j];
    push->bound[1] = s->bound[j];
  }
}

/* Sums of the impulses along the axes. */
static void
give_axial(TrSpook *s, const TrContacts *c, int first)
{
  memset(s->axial, 0, (size_t)s->n_joints * sizeof *s->axial);
  for (int i = 0; i < c->n_axial; i++) {
    s->friction[i] = c->step.pushes[first + i].impulse[0];
    s->axial[c->joint[i]] += s->friction[i];
  }
}

TrStatus
tr_contacts_solve(TrSpook *s, double *twist)
{
  TrContacts *c = s->contacts;
  TrPushStep *step = &c->step;
  double fastest = place_touches(c, s, twist);
  int first;

  fill_mass(c, s);
  step->n_active = c->n_axial = 0;
  c->fell_back = false;
  for (int i = 0; i < c->n; i++)
    add_touch(c, s, i, fastest);
  first = step->n_active;
  for (int j = 0; j < s->n_joints; j++)
    add_axial(c, s, j);
  add_stops(c, s);
  memcpy(step->b, s->momentum, (size_t)s->n * sizeof *step->b);
  memcpy(step->g, s->jac, (size_t)(s->m * s->n) * sizeof *step->g);
  memcpy(step->sigma, s->sigma, (size_t)s->m * sizeof *step->sigma);
  memcpy(step->c, s->rhs, (size_t)s->m * sizeof *step->c);
  for (int round = 0; round < MAX_LOAD_ROUNDS; round++) {
    if (tr_spook_update_bounds(s) <= LOAD_TOLERANCE && round > 0)
      break;
    bound_joints(c, s, first);
    TR_TRY(tr_push_solve(step));
    c->fell_back = c->fell_back || step->fell_back;
    memcpy(s->lambda, step->lambda, (size_t)s->m * sizeof *s->lambda);
  }
  give_axial(s, c, first);
  memcpy(twist, step->v, (size_t)s->n * sizeof *twist);
  return TR_OK;
}
