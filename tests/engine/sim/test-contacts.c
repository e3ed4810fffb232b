/* Contacts in the stepper: reference steps of a free cube, a ramp, drops, a stack, linked bodies,
 * random steps, stops that rebound. */
#include <math.h>
#include <string.h>

#include "engine/base/random.h"
#include "engine/linalg/quat.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/contacts.h"
#include "engine/sim/simulate.h"
#include "support/check.h"

#define CAMERA (1. / 148)

/* A cube of unit mass above the plane z = 0. */
typedef struct Cube {
  TrBody body;
  TrContact contact;
  TrModel model;
  double pose[TR_POSE], twist[TR_TWIST];
} Cube;

static void
make_cube(Cube *cube, double half_width, double inertia)
{
  *cube = (Cube){.body = tr_body_default(), .contact = tr_contact_default()};
  for (int i = 0; i < 3; i++) {
    cube->body.inertia[i] = inertia;
    cube->contact.size[i] = half_width;
  }
  cube->contact.shape = TR_SHAPE_BOX;
  cube->model = (TrModel){.gravity = {.magnitude = 9.81, .direction = {0, 0, -1}},
                          .n_bodies = 1,
                          .bodies = &cube->body,
                          .n_contacts = 1,
                          .contacts = &cube->contact};
  cube->pose[3] = 1;
}

/* The cube of the reference steps: thrown, with rounded corners. */
static void
throw_cube(Cube *cube, double restitution, const double com[3])
{
  const double turn[3] = {.3, -.4, .5}, rate[3] = {3, -5, 4};

  make_cube(cube, .05, .0025);
  memcpy(cube->body.com, com, sizeof cube->body.com);
  cube->contact.radius = .002;
  cube->contact.friction = .18;
  cube->contact.restitution = restitution;
  cube->contact.compliance = 1e-5;
  cube->pose[2] = .15;
  tr_quat_exp(cube->pose + 3, turn);
  cube->twist[0] = .8;
  cube->twist[1] = -.3;
  memcpy(cube->twist + 3, rate, sizeof rate);
}

static void
step_many(const TrModel *model, const TrSpookOptions *options, double *pose, double *twist, int n)
{
  TrSpook *spook = tr_spook_new(model, options);

  for (int i = 0; i < n; i++)
    tr_assert_ok(tr_spook_step(spook, pose, twist, (double[]){0}), NULL);
  tr_spook_free(spook);
}

/* Steps that a separate implementation made. */
static const struct {
  double restitution, com[3];
  int steps;
  double pose[TR_POSE], twist[TR_TWIST], tolerance;
} thrown[] = {
    {.25,
     {0},
     20,
     {.1065675, -.0408361, .0647220, .6501029, .3416174, -.5045299, .4539971},
     {.6438097, -.3336456, -.4301687, 3.0132639, -12.632582, 6.2164601},
     1e-6},
    {.25,
     {0},
     30,
     {.1415964, -.0627154, .0610062, .5172262, .5003684, -.5362655, .4410530},
     {.4679708, -.3088995, -.0598652, 2.8159419, .433242, -1.083925},
     1e-5},
    {.25,
     {0},
     100,
     {.2140235, -.1143330, .0519755, .3871173, .5917265, -.3871173, .5917265},
     {0},
     1e-2},
    {0,
     {0},
     20,
     {.1067945, -.0407880, .0634270, .6546870, .3432049, -.4984944, .4528782},
     {.6642074, -.3282420, -.5479154, 3.2143593, -11.6359592, 5.5469827},
     1e-6},
    {0,
     {0},
     100,
     {.2138122, -.1044557, .0519755, .4399012, .5536126, -.4399012, .5536126},
     {0},
     1e-2},
    {.25,
     {.001, -.002, .005},
     20,
     {.1061867, -.0410361, .0670596, .6421316, .3548420, -.5108642, .4480757},
     {.6279097, -.3530215, -.3151610, 5.4657433, -14.8428014, 2.2370363},
     1e-6},
};

