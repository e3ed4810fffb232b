#include "io/check/contact_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/step/residual.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/contact/target.h"
#include "engine/mbs/contact/touch.h"
#include "engine/mbs/model/active.h"
#include "io/base/bilingual.h"
#include "io/check/rest_torque.h"

/* Gap above which a contact is open for good [m]; rates of an impact and of sliding [m/s]; turn of
 * a body in a step [rad], and its fall in one as a share of the least half width of a shape. */
#define OPEN_GAP     5e-3
#define IMPACT_RATE  0.1
#define SLIDING_RATE 0.05
#define FAST_TURN    0.1
#define FAST_FALL    0.3

/* Nodes at rest at the end of a log, and the gap that is uneven [m]. */
enum { REST_NODES = 20 };
#define REST_GAP 1e-3

/* Lean of a shape from lying flat that makes an impact one of a corner or edge [rad]. */
#define CORNER_LEAN 0.1

/* Torque that stays unbalanced at rest, by the weight and the longest arm. */
#define MOST_TORQUE 0.1

/* Two contacts are the same where their points agree within a share of their size, or this far [m],
 * and the cosine between their normals is above the last number. */
#define SAME_SHARE  0.02
#define SAME_GAP    1e-6
#define SAME_NORMAL 0.99

/* Steps over the oscillation of a contact below which it bounces by itself. */
#define LEAST_STEPS 5

/* The automatic compliance is h^2 by this many times the mass. */
#define AUTO_SHARE 100

/* Share of the steps that may need the fallback at an automatic compliance. */
#define USUAL_FALLBACKS 0.02

/* Extremes of a contact along a motion. */
typedef struct {
  double nearest, nearest_at; /* [m], [s] */
  double fastest;             /* impact [m/s] */
  double sliding;             /* [m/s] of a closed one */
  double turn;                /* [rad] in a step of an impact */
  double lean;                /* [rad] of the shape from lying flat, at an impact */
  double rest_gap;            /* [m] least gap at rest; NAN: never at rest */
  double depth, depth_at;     /* [m], [s] largest one behind the surface where a span begins */
} Sight;

/* State of the nearest point of a contact at a node. */
typedef struct {
  double gap, rate, along, lean;
} Nearest;

/* Angle [rad] between the normal of a surface and the nearest direction in which a shape lies flat
 * on it: across a face of a box, along or across the axis of a capsule or cylinder. */
static double
find_lean(const TrContact *contact, const TrPlace *body, const double normal[3])
{
  double rot[9], on_body[3], n[3], across;

  tr_quat_matrix(rot, contact->frame.quat);
  tr_mat3_apply_t(on_body, body->rot, normal);
  tr_mat3_apply_t(n, rot, on_body);
  for (int i = 0; i < 3; i++)
    n[i] = fabs(n[i]);
  if (contact->shape == TR_SHAPE_BOX)
    return acos(fmin(1, fmax(n[0], fmax(n[1], n[2]))));
  across = hypot(n[0], n[1]);
  return fmin(atan2(across, n[2]), atan2(n[2], across));
}

static Nearest
find_nearest(const TrModel *model, int contact, const TrPlace *places, const double *twist)
{
  Nearest nearest = {.gap = INFINITY};
  const TrContact *c = &model->contacts[contact];

  for (int i = 0; i < tr_contact_points(c); i++) {
    TrTouch touch = {contact, i, {c->body, c->other}};
    TrTouchPlace at;
    double u[3];

    tr_touch_place(&at, model, touch, places);
    if (at.gap >= nearest.gap)
      continue;
    tr_touch_rate(u, &at, touch, places, twist);
    nearest.gap = at.gap;
    nearest.rate = tr_vec3_dot(at.normal, u);
    nearest.along = sqrt(fmax(tr_vec3_dot(u, u) - nearest.rate * nearest.rate, 0));
    nearest.lean = find_lean(c, &places[c->body], at.normal);
  }
  return nearest;
}

