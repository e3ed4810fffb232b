/* Residual of a step with contacts: zero on a motion of the stepper, derivatives against
 * differences. */
#include <math.h>
#include <string.h>

#include "engine/est/step/contacts.h"
#include "engine/linalg/quat.h"
#include "engine/linalg/vec3.h"
#include "engine/mbs/kinematics/kinematics.h"
#include "engine/sim/spook.h"
#include "support/check.h"
#include "support/mechanisms.h"

enum { BODIES = 2, N = 6 * BODIES, NODES = 4, MAX_PARAMS = 128, POSES = BODIES * TR_POSE };

#define STEP (1. / 148)

/* A box on a tilted plane, linked to a ball that touches the box and the plane. */
typedef struct Fixture {
  TrModel model;
  TrBody bodies[BODIES];
  TrContact contacts[3];
  TrJoint link;
  TrMechanism *mechanism;
  TrStepContext context;
  TrStepWork *work;
  TrParam params[MAX_PARAMS];
  double values[MAX_PARAMS];
  bool seen[MAX_PARAMS]; /* whose derivative was not zero in a step */
  double sigma[12], gamma[12], smoothing[2];
  double pose[NODES * POSES], twist[N];
} Fixture;

static void
make_contacts(Fixture *f, TrContactShape shape)
{
  for (int i = 0; i < 3; i++) {
    f->contacts[i] = tr_contact_default();
    f->contacts[i].name[0] = (char)('a' + i);
    f->contacts[i].friction = .3;
    f->contacts[i].restitution = .3;
    f->contacts[i].compliance = 1e-5;
    f->contacts[i].radius = .004;
  }
  f->contacts[0].shape = shape;
  f->contacts[0].size[0] = f->contacts[0].size[1] = .05;
  f->contacts[0].size[2] = .04;
  f->contacts[0].tilt[0] = .02;
  f->contacts[0].tilt[1] = -.03;
  f->contacts[0].height = .01;
  f->contacts[1].body = 1;
  f->contacts[1].radius = .03;
  f->contacts[2].body = 1;
  f->contacts[2].other = 0;
  f->contacts[2].is_sphere = true;
  f->contacts[2].radius = .03;
  f->contacts[2].other_radius = .08;
}

/* Makes the step of a model, with all of its parameters that can be free. */
static void
make_step(Fixture *f)
{
  TrRelaxation relaxation = {STEP, 1, 1, STEP / 4, 0, 0};

  f->mechanism = tr_mechanism_new(&f->model);
  f->context = (TrStepContext){.model = &f->model,
                               .mechanism = f->mechanism,
                               .params = f->params,
                               .h = STEP,
                               .sigma = f->sigma,
                               .sigma_w = f->sigma,
                               .gamma = f->gamma,
                               .smoothing = f->smoothing};
  for (int i = 0; i < tr_param_count(&f->model); i++)
    if (tr_param_can_be_free(&f->model, tr_param_at(&f->model, i)))
      f->params[f->context.n_params++] = tr_param_at(&f->model, i);
  for (int j = 0; j < f->model.n_joints; j++)
    f->smoothing[j] = 1;
  tr_mechanism_relaxation(f->sigma, f->gamma, f->mechanism, &f->model, &relaxation);
  f->work = tr_step_work_new(f->mechanism, f->context.n_params);
  tr_step_work_take_contacts(f->work,
                             tr_step_contacts_new(&f->model, f->mechanism, f->context.n_params));
}

