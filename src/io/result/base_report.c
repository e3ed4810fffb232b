#include "io/result/base_report.h"

#include <math.h>

/* Largest mechanism whose combinations a result lists. */
enum { MOST_BODIES = 40 };

/* Share of a factor above its rounding error and below its digits. */
#define ROUNDING 1e-9

static const char *const axes[] = {"x", "y", "z"};
static const char *const tensors[] = {"xx", "yy", "zz", "xy", "xz", "yz"};

static const char *
name_owner(const TrModel *model, const TrCoefficient *c)
{
  if (c->kind <= TR_COEFFICIENT_INERTIA)
    return model->bodies[c->owner].name;
  return c->kind < TR_COEFFICIENT_GAIN ? model->joints[c->owner].name
                                       : model->motors[c->owner].name;
}

static char *
dup_coefficient(const TrModel *model, const TrCoefficient *c)
{
  static const char *const words[TR_N_COEFFICIENT_KINDS] = {
      [TR_COEFFICIENT_MASS] = "mass",
      [TR_COEFFICIENT_MOMENT] = "mass·com.",
      [TR_COEFFICIENT_INERTIA] = "inertia_o.",
      [TR_COEFFICIENT_VISCOUS] = "viscous",
      [TR_COEFFICIENT_VISCOUS_SIDE] = "viscous·asymmetry.viscous",
      [TR_COEFFICIENT_DRY] = "coulomb",
      [TR_COEFFICIENT_DRY_SIDE] = "coulomb·asymmetry.dry",
      [TR_COEFFICIENT_RISE] = "stribeck.delta",
      [TR_COEFFICIENT_RISE_SIDE] = "stribeck.delta·asymmetry.dry",
      [TR_COEFFICIENT_TANH] = "tanh.g",
      [TR_COEFFICIENT_OFFSET] = "offset",
      [TR_COEFFICIENT_STIFFNESS] = "stiffness",
      [TR_COEFFICIENT_PULL] = "stiffness·rest",
      [TR_COEFFICIENT_GAIN] = "gain",
      [TR_COEFFICIENT_BACK_EMF] = "gain·back_emf",
      [TR_COEFFICIENT_BIAS] = "bias",
      [TR_COEFFICIENT_ROTOR] = "rotor_inertia"};
  g_autofree char *number = g_strdup_printf("%d", c->axis);
  const char *axis = c->kind == TR_COEFFICIENT_MOMENT    ? axes[c->axis]
                     : c->kind == TR_COEFFICIENT_INERTIA ? tensors[c->axis]
                     : c->kind == TR_COEFFICIENT_TANH    ? number
                                                         : "";

  return g_strdup_printf("%s.%s%s", name_owner(model, c), words[c->kind], axis);
}

char *
trammel_base_dup_text(const TrBase *base, const TrModel *model, int k)
{
  GString *text = g_string_new(NULL);
  int nz = base->coefficients.n;

  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < nz; j++) {
      double factor = base->factor[k * nz + j];
      if (factor == 0 || (j == base->lead[k]) == (pass == 1))
        continue;
      g_autofree char *name = dup_coefficient(model, &base->coefficients.list[j]);
      char size[TRAMMEL_NUMBER_SIZE] = "";
      if (fabs(fabs(factor) - 1) > 1e-6) /* half a digit is rounded up, whatever its last bits */
        g_ascii_formatd(size, sizeof size, "%.5g ", fabs(factor) * (1 + ROUNDING));
      g_string_append_printf(text, "%s%s%s",
                             !text->len   ? ""
                             : factor < 0 ? " - "
                                          : " + ",
                             size, name);
    }
  return g_string_free(text, FALSE);
}

