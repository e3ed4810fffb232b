#include "engine/mbs/contact/touch.h"

#include <math.h>

#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"

/* Squared tilt [rad^2] below which its series is exact. */
#define SMALL_TILT 1e-8

int
tr_contact_points(const TrContact *contact)
{
  static const int numbers[TR_N_SHAPES] = {[TR_SHAPE_SPHERE] = 1,
                                           [TR_SHAPE_BOX] = 8,
                                           [TR_SHAPE_CAPSULE] = 2,
                                           [TR_SHAPE_CYLINDER] = 2 * TR_RIM_POINTS};

  return numbers[contact->shape];
}

/* Factors of the sizes in the i-th point of a shape. */
static void
point_factors(double factor[3], TrContactShape shape, int i)
{
  double angle = 2 * M_PI * (i / 2) / TR_RIM_POINTS;

  factor[0] = factor[1] = factor[2] = 0;
  if (shape == TR_SHAPE_BOX)
    for (int k = 0; k < 3; k++)
      factor[k] = i >> k & 1 ? 1 : -1;
  if (shape == TR_SHAPE_CAPSULE || shape == TR_SHAPE_CYLINDER)
    factor[2] = i & 1 ? 1 : -1;
  if (shape == TR_SHAPE_CYLINDER) {
    factor[0] = cos(angle);
    factor[1] = sin(angle);
  }
}

void
tr_contact_point(double point[3], const TrContact *contact, int i)
{
  bool is_rim = contact->shape == TR_SHAPE_CYLINDER;

  point_factors(point, contact->shape, i);
  for (int k = 0; k < 3; k++)
    point[k] *= contact->size[k == 1 && is_rim ? 0 : k];
}

int
tr_touches_list(TrTouch *touches, const TrModel *model)
{
  int n = 0;

  for (int c = 0; c < model->n_contacts; c++)
    for (int i = 0; i < tr_contact_points(&model->contacts[c]); i++, n++)
      if (touches)
        touches[n] = (TrTouch){c, i, {model->contacts[c].body, model->contacts[c].other}};
  return n;
}

/* Returns the place of a body among those of all bodies, or that of the world. */
static const TrPlace *
place_of(const TrPlace *places, int body)
{
  static const TrPlace world = {.rot = {1, 0, 0, 0, 1, 0, 0, 0, 1}};

  return body < 0 ? &world : &places[body];
}

/* Normal of a tilted plane in its frame, and its derivative by both tilts unless NULL. */
static void
tilted_normal(double normal[3], double slope[2][3], const double tilt[2])
{
  double x = tilt[0], y = tilt[1], t2 = x * x + y * y, t = sqrt(t2);
  double s = t2 > SMALL_TILT ? sin(t) / t : 1 - t2 / 6;
  double k = t2 > SMALL_TILT ? (cos(t) - s) / t2 : -1. / 3 + t2 / 30;
  double by_x[3] = {x * y * k, -s - x * x * k, -s * x};
  double by_y[3] = {s + y * y * k, -x * y * k, -s * y};

  normal[0] = y * s;
  normal[1] = -x * s;
  normal[2] = cos(t);
  if (slope) {
    tr_vec3_copy(slope[0], by_x);
    tr_vec3_copy(slope[1], by_y);
  }
}

/* Turns a vector from a frame to the axes of its owner. */
static void
turn_from_frame(double out[3], const TrFrame *frame, const double v[3])
{
  double rot[9];

  tr_quat_matrix(rot, frame->quat);
  tr_mat3_apply(out, rot, v);
}

static void
take_centre_of_mass(double point[3], const TrModel *model, int body)
{
  if (body >= 0)
    tr_vec3_sub(point, point, model->bodies[body].com);
}

/* Normal and foot in the axes of the other body, the foot from its centre of mass. */
static void
find_plane(double normal[3], double foot[3], const TrModel *model, const TrContact *contact)
{
  double own[3];

  tilted_normal(own, NULL, contact->tilt);
  turn_from_frame(normal, &contact->other_frame, own);
  tr_vec3_copy(foot, contact->other_frame.position);
  if (!contact->is_sphere)
    tr_vec3_add_scaled(foot, foot, contact->height, normal);
  take_centre_of_mass(foot, model, contact->other);
}