static void
set_up(Fixture *f, TrContactShape shape)
{
  double *last = f->pose + 3 * POSES;
  const double turn[3] = {.3, -.4, .5}, com[3] = {.001, -.002, .004};

  *f = (Fixture){.link = tr_joint_default()};
  for (int b = 0; b < BODIES; b++) {
    f->bodies[b] = tr_body_default();
    for (int i = 0; i < 3; i++)
      f->bodies[b].inertia[i] = .0025 + .0004 * i;
  }
  memcpy(f->bodies[0].com, com, sizeof com);
  f->bodies[1].mass = .4;
  make_contacts(f, shape);
  f->link.type = TR_JOINT_DISTANCE;
  f->link.parent = 0;
  f->link.child = 1;
  f->link.length = .1;
  f->link.parent_frame.position[0] = .01;
  f->link.compliance_linear = 1e-5;
  f->model = (TrModel){.gravity = {.magnitude = 9.81, .direction = {0, 0, -1}},
                       .n_bodies = BODIES,
                       .bodies = f->bodies,
                       .n_joints = 1,
                       .joints = &f->link,
                       .n_contacts = 3,
                       .contacts = f->contacts};
  make_step(f);
  last[2] = .12;
  tr_quat_exp(last + 3, turn);
  last[TR_POSE] = .1;
  last[TR_POSE + 2] = .13;
  last[TR_POSE + 3] = 1;
  f->twist[0] = .8;
  f->twist[2] = f->twist[8] = -1;
  f->twist[3] = 3;
  f->twist[4] = -5;
  f->twist[9] = 4;
}

static void
tear_down(Fixture *f)
{
  tr_step_work_free(f->work);
  tr_mechanism_free(f->mechanism);
}

/* An arm on a hinge between stops, with a rod on a slide between stops. */
static void
set_up_stops(Fixture *f, TrJoint joints[2])
{
  *f = (Fixture){.twist = {0}};
  for (int b = 0; b < BODIES; b++) {
    f->bodies[b] = tr_body_default();
    f->bodies[b].com[0] = .11;
    f->bodies[b].com[1] = .02 + .01 * b;
    joints[b] = tr_joint_default();
    joints[b].parent = b - 1;
    joints[b].child = b;
    joints[b].compliance_linear = joints[b].compliance_angular = 1e-2;
    joints[b].has_stops = true;
    joints[b].stop_restitution = .4;
  }
  joints[0].limits = (TrJointLimits){-.4, .3};
  joints[1].type = TR_JOINT_SLIDE;
  joints[1].limits = (TrJointLimits){-.02, INFINITY};
  memcpy(joints[1].parent_frame.quat, (double[]){.8, .2, .5, -.26}, sizeof(double[4]));
  memcpy(joints[1].child_frame.quat, joints[1].parent_frame.quat, sizeof(double[4]));
  tr_quat_normalize(joints[1].parent_frame.quat);
  tr_quat_normalize(joints[1].child_frame.quat);
  joints[1].parent_frame.position[0] = .1;
  f->model = (TrModel){.gravity = {.magnitude = 9.81, .direction = {0, -1, 0}},
                       .n_bodies = BODIES,
                       .bodies = f->bodies,
                       .n_joints = 2,
                       .joints = joints};
  make_step(f);
  tr_mechanism_motion(f->pose + 3 * POSES, f->twist, &f->model, (double[]){.1, .05},
                      (double[]){-3, -1});
}

/* Pose two nodes before a step, which moves along with the one after it: R-- R-^T dr-, dpsi-. */
static void
carry_along(double *pose, const Fixture *f, const double *dx)
{
  for (int b = 0; b < BODIES; b++) {
    const double *first = f->pose + TR_POSE * b, *second = f->pose + POSES + TR_POSE * b;
    double from[9], to[9], local[3], step[6];

    tr_quat_matrix(from, first + 3);
    tr_quat_matrix(to, second + 3);
    tr_mat3_apply_t(local, to, dx + 6 * b);
    tr_mat3_apply(step, from, local);
    memcpy(step + 3, dx + 6 * b + 3, 3 * sizeof *step);
    tr_pose_retract(pose + TR_POSE * b, 1, first, step);
  }
}

/* Size of a parameter beside the steps of the differences. */
static double
size_of(TrParam param)
{
  return param.kind == TR_PARAM_CONTACT_COMPLIANCE ? 1e-5 : 1;
}