static Sight
look(const TrModel *model, int contact, const TrTrajectory *motion)
{
  g_autofree TrPlace *places = g_new(TrPlace, (gsize)model->n_bodies);
  g_autofree double *twist = g_new0(double, TR_TWIST *(gsize)model->n_bodies);
  Sight sight = {.nearest = INFINITY, .rest_gap = NAN};
  int body = model->contacts[contact].body, n_rest = 0;
  double rest_gap = INFINITY;
  const TrActive *active = &model->contacts[contact].active;
  gboolean was_active = tr_active_at(active, motion->start);

  for (int k = 1; k < motion->n_nodes; k++) {
    double turn, time = motion->start + k * motion->h;
    gboolean begins = !was_active;
    Nearest nearest;

    was_active = tr_active_at(active, time);
    if (!was_active) {
      n_rest = 0;
      rest_gap = INFINITY;
      continue;
    }
    tr_pose_velocity(twist, model->n_bodies, tr_trajectory_pose(motion, k - 1),
                     tr_trajectory_pose(motion, k), motion->h);
    turn = motion->h * tr_vec3_norm(twist + TR_TWIST * body + 3);
    tr_mechanism_places(places, model->n_bodies, tr_trajectory_pose(motion, k));
    nearest = find_nearest(model, contact, places, twist);
    if (nearest.gap < sight.nearest) {
      sight.nearest = nearest.gap;
      sight.nearest_at = time;
    }
    if (begins && -nearest.gap > sight.depth) {
      sight.depth = -nearest.gap;
      sight.depth_at = time;
    }
    if (nearest.gap + motion->h * nearest.rate < TRAMMEL_CONTACT_GAP) {
      sight.sliding = fmax(sight.sliding, nearest.along);
      sight.fastest = fmax(sight.fastest, -nearest.rate);
      if (-nearest.rate > IMPACT_RATE) {
        sight.turn = fmax(sight.turn, turn);
        sight.lean = fmax(sight.lean, nearest.lean);
      }
    }
    n_rest = hypot(nearest.rate, nearest.along) < TRAMMEL_REST_RATE ? n_rest + 1 : 0;
    rest_gap = n_rest == 0 ? INFINITY : fmin(rest_gap, fabs(nearest.gap));
  }
  if (n_rest >= REST_NODES)
    sight.rest_gap = rest_gap;
  return sight;
}

/* Least half width of a shape [m]; 0 for a point. */
static double
find_width(const TrContact *contact)
{
  const double *size = contact->size;

  if (contact->shape == TR_SHAPE_BOX)
    return fmin(size[0], fmin(size[1], size[2])) + contact->radius;
  if (contact->shape == TR_SHAPE_CYLINDER)
    return fmin(size[0], size[2]) + contact->radius;
  return contact->radius;
}

/* Adds a finding on arms that change within a step of an impact. */
static void
add_fast(
    GArray *findings, const TrContact *contact, const TrammelPlace *place, Sight sight, double h)
{
  double width = find_width(contact);

  if (sight.turn > FAST_TURN)
    trammel_findings_add(
        findings, place, "info", "contact-fast-turn",
        N_("Contact '%s': the body turns by %.2g rad within one step of an impact, "
           "so that the arm of the impulse is uncertain. Sample faster, or count "
           "on a wide sigma of inertia and restitution."),
        contact->name, sight.turn);
  if (width > 0 && h * sight.fastest > FAST_FALL * width)
    trammel_findings_add(
        findings, place, "info", "contact-fast-fall",
        N_("Contact '%s': the body falls by %.2g mm within one step of an impact, much of its half "
           "width of %.2g mm, so that place and time of the impact are uncertain. Sample faster, "
           "or count on a wide sigma of inertia and restitution."),
        contact->name, 1e3 * h * sight.fastest, 1e3 * width);
}

static void
add_geometry(GArray *findings, const TrContact *contact, const TrammelPlace *place, Sight sight)
{
  if (isfinite(sight.rest_gap) && sight.rest_gap > REST_GAP && sight.rest_gap < OPEN_GAP)
    trammel_findings_add(findings, place, "warning", "contact-rest-gap",
                         N_("Contact '%s' stands %.3g mm off the surface while the body rests. Its "
                            "size, the height or tilt of the plane, or the place of the tracked "
                            "point is off; correct it, or use only the times before the rest."),
                         contact->name, 1e3 * sight.rest_gap);
}

static void
add_begin(GArray *findings, const TrContact *contact, const TrammelPlace *place, Sight sight)
{
  if (sight.depth > TRAMMEL_CONTACT_GAP)
    trammel_findings_add(findings, place, "warning", "contact-behind",
                         N_("Contact '%s' begins at %.4g s, when the body is %.3g mm behind the "
                            "surface, so that a simulation throws it out. Correct the begin of the "
                            "span, or the place of the plane."),
                         contact->name, sight.depth_at, 1e3 * sight.depth);
}

/* TRUE if a task has a free number of this kind of a contact. */
static gboolean
is_free(const TrTask *task, TrParamKind kind, int contact)
{
  for (int i = 0; i < task->n_free; i++)
    if (task->free[i].param.kind == kind && task->free[i].param.owner == contact)
      return TRUE;
  return FALSE;
}