void
tr_touch_place(TrTouchPlace *at, const TrModel *model, TrTouch touch, const TrPlace *places)
{
  const TrContact *contact = &model->contacts[touch.contact];
  const TrPlace *body = place_of(places, touch.body[0]);
  const TrPlace *other = place_of(places, touch.body[1]);
  double point[3], centre[3], normal[3], foot[3], length;

  tr_contact_point(point, contact, touch.point);
  turn_from_frame(centre, &contact->frame, point);
  tr_vec3_add_scaled(centre, centre, 1, contact->frame.position);
  take_centre_of_mass(centre, model, touch.body[0]);
  find_plane(normal, foot, model, contact);
  tr_mat3_apply(at->centre, body->rot, centre);
  tr_mat3_apply(at->foot, other->rot, foot);
  tr_mat3_apply(at->normal, other->rot, normal);
  for (int i = 0; i < 3; i++)
    at->between[i] = body->r[i] + at->centre[i] - other->r[i] - at->foot[i];
  at->radius = contact->radius;
  at->is_sphere = contact->is_sphere;
  length = tr_vec3_norm(at->between);
  for (int i = 0; at->is_sphere && length > 0 && i < 3; i++)
    at->normal[i] = at->between[i] / length;
  at->gap = tr_vec3_dot(at->normal, at->between) - contact->radius -
            (at->is_sphere ? contact->other_radius : 0);
  tr_vec3_add_scaled(at->arm[0], at->centre, -contact->radius, at->normal);
  for (int i = 0; i < 3; i++)
    at->arm[1][i] = body->r[i] + at->arm[0][i] - other->r[i];
}

/* World rate of the point at an arm of a body: v + (R omega) x d; spin = R omega. */
static void
point_rate(double u[3], double spin[3], const TrPlace *place, const double *twist, const double *d)
{
  tr_mat3_apply(spin, place->rot, twist + 3);
  tr_vec3_cross(u, spin, d);
  tr_vec3_add_scaled(u, u, 1, twist);
}

void
tr_touch_rate(
    double u[3], const TrTouchPlace *at, TrTouch touch, const TrPlace *places, const double *twist)
{
  double other[3], spin[3];

  point_rate(u, spin, place_of(places, touch.body[0]), twist + TR_TWIST * touch.body[0],
             at->arm[0]);
  if (touch.body[1] < 0)
    return;
  point_rate(other, spin, place_of(places, touch.body[1]), twist + TR_TWIST * touch.body[1],
             at->arm[1]);
  tr_vec3_sub(u, u, other);
}

void
tr_touch_rows(double rows[36], const TrTouchPlace *at, TrTouch touch, const TrPlace *places)
{
  for (int i = 0; i < 3; i++)
    for (int side = 0; side < 2; side++) {
      double *row = rows + 12 * i + 6 * side, sign = side == 0 ? 1 : -1, unit[3] = {0}, moment[3];

      memset(row, 0, 6 * sizeof *row);
      if (touch.body[side] < 0)
        continue;
      unit[i] = sign;
      row[i] = sign;
      tr_vec3_cross(moment, at->arm[side], unit);
      tr_mat3_apply_t(row + 3, places[touch.body[side]].rot, moment);
    }
}

/* Change by a parameter of the contact itself. */
static bool
change_of_contact(TrTouchChange *change, const TrContact *contact, TrTouch touch, TrParam param)
{
  double factor[3], normal[3], slope[2][3];

  switch (param.kind) {
  case TR_PARAM_CONTACT_RADIUS:
    change->radius = 1;
    return true;
  case TR_PARAM_CONTACT_OTHER_RADIUS:
    change->other_radius = 1;
    return contact->is_sphere;
  case TR_PARAM_CONTACT_POINT:
    change->centre[param.axis] = 1;
    return true;
  case TR_PARAM_CONTACT_SIZE:
    point_factors(factor, contact->shape, touch.point);
    for (int i = 0; i < 3; i++) /* tr_contact_point() */
      factor[i] *= param.axis == (i == 1 && contact->shape == TR_SHAPE_CYLINDER ? 0 : i);
    turn_from_frame(change->centre, &contact->frame, factor);
    return true;
  case TR_PARAM_CONTACT_HEIGHT:
    tilted_normal(normal, NULL, contact->tilt);
    turn_from_frame(change->foot, &contact->other_frame, normal);
    return !contact->is_sphere;
  case TR_PARAM_CONTACT_TILT:
    tilted_normal(normal, slope, contact->tilt);
    turn_from_frame(change->normal, &contact->other_frame, slope[param.axis]);
    tr_vec3_add_scaled(change->foot, change->foot, contact->height, change->normal);
    return !contact->is_sphere;
  default:
    return false;
  }
}