/* Poses displaced by dx: three nodes, then the parameters in units of their sizes. */
static void
eval(double *r, const double *dx, void *user)
{
  Fixture *f = user;
  double pose[NODES * POSES];

  carry_along(pose, f, dx);
  for (int k = 0; k < 3; k++)
    tr_pose_retract(pose + (k + 1) * POSES, BODIES, f->pose + (k + 1) * POSES, dx + k * N);
  for (int p = 0; p < f->context.n_params; p++)
    tr_param_set(&f->model, f->params[p], f->values[p] + size_of(f->params[p]) * dx[3 * N + p]);
  tr_mechanism_update(f->mechanism, &f->model);
  tr_assert_ok(tr_step_with_contacts(
                   r, NULL, f->work, &f->context,
                   &(TrStepInput){pose + POSES, pose + 2 * POSES, pose + 3 * POSES, NULL}, pose),
               NULL);
}

static void
check_step(Fixture *f, int step)
{
  double r[N], jac[N * (3 * N + MAX_PARAMS)];
  g_autofree char *name = g_strdup_printf("shape %d, step %d", (int)f->contacts[0].shape, step);
  TrDerivative derivative = {.name = name,
                             .m = N,
                             .n = 3 * N + f->context.n_params,
                             .jacobian = jac,
                             .func = eval,
                             .user = f,
                             .rtol = 1e-5,
                             .step = 1e-6};
  g_autofree char *report = NULL;

  for (int p = 0; p < f->context.n_params; p++)
    f->values[p] = tr_param_get(&f->model, f->params[p]);
  tr_assert_ok(tr_step_with_contacts(
                   r, jac, f->work, &f->context,
                   &(TrStepInput){f->pose + POSES, f->pose + 2 * POSES, f->pose + 3 * POSES, NULL},
                   f->pose),
               NULL);
  for (int p = 0; p < f->context.n_params; p++)
    for (int i = 0; i < N; i++) {
      double *d = &jac[i * derivative.n + 3 * N + p];

      f->seen[p] = f->seen[p] || *d != 0;
      *d *= size_of(f->params[p]);
    }
  report = tr_derivative_report(&derivative);
  if (report)
    g_error("%s", report);
  for (int p = 0; p < f->context.n_params; p++)
    tr_param_set(&f->model, f->params[p], f->values[p]);
  tr_mechanism_update(f->mechanism, &f->model);
}

/* Returns whether a parameter is a size that the shape of its contact does not have. */
static bool
is_idle(const TrModel *model, TrParam param)
{
  TrContactShape shape;

  if (param.kind != TR_PARAM_CONTACT_SIZE)
    return false;
  shape = model->contacts[param.owner].shape;
  return (shape == TR_SHAPE_CAPSULE && param.axis < 2) ||
         (shape == TR_SHAPE_CYLINDER && param.axis == 1);
}

/* Checks that every parameter of contacts and stops had a derivative in some step, and none that
 * has no effect. */
static void
check_seen(const Fixture *f)
{
  for (int p = 0; p < f->context.n_params; p++) {
    TrParam param = f->params[p];
    char id[TR_ID_SIZE];

    tr_param_id(id, &f->model, param);
    if ((tr_param_is_contact(param) || tr_param_is_stop(param)) &&
        f->seen[p] == is_idle(&f->model, param))
      g_error("shape %d: %s has %s derivative", (int)f->contacts[0].shape, id,
              f->seen[p] ? "a" : "no");
  }
}

/* Checks the step where contacts are away, or have just come: derivatives, and without all of them
 * the step of a model that has none. */