static void
test_reference_cube(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(thrown); i++) {
    TrSpookOptions options = {.h = CAMERA, .slip = 1e-4};
    Cube cube;

    throw_cube(&cube, thrown[i].restitution, thrown[i].com);
    step_many(&cube.model, &options, cube.pose, cube.twist, thrown[i].steps);
    tr_assert_close_array(cube.pose, thrown[i].pose, TR_POSE, 0, thrown[i].tolerance);
    tr_assert_close_array(cube.twist, thrown[i].twist, 3, 0, thrown[i].tolerance);
    tr_assert_close_array(cube.twist + 3, thrown[i].twist + 3, 3, 0, 10 * thrown[i].tolerance);
    if (thrown[i].steps == 100)
      tr_assert_close(cube.pose[2], .052 - 9.81 * 1e-5 / 4, 0, 1e-9);
  }
}

/* A cube slides down a plane of 15 degrees: g/2 (sin - mu cos) (1 + h) in a second. */
static void
test_ramp(void)
{
  static const double friction[] = {0, .125, .25, .375};
  static const double coarse[] = {1.28220249, .68404689, .08589129, 1.1e-7};
  static const double fine[] = {1.27077692, .67795142, .08512592, 1.1e-7};

  for (int i = 0; i < 8; i++) {
    double h = i < 4 ? .01 : .001, angle = 15 * G_PI / 180;
    TrSpookOptions options = {.h = h, .slip = 1e-7};
    Cube cube;

    make_cube(&cube, .05, .1 * .1 / 6);
    cube.contact.friction = friction[i % 4];
    cube.contact.compliance = 1e-8;
    cube.model.gravity = (TrGravity){9.81, {sin(angle), 0, -cos(angle)}, {0}};
    cube.pose[2] = .05 - 9.81 * cos(angle) * 1e-8 / 4;
    step_many(&cube.model, &options, cube.pose, cube.twist, (int)lround(1 / h));
    tr_assert_close(cube.pose[0], i < 4 ? coarse[i] : fine[i - 4], 0, 1e-8);
    tr_assert_close(cube.pose[2], .05 - 9.81 * cos(angle) * 1e-8 / 4, 0, 1e-12);
  }
}

/* Rate of the rebound of a flat drop as a share of that of the impact. */
static double
rebound_of_drop(double restitution)
{
  TrSpookOptions options = {.h = CAMERA, .slip = 1e-4};
  double fastest = 0, highest = 0;
  Cube cube;
  TrSpook *spook;

  make_cube(&cube, .05, .0025);
  cube.contact.restitution = restitution;
  cube.contact.compliance = 1e-6;
  cube.pose[2] = .05 + .0341;
  spook = tr_spook_new(&cube.model, &options);
  for (int i = 0; i < 40 && highest == 0; i++) {
    double before = cube.twist[2];

    tr_assert_ok(tr_spook_step(spook, cube.pose, cube.twist, (double[]){0}), NULL);
    fastest = fmin(fastest, cube.twist[2]);
    if (before > 0 && cube.twist[2] < before)
      highest = before;
  }
  tr_spook_free(spook);
  return -highest / fastest;
}

static void
test_drops(void)
{
  tr_assert_close(rebound_of_drop(.25), .2421, 0, 1e-4);
  tr_assert_close(rebound_of_drop(.5), .4896, 0, 1e-4);
  tr_assert_close(rebound_of_drop(.8), .7867, 0, 1e-4);
}

enum { SPHERES = 100 };

/* A stack of spheres falls from small gaps and rests: 500 steps end with gaps of eps times the
 * load. */
static void
test_stack(void)
{
  TrBody bodies[SPHERES];
  TrContact contacts[SPHERES];
  TrModel model = {.gravity = {.magnitude = 9.81, .direction = {0, 0, -1}},
                   .n_bodies = SPHERES,
                   .bodies = bodies,
                   .n_contacts = SPHERES,
                   .contacts = contacts};
  double pose[SPHERES * TR_POSE] = {0}, twist[SPHERES * TR_TWIST] = {0}, height = 0, seconds;
  double eps = 1e-11, radius = .05;
  TrSpookOptions options = {.h = .01};

  for (int i = 0; i < SPHERES; i++) {
    bodies[i] = tr_body_default();
    contacts[i] = tr_contact_default();
    contacts[i].body = i;
    contacts[i].other = i - 1;
    contacts[i].is_sphere = i > 0;
    contacts[i].radius = radius;
    contacts[i].other_radius = i > 0 ? radius : 0;
    contacts[i].friction = .3;
    contacts[i].compliance = eps;
    pose[TR_POSE * i + 2] = radius + (2 * radius + 1e-4) * i + 1e-4;
    pose[TR_POSE * i + 3] = 1;
  }
  seconds = (double)g_get_monotonic_time() * 1e-6;
  step_many(&model, &options, pose, twist, 500);
  seconds = (double)g_get_monotonic_time() * 1e-6 - seconds;
  g_test_message("stack of %d spheres: %.3f s for 500 steps", SPHERES, seconds);
  for (int i = 0; i < SPHERES; i++) {
    double gap = pose[TR_POSE * i + 2] - height - radius;

    tr_assert_close(gap, -eps * 9.81 * (SPHERES - i), 0, 1e-12);
    height = pose[TR_POSE * i + 2] + radius;
  }
}