const char *
trammel_base_get_unit(const TrBase *base, const TrModel *model, int k)
{
  const TrCoefficient *c = &base->coefficients.list[base->lead[k]];
  const TrJoint *joint = c->kind > TR_COEFFICIENT_INERTIA && c->kind < TR_COEFFICIENT_GAIN
                             ? &model->joints[c->owner]
                             : NULL;
  gboolean turns = joint && tr_joint_turns(joint);

  switch (c->kind) {
  case TR_COEFFICIENT_MASS:
    return "kg";
  case TR_COEFFICIENT_MOMENT:
    return "kg m";
  case TR_COEFFICIENT_INERTIA:
    return "kg m^2";
  case TR_COEFFICIENT_VISCOUS:
  case TR_COEFFICIENT_VISCOUS_SIDE:
    return turns ? "N m s/rad" : "N s/m";
  case TR_COEFFICIENT_DRY:
  case TR_COEFFICIENT_DRY_SIDE:
  case TR_COEFFICIENT_RISE:
  case TR_COEFFICIENT_RISE_SIDE:
    return joint->friction.load == TR_LOAD_CONSTRAINT ? "1" : turns ? "N m" : "N";
  case TR_COEFFICIENT_STIFFNESS:
    return turns ? "N m/rad" : "N/m";
  case TR_COEFFICIENT_TANH:
    return c->axis == 5 ? (turns ? "N m s/rad" : "N s/m") : turns ? "N m" : "N";
  case TR_COEFFICIENT_OFFSET:
  case TR_COEFFICIENT_PULL:
    return turns ? "N m" : "N";
  default: {
    static const TrParamKind kinds[] = {TR_PARAM_GAIN, TR_PARAM_GAIN, TR_PARAM_BIAS,
                                        TR_PARAM_ROTOR_INERTIA};
    return tr_param_unit(model, (TrParam){kinds[c->kind - TR_COEFFICIENT_GAIN], c->owner, 0});
  }
  }
}

static double
doubt(double value, double sigma)
{
  if (sigma == 0)
    return G_MAXDOUBLE; /* known before */
  return isfinite(sigma) ? sigma / fmax(fabs(value), 1e-300) : INFINITY;
}

int *
trammel_base_new_order(const double *value, const double *sigma, int rank)
{
  int *order = g_new(int, (gsize)rank + 1);

  for (int i = 0; i < rank; i++) {
    double own = doubt(value[i], sigma[i]);
    int at = i;
    for (; at > 0 && doubt(value[order[at - 1]], sigma[order[at - 1]]) > own; at--)
      order[at] = order[at - 1];
    order[at] = i;
  }
  return order;
}

static void
write_combination(
    TrammelJsonWriter *json, const TrBase *base, const TrFit *fit, int k, const double numbers[2])
{
  g_autofree char *text = trammel_base_dup_text(base, fit->model, k);

  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_string(json, "id", text);
  trammel_json_writer_add_string(json, "unit", trammel_base_get_unit(base, fit->model, k));
  trammel_json_writer_add_number(json, "value", numbers[0]);
  trammel_json_writer_add_number(json, "sigma", numbers[1]);
  trammel_json_writer_end_object(json);
}

/* Returns whether there is something to write, which want of memory does not decide. */
static gboolean
is_ok(TrStatus status)
{
  if (status == TR_NO_MEMORY)
    g_error("out of memory");
  return status == TR_OK;
}

void
trammel_base_write(TrammelJsonWriter *json, const TrTask *task, const TrFit *fit)
{
  TrBase *base = NULL;

  if (!fit->model || fit->model->n_bodies > MOST_BODIES ||
      !is_ok(tr_base_new(&base, task->model, NULL)))
    return;
  g_autofree double *value = g_new0(double, (gsize)base->rank + 1);
  g_autofree double *sigma = g_new0(double, (gsize)base->rank + 1);

  tr_base_get(value, base, fit->model);
  if (is_ok(tr_base_judge(sigma, base, task, fit))) {
    trammel_json_writer_key(json, "base");
    trammel_json_writer_begin_object(json);
    trammel_json_writer_add_integer(json, "rank", base->rank);
    trammel_json_writer_add_integer(json, "inertial_rank", base->inertial_rank);
    trammel_json_writer_key(json, "combinations");
    trammel_json_writer_begin_array(json);
    for (int k = 0; k < base->rank; k++)
      write_combination(json, base, fit, k, (const double[]){value[k], sigma[k]});
    trammel_json_writer_end_array(json);
    trammel_json_writer_end_object(json);
  }
  tr_base_free(base);
}