static void
check_spans(Fixture *f, int step)
{
  static const bool none[3] = {0}, some[3] = {true, false, true}, came[3] = {false, false, true};
  TrStepInput in = {f->pose + POSES, f->pose + 2 * POSES, f->pose + 3 * POSES, NULL};
  double with[N], without[N];

  f->context.touching = some;
  check_step(f, step);
  f->context.touched = came;
  check_step(f, step);
  f->context.touching = none;
  tr_assert_ok(tr_step_with_contacts(with, NULL, f->work, &f->context, &in, f->pose), NULL);
  g_assert_cmpfloat(tr_step_contact_impulse(f->work), ==, 0);
  tr_assert_ok(tr_step_residual(without, f->work, &f->context, &in), NULL);
  tr_assert_close_array(with, without, N, 1e-10, 1e-12);
  f->context.touching = f->context.touched = NULL;
}

/* Along a fall with impacts: flight, sliding, rebounds. */
static void
check_fall(TrContactShape shape)
{
  TrSpookOptions options = {.h = STEP, .compliance_scale = 1, .damping_scale = 1, .slip = 1e-2};
  double largest = 0, u = 0;
  TrSpook *spook;
  Fixture f;

  set_up(&f, shape);
  spook = tr_spook_new(&f.model, &options);
  for (int i = 0; i < 30; i++) {
    memmove(f.pose, f.pose + POSES, sizeof f.pose - sizeof(double) * POSES);
    memcpy(f.pose + 3 * POSES, f.pose + 2 * POSES, sizeof(double) * POSES);
    tr_assert_ok(tr_spook_step(spook, f.pose + 3 * POSES, f.twist, &u), NULL);
    largest = fmax(largest, tr_step_contact_impulse(f.work));
    if (i < 4)
      continue;
    if (shape == TR_SHAPE_BOX)
      check_spans(&f, i);
    check_step(&f, i);
  }
  g_assert_cmpfloat(largest, >, .01);
  check_seen(&f);
  tr_spook_free(spook);
  tear_down(&f);
}

static void
test_derivatives(void)
{
  for (int shape = 0; shape < TR_N_SHAPES; shape++)
    check_fall((TrContactShape)shape);
}

/* Along a motion that meets all stops and rebounds. */
static void
test_stops(void)
{
  TrSpookOptions options = {.h = STEP, .compliance_scale = 1, .damping_scale = 1, .slip = 1e-2};
  double u = 0;
  TrJoint joints[2];
  TrSpook *spook;
  Fixture f;

  set_up_stops(&f, joints);
  spook = tr_spook_new(&f.model, &options);
  for (int i = 0; i < 50; i++) {
    f.twist[5] += i == 25 ? 40 : 0;
    memmove(f.pose, f.pose + POSES, sizeof f.pose - sizeof(double) * POSES);
    memcpy(f.pose + 3 * POSES, f.pose + 2 * POSES, sizeof(double) * POSES);
    tr_assert_ok(tr_spook_step(spook, f.pose + 3 * POSES, f.twist, &u), NULL);
    if (i < 4)
      continue;
    check_step(&f, i);
  }
  check_seen(&f);
  tr_spook_free(spook);
  tear_down(&f);
}

/* Both mechanisms have all kinds of quantities of contacts and stops. */
static void
test_kinds(void)
{
  bool has[TR_N_PARAM_KINDS] = {false};
  TrJoint joints[2];

  for (int i = 0; i < 2; i++) {
    Fixture f;

    if (i == 0)
      set_up(&f, TR_SHAPE_BOX);
    else
      set_up_stops(&f, joints);
    for (int p = 0; p < f.context.n_params; p++)
      has[f.params[p].kind] = true;
    tear_down(&f);
  }
  for (int kind = 0; kind < TR_N_PARAM_KINDS; kind++) {
    TrParam param = {(TrParamKind)kind, 0, 0};

    g_assert_true(has[kind] || !(tr_param_is_contact(param) || tr_param_is_stop(param)));
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/contacts-step/derivatives", test_derivatives);
  g_test_add_func("/contacts-step/stops", test_stops);
  g_test_add_func("/contacts-step/kinds", test_kinds);
  return g_test_run();
}