/* Two spheres on a stiff link fall, slide, and in the end roll: v/(1 + J/(m radius^2)) is left. */
static void
test_linked_pair(void)
{
  TrBody bodies[2] = {tr_body_default(), tr_body_default()};
  TrContact contacts[2] = {tr_contact_default(), tr_contact_default()};
  TrJoint link = tr_joint_default();
  TrModel model = {.gravity = {.magnitude = 9.81, .direction = {0, 0, -1}},
                   .n_bodies = 2,
                   .bodies = bodies,
                   .n_joints = 1,
                   .joints = &link,
                   .n_contacts = 2,
                   .contacts = contacts};
  double pose[2 * TR_POSE] = {0, 0, .3, 1, 0, 0, 0, .3, 0, .35, 1}, twist[2 * TR_TWIST] = {1};

  link.type = TR_JOINT_DISTANCE;
  link.parent = 0;
  link.child = 1;
  link.length = sqrt(.3 * .3 + .05 * .05);
  for (int i = 0; i < 2; i++) {
    contacts[i].body = i;
    contacts[i].radius = .02;
    contacts[i].friction = .3;
  }
  twist[TR_TWIST] = 1;
  step_many(&model, &(TrSpookOptions){.h = .005, .compliance_scale = 1, .damping_scale = 1}, pose,
            twist, 200);
  tr_assert_close(hypot(pose[TR_POSE] - pose[0], pose[TR_POSE + 2] - pose[2]), link.length, 0,
                  1e-8);
  tr_assert_close(pose[2], .02, 0, 1e-5);
  tr_assert_close(pose[TR_POSE + 2], .02, 0, 1e-5);
  tr_assert_close(twist[0], 1 / (1 + .01 / (.02 * .02)), 0, 1e-6);
}

/* Random states, steps, compliances and frictions: every step ends, and none gains energy but by
 * the mean rates of an impact. */
static void
test_random_steps(void)
{
  TrRandom random = tr_random_stream(7, 0);
  int n = g_test_slow() ? 100000 : 4000;
  Cube cube;

  for (int i = 0; i < n; i++) {
    double h = pow(10, -3.5 + 1.5 * tr_random_uniform(&random)), turn[3];
    TrSpookOptions options = {.h = h};

    make_cube(&cube, .05, .0025);
    cube.contact.friction = tr_random_uniform(&random);
    cube.contact.restitution = .9 * tr_random_uniform(&random);
    cube.contact.compliance = h * h / pow(10, 4 * tr_random_uniform(&random));
    cube.contact.radius = .004 * tr_random_uniform(&random);
    for (int k = 0; k < 3; k++) {
      cube.body.inertia[k] = .002 + .001 * tr_random_uniform(&random);
      turn[k] = 6 * tr_random_uniform(&random) - 3;
      cube.twist[k] = 4 * tr_random_uniform(&random) - 2;
      cube.twist[3 + k] = 40 * tr_random_uniform(&random) - 20;
    }
    tr_quat_exp(cube.pose + 3, turn);
    cube.pose[2] = .03 + .06 * tr_random_uniform(&random);
    step_many(&cube.model, &options, cube.pose, cube.twist, 5);
  }
}

/* A ball of 2 cm that falls from 10 cm above a plane with spans, in steps of 1 ms. */
typedef struct Drop {
  TrBody ball;
  TrContact floor;
  TrModel model;
  TrSpook *spook;
  double pose[TR_POSE], twist[TR_TWIST];
} Drop;