bool
tr_touch_change_of(TrTouchChange *change, const TrModel *model, TrTouch touch, TrParam param)
{
  *change = (TrTouchChange){.radius = 0};
  if (param.kind == TR_PARAM_COM) {
    if (param.owner == touch.body[0])
      change->centre[param.axis] = -1;
    if (param.owner == touch.body[1])
      change->foot[param.axis] = -1;
    return param.owner == touch.body[0] || param.owner == touch.body[1];
  }
  return param.owner == touch.contact && tr_param_is_contact(param) &&
         change_of_contact(change, &model->contacts[touch.contact], touch, param);
}

/* out = turn x v + R own. */
static void
turn_and_move(
    double out[3], const double turn[3], const double v[3], const double *rot, const double own[3])
{
  double moved[3];

  tr_vec3_cross(out, turn, v);
  tr_mat3_apply(moved, rot, own);
  tr_vec3_add_scaled(out, out, 1, moved);
}

/* Change in the rate of one side's point: dv + (R domega) x d + (turn x (R omega)) x d + (R omega)
 * x dd. */
static void
vary_rate(double out[3],
          const TrPlace *place,
          const double *twist,
          const TrTouchChange *change,
          int side,
          const double arm[2][3])
{
  double spin[3], moved[3], part[3];

  tr_mat3_apply(spin, place->rot, twist + 3);
  turn_and_move(moved, change->turn[side], spin, place->rot, change->twist[side] + 3);
  tr_vec3_cross(out, moved, arm[0]);
  tr_vec3_cross(part, spin, arm[1]);
  for (int i = 0; i < 3; i++)
    out[i] += part[i] + change->twist[side][i];
}

void
tr_touch_vary(TrTouchSlope *out,
              const TrTouchPlace *at,
              TrTouch touch,
              const TrPlace *places,
              const double *twist,
              const TrTouchChange *change)
{
  const TrPlace *side[2] = {place_of(places, touch.body[0]), place_of(places, touch.body[1])};
  double centre[3], foot[3], between[3], rate[3], arms[2][3];

  turn_and_move(centre, change->turn[0], at->centre, side[0]->rot, change->centre);
  turn_and_move(foot, change->turn[1], at->foot, side[1]->rot, change->foot);
  for (int i = 0; i < 3; i++)
    between[i] = change->shift[0][i] + centre[i] - change->shift[1][i] - foot[i];
  if (at->is_sphere) {
    double length = tr_vec3_norm(at->between), along = tr_vec3_dot(at->normal, between);

    for (int i = 0; i < 3; i++)
      out->normal[i] = (between[i] - along * at->normal[i]) / length;
  } else {
    turn_and_move(out->normal, change->turn[1], at->normal, side[1]->rot, change->normal);
  }
  out->gap = tr_vec3_dot(at->normal, between) + tr_vec3_dot(out->normal, at->between) -
             change->radius - change->other_radius;
  for (int i = 0; i < 3; i++) {
    out->arm[0][i] = centre[i] - change->radius * at->normal[i] - at->radius * out->normal[i];
    out->arm[1][i] = change->shift[0][i] + out->arm[0][i] - change->shift[1][i];
  }
  memset(out->u, 0, sizeof out->u);
  for (int s = 0; s < 2; s++) {
    if (touch.body[s] < 0)
      continue;
    tr_vec3_copy(arms[0], at->arm[s]);
    tr_vec3_copy(arms[1], out->arm[s]);
    vary_rate(rate, side[s], twist + TR_TWIST * touch.body[s], change, s, (const double(*)[3])arms);
    tr_vec3_add_scaled(out->u, out->u, s == 0 ? 1 : -1, rate);
  }
}