/* A radius and a size that are both free need impacts of corners or edges. */
static void
add_corner(
    GArray *findings, const TrTask *task, int index, const TrammelPlace *place, const Sight *sight)
{
  const TrContact *contact = &task->model->contacts[index];

  if (contact->shape == TR_SHAPE_SPHERE || sight->fastest < IMPACT_RATE ||
      sight->lean >= CORNER_LEAN || !is_free(task, TR_PARAM_CONTACT_RADIUS, index) ||
      !is_free(task, TR_PARAM_CONTACT_SIZE, index))
    return;
  trammel_findings_add(findings, place, "info", "contact-no-corner",
                       N_("Contact '%s' lands flat in log '%s' (it leans by at most %.2g rad), so "
                          "this log shows only the sum of its size and radius. Fix one of the two, "
                          "or add a log in which the body lands on a corner or edge."),
                       contact->name, place->log, sight->lean);
}

static void
add_excitation(GArray *findings, const TrContact *contact, const TrammelPlace *place, Sight sight)
{
  if (sight.fastest < IMPACT_RATE)
    trammel_findings_add(findings, place, "info", "contact-no-impact",
                         N_("Contact '%s' closes without an impact (at most %.2g m/s), so this log "
                            "shows neither its restitution nor its radius apart from its size."),
                         contact->name, sight.fastest);
  if (sight.sliding < SLIDING_RATE)
    trammel_findings_add(findings, place, "info", "contact-no-sliding",
                         N_("Contact '%s' never slides (at most %.2g m/s), so this log shows only "
                            "a lower bound of its friction."),
                         contact->name, sight.sliding);
}

static void
add_contact(GArray *findings,
            const TrTask *task,
            const TrModel *model,
            int index,
            const TrLog *log,
            const TrTrajectory *motion)
{
  const TrContact *contact = &model->contacts[index];
  TrammelPlace place = {.log = log->name, .signal = contact->name};
  double eps = tr_contact_compliance(model, contact, motion->h);
  double steps = motion->h / sqrt(eps * model->bodies[contact->body].mass);
  Sight sight = look(model, index, motion);

  if (!isfinite(sight.nearest)) /* the log has no time of its spans */
    return;
  if (sight.nearest > OPEN_GAP) {
    trammel_findings_add(findings, &place, "warning", "contact-open",
                         N_("Contact '%s' never closes: the surfaces come within %.3g mm at %.4g "
                            "s. Its numbers then keep their start values. Start its size from the "
                            "height at rest, or correct the place of the plane."),
                         contact->name, 1e3 * sight.nearest, sight.nearest_at);
    return;
  }
  if (steps < LEAST_STEPS)
    trammel_findings_add(findings, &place, "warning", "contact-soft",
                         N_("Contact '%s': a compliance of %.3g m/N is resolved by the step of "
                            "%.3g s, so the contact bounces by itself whatever its restitution is. "
                            "Leave it \"auto\", or make it %.2g m/N or less."),
                         contact->name, eps, motion->h, eps * pow(steps / LEAST_STEPS, 2));
  add_geometry(findings, contact, &place, sight);
  add_fast(findings, contact, &place, sight, motion->h);
  add_begin(findings, contact, &place, sight);
  add_excitation(findings, contact, &place, sight);
  add_corner(findings, task, index, &place, &sight);
}

/* Adds a finding on a body whose weight the contacts do not balance at rest. */
static void
add_rest(
    GArray *findings, const TrModel *model, int body, const TrLog *log, const TrTrajectory *motion)
{
  TrammelPlace place = {.log = log->name, .signal = model->bodies[body].name};
  TrammelRestTorque rest;

  if (!trammel_rest_torque_find(&rest, model, body, motion) || rest.share < MOST_TORQUE)
    return;
  trammel_findings_add(
      findings, &place, "warning", "contact-rest-torque",
      N_("The contacts of body '%s' carry it on %d of their %d points at the end of log '%s', and "
         "a torque of %.2g N m of its weight stays unexplained there in every step. A face is "
         "uneven, the plane is tilted, or the tracker is turned against the body: correct the tilt "
         "of the plane or the frame of the tracker, or use only the times before the rest."),
      place.signal, rest.n_carry, rest.n_points, log->name, rest.torque);
}

/* Returns the contact whose spring is stiffest for the masses in a step h. */
static const TrContact *
find_stiffest(const TrModel *model, double h)
{
  const TrContact *stiffest = NULL;
  double least = INFINITY;

  for (int c = 0; c < model->n_contacts; c++) {
    const TrContact *contact = &model->contacts[c];
    double slack = tr_contact_compliance(model, contact, h) * model->bodies[contact->body].mass;

    if (slack < least) {
      least = slack;
      stiffest = contact;
    }
  }
  return stiffest;
}