static void
set_up_drop(Drop *drop, double begin, double end)
{
  *drop = (Drop){.ball = tr_body_default(), .floor = tr_contact_default(), .pose = {0, 0, .12, 1}};
  drop->floor.radius = .02;
  drop->floor.restitution = .5;
  drop->floor.active = (TrActive){1, {begin}, {end}, 1};
  drop->model = (TrModel){.gravity = {.magnitude = 9.81, .direction = {0, 0, -1}},
                          .n_bodies = 1,
                          .bodies = &drop->ball,
                          .n_contacts = 1,
                          .contacts = &drop->floor};
  drop->spook = tr_spook_new(&drop->model, &(TrSpookOptions){1e-3, 1, 1, TR_SOLVER_SPOOK, 0});
}

/* Steps from one step to another; returns the highest rate up. */
static double
drop_on(Drop *drop, int first, int last)
{
  double highest = -INFINITY;

  for (int i = first; i < last; i++) {
    tr_spook_set_time(drop->spook, 1e-3 * i);
    tr_assert_ok(tr_spook_step(drop->spook, drop->pose, drop->twist, (double[]){0}), NULL);
    highest = fmax(highest, drop->twist[2]);
  }
  return highest;
}

/* A contact rebounds and carries within its span, and lets bodies through at other times.  What is
 * behind it where the span begins comes to the surface without a rebound: it did not hit there. */
static void
test_spans(void)
{
  const double impact = sqrt(2 * 9.81 * .1);
  double rate;
  Drop drop;

  set_up_drop(&drop, .05, .25);
  tr_assert_close(drop_on(&drop, 0, 250), .5 * impact, .02, 0);
  rate = drop.twist[2];
  drop_on(&drop, 250, 500);
  tr_assert_close(drop.twist[2], rate - 9.81 * .25, 0, 1e-9);
  g_assert_cmpfloat(drop.pose[2], <, 0);
  tr_spook_free(drop.spook);

  set_up_drop(&drop, .146, .25);
  drop_on(&drop, 0, 146);
  tr_assert_close(drop.twist[2], -9.81 * .146, 0, 1e-9);
  g_assert_cmpfloat(drop.pose[2], <, .017);
  drop_on(&drop, 146, 147);
  tr_assert_close(drop.pose[2], .02, 0, 1e-4);
  tr_spook_free(drop.spook);
}

/* A pendulum that falls against a stop rebounds with its restitution, with and without a contact in
 * the model. */
static void
test_stop_rebounds(void)
{
  for (int with_contact = 0; with_contact < 2; with_contact++) {
    TrBody bob = tr_body_default();
    TrJoint hinge = tr_joint_default();
    TrContact far = tr_contact_default();
    TrModel model = {.gravity = {.magnitude = 9.81, .direction = {0, -1, 0}},
                     .n_bodies = 1,
                     .bodies = &bob,
                     .n_joints = 1,
                     .joints = &hinge,
                     .n_contacts = with_contact,
                     .contacts = &far};
    double pose[TR_POSE], twist[TR_TWIST], start = .5, fastest = 0, rebound = 0;
    TrSpook *spook;

    far.other_frame.position[2] = -10;
    hinge.limits = (TrJointLimits){-.1, 1};
    hinge.stop_restitution = .6;
    hinge.child_frame.position[1] = .3;
    tr_forward_kinematics(pose, twist, &model, &start, (double[]){0});
    spook = tr_spook_new(&model, &(TrSpookOptions){1e-3, 1, 1, TR_SOLVER_SPOOK, 0});
    for (int i = 0; i < 1000 && rebound == 0; i++) {
      double before = twist[5];

      tr_assert_ok(tr_spook_step(spook, pose, twist, (double[]){0}), NULL);
      fastest = fmin(fastest, twist[5]);
      if (before > 0 && twist[5] < before)
        rebound = before;
    }
    tr_assert_close(-rebound / fastest, .6, 0, .01);
    tr_spook_free(spook);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/contacts/reference-cube", test_reference_cube);
  g_test_add_func("/contacts/ramp", test_ramp);
  g_test_add_func("/contacts/drops", test_drops);
  g_test_add_func("/contacts/stack", test_stack);
  g_test_add_func("/contacts/linked-pair", test_linked_pair);
  g_test_add_func("/contacts/random-steps", test_random_steps);
  g_test_add_func("/contacts/stop-rebounds", test_stop_rebounds);
  g_test_add_func("/contacts/spans", test_spans);
  return g_test_run();
}
