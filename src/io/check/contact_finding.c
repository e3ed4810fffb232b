#include "io/check/contact_finding.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "engine/est/step/residual.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/contact/target.h"
#include "engine/mbs/contact/touch.h"
#include "engine/mbs/model/active.h"

/* A contact is closed below the first gap, and open for good above the second one [m]; rates of an
 * impact and of sliding [m/s]; turn of a body in a step [rad]. */
#define CLOSED_GAP   1e-3
#define OPEN_GAP     5e-3
#define IMPACT_RATE  0.1
#define SLIDING_RATE 0.05
#define FAST_TURN    0.1

/* Nodes at rest at the end of a log, their largest rate [m/s], and the gap that is uneven [m]. */
enum { REST_NODES = 20 };
#define REST_RATE 0.02
#define REST_GAP  1e-3

/* Two contacts are the same where their points agree within a share of their size, or this far [m],
 * and the cosine between their normals is above the last number. */
#define SAME_SHARE  0.02
#define SAME_GAP    1e-6
#define SAME_NORMAL 0.99

/* Steps over the oscillation of a contact below which it bounces by itself. */
#define LEAST_STEPS 5

/* What a motion shows of a contact. */
typedef struct {
  double nearest, nearest_at; /* [m], [s] */
  double fastest;             /* impact [m/s] */
  double sliding;             /* [m/s] of a closed one */
  double turn;                /* [rad] in a step of an impact */
  double rest_gap;            /* [m] least gap at rest; NAN: never at rest */
  double depth, depth_at;     /* [m], [s] largest one behind the surface where a span begins */
} Sight;

/* State of the nearest point of a contact at a node. */
typedef struct {
  double gap, rate, along;
} Nearest;

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
    if (nearest.gap + motion->h * nearest.rate < CLOSED_GAP) {
      sight.sliding = fmax(sight.sliding, nearest.along);
      sight.fastest = fmax(sight.fastest, -nearest.rate);
      if (-nearest.rate > IMPACT_RATE)
        sight.turn = fmax(sight.turn, turn);
    }
    n_rest = hypot(nearest.rate, nearest.along) < REST_RATE ? n_rest + 1 : 0;
    rest_gap = n_rest == 0 ? INFINITY : fmin(rest_gap, fabs(nearest.gap));
  }
  if (n_rest >= REST_NODES)
    sight.rest_gap = rest_gap;
  return sight;
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
  if (sight.turn > FAST_TURN)
    trammel_findings_add(
        findings, place, "info", "contact-fast-turn",
        N_("Contact '%s': the body turns by %.2g rad within one step of an impact, "
           "so that the arm of the impulse is uncertain. Sample faster, or count "
           "on errors of some percent in inertia and restitution."),
        contact->name, sight.turn);
}

static void
add_begin(GArray *findings, const TrContact *contact, const TrammelPlace *place, Sight sight)
{
  if (sight.depth > CLOSED_GAP)
    trammel_findings_add(findings, place, "warning", "contact-behind",
                         N_("Contact '%s' begins at %.4g s, when the body is %.3g mm behind the "
                            "surface, so that a simulation throws it out. Correct the begin of the "
                            "span, or the place of the plane."),
                         contact->name, sight.depth_at, 1e3 * sight.depth);
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
add_contact(
    GArray *findings, const TrModel *model, int index, const TrLog *log, const TrTrajectory *motion)
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
  add_begin(findings, contact, &place, sight);
  add_excitation(findings, contact, &place, sight);
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
                             const TrModel *model,
                             const TrLog *log,
                             const TrTrajectory *motion)
{
  for (int i = 0; i < model->n_contacts; i++)
    add_contact(findings, model, i, log, motion);
}