void
trammel_contact_fallback_add(GArray *findings,
                             const TrModel *model,
                             const char *log,
                             const TrTrajectory *motion)
{
  TrammelPlace place = {.log = log};
  const TrContact *stiffest = find_stiffest(model, motion->h);
  int steps = motion->n_nodes - 1;

  if (motion->fallbacks == 0 || !stiffest)
    return;
  double enough = motion->h * motion->h / (AUTO_SHARE * model->bodies[stiffest->body].mass);
  g_autofree char *where =
      log ? trammel_bilingual_dup(N_("Log '%s'"), log) : trammel_bilingual_dup(N_("Simulation"));
  place.signal = stiffest->name;
  if (stiffest->compliance < enough)
    trammel_findings_add(
        findings, &place, "info", "contact-fallback",
        N_("%s: in %d of %d steps the contacts did not settle by Newton's method and were solved "
           "in passes with friction held, which is slower. Contact '%s' is the stiffest, with "
           "%.3g m/N; leave its compliance \"auto\", or make it about %.2g m/N."),
        where, motion->fallbacks, steps, stiffest->name, stiffest->compliance, enough);
  else if (motion->fallbacks > USUAL_FALLBACKS * steps)
    trammel_findings_add(findings, &place, "info", "contact-fallback",
                         N_("%s: in %d of %d steps the contacts did not settle by Newton's method "
                            "and were solved in passes with friction held, which is slower. A "
                            "shorter step makes them rarer."),
                         where, motion->fallbacks, steps);
}

/* TRUE if both are active at some time. */
static gboolean
overlap(const TrActive *a, const TrActive *b)
{
  for (int i = 0; i < a->n; i++)
    for (int k = 0; k < b->n; k++)
      if (a->begin[i] < b->end[k] && b->begin[k] < a->end[i])
        return TRUE;
  return a->n == 0 || b->n == 0;
}

/* Half the size of a contact's shape [m]. */
static double
measure(const TrContact *contact)
{
  return contact->radius + (contact->shape == TR_SHAPE_SPHERE ? 0 : tr_vec3_norm(contact->size));
}

/* TRUE if all points of two contacts have the same gap and normal. */
static gboolean
are_same(const TrModel *model, int first, int second, const TrPlace *places)
{
  const TrContact *a = &model->contacts[first], *b = &model->contacts[second];
  double most = fmax(SAME_SHARE * fmax(measure(a), measure(b)), SAME_GAP);

  if (a->body != b->body || a->other != b->other || a->shape != b->shape ||
      a->is_sphere != b->is_sphere || !overlap(&a->active, &b->active))
    return FALSE;
  for (int i = 0; i < tr_contact_points(a); i++) {
    TrTouchPlace of[2];
    double apart[3];

    tr_touch_place(&of[0], model, (TrTouch){first, i, {a->body, a->other}}, places);
    tr_touch_place(&of[1], model, (TrTouch){second, i, {b->body, b->other}}, places);
    tr_vec3_sub(apart, of[0].centre, of[1].centre);
    if (tr_vec3_norm(apart) > most || fabs(of[0].gap - of[1].gap) > most ||
        tr_vec3_dot(of[0].normal, of[1].normal) < SAME_NORMAL)
      return FALSE;
  }
  return TRUE;
}

void
trammel_contact_doubles_add(GArray *findings, const TrModel *model, const TrTrajectory *motion)
{
  g_autofree TrPlace *places = g_new(TrPlace, (gsize)model->n_bodies);

  tr_mechanism_places(places, model->n_bodies, tr_trajectory_pose(motion, 0));
  for (int i = 0; i < model->n_contacts; i++)
    for (int k = 0; k < i; k++) {
      TrammelPlace place = {.signal = model->contacts[i].name};

      if (are_same(model, k, i, places))
        trammel_findings_add(findings, &place, "warning", "contact-twice",
                             N_("Contacts '%s' and '%s' are the same two surfaces, so their "
                                "friction and restitution cannot be told apart; remove one."),
                             model->contacts[k].name, model->contacts[i].name);
    }
}

void
trammel_contact_findings_add(GArray *findings,
                             const TrTask *task,
                             const TrModel *model,
                             const TrLog *log,
                             const TrTrajectory *motion)
{
  for (int i = 0; i < model->n_contacts; i++)
    add_contact(findings, task, model, i, log, motion);
  for (int b = 0; b < model->n_bodies; b++)
    add_rest(findings, model, b, log, motion);
  trammel_contact_fallback_add(findings, model, log->name, motion);
}
